"""Codes for two-factor sign-in (TOTP, RFC 6238): from an app, or printed recovery codes.

An app's code has six digits and changes every 30 s. The code before and the one after are accepted too, each of them once.
"""

from __future__ import annotations

import hmac

import pyotp
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from scorekeeper.clubs.commands.accounts import passwords
from scorekeeper.clubs.store.two_factor import RecoveryCode, SecondStep
from scorekeeper.core.db.database import db, now
from scorekeeper.core.security.signing import decrypt, digest, encrypt

RECOVERY_CODES = 8
AROUND = 1
"""Number of codes accepted before and after the current one, because clocks differ."""

_SEAL = "scorekeeper.second-step"
_LONGEST = 60


def has_two_factor(account_id: int) -> bool:
    """Return whether the account has two-factor sign-in."""
    step = db.session.get(SecondStep, account_id)
    return step is not None and step.confirmed_at is not None


def count_recovery_codes(account_id: int) -> int:
    """Return the number of unused recovery codes."""
    mine = (RecoveryCode.account_id == account_id) & RecoveryCode.used_at.is_(None)
    return db.session.scalar(select(func.count()).where(mine)) or 0


def create_app_secret(session: Session, account_id: int) -> None:
    """Create a secret for an app in the open transaction. It replaces one that was never confirmed."""
    remove(session, account_id)
    session.add(SecondStep(account_id=account_id, secret=encrypt(_SEAL, pyotp.random_base32()), last_counter=0, made_at=now()))


def pending_app_secret(account_id: int) -> pyotp.TOTP | None:
    """Return the TOTP settings for an app until they are confirmed. Afterwards no one can see them again."""
    step = db.session.get(SecondStep, account_id)
    if step is None or step.confirmed_at is not None:
        return None
    secret = decrypt(_SEAL, step.secret)
    return None if secret is None else pyotp.TOTP(secret)


def use_app_code(session: Session, account_id: int, read: object) -> bool:
    """Accept a code from the app in the open transaction, only once. Return whether it was valid."""
    typed = "".join(str(read).split()) if isinstance(read, str) else ""
    step = session.get(SecondStep, account_id)
    secret = decrypt(_SEAL, step.secret) if step is not None else None
    if secret is None or not (len(typed) == 6 and typed.isascii() and typed.isdecimal()):
        return False
    codes = pyotp.TOTP(secret)
    present = codes.timecode(now())
    near = range(present - AROUND, present + AROUND + 1)
    # Compare all of them, so that the time reveals nothing.
    fits = [counter for counter in near if hmac.compare_digest(codes.generate_otp(counter), typed)]
    for counter in fits:
        mine = (SecondStep.account_id == account_id) & (SecondStep.last_counter < counter)
        if session.scalar(update(SecondStep).where(mine).values(last_counter=counter).returning(SecondStep.account_id)):
            return True
    return False


def use_recovery_code(session: Session, account_id: int, read: object) -> bool:
    """Use a recovery code in the open transaction. Return whether it was valid and unused."""
    if not isinstance(read, str) or len(read) > _LONGEST:
        return False
    mine = (RecoveryCode.account_id == account_id) & (RecoveryCode.code == _recovery_digest(account_id, read))
    mine &= RecoveryCode.used_at.is_(None)
    return session.scalar(update(RecoveryCode).where(mine).values(used_at=now()).returning(RecoveryCode.account_id)) is not None


def confirm(session: Session, account_id: int) -> None:
    """Require codes from now on, because the app has shown a correct one."""
    session.execute(update(SecondStep).where(SecondStep.account_id == account_id).values(confirmed_at=now()))


def renew_recovery(session: Session, account_id: int) -> tuple[str, ...]:
    """Replace the recovery codes and return new ones, about 78 bits each. Only their hashes are stored."""
    new_codes = tuple(passwords.random_password() for _ in range(RECOVERY_CODES))
    session.execute(delete(RecoveryCode).where(RecoveryCode.account_id == account_id))
    session.add_all(RecoveryCode(account_id=account_id, code=_recovery_digest(account_id, code)) for code in new_codes)
    return new_codes


def remove(session: Session, account_id: int) -> bool:
    """Turn off two-factor sign-in. Return whether it was on."""
    session.execute(delete(RecoveryCode).where(RecoveryCode.account_id == account_id))
    confirmed_at = session.scalar(
        delete(SecondStep).where(SecondStep.account_id == account_id).returning(SecondStep.confirmed_at)
    )
    return confirmed_at is not None


def as_typed(read: object) -> str:
    """Return the typed code for the error message."""
    return "".join(c for c in str(read or "") if c.isprintable())[:20]


def _recovery_digest(account_id: int, read: str) -> str:
    letters = "".join(c for c in read.casefold() if c.isalnum())
    return digest(f"recovery:{account_id}:{letters}")
