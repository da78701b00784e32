"""A club has a time zone: where it plays, whatever machine keeps its evenings.

Revision 0011, after 0008.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Clubs of before have none: they go by the machine, as they always did, until somebody chooses.
    op.add_column("clubs", sa.Column("zone", sa.String(64), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("clubs") as table:
        table.drop_column("zone")
