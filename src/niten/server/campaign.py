"""The way through the booklet: what somebody's finished duels come to. Derived from their logs like all that is listed.

Only the booklet's own duels count, whatever else bears their names; and no practice.
"""

import json
from collections.abc import Iterable
from typing import NamedTuple

from niten.booklet import duels
from niten.samurai import Duel, Samurai
from niten.samurai.honours import Feat, Honour, feat
from niten.server.entries import to_json
from niten.server.table import Stage, Table


class Progress(NamedTuple):
    """What became of somebody's duels against one opponent."""

    duel: str
    won: int
    played: int
    rounds: int | None
    health: int | None
    honours: list[Honour]


def feat_of(table: Table) -> str | None:
    """How a duel went, as it is kept; none where nothing counts."""
    if table.stage is not Stage.OVER or table.practice or not isinstance(table.game, Samurai):
        return None
    if not is_of_booklet(table.game.duel):
        return None
    return to_json(feat(table.game, table.match.states, table.match.steps)._asdict())


def is_of_booklet(duel: Duel) -> bool:
    """Whether a duel has the numbers of the one that has its id in the booklet."""
    ours = duels().get(duel.id)
    return ours is not None and _numbers(ours) == _numbers(duel)


def progress(feats: Iterable[tuple[str, str]]) -> list[Progress]:
    """What all of somebody's duels come to, in the order of the booklet."""
    kept: dict[str, list[Feat]] = {}
    for duel, text in feats:
        kept.setdefault(duel, []).append(Feat(**json.loads(text)))
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


def _numbers(duel: Duel) -> tuple[object, ...]:
    return duel.health, duel.resistance, duel.lines, duel.player
