"""Puts in the wheel what is not Python: compiled catalogs, templates, static files, migrations, the guide, fonts, scoring kit."""

from __future__ import annotations

import runpy
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NEEDED = ("brython", "flask", "flask_babel", "fontTools", "sqlalchemy")
"""Of what the program needs to run: without it, as in an isolated build, nothing can be made ahead."""


class ResourcesHook(BuildHookInterface):
    """Compiles the catalogs in place and, for a real wheel, puts the resource folders inside the package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before each build; `version` is `editable` for `pip install -e`."""
        if self.target_name != "wheel":
            return
        package = Path(self.root) / "scorekeeper"
        # By path: the package itself cannot be imported where only the build's requirements are installed.
        runpy.run_path(str(package / "core" / "i18n" / "catalogs.py"))["compile_catalogs"](package / "translations")
        if version == "editable":
            return
        for name in runpy.run_path(str(package / "core" / "paths.py"))["RESOURCES"]:
            build_data["force_include"][str(Path(self.root) / name)] = f"scorekeeper/{name}"
        if all(map(find_spec, NEEDED)):
            prebuilt = Path(self.root) / "build" / "prebuilt"
            subprocess.run([sys.executable, "-m", "scorekeeper.server.startup.bootstrap", prebuilt], cwd=self.root, check=True)  # noqa: S603 (ourselves)
            build_data["force_include"][str(prebuilt)] = "scorekeeper/prebuilt"
        else:
            self.app.display_warning("Built without fonts and scoring kit: they are made at the first start.")
