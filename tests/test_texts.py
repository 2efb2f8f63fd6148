"""The four languages say the same things, and every text the code asks for is there."""

import re
import string
from pathlib import Path

import pytest

from niten.core import errors
from niten.samurai.state import Ending, Phase
from niten.texts import LANGUAGES, catalogue, decimal, language_from, percent, plural_form, rules, rules_head, say

SOURCE = Path(__file__).parents[1] / "src/niten"
ENGLISH = catalogue("en")
OTHERS = [language for language in LANGUAGES if language != "en"]


def forms(language: str, key: str) -> list[str]:
    text = catalogue(language)[key]
    return [text] if isinstance(text, str) else list(text.values())


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", OTHERS)
def test_the_same_keys(language: str) -> None:
    assert list(catalogue(language)) == list(ENGLISH)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_placeholders(language: str) -> None:
    for key in ENGLISH:
        known = {name for text in forms("en", key) for name in placeholders(text)}
        for text in forms(language, key):
            assert placeholders(text) <= known | {"count"}, key
            assert placeholders(text) >= known - {"count"}, key
        assert isinstance(catalogue(language)[key], str) == isinstance(ENGLISH[key], str), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_empty_or_left_in_english(language: str) -> None:
    for key in ENGLISH:
        for text in forms(language, key):
            assert text.strip() or key == "rules.all", key
            assert text == text.strip() or key.startswith("rules.") or key.endswith(".separator"), key
    if language != "en":
        same = [key for key in ENGLISH if len(str(ENGLISH[key])) > 25 and forms(language, key) == forms("en", key)]
        assert not same


def test_every_key_in_the_code_exists_and_every_key_is_used() -> None:
    """Keys are written whole in the code, or begin there and end with a value that is known."""
    code = "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    words = set(re.findall(r'"([a-z][a-z0-9.-]*)"', code)) | set(re.findall(r"'([a-z][a-z0-9.-]*)'", code))
    computed = (
        *("error.", "problem.", "record.", "rules.", "command.", "samurai.zone.", "samurai.wound", "samurai.event."),
        *("samurai.ending.", "samurai.short.", "samurai.reward.", "samurai.own.", "samurai.key.", "terminal.key."),
        "terminal.verify-",
        *("samurai.move.", "review.reason.", "review.mark.", "review.count.", "dragon.", "print.step."),
        *("measure.player.", "measure.ending.", "samurai.honour", "samurai.campaign.", "bench.", "switch."),
    )
    for key in ENGLISH:
        short = key.split(".", 1)[1] if key.startswith("samurai.") else key
        assert short in words or key.startswith(computed), f"{key} is used nowhere"


def test_computed_keys_exist() -> None:
    for kind in vars(errors).values():
        if isinstance(kind, type) and issubclass(kind, errors.NitenError) and kind is not errors.NitenError:
            assert any(key.startswith(f"error.{kind.code}") for key in ENGLISH), kind
    for ending in Ending:
        for table in ("samurai", "measure"):
            assert f"{table}.ending.{ending.replace(' ', '-')}" in ENGLISH
    for phase in list(Phase)[4:-1]:
        assert f"samurai.own.{phase}" in ENGLISH
    story = (SOURCE / "samurai/story.py").read_text(encoding="utf-8")
    for kind in re.findall(r'Event\(\s*"([a-z-]+)"', story):
        assert kind == "over" or f"samurai.event.{kind}" in ENGLISH, kind


@pytest.mark.parametrize("game", ["samurai", "dragon"])
@pytest.mark.parametrize("language", OTHERS)
def test_the_rules_pages_are_in_step(game: str, language: str) -> None:
    def outline(language: str) -> list[list[tuple[str, str]]]:
        return [[(rule["id"], rule["standing"]) for rule in section["rule"]] for section in rules(game, language)]

    assert outline(language) == outline("en")
    assert set(rules_head(game, language)) == {"title", "intro"}


@pytest.mark.parametrize("game", ["samurai", "dragon"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_numbers_of_the_rules_are_the_same_in_every_language(game: str, language: str) -> None:
    for mine, theirs in zip(rules(game, language), rules(game, "en"), strict=True):
        for rule, other in zip(mine["rule"], theirs["rule"], strict=True):
            assert sorted(re.findall(r"\d+", rule["text"])) == sorted(re.findall(r"\d+", other["text"])), rule["id"]


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "it_IT.UTF-8", "LANGUAGE": "it:fr:en"}, "fr"),
        ({"LC_ALL": "es_MX", "LANG": "de_DE"}, "es"),
    ],
)
def test_the_language_of_the_environment(environment: dict[str, str], language: str) -> None:
    assert language_from(environment) == language


def test_plurals_and_numbers() -> None:
    assert [plural_form("fr", n) for n in (0, 1, 2)] == ["one", "one", "other"]
    assert [plural_form("en", n) for n in (0, 1, 2)] == ["other", "one", "other"]
    assert say("en", "samurai.event.he-loses", count=1, left=3) == "He loses 1 health, 3 left."
    assert say("de", "samurai.event.he-loses", count=2, left=3) == "Er verliert 2 Gesundheit und hat noch 3."
    assert percent("en", 0.125) == "12.5%"
    assert percent("fr", 0.125) == "12,5\N{NARROW NO-BREAK SPACE}%"
    assert decimal("es", 12345.678, 2) == "12\N{NARROW NO-BREAK SPACE}345,68"
