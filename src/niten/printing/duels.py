"""Duels on paper: a double page, and the whole booklet. What stands there is data; how it looks is in templates/."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from niten.booklet import duels
from niten.printing.glyphs import breakable, shown
from niten.printing.press import Paper, press
from niten.samurai.duel import DEEP_WOUNDS, Duel, Effect, Line, PlayerPage
from niten.texts import rules, rules_head, say

_WORDS = {
    "round": "samurai.page.round",
    "dice": "print.dice",
    "attack": "samurai.page.attack",
    "his-defense": "print.his-defense",
    "defense": "samurai.page.defense",
    "held": "print.held",
    "concentration": "samurai.page.concentration",
    "concentration-buys": "print.concentration-buys",
    "nothing": "print.nothing",
    "injuries": "print.injuries",
    "zones-note": "print.zones-note",
    "figure": "print.figure",
    "wounds": "print.wounds",
    "a-round": "print.a-round",
    "player": "samurai.page.player",
    "resistance": "print.resistance",
    "lines": "print.lines",
    "line": "print.line",
    "counter": "print.counter",
    "effect": "print.effect",
    "more-rounds": "print.more-rounds",
}

_STEPS = range(1, 6)


def duel_sheet(duel: Duel, language: str, paper: Paper = "a4") -> bytes:
    """A duel's double page as PDF; a duel of many rounds has a second page."""
    title = say(language, "print.duel-title", name=shown(duel.name))
    about = say(language, "print.duel-about", name=shown(duel.name))
    return press("sheet.typ", _sheet(language, paper, title, about) | {"duel": _duel(duel, language)})


def booklet(language: str, paper: Paper = "a4", chosen: Iterable[Duel] | None = None) -> bytes:
    """Cover, contents, rules and the double pages of all duels, or of those chosen, as one PDF."""
    pages = [_duel(duel, language) for duel in (duels().values() if chosen is None else chosen)]
    count = say(language, "print.duels", count=len(pages))
    title = say(language, "print.booklet")
    data = _sheet(language, paper, title, say(language, "print.booklet-about"))
    return press(
        "booklet.typ",
        data
        | {"duels": pages, "count": count, "rules": rules_data("samurai", language)}
        | {"contents": say(language, "print.contents"), "rights": say(language, "print.rights")},
    )


def rules_data(game: str, language: str) -> dict[str, Any]:
    """The rules of a game: sections of numbered rules, each with its standing."""
    head = rules_head(game, language)
    return {
        "title": say(language, "print.rules-of", game=head["title"]),
        "intro": head["intro"],
        "standing": say(language, "rules.standing"),
        "sections": [
            {
                "title": section["title"],
                "rules": [
                    [rule["id"], say(language, f"rules.{rule['standing']}").strip(), rule["text"]]
                    for rule in section["rule"]
                ],
            }
            for section in rules(game, language)
        ],
    }


def _sheet(language: str, paper: Paper, title: str, about: str) -> dict[str, Any]:
    """What every sheet needs to know."""
    words: dict[str, Any] = {name: say(language, key) for name, key in _WORDS.items()}
    words["steps"] = [say(language, f"print.step.{step}") for step in _STEPS]
    return {"language": language, "paper": paper, "title": title, "description": about, "foot": title, "words": words}


def _duel(duel: Duel, language: str) -> Mapping[str, Any]:
    text = duel.texts.get(language)
    return {
        "id": duel.id,
        "name": breakable(duel.name),
        "seal": _initials(shown(duel.name)),
        "stars": duel.stars,
        "stars-alt": say(language, "print.stars", count=duel.stars),
        "text": breakable(text) if text else None,
        "health": duel.health,
        "health-alt": say(language, "samurai.page.health", count=duel.health),
        "resistance": [[str(reached), _health(language, damage)] for reached, damage in duel.resistance],
        "lines": [
            [str(number), str(line.defense), _counter(line), _effect(language, line.effect)]
            for number, line in duel.lines.items()
        ],
        "player": _player(duel.player, language),
    }


def _player(page: PlayerPage, language: str) -> Mapping[str, Any]:
    zones = [
        [str(zone), say(language, f"samurai.zone.{zone}"), _effect(language, cost)]
        for zone, cost in page.injuries.items()
    ]
    return {
        "seal": _initials(say(language, "samurai.page.player")),
        "health": page.health,
        "health-alt": say(language, "samurai.page.health", count=page.health),
        "ki": page.ki,
        "ki-alt": say(language, "samurai.page.ki", count=page.ki),
        "dice": page.dice,
        "rewards": [
            [str(row.price), say(language, f"samurai.reward.{row.gain}", amount=row.amount)] for row in page.rewards
        ],
        "zones": [*zones, ["12", say(language, "samurai.zone.12"), say(language, "print.beheaded")]],
        "wounds": [say(language, f"samurai.wound.{wound}") for wound in DEEP_WOUNDS],
    }


def _health(language: str, amount: int) -> str:
    return say(language, "samurai.short.health", amount=amount)


def _counter(line: Line) -> str:
    return "–" if line.counter is None else f"< {line.counter}"


def _effect(language: str, effect: Effect | None) -> str:
    """A harm in short: −4 ♥, −2 Ki."""
    if effect is None:
        return say(language, "samurai.short.none")
    return say(language, f"samurai.short.{effect.harm.replace(' ', '-')}", amount=effect.amount)


def _initials(name: str) -> str:
    """What is cut into somebody's seal."""
    return "".join(word[0].upper() for word in re.split(r"[\s'’-]+", name) if word)[:2]
