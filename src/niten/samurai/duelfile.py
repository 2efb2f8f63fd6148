"""Duel files: a duel as data, read with every problem named. docs/duel-files.md describes the format."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from niten.core.checking import Checker, expects, read_toml, read_toml_file
from niten.core.errors import MISSING
from niten.core.game import JsonObject
from niten.samurai.duel import LINES, ZONES, Duel, Effect, Gain, Harm, Line, PlayerPage, Reward
from niten.samurai.switches import EDITIONS, Reroll, Switches, read_switches
from niten.texts import LANGUAGES

FORMAT = 1
FIRST_EDITIONS = EDITIONS | {"de": Switches(reroll=Reroll.ONE)}
"""What an edition means in set-ups that name one instead of the switches: as it was read at first."""

_MOST = 99  # health, Ki, amounts, thresholds: what fits on a page
_MOST_ROUNDS = 60
_MOST_PRICE = 999
_MOST_ROWS = 30
_LONGEST_NAME = 60
_LONGEST_TEXT = 600

_LINE_HARMS = (Harm.HEALTH, Harm.LEVEL_1, Harm.LEVEL_2)
_ZONE_HARMS = (Harm.HEALTH, Harm.KI, Harm.DEEP_WOUND)


def _options(harms: tuple[Harm, ...]) -> str:
    """The effects that may stand somewhere, as they are written."""
    shown = (f"{harm} 1…{_MOST}" if harm in (Harm.HEALTH, Harm.KI) else str(harm) for harm in harms)
    return ", ".join(f'"{option}"' for option in shown)


# What each required key should hold.
_DUEL = {
    "id": expects("identifier"),
    "name": expects("text", longest=_LONGEST_NAME),
    "stars": expects("number", low=1, high=4),
    "health": expects("number", low=1, high=_MOST),
    "resistance": expects("array", low=1, high=_MOST_ROWS),
    "lines": expects("lines"),
}
_LINE = {"sum": expects("unreachable-line"), "defense": expects("number", low=0, high=_MOST)}
_REWARD = {
    "price": expects("number", low=1, high=_MOST_PRICE),
    "reward": expects("choice", options=", ".join(Gain)),
}
_INJURY = {
    "zone": expects("number", low=ZONES[0], high=ZONES[-1]),
    "cost": expects("effect", options=_options(_ZONE_HARMS)),
}


def load_duel(path: Path) -> Duel:
    """The duel in a file; BadSetup tells everything that is wrong with it."""
    return parse_duel(read_toml_file(path), str(path))


def loads_duel(content: bytes, source: str = "duel") -> Duel:
    """The duel in the content of a file."""
    return parse_duel(read_toml(source, content), source)


def read_setup(setup: Mapping[str, Any]) -> tuple[Duel, Switches]:
    """The duel and the rules of a record's set-up."""
    check = Checker("setup")
    old = "edition" in setup
    table = check.table("", setup, ("edition" if old else "rules", "duel"))
    switches = EDITIONS["en"]
    if old:
        switches = FIRST_EDITIONS[check.choice("edition", table["edition"], FIRST_EDITIONS)]
    elif "rules" in table:
        switches = read_switches(check, "rules", table["rules"])
    duel = _duel(check, table.get("duel"), "duel.") if "duel" in table else None
    check.finish()
    if duel is None:
        raise AssertionError("finish raises when the duel is missing")
    return duel, switches


def parse_duel(table: Mapping[str, Any], source: str) -> Duel:
    """The duel a table describes."""
    check = Checker(source)
    duel = _duel(check, table, "")
    check.finish()
    return duel


