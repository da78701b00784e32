"""Puts in the wheel what is not Python: compiled catalogs, templates, static files, migrations, the guide."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ResourcesHook(BuildHookInterface):
    """Compiles the catalogs in place and, for a real wheel, puts the resource folders inside the package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before each build; `version` is `editable` for `pip install -e`."""
        if self.target_name != "wheel":
            return
        package = Path(self.root) / "scorekeeper"
        # By path: the package itself cannot be imported where only the build's requirements are installed.
        runpy.run_path(str(package / "catalogs.py"))["compile_catalogs"](package / "translations")
        if version == "editable":
            return
        for name in runpy.run_path(str(package / "base" / "paths.py"))["RESOURCES"]:
            build_data["force_include"][str(Path(self.root) / name)] = f"scorekeeper/{name}"
