"""Renew the lock files in `requirements/`, which pin every installed package for every Python, with hashes.

    make lock                         follow pyproject.toml; everything else keeps its version
    make lock ARGS=--upgrade          upgrade everything as far as pyproject.toml allows

There is one file for each purpose. A file starts with another one and adds what its purpose needs. uv chooses the versions,
and pip alone installs them. All Pythons get the same version of a package, so what was tested on one is what another runs.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "requirements"
PURPOSES = {
    "run": None,
    "test": "run",
    "bench": "test",
    "fuzz": "test",
    "webkit": "test",
    "wheel": "run",
    "bundle": "run",
    "lock": "run",
}
"""What can be installed, and the purpose it builds on. Each but `run` is an extra in pyproject.toml."""
RUN_EXTRAS = ["local-name", "metrics", "openid", "postgresql"]
"""The extras that `run` installs, and so every other purpose too. `all` is these."""
HEAD = "# Made by `make lock` from pyproject.toml, never by hand.\n"


def extras_of(purpose: str) -> list[str]:
    """Return the extras that a purpose installs, its own last."""
    upon = PURPOSES[purpose]
    return [*extras_of(upon), purpose] if upon else RUN_EXTRAS


def blocks(text: str) -> dict[str, str]:
    """Return a lock file's packages by requirement line (name, version, markers), each with its hashes."""
    found = re.findall(r"^(\w.*?)( \\\n(?:    .*\n)+)", text, re.MULTILINE)
    return {requirement: requirement + hashes for requirement, hashes in found}


def resolve(into: Path, *options: str) -> dict[str, str]:
    """Return what uv resolves for pyproject.toml, its build and some extras. Versions already in `into` are kept."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    oldest = project["project"]["requires-python"].removeprefix(">=")
    command = [str(Path(sys.executable).with_name("uv")), "pip", "compile", "pyproject.toml", "-", *options, "-o", str(into)]
    command += ["--universal", "--python-version", oldest, "--fork-strategy", "fewest"]
    command += ["--generate-hashes", "--no-annotate", "--no-header", "--no-emit-index-url", "--no-emit-find-links", "--quiet"]
    asked = "\n".join(project["build-system"]["requires"])
    subprocess.run(command, cwd=ROOT, input=asked, text=True, check=True)  # noqa: S603 (uv, as it was installed here)
    return blocks(into.read_text("utf-8"))


def main(arguments: list[str]) -> int:
    with tempfile.TemporaryDirectory() as made:
        every = Path(made) / "every.txt"
        known = "".join(path.read_text("utf-8") for path in FOLDER.glob("*.txt"))
        every.write_text("".join(blocks(known).values()), "utf-8")
        resolve(every, "--all-extras", *arguments)
        files: dict[str, dict[str, str]] = {}
        for purpose, upon in PURPOSES.items():
            extras = [option for extra in extras_of(purpose) for option in ("--extra", extra)]
            files[purpose] = resolve(Path(made) / f"{purpose}.txt", "--constraint", str(every), *extras)
            rest = {line: block for line, block in files[purpose].items() if not upon or line not in files[upon]}
            begin = f"-r {upon}.txt\n" if upon else ""
            (FOLDER / f"{purpose}.txt").write_text(HEAD + begin + "".join(rest.values()), "utf-8")
            print(f"requirements/{purpose}.txt: {len(files[purpose])} packages")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
