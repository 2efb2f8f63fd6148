"""Every rule of both games has a test of its own: the table rule → tests is complete."""

from niten.texts import rules
from tests.rule_table import covered
from tests.samurai import test_rules as samurai_rules


def test_every_samurai_rule_has_its_tests() -> None:
    numbers = {entry["id"] for section in rules("samurai", "en") for entry in section["rule"]}
    assert numbers == {f"S{n}" for n in range(1, 24)}
    assert set(covered(samurai_rules)) == numbers
