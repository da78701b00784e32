"""Packages that only some servers need, and what to type if they are missing."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext

POSTGRESQL = {"psycopg": "psycopg[binary]"}
OPENID = {"authlib": "authlib", "joserfc": "joserfc"}
METRICS = {"prometheus_client": "prometheus-client"}
LOCAL_NAME = {"zeroconf": "zeroconf", "ifaddr": "ifaddr"}
"""The modules of an extra in `pyproject.toml`, each with the package to install."""


def is_installed(extra: dict[str, str]) -> bool:
    """Return whether all modules of an extra can be imported."""
    return all(find_spec(module) for module in extra)


def missing_text(extra: dict[str, str], what: str, t: Gettext) -> str:
    """Return the sentence that says what needs the packages of an extra, and how to install them."""
    # By package and not as deuxcents[…]: no one owns that name on the package index yet.
    packages = " ".join(f'"{one}"' if "[" in one else one for one in extra.values())
    return t("{what} needs packages that are not installed. Type: {command}").format(
        what=what, command=f"{sys.executable} -m pip install {packages}"
    )
