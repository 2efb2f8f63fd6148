"""What survives kills: `python -m bench.server_crash [--kills 500] [--kind sqlite|postgresql|postgres-itself]`.

Under load, the server (its data in SQLite or PostgreSQL) or PostgreSQL itself is killed at random moments and started
again; then everything that was acknowledged is looked for, and every game replayed. The same code as in the tests.
"""

import argparse
import json
import tempfile
import time
from pathlib import Path

from testkit.crashes import KINDS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--kind", choices=list(KINDS), default="sqlite")
    asked = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="niten-crash-") as folder:
        result = KINDS[asked.kind](asked.kills, Path(folder))
    seconds = round(time.monotonic() - begun)
    print(json.dumps({"kind": asked.kind} | result._asdict() | {"seconds": seconds}))


if __name__ == "__main__":
    main()
