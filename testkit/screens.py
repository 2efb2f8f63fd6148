"""A real pseudo-terminal, read as a person would see it, and screens kept as files to compare with."""

import os
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import pexpect
import pyte

from testkit import DATA
from testkit.waiting import PATIENCE

SCREENS = DATA / "screens"


class Screen:
    """The `niten` command in a terminal of fixed size."""

    def __init__(self, arguments: str, home: Path, *, columns: int = 80, lines: int = 40, language: str = "en") -> None:
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self._screen)
        environment = {name: os.environ[name] for name in ("PATH",) if name in os.environ}
        environment |= {
            "NITEN_HOME": str(home),
            "HOME": str(home),
            "TERM": "xterm-256color",
            "LANG": f"{language}_XX.UTF-8",
        }
        environment |= {"PYTHONUTF8": "1"}
        self.process: pexpect.spawn[bytes] = pexpect.spawn(
            sys.executable,
            ["-m", "niten", *arguments.split()],
            env=environment,
            dimensions=(lines, columns),
            timeout=PATIENCE,
        )
        self.process.delaybeforesend = None
        self._prompts = 0
        self._last = b""
        self._answered = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.close(force=True)

    @property
    def text(self) -> str:
        """What the screen shows, without the blanks at the ends of lines and below."""
        return "\n".join(line.rstrip() for line in self._screen.display).rstrip()

    def read(self) -> bool:
        """Take in what has arrived; False once the program has ended and all is read."""
        try:
            data = self.process.read_nonblocking(65536, timeout=0.05)
            self._prompts += (self._last + data).count(b"> ")
            self._last = data[-1:]  # a prompt may come in two pieces
            self._stream.feed(data)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        return True

    def wait_for(self, text: str, seconds: float = PATIENCE) -> None:
        """Until the screen shows this text."""
        end = time.monotonic() + seconds
        while text not in self.text:
            alive = self.read()
            if text in self.text:
                break
            if not alive or time.monotonic() > end:
                raise AssertionError(f"{text!r} did not come up on:\n{self.text}")

    def type(self, line: str, then: str) -> None:
        """Type a line, and wait for what it brings up and for the question after it, or for the end."""
        asked = self._prompts
        self.process.send(line + "\r")
        self.wait_for(then)
        end = time.monotonic() + PATIENCE
        while self._prompts == asked and self.read():
            assert time.monotonic() < end, f"no question came up on:\n{self.text}"

    def wait_for_question(self) -> bool:
        """Until the program asks something it has not asked yet; False if it ends instead."""
        while self._prompts == self._answered:
            if not self.read():
                return False
        self._answered = self._prompts
        return True

    def wait_for_end(self) -> int:
        """Until the program ends; its exit code."""
        while self.read():
            pass
        self.process.close()
        return self.process.exitstatus or 0


def assert_screen(name: str, text: str) -> None:
    """Compare with the screen kept under this name; NITEN_UPDATE_SCREENS=1 keeps the new one."""
    file = SCREENS / f"{name}.txt"
    if os.environ.get("NITEN_UPDATE_SCREENS"):
        file.write_text(text + "\n", encoding="utf-8")
    assert text == file.read_text(encoding="utf-8").rstrip("\n"), f"tests/data/screens/{file.name} differs"
