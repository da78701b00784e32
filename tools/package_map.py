"""Writes the diagram of docs/architecture.md: which package imports which, read from the imports by grimp.

Usage: python -m tools.package_map
"""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

import grimp

PAGE = Path(__file__).resolve().parent.parent / "docs" / "architecture.md"
_DIAGRAM = re.compile(r"(?<=<!-- package-map -->\n)```mermaid\n.*?```\n", re.DOTALL)


def package_imports() -> dict[str, set[str]]:
    """Return the packages that each package imports, itself left out."""
    graph = grimp.build_graph("scorekeeper", cache_dir=None)
    packages = {name for name in graph.find_children("scorekeeper") if not name.endswith("__")}
    for package in packages:
        graph.squash_module(package)
    return {
        _last(package): {_last(name) for name in graph.find_modules_directly_imported_by(package) & packages if name != package}
        for package in packages
    }


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def without_detours(imports: dict[str, set[str]]) -> dict[str, set[str]]:
    """Return the imports, except any also reached through another one (the transitive reduction)."""
    reached: dict[str, set[str]] = {}
    for package in TopologicalSorter(imports).static_order():
        reached[package] = imports[package].union(*(reached[other] for other in imports[package]))
    return {
        package: {one for one in found if not any(one in reached[other] for other in found)} for package, found in imports.items()
    }


def diagram() -> str:
    """Return the Mermaid block."""
    edges = sorted((package, other) for package, found in without_detours(package_imports()).items() for other in found)
    return "```mermaid\nflowchart TB\n" + "".join(f"  {package} --> {other}\n" for package, other in edges) + "```\n"


def page_with(text: str, block: str) -> str:
    """Return the page with this diagram in place of its own."""
    return _DIAGRAM.sub(lambda _: block, text)


if __name__ == "__main__":
    PAGE.write_text(page_with(PAGE.read_text(), diagram()))
