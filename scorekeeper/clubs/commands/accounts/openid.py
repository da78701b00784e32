"""Sign-in by OpenID Connect, for accounts whose owners have connected them with an identity at the provider.

The second factor is still required, because the provider replaces only the password.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from flask import current_app
from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper.clubs.commands.accounts import accounts, passwords
from scorekeeper.clubs.commands.accounts.accounts import Account
from scorekeeper.clubs.store import account as stored
from scorekeeper.clubs.store.openid import LONGEST_SHOWN, OpenIdLink
from scorekeeper.core.config.openid import OpenId, SignInRequest
from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.net.proxies import limit_address
from scorekeeper.core.refusals import NotFound, Refusal, TooMany
from scorekeeper.core.security.rate_limits import count_visitor_request
from scorekeeper.core.security.signing import decrypt, digest, encrypt, new_secret, normalize_text
from scorekeeper.formats import strict_json

if TYPE_CHECKING:
    from scorekeeper.clubs.commands.accounts.openid_provider import Provider

LIFETIME = timedelta(minutes=10)
"""Maximum time at the provider, no longer than uses are remembered (`rate_limits.WINDOW`)."""
MOST_OF_EACH = 3
"""Maximum attempts per quarter of an hour, for each phone that may share an address."""
_SEAL = "scorekeeper.openid"
_SAME_NAME = 20


@dataclass(frozen=True)
class Link:
    """The identity connected with an account."""

    shown: str
    linked_at: datetime
    used_at: datetime | None


@dataclass(frozen=True)
class StartedSignIn:
    """A sign-in that has started. `address`: the provider's URL. `kept`: value of the browser's cookie until it returns."""

    address: str
    kept: str


@dataclass(frozen=True)
class ProviderReturn:
    """A browser back from the provider. `connects`: the session that connects an account, or None. `target`: next page."""

    claims: Mapping[str, object]
    connects: int | None
    target: str


def provider_name() -> str | None:
    """Return the provider's name for the button, or None if it is off."""
    settings = _configured_provider()
    return settings.name if settings else None


def _configured_provider() -> OpenId | None:
    declared: OpenId | None = current_app.config.get("OPENID")
    return declared


def _provider() -> Provider:
    settings = _configured_provider()
    if settings is None:
        raise NotFound("openid.off")
    # Authlib takes half a second to import, so only servers with a provider load it.
    from scorekeeper.clubs.commands.accounts.openid_provider import provider_of

    return provider_of(settings)


def begin(back: str, address: str, most: int, *, target: str, connects: Account | None = None) -> StartedSignIn:
    """Start a sign-in that returns to the URL `back`. `address`: the client's; `most`: phones that may share it.

    Raises NotFound("openid.off"), TooMany("sign_in.wait"), Away, Refusal("openid.wrong").
    """
    provider = _provider()
    count_visitor_request("sign_in.wait", {f"openid:{limit_address(address)}": MOST_OF_EACH * most})
    question = SignInRequest(new_secret(), new_secret(), new_secret(), back)
    payload = {
        "state": question.state,
        "nonce": question.nonce,
        "verifier": question.verifier,
        "back": back,
        "until": int((now() + LIFETIME).timestamp()),
        "target": target,
        "connects": connects.sign_in_id if connects else None,
    }
    return StartedSignIn(provider.address(question), encrypt(_SEAL, strict_json.dumps(payload).decode()))


def finish_sign_in(cookie: str | None, answer: Mapping[str, str]) -> ProviderReturn:
    """Return the claims from the provider. `cookie`: from `begin`; `answer`: the query of the redirect.

    Works once. Raises NotFound("openid.off"), Refusal("openid.late", "openid.denied", "openid.wrong"), Away.
    """
    provider = _provider()
    begun = _read_started(cookie)
    if begun is None or answer.get("state") != begun["state"]:
        raise Refusal("openid.late", "openid")
    try:
        count_visitor_request("openid.late", {f"once:{begun['state']}": 1})
    except TooMany:
        raise Refusal("openid.late", "openid") from None
    provider.check_sender(answer.get("iss"))
    code = answer.get("code")
    if answer.get("error") or not code:
        raise Refusal("openid.denied", "openid", name=provider.settings.name)
    question = SignInRequest(begun["state"], begun["nonce"], begun["verifier"], begun["back"])
    return ProviderReturn(provider.claims(question, code), begun["connects"], begun["target"])


def _read_started(cookie: str | None) -> dict[str, Any] | None:
    text = decrypt(_SEAL, cookie) if cookie and cookie.isascii() else None
    begun = strict_json.loads(text) if text else None
    return begun if begun and begun["until"] > now().timestamp() else None


