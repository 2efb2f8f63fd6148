"""Way of the Samurai in a terminal: what is asked, which keys answer it, what the screen shows."""

import re
from collections.abc import Sequence
from typing import ClassVar

from rich.console import RenderableType

from niten.core import Match, Step, UnreadableStep
from niten.samurai import (
    Again,
    Announce,
    Buy,
    Column,
    Phase,
    Place,
    Raise,
    Ready,
    RerollDie,
    Samurai,
    Stand,
    State,
)
from niten.samurai.duel import LINES, ZONES
from niten.samurai.sheet import Row, rows
from niten.samurai.switches import Bookkeeping
from niten.terminal.console import Terminal
from niten.terminal.face import Face, Option, Unclear
from niten.terminal.samurai_hints import Hints
from niten.terminal.samurai_pages import double_page
from niten.terminal.samurai_words import Words, stars
from niten.terminal.solving import has_solver


class SamuraiFace(Face[State]):
    """The duel's face."""

    gives_hints: ClassVar[bool] = True

    def __init__(self, terminal: Terminal, match: Match[State, Step], game: Samurai) -> None:
        super().__init__(terminal, match)
        self.game = game
        self.words = Words(terminal.language, game)
        self._hints = Hints(terminal, game, self.words)
        self._letters = {
            self.words.say(f"key.{column}"): n for n, column in enumerate(("attack", "defense", "concentration"))
        }

    # --- what the screen shows ---

    def pages(self, height: int | None = None) -> RenderableType:
        """Both pages, for the screen or for a height given."""
        return double_page(self.words, self.match.state, self._rows(), height or self.terminal.height)

    def plain_pages(self) -> str:
        say, duel, state = self.words.say, self.game.duel, self.match.state
        page = duel.player

        def label(name: object, value: str) -> str:
            return self.terminal.say("terminal.label", name=name, value=value)

        lines = [
            f"{duel.name} {stars(duel)}",
            self.plain_status(),
            label(
                say("page.resistance"), ", ".join(label(reached, f"−{damage}") for reached, damage in duel.resistance)
            ),
        ]
        for number in LINES:
            line = duel.lines[number]
            his = say("odds.line", defense=line.defense)
            lines.append(f"  {number}. {his}, {self.words.counter(line)} {self.words.effect(line.effect)}")
        lines += [say("plain.rounds")]
        per_round = self.game.switches.bookkeeping is Bookkeeping.PER_ROUND
        for row in self._rows():
            if row.attack is not None:
                tick = "" if row.tick is None else " " + say("plain.tick" if row.tick else "plain.cross")
                final = "" if row.final_attack is None else f" → {row.final_attack}"
                gathered = "".join(f"−{price} " for price in row.spent) + str(row.gained if per_round else row.total)
                lines.append(f"  {row.round}. {row.attack}{final}, {row.defense}{tick}, {gathered}")
        lines += [say("plain.injuries")]
        for zone in ZONES:
            struck = f" ({say('plain.struck')})" if zone in state.struck else ""
            cost = self.words.effect(page.injuries[zone])
            lines.append(f"  {zone}. {label(say(f'zone.{zone}'), cost)}{struck}")
        lines += [say("page.wounds") + " " + (", ".join(say(f"wound.{w}") for w in state.wounds) or "–")]
        lines += [say("plain.rewards")]
        lines += [f"  {label(reward.price, self.words.reward(reward))}" for reward in page.rewards]
        return "\n".join(lines)

    def plain_status(self) -> str:
        state, say = self.match.state, self.words.say
        status = say(
            "plain.status",
            round=state.round,
            rounds=self.game.duel.player.rounds,
            health=state.health,
            ki=state.ki,
            concentration=state.concentration,
            name=self.game.duel.name,
            opponent=state.opponent,
        )
        if state.phase is Phase.PLACE:
            status += "\n" + say("plain.dice", dice=_spaced(state.dice))
        if state.phase is Phase.RAISE:
            status += "\n" + say("plain.placed", attack=state.attack, defense=state.defense)
        return status

    def _rows(self) -> list[Row]:
        return rows(self.game, self.match.states, self.match.steps)

    def sentences(self, index: int) -> Sequence[str]:
        states, steps = self.match.states, self.match.steps
        return self.words.sentences(states[index], steps[index], states[index + 1])

    def ending(self) -> str:
        state = self.match.state
        return self.words.say(
            "plain.final", health=state.health, name=self.game.duel.name, opponent=state.opponent, round=state.round
        )

    def result(self) -> str:
        ending = self.match.state.ending
        return self.words.ending(ending) if ending else self.terminal.say("terminal.unfinished")

    # --- what is asked ---

    def question(self) -> str:
        state, say = self.match.state, self.words.say
        match state.phase:
            case Phase.ANNOUNCE:
                return say("ask.announce", count=self.game.most_dice(state), round=state.round)
            case Phase.PLACE:
                return say("ask.split" if state.rolled == 1 else "ask.place", dice=_spaced(state.dice))
            case Phase.RAISE:
                return say("ask.raise", attack=state.attack, defense=state.defense)
            case _:
                line = self.game.duel.lines[sum(state.his)]
                return say(
                    "ask.answer",
                    line=sum(state.his),
                    defense=line.defense,
                    counter=self.words.counter(line),
                    effect=self.words.effect(line.effect),
                    final=self.game.final_attack(state),
                    mine=state.defense,
                )

    def options(self) -> Sequence[Option]:
        state, say = self.match.state, self.words.say
        moves = self.game.legal_moves(state)
        letters = "/".join(self._letters)
        options: list[Option] = []
        if state.phase is Phase.ANNOUNCE:
            most = self.game.most_dice(state)
            options.append(Option("1" if most == 1 else f"1–{most}", say("option.dice", count=most)))
        if state.phase is Phase.PLACE:
            key = "option.split" if state.rolled == 1 else "option.place"
            options.append(Option(self._example(), say(key, letters=letters)))
        if state.phase is Phase.RAISE:
            options.append(Option("↵", say("option.ready")))
            if Raise(Column.ATTACK) in moves:
                attack, defense, _ = self._letters
                options += [Option(attack, say("option.raise-attack")), Option(defense, say("option.raise-defense"))]
        if state.phase is Phase.ANSWER:
            options.append(Option("↵", say("option.stand")))
            if Again() in moves:
                options.append(Option("r", say("option.again")))
            if Again(state.his[0]) in moves:
                options.append(Option(f"r{state.his[0]}", say("option.again-one")))
        reroll = next((move for move in moves if isinstance(move, RerollDie)), None)
        if reroll:
            options.append(Option(f"r{reroll.face}", say("option.reroll")))
        options += [
            Option(f"b{reward.price}", self.words.reward(reward))
            for reward in self.game.duel.player.rewards
            if Buy(reward.price) in moves
        ]
        hint = [Option("h", say("option.hint"))] if has_solver() else []
        return [*options, Option("?", say("option.odds")), *hint, Option("i", say("option.keys"))]

    def _example(self) -> str:
        """A placement that is possible now, as it would be typed."""
        dice = self.match.state.dice
        attack, defense, _ = self._letters
        if self.match.state.rolled > 1:
            return "".join(self._letters)[: len(dice)]
        return f"{attack}{dice[0] - 1}{defense}1" if dice[0] > 1 else f"{attack}1"

    def answer(self, text: str) -> Step:
        """Short keys, or a line of the notation."""
        try:
            step = self._short(text.lower()) or self.game.read_step(text)
        except UnreadableStep:
            raise Unclear(self.words.say("unclear")) from None
        if step not in self.game.legal_moves(self.match.state):
            raise Unclear(self._why_not(step))
        return step

    def _again(self, face: int) -> Again:
        """His only die by its number is all his dice, where these can be thrown again."""
        state = self.match.state
        return Again() if state.his == (face,) and Again() in self.game.legal_moves(state) else Again(face)

    def _short(self, text: str) -> Step | None:
        state = self.match.state
        words = text.replace("/", " ").replace(",", " ").split()
        number = re.fullmatch(r"[1-9]", text)
        with_number = re.fullmatch(r"([rb])\s*([0-9]{1,3})", text)
        if with_number:
            value = int(with_number[2])
            if with_number[1] == "b":
                return Buy(value)
            return self._again(value) if state.phase is Phase.ANSWER else RerollDie(value)
        if state.phase is Phase.ANNOUNCE:
            return Announce(self.game.most_dice(state)) if not text else Announce(int(text)) if number else None
        if state.phase is Phase.PLACE:
            return self._placement(text, words)
        if state.phase is Phase.RAISE:
            columns = dict(zip(self._letters, Column, strict=False))
            return Ready() if not text else Raise(columns[text]) if text in columns else None
        if not text:
            return Stand()
        return Again() if text == "r" else None

    def _placement(self, text: str, words: list[str]) -> Place | None:
        """A letter per die, totals (`7 5 0`), or for a single die letters with points (`a3 d2`)."""
        state = self.match.state
        totals = [0, 0, 0]
        letters = text.replace(" ", "")
        if len(words) == 3 and all(re.fullmatch(r"[0-9]{1,2}", word) for word in words):
            return Place(*map(int, words))
        if len(letters) == len(state.dice) and all(letter in self._letters for letter in letters):
            for face, letter in zip(state.dice, letters, strict=True):
                totals[self._letters[letter]] += face
            return Place(*totals)
        pairs = re.findall(r"([a-z])\s*([0-9]{1,2})", text)
        if (
            pairs
            and re.fullmatch(r"(\s*[a-z]\s*[0-9]{1,2})+", text)
            and all(letter in self._letters for letter, _ in pairs)
        ):
            for letter, points in pairs:
                totals[self._letters[letter]] += int(points)
            return Place(*totals)
        return None

    def _why_not(self, step: Step) -> str:
        """The most useful reason why this cannot be done now."""
        state, say = self.match.state, self.words.say
        match step:
            case Announce():
                return say("refused.dice", count=self.game.most_dice(state))
            case Place():
                return say(
                    "refused.split" if state.rolled == 1 else "refused.place",
                    count=sum(state.dice),
                    dice=_spaced(state.dice),
                )
            case Buy(price) if all(reward.price != price for reward in self.game.duel.player.rewards):
                return say(
                    "refused.price", prices=", ".join(str(reward.price) for reward in self.game.duel.player.rewards)
                )
            case Buy(price) if price > state.concentration:
                return say("refused.poor", price=price, count=state.concentration)
            case Buy() if state.purchases:
                return say("refused.once")
            case RerollDie() | Raise() | Again() if not state.ki:
                return say("refused.no-ki")
            case RerollDie() | Raise() | Again() if not self.game.can_spend_ki(state):
                return say("refused.three-ki")
            case RerollDie(face) if state.phase is Phase.PLACE:
                return say("refused.no-die", face=face, dice=_spaced(state.dice))
            case Again(None) if state.phase is Phase.ANSWER:
                return say("refused.again-all")
            case Again() if state.phase is Phase.ANSWER and Again(state.his[0]) not in self.game.legal_moves(state):
                return say("refused.again-one")
            case Again(face) if state.phase is Phase.ANSWER:
                return say("refused.no-die", face=face, dice=_spaced(state.his))
            case _:
                return say("unclear")

    # --- dice ---

    def dice_question(self) -> str:
        state = self.match.state
        chance = self.game.chance(state)
        return self.words.say(f"own.{state.phase}", count=chance.dice)

    def dice_answer(self, text: str) -> Step:
        chance = self.game.chance(self.match.state)
        faces = tuple(sorted(int(digit) for digit in re.findall(r"[1-6]", text)))
        if not re.fullmatch(r"[1-6 ,+-]*", text) or len(faces) != chance.dice:
            raise Unclear(self.words.say("own.count", count=chance.dice))
        step = chance.thrown.get(faces)
        if step is None:
            raise Unclear(self.words.say("own.again"))
        return step

    def odds(self) -> str:
        return self.words.odds(self.match.state)

    def hint(self) -> str:
        return self._hints.about(self.match.state)

    def pauses(self) -> bool:
        """After placing, when Ki and purchases are out, his roll would follow at once."""
        return bool(self.match.steps) and isinstance(self.match.steps[-1], Place)


def _spaced(faces: Sequence[int]) -> str:
    return " ".join(map(str, faces))