def duel_data(duel: Duel) -> JsonObject:
    """The duel as a table of plain values, whole: `parse_duel` gives an equal duel back."""
    page = duel.player
    data: JsonObject = {
        "format": FORMAT,
        "id": duel.id,
        "name": duel.name,
        "stars": duel.stars,
        "health": duel.health,
        "resistance": [list(step) for step in duel.resistance],
        "lines": [
            {"sum": number, "defense": line.defense}
            | ({} if line.effect is None else {"counter": line.counter, "effect": str(line.effect)})
            for number, line in duel.lines.items()
        ],
        "player": {
            "health": page.health,
            "ki": page.ki,
            "dice": list(page.dice),
            "concentration": [
                {"price": row.price, "reward": str(row.gain)} | ({"amount": row.amount} if row.amount else {})
                for row in page.rewards
            ],
            "injuries": [{"zone": zone, "cost": str(cost)} for zone, cost in page.injuries.items()],
        },
    }
    return data | ({"text": dict(duel.texts)} if duel.texts else {})


def duel_numbers(duel: Duel) -> JsonObject:
    """What decides how a duel goes: its data without names, texts and stars."""
    return {key: value for key, value in duel_data(duel).items() if key not in ("id", "name", "stars", "text")}


def _duel(check: Checker, value: object, at: str) -> Duel:
    table = check.table(at.rstrip("."), value, _DUEL, ("format", "player", "text"), _DUEL)

    def number(key: str, low: int, high: int) -> int:
        return check.number(f"{at}{key}", table[key], low, high) if key in table else low

    if "format" in table:
        number("format", FORMAT, FORMAT)
    return Duel(
        id=check.identifier(f"{at}id", table["id"]) if "id" in table else "",
        name=check.text(f"{at}name", table["name"], _LONGEST_NAME) if "name" in table else "",
        stars=number("stars", 1, 4),
        health=number("health", 1, _MOST),
        resistance=_resistance(check, f"{at}resistance", table["resistance"]) if "resistance" in table else (),
        lines=_lines(check, f"{at}lines", table["lines"]) if "lines" in table else {},
        player=_player(check, f"{at}player", table.get("player", {})),
        texts=_texts(check, f"{at}text", table.get("text", {})),
    )


def _resistance(check: Checker, where: str, value: object) -> tuple[tuple[int, int], ...]:
    """Pairs [attack reached, damage], both rising (S14)."""
    steps: list[tuple[int, int]] = []
    for n, pair in enumerate(check.array(where, value, 1, _MOST_ROWS)):
        here = f"{where}[{n}]"
        both = check.array(here, pair, 2, 2)
        if not both:
            continue
        step = check.number(f"{here}[0]", both[0], 1, _MOST), check.number(f"{here}[1]", both[1], 1, _MOST)
        if steps and (step[0] <= steps[-1][0] or step[1] <= steps[-1][1]):
            check.note(here, pair, "rising", before=list(steps[-1]))
        steps.append(step)
    return tuple(steps)


def _lines(check: Checker, where: str, value: object) -> dict[int, Line]:
    """The lines 1–18, each exactly once, in any order."""
    if not isinstance(value, list):
        check.note(where, value, "lines")
        return {}
    lines: dict[int, Line] = {}
    for n, row in enumerate(cast("list[Any]", value)[: 4 * len(LINES)]):
        here = f"{where}[{n}]"
        table = check.table(here, row, _LINE, ("counter", "effect"), _LINE)
        if "sum" not in table:
            continue
        number = table["sum"]
        if isinstance(number, bool) or not isinstance(number, int) or number not in LINES:
            check.note(f"{here}.sum", number, "unreachable-line")
            continue
        here = f"{where} {number}"
        if number in lines:
            check.note(here, row, "line-doubled")
            continue
        defense = check.number(f"{here}.defense", table.get("defense", 0), 0, _MOST)
        if ("counter" in table) != ("effect" in table):
            absent = "effect" if "counter" in table else "counter"
            check.note(f"{here}.{absent}", MISSING, "counter-and-effect")
        counter = check.number(f"{here}.counter", table["counter"], 1, _MOST) if "counter" in table else None
        effect = _effect(check, f"{here}.effect", table["effect"], _LINE_HARMS) if "effect" in table else None
        lines[number] = Line(defense, counter, effect)
    for number in LINES:
        if number not in lines:
            check.note(f"{where} {number}", MISSING, "line-missing")
    return dict(sorted(lines.items()))


