"""Accounts: the first one, signing in and out, passwords. Players need none; only those who run a club do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from scorekeeper.base import cookies, sign_in_limits
from scorekeeper.base.db import db, now, writing
from scorekeeper.base.keys import digest, folded, fresh, signed, tidy, unsigned
from scorekeeper.base.locks import turn
from scorekeeper.base.refusals import NotFound, Refusal
from scorekeeper.clubs.actions import account_secrets, codes, known_browsers, passwords
from scorekeeper.clubs.store import account as stored

COOKIE = cookies.ACCOUNT
SIGN_IN_AGE = 60 * 60 * 24 * 30
"""Seconds for which a browser stays signed in: thirty days."""

_SALT, _HALFWAY = "scorekeeper.account", "scorekeeper.halfway"
HALFWAY_LASTS = timedelta(minutes=10)
_LONGEST_AGENT = 120


@dataclass(frozen=True)
class Account:
    """Somebody who is signed in. `sign_in_id`: by which sign-in; None for a program with a token."""

    id: int
    name: str
    sign_in_id: int | None = None


@dataclass(frozen=True)
class SignIn:
    """A browser that is signed in. `here`: the one that asks."""

    id: int
    agent: str
    created_at: datetime
    expires_at: datetime
    here: bool


class CodeAsked(Refusal):
    """The password was right, and the account has a second step. `halfway`: what `second_step` takes, for `HALFWAY_LASTS`."""

    status = 403

    def __init__(self, halfway: str) -> None:
        super().__init__("sign_in.code", "code")
        self.halfway = halfway


def none_yet() -> bool:
    """Whether nobody has an account (any more): whoever comes first becomes the organiser."""
    return db.session.scalar(select(stored.Account.id).where(stored.Account.closed_at.is_(None)).limit(1)) is None


def named(name: str) -> stored.Account:
    """The account of that name, however it is written. Raises NotFound("account.none")."""
    query = select(stored.Account).where(stored.Account.key == folded(name), stored.Account.closed_at.is_(None))
    account = db.session.scalars(query).first()
    if account is None:
        raise NotFound("account.none", read=name)
    return account


def add(session: Session, name: str, password: str, *, founder: bool | None = None) -> stored.Account:
    """Put a new account into the open transaction; IntegrityError where the name is taken."""
    account = stored.Account(name=name, key=folded(name), password=password, founder=founder, created_at=now())
    session.add(account)
    session.flush()
    return account


def sign_in(name: object, password: object, address: str, *, agent: str = "", known: str | None = None) -> tuple[Account, str]:
    """Sign in on a browser; the second part of the answer is the cookie. `known`: the browser's cookie of `known_browsers`.

    Raises Refusal("sign_in"), which does not say what was wrong, TooMany("sign_in.wait"), and CodeAsked for the second step.
    """
    key = folded(str(name))[: stored.LONGEST_ACCOUNT_NAME]
    browser = known_browsers.known_as(known, key)
    query = select(stored.Account).where(stored.Account.key == key, stored.Account.closed_at.is_(None))
    # One after the other: several browsers that sign in at once with the right password are no guesses.
    with turn(int(digest(f"{key}\0{address}")[:8], 16), "sign-in-"):
        sign_in_limits.spend(key, address, browser)
        account = db.session.scalars(query).first()
        if not passwords.matches(account.password if account else None, password) or account is None:
            raise Refusal("sign_in", "password")
        sign_in_limits.forgive(key, address, browser)
    renewed = passwords.hashed(str(password)) if passwords.outdated(account.password) else None
    with writing() as session:
        if renewed:
            session.execute(update(stored.Account).where(stored.Account.id == account.id).values(password=renewed))
        opened = opened_or_halfway(session, account, agent)
    return first_step_taken(opened)


def opened_or_halfway(session: Session, account: stored.Account, agent: str) -> tuple[Account, str] | str:
    """Sign in who has taken the first step, in the open transaction; what `CodeAsked` carries where there is a second one."""
    if codes.asked_of(account.id):
        return account_secrets.made(_HALFWAY, account, now() + HALFWAY_LASTS)
    return _signed_in(session, account, agent)


def first_step_taken(opened: tuple[Account, str] | str) -> tuple[Account, str]:
    """What came of the first step once it is written. Raises CodeAsked."""
    if isinstance(opened, str):
        raise CodeAsked(opened)
    return opened


def second_step(halfway: str, code: object, address: str, *, agent: str = "", known: str | None = None) -> tuple[Account, str]:
    """Go on where CodeAsked was raised, with a code of the app; else as `sign_in`.

    Raises Refusal("sign_in.late") where that was too long ago, Refusal("second.code"), TooMany("sign_in.wait").
    """
    return _by_code(codes.take, Refusal("second.code", "code", read=codes.as_typed(code)), halfway, code, address, agent, known)


def recovery_step(halfway: str, code: object, address: str, *, agent: str = "", known: str | None = None) -> tuple[Account, str]:
    """As `second_step`, with a recovery code. Raises Refusal("second.recovery") for what is none, or was used."""
    wrong = Refusal("second.recovery", "recovery", read=codes.as_typed(code))
    return _by_code(codes.take_recovery, wrong, halfway, code, address, agent, known)


def _by_code(
    take: Callable[[Session, int, object], bool],
    wrong: Refusal,
    halfway: str,
    code: object,
    address: str,
    agent: str,
    known: str | None,
) -> tuple[Account, str]:
    account = account_secrets.account_of(_HALFWAY, halfway)
    if account is None:
        raise Refusal("sign_in.late")
    key = folded(account.name)
    browser = known_browsers.known_as(known, key)
    tries = f"second step of {key}"
    with turn(int(digest(f"{tries}\0{address}")[:8], 16), "sign-in-"):
        sign_in_limits.spend(tries, address, browser)
        with writing() as session:
            opened = _signed_in(session, account, agent) if take(session, account.id, code) else None
        if opened is None:
            raise wrong
        sign_in_limits.forgive(tries, address, browser)
    return opened


def open_for(session: Session, account: stored.Account, agent: str) -> tuple[Account, str]:
    """Sign a new account in, in the open transaction."""
    return _signed_in(session, account, agent)


def _signed_in(session: Session, account: stored.Account, agent: str) -> tuple[Account, str]:
    secret, moment = fresh(), now()
    agent = "".join(c for c in agent if c.isprintable())[:_LONGEST_AGENT]
    expires = moment + timedelta(seconds=SIGN_IN_AGE)
    row = stored.SignIn(account_id=account.id, secret=digest(secret), agent=agent, created_at=moment, expires_at=expires)
    session.add(row)
    session.flush()
    return Account(account.id, account.name, row.id), signed(_SALT, secret)


_LOAD = (
    select(stored.Account.id, stored.Account.name, stored.SignIn.id)
    .join(stored.SignIn, stored.SignIn.account_id == stored.Account.id)
    .where(stored.Account.closed_at.is_(None), stored.SignIn.ended_at.is_(None))
    .where(
        stored.SignIn.secret == bindparam("secret"),
        stored.SignIn.expires_at > bindparam("now", type_=stored.SignIn.expires_at.type),
    )
)


def load(cookie: str | None) -> Account | None:
    """Who is signed in with this cookie; None for nobody. One query."""
    secret = unsigned(_SALT, cookie)
    if secret is None:
        return None
    row = db.session.execute(_LOAD, {"secret": digest(secret), "now": now()}).first()
    return None if row is None else Account(*row)


def sign_out(account: Account) -> None:
    """End this sign-in; its cookie opens nothing any more."""
    _end(account, stored.SignIn.id == account.sign_in_id)


def sign_out_everywhere(account: Account, *, but_here: bool = False) -> None:
    """End all sign-ins of the account, or all others."""
    _end(account, stored.SignIn.id != account.sign_in_id if but_here else stored.SignIn.id > 0)


def end_sign_in(account: Account, sign_in_id: int) -> None:
    """End one of the account's own sign-ins. Raises NotFound("sign_in.none")."""
    if all(one.id != sign_in_id for one in sign_ins(account)):
        raise NotFound("sign_in.none")
    _end(account, stored.SignIn.id == sign_in_id)


