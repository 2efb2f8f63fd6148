"""`niten solve --all`: the whole booklet solved, here one duel after the other, or on a cluster all at once."""

from functools import partial
from typing import Any, NamedTuple

from rich.table import Table
from rich.text import Text

from niten.booklet import duels
from niten.bots.workers import spread
from niten.samurai import Samurai
from niten.samurai.switches import switches_from
from niten.terminal.console import Terminal
from niten.terminal.samurai_words import star_row
from niten.terminal.solving import NoSolver
from niten.terminal.working import working
from niten.texts import percent

Row = dict[str, Any]
_DIGITS = 3


class Asked(NamedTuple):
    """What is asked about every duel."""

    rules: str
    goal: str
    gap: float
    cache: bool
    threads: int | None


def solve_all(terminal: Terminal, asked: Asked, cluster: str | None) -> list[Row]:
    """What comes of each duel, in the order of the booklet."""
    ids = list(duels())
    found: dict[str, Row] = {}
    where = cluster or 1
    # A worker of a cluster has others beside it; here one duel has all cores.
    task = partial(_solve_one, asked._replace(threads=1 if cluster else asked.threads))
    with working(terminal, terminal.say("solve.working-all", count=len(ids))) as progress:
        for row in spread(task, ids, where):
            found[row["duel"]] = row
            progress(len(found) / len(ids))
    return [found[name] for name in ids]


def _solve_one(asked: Asked, duel: str) -> Row:
    try:
        from niten.solver.certify import solve  # noqa: PLC0415 — loaded where it is needed
        from niten.solver.store import Store  # noqa: PLC0415
    except ImportError as error:
        if (error.name or "").startswith("niten"):
            raise  # our own mistake
        raise NoSolver(reason=error.msg) from error
    game = Samurai(duels()[duel], switches_from(asked.rules))
    store = Store() if asked.cache else None
    solution = solve(game, goal=asked.goal, gap=asked.gap, store=store, threads=asked.threads)
    return solution.as_json() | {"gap": solution.start.gap}


def all_page(terminal: Terminal, rows: list[Row]) -> Table:
    """A line for each duel."""
    table = Table.grid(padding=(0, 2))
    for row in rows:
        duel = duels()[row["duel"]]
        bounds = next(row[key] for key in ("win_probability", "survival_probability") if key in row)
        shown = [percent(terminal.language, bounds[end], _DIGITS) for end in ("lower", "upper")]
        chance = shown[0] if shown[0] == shown[1] else " … ".join(shown)
        table.add_row(star_row(duel.stars), duel.name, Text(chance, justify="right"))
    return table
