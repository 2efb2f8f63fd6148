"""Why a move of a race was worse than the best one: what it cost, in terms of the game."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from math import comb

from niten.bots.race.plain import Shares
from niten.core import Step
from niten.dragon import (
    Again,
    Balance,
    Become,
    Dragon,
    Element,
    End,
    Eye,
    Face,
    Fear,
    Leap,
    LeapBalance,
    Move,
    Power,
    Rebirth,
    Reroll,
    State,
    Swap,
)
from niten.dragon.elements import PATH_NUMBER, Faces
from niten.dragon.hands import ALL_DICE, without
from niten.dragon.scores import winners
from niten.dragon.steps import in_order
from niten.review.reasons import Reason

MOST_REASONS = 3
_ROLLS, _CALL = 3, 4
"""The rolls of a turn (D7), the dragons that call the Great Dragon (D11)."""
_MOST_OF_IT = 0.6
"""Whoever gets so much of a loss is named."""
_POWERS: dict[type[Step], Power] = {
    Fear: Power.FEAR,
    Rebirth: Power.REBIRTH,
    Eye: Power.EYE,
    Leap: Power.ANXIETY,
    LeapBalance: Power.ANXIETY,
    Become: Power.DRAGON,
}


def explain(game: Dragon, state: State, played: Step, best: Step, change: Shares) -> tuple[Reason, ...]:
    """What the best move had that the played one had not; `change` is what the played one changed for every seat.

    A reason's kind is a key of the [dragon.reason] texts. Paths, colours, powers and dice are told by their words.
    """
    found = islice(_explain(game, state, played, best), MOST_REASONS)
    return (*found, *_helped(game, state, change)) or (Reason("plain"),)


def _explain(game: Dragon, state: State, played: Step, best: Step) -> Iterator[Reason]:
    yield from _endings(game, state, played, best)
    yield from _counters(played, best)
    match played, best:
        case (Reroll() | Eye(), Reroll() | Eye()):
            kept = without(state.dice, best.faces)
            yield from _dice(without(state.dice, played.faces), kept)
            yield from _hope(state, kept)
        case (_, Reroll()):
            yield Reason("roll-on")
            yield from _hope(state, without(state.dice, best.faces))
        case (_, Swap()):
            yield Reason("other-swap" if isinstance(played, Swap) else "swap")
            yield from _swap(game, state, best)
        case (Swap(), _):
            yield Reason("no-swap")
            yield from _advances(game, state, played, best)
        case (End(), Again()):
            yield Reason("again")
        case (Again(), End()):
            yield Reason("enough")
        case (Reroll(), Move() | Leap() | Become() | Balance() | LeapBalance()):
            yield Reason("stop")
            yield from _advances(game, state, played, best)
        case _:
            yield from _advances(game, state, played, best)


def _endings(game: Dragon, state: State, played: Step, best: Step) -> Iterator[Reason]:
    """The game won at once, or ended for another (D14)."""
    mine, better = _share(game, state, played), _share(game, state, best)
    if better == 1 and mine != 1:
        yield Reason("win")
    if mine == 0:
        first = winners(game.options.board, game.advance(state, played))
        yield Reason("ends-behind", {"colours": " ".join(game.options.players[seat] for seat in first)})


def _share(game: Dragon, state: State, step: Step) -> float | None:
    """The mover's share of the win if a step ends the game; a limit of turns is no end."""
    outcome = game.outcome(game.advance(state, step))
    return float(outcome.shares[state.seat]) if outcome and outcome.result == "finished" else None


def _counters(played: Step, best: Step) -> Iterator[Reason]:
    """A power missed or wasted (D15)."""
    mine, better = _POWERS.get(type(played)), _POWERS.get(type(best))
    if mine != better:
        if better:
            yield Reason("power", {"power": str(better)})
        if mine:
            yield Reason("power-wasted", {"power": str(mine)})


