"""Steps and their notation: one readable line per step, the verb first, then its values.

A step is a frozen dataclass. Its text is its verb and its fields in order; `Notation` reads it back.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache, lru_cache
from types import NoneType, UnionType
from typing import Any, ClassVar, Generic, TypeVar, cast, get_args, get_origin, get_type_hints

from niten.core.errors import UnreadableStep


@dataclass(frozen=True, slots=True)
class Step:
    """A move of a player or a random event. Fields: int, StrEnum, a tuple of either, or None at the end."""

    verb: ClassVar[str] = ""

    def __str__(self) -> str:
        words = [self.verb]
        for name in _field_names(type(self)):
            value = getattr(self, name)
            if isinstance(value, tuple):
                words += map(str, cast("tuple[object, ...]", value))
            elif value is not None:
                words.append(str(value))
        return " ".join(words)


S = TypeVar("S", bound=Step)

_WORD = re.compile(r"[!-~]{1,20}")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,5}")
_LONGEST = 200
_KEPT = 4096  # steps are values, and the same ones are read again and again


class Notation(Generic[S]):
    """Reads the steps of one game.

    Any number of blanks may separate the words. Whatever cannot be read raises UnreadableStep.
    """

    def __init__(self, kinds: Iterable[type[S]]) -> None:
        self._kinds = {kind.verb: kind for kind in kinds}
        self._known = lru_cache(_KEPT)(self._read)

    def read(self, text: str) -> S:
        """The step a line stands for."""
        return self._known(text)

    def _read(self, text: str) -> S:
        words = text.split() if len(text) <= _LONGEST else []
        if not words or not all(_WORD.fullmatch(word) for word in words) or words[0] not in self._kinds:
            raise UnreadableStep(text=text[:_LONGEST], verbs=", ".join(self._kinds))
        kind = self._kinds[words[0]]
        try:
            return kind(*_values(kind, words[1:]))
        except ValueError:
            raise UnreadableStep(text=text, verbs=", ".join(self._kinds)) from None


@cache
def _field_names(kind: type[Step]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


@cache
def _field_types(kind: type[Step]) -> tuple[Any, ...]:
    hints = get_type_hints(kind)
    return tuple(hints[name] for name in _field_names(kind))


def _values(kind: type[Step], words: list[str]) -> list[object]:
    """The words as values for the step's fields; ValueError where they do not fit."""
    values: list[object] = []
    rest = iter(words)
    for hint in _field_types(kind):
        if get_origin(hint) is tuple:
            values.append(tuple(_value(get_args(hint)[0], word) for word in rest))
            continue
        word = next(rest, None)
        if isinstance(hint, UnionType):
            inner, absent = get_args(hint)
            if absent is not NoneType:
                raise TypeError(hint)
            values.append(None if word is None else _value(inner, word))
        elif word is None:
            raise ValueError(kind)
        else:
            values.append(_value(hint, word))
    if next(rest, None) is not None:
        raise ValueError(kind)
    return values


def _value(hint: Any, word: str) -> object:
    if issubclass(hint, StrEnum):
        return hint(word)
    if not _NUMBER.fullmatch(word):
        raise ValueError(word)
    return int(word)
