"""The bots for Way of the Dragon: legal, repeatable, never stalling, and the greedy one clearly the better."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from niten.bots import DRAGON_BOTS, DragonBot, GreedyBot, RandomBot, UnknownBot, find_dragon_bot
from niten.core import CHANCE, NOBODY, Match, SeededDice, Step
from niten.dragon import Board, Colour, Dragon, Element, Path, Phase, Roll, Setup, State, read_position
from testkit.races import many_setups

SETUPS = [replace(setup, max_turns=None) for setup in many_setups()]
GENEROUS = 2_000  # turns
VERY_GENEROUS = 20_000  # random bots may need long for the last number


def play(
    game: Dragon, bots: Sequence[DragonBot], seed: int, start: State | None = None, most: int = GENEROUS
) -> Match[State, Step]:
    """A whole game; every step is checked by the match, every bot has its own stream."""
    match = Match[State, Step](game, start)
    dice = SeededDice(seed)
    streams = [SeededDice(seed, f"bot-{seat}") for seat in range(game.seats)]
    turns = 0
    while match.actor != NOBODY:
        if match.actor == CHANCE:
            turns += match.state.phase == Phase.ROLL and match.state.rolls == 0
            assert turns <= most, game.position(match.state)
            match.play(game.chance(match.state).draw(dice))
        else:
            match.play(bots[match.actor].choose(game, match.state, streams[match.actor]))
    return match


def test_the_set_ups_are_of_every_kind() -> None:
    for wanted in (
        {len(setup.players) for setup in SETUPS} == {2, 3, 4, 5},
        {setup.board.name for setup in SETUPS} == {"standard", "short", "long"},
        {str(setup.powers) for setup in SETUPS} == {"none", "own", "any"},
        {setup.immunity for setup in SETUPS} == {True, False},
        any(setup.stones and setup.random_stones for setup in SETUPS),
    ):
        assert wanted


@pytest.mark.parametrize("seed", range(3))
def test_every_game_of_greedy_bots_ends(seed: int) -> None:
    for setup in SETUPS:
        game = Dragon(setup)
        outcome = game.outcome(play(game, [GreedyBot()] * game.seats, seed).state)
        assert outcome
        assert outcome.result == "finished"


def test_every_game_of_mixed_bots_ends() -> None:
    for number, setup in enumerate(SETUPS):
        game = Dragon(setup)
        bots: list[DragonBot] = [RandomBot() if (seat + number) % 2 else GreedyBot() for seat in range(game.seats)]
        assert game.outcome(play(game, bots, number, most=VERY_GENEROUS).state)


def test_every_game_of_random_bots_ends() -> None:
    for number, setup in enumerate(SETUPS[:: len(SETUPS) // 12]):
        game = Dragon(setup)
        assert game.outcome(play(game, [RandomBot()] * game.seats, number, most=VERY_GENEROUS).state)


def test_greedy_beats_random() -> None:
    wins = 0.0
    for seed in range(100):
        for me in (0, 1):
            game = Dragon(Setup((Colour.BLACK, Colour.RED)))
            bots: list[DragonBot] = [RandomBot(), RandomBot()]
            bots[me] = GreedyBot()
            outcome = game.outcome(play(game, bots, seed).state)
            assert outcome
            wins += float(outcome.shares[me])
    assert wins >= 160, f"{wins} of 200"


def test_the_same_seed_gives_the_same_game() -> None:
    game = Dragon(Setup(tuple(Colour)[:3]))
    bots: list[DragonBot] = [GreedyBot(), RandomBot(), GreedyBot()]
    assert play(game, bots, 3).steps == play(game, bots, 3).steps
    assert play(game, bots, 3).steps != play(game, bots, 4).steps


@pytest.mark.parametrize("values", [(0, 0, 0, 0, 0), (99, 0, 0, 0, 0), (5, 4, 3, 2, 1)])
def test_greedy_moves_on_whatever_numbers_are_worth(values: tuple[int, ...]) -> None:
    board = Board("odd", (Path(1, values), Path(2, values), Path(3, values), Path(9, values), Path(14, values)))
    game = Dragon(Setup(tuple(Colour), board))
    assert game.outcome(play(game, [GreedyBot()] * 5, 1).state)


def test_greedy_takes_the_last_number_though_it_is_the_least() -> None:
    """Only number 1 of wood is free for the last piece: waiting for another would be waiting for ever."""
    text = (
        "players=black,red,white,yellow,blue black=water13,fire13,metal13,earth13,wood8 "
        "red=wood10 white=wood11 yellow=wood12 blue=wood13 turn=black"
    )
    setup, start = read_position(text)
    game = Dragon(setup)
    for seed in range(20):
        match = play(game, [GreedyBot()] * 5, seed, start)
        assert game.outcome(match.state)
        assert sum(isinstance(step, Roll) for step in match.steps) < 300


def chosen(text: str, seed: int = 1) -> str:
    """What the greedy bot does in a position."""
    setup, state = read_position(text)
    return str(GreedyBot().choose(Dragon(setup), state, SeededDice(seed, "bot-0")))


@pytest.mark.parametrize(
    ("text", "step"),
    [
        # Keep what is most, roll the rest.
        ("players=black,red turn=black dice=fire,fire,fire,water,dragon", "reroll water dragon"),
        # A piece on a number does not move: its element is not kept.
        ("players=black,red black=fire13 turn=black dice=fire,fire,fire,fire,water", "reroll fire fire fire fire"),
        # Perfection is not given away.
        ("players=black,red turn=black dice=fire,fire,fire,fire,fire", "move fire"),
        ("players=black,red turn=black phase=perfection", "again"),
        # The best of the moves after the last roll.
        ("players=black,red turn=black rolls=3 dice=fire,fire,fire,water,wood", "move fire"),
        ("players=black,red black=water8 turn=black rolls=3 dice=fire,fire,water,water,wood", "move water"),
        # The Great Dragon where he gains, and only there.
        ("players=black,red black=fire1 red=fire13 turn=black rolls=3 dice=fire,dragon,dragon,dragon,dragon",
         "swap fire black red"),
        ("players=black,red black=fire8 red=fire1 turn=black rolls=3 dice=fire,dragon,dragon,dragon,dragon",
         "move fire"),
        ("players=black,red,white red=fire3 white=fire5 black=fire13 turn=black rolls=3 "
         "dice=dragon,dragon,dragon,dragon,dragon", "pass"),
        # Powers where they gain clearly.
        ("players=black,red powers=any black=water8 turn=black rolls=3 dice=water,dragon,dragon,dragon,fire",
         "become water"),
        ("players=black,red powers=any black=fire2 turn=black rolls=3 dice=water,water,dragon,fire,fire", "move water"),
        ("players=red,black turn=red powers=own red=water8 phase=end", "rebirth"),
        ("players=red,black turn=red powers=own red=water13,fire13,metal13,earth13,wood1 phase=end", "end"),
        # Fear declines the one move that would end the game and lose it.
        ("players=black,red powers=own black=water9,fire9,metal9,earth9,wood8 red=water13,fire13,metal13 turn=black "
         "rolls=3 dice=water,fire,metal,earth,wood", "fear"),
    ],
)  # fmt: skip
def test_what_greedy_does(text: str, step: str) -> None:
    assert chosen(text) == step


def test_greedy_does_not_fear_the_last_turn_agreed_on() -> None:
    """A game that is cut has no loser: it took every move there for a defeat and declined it."""
    text = "players=black,red powers=own max-turns=4 turns=3 turn=black rolls=3 dice=metal,metal,earth,earth,earth"
    setup, state = read_position(text)
    game = Dragon(setup)
    assert "fear" in map(str, game.legal_moves(state))
    assert str(GreedyBot().choose(game, state, SeededDice(1))) == "move earth"


def test_bots_by_name() -> None:
    assert list(DRAGON_BOTS) == ["random", "beginner", "casual", "greedy", "solid", "strong", "master"]
    assert isinstance(find_dragon_bot("greedy"), GreedyBot)
    with pytest.raises(UnknownBot, match=r"There is no bot “deep”\. Known are: random, beginner, casual, .*master\."):
        find_dragon_bot("deep")


def test_random_chooses_every_move() -> None:
    game = Dragon(Setup((Colour.BLACK, Colour.RED)))
    _, state = read_position("players=black,red turn=black rolls=3 dice=water,fire,metal,metal,dragon")
    stream = SeededDice(1, "bot-0")
    seen = {str(RandomBot().choose(game, state, stream)) for _ in range(100)}
    assert seen == {f"move {element}" for element in list(Element)[:3]}
