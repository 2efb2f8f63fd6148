"""What is done in other processes: bots' moves, solutions, reviews, sheets. What is asked is plain JSON.

What a task needs is loaded when it is first done: most of it is heavy, and an extra.
"""

# ruff: noqa: PLC0415

import secrets
from collections.abc import Callable
from typing import Any

from niten.core import SeededDice
from niten.core.game import JsonObject
from niten.core.record import read, replay
from niten.games import find_game, part_of, shared_game
from niten.samurai import Samurai, parse_duel
from niten.samurai.switches import named, switches_data
from niten.server.part import ServerPart

Progress = Callable[[float], None]
_EVERY = 0.01  # of the work: progress is told no finer


def bot_move(asked: JsonObject, _: Progress) -> str:
    """The move of a bot in a position. It has a random stream of its own; the dice of the table never come here."""
    from niten.bots.part import BotsPart

    game = shared_game(asked["game"], asked["setup"])
    state, stream = game.read_position(asked["position"]), SeededDice(secrets.randbits(64), "bot")
    return str(part_of(game.name, BotsPart).find(asked["bot"]).choose(game, state, stream))


def solve(asked: JsonObject, progress: Progress) -> JsonObject:
    """The chance of winning a duel with perfect play."""
    from niten.solver.certify import solve as certify
    from niten.solver.store import Store

    game = Samurai.from_setup(asked["setup"])
    solution = certify(
        game, goal=asked["goal"], store=Store(), threads=1, memory=asked["memory"], progress=_sparing(progress)
    )
    start = solution.start
    return {
        "duel": game.duel.id,
        "rules": switches_data(game.switches),
        "goal": asked["goal"],
        "lower": start.lower,
        "upper": start.upper,
        "states": solution.states,
    }


def hint(asked: JsonObject, progress: Progress) -> JsonObject:
    """What every move in a position is worth, the best one first."""
    game = shared_game(asked["game"], asked["setup"])
    return part_of(game.name, ServerPart).hint(game, game.read_position(asked["position"]), _sparing(progress))


def review(asked: JsonObject, progress: Progress) -> JsonObject:
    """A game looked at again: what was luck, and what were mistakes."""
    record = read(asked["record"])
    match = replay(record, find_game(record.game)).match
    return part_of(record.game, ServerPart).review(match, _sparing(progress))


def measure(asked: JsonObject, progress: Progress) -> JsonObject:
    """How hard a duel is: its certificate, and the stars that follow from it."""
    from niten.booklet import measured_stars
    from niten.measuring import measure as certify
    from niten.solver.store import Store

    game = Samurai.from_setup(asked["setup"])
    found = certify(game, store=Store(), threads=1, memory=asked["memory"], progress=_sparing(progress))
    rules = named(game.switches, asked.get("language", "en"))
    return {"stars": measured_stars(found), "rules": rules, "certificate": found.as_json()}


def print_sheet(asked: JsonObject, _: Progress) -> bytes:
    """A sheet as PDF."""
    from niten import printing

    if asked["sheet"] == "booklet":
        return printing.booklet(asked["language"], asked["paper"])
    if asked["sheet"] == "race":
        return printing.race_sheets(asked["language"], asked["paper"])
    return printing.duel_sheet(parse_duel(asked["duel"], "duel"), asked["language"], asked["paper"])


TASKS: dict[str, Callable[[JsonObject, Progress], Any]] = {
    "bot": bot_move,
    "solve": solve,
    "hint": hint,
    "review": review,
    "measure": measure,
    "print": print_sheet,
}


def _sparing(progress: Progress) -> Progress:
    """Progress that is told only when there is some."""
    told = -1.0

    def tell(share: float) -> None:
        nonlocal told
        if share >= told + _EVERY:
            told = share
            progress(share)

    return tell
