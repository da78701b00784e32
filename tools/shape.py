"""Print the shape of the code: modules, folders, names, imports, lines by package, and the files that a change touches.

    python tools/shape.py                      this checkout
    python tools/shape.py --against REVISION   next to an earlier commit
    python tools/shape.py --files              with the files, folders and names behind each count

A feature's files name an existing feature of its kind: code, templates, scripts and style sheets, and for a text
the catalogs and the guide. `tests.benchmarks.request_files` counts the files that a request runs.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LARGEST_FOLDER, LONGEST_MODULE, SHORT_MODULE = 25, 400, 40

FEATURES = {
    "a field on an entrant": (r"\bsubstitutes\b", ""),
    "a house rule": (r"\bhundred_wins\b", ""),
    "a kind of ruling": (r"\b[Mm]isdeal\b", r"ruling|adjudicate|referee"),
    "a pairing method": (r"\bwinners_up\b", ""),
    "a printout": (r"\bcertificates?\b", r"tournament"),
    "a tie-break": (r"\bsonneborn_berger\b", ""),
    "a statistic": (r"\bCOMEBACK\b", ""),
    "a text on a button": (r"\bSave hand %\(n\)s", ""),
    "a page of the desk": (r"\bdesk_standings\.report\b|\bdef report\b", r"desk|app/"),
    "an API operation": (r"\bprint_league\b", ""),
}
"""An existing feature of each kind: how it is named, and a pattern for the path if the name has other meanings."""
SOURCES = (("scorekeeper", "*.py"), ("scorekeeper", "*.js"), ("templates", "*.html"), ("static", "*.js"), ("static", "*.css"))
TEXTS = (("scorekeeper/translations", "*.po"), ("docs/guide", "*.md"))


@dataclass(frozen=True)
class Count:
    """One line of the output. `figures`: what is counted; `behind`: the places."""

    name: str
    figures: tuple[str, ...]
    behind: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Module:
    """A module's source."""

    path: Path
    text: str
    tree: ast.Module

    @property
    def lines(self) -> int:
        """Return the number of lines."""
        return self.text.count("\n")

    @property
    def import_lines(self) -> int:
        """Return the number of lines that import statements take."""
        imports = [node for node in ast.walk(self.tree) if isinstance(node, ast.Import | ast.ImportFrom)]
        return len({line for node in imports for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)})


def read_modules(root: Path) -> list[Module]:
    """Return the package's modules."""
    paths = sorted((root / "scorekeeper").rglob("*.py"))
    texts = [(path.relative_to(root), path.read_text("utf-8")) for path in paths]
    return [Module(path, text, ast.parse(text)) for path, text in texts]


@cache
def vague_names() -> frozenset[str]:
    """Return the names that anything could have."""
    return frozenset(tomllib.loads((ROOT / "tools" / "plain_words.toml").read_text("utf-8"))["private_names"])


