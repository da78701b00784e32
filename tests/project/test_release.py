"""The name, version and licence: each in one place, and the same everywhere."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from scorekeeper.app.openapi import document
from scorekeeper.cli import command_line
from scorekeeper.core.version import VERSION

pytestmark = pytest.mark.process

ROOT = Path(__file__).parent.parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
GITHUB = ROOT / ".github"
FORMS = sorted(path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml")
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
MAKE_TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


def commands_of(workflow: Path) -> list[str]:
    """Return every line that a workflow's steps run."""
    jobs = yaml.safe_load(workflow.read_text("utf-8"))["jobs"].values()
    return [line for job in jobs for step in job["steps"] for line in step.get("run", "").splitlines()]


def test_both_commands_start_the_same_program():
    assert PROJECT["name"] == "deuxcents"
    assert PROJECT["scripts"] == dict.fromkeys(("scorekeeper", "deuxcents"), "scorekeeper.cli.command_line:main")


def test_the_version_is_written_once_and_told_everywhere():
    assert "version" in PROJECT["dynamic"]
    assert CliRunner().invoke(command_line.main, ["--version"]).output.split()[-1] == VERSION
    assert document()["info"]["version"] == VERSION


def test_the_licence_is_told_by_the_file_the_metadata_and_the_api():
    assert (ROOT / "LICENSE").read_text("utf-8").startswith("MIT License\n")
    assert (PROJECT["license"], PROJECT["license-files"]) == ("MIT", ["LICENSE"])
    assert document()["info"]["license"]["identifier"] == "MIT"


@pytest.mark.parametrize("form", FORMS, ids=lambda path: path.stem)
def test_an_issue_form_has_what_a_host_asks_of_one(form):
    found = yaml.safe_load(form.read_text("utf-8"))
    assert {"name", "description", "body"} <= set(found)
    asked = [part for part in found["body"] if part["type"] != "markdown"]
    assert {part["type"] for part in asked} <= {"input", "textarea", "dropdown", "checkboxes"}
    ids = [part["id"] for part in asked]
    assert len(ids) == len(set(ids))
    assert all(part["attributes"]["label"] for part in asked)
    assert any(part.get("validations", {}).get("required") for part in asked)


def test_there_are_forms_for_a_bug_a_house_rule_and_a_tournament():
    assert [path.stem for path in FORMS] == ["bug", "house-rule", "tournament"]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_calls_nothing_that_is_not_there(workflow):
    targets, files = set(), set()
    for line in commands_of(workflow):
        targets |= set(re.findall(r"\bmake ([a-z]+)(?= |$)", line))
        files |= set(re.findall(r"(?<![\w/])(?:requirements|tests|packaging|\.ci)/[\w./-]+", line))
    assert targets - MAKE_TARGETS == set()
    assert [name for name in files if not (ROOT / name).exists()] == []
    assert yaml.safe_load(workflow.read_text("utf-8"))["permissions"] == {"contents": "read"}


def test_a_tag_that_is_not_the_version_is_refused():
    [line] = [line for line in commands_of(GITHUB / "workflows" / "release.yml") if "GITHUB_REF_NAME" in line]
    for tag, status in ((f"v{VERSION}", 0), (VERSION, 1), ("v0.0.9", 1)):
        done = subprocess.run(["sh", "-c", line], cwd=ROOT, env={**os.environ, "GITHUB_REF_NAME": tag}, check=False)
        assert done.returncode == status


def test_every_python_and_system_that_the_program_is_for_is_tried():
    jobs = yaml.safe_load((GITHUB / "workflows" / "test.yml").read_text("utf-8"))["jobs"]
    oldest = PROJECT["requires-python"].removeprefix(">=")
    assert jobs["ubuntu"]["strategy"]["matrix"]["python"] == [oldest, "3.12", "3.13", "3.14"]
    assert jobs["debian"]["strategy"]["matrix"]["release"] == ["bookworm", "trixie"]
    assert {jobs["macos"]["runs-on"], jobs["windows"]["runs-on"]} == {"macos-latest", "windows-latest"}


def test_the_dependency_bot_looks_where_dependencies_are_named():
    updates = yaml.safe_load((GITHUB / "dependabot.yml").read_text("utf-8"))["updates"]
    looked = {one["package-ecosystem"]: ROOT / one["directory"].strip("/") for one in updates}
    assert set(looked) == {"pip", "github-actions", "docker"}
    assert [*looked["pip"].glob("*.txt")]
    assert (looked["docker"] / "Dockerfile").is_file()
