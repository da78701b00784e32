"""Settings for signing in by OpenID Connect. Without an issuer, it is off."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from scorekeeper.core.config.setting_types import Setting, WrongSetting, full_path
from scorekeeper.messages.marks import N_

LONGEST_SECRET = 4096
LONGEST_NAME = 40


@dataclass(frozen=True)
class OpenId:
    """A provider for signing in. `secret`: None for a client without one. `name`: its name on the button.

    Accounts are created for people in the `group` with a confirmed e-mail address in one of the `domains`. An empty
    condition is not checked; if both are empty, no account is created.
    """

    issuer: str
    client: str
    secret: str | None = field(repr=False)
    name: str
    scopes: str
    domains: tuple[str, ...]
    group: str

    @property
    def creates_accounts(self) -> bool:
        """Whether accounts are created without an invitation."""
        return bool(self.domains or self.group)


@dataclass(frozen=True)
class SignInRequest:
    """The values that a sign-in starts with and must end with. All are random except `back`, the redirect URL."""

    state: str
    nonce: str
    verifier: str
    back: str


def _issuer(text: str) -> str:
    """Return a valid issuer: an HTTPS URL without query or fragment. Plain HTTP is allowed on this computer only."""
    if not text:
        return ""
    parts = urlsplit(text)  # raises ValueError
    if not parts.hostname or parts.username is not None or parts.query or parts.fragment or not text.isprintable():
        raise ValueError(text)
    if parts.scheme != "https" and not (parts.scheme == "http" and _is_this_computer(parts.hostname)):
        raise ValueError(text)
    _ = parts.port  # raises ValueError
    return text


def _is_this_computer(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _line(text: str) -> str:
    if len(text) > 300 or not text.isprintable():
        raise ValueError(text)
    return text


def _secret(text: str) -> str:
    # Authlib sends it as Latin-1 without quoting.
    if len(text) > LONGEST_SECRET or not (text.isascii() and text.isprintable()):
        raise ValueError("…")
    return text


def _name(text: str) -> str:
    if len(text) > LONGEST_NAME or not text.isprintable():
        raise ValueError(text)
    return text


def _scopes(text: str) -> str:
    scopes = text.split()
    if "openid" not in scopes or not all(re.fullmatch(r"[\x21\x23-\x5b\x5d-\x7e]+", scope) for scope in scopes):
        raise ValueError(text)
    return " ".join(scopes)


def _domains(text: str) -> tuple[str, ...]:
    domains = tuple(text.lower().replace(",", " ").split())
    if not all(re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", domain) for domain in domains):
        raise ValueError(text)
    return domains


ISSUER = Setting(
    "OPENID_ISSUER",
    N_("The OpenID Connect provider for sign-in: its issuer, as in its discovery document. Without it, OpenID Connect is off."),
    "",
    _issuer,
    N_("an address such as `https://id.example.org/realms/club`"),
)
CLIENT = Setting(
    "OPENID_CLIENT",
    N_("The client id of this server at the provider. Register the redirect address `…/club/sign-in/openid/back` there."),
    "",
    _line,
    N_("the provider’s name for this server, together with an issuer"),
)
SECRET = Setting(
    "OPENID_SECRET",
    N_("The client secret, unless a file has it. Without either, this is a public client, protected by PKCE alone."),
    "",
    _secret,
    N_("the secret that the provider shows, in ASCII characters"),
    secret=True,
)
SECRET_FILE = Setting(
    "OPENID_SECRET_FILE",
    N_("A file that holds the client secret, on one line."),
    "",
    full_path,
    N_("the full path of a readable file that contains the secret, without SCOREKEEPER_OPENID_SECRET"),
)
NAME = Setting(
    "OPENID_NAME",
    N_("The provider’s name on the button of the sign-in page."),
    "OpenID",
    _name,
    N_("a name of at most 40 characters, such as `Club du Moulin`"),
)
SCOPES = Setting(
    "OPENID_SCOPES",
    N_("The scopes to ask the provider for."),
    "openid email profile",
    _scopes,
    N_("words separated by spaces, with `openid` among them"),
)
DOMAINS = Setting(
    "OPENID_DOMAINS",
    N_(
        "People with a confirmed e-mail address of one of these domains get an account when they first "
        "sign in. Without domains and group, only connected accounts can sign in."
    ),
    "",
    _domains,
    N_("domains separated by commas, such as `example.org`"),
)
GROUP = Setting(
    "OPENID_GROUP",
    N_(
        "Only members of this group (claim `groups`) can sign in with the provider, which is asked each "
        "time. They get an account; with domains, people must meet both conditions."
    ),
    "",
    _line,
    N_("the name of one group, as the provider writes it"),
)

SETTINGS = (ISSUER, CLIENT, SECRET, SECRET_FILE, NAME, SCOPES, DOMAINS, GROUP)


def provider_settings() -> OpenId | None:
    """Return the provider from all settings, or None. Raises WrongSetting if they are inconsistent."""
    issuer, client = ISSUER.value(), CLIENT.value()
    others = any(setting.environment_value for setting in SETTINGS if setting is not ISSUER)
    if not issuer:
        if others:
            raise WrongSetting(ISSUER, "")
        return None
    if not client:
        raise WrongSetting(CLIENT, "")
    secret, path = SECRET.value() or None, SECRET_FILE.value()
    if path is not None:
        if secret is not None:
            raise WrongSetting(SECRET_FILE, str(path))
        secret = _secret_in(path)
    return OpenId(issuer, client, secret, NAME.value(), SCOPES.value(), DOMAINS.value(), GROUP.value())


def _secret_in(path: Path) -> str:
    try:
        with path.open("rb") as file:
            secret = _secret(file.read(LONGEST_SECRET + 2).decode("ascii").strip())
    except (OSError, ValueError) as error:
        raise WrongSetting(SECRET_FILE, str(path)) from error
    if not secret:
        raise WrongSetting(SECRET_FILE, str(path))
    return secret
