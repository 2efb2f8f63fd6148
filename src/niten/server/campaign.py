"""What a finished duel of the booklet was worth, as it is listed beside its table. Practice counts for nothing."""

import json

from niten.booklet.campaign import is_of_booklet
from niten.samurai import Samurai
from niten.samurai.honours import Feat, feat
from niten.server.entries import to_json
from niten.server.table import Stage, Table


def feat_of(table: Table) -> str | None:
    """How a duel went, as it is kept; none where nothing counts."""
    if table.stage is not Stage.OVER or table.practice or not isinstance(table.game, Samurai):
        return None
    if not is_of_booklet(table.game.duel):
        return None
    return to_json(feat(table.game, table.match.states, table.match.steps)._asdict())


def read_feat(text: str) -> Feat:
    """The same, read again."""
    return Feat(**json.loads(text))
