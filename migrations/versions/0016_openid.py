"""Add OpenID Connect identities for accounts.

Revision 0016, after 0015.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "openid_links",
        sa.Column("account_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("identity", sa.String(64), nullable=False),
        sa.Column("shown", sa.String(120), nullable=False),
        sa.Column("linked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_openid_links_account_id"),
        sa.PrimaryKeyConstraint("account_id", name="pk_openid_links"),
        sa.UniqueConstraint("identity", name="uq_openid_links_identity"),
    )


def downgrade() -> None:
    op.drop_table("openid_links")
