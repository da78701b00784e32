"""A club's decisions on personal data, all recorded: display of names, responsible person and retention."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.clubs.commands.members.members import ClubAccess, lock
from scorekeeper.clubs.commands.privacy.public_names import CHOICES
from scorekeeper.clubs.store.club import LONGEST_REACH, LONGEST_RESPONSIBLE, Club
from scorekeeper.clubs.store.privacy import StoredPrivacyEvent
from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.i18n import timezones
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.core.security.signing import normalize_text

MOST_MONTHS = 240
"""Twenty years."""
NOTICE = timedelta(days=7)
"""Time between choosing a retention period and the first permanent deletion."""

Json = dict[str, Any]


@dataclass(frozen=True)
class Responsible:
    """The person responsible for a club's personal data. `reach`: e-mail, phone or address. `since`: a date (ISO)."""

    name: str
    reach: str
    since: str


@dataclass(frozen=True)
class RetentionPeriods:
    """Months for which inactive players' names, and ended sessions, are stored. None: no limit.

    `since`: when that was chosen, or None without limits.
    """

    names: int | None
    sign_ins: int | None
    since: datetime | None

    @property
    def begins(self) -> datetime | None:
        """When the limits take effect, or None without limits."""
        return self.since + NOTICE if self.since is not None else None


@dataclass(frozen=True)
class Privacy:
    """A club's decisions. `public_names`: how the public sees its players (`public_names.CHOICES`)."""

    public_names: str
    responsible: Responsible | None
    keeping: RetentionPeriods


def privacy_of(club_id: int) -> Privacy:
    """Return a club's decisions. Raises NotFound("club")."""
    responsible_columns = (Club.responsible, Club.responsible_reach, Club.responsible_since)
    retention_columns = (Club.keep_names, Club.keep_sign_ins, Club.keep_since)
    row = db.session.execute(
        select(Club.public_names, *responsible_columns, *retention_columns).where(Club.id == club_id)
    ).first()
    if row is None:
        raise NotFound("club")
    choice, name, reach, since, names, sign_ins, keep_since = row
    responsible = Responsible(name, reach or "", since or "") if name else None
    return Privacy(choice, responsible, RetentionPeriods(names, sign_ins, keep_since))


def public_names_of(club: ClubAccess) -> str:
    """Return how the public sees the club's players (`public_names.CHOICES`). Raises NotFound("club")."""
    return privacy_of(club.club_id).public_names


def check_names(read: object) -> str:
    """Return a valid choice for names. Raises Refusal("names.choice")."""
    if read not in CHOICES:
        raise Refusal("names.choice", "public_names", read=str(read)[:20])
    return str(read)


def set_names(club: ClubAccess, choice: object) -> None:
    """Choose how the public sees the club's players, unless a tournament has its own choice. Organizers only."""
    club.check("organise")
    _record_decision(club, "names", {"public_names": check_names(choice)})


def check_responsible(name: object, reach: object, since: object, today: date) -> Responsible:
    """Return a valid person. `since`: a date (ISO), today by default and never later. Raises Refusal("responsible…")."""
    called = normalize_text(name) if isinstance(name, str) else ""
    if not 0 < len(called) <= LONGEST_RESPONSIBLE or not called.isprintable():
        raise Refusal("responsible.name", "name", high=LONGEST_RESPONSIBLE)
    way = "\n".join(filter(None, map(normalize_text, reach.splitlines()))) if isinstance(reach, str) else ""
    if not 0 < len(way) <= LONGEST_REACH or not way.replace("\n", "").isprintable():
        raise Refusal("responsible.reach", "reach", high=LONGEST_REACH)
    try:
        day = date.fromisoformat(str(since)) if since not in (None, "") else today
    except ValueError:
        raise Refusal("responsible.since", "since", read=str(since)[:20]) from None
    if day > today:
        raise Refusal("responsible.since", "since", read=day.isoformat())
    return Responsible(called, way, day.isoformat())


def set_responsible(club: ClubAccess, name: object, reach: object, since: object = None) -> None:
    """Name the person responsible for the club's personal data. Organizers only. Raises as `check_responsible` does."""
    club.check("organise")
    checked = check_responsible(name, reach, since, timezones.today(timezones.club_zone(club.zone)))
    _record_decision(
        club, "responsible", {"responsible": checked.name, "responsible_reach": checked.reach, "responsible_since": checked.since}
    )


