"""The double page of a duel, drawn with Rich: player left, opponent right, filled in as with a pencil."""

from collections.abc import Sequence

from rich.box import ROUNDED
from rich.cells import cell_len, set_cell_size
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from niten.samurai import Phase, State
from niten.samurai.duel import DEEP_WOUNDS, LINES, ZONES
from niten.samurai.rules import KI_PER_ROUND
from niten.samurai.sheet import Row
from niten.samurai.switches import Bookkeeping
from niten.terminal.samurai_words import Words, stars

WIDTH = 80
LEFT, RIGHT = 39, 41
TALL = 38  # lines of screen from which all rounds and zones are drawn
SHORT_ROUNDS = 8

INK = "default"
SEAL = "red"
PENCIL = "dim"


def double_page(words: Words, state: State, rows: Sequence[Row], height: int) -> RenderableType:
    """Both pages and the strip below them."""
    tall = height >= TALL
    game = words.game
    left = Panel(
        Group(*_vitals(words, state), _rounds(words, state, rows, height - TALL + 20 if tall else SHORT_ROUNDS)),
        title=words.say("page.player"),
        title_align="left",
        box=ROUNDED,
        width=LEFT,
        padding=(0, 1),
    )
    parts: list[RenderableType] = [
        _marks("♥♡", state.opponent, game.duel.health, SEAL, words.say("page.health", count=state.opponent)),
        _resistance(words),
    ]
    lines = _lines(words, state, rows)
    parts += [Text(), lines, Text(), _body(words, state)] if tall else [lines]
    right = Panel(
        Group(*parts),
        title=Text(f"{_cut(game.duel.name, RIGHT - 12)} {stars(game.duel)}"),
        title_align="left",
        box=ROUNDED,
        width=RIGHT,
        padding=(0, 1),
    )
    pages = Table.grid()
    pages.add_row(left, right)
    below = Table.grid(padding=(0, 1))
    below.add_row(Text(f" {words.say('page.total', count=state.concentration)}"), _rewards(words, state))
    if tall or state.wounds:
        below.add_row(Text(f" {words.say('page.wounds')}"), _wounds(words, state))
    if not tall and state.struck:
        below.add_row(Text(f" {words.say('page.struck')}"), Text(words.zones(state.struck), SEAL))
    parts = [pages, below]
    if state.limb_lost:
        parts.append(Text(f" {words.say('page.limb')}", f"bold {SEAL}"))
    return Group(*parts, *_table(words, state, tall))


def _cut(text: str, cells: int) -> str:
    """A text that is too wide, cut with an ellipsis."""
    return text if cell_len(text) <= cells else set_cell_size(text, cells - 1) + "…"


def _marks(signs: str, count: int, printed: int, style: str, label: str) -> Text:
    """Hearts or Ki in a row: what is left, then what was struck; many are only counted."""
    full, empty = signs
    text = Text(" ")
    if max(count, printed) <= 15:
        text.append(full * count, style).append(empty * max(0, printed - count), PENCIL).append("  ")
    else:
        text.append(f"{full} ", style)
    return text.append(label)


def _vitals(words: Words, state: State) -> list[Text]:
    page = words.game.duel.player
    health = _marks("♥♡", state.health, page.health, SEAL, words.say("page.health", count=state.health))
    ki = _marks("◆◇", state.ki, page.ki, "cyan", words.say("page.ki", count=state.ki))
    if state.spent:
        ki.append(f"  {'●' * state.spent}{'○' * (KI_PER_ROUND - state.spent)}", PENCIL)
    return [health, ki]


