"""Waiting for what must come to hold, on a machine that may be busy."""

import time
from collections.abc import Callable, Iterator

PATIENCE = 120.0
"""Seconds after which something will never come; nothing takes so long, however busy the machine is."""
_SHORTEST, _LONGEST = 0.005, 0.2  # seconds between two looks


def pauses(seconds: float = PATIENCE) -> Iterator[None]:
    """Waits a little, and longer each time: what comes soon is seen soon, and what takes long costs few looks."""
    end, pause = time.monotonic() + seconds, _SHORTEST
    while time.monotonic() < end:
        time.sleep(pause)
        pause = min(_LONGEST, pause * 1.5)
        yield


def wait_until(holds: Callable[[], bool], what: str = "what was waited for did not come") -> None:
    """Until it holds; a test that waits in vain fails."""
    if holds():
        return
    for _ in pauses():
        if holds():
            return
    raise AssertionError(what)
