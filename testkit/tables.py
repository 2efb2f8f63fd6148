"""Games played to their end through the HTTP interface."""

from typing import Any

from niten.core import CHANCE, Match
from niten.core.record import AnyGame
from niten.dragon.elements import Element
from niten.games import find_game
from testkit.servers import Client
from testkit.waiting import pauses, wait_until

_ENDLESS = {str(path): {"plain": 60, "values": [1] * 5} for path in Element}
ENDLESS: dict[str, Any] = {"players": ["black", "red"], "board": {"name": "endless", "paths": _ENDLESS}}
"""A race that goes on for long, however the dice fall."""


def follow(view: dict[str, Any]) -> AnyGame:
    """The rules of a table, to know at the client what is legal."""
    return find_game(view["game"]).from_setup(view["setup"])


def play_out(client: Client, table: str, most: int = 5000) -> dict[str, Any]:
    """Play the first legal move that is not a re-roll until the game is over; bots play for themselves."""
    view = client.look(table)
    for _ in range(most):
        if view["stage"] == "over":
            return view
        if view["legal"]:
            step = next((step for step in view["legal"] if "reroll" not in step), view["legal"][0])
            answer = client.step(table, step, view["number"])
            assert answer.status_code in (200, 409), answer.text
            view = client.look(table)
        else:
            view = after_bots(client, table)
    raise AssertionError("the game does not end")


def play_on(table: str, *players: Client) -> None:
    """Each makes the last legal move when it is his turn, until it is over; bots play for themselves."""
    for _ in range(5000):
        acted = False
        for player in players:
            view = player.look(table)
            if view["stage"] == "over":
                return
            if view["legal"]:
                acted = True
                assert player.step(table, view["legal"][-1], view["number"]).status_code == 200
        if not acted:
            wait_until(lambda: any((seen := one.look(table))["legal"] or seen["stage"] == "over" for one in players))
    raise AssertionError("the game does not end")


def after_bots(client: Client, table: str) -> dict[str, Any]:
    """A table once somebody who asks is to move there, or it is over."""
    for _ in pauses():
        view = client.look(table)
        if view["legal"] or view["stage"] == "over":
            return view
    raise AssertionError("the bot does not move")


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


def won_with_own_dice(client: Client, table: str) -> None:
    """Nobunaga beaten by dice that always show what is needed: in five rounds, unhurt, without Ki or purchases."""
    while (view := client.look(table))["stage"] == "playing":
        wanted = ("dice 1", "roll 6", "place 6 0 0", "ready", "opponent 6 6 6", "stand")
        step = next(step for step in wanted if step in view["legal"])
        assert client.step(table, step, view["number"]).status_code == 200
