"""A duel as the text of a duel file: what is as on the standard page is left out, and the lines stand in columns."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from niten.samurai.duel import Duel, PlayerPage
from niten.samurai.duelfile import duel_data

_HEAD = ("format", "id", "name", "stars", "health", "resistance")


def write_duel(duel: Duel) -> str:
    """The file that `loads_duel` reads as this duel."""
    data = duel_data(duel)
    standard = duel_data(Duel("x", "x", 1, 1, (), {}, PlayerPage()))["player"]
    page = {key: value for key, value in data["player"].items() if value != standard[key]}
    lines = [f"{key} = {_value(data[key])}" for key in _HEAD]
    lines += ["", "lines = [", *_rows(data["lines"]), "]"]
    if page:
        lines += ["", "[player]", *(_entry(key, value) for key, value in page.items())]
    if "text" in data:
        lines += ["", "[text]", *(f"{language} = {_value(text)}" for language, text in data["text"].items())]
    return "\n".join(lines) + "\n"


def _entry(key: str, value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "\n".join([f"{key} = [", *_rows(value), "]"])  # pyright: ignore[reportUnknownArgumentType]
    return f"{key} = {_value(value)}"


def _rows(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    return [f"    {{ {', '.join(f'{key} = {_value(value)}' for key, value in row.items())} }}," for row in rows]


def _value(value: Any) -> str:
    """Numbers, texts and lists of them are written in TOML as in JSON."""
    return json.dumps(value, ensure_ascii=False)
