"""The race for PettingZoo, one seat after the other (AEC); there is no parallel form, since seats take turns.

>>> from niten.research.pettingzoo import dragon_v0
>>> env = dragon_v0.env(players=2, powers="own")
>>> env.reset(seed=7)
>>> observation, reward, termination, truncation, info = env.last()
>>> int(observation["action_mask"].sum()) > 1
True
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from niten.core import NOBODY, Record
from niten.dragon import Board, State
from niten.research.episode import Episode, new_seed
from niten.research.needs import missing
from niten.research.setups import race_game
from niten.spaces import RaceSpace

try:
    from gymnasium.logger import warn
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.utils import EzPickle, seeding
    from pettingzoo import AECEnv  # pyright: ignore[reportMissingTypeStubs]
    from pettingzoo.utils import wrappers  # pyright: ignore[reportMissingTypeStubs]
except ImportError as error:
    raise missing(error) from error

__all__ = ["env", "raw_env"]


def env(**options: Any) -> AECEnv[str, Any, Any]:
    """The race with PettingZoo's usual checks: an illegal action ends it and costs whoever chose it 1."""
    raw = raw_env(**options)
    legal = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))


class raw_env(AECEnv[str, Any, Any], EzPickle):  # noqa: N801 — as PettingZoo names it
    """The race. Agents are the seats in the order of play; the reward is the share of the win, at the end.

    An agent sees itself first, then the others in the order of play. An illegal action raises IllegalAction.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 — as PettingZoo declares it
        "render_modes": ["ansi"],
        "name": "dragon_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        players: int | Sequence[str] = 2,
        *,
        board: str | Board = "standard",
        powers: str = "none",
        immunity: bool = False,
        stones: int = 0,
        starts: int | None = None,
        max_turns: int | None = None,
        render_mode: str | None = None,
        language: str = "en",
    ) -> None:
        EzPickle.__init__(
            self, players, board=board, powers=powers, immunity=immunity, stones=stones, starts=starts,
            max_turns=max_turns, render_mode=render_mode, language=language,
        )  # fmt: skip
        super().__init__()
        self.game = race_game(
            players,
            board=board,
            powers=powers,
            immunity=immunity,
            stones=stones,
            starts=starts,
            max_turns=max_turns,
        )
        self.space = RaceSpace(self.game)
        self.render_mode = render_mode
        self.language = language
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.seats)]
        self.agents = []
        self._actions = {agent: Discrete(self.space.actions) for agent in self.possible_agents}
        self._observations = {agent: self._seen_as() for agent in self.possible_agents}
        self._random = seeding.np_random()[0]
        self._episode: Episode[State] | None = None

    def _seen_as(self) -> Dict:
        high = self.space.high
        return Dict(
            {
                "observation": Box(np.zeros_like(high), high, dtype=np.float32),
                "action_mask": Box(0, 1, (self.space.actions,), np.int8),
            }
        )

    def action_space(self, agent: str) -> Discrete:
        return self._actions[agent]

    def observation_space(self, agent: str) -> Dict:
        return self._observations[agent]

    @property
    def episode(self) -> Episode[State]:
        """The game being played."""
        if self._episode is None:
            raise RuntimeError("reset() comes before the first step")
        return self._episode

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        if seed is not None:
            self._random = seeding.np_random(seed)[0]
        self._episode = Episode(self.space, new_seed(self._random))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        actor = self.episode.match.actor
        self.agent_selection = self.possible_agents[actor if actor != NOBODY else 0]

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        acted = self.agent_selection
        self.episode.play(action)
        self._cumulative_rewards[acted] = 0.0
        self._select()
        if self.episode.is_over:
            self.rewards = {agent: self.episode.share(seat) for seat, agent in enumerate(self.possible_agents)}
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: self.episode.told() for agent in self.agents}
            self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees; nothing is legal for one whose turn it is not."""
        mask = self.episode.mask()
        if agent != self.agent_selection:
            mask[:] = 0
        return {"observation": self.episode.observe(self.possible_agents.index(agent)), "action_mask": mask}

    def record(self) -> Record:
        """The game so far."""
        return self.episode.record()

    def render(self) -> str | None:
        if self.render_mode is None:
            warn("render() shows nothing without render_mode='ansi'")
            return None
        from niten.research.rendering import race_text  # noqa: PLC0415 — only who looks needs what it draws with

        return race_text(self.episode.match, self.game, ("human",) * self.game.seats, self.language)

    def close(self) -> None:
        """Nothing is open."""
