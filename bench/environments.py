"""How fast the environments are: `python -m bench.environments` prints the figures of docs/research.md.

Random legal actions for some seconds each, on one core, in processor time; the first ones on the plain engine. Vector
environments choose their actions by `random_actions()`, or repeat a game whose actions were chosen before; steps that
only begin a game do not count. Gymnasium's own Blackjack, in the same run, is what others are compared with.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pyspiel

import niten.research.gymnasium
import niten.research.open_spiel
import niten.research.pettingzoo  # noqa: F401 — importing them registers them

Steps = Iterator[int]
"""Goes on for ever; each time it tells how many steps were made."""

BLACKJACK = "Gymnasium's Blackjack-v1"
RECORDED = 100


def blackjack_steps() -> Steps:
    env = gymnasium.make("Blackjack-v1")
    env.action_space.seed(1)
    env.reset(seed=1)
    while True:
        _, _, over, _, _ = env.step(env.action_space.sample())
        if over:
            env.reset()
        yield 1


def gymnasium_steps(name: str, **options: object) -> Steps:
    random = np.random.default_rng(1)
    env = gymnasium.make(name, disable_env_checker=True, **options)
    over, info = True, {}
    while True:
        if over:
            _, info = env.reset(seed=1)
        _, _, over, _, info = env.step(random.choice(np.flatnonzero(info["action_mask"])))
        yield 1


def vector_steps(name: str, size: int, *, is_chosen: bool, **options: Any) -> Steps:
    """Observations and masks of all games, at every step."""
    envs: Any = gymnasium.make_vec(name, num_envs=size, **options)
    envs.reset(seed=1)
    recorded: list[Any] = []
    over = np.zeros(size, np.bool_)
    while is_chosen or len(recorded) < RECORDED:
        actions = envs.random_actions()
        if not is_chosen:
            recorded.append(actions)
        begun = np.count_nonzero(over)
        _, _, over, _, _ = envs.step(actions)
        yield size - begun
    while True:
        envs.reset(seed=1)
        over[:] = False
        for actions in recorded:
            begun = np.count_nonzero(over)
            _, _, over, _, _ = envs.step(actions)
            yield size - begun


def pettingzoo_steps() -> Steps:
    random = np.random.default_rng(1)
    env = pettingzoo.make("aec", "niten/Dragon-v0")
    while True:
        env.reset(seed=1)
        for _ in env.agent_iter():
            observation, _, over, _, _ = env.last()
            env.step(None if over else random.choice(np.flatnonzero(observation["action_mask"])))
            yield 1


def open_spiel_steps(name: str) -> Steps:
    random = np.random.default_rng(1)
    game = pyspiel.load_game(name)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choice(outcomes, p=chances))
            else:
                state.apply_action(random.choice(state.legal_actions()))
            yield 1


WHAT: dict[str, Callable[[], Steps]] = {
    BLACKJACK: blackjack_steps,
    "Gymnasium, the demo duel": lambda: gymnasium_steps("niten/Samurai-v0"),
    "Gymnasium, a race of two against greedy": lambda: gymnasium_steps("niten/Dragon-v0"),
    "Gymnasium, a race of two against random": lambda: gymnasium_steps("niten/Dragon-v0", bots=("random",)),
    "PettingZoo, a race of two": pettingzoo_steps,
    "OpenSpiel, the demo duel (chance nodes counted)": lambda: open_spiel_steps("niten_samurai"),
    "OpenSpiel, a race of two (chance nodes counted)": lambda: open_spiel_steps("niten_dragon"),
} | {
    f"vector, {what}, {size} at once{'' if is_chosen else ', actions given'}": partial(
        vector_steps, name, size, is_chosen=is_chosen, **options
    )
    for what, name, options in (
        ("the demo duel", "niten/Samurai-v0", {}),
        ("a race of two against random", "niten/Dragon-v0", {"bots": ("random",)}),
        ("a race of two against greedy", "niten/Dragon-v0", {}),
    )
    for size in (64, 1024, 8192)
    for is_chosen in (True, False)
}


def rate(steps: Steps, seconds: float) -> float:
    for _ in range(RECORDED):  # what is compiled or recorded first does not count
        next(steps)
    # Time on the processor: other people's work on the machine does not count.
    count, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        count += next(steps)
    return count / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each")
    parser.add_argument("--only", default="", help="those whose names contain this, and Blackjack")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found: dict[str, int] = {}
    for name, make in WHAT.items():
        if name != BLACKJACK and given.only not in name:
            continue
        found[name] = round(rate(make(), given.seconds))
        if not given.json:
            times = found[name] / found[BLACKJACK]
            print(f"{found[name]:>11,} steps a second, {times:6.1f} times Blackjack   {name}", flush=True)
    if given.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
