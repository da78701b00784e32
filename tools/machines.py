"""Try every way to start the program on a computer that has never run it.

Run it as root with `make machines`; it needs debootstrap and git. It prints a table: the Debian release, the case, what
happened and the seconds it took. A case that others build on (`BUILDS_ON`) runs first, unless it has already run for this
commit. Only committed changes are tried.
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

from tools.machine import ROOT, StepFailed, in_namespaces, make_base, run_command
from tools.ways_to_start import BUILDS_ON, CASES, Place

RELEASES = ("bookworm", "trixie")


def inside(folder: Path, release: str, case: str) -> None:
    """Run one case inside namespaces that end with this process."""
    place = Place(folder, release)
    try:
        if case == "base":
            make_base(release, place.base)
            happened = "debootstrap"
        else:
            happened = CASES[case](place)
        print(json.dumps(["ok", happened]))
    except (StepFailed, StopIteration, subprocess.SubprocessError, OSError) as error:
        print(json.dumps(["FAILED", " ".join(str(error).split()) or type(error).__name__]))


def run(folder: Path, release: str, case: str, commit: str) -> bool:
    """Run a case, and first the cases it builds on if needed. Print a row for each; return whether all passed."""
    done = folder / release / f"{case}.done"
    if case != "base":
        before = BUILDS_ON.get(case, "base")
        record = folder / release / f"{before}.done"
        if (not record.exists() or (before != "base" and record.read_text() != commit)) and not run(
            folder, release, before, commit
        ):
            return False
    done.unlink(missing_ok=True)
    began = time.monotonic()
    command = [sys.executable, "-m", "tools.machines", "--folder", str(folder), "--inside", release, case]
    ended = subprocess.run(in_namespaces(command), cwd=ROOT, stdout=subprocess.PIPE, text=True)
    state, happened = (
        json.loads(ended.stdout.splitlines()[-1]) if ended.stdout.strip() else ("FAILED", f"ended with {ended.returncode}")
    )
    print(f"| {release} | {case} | {state} | {happened} | {time.monotonic() - began:.0f} s |", flush=True)
    if state == "ok":
        done.parent.mkdir(parents=True, exist_ok=True)
        done.write_text(commit)
    return bool(state == "ok")


def main() -> int:
    """Run the chosen cases, or all of them. Return 0 if all passed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", help=f"cases to run, all by default: {', '.join(CASES)}")
    parser.add_argument("--release", action="append", help=f"Debian release, may be repeated; default: {' and '.join(RELEASES)}")
    parser.add_argument(
        "--folder", type=Path, default=Path("/var/tmp/deuxcents-machines"), help="where machines are stored, a few GB each"
    )
    parser.add_argument("--inside", nargs=2, help=argparse.SUPPRESS)
    told = parser.parse_args()
    if told.inside:
        inside(told.folder, *told.inside)
        return 0
    if unknown := set(told.cases) - set(CASES):
        parser.error(f"no case is called {', '.join(sorted(unknown))}")
    if os.getuid():
        sys.exit("make machines uses mount and chroot: run it as root.")
    if lacking := [name for name in ("debootstrap", "unshare", "git") if not shutil.which(name)]:
        sys.exit(f"Missing: {' '.join(lacking)}. Run: apt-get install debootstrap util-linux git")
    if run_command(["git", "-C", str(ROOT), "status", "--porcelain"]).strip():
        print("Uncommitted changes are not tried.", file=sys.stderr)
    commit = run_command(["git", "-C", str(ROOT), "rev-parse", "HEAD"]).strip()
    print("| release | case | | what happened | time |\n| --- | --- | --- | --- | ---: |", flush=True)
    # A case that others build on is not run twice, unless it was chosen by name.
    well = True
    for release in told.release or RELEASES:
        for case in told.cases or CASES:
            done = told.folder / release / f"{case}.done"
            if told.cases or not (case in BUILDS_ON.values() and done.exists() and done.read_text() == commit):
                well &= run(told.folder, release, case, commit)
    return not well


if __name__ == "__main__":
    sys.exit(main())
