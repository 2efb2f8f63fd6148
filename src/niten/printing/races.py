"""The race to cut out: the board at playing size, animals and counters, dice, rules."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from niten.dragon.board import Board, Path, shipped_board
from niten.dragon.elements import PATH_OF, POWER_OF, Colour, Element, Face
from niten.printing.duels import rules_data
from niten.printing.press import Paper, press
from niten.texts import say

SPACE = 26.0  # mm along a path, at least; an animal is 20 across
_WIDTHS = {"a4": 297.0, "letter": 279.4}
_MARGINS = 2 * 9.0 + 12.0  # and the strip where sheets overlap


def race_sheets(language: str, paper: Paper = "a4", board: Board | None = None) -> bytes:
    """Everything the race needs, as one PDF: the board over as many sheets as it takes, pieces, dice, rules."""
    board = board or shipped_board("standard")
    title = say(language, "print.race")
    cuts = _cuts(max(path.length for path in board.paths), paper)
    return press(
        "race.typ",
        {
            "language": language,
            "paper": paper,
            "title": title,
            "description": say(language, "print.race-about"),
            "foot": title,
            "boards": [_board_sheet(language, board, first, last, cuts) for first, last in pairwise(cuts)],
            "pieces": _pieces(language),
            "dice": _dice(language),
            "rules": rules_data("dragon", language),
            "rights": say(language, "print.rights"),
        },
    )


def _cuts(longest: int, paper: Paper) -> list[int]:
    """Where sheets begin: each has the spaces from its cut to before the next one; 0 is the symbol."""
    room = _WIDTHS[paper] - _MARGINS
    most = int(room // SPACE)
    sheets = -(-(longest + 1) // most)
    each = -(-(longest + 1) // sheets)
    return [*range(0, longest + 1, each), longest + 1]


def _board_sheet(language: str, board: Board, first: int, last: int, cuts: list[int]) -> dict[str, Any]:
    number, count = cuts.index(first) + 1, len(cuts) - 1
    return {
        "title": say(language, "print.board-part", number=number, count=count),
        "joins": say(language, "print.joins", number=number + 1) if number < count else "",
        "spaces": cuts[1],
        "paths": [
            {
                "element": str(element),
                "colour": str(colour),
                "name": say(language, f"dragon.element.{element}"),
                "alt": _path_alt(language, element, path),
                "cells": [_cell(path, space) for space in range(first, min(last, path.length + 1))],
                "goes-on": path.length >= last,
            }
            for (colour, element), path in zip(PATH_OF.items(), board.paths, strict=True)
        ],
    }


def _path_alt(language: str, element: Element, path: Path) -> str:
    spaces = say(language, "print.spaces", plain=path.plain, values=_listed(path.values))
    name = say(language, f"dragon.element.{element}")
    return say(language, "print.board-alt", element=name[0].upper() + name[1:], spaces=spaces)


def _cell(path: Path, space: int) -> str:
    """What stands on a space: the symbol, nothing, or its value."""
    if space == 0:
        return "symbol"
    return str(path.value(space)) if space > path.plain else ""


def _pieces(language: str) -> dict[str, Any]:
    return {
        "title": say(language, "print.pieces"),
        "text": say(language, "print.pieces-text"),
        "colours": [
            {
                "colour": str(colour),
                "name": say(language, f"dragon.animal.{colour}"),
                "alt": say(language, "print.piece-alt", animal=say(language, f"dragon.animal.{colour}")),
                "counter": say(language, "print.counter-of"),
                "power": say(language, f"dragon.power.{POWER_OF[colour]}"),
            }
            for colour in Colour
        ],
    }


def _dice(language: str) -> dict[str, Any]:
    faces = [say(language, f"dragon.element.{face}") for face in Face]
    numbered = _listed(f"{number} {face}" for number, face in enumerate(faces, 1))
    return {
        "title": say(language, "print.dice-nets"),
        "text": say(language, "print.dice-text", faces=numbered),
        "alt": say(language, "print.net-alt", faces=_listed(faces)),
    }


def _listed(items: Iterable[object]) -> str:
    return ", ".join(map(str, items))
