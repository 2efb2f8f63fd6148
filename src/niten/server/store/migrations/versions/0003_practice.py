"""Tables that do not count are listed as such."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """None of those there is one."""
    op.add_column("summaries", sa.Column("practice", sa.Boolean(), nullable=False, server_default=sa.false()))
