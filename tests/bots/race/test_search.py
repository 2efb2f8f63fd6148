"""Search: exact where the budget suffices, the same each time, and never beyond its budget."""

import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from niten.bots.race import search
from niten.bots.race.net import judging, shipped_net
from niten.bots.race.plain import Shares
from niten.bots.race.search import Searcher, SearchJudge
from niten.bots.race.tables import Position, Race, Turn
from niten.bots.race.turn import SolvedTurn, judge_each
from niten.dragon import Dragon, Phase, State, read_position
from testkit.race_positions import states

NET, _ = shipped_net()
NEAR_THE_END = (
    "players=black,red board=short black=water10,fire9,metal10,earth5,wood3 red=water9,fire10,metal4,earth6,wood10 "
    "turn=black rolls=2 dice=earth,earth,wood,fire,dragon"
)


def at(text: str) -> tuple[Dragon, State]:
    setup, state = read_position(text)
    return Dragon(setup), state


def next_turn(game: Dragon, now: State) -> Callable[[Position], Shares]:
    """What a position is worth by the turn that begins in it."""
    ahead = SolvedTurn(game, judging(NET))

    def judge(position: Position) -> Shares:
        spaces = tuple(tuple(row[: game.seats]) for row in position.spaces.tolist())
        unspent = tuple(map(bool, position.unspent[: game.seats].tolist()))
        after = now._replace(phase=Phase.ROLL, seat=position.seat, spaces=spaces, unspent=unspent, dice=(), rolls=0)
        return ahead.begin(after)

    return judge


def test_two_turns_are_the_turn_after_each_end() -> None:
    for game, state in list(states(5, decisions=True))[::5]:
        plain = SolvedTurn(game, judge_each(next_turn(game, state)))
        found = Searcher(game, NET, nodes=10**6, turns=2).moves(state)
        for step, shares in plain.moves(state).items():
            assert found[step] == pytest.approx(shares, abs=1e-9), step


@pytest.mark.parametrize("nodes", [0, 5, 20, 60, 300, 5000])
def test_a_budget_of_nodes_gives_the_same_values_each_time(nodes: int) -> None:
    game, state = at(NEAR_THE_END)
    searcher = Searcher(game, NET, nodes=nodes)
    moves = searcher.moves(state)
    assert list(moves) == list(game.legal_moves(state))
    assert moves == searcher.moves(state) == Searcher(game, NET, nodes=nodes).moves(state)
    assert all(sum(shares) == pytest.approx(1, abs=1e-6) for shares in moves.values())


def test_seconds_are_never_exceeded(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the clock of this thread, which stands still while the machine does something else."""
    monkeypatch.setattr(search, "time", SimpleNamespace(monotonic=time.thread_time))
    for game, state in list(states(6, decisions=True))[::10]:
        Searcher(game, NET, nodes=1).moves(state)  # compiled
        start = time.thread_time()
        Searcher(game, NET, seconds=0.1).moves(state)
        assert time.thread_time() - start < 0.1 + 0.2


def test_all_decisions_of_a_turn_are_one_search(monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[Position] = []
    real = SearchJudge.__call__

    def counted(judge: SearchJudge, race: Race, position: Position, turn: Turn) -> None:
        searches.append(position)
        real(judge, race, position, turn)

    monkeypatch.setattr(SearchJudge, "__call__", counted)
    game, state = at(NEAR_THE_END)
    searcher = Searcher(game, NET, nodes=200)
    searcher.moves(state)
    later = state._replace(rolls=3)
    assert set(searcher.moves(later)) == set(game.legal_moves(later))
    assert len(searches) == 1
