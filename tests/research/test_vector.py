"""Both games as vector environments: the same games as the plain engine's, in Gymnasium's conventions."""

import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils import env_checker
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from niten.research.gymnasium import DragonEnv, SamuraiEnv
from niten.research.vector import DragonVectorEnv, GameVectorEnv, SamuraiVectorEnv
from niten.samurai import EDITIONS
from niten.simulate import Batch
from niten.simulate.episodes import BotNotCompiled
from niten.simulate.policies import decider_of
from niten.simulate.streams import LATER
from niten.spaces import IllegalAction
from niten.texts import LANGUAGES
from testkit.duels import make_duel
from testkit.mirror import agree, mirrored
from testkit.small_duels import EVERY_REWARD

SAMURAI, DRAGON = "niten/Samurai-v0", "niten/Dragon-v0"
Options = Mapping[str, Any]
DUELS: list[Options] = [
    *({"rules": edition} for edition in EDITIONS),
    {"duel": make_duel(player={"dice": [3, 2, 1] * 4} | EVERY_REWARD)},
    {"duel": make_duel(health=2, player={"health": 2, "ki": 0, "dice": [1], "concentration": []}), "rules": "de"},
]
RACES: list[Options] = [
    {"bots": ("random",), "board": "short"},
    {"bots": ("random",) * 2, "board": "short", "seat": None, "powers": "own", "immunity": True, "stones": 6},
    {"bots": ("random",) * 3, "board": "short", "seat": 2, "powers": "any", "starts": 3, "max_turns": 40},
    {"bots": ("random",) * 4, "seat": None, "powers": "any", "max_turns": 3},  # often over before the seat is asked
]
GAMES = [*((SAMURAI, options) for options in DUELS), *((DRAGON, options) for options in RACES)]


def made(name: str, size: int, options: Options) -> Any:
    """A vector environment; of its spaces Gymnasium tells no types."""
    envs = gymnasium.make_vec(name, num_envs=size, **options)
    assert isinstance(envs, GameVectorEnv)
    return envs


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP], ids=str)
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_the_engine_plays_the_same_games(name: str, options: Options, mode: AutoresetMode) -> None:
    """The same dice: every observation, mask, reward and result, and everything about new games."""
    envs = made(name, 6, {**options, "autoreset_mode": mode})
    seen, masks, mirrors = mirrored(envs, seed=3, seat=options.get("seat", 0))
    agree(seen, masks, mirrors)
    ended, was_over = 0, np.zeros(6, np.bool_)
    for _ in range(250):
        actions = envs.random_actions()
        seen, rewards, over, truncated, infos = envs.step(actions)
        assert not truncated.any()
        assert envs.observation_space.contains(seen)
        told = infos.get("final_info", {}) if mode is AutoresetMode.SAME_STEP else infos
        for i, mirror in enumerate(mirrors):
            if was_over[i]:
                mirror.begin()
                assert (rewards[i], over[i]) == (0.0, False)
            else:
                mirror.step(int(actions[i]))
                assert (rewards[i], over[i]) == (mirror.reward, mirror.is_over)
            if over[i]:
                assert told["_result"][i]
                assert told["result"][i] == mirror.result
                ended += 1
                if mode is AutoresetMode.SAME_STEP:
                    assert infos["_final_obs"][i]
                    assert np.array_equal(infos["final_obs"][i], mirror.seen)
                    mirror.begin()
            elif "_result" in told:
                assert not told["_result"][i]
        agree(seen, infos["action_mask"], mirrors)
        was_over = over if mode is AutoresetMode.NEXT_STEP else was_over
    assert ended > 3


