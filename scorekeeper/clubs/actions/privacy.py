"""What a club decides about what it keeps of people, each decision written down: how everybody sees names, who answers for it,
how long it is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.base import hours
from scorekeeper.base.db import db, now, writing
from scorekeeper.base.keys import tidy
from scorekeeper.base.refusals import NotFound, Refusal
from scorekeeper.clubs.actions.members import ClubAccess, lock
from scorekeeper.clubs.actions.public_names import CHOICES
from scorekeeper.clubs.store.club import LONGEST_REACH, LONGEST_RESPONSIBLE, Club
from scorekeeper.clubs.store.privacy import PrivacyChange

MOST_MONTHS = 240
"""Twenty years."""
NOTICE = timedelta(days=7)
"""From the choice of a time to the first that is replaced or deleted by it: it cannot be taken back."""

Json = dict[str, Any]


@dataclass(frozen=True)
class Responsible:
    """Who answers for what a club keeps of people. `reach`: e-mail, telephone or address; `since`: a day (ISO)."""

    name: str
    reach: str
    since: str


@dataclass(frozen=True)
class Keeping:
    """For how many months names of those who came no more, and sign-ins that have ended, are kept; None: for ever.

    `since`: when that was chosen; None where everything is kept for ever.
    """

    names: int | None
    sign_ins: int | None
    since: datetime | None

    @property
    def begins(self) -> datetime | None:
        """From when on it is obeyed; None where there is nothing to obey."""
        return self.since + NOTICE if self.since is not None else None


@dataclass(frozen=True)
class Privacy:
    """What a club has decided. `public_names`: how everybody sees its players (`public_names.CHOICES`)."""

    public_names: str
    responsible: Responsible | None
    keeping: Keeping


def privacy_of(club_id: int) -> Privacy:
    """What the club of that number has decided. Raises NotFound("club")."""
    asked = (Club.responsible, Club.responsible_reach, Club.responsible_since)
    kept = (Club.keep_names, Club.keep_sign_ins, Club.keep_since)
    row = db.session.execute(select(Club.public_names, *asked, *kept).where(Club.id == club_id)).first()
    if row is None:
        raise NotFound("club")
    choice, name, reach, since, names, sign_ins, keep_since = row
    responsible = Responsible(name, reach or "", since or "") if name else None
    return Privacy(choice, responsible, Keeping(names, sign_ins, keep_since))


def names_of(club: ClubAccess) -> str:
    """How everybody sees the players of the club (`public_names.CHOICES`). Raises NotFound("club")."""
    return privacy_of(club.club_id).public_names


def check_names(read: object) -> str:
    """How names are shown. Raises Refusal("names.choice")."""
    if read not in CHOICES:
        raise Refusal("names.choice", "public_names", read=str(read)[:20])
    return str(read)


def set_names(club: ClubAccess, choice: object) -> None:
    """How everybody sees the players of the club, of tournaments that do not say otherwise. Organisers."""
    club.check("organise")
    _set(club, "names", {"public_names": check_names(choice)})


def check_responsible(name: object, reach: object, since: object, today: date) -> Responsible:
    """Who answers; `since`: a day (ISO) up to today, which is meant where none is given. Raises Refusal("responsible…")."""
    called = tidy(name) if isinstance(name, str) else ""
    if not 0 < len(called) <= LONGEST_RESPONSIBLE or not called.isprintable():
        raise Refusal("responsible.name", "name", high=LONGEST_RESPONSIBLE)
    way = "\n".join(filter(None, map(tidy, reach.splitlines()))) if isinstance(reach, str) else ""
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
    """Name who answers for what the club keeps of people. Organisers. Raises as `check_responsible`."""
    club.check("organise")
    checked = check_responsible(name, reach, since, hours.today(hours.hall(club.zone)))
    _set(
        club, "responsible", {"responsible": checked.name, "responsible_reach": checked.reach, "responsible_since": checked.since}
    )


def no_responsible(club: ClubAccess) -> None:
    """Name nobody any more. Organisers."""
    club.check("organise")
    _set(club, "responsible", dict.fromkeys(("responsible", "responsible_reach", "responsible_since")))


def check_months(read: object, field: str) -> int | None:
    """For how many months something is kept; None and the empty text: for ever. Raises Refusal("keep.months")."""
    if read is None or read == "":
        return None
    if type(read) is not int or not 1 <= read <= MOST_MONTHS:
        raise Refusal("keep.months", field, read=str(read)[:20], high=MOST_MONTHS)
    return read


def set_keeping(club: ClubAccess, names: object, sign_ins: object) -> None:
    """For how many months names of those who came no more, and sign-ins that have ended, are kept; None: for ever. Organisers.

    What is due by a shorter time than before is due when `NOTICE` is over. Raises Refusal("keep.months").
    """
    club.check("organise")
    wanted = {"keep_names": check_months(names, "keep_names"), "keep_sign_ins": check_months(sign_ins, "keep_sign_ins")}
    was = privacy_of(club.club_id).keeping
    pairs = ((was.names, wanted["keep_names"]), (was.sign_ins, wanted["keep_sign_ins"]))
    since: datetime | None = was.since
    if wanted["keep_names"] is None and wanted["keep_sign_ins"] is None:
        since = None
    elif since is None or any(new is not None and (old is None or new < old) for old, new in pairs):
        since = now()
    _set(club, "keep", wanted, also={"keep_since": since})


def decide(club: ClubAccess, facts: Mapping[str, Any]) -> None:
    """Several decisions at once, all or none: of `public_names`, `responsible` (an object with `name`, `reach` and perhaps
    `since`, or None for nobody), `keep_names` and `keep_sign_ins` those that are given. Organisers. Raises as those that set one.
    """
    club.check("organise")
    named = facts.get("responsible")
    months = {name: check_months(facts[name], name) for name in ("keep_names", "keep_sign_ins") if name in facts}
    if "public_names" in facts:
        check_names(facts["public_names"])
    if named is not None:
        if not isinstance(named, Mapping):
            raise Refusal("responsible.name", "responsible", high=LONGEST_RESPONSIBLE)
        check_responsible(named.get("name"), named.get("reach"), named.get("since"), hours.today(hours.hall(club.zone)))
        set_responsible(club, named.get("name"), named.get("reach"), named.get("since"))
    elif "responsible" in facts:
        no_responsible(club)
    if "public_names" in facts:
        set_names(club, facts["public_names"])
    if months:
        stands = privacy_of(club.club_id).keeping
        months = {"keep_names": stands.names, "keep_sign_ins": stands.sign_ins, **months}
        set_keeping(club, months["keep_names"], months["keep_sign_ins"])


def _set(club: ClubAccess, action: str, wanted: Json, also: Json | None = None) -> None:
    with writing() as session:
        lock(session, club.club_id)
        row = session.get_one(Club, club.club_id, populate_existing=True)
        before = {name: getattr(row, name) for name in wanted}
        if before == wanted:
            return
        for name, value in (wanted | (also or {})).items():
            setattr(row, name, value)
        if action == "responsible":  # no name stands in this log: only which facts there are, and which are new
            changed = [name for name in wanted if before[name] != wanted[name]]
            before, wanted = ({name: facts[name] is not None for name in changed} for facts in (before, wanted))
        note(session, club.club_id, action, before, wanted, club)


def note(session: Session, club_id: int, action: str, before: Json, after: Json, club: ClubAccess | None = None) -> None:
    """Write down in the open transaction, the club locked, what was done. `club`: by whom, None for the program itself."""
    last = session.scalar(select(func.max(PrivacyChange.number)).where(PrivacyChange.club_id == club_id)) or 0
    account = None if club is None else club.account
    session.add(
        PrivacyChange(
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
