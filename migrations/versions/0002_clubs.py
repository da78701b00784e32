"""Add accounts, clubs, tournaments and their logs.

Revision 0002, after 0001.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("password", sa.String(length=200), nullable=False),
        sa.Column("founder", sa.Boolean(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
        sa.UniqueConstraint("founder", name="uq_accounts_founder"),
        sa.UniqueConstraint("key", name="uq_accounts_key"),
    )
    op.create_table(
        "clubs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("slug", sa.String(length=40), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_clubs"),
        sa.UniqueConstraint("slug", name="uq_clubs_slug"),
    )
    op.create_table(
        "sign_in_failures",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_sign_in_failures"),
    )
    op.create_index("ix_sign_in_failures_since", "sign_in_failures", ["since"])
    op.create_table(
        "api_tokens",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("scope", sa.String(length=10), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("scope IN ('read', 'score', 'direct')", name="ck_api_tokens_scope"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_api_tokens_account_id"),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name="fk_api_tokens_club_id"),
        sa.PrimaryKeyConstraint("id", name="pk_api_tokens"),
        sa.UniqueConstraint("secret", name="uq_api_tokens_secret"),
    )
    op.create_index("ix_api_tokens_account_id", "api_tokens", ["account_id"])
    op.create_table(
        "club_players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("key", sa.String(length=60), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("hidden_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name="fk_club_players_club_id"),
        sa.PrimaryKeyConstraint("id", name="pk_club_players"),
        sa.UniqueConstraint("club_id", "key", name="uq_club_players_club_id_key"),
    )
    op.create_table(
        "invitations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("note", sa.String(length=60), nullable=False),
        sa.Column("made_by", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("used_by", sa.Integer(), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("role IN ('organiser', 'director', 'scorer')", name="ck_invitations_role"),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name="fk_invitations_club_id"),
        sa.ForeignKeyConstraint(["made_by"], ["accounts.id"], name="fk_invitations_made_by"),
        sa.ForeignKeyConstraint(["used_by"], ["accounts.id"], name="fk_invitations_used_by"),
        sa.PrimaryKeyConstraint("id", name="pk_invitations"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_invitations_club_id", "invitations", ["club_id"])
    op.create_table(
        "memberships",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("role IN ('organiser', 'director', 'scorer')", name="ck_memberships_role"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_memberships_account_id"),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name="fk_memberships_club_id"),
        sa.PrimaryKeyConstraint("account_id", "club_id", name="pk_memberships"),
    )
    op.create_index("ix_memberships_club_id", "memberships", ["club_id"])
    op.create_table(
        "sign_ins",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("agent", sa.String(length=120), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_sign_ins_account_id"),
        sa.PrimaryKeyConstraint("id", name="pk_sign_ins"),
        sa.UniqueConstraint("secret", name="uq_sign_ins_secret"),
    )
    op.create_index("ix_sign_ins_account_id", "sign_ins", ["account_id"])
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name="fk_tournaments_club_id"),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tournaments_club_id", "tournaments", ["club_id"])
    op.create_table(
        "club_pairs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("first_id", sa.Integer(), nullable=False),
        sa.Column("second_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("hidden_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("first_id < second_id", name="ck_club_pairs_order"),
        sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name="fk_club_pairs_club_id"),
        sa.ForeignKeyConstraint(["first_id"], ["club_players.id"], name="fk_club_pairs_first_id"),
        sa.ForeignKeyConstraint(["second_id"], ["club_players.id"], name="fk_club_pairs_second_id"),
        sa.PrimaryKeyConstraint("id", name="pk_club_pairs"),
        sa.UniqueConstraint("first_id", "second_id", name="uq_club_pairs_first_id_second_id"),
    )
    op.create_index("ix_club_pairs_club_id", "club_pairs", ["club_id"])
    op.create_table(
        "tournament_links",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("round", sa.Integer(), nullable=True),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("entrant", sa.String(length=40), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("kind IN ('table', 'entrant')", name="ck_tournament_links_kind"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name="fk_tournament_links_tournament_id"),
        sa.PrimaryKeyConstraint("id", name="pk_tournament_links"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tournament_links_place", "tournament_links", ["tournament_id", "kind", "round", "number"])
    op.create_table(
        "table_games",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("link_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_table_games_game_id"),
        sa.ForeignKeyConstraint(["link_id"], ["tournament_links.id"], name="fk_table_games_link_id"),
        sa.PrimaryKeyConstraint("game_id", name="pk_table_games"),
        sa.UniqueConstraint("link_id", "number", name="uq_table_games_link_id_number"),
    )
    op.create_table(
        "tournament_changes",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("uuid", sa.String(length=36), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.Column("link_id", sa.Integer(), nullable=True),
        sa.Column("who", sa.String(length=60), nullable=False),
        sa.Column("action", sa.String(length=24), nullable=False),
        sa.Column("subject", sa.String(length=60), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_tournament_changes_account_id"),
        sa.ForeignKeyConstraint(["device_id"], ["devices.id"], name="fk_tournament_changes_device_id"),
        sa.ForeignKeyConstraint(["link_id"], ["tournament_links.id"], name="fk_tournament_changes_link_id"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name="fk_tournament_changes_tournament_id"),
        sa.PrimaryKeyConstraint("tournament_id", "revision", name="pk_tournament_changes"),
        sa.UniqueConstraint("tournament_id", "uuid", name="uq_tournament_changes_tournament_id_uuid"),
    )


def downgrade() -> None:
    for table in (
        "tournament_changes",
        "table_games",
        "tournament_links",
        "club_pairs",
        "tournaments",
        "sign_ins",
        "memberships",
        "invitations",
        "club_players",
        "api_tokens",
        "sign_in_failures",
        "clubs",
        "accounts",
    ):
        op.drop_table(table)
