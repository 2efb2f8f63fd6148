"""How fast the environments are: `python -m bench.environments` prints the figures of docs/research.md.

Random legal actions for some seconds each, on one core, on the plain engine.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator

import gymnasium
import numpy as np
import pettingzoo
import pyspiel

import niten.research.gymnasium
import niten.research.open_spiel
import niten.research.pettingzoo  # noqa: F401 — importing them registers them


def gymnasium_steps(name: str, **options: object) -> Iterator[None]:
    random = np.random.default_rng(1)
    env = gymnasium.make(name, disable_env_checker=True, **options)
    over, info = True, {}
    while True:
        if over:
            _, info = env.reset(seed=1)
        _, _, over, _, info = env.step(random.choice(np.flatnonzero(info["action_mask"])))
        yield


def pettingzoo_steps() -> Iterator[None]:
    random = np.random.default_rng(1)
    env = pettingzoo.make("aec", "niten/Dragon-v0")
    while True:
        env.reset(seed=1)
        for _ in env.agent_iter():
            observation, _, over, _, _ = env.last()
            env.step(None if over else random.choice(np.flatnonzero(observation["action_mask"])))
            yield


def open_spiel_steps(name: str) -> Iterator[None]:
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
            yield


WHAT: dict[str, Callable[[], Iterator[None]]] = {
    "Gymnasium, the demo duel": lambda: gymnasium_steps("niten/Samurai-v0"),
    "Gymnasium, a race of two against greedy": lambda: gymnasium_steps("niten/Dragon-v0"),
    "Gymnasium, a race of two against random": lambda: gymnasium_steps("niten/Dragon-v0", bots=("random",)),
    "PettingZoo, a race of two": pettingzoo_steps,
    "OpenSpiel, the demo duel (chance nodes counted)": lambda: open_spiel_steps("niten_samurai"),
    "OpenSpiel, a race of two (chance nodes counted)": lambda: open_spiel_steps("niten_dragon"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found: dict[str, int] = {}
    for name, make in WHAT.items():
        steps = make()
        next(steps)
        # Time on the processor: other people's work on the machine does not count.
        count, begun = 0, time.process_time()
        while time.process_time() - begun < given.seconds:
            next(steps)
            count += 1
        found[name] = round(count / (time.process_time() - begun))
        if not given.json:
            print(f"{found[name]:>7,} steps a second   {name}", flush=True)
    if given.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
