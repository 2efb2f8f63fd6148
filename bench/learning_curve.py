"""How far learning gets: MaskablePPO on a duel, against the solved optimum and the simple players (docs/research.md).

    make .venv/.learning                                                     the packages it needs: torch, sb3-contrib
    .venv/bin/python -m bench.learning_curve small --steps 200000            three rounds of the demo duel
    .venv/bin/python -m bench.learning_curve oda-nobunaga --steps 1000000    a duel of the booklet

Prints a row whenever the policy was tried, `--json` writes them all. The same seed gives the same curve on the same
machine and versions.
"""

import argparse
import json
import time
from dataclasses import replace
from math import sqrt
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import DummyVecEnv

import niten.research.gymnasium  # noqa: F401 — registers the environments
from niten.booklet import find_duel
from niten.bots import SAMURAI_BOTS
from niten.core import SeededDice
from niten.research.episode import Episode
from niten.samurai import Duel, Samurai
from niten.solver.certify import solve
from niten.spaces import DuelSpace

ENVS = 8
ID = "niten/Samurai-v0"
SIMPLE = ("random", "beginner", "careful", "reckless")


def small() -> Duel:
    """Three rounds of the demo duel with four Ki, against an opponent with six health."""
    demo = find_duel("oda-nobunaga")
    return replace(demo, id="small", health=6, player=replace(demo.player, dice=(3, 2, 1), ki=4))


def played(space: DuelSpace, bot: str, games: int) -> float:
    """What a simple player wins."""
    players = {0: SAMURAI_BOTS[bot]}
    return sum(Episode(space, SeededDice(n, "bench").below(2**63), players).share(0) for n in range(games)) / games


def tried(policy: MaskableActorCriticPolicy, space: DuelSpace, games: int) -> float:
    """What the policy wins when it always takes the move it likes best: many duels at once."""
    episodes = [Episode(space, SeededDice(n, "bench").below(2**63)) for n in range(games)]
    going = episodes
    while going:
        seen = np.stack([episode.observe(0) for episode in going])
        masks = np.stack([episode.mask() for episode in going])
        actions, _ = policy.predict(seen, deterministic=True, action_masks=masks)
        for episode, action in zip(going, actions, strict=True):
            episode.play(action)
        going = [episode for episode in going if not episode.is_over]
    return sum(episode.share(0) for episode in episodes) / games


class Curve(BaseCallback):
    """Tries the policy every so many steps."""

    def __init__(self, space: DuelSpace, every: int, games: int) -> None:
        super().__init__()
        self.space, self.every, self.games = space, every, games
        self.rows: list[dict[str, float]] = []
        self.begun = time.perf_counter()
        self.trying = 0.0

    def _on_rollout_start(self) -> None:
        if self.num_timesteps >= len(self.rows) * self.every:
            self.row()

    def _on_step(self) -> bool:
        return True

    def row(self) -> None:
        begun = time.perf_counter()
        won = tried(self.model.policy, self.space, self.games)
        self.trying += time.perf_counter() - begun
        seconds = time.perf_counter() - self.begun - self.trying
        row = {"steps": self.num_timesteps, "seconds": round(seconds), "won": won}
        self.rows.append(row)
        error = sqrt(won * (1 - won) / self.games)
        print(f"{row['steps']:>9,} steps {row['seconds']:>6} s   won {won:.3f} ± {error:.3f}", flush=True)


def learn(duel: Duel, steps: int, every: int, games: int, seed: int) -> dict[str, Any]:
    torch.set_num_threads(1)
    game = Samurai(duel)
    space = DuelSpace(game)
    best = solve(game).start
    print(f"{duel.name}: at best {best.lower:.4f} … {best.upper:.4f}", flush=True)
    simple = {bot: played(space, bot, games) for bot in SIMPLE}
    print("simple players: " + ", ".join(f"{bot} {won:.3f}" for bot, won in simple.items()), flush=True)
    envs = make_vec_env(ID, ENVS, seed=seed, env_kwargs={"duel": duel, "render_mode": None}, vec_env_cls=DummyVecEnv)
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=512,
        batch_size=512,
        n_epochs=6,
        gamma=1.0,
        gae_lambda=0.95,
        ent_coef=0.01,
        learning_rate=lambda left: 1e-3 * left + 1e-4,
        policy_kwargs={"net_arch": [128, 128]},
        seed=seed,
        device="cpu",
    )
    curve = Curve(space, every, games)
    model.learn(steps, callback=curve)
    curve.row()
    versions = {"torch": torch.__version__, "gymnasium": gymnasium.__version__}
    return {"duel": duel.id, "best": [best.lower, best.upper], "simple": simple, "rows": curve.rows} | versions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("duel", help="small, or a duel of the booklet, or a duel file")
    parser.add_argument("--steps", type=int, default=200_000, help="decisions to learn from")
    parser.add_argument("--every", type=int, default=0, help="decisions between two trials; a tenth if not given")
    parser.add_argument("--games", type=int, default=2000, help="duels in a trial")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--json", type=Path, help="write the curve to a file")
    given = parser.parse_args()
    duel = small() if given.duel == "small" else find_duel(given.duel)
    found = learn(duel, given.steps, given.every or max(1, given.steps // 10), given.games, given.seed)
    if given.json:
        given.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
