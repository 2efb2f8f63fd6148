"""The curve of a reviewed duel as a picture: SVG that stands for itself, in light and in dark."""

from collections.abc import Callable, Iterator
from html import escape
from itertools import groupby

from niten.review.analysis import Decision, Moment, Review
from niten.review.marks import Mark
from niten.texts import percent, say

WIDTH, HEIGHT = 960, 420
LEFT, RIGHT, TOP, BOTTOM = 72, 24, 64, 60

_STYLE = """
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


def draw(review: Review, title: str, language: str) -> str:
    """The picture: the value after each step, mistakes as triangles, the greatest luck and bad luck as circles."""
    moments = review.moments
    values = [review.initial, *(moment.value for moment in moments)]

    def x(index: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * index / max(1, len(moments))

    def y(value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - value)

    points = " ".join(f"{x(n):.1f},{y(value):.1f}" for n, value in enumerate(values))
    area = f"{LEFT},{y(0):.1f} {points} {x(len(moments)):.1f},{y(0):.1f}"
    heading = escape(title)
    caption = escape(say(language, "review.curve"))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-labelledby="title caption" lang="{language}">',
        f'<title id="title">{heading}</title><desc id="caption">{caption}</desc>',
        f"<style>{_STYLE}</style>",
        f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>',
        f'<text class="title" x="{LEFT}" y="28">{heading}</text><text class="soft" x="{LEFT}" y="48">{caption}</text>',
    ]
    parts += _legend(review, language)
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(share):.1f}" y2="{y(share):.1f}"/>')
        label = percent(language, share, 0)
        parts.append(f'<text class="soft" x="{LEFT - 8}" y="{y(share) + 4:.1f}" text-anchor="end">{label}</text>')
    parts += _rounds(moments, x, language)
    parts += [f'<polygon class="area" points="{area}"/>', f'<polyline class="curve" points="{points}"/>']
    for moment in moments:
        parts += _marks(review, moment, x(moment.index + 1), y(moment.value), language)
    return "\n".join([*parts, "</svg>", ""])


def _legend(review: Review, language: str) -> Iterator[str]:
    """What the marks mean, as far as there are any, at the right above the curve."""
    entries = [
        (say(language, f"review.{key}-short"), f'<circle class="{kind}" cx="-10" cy="-4" r="5"/>')
        for key, kind, found in (("luckiest", "good", review.luckiest), ("unluckiest", "bad", review.unluckiest))
        if found
    ]
    if review.marked(Mark.MISTAKE, Mark.BLUNDER):
        names = " / ".join(say(language, f"review.mark.{mark}") for mark in (Mark.MISTAKE, Mark.BLUNDER))
        entries.append((names, '<polygon class="bad" points="-16,-9 -4,-9 -10,2"/>'))
    right = WIDTH - RIGHT
    for name, shape in entries:
        right -= 7 * len(name)
        yield f'<g transform="translate({right} 48)">{shape}<text class="soft">{escape(name)}</text></g>'
        right -= 36


def _rounds(moments: tuple[Moment, ...], x: Callable[[int], float], language: str) -> Iterator[str]:
    """A mark where each round begins, and its number in the middle of it."""
    bottom = HEIGHT - BOTTOM
    for number, steps in groupby(moments, key=lambda moment: moment.round):
        inside = list(steps)
        begin, end = x(inside[0].index), x(inside[-1].index + 1)
        yield f'<line class="grid" x1="{begin:.1f}" x2="{begin:.1f}" y1="{bottom}" y2="{bottom + 6}"/>'
        if end - begin > 14:
            centre = (begin + end) / 2
            yield f'<text class="soft" x="{centre:.1f}" y="{bottom + 20}" text-anchor="middle">{number}</text>'
    middle = (LEFT + WIDTH - RIGHT) / 2
    label = escape(say(language, "review.round"))
    yield f'<text class="soft" x="{middle}" y="{HEIGHT - 14}" text-anchor="middle">{label}</text>'


def _marks(review: Review, moment: Moment, x: float, y: float, language: str) -> Iterator[str]:
    if isinstance(moment, Decision) and moment.mark in (Mark.MISTAKE, Mark.BLUNDER):
        size = 9 if moment.mark is Mark.BLUNDER else 6
        name = escape(say(language, f"review.mark.{moment.mark}"))
        corners = f"{x - size:.1f},{y - size - 4:.1f} {x + size:.1f},{y - size - 4:.1f} {x:.1f},{y + size - 4:.1f}"
        yield f'<polygon class="bad mark" points="{corners}"><title>{name}</title></polygon>'
    lucky, unlucky = "review.luckiest-short", "review.unluckiest-short"
    for found, key, kind in ((review.luckiest, lucky, "good"), (review.unluckiest, unlucky, "bad")):
        if moment is found:
            name = escape(say(language, key))
            yield f'<circle class="{kind} mark" cx="{x:.1f}" cy="{y:.1f}" r="6"><title>{name}</title></circle>'
