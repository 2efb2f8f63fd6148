"""How the net learns: the gradient of the cross entropy, by hand, and Adam."""

# ruff: noqa: PLR0917 — compiled functions take their arguments by position

from typing import NamedTuple

import numpy as np

from niten.bots.race.features import MOST_FACTS, MOST_PATH_ROWS, body_facts, path_rows, turn_facts
from niten.bots.race.net import (
    FIRST,
    IN_ORDER,
    SECOND,
    SHAPES,
    WIDTH,
    Net,
    add_facts,
    add_path_rows,
    rectify,
    softmax,
    to_first,
    to_second,
    to_width,
)
from niten.bots.race.selfplay import Log
from niten.bots.race.tables import PATHS, SEATS, Floats, Numbers, Race, Singles, compiled, copy, pick

BETA, BETA_SQUARED = 0.9, 0.999
_SMALL = 1e-8


class Trace(NamedTuple):
    """Everything a forward pass leaves behind."""

    rows: Numbers  # [seat, path, n]
    weights: Singles
    counts: Numbers  # [seat, path]
    facts: Numbers  # [seat, n]
    fact_weights: Singles
    fact_counts: Numbers  # [seat]
    paths: Singles  # [seat, path, WIDTH]
    width: Singles  # [seat, WIDTH]
    first: Singles  # [seat, FIRST]
    second: Singles  # [seat, SECOND]
    shares: Floats  # [seat]
    back_second: Singles
    back_first: Singles
    back_width: Singles
    back_path: Singles
    mix_across: Singles  # [FIRST, WIDTH]: the rows and columns of the net's matrices exchanged
    deep_across: Singles  # [SECOND, FIRST]


def new_trace() -> Trace:
    """Work space for one position."""

    def single(*shape: int) -> Singles:
        return np.zeros(shape, np.float32)

    return Trace(
        np.zeros((SEATS, PATHS, MOST_PATH_ROWS), np.int64),
        single(SEATS, PATHS, MOST_PATH_ROWS),
        np.zeros((SEATS, PATHS), np.int64),
        np.zeros((SEATS, MOST_FACTS), np.int64),
        single(SEATS, MOST_FACTS),
        np.zeros(SEATS, np.int64),
        single(SEATS, PATHS, WIDTH),
        single(SEATS, WIDTH),
        single(SEATS, FIRST),
        single(SEATS, SECOND),
        np.zeros(SEATS),
        single(SECOND),
        single(FIRST),
        single(WIDTH),
        single(WIDTH),
        single(FIRST, WIDTH),
        single(SECOND, FIRST),
    )


def zeros() -> Net:
    """As many zeros as there are weights."""
    return Net(*(np.zeros_like(array) for array in SHAPES))


def first_net(stream: np.random.Generator) -> Net:
    """Weights to begin with."""
    scales = Net(*map(np.float32, (0.05, 0.0, 0.12, 0.1, 0.25, 0.0, 0.2)))  # pyright: ignore[reportArgumentType]
    drawn = [stream.standard_normal(array.shape, np.float32) for array in SHAPES]
    net = Net(*(array * scale for array, scale in zip(drawn, scales, strict=True)))
    net.rows[:23] *= 5  # the own place: what the other rows refine
    net.bias[:] = 0.1
    net.deep_bias[:] = 0.1
    return net


@compiled
def judge(net: Net, race: Race, spaces: Numbers, unspent: Numbers, roller: int, trace: Trace) -> None:
    """The shares of one position, with everything the way back needs."""
    for looks in range(race.seats):
        width, first, second = trace.width[looks], trace.first[looks], trace.second[looks]
        width[:] = 0
        for path in range(PATHS):
            seen, rows, weights = trace.paths[looks, path], trace.rows[looks, path], trace.weights[looks, path]
            count = path_rows(race, spaces, path, looks, rows, weights)
            trace.counts[looks, path] = count
            copy(seen, net.bias)
            add_path_rows(seen, net.rows, rows, weights, count)
            rectify(seen)
            for x in range(WIDTH):
                width[x] += seen[x]
        facts, weights = trace.facts[looks], trace.fact_weights[looks]
        count = body_facts(race, spaces, looks, facts, weights)
        count += turn_facts(race, unspent, roller, looks, facts[count:], weights[count:])
        trace.fact_counts[looks] = count
        first[:] = 0
        to_first(first, net.mix, IN_ORDER, width, WIDTH)
        add_facts(first, net.facts, facts, weights, count)
        rectify(first)
        copy(second, net.deep_bias)
        to_second(second, net.deep, IN_ORDER, first, FIRST)
        rectify(second)
        logit = 0.0
        for x in range(SECOND):
            logit += second[x] * net.out[x]
        trace.shares[looks] = logit
    softmax(trace.shares, race.seats)


@compiled
def _add_outer(target: Singles, one: Singles, other: Singles) -> None:
    for i in range(one.size):
        if one[i] != 0:
            row, factor = target[i], one[i]
            for x in range(other.size):
                row[x] += factor * other[x]


