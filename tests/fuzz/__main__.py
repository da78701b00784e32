"""Fuzz one reader with atheris: `python -m tests.fuzz TARGET [--runs N] [--seed N] [--corpus FOLDER]`.

    python -m tests.fuzz --list                          the readers
    python -m tests.fuzz game_record --runs 1000000      one of them; --input FILE reads one input again

The first input that a reader neither accepts nor rejects ends the run. It is written to the corpus folder.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

LONGEST = 8192
"""Bytes of an input."""


def main() -> int:
    """Run the command described above, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("target", nargs="?")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--runs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=200)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--input", type=Path)
    asked = parser.parse_args()
    if asked.input is None and not asked.list:
        import atheris

        # Only modules imported from here on are instrumented. The program imports some when it is created.
        with atheris.instrument_imports(include=["scorekeeper"]):
            from tests.fuzz.program import request_context
            from tests.fuzz.targets import TARGETS

            with request_context():
                pass
    else:
        from tests.fuzz.program import request_context
        from tests.fuzz.targets import TARGETS
    if asked.list or asked.target not in TARGETS:
        print("\n".join(TARGETS))
        return 0 if asked.list else 2
    target = TARGETS[asked.target]
    if asked.input is not None:
        with request_context():
            print("accepted" if target(asked.input.read_bytes()) else "refused")
        return 0
    folder = asked.corpus or Path(tempfile.mkdtemp(prefix=f"fuzz-{asked.target}-"))
    folder.mkdir(parents=True, exist_ok=True)
    for n, one in enumerate(target.seeds()):
        (folder / f"seed-{n:04}").write_bytes(one)
    options = [f"-runs={asked.runs}", f"-seed={asked.seed}", f"-max_len={LONGEST}", "-timeout=20", "-rss_limit_mb=2048"]
    options += ["-print_final_stats=1", "-verbosity=0", f"-artifact_prefix={folder}{os.sep}found-"]
    with request_context():
        atheris.Setup([sys.argv[0], *options, str(folder)], lambda data: target(data) and None)
        atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
