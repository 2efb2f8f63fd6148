"""How strong a player is: games through the real rules, or in arrays against another net.

`python -m niten.bots.race.measuring strong greedy 1000` tells the share of the wins of one bot among others, with its
standard error, for every number of players and every kind of powers.
"""

import sys
from itertools import product

import numpy as np

from niten.bots.bot import Bot
from niten.bots.race.net import Net
from niten.bots.race.selfplay import new_log, new_table, play_match
from niten.bots.race.tables import GREEDY, SEATS, among_greedy, race_of, stack
from niten.bots.registry import find_dragon_bot
from niten.core import CHANCE, NOBODY, SeededDice
from niten.dragon import Colour, Dragon, Phase, Powers, Setup, State


def play(game: Dragon, bots: list[Bot[Dragon, State]], seed: int) -> tuple[float, ...]:
    """Each seat's share of the win of one game."""
    dice, state = SeededDice(seed), game.start()
    streams = [SeededDice(seed, f"bot-{seat}") for seat in range(game.seats)]
    while (actor := game.actor(state)) != NOBODY:
        step = game.chance(state).draw(dice) if actor == CHANCE else bots[actor].choose(game, state, streams[actor])
        state = game.advance(state, step)
    outcome = game.outcome(state)
    assert outcome
    return tuple(map(float, outcome.shares))


def share_against(
    bot: Bot[Dragon, State], rivals: Bot[Dragon, State], setup: Setup, games: int, seed: int
) -> tuple[float, float]:
    """A bot's mean share of the wins at a table of rivals, in each seat in turn; and its standard error."""
    game = Dragon(setup)
    shares: list[float] = []
    for number in range(games):
        seat = number % game.seats
        bots = [rivals] * game.seats
        bots[seat] = bot
        shares.append(play(game, bots, seed + number // game.seats)[seat])
    return float(np.mean(shares)), float(np.std(shares) / np.sqrt(games))


def share_against_greedy(net: Net, setup: Setup, games: int, seed: int) -> tuple[float, float]:
    """The share of the wins against the greedy bot of a net that knows it, and its standard error: two players only."""
    share = _share((net, net), setup, games, seed, GREEDY)
    return share, float(np.sqrt(share * (1 - share) / games))


def share_against_net(net: Net, other: Net, setup: Setup, games: int, seed: int) -> float:
    """The share of the wins of a net against another one: two players only."""
    return _share((net, other), setup, games, seed, 1)


def _share(nets: tuple[Net, Net], setup: Setup, games: int, seed: int, side: int) -> float:
    game = Dragon(setup)
    start = game.start()
    assert start.phase in (Phase.ROLL_OFF, Phase.ROLL)
    assert game.seats == 2
    numbers = np.arange(games)
    sides = np.zeros((games, SEATS), dtype=np.int64)
    sides[numbers, numbers // 2 % 2] = side
    total = np.zeros(2)
    race = race_of(game, start)
    known = [among_greedy(race, seat) if side == GREEDY else race for seat in (1, 0)]
    races = stack(known[seat] for seat in numbers // 2 % 2)
    play_match(
        *nets, new_log(races, 1), numbers % 2, sides, np.array([seed], np.uint64), new_table(), total
    )  # fmt: skip
    return float(total[0] / games)


def report(name: str, rivals: str, games: int, seed: int = 1) -> None:
    """Write the shares of a bot among rivals at every kind of table, line by line."""
    for players, powers in product(range(2, 6), Powers):
        setup = Setup(tuple(Colour)[:players], powers=powers)
        share, error = share_against(find_dragon_bot(name), find_dragon_bot(rivals), setup, games, seed)
        equal = f"{share * players:.2f} of an equal share"
        sys.stdout.write(f"{players} players, powers {powers}: {share:.3f} ± {error:.3f} ({equal})\n")
        sys.stdout.flush()


if __name__ == "__main__":
    report(sys.argv[1], sys.argv[2], int(sys.argv[3]))
