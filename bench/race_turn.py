"""What a turn of the race costs to solve: `python -m bench.race_turn`.

For every number of players, in the basic game and with any power in hand: the ends of a turn listed and judged by the
net, then the best keep of every hand at every roll (`fast`); the last part alone (`induction`); and the plain version,
which walks the rules, with a judge that costs nothing (`plain`): medians over positions of games, in milliseconds.
"""

import time
from collections.abc import Callable
from functools import partial
from itertools import product
from statistics import median

from niten.bots.race.induction import induct
from niten.bots.race.net import judging, new_sight, shipped_net
from niten.bots.race.plain import PlainTurn, begins
from niten.bots.race.players import RacePlayer
from niten.bots.race.selfplay import solve
from niten.bots.race.tables import new_turn, position_of, race_of
from niten.core import CHANCE, NOBODY, SeededDice
from niten.dragon import Colour, Dragon, Powers, Setup, State

POSITIONS = 40


def positions(game: Dragon, player: RacePlayer) -> list[State]:
    """Positions in which a turn begins, from games of the net with itself."""
    found: list[State] = []
    seed = 0
    while len(found) < POSITIONS:
        dice, state, seed = SeededDice(seed), game.start(), seed + 1
        while (actor := game.actor(state)) != NOBODY:
            if begins(state):
                found.append(state)
            step = game.chance(state).draw(dice) if actor == CHANCE else player.choose(game, state, dice)
            state = game.advance(state, step)
    return found[:: max(1, len(found) // POSITIONS)]


def milliseconds(work: Callable[[], object], times: int) -> float:
    begun = time.perf_counter()
    for _ in range(times):
        work()
    return 1000 * (time.perf_counter() - begun) / times


def main() -> None:
    net = shipped_net()[0]
    turn, sight = new_turn(), new_sight()
    for players, powers in product(range(2, 6), (Powers.NONE, Powers.ANY)):
        game = Dragon(Setup(tuple(Colour)[:players], powers=powers))
        fast, alone, plain = list[float](), list[float](), list[float]()
        equal = (1 / players,) * players
        for number, state in enumerate(positions(game, RacePlayer(judging(net)))):
            race, (spaces, unspent, seat) = race_of(game, state), position_of(state)
            solved = partial(solve, net, race, spaces, unspent, seat, turn, sight)
            fast.append(milliseconds(solved, 20))
            alone.append(milliseconds(partial(induct, race, int(race.kinds[seat] * unspent[seat]), seat, turn), 20))
            if number < 3:
                walked = PlainTurn(game, lambda _, equal=equal: equal)
                plain.append(milliseconds(partial(walked.begin, state), 1))
        figures = f"fast {median(fast):.2f}, induction {median(alone):.2f}, plain {median(plain):.0f}"
        print(f"{players} players, powers {powers}: {figures}", flush=True)


if __name__ == "__main__":
    main()
