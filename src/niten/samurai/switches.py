"""Where the printed rulebooks disagree, as switches (S10, S12, S13, S18). An edition is a preset of them.

Whoever depends on them takes all of them apart (`purchases, reroll, … = game.switches`): with one more, neither the
types nor the program go on until somebody has thought about what it means there.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple, cast

from niten.core.checking import Checker
from niten.texts import say


class Purchases(StrEnum):
    """How many purchases a round (S10)."""

    ANY = "any"
    ONE = "one"


class Reroll(StrEnum):
    """What one Ki re-rolls in the Opponent phase (S13)."""

    ALL = "all"
    ONE = "one"
    EITHER = "either"


class Repeated(StrEnum):
    """What a zone costs that is hit again (S18)."""

    KIND = "kind"
    HEALTH = "health"


class Bookkeeping(StrEnum):
    """What is written in the Concentration column (S12): only a matter of display."""

    TOTAL = "total"
    PER_ROUND = "per round"


class Switches(NamedTuple):
    """One reading of the rules; what is not said is as in the English rulebook.

    >>> Switches(reroll=Reroll.ONE)
    Switches(reroll=one)
    >>> EDITIONS["es"].edition
    'es'
    """

    purchases: Purchases = Purchases.ANY
    reroll: Reroll = Reroll.ALL
    repeated: Repeated = Repeated.KIND
    bookkeeping: Bookkeeping = Bookkeeping.TOTAL

    @property
    def edition(self) -> str | None:
        """The rulebook that says so; None: house rules."""
        return next((name for name, preset in EDITIONS.items() if preset == self), None)

    @property
    def changed(self) -> dict[str, str]:
        """Those that are not as in the English rulebook."""
        return {name: str(value) for name, value in self._asdict().items() if value != DEFAULTS[name]}

    @property
    def deciding(self) -> dict[str, str]:
        """The changed ones that decide how a duel goes.

        What depends on them is kept under these names: a switch that is new, and that nobody touched, makes nothing
        stale.
        """
        return {name: value for name, value in self.changed.items() if name not in _DISPLAYED}

    def __repr__(self) -> str:
        return f"Switches({', '.join(f'{name}={value}' for name, value in self.changed.items())})"


DEFAULTS: dict[str, StrEnum] = Switches._field_defaults
"""Every switch, as in the English rulebook."""
_DISPLAYED = ("bookkeeping",)

EDITIONS = {
    "en": Switches(),
    "fr": Switches(bookkeeping=Bookkeeping.PER_ROUND),
    "es": Switches(purchases=Purchases.ONE, bookkeeping=Bookkeeping.PER_ROUND),
    "de": Switches(reroll=Reroll.EITHER, repeated=Repeated.HEALTH),
}


def options(switch: str) -> list[str]:
    """What a switch can be set to."""
    return [str(value) for value in type(DEFAULTS[switch])]


def read_switches(check: Checker, where: str, value: object) -> Switches:
    """The name of an edition, or a table of switches; those left out are as in the English rulebook."""
    if isinstance(value, str):
        return EDITIONS[check.choice(where, value, EDITIONS)]
    table = check.table(where, value, (), tuple(DEFAULTS))
    chosen = {name: check.choice(f"{where}.{name}", table[name], options(name)) for name in DEFAULTS if name in table}
    return Switches(**{name: cast("Any", type(DEFAULTS[name])(word)) for name, word in chosen.items()})


def switches_from(text: str, where: str = "rules") -> Switches:
    """Rules as they are typed: an edition, switches, or both.

    >>> switches_from("es,reroll=one")
    Switches(purchases=one, reroll=one, bookkeeping=per round)
    """
    check = Checker(where)
    first, *others = words = text.split(",")
    chosen: dict[str, str] = {}
    if "=" not in first:
        chosen, words = dict(switches_data(read_switches(check, "edition", first))), others
    for word in words:
        name, _, value = word.partition("=")
        chosen[name.strip()] = value.strip().replace("-", " ")
    switches = read_switches(check, where, chosen)
    check.finish()
    return switches


def typed(switches: Switches) -> str:
    """The shortest that `switches_from` reads as these rules.

    >>> typed(EDITIONS["fr"]), typed(Switches(purchases=Purchases.ONE))
    ('fr', 'en,purchases=one')
    """
    texts = (
        ",".join([name, *(f"{key}={value.replace(' ', '-')}" for key, value in _differing(preset, switches))])
        for name, preset in EDITIONS.items()
    )
    return min(texts, key=len)


def _differing(preset: Switches, switches: Switches) -> list[tuple[str, str]]:
    before = switches_data(preset)
    return [(name, value) for name, value in switches_data(switches).items() if value != before[name]]


def named(switches: Switches, language: str) -> str:
    """What one says these rules are: an edition, or what they change of the English one."""
    if switches.edition:
        return say(language, f"switch.edition-{switches.edition}")
    return say(language, "switch.house", rules=_in_words(switches.changed, language))


def in_a_line(switches: Switches, language: str) -> str:
    """What these rules say wherever rulebooks differ, for the table."""
    name = say(language, f"switch.edition-{switches.edition}") if switches.edition else None
    rules = _in_words({key: word for key, word in switches_data(switches).items() if key not in _DISPLAYED}, language)
    return say(language, "switch.line", name=name, rules=rules) if name else say(language, "switch.house", rules=rules)


def _in_words(values: Mapping[str, str], language: str) -> str:
    return " · ".join(say(language, f"switch.{name}-{value.replace(' ', '-')}") for name, value in values.items())


def switches_data(switches: Switches) -> Mapping[str, str]:
    """All switches as plain values; `read_switches` gives them back."""
    return {name: str(value) for name, value in switches._asdict().items()}
