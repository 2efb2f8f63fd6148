"""The environments: random legal actions, beside Gymnasium's own and OpenSpiel's own games."""

import time
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
from niten.speed.timing import Did, Runner, Stopwatch, in_turns

for _interface in ("gymnasium", "pettingzoo", "open_spiel"):
    import_module(f"niten.research.{_interface}")  # that registers its games

_DUEL, _RACE = "niten/Samurai-v0", "niten/Dragon-v0"
_BLACKJACK, _CARTPOLE = "Blackjack-v1", "CartPole-v1"
Actions = npt.NDArray[np.integer[Any]]
_TOGETHER = 100  # steps
_COPIES = 512  # games of a vector environment

_BESIDE: dict[str, tuple[Package, str, str]] = {
    "gymnasium-duel": (GYMNASIUM, _BLACKJACK, _BLACKJACK),
    "gymnasium-race": (GYMNASIUM, _BLACKJACK, _BLACKJACK),
    "vector-duel": (GYMNASIUM, f"{_CARTPOLE} × {_COPIES}", _CARTPOLE),
    "vector-race": (GYMNASIUM, f"{_CARTPOLE} × {_COPIES}", _CARTPOLE),
    "openspiel-duel": (OPEN_SPIEL, "pig", PIG),
    "openspiel-race": (OPEN_SPIEL, "maedn", MAEDN),
}
"""With what a figure is compared: whose it is, its name, and its runner."""


def measure(asked: Asked) -> Iterator[Found]:
    """Steps a second on one core."""
    ours, lacking = _ours(asked.seed), None
    try:
        ours |= _our_vectors(asked.seed)
    except ImportError as error:  # they are compiled
        lacking = Missing("environments", error.name or error.msg, EXTRAS["simulator"])
    peers = {
        _BLACKJACK: Runner(_single(_BLACKJACK, asked.seed)),
        _CARTPOLE: _vector(_CARTPOLE, asked.seed),
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


def _our_vectors(seed: int) -> dict[str, Runner]:
    """Where the environments come as such."""
    runners: dict[str, Runner] = {}
    if gymnasium.spec(_DUEL).vector_entry_point:
        runners["vector-duel"] = _vector(_DUEL, seed)
    if gymnasium.spec(_RACE).vector_entry_point:
        runners["vector-race"] = _vector(_RACE, seed, bots=("random",))
    return runners


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


def _vector(name: str, seed: int, **options: Any) -> Runner:
    """Many games in one environment. Only its own time counts, of all its threads: to choose for all costs as much."""
    random, watch = np.random.default_rng(seed), Stopwatch(time.process_time)
    envs: Any = gymnasium.make_vec(name, _COPIES, vectorization_mode="vector_entry_point", **options)
    _, info = envs.reset(seed=int(random.integers(2**31)))

    def step() -> Did:
        nonlocal info
        actions = _legal(info["action_mask"], random) if "action_mask" in info else random.integers(2, size=_COPIES)
        with watch.held():
            _, _, over, cut, info = envs.step(actions)
        return Did(int(np.count_nonzero(over | cut)), _COPIES)

    return Runner(step, watch)


def _legal(masks: Any, random: np.random.Generator) -> Actions:
    """One of the legal actions of each row; any action where none is."""
    masks = np.asarray(masks, bool)
    chosen = (random.random(len(masks)) * masks.sum(axis=1)).astype(int)
    return (masks.cumsum(axis=1) > chosen[:, None]).argmax(axis=1)


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
