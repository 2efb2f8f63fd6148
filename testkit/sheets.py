"""Sheets for the tests: duels of every size, and what can be read off a PDF."""

import io
from collections.abc import Iterator
from itertools import takewhile
from typing import Any, NamedTuple

import pikepdf
import pypdfium2 as pdfium  # pyright: ignore[reportMissingTypeStubs]
from PIL import Image

from niten.booklet import find_duel
from niten.samurai.duel import LINES, ZONES, Duel, Effect, Gain, Harm, Line, PlayerPage, Reward
from niten.texts import LANGUAGES

ODA = find_duel("oda-nobunaga")

# As much of everything as a duel file can have (docs/duel-files.md).
LARGEST = Duel(
    id="largest",
    name="W" * 60,
    stars=4,
    health=99,
    resistance=tuple((number, number) for number in range(70, 100)),
    lines={number: Line(99, 99, Effect(Harm.HEALTH, 99)) for number in LINES},
    player=PlayerPage(
        health=99,
        ki=99,
        dice=(3,) * 60,
        rewards=tuple(Reward(970 + n, Gain.DEFENSE, 99) for n in range(30)),
        injuries=dict.fromkeys(ZONES, Effect(Harm.DEEP_WOUND)),
    ),
    texts=dict.fromkeys(LANGUAGES, "W" * 300 + " Gegenangriffsverteidigung" * 11),
)
LARGE = Duel(
    id="large",
    name="Die drei ungleichen Brüder vom Fluss der sieben Nebel zu Kōyō",
    stars=3,
    health=45,
    resistance=((4, 1), (6, 2), (8, 3), (10, 4), (12, 5)),
    lines=ODA.lines,
    player=PlayerPage(health=30, ki=25, dice=(3, 2, 1) * 9, rewards=LARGEST.player.rewards[:20]),
    texts=dict.fromkeys(LANGUAGES, "Drei Klingen, drei Mienen, ein Wille. " * 6),
)
SHORTEST = Duel("shortest", "Ō", 1, 1, ((1, 1),), dict.fromkeys(LINES, Line(0)), PlayerPage(1, 0, (1,), ()))
DUELS = {"oda-nobunaga": ODA, "largest": LARGEST, "large": LARGE, "shortest": SHORTEST}

POINTS = 72 / 25.4  # in a millimetre
MARGIN, SLACK = 9.0, 0.5  # mm
HANGING = 1.6  # mm that a blank at the end of a line, or the accent of a capital, may stand out
SIZES = {"a4": (297.0, 210.0), "letter": (279.4, 215.9)}


class Box(NamedTuple):
    """A run of text and where it stands, in millimetres from the lower left corner."""

    left: float
    bottom: float
    right: float
    top: float
    text: str

    def overlaps(self, other: "Box") -> float:
        """How many millimetres the two reach into each other; not above 0 if they do not."""
        across = min(self.right, other.right) - max(self.left, other.left)
        up = min(self.top, other.top) - max(self.bottom, other.bottom)
        return min(across, up)


def _rendered(pdf: bytes) -> Any:
    """The PDF as pdfium sees it; its types are only half told."""
    return pdfium.PdfDocument(pdf)


def picture(pdf: bytes, page: int, *, dpi: int = 75) -> Image.Image:
    """A page as it is printed."""
    with _rendered(pdf) as document:
        image: Image.Image = document[page].render(scale=dpi / 72).to_pil()
        return image.convert("RGB")


def boxes(pdf: bytes) -> Iterator[tuple[int, list[Box]]]:
    """Page by page the runs of text."""
    with _rendered(pdf) as document:
        for number in range(len(document)):
            text = document[number].get_textpage()
            runs: list[tuple[float, float, float, float]] = [text.get_rect(at) for at in range(text.count_rects())]
            yield number, [_box(run, text.get_text_bounded(*run)) for run in runs]


def _box(run: tuple[float, float, float, float], text: str) -> Box:
    left, bottom, right, top = (side / POINTS for side in run)
    return Box(left, bottom, right, top, text)


def words(pdf: bytes) -> str:
    """All text, page after page."""
    with _rendered(pdf) as document:
        return "\n".join(page.get_textpage().get_text_bounded() for page in document)


def opened(pdf: bytes) -> pikepdf.Pdf:
    """The PDF's own structure."""
    return pikepdf.open(io.BytesIO(pdf))


def tags(pdf: bytes) -> list[tuple[str, str]]:
    """The structure tree in reading order: each tag, and its alternative text."""
    found: list[tuple[str, str]] = []

    def visit(node: Any) -> None:
        if isinstance(node, pikepdf.Array):
            for kid in node:
                visit(kid)
        elif isinstance(node, pikepdf.Dictionary) and "/S" in node:
            found.append((str(node["/S"]).lstrip("/"), str(node.get("/Alt", ""))))
            visit(node.get("/K", pikepdf.Array()))

    with opened(pdf) as document:
        visit(document.Root.StructTreeRoot.K)
    return found


def stands_well(pdf: bytes, paper: str) -> None:
    """Every text is within the margins of its page, and none lies on another."""
    for page, runs in within_margins(pdf, paper):
        for at, one in enumerate(ordered := sorted(runs)):  # from left to right
            for other in takewhile(lambda other, one=one: other.left < one.right, ordered[at + 1 :]):
                assert one.overlaps(other) < SLACK, (page, one, other)


def within_margins(pdf: bytes, paper: str) -> list[tuple[int, list[Box]]]:
    """Every text is within the margins of its page; what there is, page by page."""
    width, height = SIZES[paper]
    pages = list(boxes(pdf))
    for page, runs in pages:
        assert runs, f"page {page} is empty"
        for run in runs:
            assert run.left > MARGIN - SLACK, (page, run)
            assert run.right < width - MARGIN + HANGING, (page, run)
            assert run.bottom > MARGIN - SLACK, (page, run)
            assert run.top < height - MARGIN + HANGING, (page, run)
    return pages
