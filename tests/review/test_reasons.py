"""Why a move was worse: every kind of reason, with numbers counted here from the pages, throw by throw."""

from collections.abc import Mapping
from itertools import product
from typing import Any, NamedTuple

import pytest

from niten.core import Step
from niten.review.reasons import Reason, explain
from niten.samurai import (
    Again,
    Announce,
    Buy,
    Phase,
    Place,
    Raise,
    Ready,
    RerollDie,
    Samurai,
    Stand,
    State,
)
from niten.samurai.steps import Column
from niten.texts import LANGUAGES, catalogue, say
from testkit.duels import duel_table, game, lines

WILD = {"defense": 0, "counter": 5, "effect": "level 1"}
TAME = {"defense": 3}
LOW_IS_WILD = lines(TAME, line_1=WILD, line_2=WILD, line_3=WILD, line_4=WILD)
HIGH_IS_WILD = lines(WILD, line_1=TAME, line_2=TAME, line_3=TAME, line_4=TAME)


class Case(NamedTuple):
    """A decision, and what is to be said about it."""

    game: Samurai
    state: State
    played: Step
    best: Step
    reasons: tuple[Reason, ...]


def state(phase: Phase, **more: Any) -> State:
    """A state in the first round; ten health each and three Ki unless something else is said."""
    fields: dict[str, Any] = {"round": 1, "health": 10, "ki": 3, "concentration": 0, "opponent": 10}
    return State(phase=phase, **(fields | more))


def count(
    dice: int, attack: int, defense: int, *, table: Mapping[str, Any] | None = None, has: int = 99, lying: int = 0
) -> tuple[float, float]:
    """(damage to expect, how often he strikes) of a roll of his, counted over all ways his dice can fall."""
    page = table or duel_table()
    by_sum = {line["sum"]: line for line in page["lines"]}
    damage = struck = ways = 0
    for faces in product(range(1, 7), repeat=dice):
        line = by_sum[lying + sum(faces)]
        final = attack - line["defense"]
        dealt = 0
        for reached, loss in page["resistance"]:
            if final >= reached:
                dealt = loss
        damage += min(has, dealt)
        struck += "counter" in line and defense < line["counter"]
        ways += 1
    return damage / ways, struck / ways


def damage(mine: float, better: float) -> Reason:
    return Reason("damage", {"mine": pytest.approx(mine), "better": pytest.approx(better)})


def cover(mine: float, better: float) -> Reason:
    return Reason("cover", {"mine": pytest.approx(mine), "better": pytest.approx(better)})


def placed(dice: tuple[int, ...], **more: Any) -> State:
    return state(Phase.PLACE, rolled=len(dice), dice=dice, **more)


def raising(**more: Any) -> State:
    return state(Phase.RAISE, rolled=3, **more)


def answering(his: tuple[int, ...], **more: Any) -> State:
    return state(Phase.ANSWER, rolled=4 - len(his), his=his, **more)


