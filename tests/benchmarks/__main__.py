"""`python -m tests.benchmarks [SUBJECT ...]`: every subject in a process of its own, one JSON line a row."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
HELPERS = {"__init__", "__main__", "browsed", "rows"}


def main(asked: list[str]) -> int:
    """Run the subjects asked for, or all; the exit status says whether every one of them finished."""
    subjects = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem not in HELPERS)
    unknown = set(asked) - set(subjects)
    if unknown:
        print(f"no such subject: {', '.join(sorted(unknown))}; there are: {', '.join(subjects)}", file=sys.stderr)
        return 2
    failed = [
        s for s in asked or subjects if subprocess.run([sys.executable, "-m", f"tests.benchmarks.{s}"], check=False).returncode
    ]
    if failed:
        print(f"did not finish: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