def _rounds(words: Words, state: State, rows: Sequence[Row], shown: int) -> Table:
    """The round table; where there is no room for all, the rounds around the present one."""
    page = words.game.duel.player
    per_round = words.game.switches.bookkeeping is Bookkeeping.PER_ROUND
    table = Table(box=None, padding=(0, 1, 0, 0), expand=True, header_style="bold")
    table.add_column(words.say("page.round"), justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column(words.say("page.attack"), justify="center", no_wrap=True)
    table.add_column(words.say("page.defense"), justify="center", no_wrap=True)
    table.add_column(words.say("page.concentration"), justify="right", no_wrap=True)
    first, last = 1, page.rounds
    if page.rounds > shown:
        first = max(1, min(state.round - shown + 3, page.rounds - shown + 1))
        last = min(page.rounds, first + shown - 1)
    filled = {row.round: row for row in rows}
    for number in range(first, last + 1):
        row = filled.get(number)
        current = number == state.round and state.phase is not Phase.OVER
        dice = row.dice if row else 1 if state.limb_lost else page.dice[number - 1]
        cells = [Text(str(number)), Text("•" * dice + " " * (3 - dice))]
        cells += _boxes(row, per_round) if row else [Text(), Text(), Text()]
        table.add_row(*cells, style="bold" if current else INK if row else PENCIL)
    return table


def _boxes(row: Row, per_round: bool) -> list[Text]:
    """Attack → Final Attack, Defense with tick or cross, Concentration."""
    attack = Text("" if row.attack is None else str(row.attack))
    if row.final_attack is not None:
        attack.append(f"→{row.final_attack}")
    defense = Text("" if row.defense is None else str(row.defense))
    if row.tick is not None:
        defense.append(" ✓" if row.tick else " ✗", "green" if row.tick else SEAL)
    concentration = Text("".join(f"−{price} " for price in row.spent), PENCIL)
    if not per_round:
        concentration.append(str(row.total), "not dim")
    elif row.attack is not None:
        concentration.append(str(row.gained), "not dim")
    return [attack, defense, concentration]


def _resistance(words: Words) -> Text:
    steps = "  ".join(f"{reached}:−{damage}" for reached, damage in words.game.duel.resistance)
    return Text(f" {words.say('page.resistance')}  {steps}")


def _lines(words: Words, state: State, rows: Sequence[Row]) -> Table:
    """The 18 lines in two columns; the one that struck last is marked."""
    table = Table(box=None, padding=(0, 1, 0, 0), show_header=False, pad_edge=False)
    for _ in range(2):
        for justify in ("right", "right", "right", "left"):
            table.add_column(justify=justify, no_wrap=True)
    open_line = sum(state.his) if state.phase is Phase.ANSWER else None
    struck = next((row.line for row in reversed(rows) if row.line), None)
    half = len(LINES) // 2
    for number in range(1, half + 1):
        cells: list[Text] = []
        for at in (number, number + half):
            line = words.game.duel.lines[at]
            marked = at == open_line if open_line else at == struck
            style = "reverse" if at == open_line else f"bold {SEAL}" if marked else INK
            mark = "▸" if marked else " "
            cells += [
                Text(f"{mark}{at}", style),
                Text(f"⚔{line.defense}", style),
                Text(words.counter(line), style),
                Text(words.effect(line.effect), style),
            ]
        table.add_row(*cells)
    return table


def _body(words: Words, state: State) -> Table:
    """The injury table; struck zones are crossed out."""
    table = Table(box=None, padding=(0, 1, 0, 0), show_header=False, pad_edge=False)
    table.add_column(justify="right")
    table.add_column()
    table.add_column()
    for zone in ZONES:
        struck = zone in state.struck
        style = f"{SEAL} strike" if struck else PENCIL
        mark = "✗" if struck else " "
        cost = words.effect(words.game.duel.player.injuries[zone])
        table.add_row(Text(f"{mark}{zone}", style), Text(words.say(f"zone.{zone}"), style), Text(cost, style))
    return table


def _rewards(words: Words, state: State) -> Text:
    """The Concentration table in a strip, what can be paid for standing out."""
    items: list[Text] = []
    for reward in words.game.duel.player.rewards:
        style = "bold" if state.concentration >= reward.price else PENCIL
        items.append(Text(f"{reward.price} {words.reward(reward)}", style))
    width = WIDTH - len(words.say("page.total", count=state.concentration)) - 3
    lines: list[Text] = []
    for item in items:  # an item is never broken
        if lines and len(lines[-1]) + 3 + len(item) <= width:
            lines[-1].append(" · ", PENCIL).append(item)
        else:
            lines.append(Text().append(item))
    return Text("\n").join(lines)


def _wounds(words: Words, state: State) -> Text:
    items: list[Text] = []
    for wound in DEEP_WOUNDS:
        suffered = wound in state.wounds
        items.append(
            Text(f"{'●' if suffered else '○'} {words.say(f'wound-short.{wound}')}", SEAL if suffered else PENCIL)
        )
    return Text("  ").join(items)


def _table(words: Words, state: State, tall: bool) -> list[RenderableType]:
    """The dice that lie open: drawn where there is room, else in one line."""
    if state.phase is Phase.PLACE:
        label, faces, style = words.say("page.dice"), state.dice, "bold"
    elif state.phase is Phase.ANSWER:
        label, faces, style = words.say("page.his-dice"), state.his, SEAL
    else:
        return []
    if not tall:
        return [Text(f" {label}  ").append("  ".join(f"[{face}]" for face in faces), f"bold {style}")]
    drawn = Table.grid(padding=(0, 1))
    boxes = [Panel(Text(str(face), "bold"), box=ROUNDED, width=5, style=style, padding=(0, 1)) for face in faces]
    drawn.add_row(Text(f"\n {label}"), *boxes)
    return [drawn]
