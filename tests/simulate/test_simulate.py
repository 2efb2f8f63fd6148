"""Simulations by anybody: names, compiled functions, callables; and what is counted of them."""

import re
from math import isclose
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from niten.booklet import find_duel
from niten.bots.part import UnknownBot
from niten.dragon import Colour, Dragon, Powers, Setup
from niten.samurai import EDITIONS, Samurai
from niten.simulate import kernel_of, simulate, wilson
from niten.simulate.picture import Bar, binned
from niten.simulate.picture import draw as draw_picture
from niten.simulate.plain import play_in_engine
from niten.simulate.result import Result, total
from niten.spaces import IllegalAction
from testkit.duels import game
from testkit.policies import first, last

SVG = "{http://www.w3.org/2000/svg}"
ODA = Samurai(find_duel("oda-nobunaga"))
RACE = Dragon(Setup((Colour.RED, Colour.BLUE, Colour.WHITE)))


def wrong(observations: Any, masks: Any) -> Any:
    return np.full(len(masks), 74)


def same(one: Result, other: Result) -> bool:
    return (one.endings, one.lengths, one.decisions) == (other.endings, other.lengths, other.decisions)


@pytest.mark.parametrize("policy", ["random", "beginner", "careful", last, first], ids=["r", "b", "c", "last", "first"])
def test_threads_change_nothing(policy: Any) -> None:
    one, two = (simulate(ODA, games=40_000, policy=policy, seed=2, threads=threads) for threads in (1, 2))
    assert same(one, two)
    assert sum(one.endings.values()) == sum(one.lengths.values()) == 40_000


def test_another_seed_gives_other_games() -> None:
    assert not same(simulate(ODA, games=2000, seed=1), simulate(ODA, games=2000, seed=2))


@pytest.mark.parametrize("name", ["beginner", "careful", "random"])
def test_arrays_and_engine_win_as_often(name: str) -> None:
    fast = simulate(ODA, games=100_000, policy=name, seed=3)
    slow = total(play_in_engine(ODA, [name], 3, range(300), 1))
    won = sum(count for ending, count in slow.endings.items() if ending.startswith("victory"))
    low, high = wilson(won / 300, 300)
    assert low - 0.02 <= fast.shares[0] <= high + 0.02
    mean = sum(length * count for length, count in slow.lengths.items()) / 300
    assert isclose(fast.mean_length, mean, rel_tol=0.12)


def test_bots_that_play_in_the_engine() -> None:
    setup = Setup((Colour.RED, Colour.BLUE), powers=Powers.OWN)
    one = simulate(Dragon(setup), games=6, policy=["beginner", "greedy"], seed=4, threads=1)
    two = simulate(Dragon(setup), games=6, policy=["beginner", "greedy"], seed=4, threads=2)
    assert same(one, two)
    assert one.policies == ("beginner", "greedy")
    assert min(one.lengths) > 10


def test_turns_are_counted_alike_in_arrays_and_in_the_engine() -> None:
    fast = simulate(RACE, games=4000, seed=5)
    slow = total(play_in_engine(RACE, ["random"] * 3, 5, range(150), 1))
    mean = sum(length * count for length, count in slow.lengths.items()) / 150
    assert isclose(fast.mean_length, mean, rel_tol=0.06)
    limited = Dragon(Setup(RACE.options.players, max_turns=10))
    assert (
        simulate(limited, games=50, seed=5).lengths
        == total(play_in_engine(limited, ["random"] * 3, 5, range(50), 1)).lengths
    )


def test_a_policy_for_each_seat() -> None:
    result = simulate(RACE, games=400, policy=["greedy", last, first], seed=6)
    assert result.policies == ("greedy", "last", "first")
    assert result.shares[0] > 0.9
    assert same(result, simulate(RACE, games=400, policy=["greedy", last, first], seed=6, threads=2))


