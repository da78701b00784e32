"""The OpenID Connect provider: its metadata, limited HTTP requests to it, and the verification of its claims.

Code flow with PKCE (RFC 7636) and a nonce. Authlib builds the requests and checks the claims, and joserfc checks the
signature. Requests are sent by `http_client`, because Authlib's own client for Flask has no limits.
"""

from __future__ import annotations

import http.client
import logging
import ssl
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from threading import BoundedSemaphore
from time import monotonic
from typing import Any, cast
from urllib.parse import urlencode, urlsplit

from authlib.common.errors import AuthlibBaseError
from authlib.oauth2.client import OAuth2Client
from authlib.oidc.core import CodeIDToken
from flask import current_app
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import Key, KeySet, import_key
from joserfc.jws import JWSRegistry

from scorekeeper.core.config.openid import OpenId, SignInRequest
from scorekeeper.core.refusals import Refusal
from scorekeeper.formats import strict_json

CONNECT_SECONDS = 5.0
"""Timeout in seconds of each network operation."""
TOTAL_SECONDS = 10.0
"""Timeout in seconds of the whole request."""
LARGEST = 256 * 1024
"""Maximum bytes of a response."""
AT_ONCE = 2
"""Maximum parallel requests per process, so that a slow server does not block every thread."""
QUEUE_SECONDS = 1.0
"""Seconds to wait for other requests to finish."""

_slots = BoundedSemaphore(AT_ONCE)


class Unreachable(Exception):
    """There was no response, or it was late or too large. The message contains no secret."""


class Busy(Unreachable):
    """No request was sent, because too many are in progress."""


@dataclass(frozen=True)
class Answer:
    """A response with the interface that Authlib expects."""

    status_code: int
    body: bytes

    def json(self) -> Any:
        """Return the body as JSON. Raises ValueError."""
        return strict_json.loads(self.body)

    def raise_for_status(self) -> None:
        """Raise Unreachable unless the status is a success."""
        if not 200 <= self.status_code < 300:
            raise Unreachable(f"HTTP {self.status_code}")


@cache
def _opener() -> urllib.request.OpenerDirector:
    # Built by hand, without handlers for files, redirects or cookies. The system’s proxy is used for HTTPS only.
    opener = urllib.request.OpenerDirector()
    outwards = {scheme: url for scheme, url in urllib.request.getproxies().items() if scheme == "https"}
    context = ssl.create_default_context()
    for handler in (
        urllib.request.ProxyHandler(outwards),
        urllib.request.UnknownHandler(),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(context=context),
    ):
        opener.add_handler(handler)
    return opener


