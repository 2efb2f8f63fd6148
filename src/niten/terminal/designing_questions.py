"""The questions of the designer, in the order of the printed page. Each knows its place in the duel's data."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, cast

from niten.core.game import JsonObject
from niten.samurai import Duel, duel_data
from niten.samurai.duel import LINES, ZONES, PlayerPage
from niten.terminal.shorthand import (
    id_from,
    read_counter,
    read_dice,
    read_effect,
    read_number,
    read_reward,
    write_dice,
    write_effect,
    write_reward,
)
from niten.texts import LANGUAGES

Say = Callable[..., str]
_TEXTS = {"de": "design.text-de", "en": "design.text-en", "es": "design.text-es", "fr": "design.text-fr"}
_NONE = "-"  # the row, or the text, is not wanted


class Question(NamedTuple):
    """One line to type."""

    section: str  # the key of what is said before the first of its kind
    label: str
    shown: str  # what is there, as it would be typed
    take: Callable[[str], int]  # puts an answer into the data; how many questions to go on
    places: tuple[str, ...]  # problems there, and inside, are told here
    whole: str = ""  # and this one


def spread(table: Mapping[str, Any]) -> JsonObject:
    """A duel file, or half of one, with a place for every answer; the player page begins as the standard one."""
    page: JsonObject = duel_data(Duel("x", "x", 1, 1, (), {}, PlayerPage()))["player"]
    page |= _table(table.get("player"))
    lines = {str(row.get("sum")): row for row in _rows(table.get("lines"))}
    zones = {str(row.get("zone")): row for row in _rows(page["injuries"])}
    data: JsonObject = {key: table[key] for key in ("id", "name", "stars", "health") if key in table}
    return data | {
        "resistance": [_list(pair) for pair in _list(table.get("resistance"))],
        "lines": [{**lines.get(str(number), {}), "sum": number} for number in LINES],
        "player": page
        | {
            "dice": _list(page["dice"]),
            "concentration": _rows(page["concentration"]),
            "injuries": [{**zones.get(str(zone), {}), "zone": zone} for zone in ZONES],
        },
        "text": {language: text for language, text in _table(table.get("text")).items() if language in LANGUAGES},
    }


def questions(data: JsonObject, say: Say) -> list[Question]:
    """All of them, for what is there now: a table with rows has one more than it has rows."""
    page = data["player"]
    asked = [
        _value(data, "name", "design.opponent", say("design.name"), words=True),
        _value(data, "stars", "design.opponent", say("design.stars")),
        _value(data, "health", "design.opponent", say("design.health")),
    ]
    asked += [_resistance(data["resistance"], at, say) for at in range(len(data["resistance"]) + 1)]
    asked += [_line(row, say) for row in data["lines"]]
    asked += [
        _value(page, "health", "design.player", say("design.player-health"), "player."),
        _value(page, "ki", "design.player", say("design.player-ki"), "player."),
        _dice(page, say),
    ]
    asked += [_reward(page["concentration"], at, say) for at in range(len(page["concentration"]) + 1)]
    asked += [_zone(row, at, say) for at, row in enumerate(page["injuries"])]
    asked.append(_id(data, say))
    return asked + [_text(data["text"], language, say) for language in LANGUAGES]


def _value(table: JsonObject, key: str, section: str, label: str, at: str = "", *, words: bool = False) -> Question:
    def take(answer: str) -> int:
        table[key] = answer if words else read_number(answer)
        return 1

    return Question(section, label, str(table.get(key, "")), take, (at + key,))


def _resistance(rows: list[Any], at: int, say: Say) -> Question:
    def read(answer: str) -> list[Any]:
        return [read_number(part) for part in re.split(r"[\s:/,→]+", answer.strip()) if part]

    shown = " ".join(map(str, rows[at])) if at < len(rows) else ""
    label = say("design.resistance-row", row=at + 1)
    return Question("design.resistance", label, shown, _row(rows, at, read), (f"resistance[{at}]",), "resistance")


def _line(row: JsonObject, say: Say) -> Question:
    number = row["sum"]

    def take(answer: str) -> int:
        parts = [*re.sub(r"<\s+", "<", answer).split(maxsplit=2), "", ""]
        read = {"defense": read_number(parts[0]), "counter": read_counter(parts[1]), "effect": read_effect(parts[2])}
        row.clear()
        row.update({"sum": number} | {key: value for key, value in read.items() if value is not None})
        return 1

    shown = [str(row.get("defense", "")), str(row.get("counter", "")), write_effect(str(row.get("effect", "")))]
    label = say("design.line", number=number)
    places = (f"lines {number}", f"lines[{number - 1}]")
    return Question("design.lines", label, " ".join(filter(None, shown)), take, places)


def _dice(page: JsonObject, say: Say) -> Question:
    def take(answer: str) -> int:
        page["dice"] = read_dice(answer)
        return 1

    return Question("design.dice", say("design.dice-row"), write_dice(page["dice"]), take, ("player.dice",))


def _reward(rows: list[Any], at: int, say: Say) -> Question:
    def read(answer: str) -> JsonObject:
        price, _, gain = answer.strip().partition(" ")
        return {"price": read_number(price)} | read_reward(gain)

    shown = f"{rows[at].get('price', '')} {write_reward(rows[at])}".strip() if at < len(rows) else ""
    places = (f"player.concentration[{at}]",)
    label = say("design.reward", row=at + 1)
    return Question("design.rewards", label, shown, _row(rows, at, read), places, "player.concentration")


def _zone(row: JsonObject, at: int, say: Say) -> Question:
    def take(answer: str) -> int:
        row["cost"] = read_effect(answer) or answer
        return 1

    zone = row["zone"]
    label = f"{zone} {say(f'samurai.zone.{zone}')}"
    return Question("design.zones", label, write_effect(str(row.get("cost", ""))), take, (f"player.injuries[{at}]",))


def _id(data: JsonObject, say: Say) -> Question:
    def take(answer: str) -> int:
        data["id"] = answer
        return 1

    shown = data.get("id") or id_from(str(data.get("name", "")))
    return Question("design.more", say("design.id"), str(shown), take, ("id",))


def _text(texts: JsonObject, language: str, say: Say) -> Question:
    def take(answer: str) -> int:
        texts.pop(language, None)
        if answer != _NONE:
            texts[language] = answer
        return 1

    return Question("design.more", say(_TEXTS[language]), str(texts.get(language, "")), take, (f"text.{language}",))


def _row(rows: list[Any], at: int, read: Callable[[str], Any]) -> Callable[[str], int]:
    """A row is changed, added, or taken out: then the next one stands here."""

    def take(answer: str) -> int:
        if answer == _NONE:
            is_there = at < len(rows)
            del rows[at : at + 1]
            return 0 if is_there else 1
        rows[at : at + 1] = [read(answer)]
        return 1

    return take


def _table(value: object) -> JsonObject:
    return dict(cast("Mapping[str, Any]", value)) if isinstance(value, Mapping) else {}


def _list(value: object) -> list[Any]:
    return list(cast("list[Any]", value)) if isinstance(value, list | tuple) else []


def _rows(value: object) -> list[JsonObject]:
    return [_table(row) for row in _list(value)]