def sign_in(back: ProviderReturn, agent: str) -> tuple[Account, str]:
    """Sign in the account connected with this identity, or a new one if the settings allow it.

    Returns the account with its cookie. Raises CodeAsked if the account has a second factor, and Refusal("openid.unknown",
    "openid.group").
    """
    identity = _identity(back.claims)
    for attempt in range(_SAME_NAME):
        with write_transaction() as session:
            account = _connected_account(session, identity)
            if account is not None:
                _check_group(back.claims)
                seen = {"used_at": now(), "shown": _identity_label(back.claims)}
                session.execute(update(OpenIdLink).where(OpenIdLink.account_id == account.id).values(**seen))
                opened = accounts.open_or_require_code(session, account, agent)
        if account is not None:
            return accounts.require_finished(opened)
        if not _may_have_account(back.claims) or accounts.no_account_exists():
            raise Refusal("openid.unknown", "openid", name=_provider().settings.name)
        try:
            with write_transaction() as session:
                account = accounts.add(session, _free_name(back.claims, attempt), passwords.NO_PASSWORD)
                session.add(_link(account.id, identity, back.claims, used=True))
                return accounts.open_session(session, account, agent)
        except IntegrityError:
            continue  # the name is taken, or the same identity signed in elsewhere at once: try again
    raise Refusal("openid.unknown", "openid", name=_provider().settings.name)


def check_may_connect(account: Account, password: object, address: str) -> None:
    """Check whether the account can be connected, by its password.

    Raises Refusal("password.old", "openid.already"), TooMany("sign_in.wait").
    """
    _provider()
    accounts.check_password(account, password, address)
    if link_of(account) is not None:
        raise Refusal("openid.already", "openid")


def connect(back: ProviderReturn, account: Account | None) -> None:
    """Connect the account with this identity. It must be the session that started it.

    Raises Refusal("openid.late") for another session, Refusal("openid.already", "openid.group"), and Refusal("openid.taken")
    for another account's identity.
    """
    if account is None or account.sign_in_id != back.connects:
        raise Refusal("openid.late", "openid")
    if link_of(account) is not None:
        raise Refusal("openid.already", "openid")
    _check_group(back.claims)
    try:
        with write_transaction() as session:
            session.add(_link(account.id, _identity(back.claims), back.claims))
    except IntegrityError:
        raise Refusal("openid.taken", "openid", name=_provider().settings.name) from None


def link_of(account: Account) -> Link | None:
    """Return the identity connected with the account, or None."""
    row = db.session.get(OpenIdLink, account.id)
    return None if row is None else Link(row.shown, row.linked_at, row.used_at)


def disconnect(account: Account, password: object, address: str) -> None:
    """Disconnect the identity. The password still works. Raises Refusal("password.old"), TooMany."""
    accounts.check_password(account, password, address)
    with write_transaction() as session:
        remove(session, account.id)


def remove(session: Session, account_id: int) -> bool:
    """Disconnect the account in the open transaction. Return whether it was connected."""
    deletion = delete(OpenIdLink).where(OpenIdLink.account_id == account_id).returning(OpenIdLink.account_id)
    return session.scalar(deletion) is not None


def has_password(account: Account) -> bool:
    """Return whether the account has a password. One created through the provider has none at first."""
    return db.session.scalar(select(stored.Account.password).where(stored.Account.id == account.id)) != passwords.NO_PASSWORD


def _connected_account(session: Session, identity: str) -> stored.Account | None:
    return session.scalars(
        select(stored.Account)
        .join(OpenIdLink, OpenIdLink.account_id == stored.Account.id)
        .where(OpenIdLink.identity == identity, stored.Account.closed_at.is_(None))
    ).first()


def _link(account_id: int, identity: str, claims: Mapping[str, object], *, used: bool = False) -> OpenIdLink:
    moment = now()
    return OpenIdLink(
        account_id=account_id,
        identity=identity,
        shown=_identity_label(claims),
        linked_at=moment,
        used_at=moment if used else None,
    )


def _identity(claims: Mapping[str, object]) -> str:
    # Unambiguous, because the issuer equals the setting, which contains no NUL.
    return digest(f"openid\0{claims['iss']}\0{claims['sub']}")


def _identity_label(claims: Mapping[str, object]) -> str:
    """Return a name by which the owner recognizes an identity."""
    claimed = (_line(claims, name) for name in ("email", "preferred_username", "name"))
    return next((one for one in claimed if one), "")[:LONGEST_SHOWN]


def _line(claims: Mapping[str, object], name: str) -> str:
    value = claims.get(name)
    text = normalize_text(value[:1000]) if isinstance(value, str) else ""
    return text if text.isprintable() else ""


def _may_have_account(claims: Mapping[str, object]) -> bool:
    """Return whether an account may be created: all conditions in the settings are met."""
    settings = _provider().settings
    domain = _line(claims, "email").rpartition("@")[2].lower()
    mailed = not settings.domains or (claims.get("email_verified") is True and domain in settings.domains)
    return settings.creates_accounts and mailed and _is_in_group(claims)


def _is_in_group(claims: Mapping[str, object]) -> bool:
    """Return whether the claims include the required group, if any."""
    required_group, groups = _provider().settings.group, claims.get("groups")
    return not required_group or (isinstance(groups, list) and required_group in groups)


def _check_group(claims: Mapping[str, object]) -> None:
    if not _is_in_group(claims):
        raise Refusal("openid.group", "openid", name=_provider().settings.name)


def _free_name(claims: Mapping[str, object], attempt: int) -> str:
    """Return a name for a new account from the claims, with a number if it is taken."""
    claimed = (_line(claims, "name"), _line(claims, "preferred_username"), _line(claims, "email").partition("@")[0])
    end = f" {attempt + 1}" if attempt else ""
    for one in claimed:
        try:
            return accounts.check_name(one[: stored.LONGEST_ACCOUNT_NAME - len(end)].rstrip() + end)
        except Refusal:
            continue
    return f"OpenID{end}"