@compiled
def _back(net: Net, looks: int, error: float, trace: Trace, gradient: Net, touched: Numbers) -> None:
    """Add one seat's part of the gradient; `error` is that of its logit."""
    second, first, width = trace.second[looks], trace.first[looks], trace.width[looks]
    slope = np.float32(error)
    back = trace.back_second
    for x in range(SECOND):
        gradient.out[x] += slope * second[x]
        back[x] = slope * net.out[x] if second[x] > 0 else np.float32(0)
        gradient.deep_bias[x] += back[x]
    _add_outer(gradient.deep, first, back)
    trace.back_first[:] = 0
    to_first(trace.back_first, trace.deep_across, IN_ORDER, back, SECOND)
    for x in range(FIRST):
        if first[x] <= 0:
            trace.back_first[x] = 0
    for n in range(trace.fact_counts[looks]):
        row, weight = gradient.facts[trace.facts[looks, n]], np.float32(trace.fact_weights[looks, n])
        for x in range(FIRST):
            row[x] += weight * trace.back_first[x]
    _add_outer(gradient.mix, width, trace.back_first)
    trace.back_width[:] = 0
    to_width(trace.back_width, trace.mix_across, IN_ORDER, trace.back_first, FIRST)
    for path in range(PATHS):
        seen = trace.paths[looks, path]
        for x in range(WIDTH):
            trace.back_path[x] = trace.back_width[x] if seen[x] > 0 else np.float32(0)
            gradient.bias[x] += trace.back_path[x]
        for n in range(trace.counts[looks, path]):
            number, weight = trace.rows[looks, path, n], np.float32(trace.weights[looks, path, n])
            touched[number] = 1
            row = gradient.rows[number]
            for x in range(WIDTH):
                row[x] += weight * trace.back_path[x]


@compiled
def learn_position(
    net: Net,
    race: Race,
    spaces: Numbers,
    unspent: Numbers,
    roller: int,
    target: Floats,
    scale: float,
    trace: Trace,
    gradient: Net,
    touched: Numbers,
) -> float:
    """Add a position's part of the gradient; returns by how much the cross entropy exceeds the least possible."""
    judge(net, race, spaces, unspent, roller, trace)
    loss = 0.0
    for looks in range(race.seats):
        if target[looks] > 0:
            loss += target[looks] * np.log(target[looks] / max(1e-12, trace.shares[looks]))
        _back(net, looks, (trace.shares[looks] - target[looks]) * scale, trace, gradient, touched)
    return loss


@compiled
def _adam(weights: Singles, gradient: Singles, mean: Singles, square: Singles, rate: float, root: float) -> None:
    step = np.float32(rate)
    for x in range(weights.size):
        g = gradient[x]
        mean[x] += np.float32(1 - BETA) * (g - mean[x])
        square[x] += np.float32(1 - BETA_SQUARED) * (g * g - square[x])
        weights[x] -= step * mean[x] / (np.float32(root) * np.sqrt(square[x]) + np.float32(_SMALL))
        gradient[x] = 0


@compiled
def adam(net: Net, gradient: Net, mean: Net, square: Net, touched: Numbers, steps: Numbers, rate: float) -> None:
    """One step; rows that no position touched stay as they are. The gradient is zero again afterwards."""
    steps[0] += 1
    rate /= 1 - BETA ** float(steps[0])
    root = 1 / np.sqrt(1 - BETA_SQUARED ** float(steps[0]))
    for number in range(touched.size):
        if touched[number]:
            touched[number] = 0
            _adam(net.rows[number], gradient.rows[number], mean.rows[number], square.rows[number], rate, root)
    _adam(net.bias, gradient.bias, mean.bias, square.bias, rate, root)
    for i in range(net.mix.shape[0]):
        _adam(net.mix[i], gradient.mix[i], mean.mix[i], square.mix[i], rate, root)
    for i in range(net.facts.shape[0]):
        _adam(net.facts[i], gradient.facts[i], mean.facts[i], square.facts[i], rate, root)
    for i in range(net.deep.shape[0]):
        _adam(net.deep[i], gradient.deep[i], mean.deep[i], square.deep[i], rate, root)
    _adam(net.deep_bias, gradient.deep_bias, mean.deep_bias, square.deep_bias, rate, root)
    _adam(net.out, gradient.out, mean.out, square.out, rate, root)


@compiled
def learn(
    net: Net,
    gradient: Net,
    mean: Net,
    square: Net,
    touched: Numbers,
    steps: Numbers,
    log: Log,
    order: Numbers,
    batch: int,
    rate: float,
    trace: Trace,
) -> float:
    """Learn the positions of a log in the order given; returns the mean loss."""
    loss = 0.0
    for start in range(0, order.size, batch):
        for x in range(FIRST):
            copy(trace.mix_across[x], net.mix[:, x])
        for x in range(SECOND):
            copy(trace.deep_across[x], net.deep[:, x])
        end = min(order.size, start + batch)
        for n in range(start, end):
            at: int = order[n]
            roller: int = log.roller[at]
            game: int = log.game[at]
            race = pick(log.races, game)
            loss += learn_position(
                net,
                race,
                log.spaces[at],
                log.unspent[at],
                roller,
                log.target[at],
                1 / (end - start),
                trace,
                gradient,
                touched,
            )
        adam(net, gradient, mean, square, touched, steps, rate)
    return loss / max(1, order.size)
