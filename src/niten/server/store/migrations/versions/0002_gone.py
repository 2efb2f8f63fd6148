"""Nothing is added to the log of a table that was deleted: on SQLite the database sees to it.

`niten admin` deletes tables beside a running server, which may have one of them in memory. On PostgreSQL the row of the
table is locked while entries are added to it.
"""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """A trigger: unlike a foreign key it needs no copy of the whole log."""
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            "CREATE TRIGGER entries_of_tables BEFORE INSERT ON entries"
            " WHEN NOT EXISTS (SELECT 1 FROM tables WHERE id = NEW.table_id)"
            " BEGIN SELECT RAISE(ABORT, 'no such table'); END"
        )
