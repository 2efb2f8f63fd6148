"""The whole tree of tiny duels, counted: any change of the rules shows here."""

import json

import pytest

from testkit.counts import KEPT, TINY, count
from testkit.effort import examples

MOST = examples(1_000_000, quick=4000)  # states of a depth


@pytest.mark.parametrize("name", TINY)
def test_counts_by_depth_and_kind(name: str) -> None:
    expected = json.loads(KEPT.read_text(encoding="utf-8"))[name]
    edition, changes = TINY[name]
    found = count(edition, dict(changes), most=MOST)
    assert len(found) == len(expected) or len(found) > 3
    for depth, (row, wanted) in enumerate(zip(found, expected, strict=len(found) == len(expected))):
        assert row == wanted, f"depth {depth}"
