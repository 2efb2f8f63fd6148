"""Settings for all tests."""

import signal

import pytest
from hypothesis import settings

from testkit.effort import EFFORT

pytest_plugins = ["testkit.processor_time"]

# Started in the background by a shell, we would be deaf to Ctrl-C, and so would be the programs whose Ctrl-C is tested.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Machines are noisy: no deadlines. `make soak` tries new examples, everything else the same ones every time.
_EXAMPLES = {"quick": 20, "test": 100, "soak": 1000}
settings.register_profile(
    "niten",
    deadline=None,
    print_blob=True,
    derandomize=EFFORT != "soak",
    max_examples=_EXAMPLES[EFFORT],
)
settings.load_profile("niten")


# Begun first: at the end nobody shall wait for one of them alone.
LONGEST = ("tests/cluster/", "tests/server/", "tests/solver/", "tests/bots/", "tests/terminal/")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first; pages last: Playwright's event loop never leaves a process, and others want one of theirs."""

    def place(item: pytest.Item) -> int:
        if item.nodeid.startswith("tests/web/"):
            return len(LONGEST) + 1
        return next((at for at, name in enumerate(LONGEST) if item.nodeid.startswith(name)), len(LONGEST))

    items.sort(key=place)
