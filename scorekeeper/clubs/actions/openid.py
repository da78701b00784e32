"""Signing in by OpenID Connect: for accounts that were connected with an identity at the provider by whom they belong to.

A second step is asked for all the same: the provider stands in place of the password, not of the account's own phone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import orjson
from flask import current_app
from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper.base.db import db, now, writing
from scorekeeper.base.keys import digest, fresh, sealed, tidy, unsealed
from scorekeeper.base.openid import OpenId, Question
from scorekeeper.base.proxies import whose
from scorekeeper.base.refusals import NotFound, Refusal, TooMany
from scorekeeper.base.sign_in_limits import check_often
from scorekeeper.clubs.actions import accounts, passwords
from scorekeeper.clubs.actions.accounts import Account
from scorekeeper.clubs.store import account as stored
from scorekeeper.clubs.store.openid import LONGEST_SHOWN, OpenIdLink

if TYPE_CHECKING:
    from scorekeeper.clubs.actions.provider import Provider

LASTS = timedelta(minutes=10)
"""How long somebody may be at the provider; no longer than uses are remembered (`sign_in_limits.WINDOW`)."""
MOST_OF_EACH = 3
"""Beginnings within a quarter of an hour, for each phone that may be behind one address."""
_SEAL = "scorekeeper.openid"
_SAME_NAME = 20


@dataclass(frozen=True)
class Link:
    """The identity that an account is connected with."""

    shown: str
    linked_at: datetime
    used_at: datetime | None


@dataclass(frozen=True)
class Begun:
    """Somebody on the way to the provider: `address` is where to; `kept` is what the browser keeps until it is back."""

    address: str
    kept: str


@dataclass(frozen=True)
class Back:
    """Somebody who came back. `connects`: the sign-in that connects its account, None for a way in; `target`: the page after."""

    claims: Mapping[str, object]
    connects: int | None
    target: str


def there() -> str | None:
    """What the button calls the provider; None where there is none."""
    settings = _told()
    return settings.name if settings else None


def _told() -> OpenId | None:
    declared: OpenId | None = current_app.config.get("OPENID")
    return declared


def _provider() -> Provider:
    settings = _told()
    if settings is None:
        raise NotFound("openid.off")
    # What Authlib brings takes half a second to load: nobody waits for it who has no provider.
    from scorekeeper.clubs.actions.provider import provider_of

    return provider_of(settings)


def begin(back: str, address: str, most: int, *, target: str, connects: Account | None = None) -> Begun:
    """Send somebody to the provider, to come back to the address `back`. `address`: from where; `most`: phones behind it.

    Raises NotFound("openid.off"), TooMany("sign_in.wait"), Away, Refusal("openid.wrong").
    """
    provider = _provider()
    check_often("sign_in.wait", {f"openid:{whose(address)}": MOST_OF_EACH * most})
    question = Question(fresh(), fresh(), fresh(), back)
    kept = {
        "state": question.state,
        "nonce": question.nonce,
        "verifier": question.verifier,
        "back": back,
        "until": int((now() + LASTS).timestamp()),
        "target": target,
        "connects": connects.sign_in_id if connects else None,
    }
    return Begun(provider.address(question), sealed(_SEAL, orjson.dumps(kept).decode()))


def come_back(kept: str | None, answer: Mapping[str, str]) -> Back:
    """Who the provider says somebody is. `kept`: of `begin`; `answer`: what the browser brings from the provider.

    Counts once. Raises NotFound("openid.off"), Refusal("openid.late", "openid.denied", "openid.wrong"), Away.
    """
    provider = _provider()
    begun = _begun(kept)
    if begun is None or answer.get("state") != begun["state"]:
        raise Refusal("openid.late", "openid")
    try:
        check_often("openid.late", {f"once:{begun['state']}": 1})
    except TooMany:
        raise Refusal("openid.late", "openid") from None
    provider.check_sender(answer.get("iss"))
    code = answer.get("code")
    if answer.get("error") or not code:
        raise Refusal("openid.denied", "openid", name=provider.told.name)
    question = Question(begun["state"], begun["nonce"], begun["verifier"], begun["back"])
    return Back(provider.claims(question, code), begun["connects"], begun["target"])


def _begun(kept: str | None) -> dict[str, Any] | None:
    text = unsealed(_SEAL, kept) if kept and kept.isascii() else None
    begun = orjson.loads(text) if text else None
    return begun if begun and begun["until"] > now().timestamp() else None


def sign_in(back: Back, agent: str) -> tuple[Account, str]:
    """Sign in as the account that is connected with this identity; a new one where the settings let it be made.

    The second part of the answer is the cookie. Raises CodeAsked for an account with a second step,
    Refusal("openid.unknown", "openid.group").
    """
    identity = _identity(back.claims)
    for attempt in range(_SAME_NAME):
        with writing() as session:
            account = _connected(session, identity)
            if account is not None:
                _check_group(back.claims)
                seen = {"used_at": now(), "shown": _shown(back.claims)}
                session.execute(update(OpenIdLink).where(OpenIdLink.account_id == account.id).values(**seen))
                opened = accounts.opened_or_halfway(session, account, agent)
        if account is not None:
            return accounts.first_step_taken(opened)
        if not _may_have_one(back.claims) or accounts.none_yet():
            raise Refusal("openid.unknown", "openid", name=_provider().told.name)
        try:
            with writing() as session:
                account = accounts.add(session, _free_name(back.claims, attempt), passwords.NONE)
                session.add(_link(account.id, identity, back.claims, used=True))
                return accounts.open_for(session, account, agent)
        except IntegrityError:
            continue  # the name is somebody's, or the same identity came by another door: looked at once more
    raise Refusal("openid.unknown", "openid", name=_provider().told.name)


def check_may_connect(account: Account, password: object, address: str) -> None:
    """Whether the account can be connected: by who knows its password.

    Raises Refusal("password.old", "openid.already"), TooMany("sign_in.wait").
    """
    _provider()
    accounts.check_password(account, password, address)
    if link_of(account) is not None:
        raise Refusal("openid.already", "openid")


def connect(back: Back, account: Account | None) -> None:
    """Connect the account with this identity, for the very sign-in that began it.

    Raises Refusal("openid.late") for another, Refusal("openid.already", "openid.group"), Refusal("openid.taken") for somebody
    else's identity.
    """
    if account is None or account.sign_in_id != back.connects:
        raise Refusal("openid.late", "openid")
    if link_of(account) is not None:
        raise Refusal("openid.already", "openid")
    _check_group(back.claims)
    try:
        with writing() as session:
            session.add(_link(account.id, _identity(back.claims), back.claims))
    except IntegrityError:
        raise Refusal("openid.taken", "openid", name=_provider().told.name) from None


def link_of(account: Account) -> Link | None:
    """The identity that the account is connected with, if it is."""
    row = db.session.get(OpenIdLink, account.id)
    return None if row is None else Link(row.shown, row.linked_at, row.used_at)


def disconnect(account: Account, password: object, address: str) -> None:
    """Let nobody in by that identity any more; the password stays the way in. Raises Refusal("password.old"), TooMany."""
    accounts.check_password(account, password, address)
    with writing() as session:
        remove(session, account.id)


def remove(session: Session, account_id: int) -> bool:
    """The same in the open transaction; whether there was one."""
    gone = delete(OpenIdLink).where(OpenIdLink.account_id == account_id).returning(OpenIdLink.account_id)
    return session.scalar(gone) is not None


def has_password(account: Account) -> bool:
    """Whether there is one: an account that the provider's word made has none until it is given one."""
    return db.session.scalar(select(stored.Account.password).where(stored.Account.id == account.id)) != passwords.NONE


