"""Makes a release ready and checks it: `tools/release prepare|check|notes` (docs/releasing.md).

`check` names everything that keeps a version from being released, a sentence each, and ends with 1; or with 0.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from packaging.version import InvalidVersion, Version
from ruamel.yaml import YAML

from niten.booklet import certificates, duels
from tools.booklet import written
from tools.certificates import is_current

ROOT = Path(__file__).parents[1]
CHANGELOG, CITATION, CODE, BOOKLET = "CHANGELOG.md", "CITATION.cff", "src/niten/__init__.py", "docs/booklet.md"
UNRELEASED = "Unreleased"
HEADING = re.compile(r"\[?(?P<name>[^\]\s]+)\]?(?:\s+-\s+(?P<date>.+))?")
IN_CODE = re.compile(r'^__version__ = "(.*)"$', re.MULTILINE)


class Refused(Exception):
    """A version that cannot be made ready."""


class Section(NamedTuple):
    """Of the changelog: a version with what is new in it."""

    name: str
    date: str | None
    heading: int  # the line
    body: str


def sections(changelog: str) -> list[Section]:
    """In the order of the file."""
    tokens, lines = MarkdownIt().parse(changelog), changelog.splitlines(keepends=True)
    found: list[tuple[int, int, str]] = []
    for one, text in pairwise(tokens):
        if one.type == "heading_open" and one.tag == "h2" and one.map:
            found.append((one.map[0], one.map[1], text.content))
    ends = [begin for begin, _, _ in found[1:]] + [len(lines)]
    parts: list[Section] = []
    for (begin, inside, text), end in zip(found, ends, strict=True):
        match = HEADING.fullmatch(text)
        name, when = (match["name"], match["date"]) if match else (text, None)
        parts.append(Section(name, when, begin, "".join(lines[inside:end]).strip()))
    return parts


def version_of(root: Path) -> str:
    """As the code has it."""
    match = IN_CODE.search(_read(root, CODE))
    return match[1] if match else ""


def problems(root: Path, version: str, *, tagged: bool = False) -> list[str]:
    """Whatever keeps this version from being released; `tagged` if it has its tag already."""
    return [*_of_the_version(root, version), *_of_the_booklet(root), *_of_the_repository(root, version, tagged=tagged)]


def _of_the_version(root: Path, version: str) -> Iterator[str]:
    try:
        if str(Version(version)) != version:
            yield f"The version {version} should be written {Version(version)}."
    except InvalidVersion:
        yield f"'{version}' is no version: it should be like 1.2.3."
    if (in_code := version_of(root)) != version:
        yield f"{CODE} says {in_code or 'nothing'}, not {version}."
    citation = _citation().load(_read(root, CITATION))
    if (cited := str(citation.get("version", "nothing"))) != version:
        yield f"{CITATION} says {cited}, not {version}."
    parts = {part.name: part for part in sections(_read(root, CHANGELOG))}
    if (waiting := parts.get(UNRELEASED)) and waiting.body:
        yield f"{CHANGELOG} still has entries under {UNRELEASED}."
    if not (part := parts.get(version)):
        yield f"{CHANGELOG} has no section for {version}."
        return
    if not part.body:
        yield f"{CHANGELOG} says nothing about {version}."
    if not _is_date(part.date):
        yield f"{CHANGELOG} has no date for {version}: it should be like 2026-12-31."
    elif (released := str(citation.get("date-released", "nothing"))) != part.date:
        yield f"{CITATION} was released on {released}, not on {part.date} as {CHANGELOG} says."


def _of_the_booklet(root: Path) -> Iterator[str]:
    stale = [name for name, duel in duels().items() if not is_current(duel)]
    if stale:
        yield f"{len(stale)} certificates are of other duels or another solver ({_few(stale)}): make certificates."
    if left := sorted(set(certificates()) - set(duels())):
        yield f"There are certificates of duels that are not in the booklet ({_few(left)}): make certificates."
    page = _read(root, BOOKLET)
    if not stale and written(page) != page:
        yield f"The figures in {BOOKLET} are not those of the certificates: .venv/bin/python tools/booklet.py."


def _of_the_repository(root: Path, version: str, *, tagged: bool) -> Iterator[str]:
    tag = f"v{version}"
    if _git(root, "status", "--porcelain"):
        yield "There are changes that are not committed."
    at = _git(root, "rev-parse", "--verify", "--quiet", f"refs/tags/{tag}^{{commit}}")
    if tagged:
        if at != _git(root, "rev-parse", "HEAD"):
            yield f"This is not the commit of the tag {tag}."
        if _git(root, "merge-base", "--is-ancestor", "HEAD", "origin/main") is None:
            yield "This commit is not on main."
        return
    if at:
        yield f"The tag {tag} exists already."
    if (branch := _git(root, "symbolic-ref", "--quiet", "--short", "HEAD")) != "main":
        yield f"A release is made from main, and this is {branch or 'no branch'}."


def prepare(root: Path, version: str, today: date) -> None:
    """The version and its date, wherever they stand."""
    try:
        wanted = Version(version)
    except InvalidVersion:
        raise Refused(f"'{version}' is no version: it should be like 1.2.3.") from None
    changelog = _read(root, CHANGELOG)
    first, *older = sections(changelog) or [Section("", None, 0, "")]
    if first.name != UNRELEASED or not first.body:
        raise Refused(f"{CHANGELOG} has nothing under {UNRELEASED}, so there is nothing to release.")
    if older and wanted <= Version(older[0].name):
        raise Refused(f"{version} is not newer than {older[0].name}.")
    lines = changelog.splitlines(keepends=True)
    lines[first.heading] = f"## [{UNRELEASED}]\n\n## [{wanted}] - {today}\n"
    _write(root, CHANGELOG, "".join(lines))
    _write(root, CODE, IN_CODE.sub(f'__version__ = "{wanted}"', _read(root, CODE)))
    yaml, text = _citation(), StringIO()
    citation = yaml.load(_read(root, CITATION))
    citation["version"] = str(wanted)
    if "date-released" not in citation:
        citation.insert([*citation].index("version") + 1, "date-released", today)
    citation["date-released"] = today
    yaml.dump(citation, text)
    _write(root, CITATION, text.getvalue())


def notes(root: Path, version: str) -> str:
    """What is new in a version, for the page of the release."""
    for part in sections(_read(root, CHANGELOG)):
        if part.name == version:
            return part.body
    raise Refused(f"{CHANGELOG} has no section for {version}.")


def _citation() -> Any:
    """Reads and writes YAML as it was written."""
    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 120
    yaml.indent(mapping=2, sequence=4, offset=2)
    return yaml


def _is_date(text: str | None) -> bool:
    try:
        return str(date.fromisoformat(text or "")) == text
    except ValueError:
        return False


def _few(names: list[str]) -> str:
    return ", ".join(names) if len(names) <= 3 else f"{', '.join(names[:3])} …"


def _read(root: Path, name: str) -> str:
    return (root / name).read_text(encoding="utf-8")


def _write(root: Path, name: str, text: str) -> None:
    (root / name).write_text(text, encoding="utf-8", newline="\n")


def _git(root: Path, *arguments: str) -> str | None:
    """What git says; none if it says no."""
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    parser = argparse.ArgumentParser(prog="tools/release", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    checking = commands.add_parser("check", help="whether a version can be released")
    checking.add_argument("version", nargs="?", metavar="VERSION", help="the one in the code, if none is named")
    checking.add_argument("--tagged", action="store_true", help="it has its tag already")
    preparing = commands.add_parser("prepare", help="write a version and today's date wherever they stand")
    preparing.add_argument("version", metavar="VERSION")
    noting = commands.add_parser("notes", help="what the changelog says of a version")
    noting.add_argument("version", metavar="VERSION")
    asked = parser.parse_args(arguments)
    try:
        if asked.command == "prepare":
            prepare(root, asked.version, datetime.now(UTC).date())
            print(f"Look at it (git diff), commit it to main, then: tools/release check {asked.version}")
        elif asked.command == "notes":
            print(notes(root, asked.version))
        else:
            version = asked.version or version_of(root)
            if found := problems(root, version, tagged=asked.tagged):
                print("\n".join(found), file=sys.stderr)
                return 1
            print(f"{version} can be released.")
    except Refused as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
