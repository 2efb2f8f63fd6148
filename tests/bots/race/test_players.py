"""The levels: legal everywhere, repeatable, blind to the dice to come, and ranked as their names say."""

import time
from functools import cache
from types import SimpleNamespace

import pytest

from niten.bots import DRAGON_BOTS, DragonBot, GreedyBot, find_dragon_bot
from niten.bots.race import search
from niten.bots.race.measuring import share_against
from niten.bots.race.net import judging, shipped_net
from niten.bots.race.players import PLAYERS, RacePlayer, taking_others_for_greedy
from niten.bots.race.search import SearchJudge
from niten.bots.race.turn import SolvedTurn
from niten.core import CHANCE, NOBODY, SeededDice, Step
from niten.dragon import Colour, Dragon, Setup, State
from testkit.effort import examples
from testkit.race_positions import SETUPS, states

QUICK = (*(name for name in PLAYERS if name != "master"), "search")


@cache
def bot(name: str) -> DragonBot:
    """A bot; the master with few turns to look at."""
    return RacePlayer(SearchJudge(shipped_net()[0], nodes=12)) if name == "search" else find_dragon_bot(name)


def game_of(name: str, setup: Setup, seed: int, most: int = 10_000) -> list[tuple[State, Step]]:
    """The decisions of a whole game."""
    game, dice, own = Dragon(setup), SeededDice(seed), SeededDice(seed, "bot")
    state = game.start()
    chosen: list[tuple[State, Step]] = []
    while (actor := game.actor(state)) != NOBODY:
        assert len(chosen) < most
        if actor == CHANCE:
            step = game.chance(state).draw(dice)
        else:
            step = bot(name).choose(game, state, own)
            chosen.append((state, step))
        state = game.apply(state, step)  # refuses what is not legal
    return chosen


@pytest.mark.parametrize("name", QUICK)
def test_every_level_plays_every_kind_of_game_to_its_end(name: str) -> None:
    for number, setup in enumerate(SETUPS[:: 3 if name != "search" else 8]):
        assert game_of(name, setup, number)


@pytest.mark.parametrize("name", QUICK)
def test_the_same_stream_and_position_give_the_same_choice(name: str) -> None:
    """Whatever a bot was asked before, and whatever the table's dice showed: games to come change no choice."""
    asked = list(states(4, decisions=True))[::6]
    fresh = [_choice(_new(name), game, state) for game, state in asked]
    used = _new(name)
    for (game, state), expected in reversed(list(zip(asked, fresh, strict=True))):
        assert _choice(used, game, state) == expected
        future = game.advance(state, expected)
        while game.actor(future) == CHANCE:
            future = game.advance(future, game.chance(future).draw(SeededDice(1)))
        if game.legal_moves(future):
            _choice(used, game, future)
        assert _choice(used, game, state) == expected


def _new(name: str) -> DragonBot:
    return RacePlayer(SearchJudge(shipped_net()[0], nodes=12)) if name == "search" else PLAYERS[name]()


def _choice(player: DragonBot, game: Dragon, state: State) -> Step:
    return player.choose(game, state, SeededDice(9, "bot-0"))


def test_the_same_seed_gives_the_same_game() -> None:
    setup = Setup(tuple(Colour)[:3])
    assert game_of("casual", setup, 3) == game_of("casual", setup, 3)
    assert game_of("casual", setup, 3) != game_of("casual", setup, 4)


def test_the_levels_are_known_by_name() -> None:
    assert [name for name in DRAGON_BOTS if name not in {"random", "greedy"}] == list(PLAYERS)


def test_the_net_knows_what_it_is_worth_to_play_among_greedy_players() -> None:
    for players in (2, 3, 5):
        game = Dragon(Setup(tuple(Colour)[:players], starts=0))
        state = game.start()
        judge = judging(shipped_net()[0])
        alike = SolvedTurn(game, judge).begin(state)
        better = SolvedTurn(game, taking_others_for_greedy(judge)).begin(state)
        assert alike[0] == pytest.approx(1 / players, abs=0.1)
        assert better[0] > 1.3 / players


def test_strong_beats_greedy() -> None:
    duel = Setup((Colour.BLACK, Colour.RED))
    assert share_against(find_dragon_bot("strong"), GreedyBot(), duel, examples(100), 1)[0] > 0.65
    five = Setup(tuple(Colour))
    assert share_against(find_dragon_bot("strong"), GreedyBot(), five, examples(40), 1)[0] > 0.2


def test_the_master_thinks_for_a_second_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the clock of this thread, which stands still while the machine does something else."""
    game, state = max(states(2, decisions=True), key=lambda found: (found[0].seats, found[0].options.powers == "any"))
    find_dragon_bot("master").choose(game, state, SeededDice(1))
    monkeypatch.setattr(search, "time", SimpleNamespace(monotonic=time.thread_time))
    start = time.thread_time()
    assert PLAYERS["master"]().choose(game, state, SeededDice(1)) in game.legal_moves(state)
    assert time.thread_time() - start < 1.5
