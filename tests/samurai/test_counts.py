"""The whole tree of tiny duels, counted: any change of the rules shows here."""

import json

import pytest

from tests.samurai.counts import DATA, TINY, count


@pytest.mark.parametrize("name", TINY)
def test_counts_by_depth_and_kind(name: str) -> None:
    expected = json.loads(DATA.read_text())[name]
    edition, changes = TINY[name]
    found = count(edition, dict(changes))
    for depth, (row, wanted) in enumerate(zip(found, expected, strict=True)):
        assert row == wanted, f"depth {depth}"
