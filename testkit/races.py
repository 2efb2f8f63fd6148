"""A table for tests: a position as text, steps as text."""

import random
from collections.abc import Iterator
from hashlib import sha256
from itertools import product

from niten.core import CHANCE, NOBODY, BadSetup, Match, Record, Step
from niten.dragon import SHIPPED, Colour, Dragon, Element, Powers, Setup, State, read_position, shipped_board
from testkit.matches import random_match

COLOURS = tuple(Colour)


class Table:
    """A game begun from a position."""

    def __init__(self, text: str) -> None:
        setup, state = read_position(text)
        self.game = Dragon(setup)
        self.match = Match(self.game, state)

    @property
    def state(self) -> State:
        return self.match.state

    @property
    def text(self) -> str:
        """The position as it is written."""
        return self.game.position(self.state)

    @property
    def steps(self) -> list[str]:
        """Everything that can be chosen."""
        return list(map(str, self.game.legal_moves(self.state)))

    @property
    def moves(self) -> list[str]:
        """Everything that can be chosen, but for rolling again."""
        return [step for step in self.steps if not step.startswith("reroll")]

    @property
    def result(self) -> str | None:
        outcome = self.game.outcome(self.state)
        return str(outcome) if outcome else None

    @property
    def shares(self) -> list[str]:
        outcome = self.game.outcome(self.state)
        return [str(share) for share in outcome.shares] if outcome else []

    @property
    def turn(self) -> Colour:
        return self.game.options.players[self.state.seat]

    def play(self, *lines: str) -> "Table":
        for line in lines:
            self.match.play(self.game.read_step(line))
        return self

    def where(self, colour: str) -> tuple[int, ...]:
        """A player's spaces, path by path."""
        seat = self.game.seat_of[Colour(colour)]
        return tuple(row[seat] for row in self.state.spaces)


def problems(error: BadSetup) -> list[tuple[str, str]]:
    """Where something is wrong, and what."""
    return [(each.where, each.code) for each in error.problems]


def walk(
    game: Dragon, seed: int, start: State | None = None, most: int = 100_000
) -> Iterator[tuple[State, Step, State]]:
    """A game of random choices. Moves are preferred to rolling again, so that games end soon."""
    stream = random.Random(seed)
    state = game.start() if start is None else start
    for _ in range(most):
        actor = game.actor(state)
        if actor == NOBODY:
            return
        if actor == CHANCE:
            chance = game.chance(state)
            step = stream.choices(chance.outcomes, chance.weights)[0]
        else:
            moves = game.legal_moves(state)
            if stream.random() < 0.5:
                moves = [move for move in moves if move.verb not in {"reroll", "eye"}]
            step = stream.choice(moves)
        after = game.apply(state, step)
        yield state, step, after
        state = after


def many_setups() -> list[Setup]:
    """Every player count, board, power mode and variant; stones, starts and limits take turns."""
    setups: list[Setup] = []
    for count, name, powers, immunity in product(range(2, 6), SHIPPED, Powers, (False, True)):
        number = len(setups)
        setups.append(
            Setup(
                players=tuple(COLOURS[(number + seat) % len(COLOURS)] for seat in range(count)),
                board=shipped_board(name),
                powers=powers,
                immunity=immunity,
                stones=((Element.EARTH, 2), (Element.WATER, 5))[: number % 3 if count < 5 else 0],
                random_stones=number % 4 if count < 5 else 0,
                starts=number % count if number % 2 else None,
                max_turns=None if number % 5 else 40,
            )
        )
    return setups


def seeded_record(seed: int) -> Record:
    """A game with seeded dice and seeded choices."""
    setup = Setup(COLOURS[1:4], powers=Powers.ANY, random_stones=4, max_turns=60)
    return Record.of(random_match(Dragon(setup), seed), seed=seed)


def fingerprint() -> str:
    """Of such a record, to be compared with another process's."""
    return sha256(str(seeded_record(7)).encode()).hexdigest()
