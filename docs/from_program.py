"""Pages that the program writes itself, so that they cannot say anything else than it does.

    {rules} samurai      the numbered rules of a game, with their standing
    {commands}           every `niten` command with its help
    {session} ARGUMENTS  a `niten` command that is really run; its lines are what somebody types
    {names} PACKAGE      what a package offers, and where it comes from

And the number of a rule, anywhere in a text, leads to the rule; a page that a docstring names, to the page.
"""

import inspect
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib import import_module
from itertools import groupby
from operator import itemgetter
from typing import Any, ClassVar

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective

from niten.terminal.app import build_app
from niten.texts import rules, rules_head

PAGES = {"S": ("samurai", "rules-samurai"), "D": ("dragon", "rules-dragon")}
NUMBERS = {rule["id"] for game, _ in PAGES.values() for part in rules(game, "en") for rule in part["rule"]}
STANDING = {"all": "printed", "edition": "editions differ", "ruling": "ruling", "rebuilt": "rebuilt"}


class Rules(SphinxDirective):
    """All rules of a game, as `niten rules` has them."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        game = self.arguments[0]
        head = nodes.paragraph("", rules_head(game, "en")["intro"])
        return [head, *(self._section(part) for part in rules(game, "en"))]

    def _section(self, part: Any) -> nodes.section:
        section = nodes.section(ids=[nodes.make_id(part["title"])], names=[part["title"].lower()])
        self.state.document.note_implicit_target(section)
        table = nodes.definition_list(classes=["rules"])
        for number, entries in groupby(part["rule"], itemgetter("id")):
            found = nodes.definition("", *map(self._entry, entries))
            table += nodes.definition_list_item("", nodes.term("", number, ids=[number.lower()]), found)
        section += [nodes.title("", part["title"]), table]
        return section

    def _entry(self, rule: Any) -> nodes.paragraph:
        standing = rule["standing"]
        mark = nodes.inline("", STANDING[standing], classes=["standing", standing])
        return nodes.paragraph("", "", mark, nodes.Text(" " + rule["text"]))


class Commands(SphinxDirective):
    """Every command, from the tree that runs them."""

    def run(self) -> list[nodes.Node]:
        text = build_app("en").generate_docs(heading_level=1)
        text = re.sub(r"\A# niten\n", "", text)
        text = re.sub(r"## Table of Contents\n.*?(?=\*\*Commands)", "", text, count=1, flags=re.DOTALL)
        text = re.sub(r"^Example: (.*)$", r"For example: `\1`", text, flags=re.MULTILINE)
        text = re.sub(r"^Usage: (.*)$", r"```text\n\1\n```", text, flags=re.MULTILINE)
        start, commands = re.split(r"^(?=## )", text, maxsplit=1, flags=re.MULTILINE)
        return [*self._parsed(start, titles=False), *self._parsed(commands, titles=True)]

    def _parsed(self, text: str, *, titles: bool) -> list[nodes.Node]:
        holder = nodes.container()
        self.state.nested_parse(StringList(text.splitlines(), "niten --help"), 0, holder, match_titles=titles)
        return holder.children


class Session(SphinxDirective):
    """A command and what it says; what is typed stands where it was asked for."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        typed = list(self.content)
        with tempfile.TemporaryDirectory() as home:
            environment = os.environ | {"NITEN_HOME": home, "LANG": "en_GB.UTF-8", "PYTHONUTF8": "1", "COLUMNS": "80"}
            run = subprocess.run(
                [sys.executable, "-m", "niten", *self.arguments[0].split()],
                input="".join(f"{line}\n" for line in typed),
                capture_output=True,
                text=True,
                env=environment,
                cwd=home,
                check=False,
            )
        if run.returncode:
            raise self.error(f"niten {self.arguments[0]} ended with {run.returncode}: {run.stderr}")
        first, *rest = re.split(r"^> ", run.stdout, flags=re.MULTILINE)
        if len(rest) > len(typed):
            raise self.error(f"niten {self.arguments[0]} asked {len(rest)} times, {len(typed)} lines are given")
        said = first + "".join(f"> {line}\n{told}" for line, told in zip(typed, rest, strict=False))
        block = nodes.literal_block("", f"$ niten {self.arguments[0]}\n{said.rstrip()}", classes=["session"])
        block["language"] = "text"
        return [block]


