"""Accounts: the first one, signing in and out, and passwords. Only people who run a club need one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from scorekeeper.clubs.commands.accounts import passwords, two_factor_codes
from scorekeeper.clubs.store import account as stored
from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.db.locks import hold_numbered_lock
from scorekeeper.core.http import cookies
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.core.security import rate_limits
from scorekeeper.core.security.signing import digest, fold, new_secret, normalize_text, sign, verify_signed

COOKIE = cookies.ACCOUNT
SIGN_IN_AGE = 60 * 60 * 24 * 30
"""Seconds for which a browser stays signed in: thirty days."""

_SALT, _HALFWAY = "scorekeeper.account", "scorekeeper.halfway"
HALFWAY_LIFETIME = timedelta(minutes=10)
_LONGEST_AGENT = 120


@dataclass(frozen=True)
class Account:
    """A signed-in account. `sign_in_id`: its session, or None for an API token."""

    id: int
    name: str
    sign_in_id: int | None = None


@dataclass(frozen=True)
class SignIn:
    """A browser's session. `here`: the current one."""

    id: int
    agent: str
    created_at: datetime
    expires_at: datetime
    here: bool


class CodeRequired(Refusal):
    """The password was right, but two-factor sign-in is on. `halfway`: argument for `sign_in_with_code`, valid for
    `HALFWAY_LIFETIME`.
    """

    status = 403

    def __init__(self, halfway: str) -> None:
        super().__init__("sign_in.code", "code")
        self.halfway = halfway


def no_account_exists() -> bool:
    """Return whether there is no open account, so that the first visitor may become the organizer."""
    return db.session.scalar(select(stored.Account.id).where(stored.Account.closed_at.is_(None)).limit(1)) is None


def find_account(name: str) -> stored.Account:
    """Return the account with that name, whatever its case and accents. Raises NotFound("account.none")."""
    query = select(stored.Account).where(stored.Account.key == fold(name), stored.Account.closed_at.is_(None))
    account = db.session.scalars(query).first()
    if account is None:
        raise NotFound("account.none", read=name)
    return account


def add(session: Session, name: str, password: str, *, founder: bool | None = None) -> stored.Account:
    """Add an account in the open transaction. Raises IntegrityError if the name is taken."""
    account = stored.Account(name=name, key=fold(name), password=password, founder=founder, created_at=now())
    session.add(account)
    session.flush()
    return account


def sign_in(name: object, password: object, address: str, *, agent: str = "", known: str | None = None) -> tuple[Account, str]:
    """Sign in, and return the account with its cookie. `known`: the browser's cookie from `known_browsers`.

    Raises Refusal("sign_in") without saying what was wrong, TooMany("sign_in.wait"), and CodeAsked for the second factor.
    """
    key = fold(str(name))[: stored.LONGEST_ACCOUNT_NAME]
    browser = passwords.browser_key(known, key)
    query = select(stored.Account).where(stored.Account.key == key, stored.Account.closed_at.is_(None))
    # One at a time, so that parallel sign-ins with the right password do not count as guesses.
    with hold_numbered_lock(int(digest(f"{key}\0{address}")[:8], 16), "sign-in-"):
        rate_limits.count_attempt(key, address, browser)
        account = db.session.scalars(query).first()
        if not passwords.matches(account.password if account else None, password) or account is None:
            raise Refusal("sign_in", "password")
        rate_limits.forget_failures(key, address, browser)
    renewed = passwords.hash_password(str(password)) if passwords.needs_rehash(account.password) else None
    with write_transaction() as session:
        if renewed:
            session.execute(update(stored.Account).where(stored.Account.id == account.id).values(password=renewed))
        opened = open_or_require_code(session, account, agent)
    return require_finished(opened)


def open_or_require_code(session: Session, account: stored.Account, agent: str) -> tuple[Account, str] | str:
    """Sign in after the first factor, in the open transaction. If a second one is needed, return `CodeAsked.halfway`."""
    if two_factor_codes.has_two_factor(account.id):
        return passwords.make_secret(_HALFWAY, account, now() + HALFWAY_LIFETIME)
    return _create_session(session, account, agent)


def require_finished(opened: tuple[Account, str] | str) -> tuple[Account, str]:
    """Return the result of `open_or_require_code` after the commit. Raises CodeAsked."""
    if isinstance(opened, str):
        raise CodeRequired(opened)
    return opened


def sign_in_with_code(
    halfway: str, code: object, address: str, *, agent: str = "", known: str | None = None
) -> tuple[Account, str]:
    """Complete a sign-in after CodeAsked with a code from the app. Returns as `sign_in` does.

    Raises Refusal("sign_in.late") if it took too long, Refusal("second.code"), TooMany("sign_in.wait").
    """
    return _complete_sign_in(
        two_factor_codes.use_app_code,
        Refusal("second.code", "code", read=two_factor_codes.as_typed(code)),
        halfway,
        code,
        address,
        agent,
        known,
    )


def sign_in_with_recovery_code(
    halfway: str, code: object, address: str, *, agent: str = "", known: str | None = None
) -> tuple[Account, str]:
    """Like `sign_in_with_code`, with a recovery code. Raises Refusal("second.recovery") if it is invalid or used."""
    wrong = Refusal("second.recovery", "recovery", read=two_factor_codes.as_typed(code))
    return _complete_sign_in(two_factor_codes.use_recovery_code, wrong, halfway, code, address, agent, known)