def fetch(url: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> Answer:
    """Return the response to a GET, or to a POST of `body`. Raises Unreachable, ValueError for an invalid URL."""
    request = urllib.request.Request(url, body, {"Accept": "application/json", **(headers or {})})  # noqa: S310 (see _opener)
    end = monotonic() + TOTAL_SECONDS
    if not _slots.acquire(timeout=QUEUE_SECONDS):
        raise Busy("others are still waiting for it")
    try:
        with cast("http.client.HTTPResponse", _opener().open(request, timeout=CONNECT_SECONDS)) as response:
            return Answer(response.status, _read(response, end))
    except (OSError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", error)
        raise Unreachable(f"{type(reason).__name__}: {reason}") from error
    finally:
        _slots.release()


def _read(response: http.client.HTTPResponse, end: float) -> bytes:
    parts, size = [], 0
    while part := response.read1(65536):
        parts.append(part)
        size += len(part)
        if size > LARGEST:
            raise Unreachable(f"more than {LARGEST} bytes")
        if monotonic() > end:
            raise Unreachable(f"not all of it came within {TOTAL_SECONDS:g} s")
    return b"".join(parts)


ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "Ed25519", "EdDSA")
"""Accepted signature algorithms of ID tokens: asymmetric ones only, neither shared keys nor "none"."""
ERRORS = ("invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type", "invalid_scope")
"""Known errors of a token request (RFC 6749, 5.2). Any other error text from the provider is not passed on."""
CACHE_SECONDS = 3600.0
"""Seconds for which the provider's metadata and keys are cached."""
REFETCH_SECONDS = 60.0
"""Minimum age in seconds at which keys are fetched again for a token with an unknown key."""
RETRY_SECONDS = 15.0
"""Seconds without further requests after one failed, so that no one waits."""
LEEWAY = 60
"""Allowed difference between clocks in seconds."""
MOST_KEYS = 50
_EXTENSION = "scorekeeper.openid"

log = logging.getLogger("scorekeeper.openid")


class ProviderUnavailable(Refusal):
    """The provider does not respond."""

    status = 503


class Provider:
    """The configured provider. If two threads need the same data at once, both fetch it and neither waits."""

    def __init__(self, settings: OpenId) -> None:
        self.settings = settings
        self._metadata: tuple[float, dict[str, Any]] | None = None
        self._keys: tuple[float, KeySet] | None = None
        self._ask_at: float | None = None
        """Time of the next request after a failed one."""

    def address(self, question: SignInRequest) -> str:
        """Return the URL to which the browser is sent. Raises Away, Refusal("openid.wrong")."""
        client = self._client(question)
        url, _state = client.create_authorization_url(
            self._endpoint("authorization_endpoint"),
            state=question.state,
            code_verifier=question.verifier,
            nonce=question.nonce,
        )
        return str(url)

    def check_sender(self, issuer: str | None) -> None:
        """Check that a response comes from this provider, if it names its issuer (RFC 9207). Raises Refusal("openid.wrong")."""
        says_so = self._about().get("authorization_response_iss_parameter_supported") is True
        if (issuer is None and says_so) or (issuer is not None and issuer != self.settings.issuer):
            raise self._wrong("the answer is of another issuer")

    def claims(self, question: SignInRequest, code: str) -> dict[str, Any]:
        """Exchange a code for the user's claims. Raises Away, Refusal("openid.wrong")."""
        url = self._endpoint("token_endpoint")
        try:
            tokens = self._client(question).fetch_token(
                url, grant_type="authorization_code", code=code, code_verifier=question.verifier
            )
        except Unreachable as error:
            raise self._unavailable(error) from error
        except (AuthlibBaseError, ValueError, AttributeError, TypeError) as error:
            error_code = getattr(error, "error", None)
            raise self._wrong(f"no token: {error_code if error_code in ERRORS else type(error).__name__}") from error
        raw, access = tokens.get("id_token"), tokens.get("access_token")
        if not isinstance(raw, str):
            raise self._wrong("no ID token")
        claims = self._verify_token(raw, question.nonce, access if isinstance(access, str) else None)
        if self.settings.creates_accounts and isinstance(access, str):
            return self._add_userinfo(claims, access)
        return claims

    def _client(self, question: SignInRequest) -> OAuth2Client:
        secret, method = self.settings.secret, "none"
        if secret:
            ways = self._about().get("token_endpoint_auth_methods_supported") or ["client_secret_basic"]
            method = "client_secret_basic" if "client_secret_basic" in ways else "client_secret_post"
        return OAuth2Client(
            _TokenClient(self._ask),
            client_id=self.settings.client,
            client_secret=secret,
            token_endpoint_auth_method=method,
            scope=self.settings.scopes,
            redirect_uri=question.back,
            code_challenge_method="S256",
        )

    def _verify_token(self, raw: str, nonce: str, access: str | None) -> dict[str, Any]:
        offered = self._about().get("id_token_signing_alg_values_supported")
        algorithms = [one for one in ALGORITHMS if one in offered] if isinstance(offered, list) else ["RS256"]
        try:
            token = self._decoded(raw, algorithms)
            claims = CodeIDToken(
                token.claims,
                token.header,
                {
                    "iss": {"essential": True, "value": self.settings.issuer},
                    "aud": {"essential": True, "value": self.settings.client},
                    "exp": {"essential": True},
                    "sub": {"essential": True},
                },
                {"nonce": nonce, "client_id": self.settings.client, **({"access_token": access} if access else {})},
            )
            claims.validate(leeway=LEEWAY)
        except (JoseError, AuthlibBaseError, ValueError, TypeError) as error:
            raise self._wrong(f"the ID token: {error!s:.120}") from error
        if not isinstance(claims["sub"], str) or not 0 < len(claims["sub"]) <= 255:
            raise self._wrong("the ID token names nobody (sub)")
        return dict(claims)

    def _decoded(self, raw: str, algorithms: list[str]) -> jwt.Token:
        registry = JWSRegistry(algorithms=algorithms, strict_check_header=False)
        try:
            return jwt.decode(raw, self._key_set(), registry=registry)
        except (JoseError, ValueError):
            # The provider may have changed its keys.
            before, now = self._keys, monotonic()
            if before is None or now - before[0] < REFETCH_SECONDS:
                raise
            self._keys = None
            return jwt.decode(raw, self._key_set(), registry=registry)

    def _add_userinfo(self, claims: dict[str, Any], access: str) -> dict[str, Any]:
        """Add claims from the userinfo endpoint. Some providers send e-mail addresses or groups only there."""
        if "userinfo_endpoint" not in self._about():
            return claims
        more = self._get_json(self._endpoint("userinfo_endpoint"), {"Authorization": f"Bearer {access}"})
        if more.get("sub") != claims["sub"]:
            raise self._wrong("the claims at userinfo_endpoint are somebody else’s")
        return {**more, **claims}

    def _about(self) -> dict[str, Any]:
        """Return the provider's metadata (OpenID Connect Discovery 1.0)."""
        cached = self._metadata
        if cached is not None and monotonic() - cached[0] < CACHE_SECONDS:
            return cached[1]
        about = self._get_json(f"{self.settings.issuer.rstrip('/')}/.well-known/openid-configuration")
        if about.get("issuer") != self.settings.issuer:
            raise self._wrong(f"it calls itself {about.get('issuer')!s:.120}, SCOREKEEPER_OPENID_ISSUER another name")
        self._metadata = (monotonic(), about)
        return about

    def _endpoint(self, name: str) -> str:
        """Return a URL from the metadata. It must use HTTPS, or the issuer's scheme."""
        url = self._about().get(name)
        secure = urlsplit(self.settings.issuer).scheme
        if not isinstance(url, str) or urlsplit(url).scheme not in ("https", secure) or not urlsplit(url).hostname:
            raise self._wrong(f"it names no {name}")
        return url

    def _key_set(self) -> KeySet:
        cached = self._keys
        if cached is not None and monotonic() - cached[0] < CACHE_SECONDS:
            return cached[1]
        keys_given = self._get_json(self._endpoint("jwks_uri")).get("keys")
        keys = [key for one in keys_given[:MOST_KEYS] if (key := _key(one))] if isinstance(keys_given, list) else []
        if not keys:
            raise self._wrong("it has no keys")
        self._keys = (monotonic(), KeySet(keys))
        return self._keys[1]

    def _get_json(self, url: str, headers: dict[str, str] | None = None) -> dict[str, Any]:
        try:
            answer = self._ask(url, None, headers or {})
            answer.raise_for_status()
            body = answer.json()
        except Unreachable as error:
            raise self._unavailable(error) from error
        except ValueError as error:
            raise self._wrong("an answer is no JSON") from error
        if not isinstance(body, dict):
            raise self._wrong("an answer is no object")
        return body

    def _ask(self, url: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        """Send a request, unless one failed a moment ago. Raises Unreachable, ValueError for an invalid URL."""
        if self._ask_at is not None:
            if monotonic() < self._ask_at:
                raise Unreachable("nor did it a moment ago")
            self._ask_at = monotonic() + RETRY_SECONDS  # only this request tries; others fail at once
        try:
            answer = fetch(url, body, headers)
        except Busy:
            raise
        except Unreachable:
            self._ask_at = monotonic() + RETRY_SECONDS
            raise
        self._ask_at = None
        return answer

    def _unavailable(self, error: Exception) -> ProviderUnavailable:
        log.warning("The OpenID provider %s does not answer: %s", self.settings.issuer, error)
        return ProviderUnavailable("openid.away", "openid", name=self.settings.name)

    def _wrong(self, why: str) -> Refusal:
        log.warning("The OpenID provider %s is not believed: %s", self.settings.issuer, why)
        return Refusal("openid.wrong", "openid", name=self.settings.name)


class _TokenClient:
    """Sends token requests for Authlib."""

    def __init__(self, ask: Callable[[str, bytes, dict[str, str]], Answer]) -> None:
        self.ask = ask

    def post(self, url: str, data: dict[str, str], headers: dict[str, str], auth: Any) -> Answer:
        url, headers, body = auth.prepare("POST", url, dict(headers), urlencode(data))
        return self.ask(url, body.encode("ascii"), headers)


def _key(described: object) -> Key | None:
    """Return a signature key, or None if its kind is unknown or not for signatures."""
    if not isinstance(described, dict) or described.get("kty") == "oct" or described.get("use", "sig") != "sig":
        return None
    try:
        return import_key(described)
    except (JoseError, ValueError, TypeError):
        return None


def provider_of(settings: OpenId) -> Provider:
    """Return the provider of these settings, cached in this process."""
    provider = current_app.extensions.get(_EXTENSION)
    if not isinstance(provider, Provider) or provider.settings is not settings:
        provider = current_app.extensions[_EXTENSION] = Provider(settings)
    return provider
