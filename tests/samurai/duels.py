"""Duels for tests: small ones by hand, any ones from Hypothesis."""

from typing import Any

from hypothesis import strategies as st

from niten.booklet import find_duel
from niten.samurai import EDITIONS, Duel, Samurai, duel_data, parse_duel

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


def game(edition: str = "en", **changes: Any) -> Samurai:
    """The demo duel, changed, under an edition."""
    return Samurai(make_duel(**changes), EDITIONS[edition])


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
        gain = draw(st.sampled_from(["ki", "opponent", "attack", "defense", "strike"]))
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
