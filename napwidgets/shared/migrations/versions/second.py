"""Who wants to be told by mail that it is his turn."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "notices",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("mail", sa.String(length=200), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["hash"], ["keys.hash"], onupdate="CASCADE", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash"),
    )


def downgrade() -> None:
    """Take it away."""
    op.drop_table("notices")
