"""How much is tried: NITEN_EFFORT is `quick` while working, `test` for everybody, `soak` where there are hours.

Nothing is left out of a smaller effort, there is only less of it: every kind of test runs in `make test`, and what
`make quick` runs it runs with fewer examples.
"""

import os
from typing import Final, Literal, cast, get_args

Effort = Literal["quick", "test", "soak"]
EFFORT: Final = cast("Effort", os.environ.get("NITEN_EFFORT", "test"))
assert EFFORT in get_args(Effort), f"NITEN_EFFORT={EFFORT}: one of {', '.join(get_args(Effort))}"


def examples(test: int, *, quick: int | None = None, soak: int | None = None) -> int:
    """How many of something this effort is worth; a quick one takes a tenth of it, a soak ten times as many."""
    return {"quick": quick or max(1, test // 10), "test": test, "soak": soak or 10 * test}[EFFORT]