def remove_responsible(club: ClubAccess) -> None:
    """Remove the responsible person. Organizers only."""
    club.check("organise")
    _record_decision(club, "responsible", dict.fromkeys(("responsible", "responsible_reach", "responsible_since")))


def check_months(read: object, field: str) -> int | None:
    """Return a retention period in months, or None for no limit (None or ""). Raises Refusal("keep.months")."""
    if read is None or read == "":
        return None
    if type(read) is not int or not 1 <= read <= MOST_MONTHS:
        raise Refusal("keep.months", field, read=str(read)[:20], high=MOST_MONTHS)
    return read


def set_retention(club: ClubAccess, names: object, sign_ins: object) -> None:
    """Set the months for which inactive players' names, and ended sessions, are stored. None: no limit. Organizers only.

    A shorter period takes effect after `NOTICE`. Raises Refusal("keep.months").
    """
    club.check("organise")
    months = {"keep_names": check_months(names, "keep_names"), "keep_sign_ins": check_months(sign_ins, "keep_sign_ins")}
    was = privacy_of(club.club_id).keeping
    pairs = ((was.names, months["keep_names"]), (was.sign_ins, months["keep_sign_ins"]))
    since: datetime | None = was.since
    if months["keep_names"] is None and months["keep_sign_ins"] is None:
        since = None
    elif since is None or any(new is not None and (old is None or new < old) for old, new in pairs):
        since = now()
    _record_decision(club, "keep", months, also={"keep_since": since})


def set_decisions(club: ClubAccess, facts: Mapping[str, Any]) -> None:
    """Make several decisions at once, all or none. Organizers only. Raises as the single ones do.

    `facts` may contain `public_names`, `responsible` (an object with `name`, `reach` and optionally `since`, or None),
    `keep_names` and `keep_sign_ins`.
    """
    club.check("organise")
    responsible = facts.get("responsible")
    months = {name: check_months(facts[name], name) for name in ("keep_names", "keep_sign_ins") if name in facts}
    if "public_names" in facts:
        check_names(facts["public_names"])
    if responsible is not None:
        if not isinstance(responsible, Mapping):
            raise Refusal("responsible.name", "responsible", high=LONGEST_RESPONSIBLE)
        check_responsible(
            responsible.get("name"),
            responsible.get("reach"),
            responsible.get("since"),
            timezones.today(timezones.club_zone(club.zone)),
        )
        set_responsible(club, responsible.get("name"), responsible.get("reach"), responsible.get("since"))
    elif "responsible" in facts:
        remove_responsible(club)
    if "public_names" in facts:
        set_names(club, facts["public_names"])
    if months:
        periods = privacy_of(club.club_id).keeping
        months = {"keep_names": periods.names, "keep_sign_ins": periods.sign_ins, **months}
        set_retention(club, months["keep_names"], months["keep_sign_ins"])


def _record_decision(club: ClubAccess, action: str, after: Json, also: Json | None = None) -> None:
    with write_transaction() as session:
        lock(session, club.club_id)
        row = session.get_one(Club, club.club_id, populate_existing=True)
        before = {name: getattr(row, name) for name in after}
        if before == after:
            return
        for name, value in (after | (also or {})).items():
            setattr(row, name, value)
        if action == "responsible":  # this log contains no names, only which facts exist and which are new
            changed = [name for name in after if before[name] != after[name]]
            before, after = ({name: facts[name] is not None for name in changed} for facts in (before, after))
        note(session, club.club_id, action, before, after, club)


def note(session: Session, club_id: int, action: str, before: Json, after: Json, club: ClubAccess | None = None) -> None:
    """Record a decision in the open transaction, with the club locked. `club`: its author's access, or None for the server."""
    last = session.scalar(select(func.max(StoredPrivacyEvent.number)).where(StoredPrivacyEvent.club_id == club_id)) or 0
    account = None if club is None else club.account
    session.add(
        StoredPrivacyEvent(
            club_id=club_id,
            number=last + 1,
            at=now(),
            account_id=account and account.id,
            who=account.name if account else "",
            action=action,
            before=before,
            after=after,
        )
    )
