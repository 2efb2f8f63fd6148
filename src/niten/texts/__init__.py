"""Every sentence Niten says, in four languages.

The catalogues are the TOML files beside this module, one per language, with the same keys; a test keeps them in
step. A text may have plural forms, chosen by the detail `count`.
"""

import os
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

LANGUAGES = ("de", "en", "es", "fr")
DEFAULT_LANGUAGE = "en"
NARROW_SPACE = "\N{NARROW NO-BREAK SPACE}"


def say(language: str, key: str, **details: object) -> str:
    """The text for a dotted key, with its details filled in.

    >>> say("en", "language.name")
    'English'
    """
    text = catalogue(language)[key]
    if isinstance(text, Mapping):
        text = text[plural_form(language, int(str(details["count"])))]
    return text.format_map(details)


def decimal(language: str, value: float, digits: int) -> str:
    """A number with a fixed number of decimals, and thousands apart, as the language writes it.

    >>> decimal("en", 1234.5, 1), decimal("de", 1234.5, 1)
    ('1,234.5', '1.234,5')
    """
    text = f"{value:,.{digits}f}"
    if language == "en":
        return text
    thousands = "." if language == "de" else NARROW_SPACE
    return text.replace(",", " ").replace(".", ",").replace(" ", thousands)


def percent(language: str, value: float, digits: int = 1) -> str:
    """A share of 1 as a percentage."""
    return decimal(language, 100 * value, digits) + ("%" if language == "en" else f"{NARROW_SPACE}%")


def plural_form(language: str, count: int) -> str:
    """`one` or `other`: all four languages have these two; French counts 0 as one."""
    return "one" if count == 1 or (language == "fr" and count == 0) else "other"


@cache
def catalogue(language: str) -> Mapping[str, str | Mapping[str, str]]:
    """All texts of a language by dotted key; a text with plural forms is a mapping of them."""
    flat: dict[str, str | Mapping[str, str]] = {}

    def flatten(prefix: str, table: Mapping[str, Any]) -> None:
        for key, value in table.items():
            path = f"{prefix}{key}"
            if isinstance(value, str) or set(value) == {"one", "other"}:
                flat[path] = value
            else:
                flatten(f"{path}.", value)

    flatten("", _load(f"{language}.toml"))
    return flat


@cache
def rules(game: str, language: str) -> tuple[Mapping[str, Any], ...]:
    """The sections of a game's rules page: each with a title and its numbered rules."""
    return tuple(_load(f"rules/{game}.{language}.toml")["section"])


@cache
def rules_head(game: str, language: str) -> Mapping[str, str]:
    """The title and introduction of a game's rules page."""
    page = _load(f"rules/{game}.{language}.toml")
    return {"title": page["title"], "intro": page["intro"]}


def language_from(environment: Mapping[str, str] = os.environ) -> str:
    """The first language of the environment that Niten speaks, in the order gettext asks."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for value in environment.get(variable, "").split(":"):
            if value[:2].lower() in LANGUAGES:
                return value[:2].lower()
    return DEFAULT_LANGUAGE


def _load(name: str) -> dict[str, Any]:
    return tomllib.loads(resources.files(__name__).joinpath(name).read_text(encoding="utf-8"))
