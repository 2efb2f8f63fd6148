"""The keys of the race: which there are, and the step an answer means. Letters come from the catalogue."""

import re
from collections.abc import Sequence

from niten.core import Step
from niten.dragon import (
    Again,
    Balance,
    Become,
    Colour,
    Element,
    End,
    Eye,
    Face,
    Fear,
    Leap,
    LeapBalance,
    Move,
    Pass,
    Phase,
    Rebirth,
    Reroll,
    State,
    Swap,
)
from niten.dragon.elements import PATH_NUMBER
from niten.dragon.hands import hand, without
from niten.terminal.dragon_words import Words
from niten.terminal.face import Option

_ENTER = "↵"
_MOST_SWAPS = 6  # so many are offered one by one


class Keys:
    """Short keys for one race in one language."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.faces = {words.say(f"key.{face}"): face for face in Face}
        self._paths = {words.say(f"key.{path}"): path for path in Element}
        self._marks = {words.mark(colour).lower(): colour for colour in Colour}

    def _key(self, name: str) -> str:
        return self.words.say(f"key.{name}")

    # Which keys there are

    def options(self, state: State) -> list[Option]:
        """Every move with its key, and the keys that always work."""
        say = self.words.say
        moves = self.words.game.legal_moves(state)
        options = [self._option(state, move) for move in moves if not isinstance(move, Reroll | Eye | Swap)]
        swaps = [move for move in moves if isinstance(move, Swap)]
        if len(swaps) <= _MOST_SWAPS:
            options += [self._option(state, swap) for swap in swaps]
        else:
            options.append(Option(self._swap_key(swaps[0]), say("option.swaps", count=len(swaps))))
        if any(isinstance(move, Reroll) for move in moves):
            options += self._rerolls(state)
        if any(isinstance(move, Eye) for move in moves):
            options.append(Option(f"{self._key('eye')}{self._example(state)}", say("option.eye")))
        return [*options, Option("?", say("option.odds")), Option("i", say("option.keys"))]

    def _option(self, state: State, move: Step) -> Option:
        say, words = self.words.say, self.words
        match move:
            case Move(path) | Leap(path) | Become(path):
                here = state.spaces[PATH_NUMBER[path]][state.seat]
                there = words.game.advance(state, move).spaces[PATH_NUMBER[path]][state.seat]
                form = move.verb if here else "enter" if isinstance(move, Move) else f"{move.verb}-enter"
                prefix = {"leap": self._key("leap"), "become": self._key("dragon")}.get(move.verb, "")
                meaning = say(
                    f"option.{form}",
                    element=words.element(path),
                    here=words.short_space(path, here),
                    there=words.short_space(path, there),
                )
                return Option(prefix + self._key(path), meaning)
            case Swap():
                meaning = say(
                    "option.swap",
                    element=words.element(move.path),
                    first=words.colour(move.first),
                    second=words.colour(move.second),
                )
                return Option(self._swap_key(move), meaning)
            case LeapBalance():
                return Option(self._key("leap") + self._key("balance"), say("option.leap-balance"))
            case End() if state.phase == Phase.END:
                return Option(_ENTER, say("option.end"))
            case _:
                return Option(self._key(move.verb), say(f"option.{move.verb}"))

    def _swap_key(self, swap: Swap) -> str:
        marks = (self.words.mark(colour).lower() for colour in (swap.first, swap.second))
        return self._key("swap") + self._key(swap.path) + "".join(marks)

    def _rerolls(self, state: State) -> list[Option]:
        say = self.words.say
        kept = self._most_frequent(state)
        options = [Option(self._example(state), say("option.reroll"))]
        if kept:
            key = self._key("keep") + self._key(kept)
            options.append(Option(key, say("option.keep", element=self.words.element(kept))))
        return [*options, Option(self._key("reroll"), say("option.reroll-all"))]

    def _most_frequent(self, state: State) -> Face | None:
        """An element to explain keeping with: of the most dice, and if possible one that still moves a piece (D9)."""
        paths = self.words.game.options.board.paths
        moving = [state.spaces[path][state.seat] <= paths[path].plain for path in range(len(paths))]
        counts = hand(state.dice).counts
        best = max(range(len(paths)), key=lambda path: (bool(counts[path]) and moving[path], counts[path]))
        return Face(tuple(Element)[best]) if 0 < counts[best] < len(state.dice) else None

    def _example(self, state: State) -> str:
        """Dice that could be rolled again, as they would be typed."""
        kept = self._most_frequent(state)
        places = [str(place) for place, face in enumerate(state.dice, 1) if face != kept]
        return "".join(places)

    # What an answer means

    def read(self, text: str, state: State) -> Step | None:
        """The step that short keys mean; None if they mean none."""
        if state.phase != Phase.MOVE:
            steps: dict[str, Step] = {
                self._key("again"): Again(),
                self._key("rebirth"): Rebirth(),
                self._key("end"): End(),
            }
            if state.phase == Phase.END:  # not after Perfection: a key pressed by habit must not cost a turn
                steps[""] = End()
            return steps.get(text)
        return self._read_dice(text, state.dice) or self._read_move(text, state)

    def _read_dice(self, text: str, dice: tuple[Face, ...]) -> Step | None:
        """Dice to roll again: by their places, or by what is kept."""
        reroll, eye, keep = (re.escape(self._key(name)) for name in ("reroll", "eye", "keep"))
        places = re.fullmatch(rf"({reroll}|{eye})?((?:[\s,]*[1-5])*)", text)
        if places and text:
            chosen = {int(place) - 1 for place in re.findall("[1-5]", places[2])} or range(len(dice))
            kind = Eye if places[1] == self._key("eye") else Reroll
            return kind(tuple(dice[place] for place in chosen))
        letters = "".join(map(re.escape, self.faces))
        kept = re.fullmatch(rf"{keep}((?:[\s,]*[{letters}])+)", text)
        if kept:
            faces = {face for letter, face in self.faces.items() if letter in kept[1]}
            return Reroll(without(dice, tuple(face for face in dice if face in faces)))
        return None

    def _read_move(self, text: str, state: State) -> Step | None:
        by_word = {self.words.element(path).lower(): path for path in Element}
        path = self._paths.get(text) or by_word.get(text)
        if path:
            return Move(path)
        steps: dict[str, Step] = {
            self._key("balance"): Balance(),
            self._key("leap") + self._key("balance"): LeapBalance(),
            self._key("fear"): Fear(),
            self._key("pass"): Pass(),
        }
        if text in steps:
            return steps[text]
        letters = text.replace(" ", "")
        head, tail = letters[:1], letters[1:]
        if tail in self._paths and head in (self._key("leap"), self._key("dragon")):
            return Leap(self._paths[tail]) if head == self._key("leap") else Become(self._paths[tail])
        return self._read_swap(tail, state) if head == self._key("swap") else None

    def _read_swap(self, letters: str, state: State) -> Swap | None:
        """A path and two marks; the path may be left out where the dice allow only one."""
        paths = list(dict.fromkeys(move.path for move in self._swaps(state)))
        if len(letters) == 3 and letters[0] in self._paths:
            paths = [self._paths[letters[0]]]
        first, second = (self._marks.get(letter) for letter in letters[-2:].rjust(2))
        if len(paths) != 1 or len(letters) not in (2, 3) or not first or not second:
            return None
        return Swap(paths[0], first, second)

    def _swaps(self, state: State) -> Sequence[Swap]:
        return [move for move in self.words.game.legal_moves(state) if isinstance(move, Swap)]
