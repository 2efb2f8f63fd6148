"""Training the race's bots from the terminal: a bar while it goes on, then how strength grew."""

import json
import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import BadZipFile

from rich.table import Table

from niten.bots.cluster import Cluster
from niten.bots.dragon_levels import MissingPackages
from niten.core import NitenError
from niten.terminal.console import Terminal
from niten.terminal.usage import WrongUse
from niten.texts import decimal, percent

if TYPE_CHECKING:
    from niten.bots.race.training import Progress

COMMAND = "niten train dragon"
CHECKPOINT = Path("race-training.npz")
GAMES = 140_000
FINE, INTERRUPTED = 0, 130
_MOST_GAMES, _MOST_WORKERS = 100_000_000, 64


class BadCheckpoint(NitenError):
    """A file that training cannot go on from."""

    code = "bad-checkpoint"


def train(
    terminal: Terminal,
    *,
    games: int,
    minutes: float | None,
    seed: int | None,
    checkpoint: Path,
    net: Path | None,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> int:
    """Begin, or go on where the checkpoint stopped, with its seed unless another one is asked for; the exit code."""
    if not 1 <= games <= _MOST_GAMES:
        raise WrongUse("value", COMMAND, "training-games", word="--games", value=games)
    if workers is not None and not 1 <= workers <= _MOST_WORKERS:
        raise WrongUse("value", COMMAND, "workers", word="--workers", value=workers)
    if minutes is not None and not minutes > 0:
        raise WrongUse("value", COMMAND, "minutes", word="--minutes", value=minutes)
    try:
        from niten.bots.race import training  # noqa: PLC0415 — heavy, and an extra
    except ImportError as error:
        raise MissingPackages.after(error) from error
    code = FINE
    try:
        if seed is None:
            seed = training.load(checkpoint).course.seed if checkpoint.exists() else 1
        with _progress(terminal, games) as show:
            threads = os.cpu_count() or 1 if workers is None else workers
            course = training.Course(seed=seed)
            with Cluster(cluster) if cluster else nullcontext() as machines:
                training.train(
                    checkpoint, course, games=games, minutes=minutes, threads=threads, cluster=machines, tell=show
                )
    except (ValueError, KeyError, BadZipFile) as error:
        raise BadCheckpoint(file=checkpoint, reason=str(error)) from error
    except KeyboardInterrupt:
        if not checkpoint.exists():
            raise
        code = INTERRUPTED
    reached = training.load(checkpoint)
    if net:
        training.export(reached, net)
    if as_json:
        terminal.target.write(json.dumps(_as_json(reached) | {"complete": code == FINE}, indent=2) + "\n")
    else:
        _show(terminal, reached, checkpoint, net, interrupted=code != FINE)
    return code


@contextmanager
def _progress(terminal: Terminal, games: int) -> Generator[Callable[["Progress"], None]]:
    """A bar on the error output; none in a pipe, nor where nothing is redrawn."""
    if terminal.plain or not sys.stderr.isatty():
        yield lambda _: None
        return
    from niten.terminal.progress import make_bar  # noqa: PLC0415

    with make_bar(terminal) as bar:
        task = bar.add_task(terminal.say("train.preparing"), total=1.0)

        def show(progress: "Progress") -> None:
            played = decimal(terminal.language, progress.games, 0)
            share = progress.curve[-1]["greedy"] if progress.curve else None
            text = terminal.say("train.working", games=played)
            if share is not None:
                text = terminal.say("train.working-share", games=played, share=percent(terminal.language, share))
            if not bar.tasks[0].completed:
                bar.reset(task)  # the clock starts now: compiled, and perhaps a part of it done before
            bar.update(task, description=text, completed=min(1.0, progress.games / games))

        yield show


def _as_json(progress: "Progress") -> dict[str, object]:
    return {
        "seed": progress.course.seed,
        "games": progress.games,
        "positions": progress.positions,
        "loss": progress.loss,
        "curve": progress.curve,
    }


def _show(terminal: Terminal, progress: "Progress", checkpoint: Path, net: Path | None, *, interrupted: bool) -> None:
    """How strength grew, and where everything is."""
    say, language = terminal.say, terminal.language
    numbers = {"games": decimal(language, progress.games, 0), "positions": decimal(language, progress.positions, 0)}
    terminal.show(say("train.done", **numbers), say("terminal.seed", seed=progress.course.seed))
    rows = [
        (
            decimal(language, row["games"], 0),
            decimal(language, row["loss"], 4),
            percent(language, row["greedy"]),
            percent(language, row["earlier"]),
        )
        for row in progress.curve
    ]
    if rows and terminal.draws:
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
        for title in (say("train.games"), say("train.loss"), say("train.greedy"), say("train.earlier")):
            table.add_column(title, justify="right")
        for row in rows:
            table.add_row(*row)
        terminal.show("", table, "")
    else:
        for games, loss, greedy, earlier in rows:
            terminal.show(say("train.row", games=games, loss=loss, greedy=greedy, earlier=earlier))
    if interrupted:
        terminal.show(say("train.interrupted"))
    terminal.show(say("train.kept", file=checkpoint))
    if net:
        terminal.show(say("train.net", file=net))
