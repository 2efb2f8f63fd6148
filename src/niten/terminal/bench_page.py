"""What was measured, on the screen: a table for each part as soon as it is known, peers below what they judge."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.table import Table

from niten.speed import Figure, Missing
from niten.texts import decimal

if TYPE_CHECKING:
    from niten.speed import Found, Peer
    from niten.terminal.console import Terminal

WIDTHS = (38, 11, 16, 11)  # with a blank between them, 79


class BenchPage:
    """Shows parts as they come."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal, self.language, self.say = terminal, terminal.language, terminal.say

    def head(self, machine: dict[str, Any], seconds: float, seed: int) -> None:
        """Where, and how long each figure is measured."""
        cores = self.say("bench.cores", count=machine["cores"])
        where = [f"Niten {machine['versions']['niten']}", machine["python"], machine["processor"], cores]
        each = decimal(self.language, seconds, len(f"{seconds:g}".partition(".")[2]))
        how = [self.say("bench.each", seconds=each), self.say("terminal.seed", seed=seed)]
        self.terminal.show(" · ".join(where), " · ".join(how))

    def part(self, part: str, found: Sequence[Found]) -> None:
        """One part: what it is about, its figures, and what was missing."""
        figures = [one for one in found if isinstance(one, Figure)]
        title = self.say("terminal.label", name=self.say(f"bench.part.{part}"), value=self.say(f"bench.about.{part}"))
        self.terminal.show("", title)
        if figures:
            self.terminal.show(*([self._table(figures)] if self.terminal.draws else map(self._row, figures)))
        for one in found:
            if isinstance(one, Missing):
                key = "bench.part-missing" if one.is_whole else "bench.missing"
                self.terminal.show(self.say(key, name=one.name, command=one.install))

    def foot(self, found: Sequence[Found]) -> None:
        """How to read the table; where there is none, every line says it."""
        if self.terminal.draws and any(isinstance(one, Figure) and one.ratio for one in found):
            self.terminal.show("", self.say("bench.foot", column=self.say("bench.ratio")))

    def _table(self, figures: Sequence[Figure]) -> Table:
        table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim")
        beside = self.say("bench.ratio") if any(figure.peer for figure in figures) else ""
        heads = ("", self.say("bench.figure"), self.say("bench.unit"), beside)
        for head, width, side in zip(heads, WIDTHS, ("left", "right", "left", "right"), strict=True):
            table.add_column(head, width=width, justify=side, no_wrap=True)
        for figure in figures:
            table.add_row(*self._cells(figure))
            if figure.peer:
                table.add_row(*self._peer_cells(figure, figure.peer), style="dim")
        return table

    def _cells(self, figure: Figure) -> Iterator[str]:
        yield f"  {self._name(figure)}"
        yield self._number(figure.value)
        yield self._unit(figure)
        yield self._number(figure.ratio) if figure.ratio else ""

    def _peer_cells(self, figure: Figure, peer: Peer) -> Iterator[str]:
        if peer.value is None:
            yield f"    {self.say('bench.not-there', name=peer.name)}"
            return
        yield f"    {peer.name} {peer.version}"
        yield self._number(peer.value)
        yield self._unit(figure)

    def _row(self, figure: Figure) -> str:
        told = {"name": self._name(figure), "value": self._number(figure.value), "unit": self._unit(figure)}
        if figure.peer is None or figure.peer.value is None or figure.ratio is None:
            return self.say("bench.row", **told)
        peer = {"peer": f"{figure.peer.name} {figure.peer.version}", "theirs": self._number(figure.peer.value)}
        return self.say("bench.row-beside", ratio=self._number(figure.ratio), **told, **peer)

    def _name(self, figure: Figure) -> str:
        if figure.part != "bots":
            return self.say(f"bench.{figure.part}.{figure.name}")
        game, _, bot = figure.name.partition("-")
        return self.say(f"bench.bots.{game}", name=bot)

    def _unit(self, figure: Figure) -> str:
        return self.say(f"bench.units.{_UNITS[figure.unit]}")

    def _number(self, number: float) -> str:
        """With three digits that say something, whole from a hundred up."""
        digits = 2 - math.floor(math.log10(number)) if number > 0 else 0
        return decimal(self.language, number, max(0, min(digits, 6)))


_UNITS = {
    "steps/s": "steps",
    "decisions/s": "decisions",
    "games/s": "games",
    "states": "states",
    "ms": "ms",
    "s": "s",
    "MB": "mb",
    "%": "percent",
}
"""How the catalogues call the units."""
