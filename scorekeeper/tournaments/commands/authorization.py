"""Access to a tournament: for the desk, by token, by a table's or an entrant's link, or for the public."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, select

from scorekeeper.clubs.commands.accounts.accounts import Account
from scorekeeper.clubs.commands.members.api_tokens import SCOPE_RIGHTS
from scorekeeper.clubs.commands.members.members import RIGHTS
from scorekeeper.clubs.commands.privacy.public_names import FULL
from scorekeeper.clubs.store import account as stored
from scorekeeper.clubs.store.club import Club
from scorekeeper.core.db.database import db, now, rows
from scorekeeper.core.devices.visitors import Visitor
from scorekeeper.core.refusals import NotAllowed, NotFound
from scorekeeper.core.security.signing import claimed_row_id, digest, is_row_secret, row_secret
from scorekeeper.tournaments.store.tournament import StoredTournament, TournamentLink

if TYPE_CHECKING:
    from sqlalchemy.sql import Executable

_PURPOSE = "scorekeeper.tournament"


@dataclass(frozen=True)
class TournamentAccess:
    """Access to a tournament, with the rights it gives.

    `role`: `organiser`, `director` or `scorer` (of its club), `table`, `entrant` or `door` (by link), or `public`. `rights`:
    `score`, `direct`, `organise`, `table`, `door`. `round`, `table`: for a table's link; `entrant`: for an entrant's. `who`: the
    name of the account or device. `zone`: the club's time zone (`timezones.club_zone`). `public_names`: the club's choice of
    public names (`public_names.CHOICES`), if the tournament has none of its own.
    """

    tournament_id: int
    club_id: int
    club_slug: str
    club_name: str
    zone: str | None
    revision: int
    changed_at: datetime
    role: str
    rights: tuple[str, ...] = ()
    account_id: int | None = None
    device_id: int | None = None
    link_id: int | None = None
    who: str = ""
    round: int | None = None
    table: int | None = None
    entrant: str | None = None
    public_names: str = FULL

    def may(self, right: str) -> bool:
        return right in self.rights

    def check(self, right: str) -> None:
        """Raise NotAllowed("role.<right>") without this right."""
        if right not in self.rights:
            raise NotAllowed(f"role.{right}")


_TOURNAMENT = select(
    StoredTournament.id,
    StoredTournament.club_id,
    Club.slug,
    Club.name,
    Club.zone,
    Club.public_names,
    StoredTournament.revision,
    StoredTournament.changed_at,
).join(Club, Club.id == StoredTournament.club_id)

_DESK = (
    _TOURNAMENT.add_columns(stored.Membership.role)
    .join(stored.Membership, stored.Membership.club_id == StoredTournament.club_id)
    .join(stored.Account, stored.Account.id == stored.Membership.account_id)
    .where(stored.Account.closed_at.is_(None))
    .where(StoredTournament.id == bindparam("tournament"), stored.Account.id == bindparam("account"))
)
_BY_TOKEN = (
    _TOURNAMENT.add_columns(
        stored.Membership.role, stored.ApiToken.scope, stored.ApiToken.expires_at, stored.Account.id, stored.Account.name
    )
    .join(stored.ApiToken, stored.ApiToken.club_id == StoredTournament.club_id)
    .join(stored.Account, stored.Account.id == stored.ApiToken.account_id)
    .join(
        stored.Membership,
        (stored.Membership.account_id == stored.Account.id) & (stored.Membership.club_id == StoredTournament.club_id),
    )
    .where(stored.Account.closed_at.is_(None), stored.ApiToken.revoked_at.is_(None))
    .where(StoredTournament.id == bindparam("tournament"), stored.ApiToken.secret == bindparam("secret"))
)
_PUBLIC = _TOURNAMENT.where(
    StoredTournament.id == bindparam("tournament"), StoredTournament.status != "draft", Club.private.is_(False)
)
_DOOR = _TOURNAMENT.where(StoredTournament.id == bindparam("tournament"))
_NOW = select(StoredTournament.revision, StoredTournament.changed_at).where(StoredTournament.id == bindparam("tournament"))
_LOCKED = _NOW.with_for_update()


def desk(tournament_id: int, account: Account | None) -> TournamentAccess:
    """Return access to a tournament of one of the account's clubs.

    Raises NotFound("tournament") if there is none, or if it belongs to another club.
    """
    if account is None:
        raise NotFound("tournament")
    *facts, role = _only_row(_DESK, tournament=tournament_id, account=account.id)
    return _access_from_row(facts, role=role, rights=RIGHTS[role], account_id=account.id, who=account.name)


def by_token(tournament_id: int, secret: str) -> TournamentAccess:
    """Return access by a club's token, with the rights of both its scope and its account's role. One query.

    Raises NotFound("tournament") for an invalid token or one of another club.
    """
    *facts, role, scope, expires_at, account_id, who = _only_row(_BY_TOKEN, tournament=tournament_id, secret=digest(secret))
    if expires_at is not None and expires_at <= now():
        raise NotFound("tournament")
    rights = tuple(r for r in RIGHTS[role] if r in SCOPE_RIGHTS[scope])
    return _access_from_row(facts, role=role, rights=rights, account_id=account_id, who=who)


def public(tournament_id: int, visitor: Visitor | None = None) -> TournamentAccess:
    """Return public access to a tournament.

    Raises NotFound("tournament") for a draft and for a tournament of a private club.
    """
    return _with_visitor(_access_from_row(_only_row(_PUBLIC, tournament=tournament_id), role="public"), visitor)


def preview(tournament_id: int, account: Account | None) -> TournamentAccess:
    """Return access to the public view for accounts of its club, even to a draft or a private tournament.

    Raises NotFound("tournament").
    """
    return replace(desk(tournament_id, account), role="public", rights=(), account_id=None)


def table(token: str, visitor: Visitor | None = None) -> TournamentAccess:
    """Return access to the table of a link.

    Raises NotFound("link.closed") if the link no longer works, NotFound("link.early") if its round is not published yet.
    """
    return _by_link("table", token, visitor)


def door(tournament_id: int, visitor: Visitor | None = None) -> TournamentAccess:
    """Return access to check in. The caller verifies the link. Raises NotFound("tournament")."""
    access = _access_from_row(_only_row(_DOOR, tournament=tournament_id), role="door", rights=("door",))
    return _with_visitor(access, visitor)


def tournament_of(token: str) -> int | None:
    """Return the tournament of a table's or an entrant's link, even a revoked one.

    None for a secret that was never valid.
    """
    query = select(TournamentLink.tournament_id, TournamentLink.salt).where(TournamentLink.id == claimed_row_id(token))
    row = db.session.execute(query).first()
    return row.tournament_id if row is not None and is_row_secret(_PURPOSE, token, row.salt) else None


def entrant(token: str, visitor: Visitor | None = None) -> TournamentAccess:
    """Return access to the entrant of a link. Raises NotFound("link.closed")."""
    return _by_link("entrant", token, visitor)


_BY_LINK = (
    _TOURNAMENT.add_columns(
        TournamentLink.created_at,
        TournamentLink.revoked_at,
        TournamentLink.id,
        TournamentLink.round,
        TournamentLink.number,
        TournamentLink.entrant,
        TournamentLink.salt,
    )
    .join(TournamentLink, TournamentLink.tournament_id == StoredTournament.id)
    .where(TournamentLink.id == bindparam("link"), TournamentLink.kind == bindparam("kind"))
)


_SALT_OF = select(TournamentLink.salt).where(TournamentLink.id == bindparam("link"))


def _by_link(kind: str, token: str, visitor: Visitor | None) -> TournamentAccess:
    row = _only_row(_BY_LINK, "link.closed", link=claimed_row_id(token), kind=kind)
    *facts, created_at, revoked_at, link, number, seat, who, salt = row
    if not is_row_secret(_PURPOSE, token, salt) or revoked_at not in (None, created_at):
        raise NotFound("link.closed")
    if revoked_at is not None:
        raise NotFound("link.early", read=number)
    rights = ("table",) if kind == "table" else ()
    access = _access_from_row(facts, role=kind, rights=rights, link_id=link, round=number, table=seat, entrant=who)
    return _with_visitor(access, visitor)


def token_of(link_id: int, salt: str | None) -> str:
    """Return the secret in the address of a table's or an entrant's link."""
    return row_secret(_PURPOSE, link_id, salt)


def token_by_id(link_id: int) -> str:
    """Return the secret of a link by its id. Raises NotFound("link.closed") if there is none."""
    return token_of(link_id, *_only_row(_SALT_OF, "link.closed", link=link_id))


def reread(access: TournamentAccess, *, lock: bool = False) -> TournamentAccess:
    """Return the access with the tournament's current revision. Raises NotFound("tournament") if it was deleted.

    `lock`: locks the row until the transaction ends, if the database supports it.
    """
    revision, changed_at = _only_row(_LOCKED if lock else _NOW, tournament=access.tournament_id)
    return replace(access, revision=revision, changed_at=changed_at)


def _with_visitor(access: TournamentAccess, visitor: Visitor | None) -> TournamentAccess:
    return access if visitor is None else replace(access, device_id=visitor.id, who=visitor.name)


def _access_from_row(facts: Any, **more: Any) -> TournamentAccess:
    names = ("tournament_id", "club_id", "club_slug", "club_name", "zone", "public_names", "revision", "changed_at")
    return TournamentAccess(**dict(zip(names, facts, strict=True)), **more)


def _only_row(statement: Executable, otherwise: str = "tournament", **values: Any) -> Any:
    for row in rows(statement, **values):
        return row
    raise NotFound(otherwise)
