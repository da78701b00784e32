"""Files addressed by their content, compressed once and cached by browsers for a year."""

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
except ImportError:  # fontTools installs it where it is available
    brotli = None

A_YEAR = 60 * 60 * 24 * 365
_SUFFIXES = {"br": "br", "gzip": "gz"}
CACHE_FOREVER = f"public, max-age={A_YEAR}, immutable"


@dataclass(frozen=True)
class Asset:
    """A file to serve. `encodings` holds its compressed versions, smallest first."""

    name: str
    mimetype: str
    body: bytes
    digest: str
    encodings: dict[str, bytes] = field(default_factory=dict)

    def response(self, cache: str = CACHE_FOREVER) -> Response:
        """Return the response in the smallest encoding that the browser accepts, or 304."""
        accepted = next((e for e in self.encodings if request.accept_encodings[e] > 0), None)
        response = Response(self.encodings[accepted] if accepted else self.body, mimetype=self.mimetype)
        response.headers["Cache-Control"] = cache
        response.headers["Vary"] = "Accept-Encoding"
        if accepted:
            response.headers["Content-Encoding"] = accepted
        # Each encoding is a different body, so each has its own ETag.
        response.set_etag(f"{self.digest}-{accepted or 'plain'}")
        response.make_conditional(request)
        return response


def content_hash(body: bytes) -> str:
    """Return the hash of a content: 16 hexadecimal digits."""
    return hashlib.sha256(body).hexdigest()[:16]


def make_asset(name: str, mimetype: str, body: bytes, store: Path | None) -> Asset:
    """Return a file with its compressed versions, cached in `store`. Without a store, it is not compressed."""
    digest = content_hash(body)
    if store is None:
        return Asset(name, mimetype, body, digest)
    makers: dict[str, Callable[[], bytes]] = {"gzip": lambda: gzip.compress(body, 9, mtime=0)}
    if brotli is not None:
        makers = {"br": lambda: brotli.compress(body, quality=11), **makers}
    encodings = {name: _read_or_make(store / f"{digest}.{_SUFFIXES[name]}", make) for name, make in makers.items()}
    return Asset(name, mimetype, body, digest, encodings)


def delete_unused(store: Path, assets: list[Asset], but: str) -> None:
    """Delete compressed versions of files no longer served. Files with the suffix `but` are not touched."""
    digests = {a.digest for a in assets}
    for path in store.glob("*.*"):
        if path.name.partition(".")[0] not in digests and path.suffix != f".{but}":
            path.unlink(missing_ok=True)


def _read_or_make(path: Path, make: Callable[[], bytes]) -> bytes:
    with contextlib.suppress(FileNotFoundError):
        return path.read_bytes()
    body = make()
    draft = path.with_name(f"{secrets.token_hex(4)}.draft")
    # A read-only instance still works, and compresses again on the next start.
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(body)
        draft.replace(path)
    return body