def _complete_sign_in(
    take: Callable[[Session, int, object], bool],
    wrong: Refusal,
    halfway: str,
    code: object,
    address: str,
    agent: str,
    known: str | None,
) -> tuple[Account, str]:
    account = passwords.account_of(_HALFWAY, halfway)
    if account is None:
        raise Refusal("sign_in.late")
    key = fold(account.name)
    browser = passwords.browser_key(known, key)
    tries = f"second step of {key}"
    with hold_numbered_lock(int(digest(f"{tries}\0{address}")[:8], 16), "sign-in-"):
        rate_limits.count_attempt(tries, address, browser)
        with write_transaction() as session:
            opened = _create_session(session, account, agent) if take(session, account.id, code) else None
        if opened is None:
            raise wrong
        rate_limits.forget_failures(tries, address, browser)
    return opened


def open_session(session: Session, account: stored.Account, agent: str) -> tuple[Account, str]:
    """Sign in a new account in the open transaction."""
    return _create_session(session, account, agent)


def _create_session(session: Session, account: stored.Account, agent: str) -> tuple[Account, str]:
    secret, moment = new_secret(), now()
    agent = "".join(c for c in agent if c.isprintable())[:_LONGEST_AGENT]
    expires = moment + timedelta(seconds=SIGN_IN_AGE)
    row = stored.SignIn(account_id=account.id, secret=digest(secret), agent=agent, created_at=moment, expires_at=expires)
    session.add(row)
    session.flush()
    return Account(account.id, account.name, row.id), sign(_SALT, secret)


_LOAD = (
    select(stored.Account.id, stored.Account.name, stored.SignIn.id)
    .join(stored.SignIn, stored.SignIn.account_id == stored.Account.id)
    .where(stored.Account.closed_at.is_(None), stored.SignIn.ended_at.is_(None))
    .where(
        stored.SignIn.secret == bindparam("secret"),
        stored.SignIn.expires_at > bindparam("now", type_=stored.SignIn.expires_at.type),
    )
)


def load_account(cookie: str | None) -> Account | None:
    """Return the account of a session cookie, or None. One query."""
    secret = verify_signed(_SALT, cookie)
    if secret is None:
        return None
    row = db.session.execute(_LOAD, {"secret": digest(secret), "now": now()}).first()
    return None if row is None else Account(*row)


def sign_out(account: Account) -> None:
    """End this session."""
    _end_sessions(account, stored.SignIn.id == account.sign_in_id)


def sign_out_everywhere(account: Account, *, but_here: bool = False) -> None:
    """End all sessions of the account, or all others."""
    _end_sessions(account, stored.SignIn.id != account.sign_in_id if but_here else stored.SignIn.id > 0)


def end_sign_in(account: Account, sign_in_id: int) -> None:
    """End one of the account's sessions. Raises NotFound("sign_in.none")."""
    if all(one.id != sign_in_id for one in sign_ins(account)):
        raise NotFound("sign_in.none")
    _end_sessions(account, stored.SignIn.id == sign_in_id)


def _end_sessions(account: Account, which: object) -> None:
    mine = (stored.SignIn.account_id == account.id) & stored.SignIn.ended_at.is_(None)
    with write_transaction() as session:
        session.execute(update(stored.SignIn).where(mine, which).values(ended_at=now()))  # type: ignore[arg-type]


def sign_ins(account: Account) -> list[SignIn]:
    """Return the account's sessions, newest first."""
    query = (
        select(stored.SignIn.id, stored.SignIn.agent, stored.SignIn.created_at, stored.SignIn.expires_at)
        .where(stored.SignIn.account_id == account.id, stored.SignIn.ended_at.is_(None), stored.SignIn.expires_at > now())
        .order_by(stored.SignIn.id.desc())
    )
    return [SignIn(*row, here=row[0] == account.sign_in_id) for row in db.session.execute(query)]


def change_password(account: Account, old: object, new: object, address: str) -> None:
    """Change the password and end all other sessions. Raises Refusal("password.old"), TooMany, Refusal."""
    new_password = passwords.check(new, account.name)
    check_password(account, old, address)
    hashed = passwords.hash_password(new_password)
    with write_transaction() as session:
        session.execute(update(stored.Account).where(stored.Account.id == account.id).values(password=hashed))
    sign_out_everywhere(account, but_here=True)


def check_password(account: Account, password: object, address: str) -> None:
    """Check the password of a signed-in account.

    Raises Refusal("password.old"), Refusal("password.none") for an account without one, TooMany("sign_in.wait").
    """
    stored_hash = db.session.scalar(select(stored.Account.password).where(stored.Account.id == account.id))
    if stored_hash == passwords.NO_PASSWORD:
        raise Refusal("password.none", "old", name=account.name)
    key = fold(account.name)
    browser = f"sign-in {account.sign_in_id}"  # failed attempts of others do not count against a session
    rate_limits.count_attempt(key, address, browser)
    if not passwords.matches(stored_hash, password):
        raise Refusal("password.old", "old")
    rate_limits.forget_failures(key, address, browser)


def check_name(name: object) -> str:
    """Return a valid account name, normalized. Raises Refusal("account.name")."""
    tidied = normalize_text(name) if isinstance(name, str) else ""
    fits = 0 < len(tidied) <= stored.LONGEST_ACCOUNT_NAME and 0 < len(fold(tidied)) <= stored.LONGEST_ACCOUNT_NAME
    if not fits or not tidied.isprintable():
        raise Refusal("account.name", "name", high=stored.LONGEST_ACCOUNT_NAME)
    return tidied
