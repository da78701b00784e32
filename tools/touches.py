"""Counts what a feature touches, how much there is to read, and circles; prints them, and renews them in docs/architecture.md.

    make touches                      the table; `make touches ARGS=--files` also names the files
    python -m tools.touches FOLDER    of another checkout: nothing is renewed

Counted are the files that name a feature which is there already: code, templates, scripts and style sheets. Tests, catalogs and
documents come with every change.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import grimp
import networkx

from tools import styles

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- made by make touches -->\n\n", "\n<!-- until here -->\n"

FEATURES = {
    "a field on an entrant": (r"substitutes", ""),
    "a house rule": (r"hundred_wins", ""),
    "a kind of ruling": (r"[Mm]isdeal", r"ruling|adjudicate|referee"),
    "a pairing method": (r"winners_up", ""),
    "a paper": (r"certificates?", r"tournament"),
}
"""By an example of each: how it is named, and (where that word means more) in the path of files that are about it."""
HTTP = ("GET", "POST", "PUT", "PATCH", "DELETE")
BEFORE = {
    "a field on an entrant": ("22 / 8 to 10", "19 / 8", "6 / 4"),
    "a house rule": ("", "11 / 6", "4 / 3"),
    "a kind of ruling": ("", "8 / 5", "7 / 5"),
    "a pairing method": ("15", "14 / 8", "3 / 2"),
    "a paper": ("", "5 / 4", "3 / 2"),
    "comparisons of a method": ("84 in 35 modules", "93 in 33 modules", "0"),
    "circles of modules": ("6", "6", "0"),
    "modules, lines": ("", "494, 63,343", ""),
    "templates: mean line, longest": ("126", "134, 1386", "under 60, 160"),
    "styles: rules, different ones, bytes": ("", "2,303, 1,689, 204,717", "a third less"),
}
"""What was counted at the outset, what this command counts in the checkout before it, and what is wanted."""


def sources(root: Path) -> Iterator[Path]:
    """The files in which a feature can be."""
    for folder, kinds in (("scorekeeper", ("py", "js")), ("templates", ("html", "txt")), ("static", ("js", "css"))):
        for kind in kinds:
            yield from sorted((root / folder).rglob(f"*.{kind}"))


def touched(root: Path, word: str, about: str) -> list[Path]:
    """The files that name a feature."""
    named = re.compile(rf"\b{word}\b")
    files = [path for path in sources(root) if re.search(about, str(path.relative_to(root)))]
    return [path for path in files if named.search(path.read_text("utf-8")) or named.fullmatch(path.stem)]


def is_method(node: ast.expr) -> bool:
    """Whether an expression is called a method: `method`, `….method` (not a request's), `…["method"]`."""
    if isinstance(node, ast.Attribute):
        return node.attr == "method" and not (isinstance(node.value, ast.Name) and node.value.id == "request")
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Constant) and node.slice.value == "method"
    return isinstance(node, ast.Name) and node.id == "method"


def compares(node: ast.AST) -> bool:
    """Whether a comparison is about a tournament's method: not one of HTTP's."""
    if not isinstance(node, ast.Compare):
        return False
    parts = [node.left, *node.comparators]
    return any(map(is_method, parts)) and not any(isinstance(one, ast.Constant) and one.value in HTTP for one in parts)


def compared(root: Path) -> dict[Path, int]:
    """How often each module or template compares a method with something, but those of the methods themselves."""
    counts = {}
    for path in sources(root):
        text = path.read_text("utf-8")
        if path.suffix == ".py":
            counts[path] = sum(map(compares, ast.walk(ast.parse(text))))
        elif path.suffix == ".html":
            counts[path] = len(re.findall(r"(?<!request\.)\bmethod\s*(?:==|!=|\bin\b|\bnot in\b)", text))
    elsewhere = ("tournament/methods", "phone/here")  # where they are declared; the phone's are those of HTTP
    return {path: count for path, count in counts.items() if count and not any(one in str(path) for one in elsewhere)}


def circles(root: Path) -> list[list[str]]:
    """Modules that import one another, however far around, imports for types alone among them."""
    sys.path.insert(0, str(root))
    graph = grimp.build_graph("scorekeeper", cache_dir=None)
    edges = [(one, other) for one in graph.modules for other in graph.find_modules_directly_imported_by(one)]
    # The package itself only makes the application, when it is asked to.
    imports = networkx.DiGraph((one, other) for one, other in edges if "scorekeeper" not in (one, other))
    return sorted(sorted(names) for names in networkx.strongly_connected_components(imports) if len(names) > 1)


def counted(root: Path) -> Iterator[tuple[str, str, list[str]]]:
    """Each line of the table: what, how much, which."""
    for what, (word, about) in FEATURES.items():
        files = touched(root, word, about)
        yield what, f"{len(files)} / {len({path.parent for path in files})}", [str(path.relative_to(root)) for path in files]
    methods = compared(root)
    which = [f"{path.relative_to(root)}: {count}" for path, count in methods.items()]
    yield "comparisons of a method", f"{sum(methods.values())} in {len(methods)} modules", which
    found = circles(root)
    yield "circles of modules", str(len(found)), [", ".join(names) for names in found]
    modules = [path.read_text("utf-8").splitlines() for path in sorted((root / "scorekeeper").rglob("*.py"))]
    yield "modules, lines", f"{len(modules)}, {sum(map(len, modules)):,}", []
    lines = [line for path in sources(root) if path.suffix == ".html" for line in path.read_text("utf-8").splitlines() if line]
    yield "templates: mean line, longest", f"{sum(map(len, lines)) / len(lines):.0f}, {max(map(len, lines))}", []
    yield "styles: rules, different ones, bytes", "{:,}, {:,}, {:,}".format(*styles.summed(root)), []


def table(rows: list[tuple[str, str, list[str]]]) -> str:
    """The table as it stands in the page."""
    text = "| files / folders | at the outset | before | now | wanted |\n| --- | --- | --- | --- | --- |\n"
    for what, now, _ in rows:
        said, before, aim = BEFORE[what]
        text += f"| {what} | {said} | {before} | {now} | {aim} |\n"
    return text


def main(arguments: list[str]) -> int:
    """Run as the module's text says; the exit status."""
    folders = [Path(name).resolve() for name in arguments if not name.startswith("-")]
    root = folders[0] if folders else ROOT
    rows = [*counted(root)]
    for what, much, which in rows:
        print(f"{what:<30} {much}")
        if "--files" in arguments:
            print("".join(f"    {one}\n" for one in which), end="")
    if root == ROOT:
        before, rest = PAGE.read_text("utf-8").split(BEGIN)
        PAGE.write_text(before + BEGIN + table(rows) + END + rest.split(END)[1], "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
