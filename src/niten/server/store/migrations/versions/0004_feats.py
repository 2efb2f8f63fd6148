"""What a duel of the booklet was worth: `niten admin rebuild` fills it in for games that are over already."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Nothing is known of any yet."""
    op.add_column("summaries", sa.Column("feat", sa.Text()))
