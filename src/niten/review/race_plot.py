"""The curves of a reviewed race as a picture: a line for each seat, told apart by colour, dashes and letters."""

from collections.abc import Iterator, Sequence
from html import escape

from niten.dragon import Colour
from niten.review import picture
from niten.review.marks import Mark
from niten.review.race import Decision, RaceReview
from niten.texts import say

HEIGHT, TOP = 480, 92
_NAMES, _MARKS = 74, 48  # where the two rows of the legend stand
_LETTERS = 6  # on each line, from left to right
_ROOM = 32  # between two numbers of turns

# A line is drawn twice, the wider one below in ink: so white shows on paper and black in the dark.
_STYLE = (
    picture.STYLE
    + """
.edge, .seat { fill: none; stroke-linejoin: round; } .edge { stroke: #1c1917; stroke-width: 3.6; }
.seat { stroke-width: 2.2; } .chip { stroke: #1c1917; stroke-width: 1.2; }
.chip + text { font-size: 11px; font-weight: 700; text-anchor: middle; }
@media (prefers-color-scheme: dark) { .edge, .chip { stroke: #f5f5f4; } }
"""
)
_INK = {
    Colour.BLACK: ("#292524", "#ffffff"),
    Colour.RED: ("#dc2626", "#ffffff"),
    Colour.WHITE: ("#ffffff", "#1c1917"),
    Colour.YELLOW: ("#facc15", "#1c1917"),
    Colour.BLUE: ("#2563eb", "#ffffff"),
}
"""A seat's line, and the letter on it."""
_DASHES = {Colour.BLACK: "", Colour.RED: "12 4", Colour.WHITE: "", Colour.YELLOW: "12 4 3 4", Colour.BLUE: "4 4"}


def draw(review: RaceReview, seats: Sequence[int], title: str, language: str) -> str:
    """The picture: all shares of the win after each step; mistakes of these seats as triangles.

    The greatest luck and bad luck are shown as circles where it is about one seat.
    """
    moments, players = review.moments, review.game.options.players
    frame = picture.Frame(len(moments), TOP, HEIGHT)
    turns = [moment.turn for moment in moments]
    wide = (frame.x(frame.steps) - frame.x(0)) / max(1, *turns, 1)
    every = picture.stride(wide, _ROOM)
    one = review.seats[seats[0]] if len(seats) == 1 else None
    legend = picture.mark_entries(
        luckiest=bool(one and one.luckiest),
        unluckiest=bool(one and one.unluckiest),
        mistakes=any(review.seats[seat].marked(Mark.MISTAKE, Mark.BLUNDER) for seat in seats),
        language=language,
    )
    parts = [
        *picture.head(frame, title, say(language, "review.curve"), language, _STYLE),
        *picture.legend(legend, y=_MARKS),
        *_names(players, language),
        *picture.shares(frame, language),
        *picture.axis(frame, turns, say(language, "review.race.turn"), every),
    ]
    values = [review.initial, *(moment.values for moment in moments)]
    for seat, colour in enumerate(players):
        parts += _line(colour, frame.points(shares[seat] for shares in values))
    for seat, colour in enumerate(players):
        parts += _letters(frame, colour, [shares[seat] for shares in values], (seat + 0.5) / len(players), language)
    parts += _marks(review, seats, frame, language)
    return "\n".join([*parts, "</svg>", ""])


def _line(colour: Colour, points: str) -> Iterator[str]:
    dashes = f' stroke-dasharray="{_DASHES[colour]}"' if _DASHES[colour] else ""
    yield f'<polyline class="edge" points="{points}"{dashes}/>'
    yield f'<polyline class="seat {colour}" stroke="{_INK[colour][0]}" points="{points}"{dashes}/>'


def _letters(
    frame: picture.Frame, colour: Colour, values: Sequence[float], shift: float, language: str
) -> Iterator[str]:
    """The seat's letter on its line, every now and then; each seat at other places."""
    for n in range(_LETTERS):
        at = round((n + shift) / _LETTERS * (len(values) - 1))
        yield _chip(colour, frame.x(at), frame.y(values[at]), language)


def _chip(colour: Colour, x: float, y: float, language: str) -> str:
    paper, ink = _INK[colour]
    letter = escape(say(language, f"dragon.mark.{colour}"))
    return (
        f'<circle class="chip" fill="{paper}" cx="{x:.1f}" cy="{y:.1f}" r="7.5"/>'
        f'<text x="{x:.1f}" y="{y + 4:.1f}" style="fill: {ink}">{letter}</text>'
    )


def _names(players: Sequence[Colour], language: str) -> Iterator[str]:
    """Which line is whose, in the order of play."""
    left = picture.LEFT
    for colour in players:
        name = say(language, f"dragon.colour.{colour}")
        yield from _line(colour, f"{left},{_NAMES - 4} {left + 44},{_NAMES - 4}")
        yield _chip(colour, left + 22, _NAMES - 4, language)
        yield f'<text class="soft" x="{left + 52}" y="{_NAMES}">{escape(name)}</text>'
        left += 52 + 8 * len(name) + 28


def _marks(review: RaceReview, seats: Sequence[int], frame: picture.Frame, language: str) -> Iterator[str]:
    for moment in review.moments:
        if isinstance(moment, Decision) and moment.seat in seats and moment.mark in (Mark.MISTAKE, Mark.BLUNDER):
            x, y = frame.x(moment.index + 1), frame.y(moment.values[moment.seat])
            yield picture.triangle(moment.mark, x, y, language)
    if len(seats) == 1:
        seat = review.seats[seats[0]]
        for found, kind in ((seat.luckiest, "good"), (seat.unluckiest, "bad")):
            if found:
                key = "review.luckiest-short" if kind == "good" else "review.unluckiest-short"
                x, y = frame.x(found.index + 1), frame.y(found.values[seat.seat])
                yield picture.circle(kind, key, x, y, language)
