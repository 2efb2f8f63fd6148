"""The board, the players and the dice, drawn with Rich: element and player always by sign, word and colour."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.box import ROUNDED, SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from niten.dragon import PATH_OF, POWER_OF, Colour, Element, Face, Phase, Powers, State
from niten.dragon.board import NUMBERED
from niten.dragon.elements import PATH_NUMBER
from niten.dragon.scores import results, winners
from niten.terminal.dragon_words import GLYPHS, ROLLS, Words

TALL = 30  # lines of screen from which dice are drawn as boxes
PENCIL = "dim"
STONE = "▓"

CHIPS = {
    Colour.BLACK: "bold white on grey23",
    Colour.RED: "bold white on red3",
    Colour.WHITE: "bold black on grey93",
    Colour.YELLOW: "bold black on gold1",
    Colour.BLUE: "bold white on blue3",
}
_CHIP_OF_FACE = {Face(path): CHIPS[colour] for colour, path in PATH_OF.items()} | {Face.DRAGON: "bold magenta"}


def race_page(words: Words, state: State, seats: Sequence[str], width: int, height: int) -> RenderableType:
    """Everything on the table."""
    gap = [Text()] if height >= TALL else []
    dice = _dice(words, state, height >= TALL)
    return Group(_board(words, state, width), *gap, _players(words, state, seats), *(gap if dice else ()), *dice)


# The board


class _Widths(NamedTuple):
    """Columns of the drawn board: the symbol space, a plain space, a number with its brackets."""

    label: int
    space: int
    number: int


def _board(words: Words, state: State, width: int) -> RenderableType:
    """A row for each path; as a list where the paths are too long for the screen."""
    paths = words.game.options.board.paths
    longest = max(path.plain for path in paths)
    label = 5 + max(cell_len(words.element(path)) for path in Element)
    number = 4 + max(len(str(value)) for path in paths for value in path.values)
    widths = _Widths(label, min(4, (width - label - NUMBERED * number) // longest), number)
    if widths.space < 2:
        return Text("\n").join(_listed(words, state, path, label) for path in Element)
    head = _head(longest, widths)
    if any(state.stones):
        head.append(f"  {STONE} {words.say('page.stone')}", PENCIL)
    return Text("\n").join([head, *(_row(words, state, path, widths) for path in Element)])


def _head(longest: int, widths: _Widths) -> Text:
    """The numbers of the plain spaces; where two digits would run together, every other one."""
    head = Text(" " * widths.label)
    for space in range(1, longest + 1):
        shown = "" if widths.space == 2 and space > 9 and space % 2 else str(space)
        head.append(f"{shown:^{min(3, widths.space)}}".ljust(widths.space), PENCIL)
    return head


def _label(words: Words, path: Element, width: int) -> Text:
    """The symbol space: sign and word of the element, in its colour."""
    name = f" {words.face(path)} "
    return Text().append(name, _CHIP_OF_FACE[Face(path)]).append(" " * (width - cell_len(name)))


def _row(words: Words, state: State, path: Element, widths: _Widths) -> Text:
    at = PATH_NUMBER[path]
    where = words.game.options.board.paths[at]
    row = _label(words, path, widths.label)
    drawn = min(3, widths.space)  # the rest of a space is a gap
    for space in range(1, where.plain + 1):
        seat = _seat_on(state, at, space)
        if seat is not None:
            colour = words.game.options.players[seat]
            row.append(f"{words.mark(colour):^{drawn}}", CHIPS[colour])
        elif space in state.stones[at]:
            row.append(f"{STONE if drawn == widths.space else STONE * drawn:^{drawn}}", PENCIL)
        else:
            row.append(f"{'·':^{drawn}}", PENCIL)
        row.append(" " * (widths.space - drawn))
    for space in range(where.plain + 1, where.length + 1):
        row.append_text(_number(words, where.value(space), _seat_on(state, at, space), widths.number))
    return row


def _number(words: Words, value: int, seat: int | None, width: int) -> Text:
    """A numbered space in brackets, with the piece that stands there."""
    shown = f"{value:>{width - 4}}"
    if seat is None:
        return Text.assemble(" [", (f" {shown}", "bold"), "]")
    colour = words.game.options.players[seat]
    return Text.assemble(" [", (words.mark(colour), CHIPS[colour]), (shown, "bold"), "]")


def _seat_on(state: State, path: int, space: int) -> int | None:
    row = state.spaces[path]
    return row.index(space) if space in row else None


def _listed(words: Words, state: State, path: Element, label: int) -> Text:
    """A path as a line: who stands where, and how long it is."""
    at = PATH_NUMBER[path]
    where = words.game.options.board.paths[at]
    line = _label(words, path, label).append(f"1–{where.plain} [{' '.join(map(str, where.values))}]  ", PENCIL)
    for seat, colour in enumerate(words.game.options.players):
        if state.spaces[at][seat]:
            line.append(f" {words.mark(colour)} ", CHIPS[colour])
            line.append(f" {words.short_space(path, state.spaces[at][seat])}  ")
    if state.stones[at]:
        spaces = ", ".join(map(str, state.stones[at]))
        line.append(f" {STONE} {words.say('page.stone')} {spaces}", PENCIL)
    return line


# Players and dice


def _players(words: Words, state: State, seats: Sequence[str]) -> Table:
    """Who plays, whose turn it is, and how they stand."""
    say, options = words.say, words.game.options
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=PENCIL)
    table.add_column("", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column(say("page.points"), justify="right")
    table.add_column(say("page.numbered"), justify="right")
    if options.powers != Powers.NONE:
        table.add_column(say("page.counter"), no_wrap=True)
    acting = state.phase not in (Phase.STONES, Phase.OVER)
    for seat, (colour, result) in enumerate(zip(options.players, results(options.board, state), strict=True)):
        is_next = acting and seat == state.seat
        name = Text("▸ " if is_next else "  ").append(f" {words.mark(colour)} ", CHIPS[colour])
        name.append(f" {say(f'animal.{colour}')}")
        cells: list[RenderableType] = [name, Text(say(f"seat.{seats[seat]}"), PENCIL)]
        cells += [str(result.points), f"{result.numbered}/{NUMBERED}"]
        if options.powers != Powers.NONE:
            cells.append(counter(words, state, seat))
        table.add_row(*cells, style="bold" if is_next else "")
    return table


def counter(words: Words, state: State, seat: int) -> str:
    """What a player's counter can still be handed in for."""
    if not state.unspent[seat]:
        return words.say("page.spent")
    if words.game.options.powers == Powers.ANY:
        return words.say("page.any-power")
    return words.say(f"power.{POWER_OF[words.game.options.players[seat]]}")