def _connected(session: Session, identity: str) -> stored.Account | None:
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
        shown=_shown(claims),
        linked_at=moment,
        used_at=moment if used else None,
    )


def _identity(claims: Mapping[str, object]) -> str:
    # Both are of one line each at most; the issuer was compared with the settings'.
    return digest(f"openid\0{claims['iss']}\0{claims['sub']}")


def _shown(claims: Mapping[str, object]) -> str:
    """How its owner knows an identity again."""
    claimed = (_line(claims, name) for name in ("email", "preferred_username", "name"))
    return next((one for one in claimed if one), "")[:LONGEST_SHOWN]


def _line(claims: Mapping[str, object], name: str) -> str:
    value = claims.get(name)
    text = tidy(value[:1000]) if isinstance(value, str) else ""
    return text if text.isprintable() else ""


def _may_have_one(claims: Mapping[str, object]) -> bool:
    """Whether the settings let an account be made: every condition that they tell is fulfilled."""
    settings = _provider().told
    domain = _line(claims, "email").rpartition("@")[2].lower()
    mailed = not settings.domains or (claims.get("email_verified") is True and domain in settings.domains)
    return settings.makes_accounts and mailed and _is_in_group(claims)


def _is_in_group(claims: Mapping[str, object]) -> bool:
    """Whether somebody is in the group of the settings, where there is one."""
    wanted, groups = _provider().told.group, claims.get("groups")
    return not wanted or (isinstance(groups, list) and wanted in groups)


def _check_group(claims: Mapping[str, object]) -> None:
    if not _is_in_group(claims):
        raise Refusal("openid.group", "openid", name=_provider().told.name)


def _free_name(claims: Mapping[str, object], attempt: int) -> str:
    """A name for a new account: as the provider calls somebody, with a number where others are called so."""
    claimed = (_line(claims, "name"), _line(claims, "preferred_username"), _line(claims, "email").partition("@")[0])
    end = f" {attempt + 1}" if attempt else ""
    for one in claimed:
        try:
            return accounts.check_name(one[: stored.LONGEST_ACCOUNT_NAME - len(end)].rstrip() + end)
        except Refusal:
            continue
    return f"OpenID{end}"
