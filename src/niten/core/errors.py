"""Named errors. Each has a stable code, which is also its key in the text catalogues.

`str(error)` is the English sentence; a face that speaks another language looks the code up with
`niten.texts.say(language, error.code, **error.details)`.
"""

from collections.abc import Iterable
from enum import Enum
from reprlib import Repr
from typing import ClassVar, NamedTuple, Never, NoReturn, TypeVar

from niten.texts import say


class NitenError(ValueError):
    """Something the caller asked for cannot be done; the code says what."""

    code: ClassVar[str] = "error"

    def __init__(self, **details: object) -> None:
        super().__init__(details)
        self.details = details

    def text(self, language: str = "en") -> str:
        """The error as a sentence."""
        return say(language, f"error.{self.code}", **self.details)

    def __str__(self) -> str:
        return self.text()


class UnreadableStep(NitenError):
    """The text is not a step of this game at all."""

    code = "step-unreadable"


class IllegalStep(NitenError):
    """A step of this game, but not one that is possible in this position."""

    code = "step-illegal"


class GameOver(NitenError):
    """The game has ended; no step follows."""

    code = "game-over"


class CannotUndo(NitenError):
    """Nothing to take back, or a roll or another player's step is in the way."""

    code = "cannot-undo"

    def text(self, language: str = "en") -> str:
        return say(language, f"error.cannot-undo.{self.details['reason']}")


class UnreadablePosition(NitenError):
    """The text is not a position of this game."""

    code = "position-unreadable"


class NotThought(NitenError):
    """A member of an open list (rewards, harms, switches, phases) that this part of the program knows nothing of.

    Whoever takes such a list apart ends with `never`: types refuse a member that was forgotten, and it does too.
    """

    code = "not-thought-of"


def never(value: Never) -> NoReturn:
    """What no member of the list comes to."""
    raise NotThought(value=repr(value))


E = TypeVar("E", bound=Enum)


def numbered(kind: type[E], *members: E) -> dict[E, int]:
    """A number for each member of a list, in this order and from 0: those that compiled code knows them by."""
    for member in kind:
        if members.count(member) != 1:
            raise NotThought(value=repr(member))
    return {member: number for number, member in enumerate(members)}


class Problem(NamedTuple):
    """One thing wrong with a file or a set-up: where, what stands there, what was expected."""

    where: str
    value: object
    code: str
    details: tuple[tuple[str, object], ...] = ()

    def text(self, language: str = "en") -> str:
        """The problem as a sentence, beginning with the place."""
        expected = self.expected(language)
        if not self.where:
            return say(language, "problem.form-file", value=self.shown, expected=expected)
        if self.value is MISSING:
            return say(language, "problem.form-missing", where=self.where, expected=expected)
        return say(language, "problem.form", where=self.where, value=self.shown, expected=expected)

    def expected(self, language: str = "en") -> str:
        """What should have been there."""
        return say(language, f"problem.{self.code}", **dict(self.details))

    @property
    def shown(self) -> str:
        """What is there, as far as it can be shown."""
        return _shorten(self.value)


class _Missing:
    def __repr__(self) -> str:
        return "missing"


MISSING = _Missing()
"""Stands for a value that is not there, in a Problem."""


def problem(where: str, value: object, code: str, **details: object) -> Problem:
    """A Problem, with its details as keywords."""
    return Problem(where, value, code, tuple(details.items()))


class BadSetup(NitenError):
    """A duel, board or set-up that cannot be played, with every problem found."""

    code = "bad-setup"

    def __init__(self, source: str, problems: Iterable[Problem]) -> None:
        self.source = source
        self.problems = tuple(problems)
        super().__init__(source=source, count=len(self.problems))

    def text(self, language: str = "en") -> str:
        return "\n".join([super().text(language), *(f"  {p.text(language)}" for p in self.problems)])


class BadRecord(NitenError):
    """A record that cannot be trusted or read; `step` is the number of the step at fault (0: the head)."""

    code = "bad-record"

    def __init__(self, reason: str, step: int = 0, **details: object) -> None:
        self.reason = reason
        self.step = step
        super().__init__(reason=reason, step=step, **details)

    def text(self, language: str = "en") -> str:
        shown = {key: _translate(value, language) for key, value in self.details.items()}
        reason = say(language, f"record.{self.reason}", **shown)
        return say(
            language, "error.bad-record.step" if self.step else "error.bad-record.head", **(shown | {"reason": reason})
        )


def _translate(value: object, language: str) -> object:
    return value.text(language) if isinstance(value, NitenError) else value


_REPR = Repr()
_REPR.maxlevel, _REPR.maxstring, _REPR.maxother, _REPR.maxlong = 3, 60, 60, 40


def _shorten(value: object, limit: int = 60) -> str:
    """A value as it may be shown in an error: one line, printable, not endless, however deep or long it is."""
    if isinstance(value, bool):
        return str(value).lower()  # as it is written in files
    try:
        text = _REPR.repr(value)
    except ValueError:  # Python refuses to print very long numbers
        text = type(value).__name__
    return text if len(text) <= limit else text[: limit - 1] + "…"