def count_names(modules: list[Module]) -> Count:
    """Count functions and methods, and those with a name that anything could have."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    named = [(module.path, node) for module in modules for node in ast.walk(module.tree) if isinstance(node, functions)]
    vague = [f"{path}:{node.lineno}: {node.name}" for path, node in named if node.name.strip("_") in vague_names()]
    return Count("functions, those with a name that anything could have", (f"{len(named):,}", str(len(vague))), vague)


def count_feature(root: Path, name: str) -> Count:
    """Count the files, folders and lines that name a feature."""
    pattern, about = FEATURES[name]
    named = re.compile(pattern)
    places: Counter[Path] = Counter()
    for folder, kind in SOURCES + TEXTS if name == "a text on a button" else SOURCES:
        for path in sorted((root / folder).rglob(kind)):
            if re.search(about, str(path.relative_to(root))):
                places[path.relative_to(root)] = sum(1 for line in path.read_text("utf-8").splitlines() if named.search(line))
    places = +places
    figures = f"{len(places)} files", f"{len({path.parent for path in places})} folders", f"{places.total()} lines"
    return Count(name, figures, [f"{path}: {lines}" for path, lines in places.items()])


def import_circles(modules: list[Module]) -> list[str]:
    """Return each group of modules that import one another when they are loaded, directly or not."""
    import networkx

    by_name = {".".join(one.path.with_suffix("").parts).removesuffix(".__init__"): one for one in modules}
    graph = networkx.DiGraph()
    for name, module in by_name.items():
        for node in module.tree.body:
            if isinstance(node, ast.ImportFrom) and node.module:
                for target in (f"{node.module}.{one.name}" for one in node.names):
                    graph.add_edge(name, target if target in by_name else node.module)
    found = [sorted(group) for group in networkx.strongly_connected_components(graph) if len(group) > 1]
    return [", ".join(group) for group in sorted(found)]


def counts(root: Path) -> Iterator[Count]:
    """Yield each line of the output."""
    modules = read_modules(root)
    lines = sum(one.lines for one in modules)
    yield Count("modules, lines", (f"{len(modules):,}", f"{lines:,}"))
    short = [str(one.path) for one in modules if one.lines < SHORT_MODULE and one.path.name != "__init__.py"]
    yield Count(f"modules under {SHORT_MODULE} lines", (str(len(short)),), short)
    long = [f"{one.path}: {one.lines}" for one in modules if one.lines > LONGEST_MODULE]
    yield Count(f"modules over {LONGEST_MODULE} lines", (str(len(long)),), long)
    folders = Counter(one.path.parent for one in modules if one.path.name != "__init__.py")
    full = [f"{folder}: {many}" for folder, many in folders.items() if many > LARGEST_FOLDER]
    yield Count(f"folders over {LARGEST_FOLDER} modules", (str(len(full)),), full)
    top = [one.path.name for one in modules if len(one.path.parts) == 2]
    yield Count("modules at the top", (str(len(top)),), top)
    yield Count("import share", (f"{100 * sum(one.import_lines for one in modules) / lines:.1f} %",))
    circles = import_circles(modules)
    yield Count("import circles", (str(len(circles)),), circles)
    yield count_names(modules)
    for name in FEATURES:
        yield count_feature(root, name)
    packages: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    for one in modules:
        if len(one.path.parts) > 2:
            packages[one.path.parts[1]] += 1
            sizes[one.path.parts[1]] += one.lines
    for name, many in sorted(packages.items()):
        yield Count(f"scorekeeper/{name}", (f"{many} modules", f"{sizes[name]:,} lines"))


def earlier_counts(revision: str) -> dict[str, Count]:
    """Return the counts of an earlier commit. Raises CalledProcessError if there is no such commit."""
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "archive.tar"
        command = ["git", "archive", "--output", str(archive), revision, "scorekeeper", "templates", "static", "docs"]
        subprocess.run(command, cwd=ROOT, check=True)  # noqa: S603 (a developer names the commit)
        subprocess.run(["tar", "-xf", archive], cwd=folder, check=True)  # noqa: S603, S607 (the archive of the line above)
        return {one.name: one for one in counts(Path(folder))}


def main(arguments: list[str]) -> int:
    """Run as the module's text says. Return the exit status."""
    parser = argparse.ArgumentParser(description="Print the shape of the code.")
    parser.add_argument("--against", metavar="REVISION", help="an earlier commit, for example v1.0.0")
    parser.add_argument("--files", action="store_true", help="list what is behind each count")
    options = parser.parse_args(arguments)
    before = earlier_counts(options.against) if options.against else {}
    now = list(counts(ROOT))
    gone = [one for name, one in before.items() if name not in {line.name for line in now}]
    for line in now:
        old = before.get(line.name)
        was = f"{', '.join(old.figures)} -> " if old else ""
        print(f"{line.name:<54} {was}{', '.join(line.figures)}")
        if options.files:
            print("".join(f"    {place}\n" for place in line.behind), end="")
    for line in gone:
        print(f"{line.name:<54} {', '.join(line.figures)} -> gone")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