@pytest.mark.parametrize("options", [{}, {"bots": ("greedy", "random", "greedy"), "seat": 1, "powers": "any"}])
def test_greedy_bots_play_as_in_a_batch(options: Options) -> None:
    """Step by step with the decider that is held to the plain bot elsewhere."""
    envs = made(DRAGON, 20, {**options, "board": "short"})
    envs.reset(seed=4)
    seat, names = options.get("seat", 0), list(options.get("bots", ("greedy",)))
    names.insert(seat, "")
    batch = Batch(envs.space.game, 20, seed=int(envs.episodes.table.seeds[0]))
    deciders = [decider_of(name, batch.kernel) if name else None for name in names]
    actions, ended = np.zeros(20, np.int64), 0

    def play_on() -> None:
        while len(others := np.flatnonzero((batch.actors >= 0) & (batch.actors != seat))):
            chosen = np.where(batch.actors == seat, -1, 0)
            for bot, decider in enumerate(deciders):
                which = others[batch.actors[others] == bot]
                if decider and len(which):
                    decider(batch, which, chosen)
            for i in others.tolist():
                step_one(batch, i, int(chosen[i]))

    play_on()
    for _ in range(150):
        assert np.array_equal(batch.rows, envs.episodes.rows)
        over = batch.over
        actions = envs.random_actions()
        _, rewards, now_over, _, _ = envs.step(actions)
        for i in np.flatnonzero(~over).tolist():
            step_one(batch, i, int(actions[i]))
        play_on()
        assert np.array_equal(now_over, batch.over & ~over)
        assert np.array_equal(rewards, np.where(now_over, batch.shares[:, seat], 0.0))
        ended += int(now_over.sum())
        if over.any():
            batch.restart(np.flatnonzero(over))
            play_on()
    assert ended > 3


def step_one(batch: Batch, i: int, action: int) -> None:
    """An action in one game of a batch; the others stay as they are."""
    actions = np.zeros(len(batch), np.int64)
    actions[i] = action
    assert batch.masks()[i, action]
    batch.kernel.apply(batch.rows, batch.streams, actions, i, i + 1)
    batch.kernel.fill_masks(batch.rows, batch.masks(), i, i + 1)


@pytest.mark.parametrize(("name", "options"), [(SAMURAI, {}), (DRAGON, {"bots": ("greedy", "random"), "seat": None})])
def test_a_game_depends_on_its_seed_and_place_only(name: str, options: Options) -> None:
    def trace(seed: int, size: int) -> Any:
        envs = made(name, size, options)
        seen, infos = envs.reset(seed=seed)
        found = [seen[:5]]
        for _ in range(80):
            seen, *_, infos = envs.step(infos["action_mask"].argmax(axis=1))
            found.append(seen[:5])
        return np.array(found)

    assert np.array_equal(trace(1, 5), trace(1, 5))
    assert np.array_equal(trace(1, 5), trace(1, 40))
    assert not np.array_equal(trace(1, 5), trace(2, 5))


def test_resets_without_a_seed_go_on_from_the_last_one() -> None:
    def firsts(seed: int) -> list[Any]:
        envs = made(DRAGON, 4, {})
        return [envs.reset(seed=seed if n == 0 else None)[0].tolist() for n in range(3)]

    assert firsts(1) == firsts(1)
    assert firsts(1)[0] != firsts(1)[1] != firsts(1)[2]


@pytest.mark.parametrize(("name", "single"), [(SAMURAI, SamuraiEnv), (DRAGON, DragonEnv)])
def test_spaces_are_those_of_the_single_environment(name: str, single: Any) -> None:
    envs, one = made(name, 7, {}), single()
    assert envs.single_action_space == one.action_space
    assert envs.single_observation_space == one.observation_space
    assert envs.action_space == gymnasium.vector.utils.batch_space(one.action_space, 7)
    assert envs.observation_space.shape == (7, one.space.size)
    seen, infos = envs.reset(seed=1)
    assert envs.observation_space.contains(seen)
    assert seen.dtype == np.float32
    assert infos["action_mask"].dtype == one.reset(seed=1)[1]["action_mask"].dtype == np.int8
    assert infos["_action_mask"].all()
    assert np.array_equal(envs.action_masks(), infos["action_mask"])
    assert envs.action_space.contains(envs.random_actions())
    assert envs.spec is not None
    assert envs.spec.id == name


@pytest.mark.parametrize("name", [SAMURAI, DRAGON])
def test_what_the_official_checker_can_check_of_vectors(name: str) -> None:
    # There is no checker for vector environments; these parts of the one for others understand them.
    env_checker.check_reset_seed_determinism(made(name, 5, {}))
    env_checker.check_reset_options(made(name, 5, {}))
    env_checker.check_reset_return_type(made(name, 5, {}))
    env_checker.check_returned_data_not_reused(made(name, 1, {}))


def test_what_is_told_stays_as_it_was_told() -> None:
    envs = made(SAMURAI, 3, {})
    seen, infos = envs.reset(seed=1)
    before = seen.copy(), infos["action_mask"].copy()
    told = envs.step(envs.random_actions())
    assert np.array_equal(seen, before[0])
    assert np.array_equal(infos["action_mask"], before[1])
    infos["action_mask"][:] = 1  # whoever writes into a mask does not change the rules
    told[4]["action_mask"][:] = 1
    assert not envs.action_masks().all()


