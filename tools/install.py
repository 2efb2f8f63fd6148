"""Installs packages into the environment this runs in: `python tools/install.py WHAT [what pip is to install …]`.

pip alone either says nothing for minutes or a thousand lines. This says what is coming, one line that grows on a
terminal and a line now and then elsewhere; goes on with a download that broke; and shows pip's own reason, whole, when
pip refuses. Standard library only: nothing is installed yet.
"""

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

OPTIONS: Final = [
    "--disable-pip-version-check",
    "--progress-bar=off",
    "--no-compile",  # Python compiles what is imported; the rest, 300 MB, nobody needs
    "--retries=10",
    "--resume-retries=10",
    "--timeout=30",
    "--constraint=constraints.txt",
]
SECONDS_BETWEEN: Final = 10.0
COMING = re.compile(r"\s*(?:Collecting|Downloading|Building wheel for|Installing collected packages)\b[: ]*([\w.-]*)")
REASONS = re.compile(r"error|conflict|require|ignored|could not|no matching|not supported|cause", re.IGNORECASE)
LAST = 15


class Progress:
    """One line that changes where somebody looks on, a line now and then where nobody does."""

    def __init__(self, what: str, show: Callable[[str], object], *, is_terminal: bool) -> None:
        self._what, self._show, self._is_terminal = what, show, is_terminal
        self._begun = self._shown = time.monotonic()
        self._seen: set[str] = set()

    def see(self, line: str) -> None:
        """A line of pip's."""
        if not (found := COMING.match(line)):
            return
        name = re.split(r"[<>=~!\[;-]\d|[<>=~!\[;]|-\d", found[1])[0]
        self._seen.add(name.lower().replace("_", "-"))
        now = time.monotonic()
        if self._is_terminal:
            self._show(f"\r\033[K{self._what}: {len(self._seen)} packages, {now - self._begun:.0f} s, now {name} ")
        elif now - self._shown >= SECONDS_BETWEEN:
            self._shown = now
            self._show(f"{self._what}: {len(self._seen)} packages so far, {now - self._begun:.0f} s\n")

    def end(self) -> None:
        line = f"{self._what}: done in {time.monotonic() - self._begun:.0f} s\n"
        self._show(f"\r\033[K{line}" if self._is_terminal else line)


def reasons(log: Iterable[str]) -> list[str]:
    """The lines of pip's that say why it refused, and its last ones."""
    lines = [line.rstrip() for line in log]
    first = [line for line in lines[:-LAST] if REASONS.search(line) and not COMING.match(line)]
    return [*first, *lines[-LAST:]]


def main(what: str, *wanted: str) -> int:
    """Returns pip's exit code."""
    progress = Progress(
        what, lambda text: (sys.stdout.write(text), sys.stdout.flush()), is_terminal=sys.stdout.isatty()
    )
    command = [sys.executable, "-m", "pip", "install", *OPTIONS, *wanted]
    log = Path(sys.prefix) / "install.log"
    with (
        log.open("w", encoding="utf-8") as kept,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace") as pip,
    ):
        assert pip.stdout
        for line in pip.stdout:
            kept.write(line)
            progress.see(line)
    if pip.returncode:
        told = "\n".join(f"    {line}" for line in reasons(log.read_text(encoding="utf-8").splitlines()))
        print(f"\n{what}: pip refused. Its reason:\n{told}\nAll of it: {log}", file=sys.stderr)
    else:
        progress.end()
    return pip.returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
