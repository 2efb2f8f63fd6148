"""Races played by bots, with a judge to review them."""

from collections.abc import Iterator, Sequence
from itertools import cycle, islice

from niten.bots import DragonBot, find_dragon_bot
from niten.core import CHANCE, NOBODY, Match, SeededDice, Step
from niten.dragon import Board, Colour, Dragon, Path, Powers, Setup, State, shipped_board
from niten.review.race import RaceReview, review_race
from niten.review.race_judge import RaceJudge

ODD = Board("odd", (Path(1, (5, 4, 3, 2, 1)), Path(2), Path(3, (0, 0, 9, 0, 0)), Path(6), Path(7, (7, 1, 1, 2, 30))))
BOARDS = (shipped_board("standard"), shipped_board("short"), ODD, shipped_board("long"))
PEOPLE = ("greedy", "random", "greedy", "casual", "greedy")
MOST_TURNS = 90


def setups() -> Iterator[Setup]:
    """Races of every kind, for ever: two to five players, all powers, immunity, stones, boards, a player who begins."""
    colours = tuple(Colour)
    for number in cycle(range(720)):
        players = 2 + number % 4
        yield Setup(
            tuple(islice(cycle(colours), number % 5, number % 5 + players)),
            BOARDS[number // 4 % 4],
            tuple(Powers)[number % 3],
            immunity=number % 5 < 2,
            random_stones=(number % 4 if players < 5 else 0),
            starts=None if number % 2 else number % players,
            max_turns=MOST_TURNS,
        )


def raced(setup: Setup, players: Sequence[str | DragonBot], seed: int) -> Match[State, Step]:
    """A whole race of bots."""
    game = Dragon(setup)
    dice, match = SeededDice(seed), Match(game)
    streams = [SeededDice(seed, f"bot-{seat}") for seat in range(game.seats)]
    while (actor := match.actor) != NOBODY:
        if actor == CHANCE:
            match.play(game.chance(match.state).draw(dice))
        else:
            player = players[actor]
            bot = find_dragon_bot(player) if isinstance(player, str) else player
            match.play(bot.choose(game, match.state, streams[actor]))
    return match


def reviewed(match: Match[State, Step]) -> RaceReview:
    """The review of a whole race."""
    assert isinstance(match.game, Dragon)
    return review_race(RaceJudge(match.game), match.states[0], match.steps)


def races(count: int) -> Iterator[Match[State, Step]]:
    """So many races of all kinds, among players of all kinds."""
    for seed, setup in zip(range(count), setups(), strict=False):
        yield raced(setup, [PEOPLE[(seed + seat) % len(PEOPLE)] for seat in range(len(setup.players))], seed)
