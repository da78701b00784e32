"""Add join and recovery phrases, and when a device was last used.

Revision 0019, after 0018.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "codes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("salt", sa.String(16), nullable=True),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("link_id", sa.Integer(), nullable=True),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("kind IN ('link', 'copy', 'move', 'family')", name="ck_codes_kind"),
        sa.ForeignKeyConstraint(["link_id"], ["links.id"], name="fk_codes_link_id"),
        sa.ForeignKeyConstraint(["device_id"], ["devices.id"], name="fk_codes_device_id"),
        sa.PrimaryKeyConstraint("id", name="pk_codes"),
        sa.UniqueConstraint("digest", name="uq_codes_digest"),
    )
    op.create_index("ix_codes_link_id", "codes", ["link_id"])
    op.create_index("ix_codes_device_id", "codes", ["device_id"])
    op.add_column("devices", sa.Column("seen_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("devices", "seen_at")
    op.drop_table("codes")
