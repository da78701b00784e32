"""One's own second step: set up with an app, confirmed by a code, ended. Whoever asks types the password first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from scorekeeper.base.db import db, writing
from scorekeeper.base.refusals import Refusal
from scorekeeper.clubs.actions import accounts, codes
from scorekeeper.clubs.actions.accounts import Account
from scorekeeper.clubs.store import account as stored
from scorekeeper.clubs.store.second_step import SecondStep

ISSUER = "200"
"""What an app calls the program, before the account's name."""


@dataclass(frozen=True)
class Offer:
    """What an app takes: `secret` to be typed, in groups of four; `address` to be photographed as a QR code (otpauth:)."""

    secret: str
    address: str


@dataclass(frozen=True)
class Step:
    """How it stands. `since`: None where one step is enough; `left`: recovery codes not used; `offer`: begun, not confirmed."""

    since: datetime | None
    left: int
    offer: Offer | None


def step_of(account: Account) -> Step:
    """The account's second step as it stands."""
    row = db.session.get(SecondStep, account.id)
    begun = codes.offered(account.id)
    offer = None
    if begun is not None:
        grouped = " ".join(begun.secret[k : k + 4] for k in range(0, len(begun.secret), 4))
        offer = Offer(grouped, begun.provisioning_uri(name=account.name, issuer_name=ISSUER))
    return Step(row.confirmed_at if row else None, codes.left(account.id), offer)


def begin(account: Account, password: object, address: str) -> None:
    """Make a secret for an app; nothing is asked for yet. Raises Refusal("password.old", "second.already"), TooMany."""
    accounts.check_password(account, password, address)
    with writing() as session:
        if _counts(_locked(session, account)):
            raise Refusal("second.already")
        codes.offer(session, account.id)


def confirm(account: Account, code: object) -> tuple[str, ...]:
    """The app's first code: from now on one is asked for at every sign-in. Gives the recovery codes, which are shown once.

    Raises Refusal("second.none", "second.already", "second.code").
    """
    with writing() as session:
        step = _locked(session, account)
        if step is None:
            raise Refusal("second.none")
        if _counts(step):
            raise Refusal("second.already")
        if not codes.take(session, account.id, code):
            raise Refusal("second.code", "code", read=codes.as_typed(code))
        codes.confirm(session, account.id)
        return codes.renew_recovery(session, account.id)


def renew(account: Account, password: object, address: str) -> tuple[str, ...]:
    """Other recovery codes in place of those that there are. Raises Refusal("password.old", "second.none"), TooMany."""
    accounts.check_password(account, password, address)
    with writing() as session:
        if not _counts(_locked(session, account)):
            raise Refusal("second.none")
        return codes.renew_recovery(session, account.id)


def end(account: Account, password: object, address: str) -> None:
    """The password alone is enough again; what was begun is dropped. Raises Refusal("password.old"), TooMany."""
    accounts.check_password(account, password, address)
    with writing() as session:
        codes.remove(session, account.id)


def _locked(session: Session, account: Account) -> SecondStep | None:
    """The step as it stands; of two who ask at once the second waits for the first."""
    session.get(stored.Account, account.id, with_for_update=True)
    return session.get(SecondStep, account.id, populate_existing=True)


def _counts(step: SecondStep | None) -> bool:
    return step is not None and step.confirmed_at is not None
