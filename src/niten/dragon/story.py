"""What happened in a step, for people: events in no language, which the text catalogues turn into sentences.

Dice are told as their faces separated by blanks, colours and paths as their words; a `colour` is whose doing or whose
piece it is. Space 0 is outside.
"""

from collections.abc import Iterator

from niten.core import Step
from niten.core.story import Event
from niten.dragon.elements import PATH_NUMBER, Element, Face, Faces
from niten.dragon.hands import hand, without
from niten.dragon.rules import Dragon
from niten.dragon.scores import results, winners
from niten.dragon.state import TO_THROW, Phase, State
from niten.dragon.steps import (
    Again,
    Balance,
    Become,
    Eye,
    Fear,
    Leap,
    LeapBalance,
    Move,
    Pass,
    Rebirth,
    Reroll,
    Roll,
    Stone,
    Swap,
)

_ROLLS = 3


def tell(game: Dragon, before: State, step: Step, after: State) -> tuple[Event, ...]:
    """What a step did, in the order it happened; `after` is what the game made of it."""
    return (*_deed(game, before, step, after), *_consequences(game, before, after))


def _deed(game: Dragon, before: State, step: Step, after: State) -> Iterator[Event]:
    """The step itself."""
    me = str(game.options.players[before.seat])
    match step:
        case Stone():
            yield Event("stone", {"path": str(step.path), "space": step.space})
        case Roll() if before.phase == Phase.ROLL_OFF:
            yield Event("throw", {"colour": me, "thrown": _dice(step.faces), "dragons": step.faces.count(Face.DRAGON)})
        case Roll():
            rolled = {"thrown": _dice(step.faces), "dice": _dice(after.dice), "left": _ROLLS - after.rolls}
            yield Event("rolled", {"colour": me, **rolled})
        case Reroll() | Eye():
            kept = without(before.dice, step.faces)
            yield Event(
                step.verb, {"colour": me, "thrown": _dice(step.faces), "count": len(step.faces), "kept": _dice(kept)}
            )
        case Move():
            yield from _piece(game, before, after, step.path)
        case Leap():
            yield from _piece(game, before, after, step.path, "leapt")
        case Become():
            yield Event("became", {"colour": me, "path": str(step.path), "dragons": hand(before.dice).dragons})
            yield from _piece(game, before, after, step.path)
        case Balance() | LeapBalance():
            yield Event(step.verb, {"colour": me})
            for path in Element:
                yield from _balanced(game, before, after, path)
        case Swap():
            yield from _swapped(game, me, after, step)
        case Fear():
            yield Event("declined", {"colour": me})
        case Pass():
            yield Event("passed", {"colour": me})
        case Again() | Rebirth():
            yield Event(step.verb, {"colour": me})
        case _:
            pass


def _piece(game: Dragon, before: State, after: State, path: Element, kind: str = "") -> Iterator[Event]:
    """The acting player's piece went on."""
    here = before.spaces[PATH_NUMBER[path]][before.seat]
    there = after.spaces[PATH_NUMBER[path]][before.seat]
    kind = kind or ("moved" if here else "entered")
    colour = str(game.options.players[before.seat])
    yield Event(kind, {"colour": colour, "path": str(path), "from": here, "to": there})
    yield from _numbered(game, after, path, before.seat)


def _numbered(game: Dragon, after: State, path: Element, seat: int) -> Iterator[Event]:
    """The piece now stands on a number."""
    where = game.options.board.paths[PATH_NUMBER[path]]
    space = after.spaces[PATH_NUMBER[path]][seat]
    if space > where.plain:
        colour = str(game.options.players[seat])
        yield Event("numbered", {"colour": colour, "path": str(path), "space": space, "value": where.value(space)})


def _balanced(game: Dragon, before: State, after: State, path: Element) -> Iterator[Event]:
    """What Balance did on one path; nothing about a piece that stands on a number."""
    number = PATH_NUMBER[path]
    here, there = before.spaces[number][before.seat], after.spaces[number][before.seat]
    if there > here:
        yield from _piece(game, before, after, path, "leapt" if there > here + 1 else "")
    elif here <= game.options.board.paths[number].plain:
        yield Event("blocked", {"colour": str(game.options.players[before.seat]), "path": str(path), "space": here})


def _swapped(game: Dragon, me: str, after: State, step: Swap) -> Iterator[Event]:
    seats = game.seat_of[step.first], game.seat_of[step.second]
    first, second = (after.spaces[PATH_NUMBER[step.path]][seat] for seat in seats)
    yield Event(
        "swapped",
        {
            "colour": me,
            "path": str(step.path),
            "first": str(step.first),
            "first_to": first,
            "second": str(step.second),
            "second_to": second,
        },
    )
    for seat in seats:
        yield from _numbered(game, after, step.path, seat)


def _consequences(game: Dragon, before: State, after: State) -> Iterator[Event]:
    """What followed by itself."""
    players = game.options.players
    if after.phase == Phase.OVER:
        yield from _over(game, after)
    elif after.phase == Phase.PERFECTION:
        path = Element(before.dice[0])
        yield Event("perfection", {"colour": str(players[before.seat]), "path": str(path)})
    elif before.phase in (Phase.STONES, Phase.ROLL_OFF):
        if after.phase == Phase.ROLL:
            yield Event("starts", {"colour": str(players[after.seat])})
        elif before.phase == Phase.ROLL_OFF and before.throws.count(TO_THROW) == 1:
            tied = [str(players[seat]) for seat, thrown in enumerate(after.throws) if thrown == TO_THROW]
            yield Event("tied", {"colours": " ".join(tied), "count": len(tied)})
    elif after.seat != before.seat:
        yield Event("turn", {"colour": str(players[after.seat]), "ended": str(players[before.seat])})


def _over(game: Dragon, after: State) -> Iterator[Event]:
    outcome = game.outcome(after)
    assert outcome
    yield Event("over", {"result": outcome.result, "reason": outcome.reason})
    best = winners(game.options.board, after) if outcome.result == "finished" else ()
    for seat, result in enumerate(results(game.options.board, after)):
        yield Event(
            "score",
            {
                "colour": str(game.options.players[seat]),
                "points": result.points,
                "numbered": result.numbered,
                "wins": int(seat in best),
            },
        )


def _dice(faces: Faces) -> str:
    return " ".join(faces)
