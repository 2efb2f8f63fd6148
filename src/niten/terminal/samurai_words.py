"""A duel in words: events, rewards, effects and odds as sentences of the player's language."""

from collections.abc import Sequence
from fractions import Fraction

from niten.core import CHANCE, Step
from niten.core.story import Event
from niten.samurai import (
    Again,
    Announce,
    Buy,
    Duel,
    Effect,
    Phase,
    Place,
    Raise,
    RerollDie,
    Reward,
    Samurai,
    State,
)
from niten.samurai.duel import ROUND_DICE, Line
from niten.samurai.outlook import outlook, sums
from niten.samurai.story import tell
from niten.texts import decimal, percent, say


class Words:
    """The sentences of one duel in one language."""

    def __init__(self, language: str, game: Samurai) -> None:
        self.language = language
        self.game = game

    def say(self, key: str, **details: object) -> str:
        """A text of the samurai catalogue."""
        return say(self.language, f"samurai.{key}", **details)

    def sentences(self, before: State, step: Step, after: State) -> list[str]:
        """What a step did."""
        return [self.sentence(event) for event in tell(self.game, before, step, after)]

    def sentence(self, event: Event) -> str:
        """One event."""
        details = dict(event.details)
        match event.kind:
            case "over":
                return self.ending(str(details["ending"]))
            case "injury-roll":
                zone = int(str(details["zone"]))
                details["place"] = self.say(f"zone.{zone}")
                kind = {1: "injury-dodged", 12: "injury-beheaded"}.get(zone, "injury-roll")
                return self.say(f"event.{kind}", **self._listed(details))
            case "wound":
                return self.say("event.wound", text=self.say(f"wound.{details['wound']}"), **details)
            case _:
                return self.say(f"event.{event.kind}", **self._listed(details))

    def _listed(self, details: dict[str, object]) -> dict[str, object]:
        if "dice" in details and isinstance(details["dice"], tuple):
            details["dice"] = " ".join(map(str, details["dice"]))  # pyright: ignore[reportUnknownArgumentType] — faces
        return details

    def move(self, step: Step) -> str:
        """A decision, as somebody would say it."""
        match step:
            case Announce(count):
                return self.say("move.announce", count=count)
            case Place(attack, defense, concentration):
                return self.say("move.place", attack=attack, defense=defense, concentration=concentration)
            case RerollDie(face):
                return self.say("move.reroll", face=face)
            case Raise(column):
                return self.say(f"move.raise-{column}")
            case Again(face):
                return self.say("move.again" if face is None else "move.again-one", face=face)
            case Buy(price):
                reward = next(row for row in self.game.duel.player.rewards if row.price == price)
                return self.say("move.buy", price=price, reward=self.reward(reward))
            case _:
                return self.say(f"move.{step.verb}")

    def ending(self, ending: str) -> str:
        """How the duel ended."""
        return self.say(f"ending.{ending.replace(' ', '-')}", name=self.game.duel.name)

    def effect(self, effect: Effect | None) -> str:
        """A harm in short: −4 ♥, −2 Ki, Lv 1."""
        if effect is None:
            return self.say("short.none")
        return self.say(f"short.{effect.harm.replace(' ', '-')}", amount=effect.amount)

    def reward(self, reward: Reward) -> str:
        """A reward in short: +1 Ki."""
        return self.say(f"reward.{reward.gain}", amount=reward.amount)

    def counter(self, line: Line) -> str:
        """The counterattack condition as printed."""
        return f"<{line.counter}" if line.counter is not None else "---"

    def odds(self, state: State) -> str:
        """The exact chances of the coming roll's lines; where dice are placed, also what each line would do."""
        if state.phase is Phase.ANNOUNCE:
            return self._choice_odds(range(1, self.game.most_dice(state) + 1))
        if self.game.actor(state) == CHANCE and state.phase is not Phase.OPPONENT:
            return self.say("odds.even")
        return self._lines_odds(state, self.say("odds.title", count=ROUND_DICE - state.rolled))

    def _choice_odds(self, choices: Sequence[int]) -> str:
        """One row per line, one column per number of dice that may be rolled."""
        heads = [self.say("odds.choice", count=count) for count in choices]
        rows = [self.say("odds.choices"), "    " + "".join(f"{head:>10}" for head in heads)]
        chances = [sums(ROUND_DICE - count) for count in choices]
        for number, line in self.game.duel.lines.items():
            row = f"{number:>4}"
            for likely in chances:
                row += f"{percent(self.language, float(likely[number])) if number in likely else '–':>10}"
            rows.append(f"{row}   {self._line(line)}".rstrip())
        return "\n".join(rows)

    def _line(self, line: Line) -> str:
        """A line of his as printed."""
        defense = self.say("odds.line", defense=f"{line.defense:>2}")
        return f"{defense}  {self.counter(line):>4} {self.effect(line.effect):<6}"

    def _lines_odds(self, state: State, title: str) -> str:
        """One row per line he can roll: chance, his Defense, counterattack; with points placed, the result."""
        placed = state.phase in (Phase.RAISE, Phase.OPPONENT, Phase.ANSWER)
        rows = [title]
        expected = struck = Fraction(0)
        for number, line, chance, damage, strikes in outlook(self.game, state):
            row = f"{number:>4}  {percent(self.language, float(chance)):>7}  {self._line(line)}"
            if placed:
                expected += chance * damage
                struck += chance * strikes
                row += "  " + self.say("odds.he", damage=damage)
                row += "  " + self.say("odds.struck" if strikes else "odds.safe")
            rows.append(row.rstrip())
        if placed:
            damage = decimal(self.language, float(expected), 2)
            rows.append(self.say("odds.sum", damage=damage, struck=percent(self.language, float(struck))))
        return "\n".join(rows)

    def zones(self, struck: Sequence[int]) -> str:
        """Struck zones by name."""
        return ", ".join(self.say(f"zone.{zone}") for zone in struck)


def stars(duel: Duel) -> str:
    """The difficulty as stars."""
    return star_row(duel.stars)


def star_row(count: int) -> str:
    """So many of four stars."""
    return "★" * count + "☆" * (4 - count)
