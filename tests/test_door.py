"""The way in for programmers: games by name, as values, as text; matches that take text."""

import pytest

from niten import Dragon, Match, NitenError, Samurai, Setup, find_duel
from niten.core import Step
from niten.dragon import Colour
from niten.samurai import EDITIONS, Reroll, State, Switches
from niten.samurai.switches import switches_from, typed
from niten.solver import ComesBack, PlainSolver, SeveralSeats
from testkit.duels import game as small

ODA = find_duel("oda-nobunaga")


@pytest.mark.parametrize("rules", ["de", "es,reroll=one", "purchases=one"])
def test_a_duel_and_its_rules_are_given_by_name(rules: str) -> None:
    named, made = Samurai("oda-nobunaga", rules), Samurai(ODA, switches_from(rules))
    assert named == made
    assert hash(named) == hash(made)
    assert named != Samurai("oda-nobunaga")
    assert eval(repr(named), {"Samurai": Samurai}) == named  # what is shown can be pasted


def test_rules_are_typed_as_they_are_read() -> None:
    for reroll in Reroll:
        for preset in EDITIONS.values():
            switches = preset._replace(reroll=reroll)
            assert switches_from(typed(switches)) == switches
    assert typed(Switches()) == "en"


def test_a_duel_that_the_booklet_does_not_have_is_not_shown_as_one_of_it() -> None:
    assert repr(small(health=1)).startswith("Samurai(<duel ")


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(NitenError) as caught:
        Samurai("oda-nobunga")
    assert caught.value.code == "unknown-duel"


def test_a_match_takes_text_and_tells_its_outcome() -> None:
    match = Match(Samurai("oda-nobunaga"))
    match.play("dice 3")
    match.play("roll 1 4 5")
    assert [str(step) for step in match.steps] == ["dice 3", "roll 1 4 5"]
    assert match.outcome is None
    for text in ("place 9 9 9", "fly"):
        with pytest.raises(NitenError):
            match.play(text)
    assert len(match.steps) == len(match.states) - 1 == 2


def test_probabilities_are_exact() -> None:
    match = Match(Samurai("oda-nobunaga"))
    chance = match.game.chance(match.play("dice 3"))
    assert sum(probability for _, probability in chance.items()) == 1
    assert [step for step, _ in chance.items()] == list(chance.outcomes)


def test_the_plain_solver_is_for_one_seat() -> None:
    with pytest.raises(SeveralSeats):
        PlainSolver(Dragon(Setup(players=(Colour.BLACK, Colour.RED))))


class Turning(Samurai):
    """A duel whose first decision leads back to itself."""

    def advance(self, state: State, step: Step) -> State:
        assert step
        return state


def test_a_position_that_follows_itself_is_named() -> None:
    game = Turning(small().duel)
    solver = PlainSolver(game)
    for _ in range(2):  # the second time is told the same
        with pytest.raises(ComesBack, match="phase="):
            solver.value(game.start())