def _end(account: Account, which: object) -> None:
    mine = (stored.SignIn.account_id == account.id) & stored.SignIn.ended_at.is_(None)
    with writing() as session:
        session.execute(update(stored.SignIn).where(mine, which).values(ended_at=now()))  # type: ignore[arg-type]


def sign_ins(account: Account) -> list[SignIn]:
    """Where the account is signed in, the newest first."""
    query = (
        select(stored.SignIn.id, stored.SignIn.agent, stored.SignIn.created_at, stored.SignIn.expires_at)
        .where(stored.SignIn.account_id == account.id, stored.SignIn.ended_at.is_(None), stored.SignIn.expires_at > now())
        .order_by(stored.SignIn.id.desc())
    )
    return [SignIn(*row, here=row[0] == account.sign_in_id) for row in db.session.execute(query)]


def change_password(account: Account, old: object, new: object, address: str) -> None:
    """Set another password; every other browser is signed out. Raises Refusal("password.old"), TooMany, Refusal."""
    wanted = passwords.check(new, account.name)
    check_password(account, old, address)
    hashed = passwords.hashed(wanted)
    with writing() as session:
        session.execute(update(stored.Account).where(stored.Account.id == account.id).values(password=hashed))
    sign_out_everywhere(account, but_here=True)


def check_password(account: Account, password: object, address: str) -> None:
    """Whether whoever is signed in knows the password too.

    Raises Refusal("password.old"), Refusal("password.none") for an account that has none, TooMany("sign_in.wait").
    """
    kept = db.session.scalar(select(stored.Account.password).where(stored.Account.id == account.id))
    if kept == passwords.NONE:
        raise Refusal("password.none", "old", name=account.name)
    key = folded(account.name)
    browser = f"sign-in {account.sign_in_id}"  # it is signed in: others' wrong tries are none of its own
    sign_in_limits.spend(key, address, browser)
    if not passwords.matches(kept, password):
        raise Refusal("password.old", "old")
    sign_in_limits.forgive(key, address, browser)


def check_name(name: object) -> str:
    """A name for an account, tidied. Raises Refusal("account.name")."""
    tidied = tidy(name) if isinstance(name, str) else ""
    fits = 0 < len(tidied) <= stored.LONGEST_ACCOUNT_NAME and 0 < len(folded(tidied)) <= stored.LONGEST_ACCOUNT_NAME
    if not fits or not tidied.isprintable():
        raise Refusal("account.name", "name", high=stored.LONGEST_ACCOUNT_NAME)
    return tidied
