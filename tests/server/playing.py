"""Games played to their end through the HTTP interface."""

import time
from typing import Any

from niten.core import CHANCE, Match
from niten.core.record import AnyGame
from niten.games import find_game
from tests.server.running import PATIENCE, Client


def follow(view: dict[str, Any]) -> AnyGame:
    """The rules of a table, to know at the client what is legal."""
    return find_game(view["game"]).from_setup(view["setup"])


def play_out(client: Client, table: str, most: int = 5000) -> dict[str, Any]:
    """Play the first legal move that is not a re-roll until the game is over; bots play for themselves."""
    end = time.monotonic() + PATIENCE
    for _ in range(most):
        view = client.look(table)
        if view["stage"] == "over":
            return view
        if view["legal"]:
            step = next((step for step in view["legal"] if "reroll" not in step), view["legal"][0])
            answer = client.step(table, step, view["number"])
            assert answer.status_code in (200, 409), answer.text
        else:
            assert time.monotonic() < end, "the bot does not move"
            time.sleep(0.01)
    raise AssertionError("the game does not end")


def match_of(entries: list[dict[str, Any]], view: dict[str, Any]) -> Match[Any, Any]:
    """The game as the log tells it."""
    game = follow(view)
    match = Match[Any, Any](game)
    for entry in entries:
        if entry["kind"] == "step":
            assert (entry["seat"] is None) == (match.actor == CHANCE)
            match.play(game.read_step(entry["step"]))
        elif entry["kind"] == "undone":
            match.undo(range(game.seats))
    return match
