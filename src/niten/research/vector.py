"""Both games as vector environments of Gymnasium: thousands at once, compiled (`niten.simulate`), for `make_vec`.

>>> import gymnasium
>>> import niten.research.gymnasium
>>> envs = gymnasium.make_vec("niten/Samurai-v0", num_envs=1000)
>>> observations, infos = envs.reset(seed=7)
>>> observations.shape, infos["action_mask"].shape
((1000, 43), (1000, 82))
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt

from niten.core import Match
from niten.research.episode import new_seed
from niten.research.needs import missing
from niten.research.setups import RaceOptions, duel_game, race_among, raises
from niten.samurai import Duel
from niten.spaces import Floats

try:
    import gymnasium
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

    from niten.simulate.episodes import DuelEpisodes, Episodes, RaceEpisodes, Told
except ImportError as error:
    raise missing(error) from error

Bools = npt.NDArray[np.bool_]
Actions = npt.NDArray[np.integer[Any]]
Infos = dict[str, Any]


class GameVectorEnv(VectorEnv[Floats, Actions, npt.NDArray[Any]]):
    """Games side by side, each as in the environment of one; what is said there of rewards and masks holds here.

    `infos["result"]` tells how games ended, and `infos["illegal"]` the actions that lost them. `reset` gives all games
    new dice, or those of `options["reset_mask"]`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 — as Gymnasium declares it
        "render_modes": ["ansi"],
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        episodes: Episodes,
        *,
        autoreset_mode: str | AutoresetMode,
        illegal: str,
        render_mode: str | None,
        language: str,
    ) -> None:
        self.episodes = episodes
        self.space = episodes.kernel.space
        self.num_envs = len(episodes)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = self.metadata | {"autoreset_mode": self.autoreset_mode}
        self.raises = raises(illegal)
        self.render_mode = render_mode
        self.language = language
        self.single_action_space = Discrete(self.space.actions)
        self.single_observation_space = Box(np.zeros_like(self.space.high), self.space.high, dtype=np.float32)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._has_begun = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, Infos]:
        super().reset(seed=seed, options=options)
        which = self._which((options or {}).get("reset_mask"))
        observations = self.episodes.begin(which, new_seed(self.np_random))
        self._has_begun = True
        return observations, self._infos()

    def _which(self, mask: Any) -> Bools:
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        found = np.asarray(mask)
        if found.dtype != np.bool_ or found.shape != (self.num_envs,) or not found.any():
            expected = f"an array of {self.num_envs} truth values, one of them true"
            raise ValueError(f"reset_mask {mask!r}: expected {expected}")
        if not self._has_begun:
            raise gymnasium.error.ResetNeeded("all games are reset before some of them can be")
        return found

    def step(self, actions: Actions) -> tuple[Floats, npt.NDArray[np.float64], Bools, Bools, Infos]:
        chosen = self._checked(actions)
        told = self.episodes.step(chosen)
        infos = self._infos()
        if told.ended:
            infos |= self._endings(told, chosen)
        return told.observations, told.rewards, told.over, np.zeros(self.num_envs, np.bool_), infos

    def _checked(self, actions: Any) -> npt.NDArray[np.int64]:
        if not self._has_begun:
            raise gymnasium.error.ResetNeeded("reset() comes before the first step")
        found = np.asarray(actions)
        if found.shape != (self.num_envs,) or found.dtype.kind not in "iu":
            raise ValueError(f"{self.num_envs} whole numbers expected, found {found.dtype} of the shape {found.shape}")
        if self.autoreset_mode is AutoresetMode.DISABLED and self.episodes.table.waiting.any():
            over = np.flatnonzero(self.episodes.table.waiting)
            raise gymnasium.error.ResetNeeded(
                f"{len(over)} games are over, the first is {over[0]}: reset_mask tells which begin anew"
            )
        chosen = np.ascontiguousarray(found, np.int64)
        if self.raises and (at := self.episodes.first_illegal(chosen)) >= 0:
            self.episodes.kernel.refuse(self.episodes.rows[at], int(chosen[at]), at)
        return chosen

    def _infos(self) -> Infos:
        return {"action_mask": self.episodes.masks(), "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _endings(self, told: Told, actions: Actions) -> Infos:
        """What is told of the games that are over: apart, where others have taken their places already."""
        places = told.over.nonzero()[0]
        infos: Infos = {"result": self.episodes.results(places), "_result": told.over.copy()}
        if len(wrong := self.episodes.illegal(places)):
            infos["_result"][wrong] = False
            infos |= {"illegal": np.zeros_like(actions), "_illegal": told.over & ~infos["_result"]}
            infos["illegal"][wrong] = actions[wrong]
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
            return infos
        last = np.full(self.num_envs, None)
        for i in places:
            last[i] = self.episodes.table.last[i].copy()
        return {"final_obs": last, "_final_obs": told.over.copy(), "final_info": infos, "_final_info": told.over.copy()}

    def action_masks(self) -> npt.NDArray[np.int8]:
        """[game, action]: 1 where it is legal."""
        return self.episodes.masks()

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A legal action for each game, each as likely; much faster than sampling from the space."""
        return self.episodes.random_actions()

    def render(self) -> tuple[str, ...] | None:
        """The tables as plain text."""
        if self.render_mode != "ansi":
            return None
        kernel = self.episodes.kernel
        return tuple(self.text(kernel.state_of(row), i) for i, row in enumerate(self.episodes.rows))

    @abstractmethod
    def text(self, state: Any, i: int) -> str:
        """A table as plain text."""


class SamuraiVectorEnv(GameVectorEnv):
    """Duels, as in `SamuraiEnv`."""

    def __init__(
        self,
        num_envs: int = 1,
        duel: str | Duel = "oda-nobunaga",
        rules: str = "en",
        *,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        illegal: str = "lose",
        render_mode: str | None = None,
        language: str = "en",
    ) -> None:
        self.game = duel_game(duel, rules)
        mode = AutoresetMode(autoreset_mode)
        episodes = DuelEpisodes(self.game, num_envs, at_once=mode is AutoresetMode.SAME_STEP)
        super().__init__(episodes, autoreset_mode=mode, illegal=illegal, render_mode=render_mode, language=language)

    def text(self, state: Any, i: int) -> str:  # noqa: ARG002 — all duels are alike
        from niten.research.rendering import duel_text  # noqa: PLC0415 — only who looks needs what it draws with

        return duel_text(Match(self.game, state), self.game, self.language)


class DragonVectorEnv(GameVectorEnv):
    """Races against bots, as in `DragonEnv`; they are those of `niten.simulate.episodes.BOTS`, by name."""

    def __init__(
        self,
        num_envs: int = 1,
        bots: Sequence[str] = ("greedy",),
        *,
        seat: int | None = 0,
        colours: Sequence[str] | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        illegal: str = "lose",
        render_mode: str | None = None,
        language: str = "en",
        **options: Unpack[RaceOptions],
    ) -> None:
        self.game = race_among(bots, seat, colours, **options)
        self.names = tuple(bots)
        mode = AutoresetMode(autoreset_mode)
        episodes = RaceEpisodes(self.game, bots, num_envs, seat=seat, at_once=mode is AutoresetMode.SAME_STEP)
        super().__init__(episodes, autoreset_mode=mode, illegal=illegal, render_mode=render_mode, language=language)

    def text(self, state: Any, i: int) -> str:
        from niten.research.rendering import race_text  # noqa: PLC0415 — only who looks needs what it draws with

        names = [*self.names]
        names.insert(int(self.episodes.table.seats[i]), "human")
        return race_text(Match(self.game, state), self.game, tuple(names), self.language)
