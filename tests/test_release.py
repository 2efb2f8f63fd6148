"""`tools/release`: a tree that agrees with itself can be released, and each thing that does not is named."""

import shutil
import subprocess
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

import tools.certificates
import tools.release
from niten.booklet import duels
from testkit import ROOT
from tools.release import BOOKLET, CHANGELOG, CITATION, CODE, Refused, main, notes, prepare, problems, sections

TODAY = date(2031, 5, 17)
VERSION = "9.1.0"


def git(root: Path, *arguments: str) -> None:
    who = ["-c", "user.name=Niten", "-c", "user.email=niten@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *who, *arguments], cwd=root, check=True, capture_output=True)


def commit(root: Path) -> None:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--allow-empty", "--message", "more")


def replace(root: Path, name: str, old: str, new: str) -> None:
    text = (root / name).read_text(encoding="utf-8")
    assert old in text
    (root / name).write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """The small files that a release is about, in a repository of their own."""
    root = tmp_path / "tree"
    for name in (CHANGELOG, CITATION, CODE, BOOKLET):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    first = sections((root / CHANGELOG).read_text(encoding="utf-8"))[0]
    if first.name != "Unreleased":  # as in the very commit of a release
        replace(root, CHANGELOG, f"## [{first.name}]", f"## [Unreleased]\n\n## [{first.name}]")
    if first.name != "Unreleased" or not first.body:
        replace(root, CHANGELOG, "## [Unreleased]\n", "## [Unreleased]\n\n### Fixed\n\n- Something.\n")
    git(root, "init", "--quiet", "--initial-branch", "main")
    commit(root)
    return root


@pytest.fixture
def tree(before: Path) -> Path:
    """Made ready for the release of 9.1.0."""
    prepare(before, VERSION, TODAY)
    commit(before)
    return before


def test_what_is_prepared_can_be_released(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert problems(tree, VERSION) == []
    assert main(["check"], tree) == 0
    assert capsys.readouterr().out == f"{VERSION} can be released.\n"


def test_prepared_files_say_it_and_are_otherwise_as_they_were(before: Path) -> None:
    old = {name: (before / name).read_text(encoding="utf-8") for name in (CHANGELOG, CITATION, CODE)}
    prepare(before, VERSION, TODAY)
    new = {name: (before / name).read_text(encoding="utf-8") for name in old}
    waiting, released = sections(new[CHANGELOG])[:2]
    assert (waiting.name, waiting.body) == ("Unreleased", "")
    assert (released.name, released.date) == (VERSION, str(TODAY))
    assert released.body == sections(old[CHANGELOG])[0].body
    assert notes(before, VERSION) == released.body
    for name, lines in {
        CHANGELOG: ["", f"## [{VERSION}] - {TODAY}"],
        CITATION: [f"version: {VERSION}", f"date-released: {TODAY}"],
        CODE: [f'__version__ = "{VERSION}"'],
    }.items():
        added = [line for line in new[name].splitlines() if line not in old[name].splitlines()]
        assert added == [line for line in lines if line]
        gone = [line for line in old[name].splitlines() if line not in new[name].splitlines()]
        assert [line.split()[0] for line in gone] in ([], ["version:"], ["version:", "date-released:"], ["__version__"])


def no_section(root: Path) -> None:
    replace(root, CHANGELOG, f"## [{VERSION}] - {TODAY}", "## [8.0.0] - 2030-01-01")


def nothing_said(root: Path) -> None:
    replace(root, CHANGELOG, f"## [{VERSION}] - {TODAY}", f"## [{VERSION}] - {TODAY}\n\n## [9.0.0] - {TODAY}")


def no_date(root: Path) -> None:
    replace(root, CHANGELOG, f"[{VERSION}] - {TODAY}", f"[{VERSION}]")


def a_date_that_is_none(root: Path) -> None:
    replace(root, CHANGELOG, str(TODAY), "soon")


def another_date(root: Path) -> None:
    replace(root, CITATION, str(TODAY), "2031-05-18")


def still_unreleased(root: Path) -> None:
    replace(root, CHANGELOG, "## [Unreleased]\n", "## [Unreleased]\n\n### Fixed\n\n- One more thing.\n")


def other_code(root: Path) -> None:
    replace(root, CODE, VERSION, "9.0.0")


def other_citation(root: Path) -> None:
    replace(root, CITATION, f"version: {VERSION}", "version: 9.0.0")


def other_figures(root: Path) -> None:
    replace(root, BOOKLET, "★", "★★★★★")


WRONG: dict[str, Callable[[Path], None]] = {
    f"{CHANGELOG} has no section for {VERSION}.": no_section,
    f"{CHANGELOG} says nothing about {VERSION}.": nothing_said,
    f"{CHANGELOG} has no date for {VERSION}: it should be like 2026-12-31.": no_date,
    f"{CITATION} was released on 2031-05-18, not on {TODAY} as {CHANGELOG} says.": another_date,
    f"{CHANGELOG} still has entries under Unreleased.": still_unreleased,
    f"{CODE} says 9.0.0, not {VERSION}.": other_code,
    f"{CITATION} says 9.0.0, not {VERSION}.": other_citation,
    f"The figures in {BOOKLET} are not those of the certificates: .venv/bin/python tools/booklet.py.": other_figures,
}


@pytest.mark.parametrize("told", WRONG)
def test_what_does_not_agree_is_named(tree: Path, told: str) -> None:
    WRONG[told](tree)
    commit(tree)
    assert problems(tree, VERSION) == [told]


def test_soon_is_no_date(tree: Path) -> None:
    a_date_that_is_none(tree)
    commit(tree)
    assert problems(tree, VERSION) == [f"{CHANGELOG} has no date for {VERSION}: it should be like 2026-12-31."]


def test_a_version_is_written_as_versions_are(tree: Path) -> None:
    assert "'nine' is no version: it should be like 1.2.3." in problems(tree, "nine")
    assert "The version 9.01 should be written 9.1." in problems(tree, "9.01")


def test_certificates_of_another_solver_are_named(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tools.certificates, "SOLVER", 0)
    first = ", ".join(list(duels())[:3])
    assert problems(tree, VERSION) == [
        f"{len(duels())} certificates are of other duels or another solver ({first} …): make certificates."
    ]


def test_certificates_that_are_left_over_are_named(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = dict(duels())
    del here["sasaki-kojiro"]
    monkeypatch.setattr(tools.release, "duels", lambda: here)
    assert problems(tree, VERSION) == [
        "There are certificates of duels that are not in the booklet (sasaki-kojiro): make certificates."
    ]


def test_what_is_not_committed_is_not_released(tree: Path) -> None:
    (tree / "more.md").write_text("more", encoding="utf-8")
    assert problems(tree, VERSION) == ["There are changes that are not committed."]


def test_a_release_is_made_from_main(tree: Path) -> None:
    git(tree, "switch", "--quiet", "--create", "idea")
    assert problems(tree, VERSION) == ["A release is made from main, and this is idea."]
    git(tree, "switch", "--quiet", "--detach")
    assert problems(tree, VERSION) == ["A release is made from main, and this is no branch."]


def test_a_version_is_released_once(tree: Path) -> None:
    git(tree, "tag", f"v{VERSION}")
    assert problems(tree, VERSION) == [f"The tag v{VERSION} exists already."]


def test_with_its_tag_it_is_that_commit_and_on_main(tree: Path) -> None:
    git(tree, "update-ref", "refs/remotes/origin/main", "HEAD")
    assert problems(tree, VERSION, tagged=True) == [f"This is not the commit of the tag v{VERSION}."]
    git(tree, "tag", "--annotate", f"v{VERSION}", "--message", "it")
    git(tree, "switch", "--quiet", "--detach")  # as a workflow has it
    assert problems(tree, VERSION, tagged=True) == []
    commit(tree)
    git(tree, "tag", "--force", f"v{VERSION}")
    assert problems(tree, VERSION, tagged=True) == ["This commit is not on main."]


def test_everything_is_named_at_once(before: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (before / "more.md").write_text("more", encoding="utf-8")
    assert main(["check", VERSION], before) == 1
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 5
    assert all(line.endswith(".") for line in told)


@pytest.mark.parametrize(
    ("version", "why"),
    [("nine", "'nine' is no version: it should be like 1.2.3."), ("9.0.9", "9.0.9 is not newer than 9.1.0.")],
)
def test_what_cannot_be_prepared_is_left_alone(tree: Path, version: str, why: str) -> None:
    still_unreleased(tree)
    old = (tree / CHANGELOG).read_bytes()
    with pytest.raises(Refused, match=why):
        prepare(tree, version, TODAY)
    assert (tree / CHANGELOG).read_bytes() == old


def test_nothing_new_is_no_release(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prepare", "9.2.0"], tree) == 1
    assert "nothing to release" in capsys.readouterr().err


def test_headings_in_examples_are_none() -> None:
    text = "# Changelog\n\n## [1.0.0] - 2030-01-01\n\n```\n## [2.0.0]\n```\n\n## 0.9.0\n\n- First.\n"
    assert [(part.name, part.date) for part in sections(text)] == [("1.0.0", "2030-01-01"), ("0.9.0", None)]
