"""Gymnasium: importing this module registers `niten/Samurai-v0` and `niten/Dragon-v0`.

>>> import gymnasium
>>> import niten.research.gymnasium
>>> env = gymnasium.make("niten/Samurai-v0", duel="oda-nobunaga")
>>> observation, info = env.reset(seed=7)
>>> [int(action) for action in info["action_mask"].nonzero()[0]]
[0, 1, 2]
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, Unpack

import numpy as np

from niten.bots import DragonBot, find_dragon_bot
from niten.core import Record
from niten.core.game import State
from niten.dragon import State as RaceState
from niten.research.episode import NO_BOTS, Bots, Episode, new_seed
from niten.research.needs import missing
from niten.research.setups import RaceOptions, duel_game, race_among, raises
from niten.samurai import Duel
from niten.samurai import State as DuelState
from niten.spaces import DuelSpace, Floats, IllegalAction, Mask, RaceSpace, Space

try:
    import gymnasium
    from gymnasium.spaces import Box, Discrete
except ImportError as error:
    raise missing(error) from error


_MOST_TRIES = 1000


class GameEnv(gymnasium.Env[Floats, np.integer[Any]], Generic[State]):
    """A game with one seat that is asked. The reward is its share of the win, at the end.

    `info["action_mask"]` tells the legal actions, and so does `action_masks()`. Another one loses the game, and
    `info["illegal"]` says why; with `illegal="raise"` it raises IllegalAction and changes nothing.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 — as Gymnasium declares it
        "render_modes": ["ansi"],
        "render_fps": 1,
    }

    def __init__(self, space: Space[State], illegal: str, render_mode: str | None, language: str) -> None:
        self.space = space
        self.raises = raises(illegal)
        self.render_mode = render_mode
        self.language = language
        self.seat = 0
        self.action_space = Discrete(space.actions)
        self.observation_space = Box(np.zeros_like(space.high), space.high, dtype=np.float32)
        self._episode: Episode[State] | None = None

    @property
    def episode(self) -> Episode[State]:
        """The game being played."""
        if self._episode is None:
            raise gymnasium.error.ResetNeeded("reset() comes before the first step")
        return self._episode

    def seated(self) -> Bots:
        """Choose the own seat for a new game, and tell who has the others."""
        return NO_BOTS

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        bots = self.seated()
        for _ in range(_MOST_TRIES):  # a race can be over before a seat is asked
            self._episode = Episode(self.space, new_seed(self.np_random), bots)
            if not self._episode.is_over:
                return self._seen()
        raise ValueError(f"seat {self.seat} was not asked once in {_MOST_TRIES} games: max_turns is too low")

    def step(self, action: Any) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        episode = self.episode
        try:
            episode.play(action)
        except IllegalAction as refused:
            if self.raises:
                raise
            observation, info = self._seen()
            return observation, 0.0, True, False, info | {"illegal": str(refused)}
        observation, info = self._seen()
        return observation, episode.share(self.seat), episode.is_over, False, info

    def _seen(self) -> tuple[Floats, dict[str, Any]]:
        return self.episode.observe(self.seat), {"action_mask": self.episode.mask()} | self.episode.told()

    def action_masks(self) -> Mask:
        """The legal actions, by the name under which sb3-contrib asks for them."""
        return self.episode.mask()

    def record(self) -> Record:
        """The game so far."""
        return self.episode.record()

    @abstractmethod
    def render(self) -> str | None:
        """The table as plain text, in the words of the terminal."""


class SamuraiEnv(GameEnv[DuelState]):
    """A duel: one of the booklet, a duel file or one made in Python, by an edition or a mixture of switches."""

    def __init__(
        self,
        duel: str | Duel = "oda-nobunaga",
        rules: str = "en",
        *,
        illegal: str = "lose",
        render_mode: str | None = None,
        language: str = "en",
    ) -> None:
        self.game = duel_game(duel, rules)
        super().__init__(DuelSpace(self.game), illegal, render_mode, language)

    def render(self) -> str | None:
        from niten.research.rendering import duel_text  # noqa: PLC0415 — only who looks needs what it draws with

        return duel_text(self.episode.match, self.game, self.language) if self.render_mode == "ansi" else None


class DragonEnv(GameEnv[RaceState]):
    """A race against bots, by name or made in Python; without a `seat`, one is drawn for each game."""

    def __init__(
        self,
        bots: Sequence[str | DragonBot] = ("greedy",),
        *,
        seat: int | None = 0,
        colours: Sequence[str] | None = None,
        illegal: str = "lose",
        render_mode: str | None = None,
        language: str = "en",
        **options: Unpack[RaceOptions],
    ) -> None:
        self.game = race_among(bots, seat, colours, **options)
        self.bots = tuple(find_dragon_bot(bot) if isinstance(bot, str) else bot for bot in bots)
        self.names = tuple(bot if isinstance(bot, str) else "bot" for bot in bots)
        self._fixed_seat = seat
        super().__init__(RaceSpace(self.game), illegal, render_mode, language)

    def seated(self) -> Bots:
        fixed = self._fixed_seat
        self.seat = int(self.np_random.integers(self.game.seats)) if fixed is None else fixed
        others = (seat for seat in range(self.game.seats) if seat != self.seat)
        return dict(zip(others, self.bots, strict=True))

    def render(self) -> str | None:
        from niten.research.rendering import race_text  # noqa: PLC0415 — only who looks needs what it draws with

        if self.render_mode != "ansi":
            return None
        names = [*self.names]
        names.insert(self.seat, "human")
        return race_text(self.episode.match, self.game, tuple(names), self.language)


def register() -> None:
    """Make both known to `gymnasium.make` and `gymnasium.make_vec`; many at once need numba, so only they load it."""
    for game in ("Samurai", "Dragon"):
        name, vector = f"niten/{game}-v0", f"niten.research.vector:{game}VectorEnv"
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point=f"{__name__}:{game}Env", vector_entry_point=vector)  # pyright: ignore[reportUnknownMemberType]


register()
