"""The language in which somebody is told by mail."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the column."""
    op.add_column("notices", sa.Column("language", sa.String(length=8), nullable=False, server_default="en"))


def downgrade() -> None:
    """Take it away."""
    op.drop_column("notices", "language")
