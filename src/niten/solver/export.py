"""A game as a Markov decision process in the explicit DRN format, which model checkers such as Storm read."""

from collections.abc import Iterator

from niten.core import CHANCE, Game
from niten.core.game import State
from niten.core.steps import S
from niten.solver.goals import WIN, Goal

GOAL = "goal"
"""The label of the states in which the goal is reached."""


def to_drn(game: Game[State, S], goal: Goal = WIN) -> str:
    """Every state that can be reached, a choice per legal move, one with probabilities per random event."""
    states = [game.start()]
    numbers = {states[0]: 0}
    lines: list[str] = []
    choices = 0

    def number(state: State) -> int:
        if state not in numbers:
            numbers[state] = len(states)
            states.append(state)
        return numbers[state]

    for at, state in enumerate(states):  # the list grows while it is read
        outcome = game.outcome(state)
        labels = (" init" if not at else "") + (f" {GOAL}" if outcome and goal(outcome) else "")
        lines.append(f"state {at}{labels}")
        for action, branches in enumerate(_choices(game, state)):
            choices += 1
            lines.append(f"\taction {action}")
            merged: dict[int, float] = {}
            for after, chance in branches:
                merged[number(after)] = merged.get(number(after), 0.0) + chance
            lines += [f"\t\t{after} : {chance!r}" for after, chance in sorted(merged.items())]
    head = ["@type: MDP", "@parameters", "", "@reward_models", "", "@nr_states", str(len(states))]
    return "\n".join([*head, "@nr_choices", str(choices), "@model", *lines, ""])


def _choices(game: Game[State, S], state: State) -> Iterator[list[tuple[State, float]]]:
    if game.outcome(state):
        yield [(state, 1.0)]
    elif game.actor(state) == CHANCE:
        chance = game.chance(state)
        steps = zip(chance.outcomes, chance.weights, strict=True)
        yield [(game.advance(state, step), weight / chance.total) for step, weight in steps]
    else:
        for move in game.legal_moves(state):
            yield [(game.advance(state, move), 1.0)]
