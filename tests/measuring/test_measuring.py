"""Measuring a duel: what is written down is what happens, and the same again for the same seed."""

from typing import Any

import pytest

from niten.booklet import certificates, duels
from niten.booklet.certificate import OPTIMAL
from niten.bots.registry import find_samurai_bot
from niten.core import CHANCE, SeededDice
from niten.measuring import GAMES, SEED, measure
from niten.measuring.tally import Tally
from niten.samurai import EDITIONS, Place, Samurai
from niten.terminal import measuring as terminal
from testkit.duels import game

CHEAPEST = "arima-kihei"
SMALL: dict[str, Any] = {"health": 3, "player": {"dice": [3, 2, 1], "ki": 2, "health": 3}}


def test_a_certificate_of_the_booklet_can_be_had_again() -> None:
    """The cheapest one, whole: bounds, players, endings, habits."""
    kept = certificates()[CHEAPEST]
    found = measure(Samurai(duels()[CHEAPEST]))
    assert found.players == kept.players
    assert found.lower == pytest.approx(kept.lower, abs=2e-6)
    assert found.upper == pytest.approx(kept.upper, abs=2e-6)
    assert (found.key, found.solver, found.seed) == (kept.key, kept.solver, kept.seed)


def test_the_command_measures_as_the_booklet_was_measured() -> None:
    assert (terminal.GAMES, terminal.SEED) == (GAMES, SEED)


def test_progress_goes_from_0_to_1() -> None:
    told: list[float] = []
    measure(game("en", **SMALL), games=300, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert 0 <= told[0] < 0.9


def test_perfect_play_is_shown_and_wins_most() -> None:
    found = measure(game("en", **SMALL), games=2000)
    assert found.shown == OPTIMAL
    error = (found.optimal * (1 - found.optimal) / 2000) ** 0.5
    assert abs(found.players[OPTIMAL].rate - found.optimal) <= 4 * error
    assert found.best_simple <= found.optimal + 4 * error


@pytest.mark.parametrize("edition", ["es", "de"])
def test_editions_whose_policy_cannot_be_played_show_the_careful_player(edition: str) -> None:
    found = measure(game(edition, **SMALL), games=50)
    assert OPTIMAL not in found.players
    assert found.shown == "careful"
    assert found.switches == EDITIONS[edition]


def test_other_seeds_give_other_duels() -> None:
    one, other, again = (measure(game("en", **SMALL), games=200, seed=seed).players for seed in (1, 2, 1))
    assert one == again
    assert one != other


def test_a_tally_counts_what_a_player_does() -> None:
    """One duel of the beginner's, counted by hand from its steps."""
    small, bot = game("en", **SMALL), find_samurai_bot("beginner")
    tally = Tally(small)
    tally.watch(bot, 5, 0)
    state, dice, thoughts = small.start(), SeededDice(5, "duel 0"), SeededDice(5, "bot 0")
    ki = 0
    placed = [0, 0, 0]
    while small.outcome(state) is None:
        by_chance = small.actor(state) == CHANCE
        step = small.chance(state).draw(dice) if by_chance else bot.choose(small, state, thoughts)
        ki += step.verb in ("reroll", "raise", "again") and not by_chance
        if isinstance(step, Place):
            columns = step.attack, step.defense, step.concentration
            placed = [sum(both) for both in zip(placed, columns, strict=True)]
        state = small.apply(state, step)
    seen = tally.play()
    assert seen.endings == {str(state.ending): 1}
    assert seen.rounds == state.round
    assert seen.habits.ki == pytest.approx(ki / state.round, abs=0.001)
    assert seen.habits[1:4] == pytest.approx([points / sum(placed) for points in placed], abs=0.001)
