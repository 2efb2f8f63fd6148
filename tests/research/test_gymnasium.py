"""Both games as Gymnasium environments."""

from collections.abc import Callable, Mapping
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from niten.bots import RandomBot
from niten.core import SeededDice
from niten.core.record import read, replay
from niten.dragon import Dragon
from niten.research.gymnasium import DragonEnv, GameEnv, SamuraiEnv
from niten.samurai import Samurai
from niten.spaces import IllegalAction
from testkit.duels import make_duel

SAMURAI, DRAGON = "niten/Samurai-v0", "niten/Dragon-v0"
KINDS: dict[str, Callable[[], GameEnv[Any]]] = {SAMURAI: SamuraiEnv, DRAGON: DragonEnv}
RACE = {"bots": ("greedy", "random"), "seat": None, "powers": "any", "stones": 5, "immunity": True}


def random_game(env: GameEnv[Any], seed: int | None) -> tuple[float, dict[str, Any]]:
    """A whole game of legal actions; the reward of the last step, and what was told there."""
    _, info = env.reset(seed=seed)
    choices = SeededDice(seed or 0, "player")
    while True:
        legal = np.flatnonzero(info["action_mask"])
        assert (env.action_masks() == info["action_mask"]).all()
        _, reward, over, truncated, info = env.step(legal[choices.below(len(legal))])
        assert not truncated
        if over:
            return reward, info
        assert reward == 0


@pytest.mark.parametrize(
    ("name", "options"),
    [
        (SAMURAI, {}),
        (SAMURAI, {"rules": "es"}),
        (DRAGON, {}),
        (DRAGON, RACE),
        (DRAGON, {"max_turns": 3, "illegal": "lose"}),
    ],
)
def test_the_official_checker_has_nothing_to_say(name: str, options: Mapping[str, Any]) -> None:
    # Warnings are errors in all our tests.
    check_env(gymnasium.make(name, **options).unwrapped)


def test_the_reward_is_the_share_of_the_win_and_the_record_tells_the_same() -> None:
    results: set[str] = set()
    duel = make_duel(health=2, player={"health": 2, "dice": [3, 2]})
    for seed in range(60):
        env = SamuraiEnv(duel)
        reward, info = random_game(env, seed)
        results.add(info["result"].split()[0])
        assert reward == float(info["result"].startswith("victory"))
        match, _ = replay(read(str(env.record())), Samurai)
        assert str(match.game.outcome(match.state)) == info["result"]
    assert results == {"victory", "failure", "defeat"}


def test_a_race_is_recorded_with_its_bots_moves() -> None:
    won = 0.0
    for seed in range(4):
        env = DragonEnv(("greedy",), seat=seed % 2, board="short")
        reward, info = random_game(env, seed)
        won += reward
        match, _ = replay(read(str(env.record())), Dragon)
        outcome = match.game.outcome(match.state)
        assert outcome is not None
        assert float(outcome.shares[env.seat]) == reward
        assert env.record().seed == info["seed"]
    assert won < 4  # random against greedy


def test_without_a_seat_one_is_drawn() -> None:
    env = DragonEnv(("random", RandomBot()), seat=None, board="short")
    seats: set[int] = set()
    for seed in range(12):
        observation, _ = env.reset(seed=seed)
        assert env.episode.match.actor == env.seat
        assert observation[3] == 1  # whose turn it is, seen from there
        seats.add(env.seat)
    assert seats == {0, 1, 2}


@pytest.mark.parametrize("name", [SAMURAI, DRAGON])
def test_a_seed_gives_the_same_games_again(name: str) -> None:
    def games(seed: int) -> list[str]:
        env = KINDS[name]()
        told: list[str] = []
        for number in range(3):  # only the first is seeded; the others follow
            random_game(env, seed if not number else None)
            told.append(str(env.record()))
        return told

    assert games(5) == games(5)
    assert len(set(games(5))) == 3
    assert games(5) != games(6)


def test_an_illegal_action_loses_and_tells_why() -> None:
    env = SamuraiEnv()
    env.reset(seed=1)
    _, reward, over, _, info = env.step(np.int64(40))
    assert (reward, over) == (0.0, True)
    assert "0 (dice 1)" in info["illegal"]


def test_an_illegal_action_can_raise_instead_and_changes_nothing() -> None:
    env = SamuraiEnv(illegal="raise")
    env.reset(seed=1)
    before = env.episode.match.state
    with pytest.raises(IllegalAction):
        env.step(np.int64(40))
    assert env.episode.match.state is before


def test_rendering_is_the_terminals_plain_text() -> None:
    duel = SamuraiEnv(render_mode="ansi", language="de")
    duel.reset(seed=1)
    text = duel.render()
    assert text is not None
    assert text.startswith("Oda Nobunaga")
    assert "\x1b" not in text
    race = DragonEnv(("greedy", RandomBot()), render_mode="ansi")
    race.reset(seed=1)
    shown = race.render()
    assert shown is not None
    assert "bot: greedy" in shown
    assert "bot: your own" in shown
    assert SamuraiEnv().render() is None


@pytest.mark.parametrize("name", [SAMURAI, DRAGON])
def test_several_at_once(name: str) -> None:
    envs = gymnasium.make_vec(name, num_envs=3, vectorization_mode="sync")
    space = KINDS[name]().space
    _, info = envs.reset(seed=3)
    ended = 0
    for _ in range(200):
        assert info["action_mask"].shape == (3, space.actions)
        observations, rewards, over, _, info = envs.step(info["action_mask"].argmax(axis=1))
        assert observations.shape == (3, space.size)
        assert ((rewards >= 0) & (rewards <= 1)).all()
        ended += int(over.sum())
    assert ended or name == DRAGON


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(ValueError, match="illegal 'ignore'"):
        SamuraiEnv(illegal="ignore")
    with pytest.raises(ValueError, match="1 bots and seat 5 in a race of 2"):
        DragonEnv(seat=5)
    with pytest.raises(ValueError, match="“nobody”"):
        DragonEnv(("nobody",))
    with pytest.raises(gymnasium.error.ResetNeeded):
        SamuraiEnv().step(np.int64(0))
