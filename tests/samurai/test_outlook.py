"""What his roll may bring, against every throw of his dice carried out by the rules."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from niten.booklet import find_duel
from niten.samurai import Samurai, Stand
from niten.samurai.outlook import outlook
from niten.samurai.state import Phase, State

GAME = Samurai(find_duel("oda-nobunaga"))


@pytest.mark.rule("S13", "S14", "S15")
@pytest.mark.parametrize("rolled", [1, 2, 3])
@pytest.mark.parametrize(("attack", "defense"), [(0, 0), (7, 5), (4, 2), (13, 0), (18, 7)])
def test_every_line_is_as_likely_and_does_what_the_rules_say(rolled: int, attack: int, defense: int) -> None:
    before = State(Phase.ANSWER, 3, 10, 10, 0, 10, rolled=rolled, attack=attack, defense=defense, his=(1,))
    ways = Counter(sum(faces) for faces in product(range(1, 7), repeat=4 - rolled))
    found = {one.number: one for one in outlook(GAME, before)}
    assert {number: one.chance for number, one in found.items()} == {
        number: Fraction(count, 6 ** (4 - rolled)) for number, count in ways.items()
    }
    for number, one in found.items():
        his = next(faces for faces in product(range(1, 7), repeat=4 - rolled) if sum(faces) == number)
        after = GAME.apply(before._replace(his=tuple(sorted(his))), Stand())
        assert before.opponent - after.opponent == min(one.damage, before.opponent)
        hurt = after.health < before.health or after.phase in (Phase.INJURY_1, Phase.INJURY_2)
        assert hurt == (one.strikes and after.opponent > 0)
