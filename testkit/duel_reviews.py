"""Duels played by programs, with a coach to review them."""

from functools import cache

from niten.bots import find_samurai_bot
from niten.core import CHANCE, NOBODY, Match, SeededDice, Step
from niten.review.analysis import Review, review_duel
from niten.samurai import Samurai, State
from niten.solver.certify import solve
from niten.solver.coach import Coach
from testkit.small_duels import small_game

PEOPLE = ("random", "beginner", "reckless", "careful")


@cache
def small_coach(name: str) -> Coach:
    """The coach of a small duel."""
    return Coach(solve(small_game(name)))


def played(game: Samurai, player: str, seed: int) -> Match[State, Step]:
    """A whole duel of one of the bots."""
    bot = find_samurai_bot(player)
    dice, own = SeededDice(seed), SeededDice(seed, "bot")
    match = Match(game)
    while match.actor != NOBODY:
        chance = match.actor == CHANCE
        match.play(game.chance(match.state).draw(dice) if chance else bot.choose(game, match.state, own))
    return match


def played_best(coach: Coach, seed: int) -> Match[State, Step]:
    """A whole duel of somebody who does what the coach says."""
    game, dice = coach.game, SeededDice(seed)
    match = Match(game)
    while match.actor != NOBODY:
        if match.actor == CHANCE:
            match.play(game.chance(match.state).draw(dice))
        else:
            moves = coach.moves(match.state)
            match.play(max(moves, key=lambda move: moves[move].middle))
    return match


def reviewed(coach: Coach, match: Match[State, Step]) -> Review:
    """The review of a whole duel."""
    return review_duel(coach, match.states[0], match.steps)
