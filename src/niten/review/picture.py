"""What the pictures of reviews share: SVG that stands for itself, in light and in dark."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from typing import NamedTuple

from niten.review.marks import Mark
from niten.texts import percent, say

WIDTH = 960
LEFT, RIGHT, BOTTOM = 72, 24, 60
_LEAST_LABEL = 14  # between two numbers below the curve

STYLE = """
text { font: 14px system-ui, sans-serif; fill: #1c1917; }
.paper { fill: #fffdf8; } .grid { stroke: #d6d3d1; } .area { fill: #1d4ed8; opacity: .12; }
.curve { fill: none; stroke: #1d4ed8; stroke-width: 2.5; stroke-linejoin: round; }
.bad { fill: #b91c1c; } .good { fill: #15803d; } .mark { stroke: #fffdf8; stroke-width: 1.5; }
.soft { fill: #57534e; font-size: 12px; } .title { font-size: 18px; font-weight: 600; }
@media (prefers-color-scheme: dark) {
text { fill: #f5f5f4; } .soft { fill: #d6d3d1; } .paper { fill: #1c1917; } .grid { stroke: #44403c; }
.curve { stroke: #93c5fd; } .area { fill: #93c5fd; } .bad { fill: #fca5a5; } .good { fill: #86efac; }
.mark { stroke: #1c1917; } }
"""


class Frame(NamedTuple):
    """Where things stand: so many steps from left to right, shares of the win from bottom to top."""

    steps: int
    top: int
    height: int

    def x(self, index: int) -> float:
        """After so many steps."""
        return LEFT + (WIDTH - LEFT - RIGHT) * index / max(1, self.steps)

    def y(self, share: float) -> float:
        """At a share of the win."""
        return self.top + (self.height - self.top - BOTTOM) * (1 - share)

    def points(self, values: Iterable[float]) -> str:
        """The values after 0, 1, 2… steps, as a line."""
        return " ".join(f"{self.x(n):.1f},{self.y(value):.1f}" for n, value in enumerate(values))


def head(frame: Frame, title: str, caption: str, language: str, style: str = STYLE) -> Iterator[str]:
    """The beginning of the picture: what it is, the paper, title and caption."""
    heading, caption = escape(title), escape(caption)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {frame.height}" role="img" '
        f'aria-labelledby="title caption" lang="{language}">'
    )
    yield f'<title id="title">{heading}</title><desc id="caption">{caption}</desc>'
    yield f"<style>{style}</style>"
    yield f'<rect class="paper" width="{WIDTH}" height="{frame.height}"/>'
    yield f'<text class="title" x="{LEFT}" y="28">{heading}</text><text class="soft" x="{LEFT}" y="48">{caption}</text>'


def legend(entries: Iterable[tuple[str, str]], y: int) -> Iterator[str]:
    """Names with their signs, from the right."""
    right = WIDTH - RIGHT
    for name, shape in entries:
        right -= 7 * len(name)
        yield f'<g transform="translate({right} {y})">{shape}<text class="soft">{escape(name)}</text></g>'
        right -= 36


def mark_entries(*, luckiest: bool, unluckiest: bool, mistakes: bool, language: str) -> Iterator[tuple[str, str]]:
    """What the marks mean, as far as there are any."""
    for key, kind, found in (("luckiest", "good", luckiest), ("unluckiest", "bad", unluckiest)):
        if found:
            yield say(language, f"review.{key}-short"), f'<circle class="{kind}" cx="-10" cy="-4" r="5"/>'
    if mistakes:
        names = " / ".join(say(language, f"review.mark.{mark}") for mark in (Mark.MISTAKE, Mark.BLUNDER))
        yield names, '<polygon class="bad" points="-16,-9 -4,-9 -10,2"/>'


def shares(frame: Frame, language: str) -> Iterator[str]:
    """The lines behind the curve."""
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = frame.y(share)
        yield f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        label = percent(language, share, 0)
        yield f'<text class="soft" x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{label}</text>'


def stride(wide: float, room: float) -> int:
    """Of how many numbers that take this width each, one has room."""
    return next((n for n in (1, 2, 5, 10, 20, 50, 100, 200, 500) if n * wide >= room), 1000)


def axis(frame: Frame, numbers: Sequence[int], name: str, every: int = 1) -> Iterator[str]:
    """Rounds or turns, one number a step: a mark where each begins, and its number if there is room; or every so many.

    What is not numbered, like a roll-off, is number 0.
    """
    bottom, steps = frame.height - BOTTOM, 0
    for number, inside in groupby(numbers):
        begin, steps = frame.x(steps), steps + len(list(inside))
        end = frame.x(steps)
        if not number or number % every:
            continue
        yield f'<line class="grid" x1="{begin:.1f}" x2="{begin:.1f}" y1="{bottom}" y2="{bottom + 6}"/>'
        if every > 1 or end - begin > _LEAST_LABEL:
            centre = (begin + end) / 2
            yield f'<text class="soft" x="{centre:.1f}" y="{bottom + 20}" text-anchor="middle">{number}</text>'
    middle = (LEFT + WIDTH - RIGHT) / 2
    yield f'<text class="soft" x="{middle}" y="{frame.height - 14}" text-anchor="middle">{escape(name)}</text>'


def triangle(mark: Mark, x: float, y: float, language: str) -> str:
    """A mistake: the graver, the greater."""
    size = 9 if mark is Mark.BLUNDER else 6
    name = escape(say(language, f"review.mark.{mark}"))
    corners = f"{x - size:.1f},{y - size - 4:.1f} {x + size:.1f},{y - size - 4:.1f} {x:.1f},{y + size - 4:.1f}"
    return f'<polygon class="bad mark" points="{corners}"><title>{name}</title></polygon>'


def circle(kind: str, key: str, x: float, y: float, language: str) -> str:
    """A stroke of luck."""
    name = escape(say(language, key))
    return f'<circle class="{kind} mark" cx="{x:.1f}" cy="{y:.1f}" r="6"><title>{name}</title></circle>'
