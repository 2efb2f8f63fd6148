"""What is done in other processes: bots' moves, solutions, reviews, sheets. What is asked is plain JSON.

What a task needs is loaded when it is first done: most of it is heavy, and an extra.
"""

# ruff: noqa: PLC0415

import json
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from niten.core import SeededDice
from niten.core.game import JsonObject
from niten.core.record import AnyGame, read, replay
from niten.dragon import Dragon
from niten.games import find_game, shared_game
from niten.samurai import Samurai, parse_duel
from niten.samurai.switches import named, switches_data

if TYPE_CHECKING:
    from niten.solver.coach import Coach

Progress = Callable[[float], None]
_EVERY = 0.01  # of the work: progress is told no finer


def bot_move(asked: JsonObject, _: Progress) -> str:
    """The move of a bot in a position. It has a random stream of its own; the dice of the table never come here."""
    from niten.bots.registry import find_dragon_bot, find_samurai_bot

    game = shared_game(asked["game"], asked["setup"])
    state, stream = game.read_position(asked["position"]), SeededDice(secrets.randbits(64), "bot")
    if isinstance(game, Dragon):
        return str(find_dragon_bot(asked["bot"]).choose(game, state, stream))
    assert isinstance(game, Samurai)
    return str(find_samurai_bot(asked["bot"]).choose(game, state, stream))


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
    """What every move in a position of a duel is worth, the best one first."""
    game = shared_game("samurai", asked["setup"])
    assert isinstance(game, Samurai)
    moves = _coach(json.dumps(asked["setup"]), _sparing(progress)).moves(game.read_position(asked["position"]))
    rows = [{"step": str(step), "lower": worth.lower, "upper": worth.upper} for step, worth in moves.items()]
    return {"moves": sorted(rows, key=lambda row: -float(row["lower"]))}


def review(asked: JsonObject, progress: Progress) -> JsonObject:
    """A game looked at again: what was luck, and what were mistakes."""
    record = read(asked["record"])
    match = replay(record, find_game(record.game)).match
    game: AnyGame = match.game
    tell = _sparing(progress)
    if isinstance(game, Samurai):
        from niten.review.analysis import review_duel

        coach = _coach(json.dumps(record.setup), lambda share: tell(0.8 * share))
        looked = review_duel(coach, match.states[0], match.steps, lambda share: tell(0.8 + 0.2 * share))
        return {"duel": game.duel.id, "rules": switches_data(game.switches)} | looked.as_json()
    assert isinstance(game, Dragon)
    from niten.review.race import review_race
    from niten.review.race_judge import RaceJudge

    looked = review_race(RaceJudge(game), match.states[0], match.steps, tell)
    players = [str(colour) for colour in game.options.players]
    return {"players": players, "result": str(game.outcome(match.state))} | looked.as_json(tuple(range(game.seats)))


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


_coaches: "dict[str, Coach]" = {}


def _coach(setup: str, progress: Progress) -> "Coach":
    """Somebody who knows what every move is worth; the last one stays."""
    if setup not in _coaches:
        from niten.solver.certify import solve as certify
        from niten.solver.coach import Coach
        from niten.solver.store import Store

        game = Samurai.from_setup(json.loads(setup))
        solution = certify(game, store=Store(), threads=1, progress=progress)
        _coaches.clear()
        _coaches[setup] = Coach(solution)
    return _coaches[setup]


def _sparing(progress: Progress) -> Progress:
    """Progress that is told only when there is some."""
    told = -1.0

    def tell(share: float) -> None:
        nonlocal told
        if share >= told + _EVERY:
            told = share
            progress(share)

    return tell