def test_random_actions_are_legal_each_as_likely_and_move_no_dice() -> None:
    envs, others = made(DRAGON, 2000, {}), made(DRAGON, 2000, {})
    _, infos = envs.reset(seed=1)
    others.reset(seed=1)
    for _ in range(20):
        actions = envs.random_actions()
        assert infos["action_mask"][np.arange(2000), actions].all()
        again = envs.random_actions()
        assert not np.array_equal(actions, again)
        seen, *_, infos = envs.step(again)
        assert np.array_equal(seen, others.step(again)[0])  # who draws no lots sees the same dice
    duels = made(SAMURAI, 9000, {})
    duels.reset(seed=2)
    counts = np.bincount(duels.random_actions(), minlength=3)
    assert counts.sum() == 9000
    assert (abs(counts - 3000) < 5 * np.sqrt(2000)).all()


def test_an_illegal_action_loses() -> None:
    envs = made(SAMURAI, 4, {})
    before, infos = envs.reset(seed=1)
    masks = infos["action_mask"]
    seen, rewards, over, _, infos = envs.step(np.array([0, 40, -3, 82]))
    assert over.tolist() == [False, True, True, True]
    assert rewards.tolist() == [0.0] * 4
    assert infos["_illegal"].tolist() == over.tolist()
    assert infos["illegal"][1:].tolist() == [40, -3, 82]
    assert not infos["_result"].any()
    assert np.array_equal(seen[1:], before[1:])  # as in the single environment
    assert np.array_equal(infos["action_mask"][1:], masks[1:])
    numbers = envs.episodes.table.numbers.copy()
    seen, _, over, _, infos = envs.step(envs.random_actions())
    assert not over[1:].any()
    assert "illegal" not in infos
    assert (envs.episodes.table.numbers - numbers).tolist() == [0, LATER, LATER, LATER]


def test_an_illegal_action_in_the_same_step_mode() -> None:
    envs = made(SAMURAI, 2, {"autoreset_mode": "SameStep"})
    before, _ = envs.reset(seed=1)
    seen, _, over, _, infos = envs.step(np.array([2, 40]))
    assert over.tolist() == [False, True]
    assert np.array_equal(infos["final_obs"][1], before[1])
    assert infos["final_info"]["illegal"][1] == 40
    assert np.array_equal(seen[1], before[1])  # all duels begin alike
    assert infos["action_mask"][1].nonzero()[0].tolist() == [0, 1, 2]


def test_an_illegal_action_can_raise_instead_and_changes_nothing() -> None:
    envs = made(DRAGON, 3, {"illegal": "raise"})
    _, infos = envs.reset(seed=1)
    rows, actions = envs.episodes.rows.copy(), infos["action_mask"].argmax(axis=1)
    for wrong in (133, -1, 134):
        actions[1] = wrong
        with pytest.raises(IllegalAction) as refused:
            envs.step(actions)
        assert refused.value.details["action"] == wrong
        assert refused.value.__notes__ == ["in game 1"]
        assert np.array_equal(envs.episodes.rows, rows)


def test_some_games_can_be_reset() -> None:
    envs = made(SAMURAI, 5, {})
    seen, _ = envs.reset(seed=1)
    for _ in range(6):
        seen, *_ = envs.step(envs.random_actions())
    mask = np.array([True, False, False, True, False])
    again, infos = envs.reset(options={"reset_mask": mask})
    assert np.array_equal(again[~mask], seen[~mask])
    start = envs.space.observe(envs.space.game.start())
    assert (again[mask] == start).all()
    assert np.array_equal(infos["action_mask"][0].nonzero()[0], [0, 1, 2])
    for wrong in (mask[:3], mask.astype(np.int8), np.zeros(5, np.bool_), "all"):
        with pytest.raises(ValueError, match="reset_mask"):
            envs.reset(options={"reset_mask": wrong})
    with pytest.raises(gymnasium.error.ResetNeeded):
        made(SAMURAI, 5, {}).reset(options={"reset_mask": mask})