def test_the_solved_duel_is_won_as_often_as_the_solver_says() -> None:
    from niten.solver.certify import solve  # noqa: PLC0415

    small = game(health=2, player={"health": 2, "ki": 1, "dice": [2, 1]})
    bounds = solve(small).start
    result = simulate(small, games=4000, policy="optimal", seed=7)
    low, high = result.intervals[0]
    assert low - 0.01 <= bounds.upper
    assert bounds.lower <= high + 0.01


def test_optimal_play_of_an_edition_without_tables() -> None:
    small = game("de", health=2, player={"health": 2, "ki": 1, "dice": [2]})
    result = simulate(small, games=30, policy="optimal", seed=8, threads=1)
    assert sum(result.endings.values()) == 30


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(UnknownBot):
        simulate(ODA, games=1, policy="nobody")
    with pytest.raises(UnknownBot):
        simulate(ODA, games=1, policy="greedy")
    with pytest.raises(ValueError, match="3 policies"):
        simulate(RACE, games=1, policy=["random", "random"])
    with pytest.raises(ValueError, match="at least one"):
        simulate(ODA, games=0)
    with pytest.raises(ValueError, match="together"):
        simulate(RACE, games=1, policy=["beginner", first, first])
    with pytest.raises(IllegalAction):
        simulate(ODA, games=1, policy=wrong)


def test_progress_goes_from_nothing_to_all() -> None:
    seen: list[float] = []
    simulate(ODA, games=100_000, seed=1, progress=seen.append)
    assert len(seen) > 2
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


def test_wilson() -> None:
    """Known values: Newcombe 1998, table I, method 3."""
    for wins, games, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)):
        assert wilson(wins / games, games) == pytest.approx((low, high), abs=5e-5)


def test_a_result_as_plain_values() -> None:
    data = simulate(RACE, games=500, seed=9).as_json()
    assert data["games"] == sum(data["endings"].values()) == sum(data["length"]["counts"].values()) == 500
    assert isclose(sum(data["shares"]), 1, abs_tol=1e-5)
    assert all(low < share < high for (low, high), share in zip(data["intervals"], data["shares"], strict=True))
    assert Dragon.from_setup(data["setup"]) == RACE
    assert data["length"]["unit"] == "turns"


def test_lengths() -> None:
    result = Result(ODA, ("random",), 1, 10, {"defeat killed": 10}, {2: 5, 3: 4, 20: 1}, 100, 1.0)
    assert [result.length_at(share) for share in (0.1, 0.5, 0.51, 0.9, 0.91)] == [2, 2, 3, 3, 20]
    assert result.mean_length == 4.2
    assert result.shares == (0.0,)
    assert [tuple(each) for each in binned(result.lengths, 5)] == [
        (2, 4, 9),
        (5, 9, 0),
        (10, 14, 0),
        (15, 19, 0),
        (20, 20, 1),
    ]
    assert len(binned(result.lengths, 19)) == 19


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_picture_is_well_formed(edition: str) -> None:
    from xml.etree import ElementTree as Tree  # noqa: PLC0415

    result = simulate(Samurai(ODA.duel, EDITIONS[edition]), games=1000, seed=1)
    bars = [Bar("<won>", result.shares[0], result.intervals[0]), Bar("lost", 1 - result.shares[0])]
    picture = Tree.fromstring(
        draw_picture("A & B", "<caption>", bars, binned(result.lengths, 30), unit="Rounds", language="fr")
    )
    drawn = [float(element.attrib["height"]) for element in picture.iter(f"{SVG}rect")]
    assert len(drawn) == 1 + len(bars) + len(binned(result.lengths, 30))
    assert max(drawn[3:]) == 240


def test_the_example_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs/simulator.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)
    assert "Interval" in capsys.readouterr().out
    assert names["result"].games == 100_000
    assert names["batch"].over.all()


def test_the_figures_of_the_page_about_observations() -> None:
    assert kernel_of(ODA).space.size == 43
    assert kernel_of(Dragon(Setup((Colour.RED, Colour.BLUE)))).space.size == 26
    assert (kernel_of(ODA).actions, kernel_of(RACE).actions) == (82, 134)
