"""Codes of the second step of a sign-in (TOTP, RFC 6238): made by an app on one's phone, or kept on paper for the day it is lost.

An app's code is six figures, another one every 30 s; the one before and the one after are taken too, each of them once.
"""

from __future__ import annotations

import hmac

import pyotp
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from scorekeeper.base.db import db, now
from scorekeeper.base.keys import digest, sealed, unsealed
from scorekeeper.clubs.actions import passwords
from scorekeeper.clubs.store.second_step import RecoveryCode, SecondStep

RECOVERY_CODES = 8
AROUND = 1
"""Codes before and after that of the moment that are taken, for clocks that differ."""

_SEAL = "scorekeeper.second-step"
_LONGEST = 60


def asked_of(account_id: int) -> bool:
    """Whether the account signs in by two steps."""
    step = db.session.get(SecondStep, account_id)
    return step is not None and step.confirmed_at is not None


def left(account_id: int) -> int:
    """How many recovery codes are not used yet."""
    mine = (RecoveryCode.account_id == account_id) & RecoveryCode.used_at.is_(None)
    return db.session.scalar(select(func.count()).where(mine)) or 0


def offer(session: Session, account_id: int) -> None:
    """A fresh secret for an app, in the open transaction. It takes the place of one that was never confirmed."""
    remove(session, account_id)
    session.add(SecondStep(account_id=account_id, secret=sealed(_SEAL, pyotp.random_base32()), last_counter=0, made_at=now()))


def offered(account_id: int) -> pyotp.TOTP | None:
    """What an app takes to make codes, as long as it is not confirmed: afterwards nobody sees it any more."""
    step = db.session.get(SecondStep, account_id)
    if step is None or step.confirmed_at is not None:
        return None
    secret = unsealed(_SEAL, step.secret)
    return None if secret is None else pyotp.TOTP(secret)


def take(session: Session, account_id: int, read: object) -> bool:
    """Whether this is a code of the app, in the open transaction: nobody can use it a second time."""
    typed = "".join(str(read).split()) if isinstance(read, str) else ""
    step = session.get(SecondStep, account_id)
    secret = unsealed(_SEAL, step.secret) if step is not None else None
    if secret is None or not (len(typed) == 6 and typed.isascii() and typed.isdecimal()):
        return False
    codes = pyotp.TOTP(secret)
    present = codes.timecode(now())
    near = range(present - AROUND, present + AROUND + 1)
    # Each is compared, so that the time taken tells nothing.
    fits = [counter for counter in near if hmac.compare_digest(codes.generate_otp(counter), typed)]
    for counter in fits:
        mine = (SecondStep.account_id == account_id) & (SecondStep.last_counter < counter)
        if session.scalar(update(SecondStep).where(mine).values(last_counter=counter).returning(SecondStep.account_id)):
            return True
    return False


def take_recovery(session: Session, account_id: int, read: object) -> bool:
    """Whether this is a recovery code that was not used; it is from now on, in the open transaction."""
    if not isinstance(read, str) or len(read) > _LONGEST:
        return False
    mine = (RecoveryCode.account_id == account_id) & (RecoveryCode.code == _kept(account_id, read))
    mine &= RecoveryCode.used_at.is_(None)
    return session.scalar(update(RecoveryCode).where(mine).values(used_at=now()).returning(RecoveryCode.account_id)) is not None


def confirm(session: Session, account_id: int) -> None:
    """The app makes the right codes: from now on they are asked for."""
    session.execute(update(SecondStep).where(SecondStep.account_id == account_id).values(confirmed_at=now()))


def renew_recovery(session: Session, account_id: int) -> tuple[str, ...]:
    """Fresh recovery codes in place of all others, some 78 bits each; kept as digests only."""
    made = tuple(passwords.made() for _ in range(RECOVERY_CODES))
    session.execute(delete(RecoveryCode).where(RecoveryCode.account_id == account_id))
    session.add_all(RecoveryCode(account_id=account_id, code=_kept(account_id, code)) for code in made)
    return made


def remove(session: Session, account_id: int) -> bool:
    """Ask this account for no codes any more; whether there was a second step."""
    session.execute(delete(RecoveryCode).where(RecoveryCode.account_id == account_id))
    gone = session.scalar(delete(SecondStep).where(SecondStep.account_id == account_id).returning(SecondStep.confirmed_at))
    return gone is not None


def as_typed(read: object) -> str:
    """What was typed, to be told back."""
    return "".join(c for c in str(read or "") if c.isprintable())[:20]


def _kept(account_id: int, read: str) -> str:
    letters = "".join(c for c in read.casefold() if c.isalnum())
    return digest(f"recovery:{account_id}:{letters}")
