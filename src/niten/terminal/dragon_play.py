"""Races at the terminal, one after the other: begin or resume, play, and again with the loser starting (D6)."""

from pathlib import Path
from typing import NamedTuple

from niten.core import Match, SeededDice, Step
from niten.core.record import Record, Replay
from niten.dragon import Dragon, State
from niten.dragon.rematch import rematch
from niten.terminal.console import Quit, Terminal
from niten.terminal.dragon_face import DragonFace
from niten.terminal.dragon_seats import Seats, recorded_seats
from niten.terminal.dragon_setup import Agreed
from niten.terminal.saves import beside, new_save
from niten.terminal.table import Table, greeting


class Race(NamedTuple):
    """A race at a table."""

    table: Table
    game: Dragon
    seats: Seats


def begin(terminal: Terminal, agreed: Agreed, *, seed: int | None, file: Path | None) -> Race:
    """A new race; without a seed, people throw the dice themselves."""
    game, start, kinds = agreed
    seats = Seats(kinds, seed)
    seats.prepare(terminal, game)
    table = Table(
        terminal,
        DragonFace(terminal, Match[State, Step](game, start), game, kinds),
        dice=None if seed is None else SeededDice(seed),
        seed=seed,
        file=file or new_save("dragon"),
        start=None if start == game.start() else game.position(start),
        seating=seats,
        notices=[greeting(terminal, seed)],
    )
    return Race(table, game, seats)


def go_on(terminal: Terminal, file: Path, record: Record, replayed: Replay, game: Dragon) -> Race:
    """A race that was left."""
    seats = recorded_seats(record, game.seats)
    seats.prepare(terminal, game)
    face = DragonFace(terminal, replayed.match, game, seats.kinds)
    table = Table(
        terminal,
        face,
        dice=replayed.dice,
        seed=record.seed,
        file=file,
        start=record.start,
        seating=seats,
        notices=[terminal.say("terminal.resumed", step=len(record.steps)), greeting(terminal, record.seed)],
    )
    return Race(table, game, seats)


def play_races(terminal: Terminal, race: Race, file: Path | None = None) -> None:
    """Play until nobody wants another race; those after the first are saved beside `file`, if one is given."""
    while race.table.play() and _ask_again(terminal, race):
        game, start = rematch(race.game, race.table.match.state)
        race = begin(
            terminal,
            Agreed(game, start, race.seats.kinds),
            seed=None if race.table.seed is None else race.table.seed + 1,
            file=file and beside(file),
        )


def _ask_again(terminal: Terminal, race: Race) -> bool:
    """Whether there is to be another race; only a person at a terminal is asked."""
    if not terminal.is_interactive or not race.seats.humans:
        return False
    state: State = race.table.match.state
    players = race.game.options.players
    losers = race.game.loser(state)
    names = ", ".join(terminal.say(f"dragon.colour.{players[seat]}") for seat in losers)
    question = terminal.say("dragon.again-ask", count=len(losers), colours=names)
    if any(state.stones):
        terminal.show(terminal.say("dragon.stones-stay"))
    terminal.show(question)
    try:
        while answer := terminal.ask(">"):
            if answer.lower() == "q":
                return False
            terminal.show(question)
    except Quit:
        return False
    return True
