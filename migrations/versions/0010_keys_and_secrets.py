"""Store what each idempotency key was for, salt secrets, and allow private clubs.

Revision 0010, after 0008.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0008"
branch_labels = None
depends_on = None

KEYED = ("games", "tournament_changes", "club_changes", "house_rule_sets")
SECRET = ("links", "tournament_links", "invitations")


def upgrade() -> None:
    # Existing rows stay null: their keys are not compared, and links already handed out keep working.
    for name in KEYED:
        op.add_column(name, sa.Column("asked", sa.String(length=22), nullable=True))
    for name in SECRET:
        op.add_column(name, sa.Column("salt", sa.String(length=16), nullable=True))
    op.add_column("clubs", sa.Column("private", sa.Boolean(), nullable=False, server_default=sa.false()))
    begun = sa.text("revision = 1")
    op.create_index("ix_changes_first", "changes", ["uuid"], sqlite_where=begun, postgresql_where=begun)


def downgrade() -> None:
    op.drop_index("ix_changes_first", "changes")
    op.drop_column("clubs", "private")
    for name in SECRET:
        op.drop_column(name, "salt")
    for name in KEYED:
        op.drop_column(name, "asked")
