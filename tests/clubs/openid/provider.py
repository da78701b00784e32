"""A running OpenID Connect provider. It knows who is signed in, and can be made to lie."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import ECKey, RSAKey

CLIENT, SECRET = "scorekeeper", "a-secret-of-the-provider-2026"


@cache
def first_key() -> RSAKey:
    """Return the key that every provider signs with at first. Making one takes a quarter of a second."""
    return RSAKey.generate_key(2048, parameters={"kid": "one", "use": "sig"})


class Provider:
    """A provider at `issuer`. `person`: who is signed in. `lies`: claims to change (None: omit).

    `about`: changes to the discovery document. `answers`: handlers that replace answers, by path.
    `brief`: tokens contain only the minimum. `asked`: every path requested. `signed_by`: the key, if not its own.
    """

    def __init__(self) -> None:
        self.person: dict[str, Any] = {"sub": "248289761001", "email": "rita@example.org", "email_verified": True}
        self.lies: dict[str, Any] = {}
        self.about: dict[str, Any] = {}
        self.answers: dict[str, Any] = {}
        self.brief = False
        self.asked: list[str] = []
        self.key = first_key()
        self.signed_by: Any = None
        self.algorithm = "RS256"
        self.codes: dict[str, dict[str, str]] = {}
        self.tokens: set[str] = set()
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                provider.answer(self)

            def do_POST(self) -> None:
                provider.answer(self)

            def log_message(self, *_args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.issuer = f"http://127.0.0.1:{self.server.server_port}/realms/club"
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05})
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        parts = urlsplit(handler.path)
        path = parts.path.removeprefix("/realms/club")
        self.asked.append(path)
        if path in self.answers:
            self.answers[path](handler)
        elif path == "/.well-known/openid-configuration":
            self.say(handler, self.discovery())
        elif path == "/keys":
            self.say(handler, {"keys": [{"kty": "unheard-of"}, self.key.as_dict(private=False)]})
        elif path == "/authorize":
            handler.send_response(303)
            handler.send_header("Location", self.authorize(parse_qs(parts.query)))
            handler.send_header("Content-Length", "0")
            handler.end_headers()
        elif path == "/token":
            self.token(handler)
        elif path == "/who":
            known = handler.headers.get("Authorization", "").removeprefix("Bearer ") in self.tokens
            self.say(handler, self.person if known else {"error": "invalid_token"}, 200 if known else 401)
        else:
            self.say(handler, {}, 404)

    def discovery(self) -> dict[str, Any]:
        """Return the discovery document."""
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
            "userinfo_endpoint": f"{self.issuer}/who",
            "id_token_signing_alg_values_supported": ["RS256", "ES256", "HS256", "none"],
            "authorization_response_iss_parameter_supported": True,
            **self.about,
        }

    def authorize(self, query: dict[str, list[str]]) -> str:
        """Return the address that the signed-in user's browser is sent back to."""
        asked = {name: values[0] for name, values in query.items()}
        assert asked["client_id"] == CLIENT
        assert asked["response_type"] == "code"
        assert asked["code_challenge_method"] == "S256"
        code = secrets.token_urlsafe(16)
        self.codes[code] = asked
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state'], 'iss': self.issuer})}"

    def token(self, handler: BaseHTTPRequestHandler) -> None:
        """Return the tokens for a code, once, to the client that started."""
        sent = parse_qs(handler.rfile.read(int(handler.headers["Content-Length"])).decode())
        fields = {name: values[0] for name, values in sent.items()}
        known = base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        if handler.headers.get("Authorization") != f"Basic {known}":
            return self.say(handler, {"error": "invalid_client"}, 401)
        begun = self.codes.pop(fields.get("code", ""), None)
        drawn = base64.urlsafe_b64encode(hashlib.sha256(fields.get("code_verifier", "").encode()).digest()).rstrip(b"=").decode()
        if begun is None or begun["code_challenge"] != drawn or begun["redirect_uri"] != fields.get("redirect_uri"):
            return self.say(handler, {"error": "invalid_grant"}, 400)
        access = secrets.token_urlsafe(24)
        self.tokens.add(access)
        token = {"access_token": access, "token_type": "Bearer", "expires_in": 300, "id_token": self.id_token(begun["nonce"])}
        return self.say(handler, token)

    def id_token(self, nonce: str) -> str:
        """Return the identity token of the signed-in user."""
        now = int(time.time())
        told = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": nonce, "sub": self.person["sub"]}
        told |= {} if self.brief else self.person
        claims = {name: value for name, value in {**told, **self.lies}.items() if value is not None}
        key = self.signed_by or self.key
        header = {"alg": self.algorithm, **({"kid": key.kid} if key.kid else {})}
        return jwt.encode(header, claims, key, algorithms=[self.algorithm])

    def say(self, handler: BaseHTTPRequestHandler, body: object, status: int = 200) -> None:
        """Send a JSON answer."""
        text = json.dumps(body).encode()
        handler.send_response(status)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(text)))
        handler.end_headers()
        handler.wfile.write(text)

    def has_new_keys(self) -> None:
        """Sign with another key from now on."""
        self.key, self.algorithm = ECKey.generate_key("P-256", parameters={"kid": "two", "use": "sig"}), "ES256"