def make_cases() -> dict[str, Case]:
    oda, german = game(), game("reroll=one")
    low, high = game(lines=LOW_IS_WILD), game(lines=HIGH_IS_WILD)
    wild = duel_table(lines=LOW_IS_WILD)
    return {
        "attack": Case(
            oda,
            placed((4, 5, 6)),
            Place(0, 15, 0),
            Place(15, 0, 0),
            (damage(count(1, 0, 15)[0], count(1, 15, 0)[0]),),
        ),
        "attack bought before counts": Case(
            oda,
            placed((3, 4), attack=4, defense=1),
            Place(0, 7, 0),
            Place(3, 4, 0),
            (damage(count(2, 4, 8)[0], count(2, 7, 5)[0]),),
        ),
        "no more damage than he has health": Case(
            oda,
            placed((4, 5, 6), opponent=1),
            Place(4, 11, 0),
            Place(6, 9, 0),
            (damage(count(1, 4, 11, has=1)[0], count(1, 6, 9, has=1)[0]),),
        ),
        "defense": Case(
            oda, placed((4, 5, 6)), Place(15, 0, 0), Place(0, 15, 0), (cover(count(1, 15, 0)[1], count(1, 0, 15)[1]),)
        ),
        "both": Case(
            oda,
            placed((5, 6)),
            Place(0, 0, 11),
            Place(6, 5, 0),
            (damage(count(2, 0, 0)[0], count(2, 6, 5)[0]), cover(count(2, 0, 0)[1], count(2, 6, 5)[1])),
        ),
        "concentration": Case(
            oda,
            placed((1, 2, 6), opponent=1),
            Place(9, 0, 0),
            Place(0, 7, 2),
            (cover(count(1, 9, 0)[1], count(1, 0, 7)[1]), Reason("gather", {"count": 2})),
        ),
        "overkill is no damage": Case(oda, placed((6, 6, 6), opponent=1), Place(12, 6, 0), Place(18, 0, 0), PLAIN),
        "nothing that shows": Case(oda, placed((1, 2, 6)), Place(1, 8, 0), Place(0, 9, 0), PLAIN),
        "more dice": Case(
            oda,
            state(Phase.ANNOUNCE),
            Announce(2),
            Announce(3),
            (Reason("dice", {"count": 1}), Reason("dice-more")),
        ),
        "fewer dice, his roll is safer": Case(
            low,
            state(Phase.ANNOUNCE),
            Announce(3),
            Announce(1),
            (Reason("dice", {"count": 3}), Reason("dice-safer")),
        ),
        "more dice, his roll is safer": Case(
            high,
            state(Phase.ANNOUNCE),
            Announce(1),
            Announce(3),
            (Reason("dice", {"count": 1}), Reason("dice-safer")),
        ),
        "fewer dice for another reason": Case(
            high, state(Phase.ANNOUNCE), Announce(3), Announce(2), (Reason("dice", {"count": 2}),)
        ),
        "a killing purchase": Case(
            oda,
            state(Phase.ANNOUNCE, concentration=23, opponent=2),
            Announce(3),
            Buy(23),
            (Reason("kill", {"price": 23}),),
        ),
        "a purchase that does not kill": Case(
            oda, raising(concentration=23, opponent=3), Ready(), Buy(23), (Reason("not-bought", {"price": 23}),)
        ),
        "Ki is never a kill": Case(
            oda,
            raising(concentration=8, opponent=1),
            Raise(Column.ATTACK),
            Buy(8),
            (Reason("not-bought", {"price": 8}),),
        ),
        "before placing": Case(
            oda,
            placed((2, 3), concentration=12, opponent=1),
            Place(5, 0, 0),
            Buy(12),
            (Reason("kill", {"price": 12}),),
        ),
        "before throwing again": Case(
            oda, placed((2, 3), concentration=12), RerollDie(2), Buy(12), (Reason("not-bought", {"price": 12}),)
        ),
        "another purchase": Case(
            oda, raising(concentration=34), Buy(8), Buy(34), (Reason("other-reward", {"price": 34}),)
        ),
        "a purchase too many": Case(oda, raising(concentration=34), Buy(8), Ready(), (Reason("bought", {"price": 8}),)),
        "bought instead of thrown again": Case(
            oda, placed((1, 5), concentration=8), Buy(8), RerollDie(1), (Reason("bought", {"price": 8}),)
        ),
        "a die to throw again": Case(
            oda, placed((1, 5)), Place(6, 0, 0), RerollDie(1), (Reason("reroll", {"face": 1}),)
        ),
        "another die to throw again": Case(
            oda, placed((1, 5)), RerollDie(5), RerollDie(1), (Reason("reroll", {"face": 1}),)
        ),
        "Ki for a die": Case(oda, placed((1, 5)), RerollDie(1), Place(6, 0, 0), (Reason("ki-wasted"),)),
        "Ki for a level": Case(oda, raising(attack=5), Raise(Column.ATTACK), Ready(), (Reason("ki-wasted"),)),
        "a level of Attack": Case(
            oda,
            raising(attack=6, defense=2),
            Ready(),
            Raise(Column.ATTACK),
            (Reason("raise-attack"), damage(count(1, 6, 2)[0], count(1, 7, 2)[0])),
        ),
        "a level of Attack for later": Case(
            oda, raising(attack=0), Ready(), Raise(Column.ATTACK), (Reason("raise-attack"),)
        ),
        "a level of Defense": Case(
            oda,
            raising(attack=6, defense=5),
            Ready(),
            Raise(Column.DEFENSE),
            (Reason("raise-defense"), cover(count(1, 6, 5)[1], count(1, 6, 6)[1])),
        ),
        "the other column": Case(
            oda, raising(attack=6), Raise(Column.ATTACK), Raise(Column.DEFENSE), (Reason("raise-defense"),)
        ),
        "make him roll again": Case(
            oda,
            answering((1,), attack=6, defense=5),
            Stand(),
            Again(),
            (
                Reason("again", {"line": 1}),
                damage(0.0, count(1, 6, 5)[0]),
                Reason("cover-roll", {"better": pytest.approx(count(1, 6, 5)[1])}),
            ),
        ),
        "again, though he has little health": Case(
            oda,
            answering((1,), attack=11, defense=9, opponent=3),
            Stand(),
            Again(),
            (Reason("again", {"line": 1}), damage(2.0, count(1, 11, 9, has=3)[0])),
        ),
        "again, of one die": Case(
            german,
            answering((1, 1), attack=6, defense=5),
            Stand(),
            Again(1),
            (
                Reason("again", {"line": 2}),
                damage(0.0, count(1, 6, 5, lying=1)[0]),
                Reason("cover-roll", {"better": pytest.approx(count(1, 6, 5, lying=1)[1])}),
            ),
        ),
        "again, struck either way": Case(
            low,
            answering((2,), attack=0, defense=0),
            Stand(),
            Again(),
            (
                Reason("again", {"line": 2}),
                Reason("cover-roll", {"better": pytest.approx(count(1, 0, 0, table=wild)[1])}),
            ),
        ),
        "let it stand": Case(
            oda,
            answering((4,), attack=6, defense=0),
            Again(),
            Stand(),
            (Reason("stand", {"line": 4}), damage(count(1, 6, 0)[0], 1.0)),
        ),
        "let it stand, one die": Case(
            german,
            answering((4, 6), attack=6, defense=0),
            Again(6),
            Stand(),
            (Reason("stand", {"line": 10}), damage(count(1, 6, 0, lying=4)[0], 2.0)),
        ),
        "let it stand, for the Ki": Case(
            oda, answering((4,), attack=0, defense=7), Again(), Stand(), (Reason("stand", {"line": 4}),)
        ),
        "the wrong die of his": Case(
            german, answering((1, 6)), Again(6), Again(1), (Reason("other-die", {"face": 1}),)
        ),
    }


