"""Add a club's data controller and retention period.

Revision 0014, after 0013.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_ADDED = ("responsible", "responsible_reach", "responsible_since", "keep_names", "keep_sign_ins", "keep_since")


def upgrade() -> None:
    # Until an organizer sets them, no controller is named and everything is stored forever.
    op.add_column("clubs", sa.Column("responsible", sa.String(80), nullable=True))
    op.add_column("clubs", sa.Column("responsible_reach", sa.String(200), nullable=True))
    op.add_column("clubs", sa.Column("responsible_since", sa.String(10), nullable=True))
    op.add_column("clubs", sa.Column("keep_names", sa.Integer(), nullable=True))
    op.add_column("clubs", sa.Column("keep_sign_ins", sa.Integer(), nullable=True))
    op.add_column("clubs", sa.Column("keep_since", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("clubs") as table:
        for name in _ADDED:
            table.drop_column(name)
