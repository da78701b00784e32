"""Manages two-factor sign-in of one's own account: set up, confirm and turn off. Most steps need the password."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from scorekeeper.clubs.commands.accounts import accounts, two_factor_codes
from scorekeeper.clubs.commands.accounts.accounts import Account
from scorekeeper.clubs.store import account as stored
from scorekeeper.clubs.store.two_factor import SecondStep
from scorekeeper.core.db.database import db, write_transaction
from scorekeeper.core.refusals import Refusal

ISSUER = "200"
"""The app's name in authenticator apps, before the account's name."""


@dataclass(frozen=True)
class Offer:
    """The setup for an authenticator app.

    `secret`: to type, in groups of four. `address`: for a QR code (otpauth:).
    """

    secret: str
    address: str


@dataclass(frozen=True)
class TwoFactorState:
    """The state of two-factor sign-in. `since`: None if it is off. `left`: unused recovery codes. `offer`: not yet
    confirmed.
    """

    since: datetime | None
    left: int
    offer: Offer | None


def two_factor_state(account: Account) -> TwoFactorState:
    """Return the account's state."""
    row = db.session.get(SecondStep, account.id)
    begun = two_factor_codes.pending_app_secret(account.id)
    offer = None
    if begun is not None:
        grouped = " ".join(begun.secret[k : k + 4] for k in range(0, len(begun.secret), 4))
        offer = Offer(grouped, begun.provisioning_uri(name=account.name, issuer_name=ISSUER))
    return TwoFactorState(row.confirmed_at if row else None, two_factor_codes.count_recovery_codes(account.id), offer)


def begin(account: Account, password: object, address: str) -> None:
    """Create a secret for an app, without requiring codes yet. Raises Refusal("password.old", "second.already"), TooMany."""
    accounts.check_password(account, password, address)
    with write_transaction() as session:
        if _is_confirmed(_lock_account(session, account)):
            raise Refusal("second.already")
        two_factor_codes.create_app_secret(session, account.id)


def confirm(account: Account, code: object) -> tuple[str, ...]:
    """Turn on two-factor sign-in with the app's first code. Return the recovery codes, which are shown once.

    Raises Refusal("second.none", "second.already", "second.code").
    """
    with write_transaction() as session:
        step = _lock_account(session, account)
        if step is None:
            raise Refusal("second.none")
        if _is_confirmed(step):
            raise Refusal("second.already")
        if not two_factor_codes.use_app_code(session, account.id, code):
            raise Refusal("second.code", "code", read=two_factor_codes.as_typed(code))
        two_factor_codes.confirm(session, account.id)
        return two_factor_codes.renew_recovery(session, account.id)


def renew(account: Account, password: object, address: str) -> tuple[str, ...]:
    """Replace the recovery codes. Raises Refusal("password.old", "second.none"), TooMany."""
    accounts.check_password(account, password, address)
    with write_transaction() as session:
        if not _is_confirmed(_lock_account(session, account)):
            raise Refusal("second.none")
        return two_factor_codes.renew_recovery(session, account.id)


def end(account: Account, password: object, address: str) -> None:
    """Turn off two-factor sign-in, or cancel its setup. Raises Refusal("password.old"), TooMany."""
    accounts.check_password(account, password, address)
    with write_transaction() as session:
        two_factor_codes.remove(session, account.id)


def _lock_account(session: Session, account: Account) -> SecondStep | None:
    """Return the account's second factor and lock the account against parallel changes."""
    session.get(stored.Account, account.id, with_for_update=True)
    return session.get(SecondStep, account.id, populate_existing=True)


def _is_confirmed(step: SecondStep | None) -> bool:
    return step is not None and step.confirmed_at is not None
