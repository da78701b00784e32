"""Give clubs their own time zone, independent of the server's.

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
    # Existing clubs have none and keep using the server's zone until someone sets one.
    op.add_column("clubs", sa.Column("zone", sa.String(64), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("clubs") as table:
        table.drop_column("zone")
