"""Checking data from files: every problem is collected, none stops the reading.

Each method returns the value if it is fine, or a harmless stand-in after noting the problem, so that the caller can go
on and find the next one. `finish` raises BadSetup if anything was noted.
"""

import re
import tomllib
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from niten.core.errors import MISSING, BadSetup, Problem, problem

_LARGEST_FILE = 1024 * 1024
_MOST_PROBLEMS = 100
_LONGEST_KEY = 60


Expectation = tuple[str, Mapping[str, object]]


def expects(code: str, **details: object) -> Expectation:
    """What a required key should hold, for the case that it is missing: a problem's code and its details."""
    return code, details


class Checker:
    """Notes the problems of one source, in the order they are found."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.problems: list[Problem] = []

    def note(self, where: str, value: object, code: str, **details: object) -> None:
        """Note a problem: the code is a key of the catalogue's [problem] table."""
        self.problems.append(problem(where, value, code, **details))

    def finish(self) -> None:
        """Raise BadSetup with everything noted, if anything was."""
        if self.problems:
            raise BadSetup(self.source, self.problems[:_MOST_PROBLEMS])

    def table(
        self,
        where: str,
        value: object,
        required: Collection[str] = (),
        optional: Collection[str] = (),
        expected: Mapping[str, Expectation] = MappingProxyType({}),
    ) -> Mapping[str, Any]:
        """A table with known keys: the required ones there, no unknown ones; `expected` tells what they should hold."""
        if not isinstance(value, Mapping):
            self.note(where, value, "table")
            return {}
        table = cast("Mapping[str, Any]", value)
        inside = f"{where}." if where else ""
        unknown = [key for key in table if key not in required and key not in optional]
        for key in unknown[:_MOST_PROBLEMS]:
            where_key = printable(str(key)[:_LONGEST_KEY])
            self.note(f"{inside}{where_key}", table[key], "unknown-key", keys=", ".join([*required, *optional]))
        for key in required:
            if key not in table:
                code, details = expected.get(key, expects("missing"))
                self.note(f"{inside}{key}", MISSING, code, **details)
        return table

    def array(self, where: str, value: object, low: int, high: int) -> Sequence[Any]:
        """A list of low to high items."""
        items = cast("Sequence[Any]", value) if isinstance(value, list | tuple) else ()
        if isinstance(value, list | tuple) and low <= len(items) <= high:
            return items
        self.note(where, cast("object", value), "array" if low < high else "array-exact", low=low, high=high)
        return ()

    def number(self, where: str, value: object, low: int, high: int) -> int:
        """A whole number from low to high."""
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.note(where, value, "number" if low < high else "number-exact", low=low, high=high)
            return low
        return value

    def flag(self, where: str, value: object) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            self.note(where, value, "flag")
            return False
        return value

    def choice(self, where: str, value: object, options: Collection[str]) -> str:
        """One of the given words."""
        if not isinstance(value, str) or value not in options:
            self.note(where, value, "choice", options=", ".join(options))
            return next(iter(options))
        return value

    def text(self, where: str, value: object, longest: int) -> str:
        """A line of text that is not empty, not endless and has no control characters."""
        if not isinstance(value, str) or not value.strip() or len(value) > longest or printable(value) != value:
            self.note(where, value, "text", longest=longest)
            return "?"
        return value

    def identifier(self, where: str, value: object) -> str:
        """A word of small letters, digits and hyphens, as used in commands and file names."""
        if not isinstance(value, str) or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", value) or len(value) > 60:
            self.note(where, value, "identifier")
            return "unknown"
        return value


def printable(text: str) -> str:
    """The text with control, format and unassigned characters replaced, so that it can be shown anywhere."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(c) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} else c
        for c in text
    )


def read_toml(source: str, content: bytes) -> Mapping[str, Any]:
    """The content of a TOML file; what is not TOML at all raises BadSetup like any other problem."""
    check = Checker(source)
    if len(content) > _LARGEST_FILE:
        check.note("", f"{len(content)} bytes", "file-size", limit=_LARGEST_FILE)
        check.finish()
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        check.note("", content[error.start : error.start + 4], "file-utf8", at=error.start)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        check.note("", str(error) or type(error).__name__, "file-toml")
    raise BadSetup(source, check.problems)


def read_toml_file(path: Path) -> Mapping[str, Any]:
    """The content of a TOML file on disk."""
    with path.open("rb") as file:
        return read_toml(str(path), file.read(_LARGEST_FILE + 1))