def _effect(check: Checker, where: str, value: object, harms: tuple[Harm, ...]) -> Effect:
    """`health 3`, `ki 2`, `level 1`, `level 2` or `deep wound`, as far as they are allowed here."""
    if isinstance(value, str):
        for harm in harms:
            if value == harm and harm not in (Harm.HEALTH, Harm.KI):
                return Effect(harm)
            amount = re.fullmatch(rf"{harm} ([1-9][0-9]?)", value)
            if amount and harm in (Harm.HEALTH, Harm.KI):
                return Effect(harm, int(amount[1]))
    check.note(where, value, "effect", options=_options(harms))
    return Effect(Harm.HEALTH, 1)


def _player(check: Checker, where: str, value: object) -> PlayerPage:
    """The player page; whatever is left out is as on the standard page (S4)."""
    page = PlayerPage()
    table = check.table(where, value, (), ("health", "ki", "dice", "concentration", "injuries"))
    return PlayerPage(
        health=check.number(f"{where}.health", table.get("health", page.health), 1, _MOST),
        ki=check.number(f"{where}.ki", table.get("ki", page.ki), 0, _MOST),
        dice=tuple(
            check.number(f"{where}.dice[{n}]", dice, 1, 3)
            for n, dice in enumerate(check.array(f"{where}.dice", table.get("dice", page.dice), 1, _MOST_ROUNDS))
        ),
        rewards=_rewards(check, f"{where}.concentration", table["concentration"])
        if "concentration" in table
        else page.rewards,
        injuries=_injuries(check, f"{where}.injuries", table["injuries"]) if "injuries" in table else page.injuries,
    )


def _rewards(check: Checker, where: str, value: object) -> tuple[Reward, ...]:
    """The Concentration table, by rising price (S9)."""
    rewards: list[Reward] = []
    for n, row in enumerate(check.array(where, value, 0, _MOST_ROWS)):
        here = f"{where}[{n}]"
        table = check.table(here, row, _REWARD, ("amount",), _REWARD)
        price = check.number(f"{here}.price", table["price"], 1, _MOST_PRICE) if "price" in table else 0
        gain = Gain(check.choice(f"{here}.reward", table["reward"], list(Gain))) if "reward" in table else Gain.KI
        if gain is Gain.STRIKE:
            amount = 0
            if "amount" in table:
                check.note(f"{here}.amount", table["amount"], "strike-amount")
        elif "amount" in table:
            amount = check.number(f"{here}.amount", table["amount"], 1, _MOST)
        else:
            check.note(f"{here}.amount", MISSING, "number", low=1, high=_MOST)
            amount = 1
        if rewards and price and price <= rewards[-1].price:
            check.note(f"{here}.price", price, "rising", before=rewards[-1].price)
        rewards.append(Reward(price, gain, amount))
    return tuple(rewards)


def _injuries(check: Checker, where: str, value: object) -> dict[int, Effect]:
    """The zones 2–11, each exactly once (S19)."""
    costs: dict[int, Effect] = {}
    for n, row in enumerate(check.array(where, value, 0, _MOST_ROWS)):
        here = f"{where}[{n}]"
        table = check.table(here, row, _INJURY, (), _INJURY)
        cost = _effect(check, f"{here}.cost", table["cost"], _ZONE_HARMS) if "cost" in table else Effect(Harm.HEALTH, 1)
        if "zone" not in table:
            continue
        known = len(check.problems)
        zone = check.number(f"{here}.zone", table["zone"], ZONES[0], ZONES[-1])
        if len(check.problems) > known:
            continue  # not a zone: it strikes out none
        if zone in costs:
            check.note(f"{here}.zone", zone, "zone-doubled")
        costs[zone] = cost
    for zone in ZONES:
        if zone not in costs:
            check.note(f"{where} zone {zone}", MISSING, "zone-missing")
    return dict(sorted(costs.items()))


def _texts(check: Checker, where: str, value: object) -> dict[str, str]:
    table = check.table(where, value, (), LANGUAGES)
    known = (language for language in LANGUAGES if language in table)
    return {language: check.text(f"{where}.{language}", table[language], _LONGEST_TEXT) for language in known}
