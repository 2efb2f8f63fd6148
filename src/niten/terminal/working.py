"""Something that takes its time, and how far it is."""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager

from niten.terminal.console import Terminal


@contextmanager
def working(terminal: Terminal, text: str) -> Generator[Callable[[float], None]]:
    """A bar on the error output, gone when all is done; nothing in a pipe, nor where nothing is redrawn."""
    if terminal.plain or not sys.stderr.isatty():
        yield lambda _: None
        return
    from niten.terminal.progress import make_bar  # noqa: PLC0415

    with make_bar(terminal) as bar:
        task = bar.add_task(text, total=1.0)
        yield lambda share: bar.update(task, completed=share)
