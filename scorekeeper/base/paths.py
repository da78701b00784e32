"""Where things are: the resources that come with the program, and the instance that it writes to."""

from __future__ import annotations

import os
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent

#: Folders that stand beside the package in a checkout and inside it in an installed wheel.
RESOURCES = ("templates", "static", "migrations", "docs/guide")

TRANSLATIONS = PACKAGE / "translations"


def checkout() -> Path | None:
    """The root of the checkout that the program runs from, or None when it was installed from a wheel."""
    root = PACKAGE.parent
    return root if (root / "pyproject.toml").is_file() and (root / "hatch_build.py").is_file() else None


def resource(name: str) -> Path:
    """The folder `templates`, `static`, `migrations` or `docs/guide`, wherever this installation keeps it."""
    if name not in RESOURCES:
        raise ValueError(f"no such resource: {name!r}; there are {', '.join(RESOURCES)}")
    return (checkout() or PACKAGE) / name


def default_instance() -> Path:
    """Where games, secret key and fonts live unless the caller says otherwise.

    `SCOREKEEPER_INSTANCE` if set; else `instance/` of the checkout; else the user's XDG data folder.
    """
    if named := os.environ.get("SCOREKEEPER_INSTANCE"):
        return Path(named).expanduser().absolute()
    if root := checkout():
        return root / "instance"
    data_home = os.environ.get("XDG_DATA_HOME", "")
    # The XDG specification says that a relative path there is to be ignored.
    base = Path(data_home) if data_home.startswith("/") else Path.home() / ".local" / "share"
    return base / "scorekeeper"
