"""The judge of positions: a small net. Its value is each seat's expected share of the win.

    path    = ReLU(Σ rows)              of each path, as a seat sees it; the five are added up
    body    = mix · Σ paths + Σ facts   where the pieces stand
    first   = ReLU(body + Σ facts)      and who rolls, with which counters in hand
    second  = ReLU(deep · first + bias)
    shares  = softmax over the seats of (out · second)

A turn changes little: of the bodies it can end in only the changed paths are looked at anew, and what differs only in
who rolls shares its body.
"""

# ruff: noqa: PLR0917 — compiled functions take their arguments by position

import json
from collections.abc import Callable
from importlib import resources
from typing import Any, NamedTuple

import numpy as np

from niten.bots.race.ends import final_shares
from niten.bots.race.features import (
    FACTS,
    MOST_FACTS,
    MOST_PATH_ROWS,
    PATH_ROWS,
    body_facts,
    path_rows,
    turn_facts,
)
from niten.bots.race.tables import (
    PATHS,
    SEATS,
    SLOTS,
    Floats,
    Numbers,
    Position,
    Race,
    Singles,
    Turn,
    compiled,
    copy,
)
from niten.bots.race.vectors import row_sum

FORMAT = 2
WIDTH, FIRST, SECOND = 64, 32, 32


class Net(NamedTuple):
    """The weights."""

    rows: Singles  # [path row, WIDTH]
    bias: Singles  # [WIDTH]
    mix: Singles  # [WIDTH, FIRST]
    facts: Singles  # [fact, FIRST]
    deep: Singles  # [FIRST, SECOND]
    deep_bias: Singles  # [SECOND]
    out: Singles  # [SECOND]


SHAPES = Net(
    *(np.zeros(shape, np.float32) for shape in ((PATH_ROWS, WIDTH), (WIDTH,), (WIDTH, FIRST), (FACTS, FIRST))),
    *(np.zeros(shape, np.float32) for shape in ((FIRST, SECOND), (SECOND,), (SECOND,))),
)


class Sight(NamedTuple):
    """Work space of a look at a turn."""

    rows: Numbers
    weights: Singles
    paths: Singles  # [seat, path, WIDTH] of the position the turn begins in
    total: Singles  # [seat, WIDTH]
    path: Singles  # [WIDTH]
    width: Singles  # [WIDTH]
    bodies: Singles  # [body, seat, FIRST]
    first: Singles  # [FIRST]
    second: Singles  # [SECOND]
    unspent: Numbers  # [seat]


def new_sight() -> Sight:
    """Work space for one turn."""
    size = max(MOST_PATH_ROWS, MOST_FACTS)
    shapes = (SEATS, PATHS, WIDTH), (SEATS, WIDTH), (WIDTH,), (WIDTH,), (SLOTS, SEATS, FIRST), (FIRST,), (SECOND,)
    singles = (np.zeros(shape, np.float32) for shape in shapes)
    return Sight._make((np.zeros(size, np.int64), np.zeros(size, np.float32), *singles, np.zeros(SEATS, np.int64)))


add_path_rows, add_facts = row_sum(WIDTH), row_sum(FIRST)
to_width, to_first, to_second = row_sum(WIDTH), row_sum(FIRST), row_sum(SECOND)
IN_ORDER = np.arange(max(WIDTH, FIRST, SECOND))
"""All rows of a matrix: the sum is a product with it."""


@compiled
def rectify(values: Singles) -> None:
    """What is below zero is zero."""
    for x in range(values.size):
        values[x] = max(values[x], np.float32(0))


@compiled
def see_path(net: Net, race: Race, spaces: Numbers, path: int, looks: int, sight: Sight, target: Singles) -> None:
    """A path as a seat sees it."""
    count = path_rows(race, spaces, path, looks, sight.rows, sight.weights)
    copy(target, net.bias)
    add_path_rows(target, net.rows, sight.rows, sight.weights, count)
    rectify(target)


@compiled
def _differs(one: Numbers, other: Numbers, seats: int) -> bool:
    differing = 0
    for seat in range(seats):
        differing += one[seat] != other[seat]
    return differing > 0


