"""A bar for what takes its time, with the time left in the player's language."""

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TaskProgressColumn, TextColumn
from rich.text import Text

from niten.terminal.console import Terminal

_MINUTE = 60
_TOO_EARLY = 0.03  # share done up to which the speed says nothing yet
_WIDEST = 80
_FREE = 4  # columns at the right: the ^C that a terminal echoes must not break the line


class _TimeLeft(ProgressColumn):
    """What the speed from the beginning promises: the latest speed alone would promise something else every second."""

    max_refresh = 0.5

    def __init__(self, terminal: Terminal) -> None:
        super().__init__()
        self.terminal = terminal

    def render(self, task: Task) -> Text:
        if task.elapsed is None or task.completed < _TOO_EARLY:
            return Text("")
        minutes, seconds = divmod(round(task.elapsed * (1 - task.completed) / task.completed), _MINUTE)
        return Text(self.terminal.say("solve.left", time=f"{minutes}:{seconds:02}"))


def make_bar(terminal: Terminal) -> Progress:
    """On the error output, so that what is found can go elsewhere; it vanishes when it is done."""
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=None),
        TaskProgressColumn(),
        _TimeLeft(terminal),
        console=Console(stderr=True, highlight=False, emoji=False, width=min(_WIDEST, terminal.width) - _FREE),
        transient=True,
    )
