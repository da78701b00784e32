"""Add two-factor sign-in and recovery codes.

Revision 0015, after 0014.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "second_steps",
        sa.Column("account_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("secret", sa.String(300), nullable=False),
        sa.Column("last_counter", sa.BigInteger(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_second_steps_account_id"),
        sa.PrimaryKeyConstraint("account_id", name="pk_second_steps"),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("account_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("code", sa.String(64), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_recovery_codes_account_id"),
        sa.PrimaryKeyConstraint("account_id", "code", name="pk_recovery_codes"),
    )


def downgrade() -> None:
    op.drop_table("recovery_codes")
    op.drop_table("second_steps")
