"""Paths of the program's resources and of the instance."""

from __future__ import annotations

import os
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent

#: Folders next to the package in a checkout, and inside it in an installed wheel.
RESOURCES = ("templates", "static", "migrations", "docs/guide")

TRANSLATIONS = PACKAGE / "translations"

#: Fonts and offline bundle built into the wheel (`scorekeeper/server/startup/bootstrap.py`). A checkout has none.
PREBUILT = PACKAGE / "prebuilt"


def checkout() -> Path | None:
    """Return the root of the source checkout, or None if installed from a wheel."""
    root = PACKAGE.parent
    return root if (root / "pyproject.toml").is_file() and (root / "hatch_build.py").is_file() else None


def resource(name: str) -> Path:
    """Return the folder `templates`, `static`, `migrations` or `docs/guide` of this installation."""
    if name not in RESOURCES:
        raise ValueError(f"no such resource: {name!r}; there are {', '.join(RESOURCES)}")
    return (checkout() or PACKAGE) / name


def version_folder(name: str, instance: Path) -> Path:
    """Return the folder for files that depend only on the version: the package's if built, else the instance's."""
    prebuilt = PREBUILT / name
    return prebuilt if prebuilt.is_dir() else instance / name


def default_instance() -> Path:
    """Return the folder of games and secret key.

    It is `SCOREKEEPER_INSTANCE` if set, else `instance/` of the checkout, else a folder in the system's place for user data.
    """
    if setting := os.environ.get("SCOREKEEPER_INSTANCE"):
        return Path(setting).expanduser().absolute()
    if root := checkout():
        return root / "instance"
    return _data_home() / "scorekeeper"


def _data_home() -> Path:
    data_home = os.environ.get("XDG_DATA_HOME", "")
    if data_home.startswith("/"):  # the XDG specification requires relative paths to be ignored
        return Path(data_home)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path.home() / ("Library/Application Support" if sys.platform == "darwin" else ".local/share")
