"""Where things are kept: below NITEN_HOME, or the places the system sets aside for them."""

import os
from pathlib import Path


def data_folder() -> Path:
    """For what must not be lost: games, and the database of a server."""
    return _folder("XDG_DATA_HOME", Path(".local") / "share")


def cache_folder() -> Path:
    """For what can be made again: solved duels."""
    return _folder("XDG_CACHE_HOME", Path(".cache"), below="cache")


def _folder(variable: str, default: Path, below: str = "") -> Path:
    if os.environ.get("NITEN_HOME"):
        return Path(os.environ["NITEN_HOME"]) / below
    return Path(os.environ.get(variable) or Path.home() / default) / "niten"
