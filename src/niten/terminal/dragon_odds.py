"""The exact chances of the dice: how likely so many show an element, when all its dice are kept and others rolled."""

from collections.abc import Iterable
from fractions import Fraction

from niten.dragon import Dragon, Element, Eye, Face, Phase, State
from niten.dragon.elements import PATH_NUMBER
from niten.dragon.hands import ALL_DICE
from niten.terminal.dragon_words import GLYPHS, ROLLS, Words
from niten.texts import percent

_COUNTS = tuple(range(1, ALL_DICE + 1))


def at_least(chances: Iterable[Fraction]) -> tuple[Fraction, ...]:
    """How likely at least 0, 1, 2 … of some dice show a face, from each die's own chance to do so in the end.

    >>> [str(chance) for chance in at_least([Fraction(1), Fraction(1, 6)])]
    ['1', '1', '1/6']
    """
    exactly = [Fraction(1)]
    for chance in chances:
        misses = [way * (1 - chance) for way in exactly] + [Fraction(0)]
        hits = [Fraction(0)] + [way * chance for way in exactly]
        exactly = [miss + hit for miss, hit in zip(misses, hits, strict=True)]
    return tuple(sum(exactly[count:], Fraction(0)) for count in range(len(exactly)))


def die_chance(rolls: int) -> Fraction:
    """How likely a die shows a face at last, when it is rolled up to so many times until it does."""
    return 1 - Fraction(5, 6) ** rolls


def rolls_to_come(game: Dragon, state: State) -> int:
    """How often dice can still be rolled this turn, Eye of the Tiger included once it can be used (D7, D15)."""
    if state.phase == Phase.MOVE and state.rolls == ROLLS:
        return int(any(isinstance(move, Eye) for move in game.legal_moves(state)))
    return ROLLS - state.rolls


def face_odds(state: State, face: Face, rolls: int) -> tuple[Fraction, ...]:
    """How likely at least 0 to 5 dice show a face at the end of the turn.

    Dice kept for the roll that is due are rolled once less than the others.
    """
    rest = ALL_DICE - len(state.dice)
    later = rolls - 1 if state.phase == Phase.ROLL else rolls
    on_table = [Fraction(1) if shown == face else die_chance(later) for shown in state.dice]
    return at_least([*on_table, *[die_chance(rolls)] * rest])


def odds_page(words: Words, state: State) -> str:
    """The chances as a table in plain lines."""
    game = words.game
    if state.phase == Phase.STONES:
        return words.say("odds.stone", count=len(game.chance(state).outcomes))
    if state.phase == Phase.ROLL_OFF:
        return words.say("odds.throw")
    rolls = rolls_to_come(game, state)
    if not rolls:
        return words.say("odds.none")
    name_width = max(len(words.element(face)) for face in Face)
    cells = ["".join(f"{count:>9}" for count in _COUNTS)]
    marked = False
    for face in Face:
        taken = _taken(game, state, face)
        if taken is None:
            cells.append(f"  {words.say('odds.numbered')}")
            continue
        chances = face_odds(state, face, rolls)
        marked = marked or any(taken)
        cells.append(
            "".join(
                f"{percent(words.language, float(chances[count])):>8}{'×' if is_taken else ' '}"
                for count, is_taken in zip(_COUNTS, taken, strict=True)
            )
        )
    names = [" " * (name_width + 2), *(f"{GLYPHS[face]} {words.element(face):<{name_width}}" for face in Face)]
    rows = [f"  {name}{row}".rstrip() for name, row in zip(names, cells, strict=True)]
    return "\n".join([words.say("odds.title", count=rolls), *rows, *([words.say("odds.taken")] if marked else [])])


def _taken(game: Dragon, state: State, face: Face) -> list[bool] | None:
    """Whether 1 to 5 dice lead to a taken space; None for a piece on a number, which they move no more (D9)."""
    if face == Face.DRAGON:
        return [False] * len(_COUNTS)
    path = PATH_NUMBER[Element(face)]
    here = state.spaces[path][state.seat]
    if here > game.options.board.paths[path].plain:
        return None
    return [here + count in state.spaces[path] or here + count in state.stones[path] for count in _COUNTS]
