"""Types the commands of the guide: the code blocks of a page, run in order in one shell."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "docs" / "guide"
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARK = "@@done@@"
ADDRESS = "http://127.0.0.1:8200"
"""The program's address in the guide."""


@dataclass(frozen=True)
class Block:
    """A code block of a page: its kind, its file name if any, and its text."""

    kind: str
    name: str
    text: str


@dataclass(frozen=True)
class TypedCommand:
    """A command and the output shown in the guide."""

    command: str
    shown: str


def blocks(page: Path) -> list[Block]:
    return [Block(kind, name, text) for kind, name, text in BLOCK.findall(page.read_text("utf-8"))]


def typed_commands(page: Path) -> list[TypedCommand]:
    found: list[list[str]] = []
    for block in blocks(page):
        if block.kind != "console":
            continue
        going_on = False
        for line in block.text.splitlines(keepends=True):
            if line.startswith("$ "):
                found.append([line[2:], ""])
            else:
                found[-1][0 if going_on else 1] += line
            going_on = (line.startswith("$ ") or going_on) and line.endswith("\\\n")
    return [TypedCommand(command, shown) for command, shown in found]


def run(page: Path, lang: str, folder: Path, instance: Path, address: str) -> list[str]:
    """Run a page's commands in its language, in a folder with its files, and return the outputs."""
    for block in blocks(page):
        if block.name:
            (folder / block.name).write_text(block.text, "utf-8")
    tools = folder / ".bin"
    tools.mkdir()
    for name, command in (("scorekeeper", f'"{sys.executable}" -m scorekeeper'), ("python3", f'"{sys.executable}"')):
        (tools / name).write_text(f'#!/bin/sh\nexec {command} "$@"\n')
        (tools / name).chmod(0o755)
    script = "".join(f"{one.command}printf '{MARK}\\n'\n" for one in typed_commands(page)).replace(ADDRESS, address)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SCOREKEEPER_", "LC_", "LANG"))}
    if "SCOREKEEPER_DATABASE_URL" in os.environ:  # where the tests run on a server, what is typed does too
        kept["SCOREKEEPER_DATABASE_URL"] = os.environ["SCOREKEEPER_DATABASE_URL"]
    done = subprocess.run(
        ["bash"],
        input=script,
        cwd=folder,
        env={
            **kept,
            "PATH": f"{tools}:{kept['PATH']}",
            "PYTHONPATH": str(ROOT),
            "PYTHONUTF8": "1",
            "LANG": f"{lang}_CA.UTF-8",
            "SCOREKEEPER_INSTANCE": str(instance),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    return done.stdout.split(f"{MARK}\n")


def fits(shown: str, said: str) -> bool:
    """Return whether the output matches the guide, where an ellipsis matches anything."""
    return re.fullmatch(re.escape(shown).replace("…", ".*?"), said, re.DOTALL) is not None
