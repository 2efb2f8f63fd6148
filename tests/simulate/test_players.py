"""The players in arrays decide what the bots of the same name decide in the engine."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from niten.booklet import duels, find_duel
from niten.bots.registry import DRAGON_BOTS, SAMURAI_BOTS
from niten.bots.samurai_players import RoundPlayer
from niten.core import Game
from niten.core.dice import Faces
from niten.dragon import Dragon
from niten.samurai import EDITIONS, Samurai
from niten.simulate import Batch, duel_players
from niten.simulate.policies import at_random, decider_of, player_of
from niten.simulate.streams import new_streams
from testkit.races import many_setups

BOOKLET = sorted(duels())


class Always:
    """A stream that breaks every tie the same way."""

    def __init__(self, number: int) -> None:
        self.number = number

    def below(self, limit: int) -> int:
        return self.number % limit

    def roll(self, count: int) -> Faces:  # noqa: ARG002
        raise AssertionError("bots throw no dice")


def positions(game: Game[Any, Any], steps: int, size: int, seed: int) -> Iterator[Batch]:
    """Positions of random play."""
    batch = Batch(game, size, seed=seed)
    actions = np.zeros(size, np.int64)
    for _ in range(steps):
        if batch.over.all():
            return
        yield batch
        at_random(batch, np.flatnonzero(~batch.over), actions)
        batch.step(actions)


@pytest.mark.parametrize("setup", many_setups()[::5], ids=lambda setup: f"{len(setup.players)} {setup.powers}")
def test_greedy(setup: Any) -> None:
    """Where several choices are as good for the bot, it is one of them."""
    game, bot = Dragon(setup), DRAGON_BOTS["greedy"]
    actions, seen = np.zeros(4, np.int64), set[int]()
    for step, batch in enumerate(positions(game, 200, 4, seed=len(setup.players))):
        if step % 3:
            continue
        decider = decider_of("greedy", batch.kernel)
        assert decider
        which = np.flatnonzero(~batch.over)
        decider(batch, which, actions)
        for i in which.tolist():
            state = batch.kernel.state_of(batch.rows[i])
            allowed = {bot.choose(game, state, Always(number)) for number in range(6)}
            assert batch.kernel.space.step(state, actions[i]) in allowed, game.position(state)
            seen.add(int(actions[i]))
    assert len(seen) > 15


@pytest.mark.parametrize("name", ["beginner", "reckless", "careful"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_duelists(name: str, edition: str) -> None:
    bot, feel, decided = SAMURAI_BOTS[name], duel_players.feeling(), 0
    for duel in (find_duel("oda-nobunaga"), find_duel(BOOKLET[len(name)])):
        game = Samurai(duel, EDITIONS[edition])
        worths = duel_players.worths_of(game, bot) if isinstance(bot, RoundPlayer) else None
        for batch in positions(game, 40, 8, seed=3):
            page = batch.kernel.tables
            for i in np.flatnonzero(~batch.over).tolist():
                row, state = batch.rows[i], batch.kernel.state_of(batch.rows[i])
                if max(state.attack, state.defense) > 18:
                    continue  # bought: nobody who plays by the worth of the round gets there
                action = (
                    duel_players.choose(page, worths, row) if worths else duel_players.choose_beginner(page, feel, row)
                )
                chosen = bot.choose(game, state, Always(0))
                assert batch.kernel.space.step(state, action) == chosen, game.position(state)
                decided += 1
    assert decided > 300


def test_whole_games_and_decisions_one_by_one_are_the_same() -> None:
    game = Dragon(many_setups()[0])
    batch = Batch(game, 40, seed=5)
    player = player_of(["greedy", "random"], batch.kernel)
    assert player
    rows = batch.kernel.new_rows(40)
    player(rows, new_streams(40, seed=5))
    deciders = [decider_of(name, batch.kernel) for name in ("greedy", "random")]
    actions = np.zeros(40, np.int64)
    while not batch.over.all():
        for seat, decider in enumerate(deciders):
            assert decider
            decider(batch, np.flatnonzero(batch.actors == seat), actions)
        batch.step(actions)
    assert batch.rows.tolist() == rows.tolist()


def test_only_who_is_compiled_plays_in_arrays() -> None:
    kernel = Batch(Samurai(find_duel("oda-nobunaga")), 1, seed=1).kernel
    assert player_of(["optimal"], kernel) is None
    assert player_of(["careful"], kernel) is not None
    assert decider_of("careful", kernel) is None
