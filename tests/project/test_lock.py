"""The lock files match pyproject.toml. If they don't, run `make lock`."""

from __future__ import annotations

import re
import subprocess
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tools import lock

ROOT = Path(__file__).parent.parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
EACH = pytest.mark.parametrize("purpose", lock.PURPOSES)


def text_of(purpose: str) -> str:
    return (lock.FOLDER / f"{purpose}.txt").read_text("utf-8")


def listed_packages(purpose: str) -> list[Requirement]:
    """Return the packages that a lock file lists itself."""
    return [Requirement(line) for line in lock.blocks(text_of(purpose))]


def installed_packages(purpose: str) -> dict[str, Version]:
    """Return every package installed for a purpose, with its version."""
    upon = lock.PURPOSES[purpose]
    found = installed_packages(upon) if upon else {}
    return found | {
        canonicalize_name(one.name): Version(str(one.specifier).removeprefix("==")) for one in listed_packages(purpose)
    }


def required_packages(purpose: str) -> list[Requirement]:
    """Return the packages that pyproject.toml requires directly."""
    extras = [line for extra in lock.extras_of(purpose) for line in EXTRAS[extra]]
    return [Requirement(line) for line in (*PROJECT["project"]["dependencies"], *PROJECT["build-system"]["requires"], *extras)]


def test_there_is_a_lock_file_for_the_program_and_for_each_extra():
    assert {path.stem for path in lock.FOLDER.iterdir()} == {*lock.PURPOSES}
    assert {*EXTRAS} == {*lock.PURPOSES, *lock.RUN_EXTRAS, "all"} - {"run"}
    assert EXTRAS["all"] == [f"deuxcents[{','.join(lock.RUN_EXTRAS)}]"]


@EACH
def test_what_is_asked_for_is_named_in_a_version_that_will_do(purpose):
    there = installed_packages(purpose)
    missing = [
        str(one) for one in required_packages(purpose) if not one.specifier.contains(there.get(canonicalize_name(one.name), "0"))
    ]
    assert missing == []


@EACH
def test_what_those_need_in_turn_is_named_too(purpose):
    """Checks packages installed here, for this Python. Nothing is fetched."""
    there, missing = installed_packages(purpose), []
    extras = {canonicalize_name(one.name): [*one.extras] for one in required_packages(purpose)}
    for name in there:
        try:
            needs = [Requirement(line) for line in requires(name) or ()]
        except PackageNotFoundError:
            continue
        for one in needs:
            asked = one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in ("", *extras.get(name, ())))
            if asked and not one.specifier.contains(there.get(canonicalize_name(one.name), "0"), prereleases=True):
                missing.append(f"{name}: {one}")
    assert missing == []


@EACH
def test_a_lock_file_holds_versions_with_hashes_and_nothing_else(purpose):
    head, *lines = text_of(purpose).splitlines()
    assert head == lock.HEAD.strip()
    begin = [f"-r {lock.PURPOSES[purpose]}.txt"] if lock.PURPOSES[purpose] else []
    assert lines[: len(begin)] == begin
    known = re.compile(r"[a-z0-9-]+==[\w.]+( ; [^/\\]+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?")
    assert [line for line in lines[len(begin) :] if not known.fullmatch(line)] == []


def test_a_package_has_one_version_for_every_purpose_and_every_python():
    named = {(canonicalize_name(one.name), str(one.specifier)) for purpose in lock.PURPOSES for one in listed_packages(purpose)}
    assert len({name for name, _ in named}) == len(named)


@EACH
def test_where_files_come_from_elsewhere_the_same_versions_are_asked_for_without_hashes(purpose):
    command = f'. tools/common.sh; without_hashes "requirements/{purpose}.txt"'
    said = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    found = [Requirement(line) for line in said.splitlines() if not line.startswith("#")]
    assert {canonicalize_name(one.name): Version(str(one.specifier).removeprefix("==")) for one in found} == installed_packages(
        purpose
    )
