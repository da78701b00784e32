"""Compare player names more leniently, and allow characters stored as several code points.

Revision 0008, after 0007.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict

import sqlalchemy as sa
from alembic import op

from scorekeeper.core.security.signing import same_name

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_PLAYERS = sa.table("club_players", *(sa.column(name) for name in ("id", "club_id", "name", "key")))


def _resize(old: int, new: int) -> None:
    with op.batch_alter_table("club_players") as table:
        for name in ("name", "key"):
            table.alter_column(name, existing_type=sa.String(old), type_=sa.String(new), existing_nullable=False)


def upgrade() -> None:
    _resize(60, 240)
    _fold()


def _fold() -> None:
    # Use the program's own rule, because it looks players up by these keys.
    together = defaultdict(list)
    for player in op.get_bind().execute(sa.select(_PLAYERS).order_by(_PLAYERS.c.id)).all():
        together[player.club_id, same_name(player.name)].append(player)
    for (_club, key), players in together.items():
        # Players with different keys stay separate, since they may have played each other. The club can merge them.
        first = next((p for p in players if p.key == key), players[0])
        if first.key != key:
            op.execute(_PLAYERS.update().where(_PLAYERS.c.id == first.id).values(key=key))


def downgrade() -> None:
    for player in op.get_bind().execute(sa.select(_PLAYERS).order_by(_PLAYERS.c.id)).all():
        plain = "".join(c for c in unicodedata.normalize("NFKD", player.name) if not unicodedata.combining(c))
        op.execute(
            _PLAYERS.update()
            .where(_PLAYERS.c.id == player.id)
            .values(name=player.name[:60], key=" ".join(plain.casefold().split())[:60])
        )
    _resize(240, 60)
