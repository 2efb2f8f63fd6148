"""Matches: play, and undo as far as the last roll."""

import pytest

from niten.core import CannotUndo, IllegalStep, Match, Step
from niten.samurai import Samurai, State
from testkit.duels import ODA


def new_match() -> Match[State, Step]:
    return Match(Samurai(ODA))


def play(match: Match[State, Step], *lines: str) -> None:
    for line in lines:
        match.play(match.game.read_step(line))


def test_an_illegal_step_changes_nothing() -> None:
    match = new_match()
    play(match, "dice 2", "roll 1 2")
    before = (list(match.states), list(match.steps))
    with pytest.raises(IllegalStep) as caught:
        play(match, "place 6 6 6")
    assert (match.states, match.steps) == before
    assert "place 6 6 6" in str(caught.value)
    assert match.game.position(match.state) in str(caught.value), "the message carries the position"


def test_undo_goes_back_to_the_last_roll_and_says_why_no_further() -> None:
    match = new_match()
    play(match, "dice 2", "roll 1 2")
    at_roll = match.state
    play(match, "place 3 0 0", "raise attack")
    assert str(match.undo()) == "raise attack"
    assert str(match.undo()) == "place 3 0 0"
    assert match.state == at_roll
    with pytest.raises(CannotUndo, match="dice have fallen"):
        match.undo()


def test_nothing_to_undo_at_the_start() -> None:
    with pytest.raises(CannotUndo, match="nothing"):
        new_match().undo()


def test_another_seats_step_is_not_undone() -> None:
    match = new_match()
    play(match, "dice 2")
    error = match.cannot_undo(seats=(1, 2))
    assert error is not None
    assert error.details["reason"] == "other-seat"
