"""How far the judge of races is from the truth: `python -m bench.race_judge [--positions 400] [--rollouts 60]`.

Positions in which a turn begins are taken from games of the net with itself, and each is played on many times in the
same way. What they come to is the truth as far as the net can tell. Of each game not the result counts but the result
without its luck: the judge's value plus, for every later turn, what the judge thought when the turn began less what it
had thought when the turn before ended. Its mean is the same, for luck is 0 on average whatever the judge believes, and
it scatters far less. What scatter is left is taken out of the errors.

Then the losses: of decisions that the review marks in games of weaker levels, the chosen move and the better one are
both played on, as far as they end the turn.
"""

# ruff: noqa: PLR0917 — compiled functions take their arguments by position

import argparse
import json
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from niten.bots import find_dragon_bot
from niten.bots.race.net import Net, Sight, judging, new_sight, shipped_net
from niten.bots.race.plain import begins
from niten.bots.race.search import SearchJudge
from niten.bots.race.selfplay import MOST_TURNS, new_log, new_table, play_game, play_turn, solve
from niten.bots.race.tables import (
    PATHS,
    SEATS,
    Bits,
    Floats,
    Numbers,
    Race,
    Turn,
    compiled,
    copy,
    new_turn,
    race_of,
    stack,
)
from niten.bots.race.turn import SolvedTurn
from niten.core import CHANCE, NOBODY, Match, SeededDice, Step
from niten.dragon import Colour, Dragon, Phase, Powers, Setup, State, shipped_board
from niten.review.marks import RACE_THRESHOLDS
from niten.review.race import Decision, review_race
from niten.review.race_judge import RaceJudge

SEED = 20_000
LEVELS = ("beginner", "casual", "greedy", "solid")
MOST_OF_A_GAME = 4
KINDS: dict[str, dict[str, Any]] = {
    "basic": {},
    "own powers": {"powers": Powers.OWN},
    "any power, immunity": {"powers": Powers.ANY, "immunity": True},
    "stones": {"random_stones": 5},
    "short": {"board": shipped_board("short")},
    "long, any power": {"board": shipped_board("long"), "powers": Powers.ANY},
}


class Found(NamedTuple):
    """A position, and each seat's share: by the judge, by the judge that looks two turns ahead, in truth."""

    kind: str
    value: Floats
    deeper: Floats
    truth: Floats
    noise: Floats  # the variance of the truth
    luck: Floats  # the mean of the luck left out, which should be 0, and its variance
    luck_noise: Floats


@compiled
def roll_out(
    net: Net,
    race: Race,
    spaces: Numbers,
    unspent: Numbers,
    seat: int,
    stream: Bits,
    turn: Turn,
    sight: Sight,
    drift: Floats,
    shares: Floats,
) -> None:
    """Play a position on to the end, in place; adds up what the judge changed its mind by from turn to turn."""
    drift[:] = 0.0
    for number in range(MOST_TURNS):
        solve(net, race, spaces, unspent, seat, turn, sight)
        if number > 0:
            for each in range(race.seats):
                drift[each] += turn.value[0, 0, each] - shares[each]
        row = play_turn(turn, stream)
        for path in range(PATHS):
            copy(spaces[path], turn.spaces[turn.body[row], path])
        if turn.spent[row]:
            unspent[seat] = 0
        copy(shares, turn.shares[row])
        seat = turn.roller[row]
        if seat < 0:
            return


class Measuring:
    """Positions and their truth; the net plays both."""

    def __init__(self, net: Net, seed: int) -> None:
        self.net = net
        self.choice = np.random.default_rng(seed)
        self.stream = np.array([seed], np.uint64)
        self.table = new_table()
        self.turn, self.sight = new_turn(), new_sight()

    def found(self, players: int, kind: str, rollouts: int) -> Found:
        """One position of one game."""
        game, state = self._position(Setup(tuple(Colour)[:players], starts=0, **KINDS[kind]))
        value = self._value(game, state)
        deeper = np.array(SolvedTurn(game, SearchJudge(self.net, nodes=100_000, turns=2)).begin(state))
        drifts, results = self._roll_outs(game, state, rollouts)
        lucks = results - drifts - value
        noise, luck_noise = (each.var(axis=0, ddof=1) / rollouts for each in (drifts, lucks))
        return Found(kind, value, deeper, value + drifts.mean(axis=0), noise, lucks.mean(axis=0), luck_noise)

    def true_loss(self, match: Match[State, Step], decision: Decision, rollouts: int) -> tuple[float, float]:
        """What a decision really cost its mover, and the variance of that."""
        game, state, seat = match.game, match.states[decision.index], decision.seat
        assert isinstance(game, Dragon)
        loss = noise = 0.0
        for step, sign in ((decision.best, 1), (decision.step, -1)):
            after = game.advance(state, step)
            drifts = self._roll_outs(game, after, rollouts)[0][:, seat]
            loss += sign * (self._value(game, after)[seat] + drifts.mean())
            noise += drifts.var(ddof=1) / rollouts
        return loss, noise

    def _value(self, game: Dragon, state: State) -> Floats:
        return np.array(SolvedTurn(game, judging(self.net)).begin(state))

    def _position(self, setup: Setup) -> tuple[Dragon, State]:
        """Any position of a game that the net plays with itself."""
        game = Dragon(setup)
        state = game.start()
        dice = SeededDice(int(self.choice.integers(2**32)))
        while state.phase == Phase.STONES:
            state = game.advance(state, game.chance(state).draw(dice))
        race, table = race_of(game, state), self.table
        log = new_log(stack([race]), 1)
        table.spaces[:] = 0
        table.unspent[:] = race.kinds > 0
        seat = int(self.choice.integers(game.seats))
        end = play_game(
            self.net, self.net, race.plays, race, table.spaces, table.unspent, seat, 0, 0.0, 0.0,
            self.stream, table.turn, table.sight, log, 0, 0, table.shares, table.gains,
        )  # fmt: skip
        at = int(self.choice.integers(end))
        spaces = tuple(tuple(row[: game.seats]) for row in log.spaces[at].tolist())
        unspent = tuple(map(bool, log.unspent[at, : game.seats].tolist()))
        return game, state._replace(spaces=spaces, unspent=unspent, seat=int(log.roller[at]))

    def _roll_outs(self, game: Dragon, state: State, count: int) -> tuple[Floats, Floats]:
        race = race_of(game, state)
        drift, shares = np.zeros(SEATS), np.zeros(SEATS)
        drifts, results = np.zeros((count, game.seats)), np.zeros((count, game.seats))
        for number in range(count):
            spaces, unspent = np.zeros((PATHS, SEATS), np.int64), np.zeros(SEATS, np.int64)
            spaces[:, : game.seats] = state.spaces
            unspent[: game.seats] = state.unspent
            roll_out(
                self.net, race, spaces, unspent, state.seat, self.stream, self.turn, self.sight, drift, shares
            )  # fmt: skip
            drifts[number], results[number] = drift[: game.seats], shares[: game.seats]
        return drifts, results


