"""Where tables are kept: SQLite or PostgreSQL. The log is the truth; what follows from it can be made anew."""

from niten.server.store.database import (
    BadDatabase,
    Database,
    InUse,
    StorageAway,
    StorageFull,
    only_server,
    open_database,
)
from niten.server.store.store import Store
from niten.server.store.writer import Conflict

__all__ = [
    "BadDatabase",
    "Conflict",
    "Database",
    "InUse",
    "StorageAway",
    "StorageFull",
    "Store",
    "only_server",
    "open_database",
]
