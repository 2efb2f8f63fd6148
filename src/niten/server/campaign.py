"""What a finished duel of the booklet was worth, as it is listed beside its table. Practice counts for nothing."""

import json

from niten.samurai.honours import Feat
from niten.server.entries import to_json
from niten.server.table import Stage, Table


def feat_of(table: Table) -> str | None:
    """How a duel went, as it is kept; none where nothing counts."""
    if table.stage is not Stage.OVER or table.practice:
        return None
    found = table.part.feat(table.match)
    return None if found is None else to_json(found)


def read_feat(text: str) -> Feat:
    """The same, read again."""
    return Feat(**json.loads(text))
