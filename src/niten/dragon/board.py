"""Boards as data: five paths, each with its plain spaces and the values of its five numbered spaces (D1, D2)."""

import pathlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, cast

from niten.core.checking import Checker, read_toml, read_toml_file
from niten.core.game import JsonObject
from niten.dragon.elements import Element

FORMAT = 1
NUMBERED = 5
MOST_PLAIN = 60
HIGHEST_VALUE = 99
SHIPPED = ("standard", "short", "long")


@dataclass(frozen=True, slots=True)
class Path:
    """One path: spaces 1 to `plain` are plain, the five behind them are numbered; 0 is the symbol, or outside."""

    plain: int = 8
    values: tuple[int, ...] = (1, 2, 3, 4, 5)

    @property
    def length(self) -> int:
        """The last space."""
        return self.plain + NUMBERED

    def value(self, space: int) -> int:
        """What a piece on a space scores: nothing on a plain one (D14)."""
        return self.values[space - self.plain - 1] if space > self.plain else 0


@dataclass(frozen=True, slots=True)
class Board:
    """A named board; its paths are in the order of the elements."""

    name: str
    paths: tuple[Path, ...]

    def to_data(self) -> JsonObject:
        """The board as plain JSON values."""
        paths = zip(Element, self.paths, strict=True)
        return {
            "name": self.name,
            "paths": {str(element): {"plain": path.plain, "values": list(path.values)} for element, path in paths},
        }


@cache
def shipped_board(name: str) -> Board:
    """One of the boards that come with Niten, by its name: see SHIPPED."""
    if name not in SHIPPED:
        raise LookupError(name)
    return read_board(name, resources.files("niten.dragon").joinpath("boards", f"{name}.toml").read_bytes())


def read_board(source: str, content: bytes) -> Board:
    """The board of a TOML file's content; BadSetup names everything wrong with it."""
    return _board(source, read_toml(source, content))


def load_board(file: pathlib.Path) -> Board:
    """The board of a TOML file on disk."""
    return _board(str(file), read_toml_file(file))


def _board(source: str, content: Mapping[str, Any]) -> Board:
    check = Checker(source)
    table = check.table("", content, required=("format", "name", "paths"))
    if "format" in table:
        check.number("format", table["format"], FORMAT, FORMAT)
    name, paths = check_board(check, "", table)
    check.finish()
    return Board(name, tuple(paths[element] for element in Element))


def check_board(check: Checker, inside: str, table: Mapping[str, Any]) -> tuple[str, Mapping[Element, Path]]:
    """The name and those paths of a board that are as they should be; the checker has noted what is not."""
    name = check.identifier(f"{inside}name", table["name"]) if "name" in table else ""
    if "paths" not in table:
        return name, {}
    paths = check.table(f"{inside}paths", table["paths"], required=tuple(Element))
    found = {
        element: _check_path(check, f"{inside}paths.{element}", paths[element])
        for element in Element
        if element in paths
    }
    return name, {element: path for element, path in found.items() if path}


def _check_path(check: Checker, where: str, content: object) -> Path | None:
    before = len(check.problems)
    table = check.table(where, content, required=("plain", "values"))
    plain, values = table.get("plain"), table.get("values")
    if "plain" in table and not is_whole(plain, 1, MOST_PLAIN):
        check.note(f"{where}.plain", plain, "plain-spaces", low=1, high=MOST_PLAIN)
    if "values" in table and not _are_values(values):
        check.note(f"{where}.values", values, "values", low=0, high=HIGHEST_VALUE)
    if len(check.problems) > before:
        return None
    return Path(cast("int", plain), tuple(cast("list[int]", values)))


def _are_values(content: object) -> bool:
    if not isinstance(content, list | tuple):
        return False
    values = cast("list[object]", content)
    return len(values) == NUMBERED and all(is_whole(value, 0, HIGHEST_VALUE) for value in values)


def is_whole(content: object, low: int, high: int) -> bool:
    """Whether something read from a file is a whole number from low to high."""
    return isinstance(content, int) and not isinstance(content, bool) and low <= content <= high
