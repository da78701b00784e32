"""Files that never change under their address: named by their content, compressed once, kept by browsers for a year."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from flask import Response, request

try:
    import brotli
except ImportError:  # fontTools brings it along where it can be had
    brotli = None

A_YEAR = 60 * 60 * 24 * 365
_SUFFIXES = {"br": "br", "gzip": "gz"}
FOREVER = f"public, max-age={A_YEAR}, immutable"


@dataclass(frozen=True)
class Asset:
    """A file as it is served: `encodings` holds its compressed forms, the smallest first."""

    name: str
    mimetype: str
    body: bytes
    digest: str
    encodings: dict[str, bytes] = field(default_factory=dict)

    def response(self, cache: str = FOREVER) -> Response:
        """The answer to the current request, in the smallest form that the browser reads; 304 if it has the file."""
        accepted = next((e for e in self.encodings if request.accept_encodings[e] > 0), None)
        response = Response(self.encodings[accepted] if accepted else self.body, mimetype=self.mimetype)
        response.headers["Cache-Control"] = cache
        response.headers["Vary"] = "Accept-Encoding"
        if accepted:
            response.headers["Content-Encoding"] = accepted
        # Each form is a different body, so each has a tag of its own.
        response.set_etag(f"{self.digest}-{accepted or 'plain'}")
        response.make_conditional(request)
        return response


def digest_of(body: bytes) -> str:
    """The name of a content: 16 hexadecimal digits."""
    return hashlib.sha256(body).hexdigest()[:16]


def asset(name: str, mimetype: str, body: bytes, store: Path | None) -> Asset:
    """A file with its compressed forms, from `store` if they are there, else made and kept there; without a store it has none."""
    digest = digest_of(body)
    if store is None:
        return Asset(name, mimetype, body, digest)
    makers: dict[str, Callable[[], bytes]] = {"gzip": lambda: gzip.compress(body, 9, mtime=0)}
    if brotli is not None:
        makers = {"br": lambda: brotli.compress(body, quality=11), **makers}
    encodings = {name: _kept(store / f"{digest}.{_SUFFIXES[name]}", make) for name, make in makers.items()}
    return Asset(name, mimetype, body, digest, encodings)


def forget_others(store: Path, assets: list[Asset], but: str) -> None:
    """Remove the compressed forms of what is no longer served; files with the suffix `but` are none."""
    digests = {a.digest for a in assets}
    for path in store.glob("*.*"):
        if path.name.partition(".")[0] not in digests and path.suffix != f".{but}":
            path.unlink(missing_ok=True)


def _kept(path: Path, make: Callable[[], bytes]) -> bytes:
    with contextlib.suppress(FileNotFoundError):
        return path.read_bytes()
    body = make()
    draft = path.with_name(f"{secrets.token_hex(4)}.draft")
    # An instance that cannot be written to still serves: it compresses again at the next start.
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(body)
        draft.replace(path)
    return body
