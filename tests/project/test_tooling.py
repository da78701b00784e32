"""The checks of `make lint` as tests that show the tool's output."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

pytestmark = [pytest.mark.process, pytest.mark.slow]

ROOT = Path(__file__).parent.parent.parent


def run(*command: str) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        pytest.fail(f"{' '.join(command)}\n{done.stdout}{done.stderr}", pytrace=False)


def test_ruff_finds_no_fault():
    run(sys.executable, "-m", "ruff", "check", "--quiet", ".")


def test_ruff_would_format_nothing_otherwise():
    run(sys.executable, "-m", "ruff", "format", "--check", "--quiet", ".")


def test_djlint_finds_no_fault_in_the_templates():
    run(sys.executable, "-m", "djlint", "--lint", "--quiet", "templates")


def test_no_line_of_a_template_is_longer_than_160_characters():
    long = [
        f"{path.relative_to(ROOT)}:{number}: {len(line)}"
        for path in sorted((ROOT / "templates").rglob("*.*"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > 160
    ]
    assert long == []


def test_oxlint_finds_no_fault_in_the_scripts():
    """pyproject.toml doesn't require oxlint on machines without a build (32 bits)."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    wanted = next(one for one in map(Requirement, extras["test"]) if one.name == "oxlint")
    if wanted.marker and not wanted.marker.evaluate():
        pytest.skip("oxlint is not built for this machine")
    run(str(Path(sys.executable).with_name("oxlint")), "--deny-warnings", "static/js", "scorekeeper/offline/js")


def test_types_are_sound_and_strict_in_the_pure_packages():
    run(sys.executable, "-m", "mypy")


def test_no_layer_imports_one_above_it():
    run(str(Path(sys.executable).with_name("lint-imports")))


def test_the_engine_and_its_words_load_nothing_that_is_slow_on_a_phone():
    run(str(Path(sys.executable).with_name("lint-imports")), "--config", "tools/run_time_imports.toml")


LAST_BEFORE_THE_RULE = "ee15fcb1c"
SUBJECT = re.compile(
    r"[a-z][a-z0-9 /_-]*: (?!(?:an?|how|nobody|nothing|of|on|the|what|where|whether|who|whoever|why)\b)[a-z].*[^.]"
)
"""`area: verb object`: it doesn't begin with a fact that is now true."""


def subjects() -> list[str]:
    """Return the subjects of all commits under the rule; of the last one where the history is cut off before them."""
    log = ["git", "log", "--no-merges", "--format=%s"]
    for range_ in ([f"{LAST_BEFORE_THE_RULE}..HEAD"], ["-1"]):
        done = subprocess.run([*log, *range_], cwd=ROOT, capture_output=True, text=True)
        if not done.returncode:
            break
    return [one for one in done.stdout.splitlines() if not one.startswith("release: ")]


def test_the_subject_of_a_commit_has_an_area_and_a_verb_and_fits_a_line():
    assert [one for one in subjects() if len(one) > 72 or not SUBJECT.fullmatch(one)] == []


def test_a_subject_that_states_a_fact_is_refused():
    good = ("api: reject results over 1,000", "docs/guide: shorten the first page")
    bad = ("problems: a choice of names has a title", "Fix the pad", "pad: what was typed stays", "pad: keep the name.")
    assert all(SUBJECT.fullmatch(one) for one in good)
    assert not any(SUBJECT.fullmatch(one) for one in bad)
