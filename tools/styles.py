"""Counts the style sheets: rules, how many of them say something different, bytes.

    python tools/styles.py            each sheet, and all of them
    python tools/styles.py FOLDER     of another checkout

A rule is whatever declares something: also one within another, a part of a page, a step of an animation. Two say the same if they
declare the same, in whatever order.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tinycss2

ROOT = Path(__file__).resolve().parent.parent
Body = frozenset[tuple[str, str]]


def bodies(nodes: list[Any]) -> Iterator[Body]:
    """What each rule among these nodes declares, outer ones first."""
    for node in nodes:
        if node.type not in ("qualified-rule", "at-rule") or node.content is None:
            continue
        inside = tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)
        said = [one for one in inside if one.type == "declaration"]
        if said:
            yield frozenset((one.name, " ".join(tinycss2.serialize(one.value).split())) for one in said)
        yield from bodies(inside)


def counted(root: Path) -> dict[str, tuple[int, set[Body], int]]:
    """Of each sheet, by its path: rules, what they declare, bytes."""
    found = {}
    for path in sorted((root / "static" / "css").rglob("*.css")):
        text = path.read_text("utf-8")
        rules = [*bodies(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True))]
        found[path.relative_to(root / "static" / "css").as_posix()] = (len(rules), set(rules), len(text.encode()))
    return found


def summed(root: Path) -> tuple[int, int, int]:
    """All sheets together: rules, different ones, bytes."""
    sheets = counted(root).values()
    return sum(one[0] for one in sheets), len(set[Body]().union(*(one[1] for one in sheets))), sum(one[2] for one in sheets)


def main(arguments: list[str]) -> int:
    """Run as the module's text says; the exit status."""
    root = Path(arguments[0]).resolve() if arguments else ROOT
    print(" rules  different    bytes")
    for name, (rules, different, size) in counted(root).items():
        print(f"{rules:>6,}{len(different):>11,}{size:>9,}  {name}")
    rules, alike, size = summed(root)
    print(f"{rules:>6,}{alike:>11,}{size:>9,}  all")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
