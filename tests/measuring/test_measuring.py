"""Measuring a duel: what is written down is what happens, and the same again for the same seed."""

import pytest

from niten.booklet import certificates, duels
from niten.booklet.certificate import OPTIMAL
from niten.bots.registry import find_samurai_bot
from niten.core import SeededDice
from niten.measuring import GAMES, SEED, measure
from niten.measuring.tally import Tally
from niten.samurai import Samurai
from tests.samurai.counts import TINY
from tests.samurai.duels import game

CHEAPEST = "arima-kihei"


def test_a_certificate_of_the_booklet_can_be_had_again() -> None:
    """The cheapest one, whole: bounds, players, endings, habits."""
    kept = certificates()[CHEAPEST]
    found = measure(Samurai(duels()[CHEAPEST]), games=GAMES, seed=SEED)
    assert found.players == kept.players
    assert found.lower == pytest.approx(kept.lower, abs=1e-6)
    assert found.upper == pytest.approx(kept.upper, abs=1e-6)
    assert (found.key, found.solver, found.seed) == (kept.key, kept.solver, kept.seed)


def test_progress_goes_from_0_to_1() -> None:
    told: list[float] = []
    measure(game("en", **TINY), games=300, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert 0 <= told[0] < 0.9


@pytest.mark.parametrize("edition", ["es", "de"])
def test_editions_whose_policy_cannot_be_played_show_the_careful_player(edition: str) -> None:
    found = measure(game(edition, **TINY), games=50)
    assert OPTIMAL not in found.players
    assert found.shown == "careful"
    assert found.edition == edition


def test_other_seeds_give_other_duels() -> None:
    one, other, again = (measure(game("en", **TINY), games=200, seed=seed).players for seed in (1, 2, 1))
    assert one == again
    assert one != other


def test_a_tally_counts_what_a_player_does() -> None:
    """One duel of the beginner's, counted by hand from its steps."""
    tiny = game("en", **TINY)
    tally, bot = Tally(tiny), find_samurai_bot("beginner")
    tally.watch(bot, 5, 0)
    state, dice, thoughts = tiny.start(), SeededDice(5, "duel 0"), SeededDice(5, "bot 0")
    steps: list[str] = []
    placed = [0, 0, 0]
    while tiny.outcome(state) is None:
        chance = tiny.actor(state) == -1
        step = tiny.chance(state).draw(dice) if chance else bot.choose(tiny, state, thoughts)
        if step.verb == "place":
            placed = [sum(both) for both in zip(placed, (step.attack, step.defense, step.concentration), strict=True)]
        steps.append(step.verb)
        state = tiny.apply(state, step)
    seen = tally.play()
    assert seen.endings == {str(state.ending): 1}
    assert seen.rounds == state.round
    assert seen.habits.ki == pytest.approx(
        sum(steps.count(verb) for verb in ("reroll", "raise", "again")) / state.round, abs=0.001
    )
    assert seen.habits[1:4] == pytest.approx([points / sum(placed) for points in placed], abs=0.001)