def test_without_autoreset_games_wait_for_a_reset() -> None:
    envs = made(SAMURAI, 8, {"autoreset_mode": AutoresetMode.DISABLED})
    assert envs.metadata["autoreset_mode"] is AutoresetMode.DISABLED
    _, infos = envs.reset(seed=1)
    over = np.zeros(8, np.bool_)
    while not over.any():
        _, _, over, _, infos = envs.step(envs.random_actions())
    assert infos["_result"].tolist() == over.tolist()
    with pytest.raises(gymnasium.error.ResetNeeded, match="the first is"):
        envs.step(envs.random_actions())
    envs.reset(options={"reset_mask": over})
    assert not envs.step(envs.random_actions())[2].any()


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("name", [SAMURAI, DRAGON])
def test_episode_statistics_of_gymnasium(name: str, mode: str) -> None:
    options = {} if name == SAMURAI else {"board": "short", "bots": ("random",)}
    bare = made(name, 64, options | {"autoreset_mode": mode})
    envs = RecordEpisodeStatistics(bare, buffer_length=10_000)
    envs.reset(seed=1)
    total, ended, over = 0.0, 0, np.zeros(64, np.bool_)
    for _ in range(300):
        _, rewards, over, _, infos = envs.step(bare.random_actions())
        total, ended = total + rewards.sum(), ended + int(over.sum())
        assert ("episode" in infos) == over.any()
    assert envs.episode_count == ended > 64
    assert sum(envs.return_queue) == total
    # Every step is one of a game, over by now or not; with NextStep some only begin one.
    begun = ended - int(over.sum()) if mode == "NextStep" else 0
    assert sum(envs.length_queue) + envs.episode_lengths[~over].sum() + begun == 300 * 64


def test_infos_as_lists() -> None:
    envs = DictInfoToList(made(SAMURAI, 3, {}))
    _, infos = envs.reset(seed=1)
    assert [sorted(info) for info in infos] == [["action_mask"]] * 3


def test_names_that_are_not_compiled_are_refused_with_those_that_are() -> None:
    for bot in ("beginner", "nobody"):
        with pytest.raises(BotNotCompiled) as refused:
            made(DRAGON, 2, {"bots": (bot,)})
        for language in LANGUAGES:
            assert bot in refused.value.text(language)
            assert "greedy, random" in refused.value.text(language)


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(ValueError, match="illegal 'ignore'"):
        SamuraiVectorEnv(2, illegal="ignore")
    with pytest.raises(ValueError, match="1 bots and seat 5 in a race of 2"):
        DragonVectorEnv(2, seat=5)
    for none in (0, -1):
        with pytest.raises(ValueError, match="at least one game expected"):
            SamuraiVectorEnv(none)
    with pytest.raises(ValueError, match="Sometimes"):
        SamuraiVectorEnv(2, autoreset_mode="Sometimes")
    with pytest.raises(gymnasium.error.ResetNeeded):
        SamuraiVectorEnv(2).step(np.zeros(2, np.int64))
    envs = SamuraiVectorEnv(2)
    envs.reset(seed=1)
    shapes: list[Any] = [np.zeros(3, np.int64), np.zeros(2), np.zeros((2, 1), np.int64)]
    for wrong in shapes:
        with pytest.raises(ValueError, match="2 whole numbers expected"):
            envs.step(wrong)


def test_a_seat_that_is_never_asked_is_no_endless_loop() -> None:
    options: Any = {"starts": 1, "max_turns": 1}
    with pytest.raises(ValueError, match="max_turns is too low"):
        DragonVectorEnv(2, **options).reset(seed=1)
    with pytest.raises(ValueError, match="max_turns is too low"):
        DragonEnv(**options, bots=("random",)).reset(seed=1)


def test_rendering_is_the_terminals_plain_text() -> None:
    envs = made(DRAGON, 3, {"bots": ("greedy", "random"), "seat": 1, "render_mode": "ansi", "language": "de"})
    envs.reset(seed=1)
    shown = envs.render()
    assert shown is not None
    assert len(shown) == 3
    assert all("greedy" in text for text in shown)
    duels = made(SAMURAI, 2, {"render_mode": "ansi"})
    duels.reset(seed=1)
    texts = duels.render() or ()
    assert [text.startswith("Oda Nobunaga") for text in texts] == [True, True]
    assert made(SAMURAI, 2, {}).render() is None


def test_without_numba_it_is_named_and_single_environments_go_on() -> None:
    code = (
        "import sys; sys.modules['numba'] = None; import gymnasium, niten.research.gymnasium\n"
        "env = gymnasium.make('niten/Samurai-v0'); env.reset(seed=1)\n"
        "envs = gymnasium.make_vec('niten/Samurai-v0', num_envs=2, vectorization_mode='sync'); envs.reset(seed=1)\n"
        "gymnasium.make_vec('niten/Samurai-v0', num_envs=2)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr.strip().endswith('(numba). Install them with: pip install "niten[solver]"')
