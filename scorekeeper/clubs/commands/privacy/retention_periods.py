"""Retention periods: their last day, and the sessions and invitations that expired before it."""

from __future__ import annotations

import calendar
from datetime import UTC, date, datetime, time

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.orm import Session

from scorekeeper.clubs.store.account import Invitation, Membership, SignIn


def months_after(day: date, months: int) -> date:
    """Return the same day some months later or earlier, or the month’s last day if that one does not exist."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def count_ended(session: Session, club_id: int, months: int, today: date) -> tuple[int, int]:
    """Return the number of the club’s sessions and of its invitations that ended at least `months` ago."""
    before = _cutoff(months, today)
    counted = ((SignIn, _sign_ins(club_id, before)), (Invitation, _invitations(club_id, before)))
    counts = [session.scalar(select(func.count()).select_from(table).where(which)) or 0 for table, which in counted]
    return counts[0], counts[1]


def delete_ended(session: Session, club_id: int, months: int, today: date) -> None:
    """Delete the sessions and invitations that `count_ended` counts, in the open transaction."""
    before = _cutoff(months, today)
    session.execute(delete(SignIn).where(_sign_ins(club_id, before)).execution_options(synchronize_session=False))
    session.execute(delete(Invitation).where(_invitations(club_id, before)).execution_options(synchronize_session=False))


def _cutoff(months: int, today: date) -> datetime:
    return datetime.combine(months_after(today, -months), time.min, UTC)


def _sign_ins(club_id: int, before: datetime) -> ColumnElement[bool]:
    mine = select(Membership.account_id).where(Membership.club_id == club_id)
    return SignIn.account_id.in_(mine) & (func.coalesce(SignIn.ended_at, SignIn.expires_at) < before)


def _invitations(club_id: int, before: datetime) -> ColumnElement[bool]:
    over = func.coalesce(Invitation.used_at, Invitation.revoked_at, Invitation.expires_at)
    return (Invitation.club_id == club_id) & (over < before)
