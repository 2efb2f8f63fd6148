"""The tables of the database. Times are milliseconds since 1970 (UTC): for people, nothing is ordered by them."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("data", Text, nullable=False),  # JSON
    Column("key", Text),  # whose request it was and the key it carried: on its first entry only
    Column("first", Integer, nullable=False),  # the first entry of the same request
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("table_id", "key"),
    sqlite_with_rowid=False,
)
"""The log, which is only ever added to."""

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("secret", Text),  # of its dice; none where they are real ones
    Column("join_hash", LargeBinary, nullable=False),
    Column("watch_hash", LargeBinary, nullable=False),
    Column("owner", Text, index=True),
    Column("at", BigInteger, nullable=False),
)
"""What is known of a table beside its log, and never leaves the server."""

profiles = Table(
    "profiles",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text),
    Column("language", Text),
    Column("at", BigInteger, nullable=False),
)

devices = Table(
    "devices",
    metadata,
    Column("id", Text, primary_key=True),
    Column("profile", Text, ForeignKey("profiles.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("hash", LargeBinary, nullable=False),  # of the secret in its cookie
    Column("at", BigInteger, nullable=False),
)
"""Where a profile is at home: each browser has a secret of its own."""

codes = Table(
    "codes",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("profile", Text, ForeignKey("profiles.id", ondelete="CASCADE"), nullable=False),
    Column("until", BigInteger, nullable=False),
)
"""Ways to carry a profile to another device, each good for once."""

rights = Table(
    "rights",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("profile", Text, primary_key=True),
    Column("may_join", Boolean, nullable=False),
    sqlite_with_rowid=False,
)
"""Who has shown the link of a table: of those who may look, some may also take a seat."""

jobs = Table(
    "jobs",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("table_id", Text),
    Column("number", Integer),  # a bot's: the entry its move is to follow
    Column("profile", Text),
    Column("asked", Text, nullable=False),  # JSON
    Column("state", Text, nullable=False),
    Column("owner", Text),  # the node that works on it
    Column("until", BigInteger, nullable=False),  # by the clock of the database: others may take it over then
    Column("tries", Integer, nullable=False),
    Column("progress", Float, nullable=False),
    Column("result", Text),  # JSON
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("table_id", "number"),
    Index("ix_jobs_state", "state", "until"),
    Index("ix_jobs_profile", "profile"),
)

dailies = Table(
    "dailies",
    metadata,
    Column("id", Text, primary_key=True),  # daily-2026-11-16-dragon: also the name of its dice
    Column("setup", Text, nullable=False),  # JSON
    Column("secret", Text, nullable=False),
)

summaries = Table(
    "summaries",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("stage", Text, nullable=False),
    Column("dice", Text, nullable=False),
    Column("daily", Text),
    Column("practice", Boolean, nullable=False, server_default=false()),
    Column("result", Text),
    Column("feat", Text),  # JSON: how a duel of the booklet went
    Column("at", BigInteger, nullable=False),
    Index("ix_summaries_daily", "daily"),
)
"""Derived: tables as they are listed."""

seats = Table(
    "seats",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("profile", Text),
    Column("bot", Text),
    Column("share", Float),  # of the win, once the game is over
    Index("ix_seats_profile", "profile"),
)
"""Derived: who sits where."""

DERIVED = (summaries, seats)