@compiled
def _see_bodies(net: Net, race: Race, turn: Turn, sight: Sight) -> None:
    """Body 0 is the position the turn begins in; of the others only what differs is looked at."""
    for looks in range(race.seats):
        paths, total, base = sight.paths[looks], sight.total[looks], turn.spaces[0]
        total[:] = 0
        for path in range(PATHS):
            see_path(net, race, base, path, looks, sight, paths[path])
            for x in range(total.size):
                total[x] += paths[path, x]
        for body in range(turn.sizes[0]):
            if turn.over[body]:
                continue
            spaces, width, first = turn.spaces[body], sight.width, sight.bodies[body, looks]
            copy(width, total)
            for path in range(PATHS):
                if body and _differs(spaces[path], base[path], race.seats):
                    see_path(net, race, spaces, path, looks, sight, sight.path)
                    for x in range(width.size):
                        width[x] += sight.path[x] - paths[path, x]
            first[:] = 0
            to_first(first, net.mix, IN_ORDER, width, WIDTH)
            count = body_facts(race, spaces, looks, sight.rows, sight.weights)
            add_facts(first, net.facts, sight.rows, sight.weights, count)


@compiled
def softmax(values: Floats, seats: int) -> None:
    """Logits become shares."""
    most = values[0]
    for seat in range(1, seats):
        most = max(most, values[seat])
    total = 0.0
    for seat in range(seats):
        values[seat] = np.exp(values[seat] - most)
        total += values[seat]
    for seat in range(seats):
        values[seat] /= total


@compiled
def judge_turn(net: Net, race: Race, unspent: Numbers, seat: int, turn: Turn, sight: Sight) -> None:
    """The shares of every row of a turn whose ends are listed."""
    _see_bodies(net, race, turn, sight)
    first, second = sight.first, sight.second
    copy(sight.unspent, unspent)
    for row in range(turn.sizes[1]):
        body, shares = turn.body[row], turn.shares[row]
        if turn.roller[row] < 0:
            final_shares(race, turn.spaces[body], shares)
            continue
        sight.unspent[seat] = unspent[seat] and not turn.spent[row]
        for looks in range(race.seats):
            copy(first, sight.bodies[body, looks])
            count = turn_facts(race, sight.unspent, turn.roller[row], looks, sight.rows, sight.weights)
            add_facts(first, net.facts, sight.rows, sight.weights, count)
            rectify(first)
            copy(second, net.deep_bias)
            to_second(second, net.deep, IN_ORDER, first, FIRST)
            logit = 0.0
            for x in range(second.size):
                if second[x] > 0:
                    logit += second[x] * net.out[x]
            shares[looks] = logit
        softmax(shares, race.seats)


def judging(net: Net) -> Callable[[Race, Position, Turn], None]:
    """The net as a judge of rows."""
    sight = new_sight()

    def judge_rows(race: Race, position: Position, turn: Turn) -> None:
        judge_turn(net, race, position.unspent, position.seat, turn, sight)

    return judge_rows


def save_net(file: Any, net: Net, trained: dict[str, Any]) -> None:
    """Write the weights and what they were trained with; no pickles."""
    about = np.array(json.dumps({"format": FORMAT, **trained}))
    np.savez_compressed(file, about=about, **net._asdict())


def load_net(file: Any) -> tuple[Net, dict[str, Any]]:
    """The weights of a file, and what they were trained with."""
    with np.load(file, allow_pickle=False) as arrays:
        about = json.loads(str(arrays["about"]))
        net = Net(*(np.ascontiguousarray(arrays[name], dtype=np.float32) for name in Net._fields))
    shapes = [array.shape for array in SHAPES]
    if about["format"] != FORMAT or [array.shape for array in net] != shapes:
        raise ValueError(f"net of another format: {about}")
    return net, about


def shipped_net() -> tuple[Net, dict[str, Any]]:
    """The net that comes with Niten."""
    with resources.files("niten.bots.race").joinpath("data", "net.npz").open("rb") as file:
        return load_net(file)
