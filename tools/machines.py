"""The ways to start the program, each on a computer that has never seen it (`make machines`, as root, with debootstrap and git).

A row of the table is a release of Debian, a case, what happened and the seconds it took. A case that others stand on (`AFTER`)
is run first, unless it has been for this commit. What is committed is tried, nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tools.machine import ROOT, Failed, closed_in, make_base, said
from tools.ways_to_start import AFTER, CASES, Place

RELEASES = ("bookworm", "trixie")


def inside(folder: Path, release: str, case: str) -> None:
    """One case, within namespaces that end with this process."""
    place = Place(folder, release)
    try:
        if case == "base":
            make_base(release, place.base)
            happened = "debootstrap"
        else:
            happened = CASES[case](place)
        print(json.dumps(["ok", happened]))
    except (Failed, StopIteration, subprocess.SubprocessError, OSError) as error:
        print(json.dumps(["FAILED", " ".join(str(error).split()) or type(error).__name__]))


def run(folder: Path, release: str, case: str, commit: str) -> bool:
    """Run a case, and those before it that have not been run for this commit; print their rows. Whether it went well."""
    done = folder / release / f"{case}.done"
    if case != "base":
        before = AFTER.get(case, "base")
        record = folder / release / f"{before}.done"
        if (not record.exists() or (before != "base" and record.read_text() != commit)) and not run(
            folder, release, before, commit
        ):
            return False
    done.unlink(missing_ok=True)
    began = time.monotonic()
    command = [sys.executable, "-m", "tools.machines", "--folder", str(folder), "--inside", release, case]
    ended = subprocess.run(closed_in(command), cwd=ROOT, stdout=subprocess.PIPE, text=True)
    state, happened = (
        json.loads(ended.stdout.splitlines()[-1]) if ended.stdout.strip() else ("FAILED", f"ended with {ended.returncode}")
    )
    print(f"| {release} | {case} | {state} | {happened} | {time.monotonic() - began:.0f} s |", flush=True)
    if state == "ok":
        done.parent.mkdir(parents=True, exist_ok=True)
        done.write_text(commit)
    return bool(state == "ok")


def main() -> int:
    """The cases that are asked for, all without: 0 if each went well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", help=f"of {', '.join(CASES)}; all without")
    parser.add_argument("--release", action="append", help=f"of Debian, can be said again; {' and '.join(RELEASES)} without")
    parser.add_argument(
        "--folder", type=Path, default=Path("/var/tmp/deuxcents-machines"), help="where they are kept, some GB each"
    )
    parser.add_argument("--inside", nargs=2, help=argparse.SUPPRESS)
    told = parser.parse_args()
    if told.inside:
        inside(told.folder, *told.inside)
        return 0
    if unknown := set(told.cases) - set(CASES):
        parser.error(f"no case is called {', '.join(sorted(unknown))}")
    if os.getuid():
        sys.exit("make machines mounts and enters folders as computers: run it as root.")
    if lacking := [name for name in ("debootstrap", "unshare", "git") if not shutil.which(name)]:
        sys.exit(f"Missing: {' '.join(lacking)}. Run: apt-get install debootstrap util-linux git")
    if said(["git", "-C", str(ROOT), "status", "--porcelain"]).strip():
        print("What is not committed is not tried.", file=sys.stderr)
    commit = said(["git", "-C", str(ROOT), "rev-parse", "HEAD"]).strip()
    print("| release | case | | what happened | time |\n| --- | --- | --- | --- | ---: |", flush=True)
    # A case that others stood on is not run twice; every other one that is asked for is.
    well = True
    for release in told.release or RELEASES:
        for case in told.cases or CASES:
            done = told.folder / release / f"{case}.done"
            if told.cases or not (case in AFTER.values() and done.exists() and done.read_text() == commit):
                well &= run(told.folder, release, case, commit)
    return not well


if __name__ == "__main__":
    sys.exit(main())
