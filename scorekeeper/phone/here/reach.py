"""Where others reach the program, as a phone knows it: where its pages came from."""

from __future__ import annotations

from flask import request


def root() -> str:
    """The scheme and host of the server that this phone was opened from."""
    return f"{request.scheme}://{request.host}"


def only_here() -> str:
    """Why no other computer can open the address: nothing is known against it."""
    return ""
