"""Each script names its layer in its first line, and imports only from its own layer and those below, without a circle."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

from scorekeeper.core import paths

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = [*paths.resource("static").rglob("*.js"), *(ROOT / "scorekeeper" / "offline" / "js").glob("*.js")]
LAYERS = ("State", "Sender", "Drawing")
LAYER = re.compile(rf"// ({'|'.join(LAYERS)}) layer\. \S")
IMPORT = re.compile(r"""(?:^import\s(?:[^"';]*\sfrom\s)?|\bimport\()\s*["']\./([\w-]+)\.js["']""", re.MULTILINE)


def read_layers() -> dict[str, int]:
    """Return the rank of each script's layer; -1 if its first line names none."""
    found = {path.stem: LAYER.match(path.read_text("utf-8")) for path in SCRIPTS}
    return {name: LAYERS.index(layer[1]) if layer else -1 for name, layer in found.items()}


def read_imports() -> dict[str, set[str]]:
    """Return what each script imports, also later."""
    return {path.stem: set(IMPORT.findall(path.read_text("utf-8"))) for path in SCRIPTS}


def test_each_script_names_its_layer_first():
    assert [name for name, rank in read_layers().items() if rank < 0] == []


def test_scripts_import_only_downwards():
    layers, imports = read_layers(), read_imports()
    assert {"identifiers", "sender"} <= imports["outbox"]
    assert [(name, other) for name in imports for other in imports[name] if layers[other] > layers[name]] == []


def test_no_scripts_import_each_other_in_a_circle():
    imports = read_imports()
    assert "outbox" in imports["click-guard"]  # one that is imported later counts too
    TopologicalSorter(imports).prepare()
