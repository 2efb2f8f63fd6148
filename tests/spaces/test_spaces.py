"""Actions and observations: one number for one move, and everything within its range."""

from typing import Any

import numpy as np
import pytest

from niten.core import CHANCE, NOBODY, NitenError, SeededDice
from niten.dragon import Reroll, Swap
from niten.dragon.elements import Colour, Element, Face
from niten.research.setups import duel_game, race_game
from niten.samurai import Place
from niten.spaces import DuelSpace, IllegalAction, RaceSpace, Space
from niten.spaces.duel import placing
from niten.spaces.race import SWAP, choosing
from testkit.duels import game as small_duel
from testkit.effort import examples
from testkit.matches import random_match, random_step
from testkit.small_duels import EVERY_REWARD

SPACES: dict[str, Space[Any]] = {
    **{f"demo {edition}": DuelSpace(duel_game("oda-nobunaga", edition)) for edition in ("en", "es", "de")},
    "every reward": DuelSpace(small_duel("en", player={"dice": [3, 2, 1] * 5} | EVERY_REWARD)),
    "nothing to buy": DuelSpace(small_duel("en", player={"ki": 0, "concentration": []})),
    "race of two": RaceSpace(race_game(2)),
    "race of five, any power": RaceSpace(race_game(5, powers="any", immunity=True)),
    "race with stones": RaceSpace(race_game(("blue", "white", "red"), powers="own", stones=8, max_turns=60)),
    "short race": RaceSpace(race_game(3, board="short", starts=1)),
}


@pytest.mark.parametrize("name", SPACES)
def test_every_legal_move_has_a_number_of_its_own_and_every_observation_is_in_range(name: str) -> None:
    space = SPACES[name]
    game = space.game
    reached = np.zeros(space.size, np.float32)
    for seed in range(3):
        dice, choices, state = SeededDice(seed), SeededDice(seed, "player"), game.start()
        for _ in range(examples(600)):
            if game.actor(state) == NOBODY:
                break
            if game.actor(state) != CHANCE:
                moves = game.legal_moves(state)
                legal = space.legal(state)
                assert sorted(map(str, legal.values())) == sorted(map(str, moves))
                assert len(legal) == len(moves)
                assert [space.step(state, action) for action in legal] == list(legal.values())
                mask = space.mask(state)
                assert mask.shape == (space.actions,)
                assert set(np.flatnonzero(mask)) == set(legal)
                seen = space.observe(state, game.actor(state))
                assert seen.dtype == np.float32
                assert seen.shape == space.high.shape
                assert (seen >= 0).all()
                assert (seen <= space.high).all()
                reached = np.maximum(reached, seen)
            state = game.advance(state, random_step(game, state, dice, choices))
        assert game.actor(state) != NOBODY or not space.mask(state).any()
    assert reached.any()


def test_an_observation_is_made_of_its_fields() -> None:
    space = SPACES["demo en"]
    names = [field.name for field in space.fields]
    assert names[:6] == ["phase", "round", "health", "ki", "concentration", "opponent"]
    assert sum(field.size for field in space.fields) == space.size == space.high.size
    start = space.observe(space.game.start())
    assert start[:9].tolist() == pytest.approx([1, 0, 0, 0, 1 / 20, 1, 1, 0, 1])


def test_a_seat_sees_itself_first() -> None:
    game = race_game(3, starts=0)
    space = RaceSpace(game)
    state = game.start()._replace(spaces=((1, 2, 3), (0, 0, 0), (0, 0, 0), (0, 0, 0), (4, 5, 6)))
    at = next(n for n, field in enumerate(space.fields) if field.name == "spaces")
    begin = sum(field.size for field in space.fields[:at])
    longest = space.fields[at].scale
    for seat, order in ((0, (0, 1, 2)), (1, (1, 2, 0)), (2, (2, 0, 1))):
        seen = space.observe(state, seat)[begin : begin + 15] * longest
        assert seen.round().tolist() == [n for other in order for n in (1 + other, 0, 0, 0, 4 + other)]


def test_the_numbers_are_as_documented() -> None:
    # Two dice: the lowest die is the lowest digit in base 3.
    assert placing((2, 5), split=False)[5, 2, 0] == 3 + 1
    assert placing((2, 5), split=False)[0, 2, 5] == 3 + 1 + 3 * 2
    assert placing((3, 3), split=False)[3, 3, 0] == 3 + 1  # equal totals: the smallest number
    assert placing((6,), split=True)[0, 0, 6] == 30
    assert placing((6,), split=True)[6, 0, 0] == 57
    dice = (Face.WATER, Face.FIRE, Face.FIRE, Face.WOOD, Face.DRAGON)
    assert choosing(dice)[Face.FIRE,] == 0b00010 - 1
    assert choosing(dice)[dice] == 30
    space = RaceSpace(race_game(5))
    state = space.game.start()._replace(dice=dice)
    assert space.action(state, Reroll((Face.WATER, Face.DRAGON))) == 0b10001 - 1
    assert space.action(state, Swap(Element.WATER, Colour.BLACK, Colour.RED)) == SWAP
    assert space.action(state, Swap(Element.WOOD, Colour.YELLOW, Colour.BLUE)) == SWAP + 49


def test_an_illegal_action_is_refused_with_what_is_legal() -> None:
    space = DuelSpace(duel_game())
    for action in (3, -1, 82, "no number", None):
        with pytest.raises(IllegalAction) as refused:
            space.step(space.game.start(), action)
        assert "0 (dice 1), 1 (dice 2), 2 (dice 3)" in str(refused.value)
        assert "phase=announce" in refused.value.text("de")


def test_all_that_can_be_placed_has_a_number() -> None:
    game = duel_game()
    space = DuelSpace(game)
    state = random_match(game, 1, steps=2).state
    moves = [move for move in game.legal_moves(state) if isinstance(move, Place)]
    assert len({space.action(state, move) for move in moves}) == len(moves) > 1


def test_set_ups_that_cannot_be_are_named() -> None:
    with pytest.raises(ValueError, match="one of en, fr, es, de"):
        duel_game(rules="xx")
    with pytest.raises(NitenError, match="powers"):
        race_game(powers="all")
    with pytest.raises(NitenError, match="players"):
        race_game(1)
