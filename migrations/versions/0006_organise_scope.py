"""Allow tokens for everything that an organizer may do.

Revision 0006, after 0005.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def _allow(*scopes: str) -> None:
    known = sa.inspect(op.get_bind()).get_check_constraints("api_tokens")
    with op.batch_alter_table("api_tokens") as table:
        for check in known:
            table.drop_constraint(op.f(str(check["name"])), type_="check")
        table.create_check_constraint(op.f("ck_api_tokens_scope"), f"scope IN ({', '.join(map(repr, scopes))})")


def upgrade() -> None:
    _allow("read", "score", "direct", "organise")


def downgrade() -> None:
    # No token may gain rights. Wider ones are revoked and stored with the next lower scope.
    tokens = sa.table("api_tokens", sa.column("scope"), sa.column("revoked_at", sa.DateTime(timezone=True)))
    wide = tokens.update().where(tokens.c.scope == "organise")
    op.execute(wide.values(scope="direct", revoked_at=sa.func.coalesce(tokens.c.revoked_at, sa.func.current_timestamp())))
    _allow("read", "score", "direct")
