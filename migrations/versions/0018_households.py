"""Add names merged on a device, and households of devices that share their games.

Revision 0018, after 0017.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "joined_names",
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("person", sa.String(60), nullable=False),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["device_id"], ["devices.id"], name="fk_joined_names_device_id"),
        sa.PrimaryKeyConstraint("device_id", "name", name="pk_joined_names"),
    )
    op.create_table(
        "households",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_households"),
    )
    op.create_table(
        "household_devices",
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("household_id", sa.Integer(), nullable=False),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["device_id"], ["devices.id"], name="fk_household_devices_device_id"),
        sa.ForeignKeyConstraint(["household_id"], ["households.id"], name="fk_household_devices_household_id"),
        sa.PrimaryKeyConstraint("device_id", name="pk_household_devices"),
    )
    op.create_index("ix_household_devices_household_id", "household_devices", ["household_id"])
    op.create_table(
        "household_links",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("household_id", sa.Integer(), nullable=False),
        sa.Column("purpose", sa.String(8), nullable=False),
        sa.Column("salt", sa.String(16), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("purpose IN ('join', 'look')", name="ck_household_links_purpose"),
        sa.ForeignKeyConstraint(["household_id"], ["households.id"], name="fk_household_links_household_id"),
        sa.PrimaryKeyConstraint("id", name="pk_household_links"),
    )
    op.create_index("ix_household_links_household_id", "household_links", ["household_id"])


def downgrade() -> None:
    op.drop_table("household_links")
    op.drop_table("household_devices")
    op.drop_table("households")
    op.drop_table("joined_names")
