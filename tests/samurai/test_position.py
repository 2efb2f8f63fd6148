"""Positions as text: whatever is read can be played on from."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from niten.core import NOBODY, BadSetup, UnreadablePosition
from niten.samurai import EDITIONS, Samurai
from niten.samurai.state import State
from testkit.duels import ODA, game
from testkit.effort import examples
from testkit.matches import random_match

GAME = Samurai(ODA)
START = "phase=announce round=1 health=10 ki=10 concentration=0 opponent=10"


def with_words(text: str) -> str:
    """The words of a position, a later one in place of an earlier one of that name."""
    fields = {word.partition("=")[0]: word for word in text.split()}
    return " ".join(fields.values())


def test_the_start() -> None:
    assert GAME.position(GAME.start()) == START
    assert GAME.read_position(START) == GAME.start()


@pytest.mark.parametrize(
    "text",
    [
        *("", "hello", START.replace("round=1", ""), START + " round=1", START + " x=1", START.replace("=1 ", "=x ")),
        *(START.replace("round=1", "round=-1"), START.replace("announce", "dance"), START + " struck=3,,4"),
        *(START + " limb_lost=maybe", START + " ending=victory", START.replace("=10", "=1000000000"), START + "é"),
        START + " struck=" + ",".join("3" * 300),
    ],
)
def test_unreadable(text: str) -> None:
    with pytest.raises(UnreadablePosition):
        GAME.read_position(text)


@pytest.mark.parametrize(
    "change",
    [
        *("health=11", "health=0", "opponent=0", "opponent=11", "round=21", "round=0", "struck=12", "struck=4,3"),
        *("wounds=7", "wounds=3,3", "limb_lost=yes", "spent=4", "purchases=1", "rolled=4", "rolled=1", "dice=3"),
        *("phase=place", "phase=place rolled=3", "phase=place rolled=1 dice=3,4", "phase=place rolled=3 dice=7"),
        *("phase=place rolled=3 dice=2 wounds=2", "phase=answer rolled=3", "phase=answer rolled=3 his=1,2"),
        *("phase=raise rolled=1 ki=0", "phase=over", "phase=wound wounds=1,2,3,4,5,6", "phase=injury-1 rolled=3"),
        *("phase=raise rolled=3 dice=4", "ending=victory:killed", "phase=roll", "phase=opponent rolled=3 his=4"),
    ],
)
def test_positions_that_cannot_be(change: str) -> None:
    with pytest.raises(BadSetup):
        GAME.read_position(with_words(f"{START} {change}"))


def test_the_most_that_a_duel_file_can_bring_about_is_still_a_position() -> None:
    rewards = [{"price": 1, "reward": "ki", "amount": 99}, {"price": 2, "reward": "attack", "amount": 99}]
    rich = game(player={"dice": [3] * 60, "concentration": rewards})
    state = rich.start()._replace(round=60, ki=99 * 18 * 60, attack=99 * 9 * 60, concentration=18)
    assert rich.read_position(rich.position(state)) == state


_words = st.sampled_from([f"{name}={value}" for name in State._fields for value in ("0", "1", "2", "3", "1,2", "yes")])
_phases = st.sampled_from(
    ["announce", "place", "raise", "answer", "roll", "reroll", "strike", "opponent", "wound", "over"]
)


@given(st.lists(_words, max_size=8), _phases, st.sampled_from(sorted(EDITIONS)), st.integers(0, 1000))
@settings(max_examples=examples(400))
def test_what_is_accepted_can_be_played_to_its_end(words: list[str], phase: str, edition: str, seed: int) -> None:
    duel = Samurai(ODA, EDITIONS[edition])
    try:
        state = duel.read_position(with_words(" ".join([START, *words, f"phase={phase}"])))
    except (UnreadablePosition, BadSetup):
        return
    assert duel.read_position(duel.position(state)) == state
    assert random_match(duel, seed, start=state).actor == NOBODY


@given(st.text(max_size=80))
def test_any_text_is_refused(text: str) -> None:
    with pytest.raises((UnreadablePosition, BadSetup)):
        GAME.read_position(text)
