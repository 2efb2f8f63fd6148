"""The environments: random legal actions, beside Gymnasium's own and OpenSpiel's own games."""

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pyspiel

from niten.core import SeededDice
from niten.speed.figures import Asked, Figure, Found, Missing
from niten.speed.open_spiel import MAEDN, PIG, stepped
from niten.speed.packages import EXTRAS, GYMNASIUM, OPEN_SPIEL, Package
from niten.speed.timing import Did, Runner, in_turns

for _interface in ("gymnasium", "pettingzoo", "open_spiel"):
    import_module(f"niten.research.{_interface}")  # that registers its games

_DUEL, _RACE = "niten/Samurai-v0", "niten/Dragon-v0"
BLACKJACK = "Blackjack-v1"
Actions = npt.NDArray[np.integer[Any]]
_TOGETHER = 100  # steps
_COPIES = 1024  # games of a vector environment

_BESIDE: dict[str, tuple[Package, str, str]] = {
    "gymnasium-duel": (GYMNASIUM, BLACKJACK, BLACKJACK),
    "gymnasium-race": (GYMNASIUM, BLACKJACK, BLACKJACK),
    "vector-duel": (GYMNASIUM, BLACKJACK, BLACKJACK),
    "vector-race": (GYMNASIUM, BLACKJACK, BLACKJACK),
    "vector-race-greedy": (GYMNASIUM, BLACKJACK, BLACKJACK),
    "openspiel-duel": (OPEN_SPIEL, "pig", PIG),
    "openspiel-race": (OPEN_SPIEL, "maedn", MAEDN),
}
"""With what a figure is compared: whose it is, its name, and its runner."""


def measure(asked: Asked) -> Iterator[Found]:
    """Steps a second on one core."""
    ours, lacking = _ours(asked.seed), None
    try:
        ours |= vectors(asked.seed, _COPIES)
    except ImportError as error:  # they are compiled
        lacking = Missing("environments", error.name or error.msg, EXTRAS["simulator"])
    peers = {
        BLACKJACK: blackjack(asked.seed),
        PIG: _spiel(PIG, asked.seed),
        MAEDN: _spiel(MAEDN, asked.seed),
    }
    needed = {_BESIDE[name][2] for name in ours if name in _BESIDE}
    runners = ours | {name: runner for name, runner in peers.items() if name in needed}
    paces = in_turns(runners, asked.seconds, asked.progress)
    for name in ours:
        pace, beside = paces[name], _BESIDE.get(name)
        peer = beside and beside[0].peer(beside[1], paces[beside[2]].steps_a_second)
        games, steps, seconds = pace.total
        yield Figure("environments", name, pace.steps_a_second, "steps/s", games, steps, seconds, peer)
    if lacking:
        yield lacking


def _ours(seed: int) -> dict[str, Runner]:
    return {
        "gymnasium-duel": Runner(_single(_DUEL, seed)),
        "gymnasium-race": Runner(_single(_RACE, seed, bots=("random",))),
        "gymnasium-race-greedy": Runner(_single(_RACE, seed)),
        "pettingzoo-race": Runner(_agents(seed)),
        "openspiel-duel": _spiel("niten_samurai", seed),
        "openspiel-race": _spiel("niten_dragon", seed),
    }


def vectors(seed: int, copies: int) -> dict[str, Runner]:
    """So many games together."""
    return {
        "vector-duel": _vector(_DUEL, seed, copies),
        "vector-race": _vector(_RACE, seed, copies, bots=("random",)),
        "vector-race-greedy": _vector(_RACE, seed, copies),
    }


def blackjack(seed: int) -> Runner:
    """Gymnasium's own."""
    return Runner(_single(BLACKJACK, seed))


def _single(name: str, seed: int, **options: Any) -> Callable[[], Did]:
    """An environment that tells a mask is given one of its actions, another one any action."""
    random = np.random.default_rng(seed)
    env: Any = gymnasium.make(name, disable_env_checker=True, **options)
    actions: Actions = np.arange(int(env.action_space.n))
    info: dict[str, Any] = env.reset(seed=int(random.integers(2**31)))[1]
    over = False

    def steps() -> Did:
        nonlocal over, info
        games = 0
        for _ in range(_TOGETHER):
            if over:
                _, info = env.reset()
            legal: Actions = info["action_mask"].nonzero()[0] if "action_mask" in info else actions
            _, _, over, _, info = env.step(legal[int(random.random() * len(legal))])
            games += over
        return Did(games, _TOGETHER)

    return steps


def _vector(name: str, seed: int, copies: int, **options: Any) -> Runner:
    """Actions, observations and masks of all games; steps that only begin a new one do not count."""
    envs: Any = gymnasium.make_vec(name, copies, vectorization_mode="vector_entry_point", **options)
    envs.reset(seed=seed)
    ended = 0

    def step() -> Did:
        nonlocal ended
        begun = ended
        _, _, over, _, _ = envs.step(envs.random_actions())
        ended = int(np.count_nonzero(over))
        return Did(ended, copies - begun)

    return Runner(step)


def _agents(seed: int) -> Callable[[], Did]:
    random = np.random.default_rng(seed)
    env: Any = import_module("pettingzoo").make("aec", _RACE)  # which has no types
    env.reset(seed=int(random.integers(2**31)))

    def race() -> Did:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            observation, _, over, _, _ = env.last()
            legal = observation["action_mask"].nonzero()[0]
            env.step(None if over else legal[int(random.random() * len(legal))])
            steps += 1
        return Did(1, steps)

    return race


def _spiel(name: str, seed: int) -> Runner:
    return Runner(partial(stepped, pyspiel.load_game(name), SeededDice(seed, name)))
