"""Programs that tests start again and again are compiled once.

Where Python is told to write no bytecode (PYTHONDONTWRITEBYTECODE) each start of a server compiles all it is made of,
which takes three times as long as what it then does. So what tests start keeps it in a folder of its own; nothing is
written beside any source.
"""

import os
import sys
import tempfile
from pathlib import Path


def keep() -> None:
    """From now on, for this process and for all it starts."""
    if not sys.dont_write_bytecode or sys.pycache_prefix:
        return
    folder = Path(tempfile.gettempdir()) / f"niten-bytecode-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid():  # somebody else's: what is in it would be run
        return
    sys.dont_write_bytecode, sys.pycache_prefix = False, str(folder)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(folder)
