"""Add how a club's players are shown in public, and the history of name changes.

Revision 0013, after 0012.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Existing clubs keep showing full names until a director changes that.
    op.add_column("clubs", sa.Column("public_names", sa.String(8), nullable=False, server_default="full"))
    op.create_table(
        "privacy_changes",
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("who", sa.String(60), nullable=False),
        sa.Column("action", sa.String(16), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_privacy_changes_account_id"),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name="fk_privacy_changes_club_id"),
        sa.PrimaryKeyConstraint("club_id", "number", name="pk_privacy_changes"),
    )


def downgrade() -> None:
    op.drop_table("privacy_changes")
    with op.batch_alter_table("clubs") as table:
        table.drop_column("public_names")
