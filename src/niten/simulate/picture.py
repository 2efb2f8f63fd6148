"""A simulation as a picture: who won or how it ended, and how long it took."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

from niten.review.picture import LEFT, RIGHT, STYLE, WIDTH, Frame, head, stride
from niten.simulate.result import Interval
from niten.texts import decimal, percent

_TOP, _ROW, _NAMES, _WIDEST = 84, 30, 300, 460
_GAP, _TALL, _FOOT = 56, 240, 64
_LABEL = 40  # room for a number below a bar
_STYLE = (
    STYLE
    + ".bar { fill: #1d4ed8; } .whisker { stroke: #b91c1c; stroke-width: 2; }\n"
    + ("@media (prefers-color-scheme: dark) { .bar { fill: #93c5fd; } .whisker { stroke: #fca5a5; } }\n")
)


class Bar(NamedTuple):
    """A share of the games, with its interval where it has one."""

    name: str
    share: float
    interval: Interval | None = None


class Bin(NamedTuple):
    """Games that lasted from `low` to `high`."""

    low: int
    high: int
    games: int

    @property
    def name(self) -> str:
        """As a range."""
        return str(self.low) if self.low == self.high else f"{self.low}–{self.high}"


def binned(lengths: Mapping[int, int], most: int) -> list[Bin]:
    """The lengths in at most so many bins of one width: 1, 2, 5, 10, 20 and so on."""
    low, high = min(lengths), max(lengths)
    width = next(
        w for power in range(9) for w in (10**power, 2 * 10**power, 5 * 10**power) if high // w - low // w < most
    )
    bins: list[Bin] = []
    for first in range(low // width * width, high + 1, width):
        inside = range(first, first + width)
        count = sum(lengths.get(length, 0) for length in inside)
        bins.append(Bin(max(first, low), min(first + width - 1, high), count))
    return bins


def draw(title: str, caption: str, bars: Sequence[Bar], bins: Sequence[Bin], *, unit: str, language: str) -> str:
    """The picture: bars with whiskers, and below them the lengths."""
    floor = _TOP + _ROW * len(bars) + _GAP + _TALL
    frame = Frame(len(bins), _TOP, floor + _FOOT)
    parts = [*head(frame, title, caption, language, _STYLE)]
    parts += _bars(bars, language)
    parts += _histogram(bins, floor, unit, language)
    return "\n".join([*parts, "</svg>", ""])


def _bars(bars: Sequence[Bar], language: str) -> Iterator[str]:
    highest = max([bar.interval.high if bar.interval else bar.share for bar in bars] + [0.01])
    for row, bar in enumerate(bars):
        y, wide = _TOP + _ROW * row + (0 if bar.interval else _ROW // 2), _WIDEST * bar.share / highest
        end = wide
        yield f'<text x="{_NAMES - 12}" y="{y + 15}" text-anchor="end">{escape(bar.name)}</text>'
        yield f'<rect class="bar" x="{_NAMES}" y="{y}" width="{max(wide, 1):.1f}" height="20"/>'
        if bar.interval:
            low, end = (_NAMES + _WIDEST * edge / highest for edge in bar.interval)
            yield f'<line class="whisker" x1="{low:.1f}" x2="{end:.1f}" y1="{y + 10}" y2="{y + 10}"/>'
            end -= _NAMES
        share = percent(language, bar.share, 2)
        yield f'<text class="soft" x="{_NAMES + max(end, wide) + 10:.1f}" y="{y + 14}">{share}</text>'


def _histogram(bins: Sequence[Bin], floor: int, unit: str, language: str) -> Iterator[str]:
    frame, most = Frame(len(bins), floor - _TALL, floor), max(each.games for each in bins)
    every = stride(frame.x(1) - frame.x(0), _LABEL)
    for n, each in enumerate(bins):
        x, wide, high = frame.x(n), frame.x(n + 1) - frame.x(n), _TALL * each.games / most
        name = escape(f"{each.name}: {decimal(language, each.games, 0)}")
        yield (
            f'<rect class="bar" x="{x + 1:.1f}" y="{floor - high:.1f}" width="{max(1.0, wide - 2):.1f}" '
            f'height="{high:.1f}"><title>{name}</title></rect>'
        )
        if n % every == 0:
            yield f'<text class="soft" x="{x + wide / 2:.1f}" y="{floor + 20}" text-anchor="middle">{each.low}</text>'
    yield f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{floor}" y2="{floor}"/>'
    middle = (LEFT + WIDTH - RIGHT) / 2
    yield f'<text class="soft" x="{middle}" y="{floor + 46}" text-anchor="middle">{escape(unit)}</text>'
