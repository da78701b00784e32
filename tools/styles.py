"""Count the style sheets' rules, distinct rules and bytes.

    python tools/styles.py            each sheet, and all of them
    python tools/styles.py FOLDER     the same for another checkout

A rule is any block with declarations, including nested blocks, page margins and animation steps. Two rules are the same if
they have the same declarations in any order.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tinycss2

ROOT = Path(__file__).resolve().parent.parent
Body = frozenset[tuple[str, str]]


def rule_bodies(nodes: list[Any]) -> Iterator[Body]:
    """Yield the declarations of each rule among these nodes, outer rules first."""
    for node in nodes:
        if node.type not in ("qualified-rule", "at-rule") or node.content is None:
            continue
        inside = tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)
        said = [one for one in inside if one.type == "declaration"]
        if said:
            yield frozenset((one.name, " ".join(tinycss2.serialize(one.value).split())) for one in said)
        yield from rule_bodies(inside)


def count_sheets(root: Path) -> dict[str, tuple[int, set[Body], int]]:
    """Return each sheet's rule count, distinct declarations and bytes, by path."""
    found = {}
    for path in sorted((root / "static" / "css").rglob("*.css")):
        text = path.read_text("utf-8")
        rules = [*rule_bodies(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True))]
        found[path.relative_to(root / "static" / "css").as_posix()] = (len(rules), set(rules), len(text.encode()))
    return found


def sum_sheets(root: Path) -> tuple[int, int, int]:
    """Return the totals for all sheets: rules, distinct rules, bytes."""
    sheets = count_sheets(root).values()
    return sum(one[0] for one in sheets), len(set[Body]().union(*(one[1] for one in sheets))), sum(one[2] for one in sheets)


def main(arguments: list[str]) -> int:
    root = Path(arguments[0]).resolve() if arguments else ROOT
    print(" rules  different    bytes")
    for name, (rules, different, size) in count_sheets(root).items():
        print(f"{rules:>6,}{len(different):>11,}{size:>9,}  {name}")
    rules, alike, size = sum_sheets(root)
    print(f"{rules:>6,}{alike:>11,}{size:>9,}  all")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
