"""Where things are: the resources that come with the program, and the instance that it writes to."""

from __future__ import annotations

import os
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent

#: Folders that stand beside the package in a checkout and inside it in an installed wheel.
RESOURCES = ("templates", "static", "migrations", "docs/guide")

TRANSLATIONS = PACKAGE / "translations"

#: Fonts and scoring kit of an installed program, made when it was built (`scorekeeper/prebuilding.py`). A checkout has none.
PREBUILT = PACKAGE / "prebuilt"


def checkout() -> Path | None:
    """The root of the checkout that the program runs from, or None when it was installed from a wheel."""
    root = PACKAGE.parent
    return root if (root / "pyproject.toml").is_file() and (root / "hatch_build.py").is_file() else None


def resource(name: str) -> Path:
    """The folder `templates`, `static`, `migrations` or `docs/guide`, wherever this installation keeps it."""
    if name not in RESOURCES:
        raise ValueError(f"no such resource: {name!r}; there are {', '.join(RESOURCES)}")
    return (checkout() or PACKAGE) / name


def of_version(name: str, instance: Path) -> Path:
    """Return the folder for files that depend on the version alone: the installed program's, else the instance's."""
    prebuilt = PREBUILT / name
    return prebuilt if prebuilt.is_dir() else instance / name


def default_instance() -> Path:
    """Where games and secret key live unless the caller says otherwise.

    `SCOREKEEPER_INSTANCE` if set; else `instance/` of the checkout; else with the user's data, where the system keeps that.
    """
    if named := os.environ.get("SCOREKEEPER_INSTANCE"):
        return Path(named).expanduser().absolute()
    if root := checkout():
        return root / "instance"
    return _data_home() / "scorekeeper"


def _data_home() -> Path:
    data_home = os.environ.get("XDG_DATA_HOME", "")
    if data_home.startswith("/"):  # the XDG specification says that a relative path there is to be ignored
        return Path(data_home)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path.home() / ("Library/Application Support" if sys.platform == "darwin" else ".local/share")