PLAIN = (Reason("plain"),)
CASES = make_cases()


@pytest.mark.parametrize("name", CASES)
def test_reasons(name: str) -> None:
    case = CASES[name]
    moves = case.game.legal_moves(case.state)
    assert {case.played, case.best} <= set(moves), "a decision that can arise"
    found = explain(case.game, case.state, case.played, case.best)
    assert [reason.kind for reason in found] == [reason.kind for reason in case.reasons]
    assert found == case.reasons


def test_the_differences_are_worth_a_sentence() -> None:
    """What the cases compare differs by more than what is passed over, so the reasons above were not luck."""
    assert count(1, 15, 0)[0] - count(1, 0, 15)[0] > 0.05
    assert count(1, 6, 5)[1] - count(1, 6, 6)[1] > 0.05
    assert 0 < count(1, 6, 5, lying=1)[1] != count(2, 6, 5)[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_a_text(language: str) -> None:
    prefix = "review.reason."
    given = {reason.kind: reason.details for case in CASES.values() for reason in case.reasons}
    texts = {key.removeprefix(prefix) for key in catalogue(language) if key.startswith(prefix)}
    assert set(given) == texts, "every text has its case, every kind its text"
    for kind, details in given.items():
        shown = {name: f"<{name}>" for name in details if name != "count"}
        counts = (1, 2) if "count" in details else (0,)
        for number in counts:
            text = say(language, prefix + kind, **(shown | ({"count": number} if "count" in details else {})))
            assert all(word in text for word in shown.values()), text
            assert text.endswith(".")
            assert "{" not in text
