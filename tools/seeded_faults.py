"""`make seeded-faults`: put known faults into the program, one at a time, and print which test notices each.

The faults are in `tests/seeded_faults.toml`. Each one names the tests to run first. If they notice nothing, all of `make
test` runs, then all of `make test-all`. `ARGS="engine log"` tries only the faults of these areas.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
LIST = ROOT / "tests" / "seeded_faults.toml"
NEEDED_BY_TEST = 0.9
"""The share of faults that `make test` must notice. `make test-all` must notice all of them."""


@dataclass(frozen=True)
class Fault:
    """A fault: in `file`, `old` (which occurs once) becomes `new`. `tests`: the tests to run first."""

    area: str
    what: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]


def read_faults() -> list[Fault]:
    """Return the listed faults in order."""
    listed = tomllib.loads(LIST.read_text("utf-8"))["fault"]
    return [Fault(**{**one, "tests": tuple(one["tests"])}) for one in listed]


@contextmanager
def apply_fault(fault: Fault, root: Path = ROOT) -> Iterator[None]:
    """Apply a fault inside a `with` block. Raises ValueError unless `old` occurs exactly once."""
    path = root / fault.file
    whole = path.read_bytes()
    text = whole.decode()
    if text.count(fault.old) != 1:
        raise ValueError(f"{fault.file}: {fault.old!r} occurs {text.count(fault.old)} times, not once")
    path.write_bytes(text.replace(fault.old, fault.new).encode())
    try:
        yield
    finally:
        path.write_bytes(whole)


def find_noticing_test(tier: str, tests: tuple[str, ...]) -> str | None:
    """Run a tier's tests until one fails, and return its name or None. Empty `tests` means all of them."""
    command = [sys.executable, "-m", "pytest", "--tier", tier, "-x", "-q", "-p", "no:cacheprovider", *tests]
    if not tests:
        command += ["-n", "auto", "--dist", "loadfile"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 (pytest, on tests of the list)
    if done.returncode in (0, 5):  # 5: none of these tests are in this tier
        return None
    found = re.search(r"^(?:FAILED|ERROR) (.*?)(?: - |$)", done.stdout, re.MULTILINE)
    return found[1] if found else f"pytest, exit status {done.returncode}"


def try_out(fault: Fault) -> tuple[str, str] | None:
    """Return the tier and the test that notice a fault, trying the faster tier first, or None."""
    with apply_fault(fault):
        for tier, tests in (("test", fault.tests), ("test", ()), ("all", fault.tests), ("all", ())):
            if test := find_noticing_test(tier, tests):
                return tier, test
    return None


def main(areas: list[str]) -> int:
    """Try all faults, or only some areas. The exit status says whether enough were noticed."""
    tried = [fault for fault in read_faults() if not areas or fault.area in areas]
    seen = {"test": 0, "all": 0}
    for number, fault in enumerate(tried, 1):
        found = try_out(fault)
        if found:
            seen[found[0]] += 1
        tier, test = found or ("-", "NOT NOTICED")
        print(f"{number:2} {fault.area:9} {fault.what}\n   {fault.file}\n   {tier}: {test}", flush=True)
    by_all = seen["test"] + seen["all"]
    print(f"{len(tried)} faults: make test notices {seen['test']}, make test-all {by_all}")
    return 0 if by_all == len(tried) and seen["test"] >= NEEDED_BY_TEST * len(tried) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
