"""Duels for tests: small ones by hand, any ones from Hypothesis."""

from typing import Any

from hypothesis import strategies as st

from niten.booklet import find_duel
from niten.samurai import Duel, Gain, Samurai, duel_data, parse_duel
from niten.samurai.switches import DEFAULTS, options, switches_from

ODA = find_duel("oda-nobunaga")


def duel_table(**changes: Any) -> dict[str, Any]:
    """The demo duel as a table, with some keys changed; `player` is merged."""
    table = duel_data(ODA)
    player = table["player"] | changes.pop("player", {})
    return table | changes | {"player": player}


def lines(default: dict[str, Any], **special: dict[str, Any]) -> list[dict[str, Any]]:
    """Eighteen lines alike, but for those given as line_7={…}."""
    return [{"sum": n} | special.get(f"line_{n}", default) for n in range(1, 19)]


def make_duel(**changes: Any) -> Duel:
    return parse_duel(duel_table(**changes), "test")


def game(rules: str = "en", **changes: Any) -> Samurai:
    """The demo duel, changed, by an edition or switches."""
    return Samurai(make_duel(**changes), switches_from(rules))


def any_rules() -> st.SearchStrategy[str]:
    """Any mixture of switches, whatever they are, as they are typed."""
    chosen = st.fixed_dictionaries({name: st.sampled_from(options(name)) for name in DEFAULTS})
    return chosen.map(lambda values: ",".join(f"{name}={value}" for name, value in values.items()))


_health = st.integers(1, 4).map(lambda n: f"health {n}")
_ki = st.integers(1, 3).map(lambda n: f"ki {n}")
_effects = st.one_of(_health, st.sampled_from(["level 1", "level 2"]))
_costs = st.one_of(_health, _ki, st.just("deep wound"))


@st.composite
def _lines(draw: st.DrawFn) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = []
    for number in range(1, 19):
        line: dict[str, Any] = {"sum": number, "defense": draw(st.integers(0, 6))}
        if draw(st.integers(0, 5)):
            line |= {"counter": draw(st.integers(1, 8)), "effect": draw(_effects)}
        made.append(line)
    return made


@st.composite
def _rising(draw: st.DrawFn) -> list[list[int]]:
    reached = damage = 0
    steps: list[list[int]] = []
    for _ in range(draw(st.integers(1, 4))):
        reached += draw(st.integers(1, 4))
        damage += draw(st.integers(1, 2))
        steps.append([reached, damage])
    return steps


@st.composite
def _rewards(draw: st.DrawFn) -> list[dict[str, Any]]:
    price = 0
    rows: list[dict[str, Any]] = []
    for _ in range(draw(st.integers(0, 5))):
        price += draw(st.integers(1, 8))
        gain = draw(st.sampled_from([str(gain) for gain in Gain]))
        rows.append(
            {"price": price, "reward": gain} | ({} if gain == "strike" else {"amount": draw(st.integers(1, 4))})
        )
    return rows


@st.composite
def duel_tables(draw: st.DrawFn) -> dict[str, Any]:
    """Any playable duel, short enough to be played out quickly."""
    return duel_table(
        health=draw(st.integers(1, 12)),
        resistance=draw(_rising()),
        lines=draw(_lines()),
        player={
            "health": draw(st.integers(1, 12)),
            "ki": draw(st.integers(0, 6)),
            "dice": draw(st.lists(st.integers(1, 3), min_size=1, max_size=12)),
            "concentration": draw(_rewards()),
            "injuries": [{"zone": zone, "cost": draw(_costs)} for zone in range(2, 12)],
        },
    )


def quick_duel() -> dict[str, Any]:
    """The set-up of a duel that is solved in no time: the demo duel, over after two rounds."""
    data = duel_table(id="small", health=2, player={"dice": [2, 1], "health": 4, "ki": 2})
    return {"duel": data, "rules": "en"}
