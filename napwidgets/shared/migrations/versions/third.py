"""What a host keeps for a browser, which browser a pupil of a room has, and games that are open to everybody."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table and the column."""
    op.create_table(
        "drawers",
        sa.Column("browser", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("browser", "name"),
    )
    op.add_column("games", sa.Column("public", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("games", sa.Column("hooked", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("members", sa.Column("browser", sa.String(length=64), nullable=False, server_default=""))


def downgrade() -> None:
    """Take them away."""
    op.drop_column("members", "browser")
    op.drop_column("games", "hooked")
    op.drop_column("games", "public")
    op.drop_table("drawers")
