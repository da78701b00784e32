"""The data of an account: export, rename and delete.

It is not in the accounts' package because much of it is in the logs of tournaments.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper.clubs.commands.accounts import accounts, openid, operator, two_factor, two_factor_codes
from scorekeeper.clubs.commands.accounts.accounts import Account
from scorekeeper.clubs.commands.members.members import lock
from scorekeeper.clubs.commands.privacy import privacy
from scorekeeper.clubs.store import account as stored
from scorekeeper.clubs.store.club import Club
from scorekeeper.clubs.store.log import ClubEvent
from scorekeeper.clubs.store.privacy import StoredPrivacyEvent
from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.refusals import Refusal
from scorekeeper.core.security.signing import fold
from scorekeeper.tournaments.commands.privacy.name_rows import PSEUDONYMISE, touch
from scorekeeper.tournaments.store.tournament import StoredTournament, StoredTournamentEvent

FORMAT = "scorekeeper-account/1"

Json = dict[str, Any]


def personal_data(account: Account) -> Json:
    """Return all data stored about the account, as it is exported.

    That is the account itself, its clubs, sessions, tokens, invitations and every event it caused. The password is stored
    only as a hash, the two-factor secret only encrypted. For an OpenID identity there is a hash and the name its owner knows
    it by.
    """
    mine, step = db.session.get_one(stored.Account, account.id), two_factor.two_factor_state(account)
    link = openid.link_of(account)
    return {
        "format": FORMAT,
        "account": {"name": mine.name, "created_at": mine.created_at, "answers_for_the_instance": operator.is_operator(account)},
        "second_step": {"since": step.since, "recovery_codes_left": step.left},
        "openid": None if link is None else {"shown": link.shown, "connected_at": link.linked_at, "used_at": link.used_at},
        "clubs": _rows_json(
            select(Club.name.label("club"), stored.Membership.role, stored.Membership.since)
            .join(Club, Club.id == stored.Membership.club_id)
            .where(stored.Membership.account_id == account.id)
            .order_by(Club.id)
        ),
        "sign_ins": _rows_json(
            _select_of(stored.SignIn, "agent", "created_at", "expires_at", "ended_at").where(_belongs_to(stored.SignIn, account))
        ),
        "tokens": _rows_json(
            _select_of(stored.ApiToken, "name", "scope", "created_at", "expires_at", "revoked_at")
            .add_columns(Club.name.label("club"))
            .join(Club, Club.id == stored.ApiToken.club_id)
            .where(_belongs_to(stored.ApiToken, account))
        ),
        "invitations_made": _invitations(stored.Invitation.made_by == account.id),
        "invitations_used": _invitations(stored.Invitation.used_by == account.id),
        "changes": _events(account),
    }


def _select_of(table: Any, *names: str) -> Any:
    return select(*(getattr(table, name) for name in names)).order_by(table.id)


def _belongs_to(table: Any, account: Account) -> ColumnElement[bool]:
    found: ColumnElement[bool] = table.account_id == account.id
    return found


def _rows_json(query: Any) -> list[Json]:
    return [dict(row) for row in db.session.execute(query).mappings()]


def _invitations(which: ColumnElement[bool]) -> list[Json]:
    names = ("role", "note", "created_at", "expires_at", "used_at", "revoked_at")
    query = _select_of(stored.Invitation, *names).add_columns(Club.name.label("club"))
    return _rows_json(query.join(Club, Club.id == stored.Invitation.club_id).where(which))


def _events(account: Account) -> list[Json]:
    """Return the events the account caused: where, number, when and action."""
    row = StoredTournamentEvent
    of_tournaments = (
        select(StoredTournament.name.label("tournament"), row.revision.label("number"), row.at, row.action, row.who)
        .join(StoredTournament, StoredTournament.id == row.tournament_id)
        .where(row.account_id == account.id)
        .order_by(row.tournament_id, row.revision)
    )
    found = _rows_json(of_tournaments)
    for log in (ClubEvent, StoredPrivacyEvent):
        of_club = select(Club.name.label("club"), log.number, log.at, log.action, log.who)
        found += _rows_json(
            of_club.join(Club, Club.id == log.club_id).where(log.account_id == account.id).order_by(log.club_id, log.number)
        )
    return found


def rename(account: Account, name: object) -> None:
    """Rename the account, also in the history. Raises Refusal("account.name", "account.taken")."""
    new_name = accounts.check_name(name)
    try:
        with write_transaction() as session:
            numbers = _tournaments(session, account)
            changed = update(stored.Account).where(stored.Account.id == account.id, stored.Account.closed_at.is_(None))
            session.execute(changed.values(name=new_name, key=fold(new_name)))
            _rename_in_logs(session, account, numbers, new_name)
    except IntegrityError:
        raise Refusal("account.taken", "name", read=new_name) from None


def alone_in(account: Account) -> list[str]:
    """Return the names of clubs with no other organizer."""
    return _alone_in(db.session(), account)


def delete_account(account: Account, password: object, address: str) -> None:
    """Delete the account.

    Removes its name, sessions, tokens, open invitations and memberships. Its events stay, without the name. Raises
    Refusal("password.old"), TooMany("sign_in.wait"), Refusal("account.alone") if it is the only organizer of a club,
    Refusal("account.operator") if it is the server's operator and there are other accounts.
    """
    accounts.check_password(account, password, address)
    with write_transaction() as session:
        numbers = _tournaments(session, account)
        mine = (
            select(stored.Membership.club_id).where(_belongs_to(stored.Membership, account)).order_by(stored.Membership.club_id)
        )
        clubs = session.scalars(mine).all()
        for club_id in clubs:  # two deletions at once run one after the other
            lock(session, club_id)
        if alone := _alone_in(session, account):
            raise Refusal("account.alone", clubs=", ".join(alone))
        others = (stored.Account.id != account.id) & stored.Account.closed_at.is_(None)
        if operator.is_operator(account) and session.scalar(select(stored.Account.id).where(others).limit(1)) is not None:
            raise Refusal("account.operator")
        moment = now()
        _rename_in_logs(session, account, numbers, "")
        for table in (stored.Membership, stored.SignIn, stored.ApiToken):
            session.execute(delete(table).where(_belongs_to(table, account)))
        two_factor_codes.remove(session, account.id)
        openid.remove(session, account.id)
        unused = stored.Invitation.used_at.is_(None) & stored.Invitation.revoked_at.is_(None)
        open_ones = update(stored.Invitation).where(stored.Invitation.made_by == account.id, unused)
        session.execute(open_ones.values(revoked_at=moment))
        # A key that no one can type, so that the name is free again.
        cleared_fields = {"name": "", "key": f"\x01{account.id}", "password": "", "founder": None, "closed_at": moment}
        session.execute(update(stored.Account).where(stored.Account.id == account.id).values(**cleared_fields))
        for club_id in clubs:
            privacy.note(session, club_id, "account_ended", {}, {})


def _tournaments(session: Session, account: Account) -> list[int]:
    """Return every tournament with an event by the account, locked before any club to avoid a deadlock."""
    mine = select(StoredTournamentEvent.tournament_id).where(_caused_by(StoredTournamentEvent, account))
    query = select(StoredTournament.id).where(StoredTournament.id.in_(mine)).order_by(StoredTournament.id)
    return list(session.scalars(query.with_for_update()))


def _caused_by(log: Any, account: Account) -> ColumnElement[bool]:
    """Return the condition for events by the account.

    A tournament's log records the replacement of names under the account's name only (`name_rows.add_renaming_row`).
    """
    own = _belongs_to(log, account)
    if log is not StoredTournamentEvent:
        return own
    by_name = (log.action == PSEUDONYMISE.action) & log.account_id.is_(None) & (log.who == account.name)
    return own | by_name


def _rename_in_logs(session: Session, account: Account, tournaments: list[int], who: str) -> None:
    for log in (StoredTournamentEvent, ClubEvent, StoredPrivacyEvent):
        written = update(log).where(_caused_by(log, account)).execution_options(synchronize_session=False)
        session.execute(written.values(who=who))
    for number in tournaments:
        touch(session, number)


def _alone_in(session: Session, account: Account) -> list[str]:
    member = stored.Membership
    organisers = select(func.count()).select_from(member).where(member.club_id == Club.id, member.role == "organiser")
    mine = select(member.club_id).where(_belongs_to(member, account), member.role == "organiser")
    query = select(Club.name).where(Club.id.in_(mine), organisers.scalar_subquery() < 2).order_by(Club.id)
    return list(session.scalars(query))
