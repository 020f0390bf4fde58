"""Positions without a verdict's words: the hashes of games that were over, for once or for good, were of these, too."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Take the hashes away of those games whose log may lead to an end."""
    op.execute(
        "UPDATE log SET hash = '' WHERE game IN (SELECT id FROM games WHERE status = 'over')"
        " OR game IN (SELECT game FROM log WHERE kind = 'back')"
    )


def downgrade() -> None:
    """There is no way back to them, and no need of one."""
