"""Add games, their logs, devices, links and matches.

Revision 0001, the first.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "devices",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_devices"),
        sa.UniqueConstraint("key", name="uq_devices_key"),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("games_to_win", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("next_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_games_match_id"),
        sa.ForeignKeyConstraint(["next_id"], ["games.id"], name="fk_games_next_id"),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.UniqueConstraint("match_id", "number", name="uq_games_match_id_number"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "links",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=8), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("role IN ('score', 'watch')", name="ck_links_role"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_links_game_id"),
        sa.PrimaryKeyConstraint("id", name="pk_links"),
    )
    op.create_index("ix_links_game_id", "links", ["game_id"])
    op.create_table(
        "accesses",
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("link_id", sa.Integer(), nullable=True),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("hidden", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["device_id"], ["devices.id"], name="fk_accesses_device_id"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_accesses_game_id"),
        sa.ForeignKeyConstraint(["link_id"], ["links.id"], name="fk_accesses_link_id"),
        sa.PrimaryKeyConstraint("device_id", "game_id", name="pk_accesses"),
    )
    op.create_index("ix_accesses_game_id", "accesses", ["game_id"])
    op.create_table(
        "changes",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("uuid", sa.String(length=36), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.Column("link_id", sa.Integer(), nullable=True),
        sa.Column("who", sa.String(length=40), nullable=False),
        sa.Column("action", sa.String(length=16), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["device_id"], ["devices.id"], name="fk_changes_device_id"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_changes_game_id"),
        sa.ForeignKeyConstraint(["link_id"], ["links.id"], name="fk_changes_link_id"),
        sa.PrimaryKeyConstraint("game_id", "revision", name="pk_changes"),
        sa.UniqueConstraint("game_id", "uuid", name="uq_changes_game_id_uuid"),
    )


def downgrade() -> None:
    for table in ("changes", "accesses", "links", "games", "matches", "devices"):
        op.drop_table(table)
