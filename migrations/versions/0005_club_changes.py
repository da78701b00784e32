"""Add the history of leagues, merged player names and imported clubs.

Revision 0005, after 0004.
"""

from __future__ import annotations

from collections import Counter

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    changes = op.create_table(
        "club_changes",
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("uuid", sa.String(length=36), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("who", sa.String(length=60), nullable=False),
        sa.Column("action", sa.String(length=16), nullable=False),
        sa.Column("subject", sa.String(length=20), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_club_changes_account_id"),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name="fk_club_changes_club_id"),
        sa.PrimaryKeyConstraint("club_id", "number", name="pk_club_changes"),
        sa.UniqueConstraint("club_id", "uuid", name="uq_club_changes_club_id_uuid"),
    )
    with op.batch_alter_table("club_players") as table:
        table.add_column(sa.Column("same_as_id", sa.Integer(), nullable=True))
        table.create_foreign_key("fk_club_players_same_as_id", "club_players", ["same_as_id"], ["id"])
    op.add_column("clubs", sa.Column("brought_in_at", sa.DateTime(timezone=True), nullable=True))
    _begin(changes)


def _begin(changes: sa.Table) -> None:
    """Start the history of existing leagues with their current state, because earlier states are not known."""
    leagues = sa.table(
        "leagues",
        *(sa.column(name) for name in ("id", "club_id", "uuid", "name")),
        sa.column("facts", sa.JSON()),
        sa.column("changed_at", sa.DateTime(timezone=True)),
        sa.column("deleted_at", sa.DateTime(timezone=True)),
    )
    numbers: Counter[int] = Counter()
    for one in op.get_bind().execute(sa.select(leagues).order_by(leagues.c.id)).all():
        numbers[one.club_id] += 1
        op.get_bind().execute(
            changes.insert().values(
                club_id=one.club_id,
                number=numbers[one.club_id],
                uuid=one.uuid,
                at=one.changed_at,
                who="",
                action="create",
                subject=f"league/{one.id}",
                before={},
                after={"name": one.name, **one.facts, "away": one.deleted_at is not None},
            )
        )


def downgrade() -> None:
    op.drop_column("clubs", "brought_in_at")
    with op.batch_alter_table("club_players") as table:
        table.drop_constraint("fk_club_players_same_as_id", type_="foreignkey")
        table.drop_column("same_as_id")
    op.drop_table("club_changes")
