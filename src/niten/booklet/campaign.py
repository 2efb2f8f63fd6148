"""The way through the booklet: what somebody's finished duels come to. Derived from them, never kept.

Only the booklet's own duels count, whatever else bears their names.
"""

from collections.abc import Iterable
from typing import NamedTuple

from niten.booklet import duels
from niten.samurai import Duel
from niten.samurai.duelfile import duel_numbers
from niten.samurai.honours import Feat, Honour


class Progress(NamedTuple):
    """What became of somebody's duels against one opponent."""

    duel: str
    won: int
    played: int
    rounds: int | None  # of the quickest victory
    health: int | None  # the most that was left after one
    honours: list[Honour]


def is_of_booklet(duel: Duel) -> bool:
    """Whether a duel has the numbers of the one that has its id in the booklet."""
    ours = duels().get(duel.id)
    return ours is not None and duel_numbers(ours) == duel_numbers(duel)


def progress(feats: Iterable[tuple[str, Feat]]) -> list[Progress]:
    """What all of somebody's duels, each by the id of its opponent, come to; in the order of the booklet."""
    kept: dict[str, list[Feat]] = {}
    for duel, feat in feats:
        kept.setdefault(duel, []).append(feat)
    return [_sum(duel, kept[duel]) for duel in duels() if duel in kept]


def _sum(duel: str, played: list[Feat]) -> Progress:
    won = [one for one in played if one.won]
    earned = {honour for one in won for honour in one.honours}
    return Progress(
        duel,
        len(won),
        len(played),
        min((one.rounds for one in won), default=None),
        max((one.health for one in won), default=None),
        [honour for honour in Honour if honour in earned],
    )
