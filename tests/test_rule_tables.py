"""Every rule of both games has a test of its own: the table rule → tests is complete."""

import re

from niten.texts import rules
from testkit.rule_table import covered
from tests.dragon import test_hands, test_powers, test_setup
from tests.dragon import test_rules as dragon_rules
from tests.samurai import test_rules as samurai_rules


def numbers_of(game: str) -> set[str]:
    return {entry["id"] for section in rules(game, "en") for entry in section["rule"]}


def test_every_samurai_rule_has_its_tests() -> None:
    """There the rules are marks: `@rule("S5")`."""
    assert numbers_of("samurai") == {f"S{n}" for n in range(1, 24)}
    assert set(covered(samurai_rules)) == numbers_of("samurai")


def test_every_dragon_rule_has_its_tests() -> None:
    """There the rules are in the names: `test_d05_…`."""
    modules = (dragon_rules, test_hands, test_powers, test_setup)
    names = [name for module in modules for name in vars(module) if name.startswith("test_")]
    found = {f"D{int(number)}" for name in names for number in re.findall(r"_d([0-9]{2})(?=_)", name)}
    assert numbers_of("dragon") == {f"D{n}" for n in range(1, 18)}
    assert found == numbers_of("dragon")
