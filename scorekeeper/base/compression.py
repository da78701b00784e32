"""Answers travel compressed: the phone is at the far end of the house."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask_compress import Compress

if TYPE_CHECKING:
    from flask import Flask

TYPES = [
    "text/html",
    "text/css",
    "text/javascript",
    "text/plain",
    "application/javascript",
    "application/json",
    "application/manifest+json",
    "application/problem+json",
    "image/svg+xml",
]


def init_app(app: Flask) -> None:
    """Compress what is worth it, for clients that can read it."""
    app.config.setdefault("COMPRESS_MIMETYPES", TYPES)
    app.config.setdefault("COMPRESS_ALGORITHM", ["br", "gzip"])
    app.config.setdefault("COMPRESS_ALGORITHM_STREAMING", ["br"])
    # A pad is a sixteenth smaller than one level lower, for a tenth of a millisecond; the levels above win nothing.
    app.config.setdefault("COMPRESS_BR_LEVEL", 5)
    Compress(app)