def _dice(mine: Faces, better: Faces) -> Iterator[Reason]:
    """Dice that should have been kept, or else rolled again (D7)."""
    keep, throw = Counter(better) - Counter(mine), Counter(mine) - Counter(better)
    yield Reason("keep" if keep else "throw", {"dice": " ".join(in_order((keep or throw).elements()))})


def _hope(state: State, kept: Faces) -> Iterator[Reason]:
    """Where one face is kept: how many dice show it in the end on average, or how often the Great Dragon comes."""
    if len(set(kept)) != 1:
        return
    others = ALL_DICE - len(kept)
    hit = 1 - (5 / 6) ** max(1, _ROLLS - state.rolls)  # the fourth roll (D15) is the only one left
    if kept[0] != Face.DRAGON:
        yield Reason("hope", {"dice": " ".join(kept), "average": len(kept) + others * hit})
    elif len(kept) < _CALL:
        fewest = _CALL - len(kept)
        chance = sum(comb(others, n) * hit**n * (1 - hit) ** (others - n) for n in range(fewest, others + 1))
        yield Reason("call", {"dice": " ".join(kept), "chance": chance})


def _swap(game: Dragon, state: State, swap: Swap) -> Iterator[Reason]:
    """Whom it helps or hurts: the mover if he is one of the two, otherwise who falls back (D11)."""
    row = state.spaces[PATH_NUMBER[swap.path]]
    seats = game.seat_of[swap.first], game.seat_of[swap.second]
    behind, ahead = sorted(seats, key=lambda seat: row[seat])
    colours = game.options.players
    spaces = {"path": str(swap.path), "from": row[behind], "to": row[ahead]}
    if state.seat == behind:
        yield Reason("swap-up", spaces | {"colour": str(colours[behind])})
    else:
        back = {"from": spaces["to"], "to": spaces["from"]}
        yield Reason("swap-back", spaces | back | {"colour": str(colours[ahead])})


def _advances(game: Dragon, state: State, played: Step, best: Step) -> Iterator[Reason]:
    """Numbers reached or given away, and how far the pieces go (D8, D9)."""
    if _share(game, state, played) is not None:
        return  # the end of the game says enough
    mine, better = dict(_targets(game, state, played)), dict(_targets(game, state, best))
    paths = {path: game.options.board.paths[PATH_NUMBER[path]] for path in Element}
    arrived = (path for path, space in mine.items() if space > paths[path].plain and space != better.get(path))
    low = next((path for path in arrived if paths[path].value(mine[path]) < max(paths[path].values)), None)
    if low:
        yield Reason("low", {"path": str(low), "to": mine[low]})
    reached = max((paths[path].value(space) for path, space in mine.items()), default=0)
    high = max(better, key=lambda path: paths[path].value(better[path]), default=None)
    if high and paths[high].value(better[high]) > reached:
        yield Reason("number", {"path": str(high), "to": better[high]})
    elif mine and better and not low:
        steps = [
            sum(space - state.spaces[PATH_NUMBER[path]][state.seat] for path, space in targets.items())
            for targets in (mine, better)
        ]
        if steps[1] > steps[0]:
            yield Reason("further", {"mine": steps[0], "count": steps[1]})


def _targets(game: Dragon, state: State, step: Step) -> Iterator[tuple[Element, int]]:
    """Where a move brings the mover's pieces; nothing for dice and swaps."""
    if isinstance(step, Reroll | Eye | Swap | Again | Rebirth | End):
        return
    after = game.advance(state, step)
    for path in Element:
        here, there = (each.spaces[PATH_NUMBER[path]][state.seat] for each in (state, after))
        if there != here:
            yield path, there


def _helped(game: Dragon, state: State, change: Shares) -> Iterator[Reason]:
    """Of several rivals, the one who gets most of it."""
    if game.seats > 2:
        most = max(range(game.seats), key=lambda seat: change[seat])
        if change[most] >= -_MOST_OF_IT * change[state.seat]:
            yield Reason("helped", {"colour": str(game.options.players[most]), "share": change[most]})