def _dice(words: Words, state: State, tall: bool) -> list[RenderableType]:
    """The dice on the table, with the places that name them; or those kept while others are rolled."""
    if not state.dice:
        return []
    if state.phase != Phase.MOVE:
        line = Text(f" {words.say('page.kept')}  ")
        return [line.append_text(Text("  ").join(_die(words, face) for face in state.dice))]
    label = f" {words.say('page.roll', roll=state.rolls, rolls=ROLLS)}"
    if not tall:
        dice = [Text(f"{place} ").append_text(_die(words, face)) for place, face in enumerate(state.dice, 1)]
        return [Text(f"{label}   ").append_text(Text("  ").join(dice))]
    width = 4 + max(cell_len(words.face(face)) for face in Face)
    drawn = Table.grid(padding=(0, 1))
    boxes = [
        Panel(_die(words, face), title=str(place), title_align="left", box=ROUNDED, width=width, padding=(0, 1))
        for place, face in enumerate(state.dice, 1)
    ]
    drawn.add_row(Text(f"\n{label}"), *boxes)
    return [drawn]


def _die(words: Words, face: Face) -> Text:
    """A face: its sign in colour, its word in ink."""
    return Text().append(GLYPHS[face], _CHIP_OF_FACE[face]).append(f" {words.element(face)}", "bold")


# The end


def score_page(words: Words, state: State) -> RenderableType:
    """The numbers path by path, the sums, and who wins."""
    game = words.game
    board, players = game.options.board, game.options.players
    outcome = game.outcome(state)
    best = winners(board, state) if outcome and outcome.result == "finished" else ()
    table = Table(box=SIMPLE_HEAD, header_style="")
    table.add_column("")
    for path in Element:
        table.add_column(words.face(path), justify="right", no_wrap=True)
    table.add_column(words.say("page.total"), justify="right", header_style="bold")
    table.add_column("", no_wrap=True)
    for seat, result in enumerate(results(board, state)):
        cells = [score(words, state, path, seat) for path in Element]
        name = Text().append(f" {words.mark(players[seat])} ", CHIPS[players[seat]]).append(f" {words.seat(seat)}")
        wins = f"★ {words.say('page.wins')}" if seat in best else ""
        table.add_row(name, *cells, str(result.points), wins, style="bold" if seat in best else "")
    return table


def score(words: Words, state: State, path: Element, seat: int) -> str:
    """What a player has on a path; a dash where no number is reached."""
    where = words.game.options.board.paths[PATH_NUMBER[path]]
    space = state.spaces[PATH_NUMBER[path]][seat]
    return str(where.value(space)) if space > where.plain else "–"
