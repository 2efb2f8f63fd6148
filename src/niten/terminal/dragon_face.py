"""Way of the Dragon in a terminal: what is asked, what the screen shows, what was thrown."""

import re
from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from niten.core import Match, Step, UnreadableStep
from niten.dragon import Again, Dragon, Element, End, Eye, Face, Phase, Powers, Rebirth, Reroll, Roll, State, Stone
from niten.dragon.elements import PATH_NUMBER
from niten.dragon.scores import results
from niten.terminal import face
from niten.terminal.console import Terminal
from niten.terminal.dragon_account import account
from niten.terminal.dragon_keys import Keys
from niten.terminal.dragon_odds import odds_page
from niten.terminal.dragon_pages import counter, race_page, score, score_page
from niten.terminal.dragon_refusals import why_not
from niten.terminal.dragon_seats import HUMAN
from niten.terminal.dragon_words import ROLLS, Words
from niten.terminal.face import Option, Unclear

_PAGE_LINES = 16  # what board, dice, question and keys take of a low screen
_FEWEST_LINES = 5  # room for what happened, even if the board has to scroll


class DragonFace(face.Face[State]):
    """The race's face; `seats` are `human` or the names of bots, in the order of play."""

    def __init__(
        self, terminal: Terminal, match: Match[State, Step], game: Dragon, seats: Sequence[str] | None = None
    ) -> None:
        super().__init__(terminal, match)
        self.game = game
        self.seats = tuple(seats or (HUMAN,) * game.seats)
        self.words = Words(terminal.language, game)
        self._keys = Keys(self.words)

    # --- what the screen shows ---

    def pages(self) -> RenderableType:
        return race_page(self.words, self.match.state, self.seats, self.terminal.width, self.terminal.height)

    def plain_pages(self) -> RenderableType:
        say, state, options = self.words.say, self.match.state, self.game.options
        lines: list[str] = []
        for path in Element:
            there = [*self._on_path(path)] or [say("plain.nobody")]
            stones = state.stones[PATH_NUMBER[path]]
            if stones:
                there.append(say("plain.stones", spaces=", ".join(map(str, stones))))
            lines.append(say("plain.path", element=self.words.element(path), pieces=", ".join(there)))
        for seat, colour in enumerate(options.players):
            line = say(
                "plain.player",
                mark=self.words.mark(colour),
                animal=say(f"animal.{colour}"),
                seat=say(f"seat.{self.seats[seat]}"),
            )
            if options.powers != Powers.NONE:
                line += ", " + say("plain.counter", power=counter(self.words, state, seat))
            lines.append(line)
        lines.append(self._status(whole=True))
        # One line however long, so that it can be copied whole.
        position = Text(say("plain.position", position=self.game.position(state)), no_wrap=True, overflow="ignore")
        return Group("\n".join(lines), position)

    def _on_path(self, path: Element) -> Iterator[str]:
        """Who stands where on a path."""
        for seat, space in enumerate(self.match.state.spaces[PATH_NUMBER[path]]):
            if space:
                yield f"{self.words.seat(seat)} {self.words.space(path, space)}"

    def plain_opening(self) -> RenderableType:
        """With something on the board already, all of it."""
        state = self.match.state
        return self.plain_pages() if any(state.stones) or any(map(any, state.spaces)) else self.plain_status()

    def plain_status(self) -> str:
        return self._status(whole=self.match.state.rolls == 1)

    def _status(self, *, whole: bool) -> str:
        """Whose turn it is and with which dice; where the turn begins or all is wanted, points and pieces too."""
        say, state, words = self.words.say, self.match.state, self.words
        lines: list[str] = []
        if state.phase not in (Phase.STONES, Phase.ROLL_OFF) and not state.dice:
            lines.append(self._points())
        if state.phase == Phase.MOVE:
            if whole:
                lines += [self._points(), self._pieces()]
            dice = words.numbered_dice(state.dice)
            lines.append(say("plain.dice", colour=words.seat(state.seat), roll=state.rolls, rolls=ROLLS, dice=dice))
        elif state.dice:
            lines.append(say("plain.kept", colour=words.seat(state.seat), dice=words.dice(state.dice)))
        elif state.phase not in (Phase.STONES, Phase.OVER):
            lines.append(say("plain.turn", colour=words.seat(state.seat)))
        return "\n".join(lines)

    def _points(self) -> str:
        players = results(self.game.options.board, self.match.state)
        shown = (f"{self.words.seat(seat)} {result.points}" for seat, result in enumerate(players))
        return self.words.say("plain.points", points=", ".join(shown))

    def _pieces(self) -> str:
        """Where the pieces of whoever acts stand."""
        state, words = self.match.state, self.words
        spaces = dict(zip(Element, (row[state.seat] for row in state.spaces), strict=True))
        pieces = [f"{words.element(path)} {words.space(path, space)}" for path, space in spaces.items() if space]
        outside = ", ".join(words.element(path) for path, space in spaces.items() if not space)
        if outside:
            pieces.append(words.say("plain.outside", elements=outside))
        return words.say("plain.pieces", pieces=words.say("plain.separator").join(pieces))

    def sentences(self, index: int) -> Sequence[str]:
        states, steps = self.match.states, self.match.steps
        return self.words.sentences(states[index], steps[index], states[index + 1])

    def account(self, first: int, last: int) -> Sequence[str]:
        lines = account(self.words, self.match, first, last)
        if self.terminal.plain:
            return lines
        # The screen has room for the last ones; the log has them all.
        room = max(_FEWEST_LINES, self.terminal.height - _PAGE_LINES - self.game.seats)
        while len(lines) > 1 and sum(1 + len(line) // self.terminal.width for line in lines) > room:
            lines.pop(0)
        return lines

    def ending(self) -> RenderableType:
        state = self.match.state
        if not self.terminal.plain:
            return score_page(self.words, state)
        say = self.words.say
        lines: list[str] = []
        for seat, result in enumerate(results(self.game.options.board, state)):
            paths = (
                say("plain.score-path", element=self.words.element(path), value=score(self.words, state, path, seat))
                for path in Element
            )
            lines.append(
                say(
                    "plain.score",
                    colour=self.words.seat(seat),
                    paths=", ".join(paths),
                    count=result.points,
                    numbered=result.numbered,
                )
            )
        return "\n".join(lines)

    def result(self) -> str:
        outcome = self.game.outcome(self.match.state)
        return self.words.outcome(outcome) if outcome else self.terminal.say("terminal.unfinished")

    # --- what is asked ---

    def question(self) -> str:
        state = self.match.state
        match state.phase:
            case Phase.PERFECTION | Phase.END:
                kind = str(state.phase)
            case _ if state.rolls == ROLLS:
                kind = "move"
            case _:
                moves = self.game.legal_moves(state)
                kind = "stuck" if moves[-1].verb == "pass" else "reroll"
        return self.words.say(f"ask.{kind}", colour=self.words.seat(state.seat))

    def options(self) -> Sequence[Option]:
        return self._keys.options(self.match.state)

    def answer(self, text: str) -> Step:
        """Short keys, or a line of the notation."""
        state = self.match.state
        try:
            step = self._keys.read(text.lower(), state) or self.game.read_step(text)
        except UnreadableStep:
            raise Unclear(self.words.say("unclear")) from None
        if step not in self.game.legal_moves(state):
            raise Unclear(why_not(self.words, state, step))
        return step

    def odds(self) -> str:
        return odds_page(self.words, self.match.state)

    def pauses(self) -> bool:
        """After a person's last move: the others may look at the board, and the move may still be taken back.

        Whoever could still choose `again`, `rebirth` or `end` has had that chance there.
        """
        if not self.match.steps or isinstance(self.match.steps[-1], Reroll | Eye | Again | Rebirth | End):
            return False
        before = self.match.states[-2]
        return self.game.actor(before) >= 0 and self.seats[before.seat] == HUMAN

    def pause_question(self) -> str:
        was_forced = len(self.game.legal_moves(self.match.states[-2])) == 1
        form = "ask.pause-forced" if was_forced else "ask.pause"
        return self.words.say(form, colour=self.words.seat(self.match.state.seat))

    def notes(self) -> Sequence[str]:
        return self.words.say("key-pages"), self.words.say("notation")

    # --- dice ---

    def dice_question(self) -> str:
        say, state = self.words.say, self.match.state
        match state.phase:
            case Phase.STONES:
                return say("own.stone", example=self._example())
            case Phase.ROLL_OFF:
                return say("own.throw", colour=self.words.seat(state.seat), letters=self._letters())
            case _:
                count = self.game.chance(state).dice
                return say("own.roll", colour=self.words.seat(state.seat), count=count, letters=self._letters())

    def _letters(self) -> str:
        return ", ".join(f"{letter} {self.words.element(face)}" for letter, face in self._keys.faces.items())

    def _example(self) -> str:
        """A space where the next stone may fall, as it would be typed."""
        stone = self.game.chance(self.match.state).outcomes[0]
        assert isinstance(stone, Stone)
        return f"{self.words.element(stone.path)} {stone.space}"

    def dice_answer(self, text: str) -> Step:
        chance = self.game.chance(self.match.state)
        if self.match.state.phase == Phase.STONES:
            return self._stone_answer(text.lower())
        for faces in self._read_faces(text.lower()):
            if len(faces) == chance.dice:
                return Roll(faces)
        raise Unclear(self.words.say("own.count", count=chance.dice, letters=self._letters()))

    def _read_faces(self, text: str) -> Iterator[tuple[Face, ...]]:
        """What typed dice may mean, in any order: words, or a letter for each die."""
        by_word = {str(each): [each] for each in Face} | {self.words.element(each).lower(): [each] for each in Face}
        letters = self._keys.faces
        found = [word for word in re.split(r"[\s,]+", text) if word and word != Roll.verb]
        for words in (by_word, {}):  # in some language letters side by side may look like a word
            try:
                yield tuple(face for word in found for face in words.get(word) or [letters[letter] for letter in word])
            except KeyError:
                continue

    def _stone_answer(self, text: str) -> Step:
        names = {str(path): path for path in Element} | {self.words.element(path).lower(): path for path in Element}
        names |= {letter: Element(each) for letter, each in self._keys.faces.items() if each != Face.DRAGON}
        found = re.fullmatch(rf"(?:{Stone.verb}\s+)?(\D+?)\s*([0-9]{{1,2}})", text)
        if found and found[1] in names:
            stone = Stone(names[found[1]], int(found[2]))
            if stone in self.game.chance(self.match.state).weight:
                return stone
        raise Unclear(self.words.say("own.no-stone", example=self._example()))
