"""Run every benchmark in its own process, one JSON line for each row.

    python -m tests.benchmarks [--small] [SUBJECT ...]

`--small` measures nothing: each benchmark runs through once with the smallest numbers.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
HELPERS = {"__init__", "__main__", "browsed", "rows"}


def subjects() -> list[str]:
    """Return the name of every benchmark, sorted."""
    found = {path.stem for path in FOLDER.glob("*.py")} - HELPERS
    return sorted(name for name in found if not name.startswith("test_"))


def main(arguments: list[str]) -> int:
    """Run the named benchmarks, or all. Returns 0 if all finished."""
    options = [one for one in arguments if one == "--small"]
    asked, there = [one for one in arguments if one not in options], subjects()
    unknown = set(asked) - set(there)
    if unknown:
        print(f"no such subject: {', '.join(sorted(unknown))}; there are: {', '.join(there)}", file=sys.stderr)
        return 2
    command = [sys.executable, "-m"]
    failed = [
        name
        for name in asked or there
        if subprocess.run([*command, f"tests.benchmarks.{name}", *options], check=False).returncode
    ]
    if failed:
        print(f"did not finish: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
