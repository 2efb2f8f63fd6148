"""Training: the same bits for any number of threads and after any interruption, and it learns."""

from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

from niten.bots.race.measuring import share_against_net
from niten.bots.race.net import Net, load_net
from niten.bots.race.training import DUEL, Course, Progress, Trainer, begin, export, load, save, train

SMALL = Course(seed=3, parts=3, games=4, batch=64)


def same(one: Net, other: Net) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def trained(rounds: int, threads: int = 1) -> Progress:
    progress = begin(SMALL)
    trainer = Trainer(progress, threads)
    for _ in range(rounds):
        trainer.round()
    return progress


def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole = trained(3)
    save(trained(1), tmp_path / "check.npz")
    progress = load(tmp_path / "check.npz")
    for _ in range(2):
        Trainer(progress).round()
    assert same(whole.net, progress.net)
    assert same(whole.mean, progress.mean)
    assert (whole.games, whole.positions, whole.steps) == (progress.games, progress.positions, progress.steps)
    assert not list(tmp_path.glob("*.part"))


def test_threads_change_nothing() -> None:
    assert same(trained(2).net, trained(2, threads=3).net)


def test_another_seed_is_another_run() -> None:
    assert not same(trained(1).net, begin(SMALL).net)
    assert not same(begin(SMALL).net, begin(Course(seed=4)).net)


def test_it_learns(tmp_path: Path) -> None:
    progress = begin(Course(seed=2, parts=4, games=24, batch=128, rate=3e-3))
    trainer = Trainer(progress)
    for _ in range(4):
        trainer.round()
    assert share_against_net(progress.net, begin(progress.course).net, DUEL, 200, 1) > 0.7
    trainer.measure(games=4)
    assert progress.curve[-1]["games"] == progress.games == progress.earlier_games
    export(progress, tmp_path / "net.npz")
    net, about = load_net(tmp_path / "net.npz")
    assert same(net, progress.net)
    assert about["course"] == asdict(progress.course)
    assert about["curve"] == progress.curve
    assert (about["format"], about["games"], about["positions"]) == (2, progress.games, progress.positions)


def test_train_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    course = Course(seed=5, parts=2, games=2)
    told: list[int] = []
    file = tmp_path / "check.npz"
    train(file, course, games=4, tell=lambda progress: told.append(progress.games))
    train(file, course, games=10, tell=lambda progress: told.append(progress.games))
    assert told == [4, 8, 12]
    with pytest.raises(ValueError, match="another course"):
        train(file, Course(seed=6), games=20)
