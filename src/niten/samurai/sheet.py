"""The round table as the pencil would have filled it in (S12, S14, S15)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from niten.core import Step
from niten.samurai.rules import Samurai
from niten.samurai.state import Phase, State
from niten.samurai.steps import Buy, Place
from niten.samurai.story import exchange


@dataclass(slots=True)
class Row:
    """One round: the boxes of its line. None: still empty."""

    round: int
    dice: int  # how many may be rolled: what the line prints, or one with a lost limb
    rolled: int = 0
    attack: int | None = None
    final_attack: int | None = None
    defense: int | None = None
    tick: bool | None = None  # S15
    line: int | None = None  # his line that struck
    gained: int = 0  # Concentration placed this round
    spent: list[int] = field(default_factory=list[int])  # prices paid
    total: int = 0  # Concentration at the end of the round


def rows(game: Samurai, states: Sequence[State], steps: Sequence[Step]) -> list[Row]:
    """The rows of the rounds begun so far, from the states and the steps between them."""
    page = game.duel.player
    table: list[Row] = [Row(states[0].round, page.dice[states[0].round - 1], total=states[0].concentration)]
    for before, step, after in zip(states, steps, states[1:], strict=False):
        row = table[-1]
        row.rolled = before.rolled or row.rolled
        if isinstance(step, Place):
            row.gained = step.concentration
        if isinstance(step, Buy):
            row.spent.append(step.price)
        clash = exchange(game, before, step)
        if clash:
            row.attack, row.defense = clash.attack, clash.defense
            row.final_attack, row.tick, row.line = clash.final_attack, clash.tick, clash.number
        elif after.phase in (Phase.RAISE, Phase.OPPONENT, Phase.ANSWER):
            row.attack, row.defense = after.attack, after.defense
        row.total = after.concentration
        if after.round > row.round:
            table.append(Row(after.round, game.most_dice(after), total=after.concentration))
    return table
