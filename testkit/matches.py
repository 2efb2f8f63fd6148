"""Games played at random, for tests."""

from niten.core import CHANCE, NOBODY, Dice, Game, Match, SeededDice
from niten.core.game import State
from niten.core.steps import S


def random_match(
    game: Game[State, S], seed: int, *, start: State | None = None, steps: int = 100_000, dice: Dice | None = None
) -> Match[State, S]:
    """A match of random moves, to its end or for so many steps; without dice, they are those of SeededDice(seed)."""
    match = Match(game, start)
    dice, choices = dice or SeededDice(seed), SeededDice(seed, "player")
    while match.actor != NOBODY and len(match.steps) < steps:
        match.play(random_step(game, match.state, dice, choices))
    return match


def random_step(game: Game[State, S], state: State, dice: Dice, choices: Dice) -> S:
    """What the dice say, or any legal move."""
    if game.actor(state) == CHANCE:
        return game.chance(state).draw(dice)
    moves = game.legal_moves(state)
    return moves[choices.below(len(moves))]
