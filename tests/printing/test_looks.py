"""How sheets look, compared with what is kept in tests/data/sheets.

`NITEN_UPDATE_PICTURES=1 .venv/bin/python -m pytest tests/printing` keeps new pictures. Look at them before you commit.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from niten.dragon.board import shipped_board
from niten.printing import booklet, duel_sheet, race_sheets
from testkit.pictures import compare
from testkit.sheets import LARGE, LARGEST, ODA, SHORTEST, picture

KEPT = Path(__file__).parents[1] / "data" / "sheets"
SHEETS: dict[str, tuple[Callable[[], bytes], list[int]]] = {
    "duel-de-a4": (lambda: duel_sheet(ODA, "de", "a4"), [0]),
    "duel-fr-letter": (lambda: duel_sheet(ODA, "fr", "letter"), [0]),
    "large-en-a4": (lambda: duel_sheet(LARGE, "en", "a4"), [0, 1]),
    "largest-es-letter": (lambda: duel_sheet(LARGEST, "es", "letter"), [0]),
    "shortest-de-letter": (lambda: duel_sheet(SHORTEST, "de", "letter"), [0]),
    "booklet-fr-a4": (lambda: booklet("fr", "a4", [ODA, LARGE, SHORTEST]), [0, 1, 2]),
    "race-de-a4": (lambda: race_sheets("de", "a4"), [0, 1, 2, 3]),
    "race-long-en-letter": (lambda: race_sheets("en", "letter", shipped_board("long")), [1, 4]),
}


@pytest.mark.parametrize("name", SHEETS)
def test_sheets_look_as_they_did(name: str) -> None:
    make, pages = SHEETS[name]
    pdf = make()
    for page in pages:
        compare(picture(pdf, page), KEPT / f"{name}-{page + 1}.png")


def test_what_is_kept_is_compared_and_small() -> None:
    kept = {one.stem: one.stat().st_size for one in KEPT.glob("*.png")}
    assert set(kept) == {f"{name}-{page + 1}" for name, (_, pages) in SHEETS.items() for page in pages}
    assert sum(kept.values()) < 1_200_000


def test_a_sheet_is_read_without_colour() -> None:
    """Nothing is told by vermilion alone: in grey it is still far from the paper."""
    coloured = picture(duel_sheet(ODA, "en"), 0, dpi=100)
    red, green, _ = coloured.split()
    vermilion = ImageChops.subtract(red, green).point([255 * (value > 100) for value in range(256)])
    assert vermilion.histogram()[255] > 1000
    grey = Image.composite(coloured.convert("L"), Image.new("L", coloured.size, 0), vermilion)
    assert grey.histogram()[128:] == [0] * 128