def errors(found: list[Found]) -> dict[str, float]:
    """Errors of all seats' shares; the bias is that of the seat with the best chances, for over all seats it is 0.

    `luck` is the square of the mean luck over what chance explains: about 1, or the method is wrong.
    """
    noise = np.concatenate([each.noise for each in found])
    truth, value, deeper, luck, luck_noise = (
        np.concatenate([getattr(each, name) for each in found])
        for name in ("truth", "value", "deeper", "luck", "luck_noise")
    )
    leads = [(each.value - each.truth)[each.value.argmax()] for each in found]
    return {
        "positions": len(found),
        "error": float(np.sqrt(max(0.0, ((value - truth) ** 2 - noise).mean()))),
        "error_two_turns": float(np.sqrt(max(0.0, ((deeper - truth) ** 2 - noise).mean()))),
        "leader_bias": float(np.mean(leads)),
        "noise": float(np.sqrt(noise.mean())),
        "luck": float((luck**2).sum() / luck_noise.sum()),
    }


def marked(level: str, number: int) -> Iterator[tuple[Match[State, Step], Decision]]:
    """The marked decisions of a game among equals, where the chosen move and the better one end the turn."""
    players, kind = 2 + number % 4, tuple(KINDS)[number % 3]
    game = Dragon(Setup(tuple(Colour)[:players], starts=0, **KINDS[kind]))
    bot, dice, own = find_dragon_bot(level), SeededDice(number), SeededDice(number, "bot")
    match: Match[State, Step] = Match(game)
    while match.actor != NOBODY:
        chance = match.actor == CHANCE
        match.play(game.chance(match.state).draw(dice) if chance else bot.choose(game, match.state, own))
    for seat in review_race(RaceJudge(game), match.states[0], match.steps).seats:
        for decision in seat.marked(*RACE_THRESHOLDS):
            state = match.states[decision.index]
            if all(begins(game.advance(state, step)) for step in (decision.step, decision.best)):
                yield match, decision


def losses(measuring: Measuring, count: int, rollouts: int) -> dict[str, float]:
    """Claimed and true losses of marked decisions; `true_share` is how much of what is claimed is there."""
    found: list[tuple[float, float, float]] = []
    for number in range(count):
        level = LEVELS[number % len(LEVELS)]
        found += [
            (decision.loss, *measuring.true_loss(match, decision, rollouts))
            for match, decision in islice(marked(level, number), MOST_OF_A_GAME)
        ]
        if len(found) >= count:
            break
    claimed, true, noise = np.array(found).T
    return {
        "decisions": len(found),
        "claimed": float(claimed.mean()),
        "true_share": float(true.sum() / claimed.sum()),
        "error": float(np.sqrt(max(0.0, ((claimed - true) ** 2 - noise).mean()))),
        "noise": float(np.sqrt(noise.mean())),
        "truly_worse": float((true > 0).mean()),
    }


def rows(found: dict[int, list[Found]]) -> Iterator[tuple[str, dict[str, float]]]:
    for players, some in found.items():
        yield f"{players} players", errors(some)
    everything = [each for some in found.values() for each in some]
    for kind in KINDS:
        some = [each for each in everything if each.kind == kind]
        if some:
            yield kind, errors(some)
    yield "all", errors(everything)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=400)
    parser.add_argument("--rollouts", type=int, default=60)
    parser.add_argument("--decisions", type=int, default=150)
    asked = parser.parse_args()
    measuring = Measuring(shipped_net()[0], SEED)
    kinds = list(KINDS)
    found: dict[int, list[Found]] = {players: [] for players in (2, 3, 4, 5)}
    for number in range(asked.positions):
        players = 2 + number % 4
        kind = kinds[number // 4 % len(kinds)]
        if kind == "stones" and players == 5:  # no colour is left for them (D5)
            kind = "own powers"
        found[players].append(measuring.found(players, kind, asked.rollouts))
    result = dict(rows(found)) | {"losses": losses(measuring, asked.decisions, 2 * asked.rollouts)}
    print(json.dumps({name: {k: round(v, 4) for k, v in row.items()} for name, row in result.items()}, indent=2))


if __name__ == "__main__":
    main()
