"""Duels watched: how they end, how long they take and what is done in them."""

from collections import Counter
from collections.abc import Iterable

from niten.booklet.certificate import Habits, Play
from niten.bots.registry import SamuraiBot
from niten.core import CHANCE, NOBODY, SeededDice, Step
from niten.samurai import Again, Announce, Ending, Phase, Place, Raise, Ready, RerollDie, Samurai, State


class Tally:
    """Counts duels of one game."""

    def __init__(self, game: Samurai) -> None:
        self.game = game
        self.endings: Counter[str] = Counter()
        self.rounds = 0
        self._choices = 0  # rounds in which more than one die was allowed
        self._dice = self._attack = self._defense = self._concentration = self._ki = 0

    def watch(self, bot: SamuraiBot, seed: int, number: int) -> None:
        """A duel of a bot's; its dice depend on the seed and its number only."""
        game, state = self.game, self.game.start()
        dice, thoughts = SeededDice(seed, f"duel {number}"), SeededDice(seed, f"bot {number}")
        while (actor := game.actor(state)) != NOBODY:
            if actor == CHANCE:
                state = game.apply(state, game.chance(state).draw(dice))
                continue
            step = bot.choose(game, state, thoughts)
            self._note(state, step)
            state = game.apply(state, step)
        self._end(state)

    def replay(self, steps: Iterable[Step]) -> None:
        """A duel that was played elsewhere, through the engine, which passes over what is nobody's decision."""
        game, state = self.game, self.game.start()
        for step in steps:
            if game.actor(state) == CHANCE and isinstance(step, Announce | Ready):
                continue
            self._note(state, step)
            state = game.apply(state, step)
        self._end(state)

    def _note(self, state: State, step: Step) -> None:
        match step:
            case Announce(count) if self.game.most_dice(state) > 1:
                self._choices += 1
                self._dice += count
            case Place(attack, defense, concentration):
                self._attack += attack
                self._defense += defense
                self._concentration += concentration
            case RerollDie() | Raise() | Again():
                self._ki += 1
            case _:
                pass

    def _end(self, state: State) -> None:
        if state.phase is not Phase.OVER or state.ending is None:
            raise AssertionError("a duel is watched to its end")
        self.endings[state.ending] += 1
        self.rounds += state.round

    def play(self) -> Play:
        """What was seen."""
        games = self.endings.total()
        points = self._attack + self._defense + self._concentration or 1
        return Play(
            games=games,
            rounds=round(self.rounds / games, 3),
            endings={str(ending): self.endings[ending] for ending in Ending if self.endings[ending]},
            habits=Habits(
                dice=round(self._dice / self._choices if self._choices else 1.0, 3),
                attack=round(self._attack / points, 3),
                defense=round(self._defense / points, 3),
                concentration=round(self._concentration / points, 3),
                ki=round(self._ki / self.rounds, 3),
            ),
        )
