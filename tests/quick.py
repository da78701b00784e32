"""`python -m tests.quick [PATH ...] [OPTION ...]`: the fast tests of these subjects, or of all of them.

A path may be source (`scorekeeper/games`, `templates/rulings/over.html`), or tests as pytest takes them.
"""

from __future__ import annotations

import sys
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = (PurePosixPath("scorekeeper"), PurePosixPath("templates"), PurePosixPath("static/css"))


def tests_of(source: str) -> str:
    """Return the tests of a source path: the nearest folder of the same name in `tests/`.

    Any other path is returned unchanged. Raises ValueError if the source has no tests.
    """
    path = PurePosixPath(source)
    below = next((path.relative_to(top) for top in SOURCES if path.is_relative_to(top)), None)
    if below is None:
        return source
    if not (ROOT / path).exists():
        raise ValueError(f"{source} does not exist")
    own = PurePosixPath("tests", below.parent, f"test_{below.stem}.py")
    if len(below.parts) == 1 and (ROOT / own).is_file():
        return str(own)
    for folder in (below, *below.parents[:-1]):
        if (ROOT / "tests" / folder).is_dir():
            return f"tests/{folder}"
    raise ValueError(f"no tests are called like {source}; name a folder of tests/")


def main(arguments: list[str]) -> int:
    """Run pytest and return its exit status, or 2 for a source without tests."""
    try:
        chosen = [tests_of(argument) for argument in arguments]
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    return pytest.main(["--tier", "quick", "-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder", *chosen])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
