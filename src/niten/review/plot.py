"""The curve of a reviewed duel as a picture."""

from collections.abc import Iterator

from niten.review import picture
from niten.review.analysis import Decision, Moment, Review
from niten.review.marks import Mark
from niten.texts import say

HEIGHT, TOP = 420, 64


def draw(review: Review, title: str, language: str) -> str:
    """The picture: the value after each step, mistakes as triangles, the greatest luck and bad luck as circles."""
    moments = review.moments
    frame = picture.Frame(len(moments), TOP, HEIGHT)
    points = frame.points([review.initial, *(moment.value for moment in moments)])
    floor = f"{frame.y(0):.1f}"
    area = f"{picture.LEFT},{floor} {points} {frame.x(len(moments)):.1f},{floor}"
    legend = picture.mark_entries(
        luckiest=review.luckiest is not None,
        unluckiest=review.unluckiest is not None,
        mistakes=bool(review.marked(Mark.MISTAKE, Mark.BLUNDER)),
        language=language,
    )
    parts = [
        *picture.head(frame, title, say(language, "review.curve"), language),
        *picture.legend(legend, y=48),
        *picture.shares(frame, language),
        *picture.axis(frame, [moment.round for moment in moments], say(language, "review.round")),
        f'<polygon class="area" points="{area}"/>',
        f'<polyline class="curve" points="{points}"/>',
    ]
    for moment in moments:
        parts += _marks(review, moment, frame, language)
    return "\n".join([*parts, "</svg>", ""])


def _marks(review: Review, moment: Moment, frame: picture.Frame, language: str) -> Iterator[str]:
    x, y = frame.x(moment.index + 1), frame.y(moment.value)
    if isinstance(moment, Decision) and moment.mark in (Mark.MISTAKE, Mark.BLUNDER):
        yield picture.triangle(moment.mark, x, y, language)
    if moment is review.luckiest:
        yield picture.circle("good", "review.luckiest-short", x, y, language)
    if moment is review.unluckiest:
        yield picture.circle("bad", "review.unluckiest-short", x, y, language)
