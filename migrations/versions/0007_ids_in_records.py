"""Give games and matches the ids that appear in their records.

Revision 0007, after 0006.
"""

from __future__ import annotations

import uuid

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

TABLES = ("games", "matches")


def upgrade() -> None:
    connection = op.get_bind()
    for name in TABLES:
        # Don't recreate the table: SQLite would lose its counter, and a game's id could be reused.
        op.add_column(name, sa.Column("uuid", sa.String(length=36), nullable=False, server_default=""))
        rows = sa.table(name, sa.column("id", sa.Integer()), sa.column("uuid", sa.String()))
        ids = connection.execute(sa.select(rows.c.id)).scalars().all()
        if ids:
            one = rows.update().where(rows.c.id == sa.bindparam("row")).values(uuid=sa.bindparam("new"))
            connection.execute(one, [{"row": row, "new": str(uuid.uuid4())} for row in ids])
        op.create_index(f"ix_{name}_uuid", name, ["uuid"])


def downgrade() -> None:
    for name in TABLES:
        op.drop_index(f"ix_{name}_uuid", name)
        op.drop_column(name, "uuid")