class Names(SphinxDirective):
    """The public names of a package that only passes them on."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        module = import_module(self.arguments[0])
        lines = ["| name | what it is |", "| --- | --- |", *(self._row(module, name) for name in module.__all__)]
        holder = nodes.container()
        self.state.nested_parse(StringList(lines, module.__name__), 0, holder)
        return holder.children

    def _row(self, module: Any, name: str) -> str:
        value = getattr(module, name)
        if not (inspect.isclass(value) or inspect.isfunction(value) or hasattr(value, "__wrapped__")):
            told = repr(value) if isinstance(value, int | str) else f"{type(value).__name__} of {len(value)}"
            return f"| `{name}` | `{told}` |"
        public = ".".join(value.__module__.split(".")[:2])  # the package that offers it
        where = public if hasattr(import_module(public), value.__name__) else value.__module__
        summary = (inspect.getdoc(value) or "").partition("\n")[0]
        return f"| {{py:obj}}`{name} <{where}.{value.__name__}>` | {summary} |"


class RuleLinks(SphinxPostTransform):
    """`S14` in a text leads to rule S14."""

    default_priority = 800
    builders = ("html",)
    _never: ClassVar = (nodes.literal, nodes.literal_block, nodes.reference, nodes.title, nodes.term, nodes.raw)

    def run(self, **_: Any) -> None:
        for text in list(self.document.findall(nodes.Text)):
            if not self._is_prose(text):
                continue
            parts = list(self._parts(text.astext()))
            if len(parts) > 1:
                text.parent.replace(text, parts)

    def _is_prose(self, text: nodes.Text) -> bool:
        above = text.parent
        while above is not None:
            if isinstance(above, self._never):
                return False
            above = above.parent
        return True

    def _parts(self, text: str) -> Iterator[nodes.Node]:
        for part in re.split(r"\b([SD][0-9]{1,2})\b", text):
            if part in NUMBERS:
                page = self.app.builder.get_relative_uri(self.env.docname, PAGES[part[0]][1])
                yield nodes.reference("", part, refuri=f"{page}#{part.lower()}", internal=True, classes=["rule"])
            elif part:
                yield nodes.Text(part)


def link_pages(_app: Sphinx, _what: str, _name: str, _thing: Any, _options: Any, lines: list[str]) -> None:
    """`docs/model.md` in a docstring is a link."""
    lines[:] = [re.sub(r"`?docs/([a-z-]+)\.md`?", r":doc:`/\1`", line) for line in lines]


def shorten_defaults(
    _app: Sphinx, _what: str, _name: str, _thing: Any, _options: Any, signature: str | None, returned: str | None
) -> tuple[str | None, str | None]:
    """What a dataclass makes anew for each object cannot be written down, and would spoil the links of the types."""
    return (signature.replace("<factory>", "...") if signature else signature), returned


def give_levels(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _tree: Any) -> None:
    """The captions of the four parts are headings to a screen reader, but Sphinx does not say of which level."""
    tree = context.get("furo_navigation_tree", "")
    context["furo_navigation_tree"] = tree.replace('role="heading"', 'role="heading" aria-level="2"')


def setup(app: Sphinx) -> dict[str, Any]:
    for name, directive in {"rules": Rules, "commands": Commands, "session": Session, "names": Names}.items():
        app.add_directive(name, directive)
    app.add_post_transform(RuleLinks)
    app.connect("autodoc-process-docstring", link_pages)
    app.connect("autodoc-process-signature", shorten_defaults)
    app.connect("html-page-context", give_levels, priority=900)  # after the theme
    return {"parallel_read_safe": True, "parallel_write_safe": True}
