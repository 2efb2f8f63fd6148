"""Where things are kept: below NITEN_HOME, or the places the system sets aside for them."""

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """For what must not be lost: games, and the database of a server."""
    return _folder("XDG_DATA_HOME", ".local/share", "Application Support")


def cache_folder() -> Path:
    """For what can be made again: solved duels."""
    return _folder("XDG_CACHE_HOME", ".cache", "Caches", below="cache")


def _folder(variable: str, usual: str, on_macos: str, below: str = "") -> Path:
    """Windows sets aside one place for both, so there the cache lies below, as it does below NITEN_HOME."""
    if os.environ.get("NITEN_HOME"):
        return Path(os.environ["NITEN_HOME"]) / below
    if os.environ.get(variable):
        return Path(os.environ[variable]) / "niten"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "niten" / below
    return Path.home() / (f"Library/{on_macos}" if sys.platform == "darwin" else usual) / "niten"
