"""Templates and style sheets belong to their subjects and depend only on earlier ones, as modules do."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent.parent
TEMPLATES, STYLES = ROOT / "templates", ROOT / "static" / "css"
TEMPLATE = re.compile(r'"((?:[\w-]+/)+)(?:[\w{}]+\.html|_)"')
STYLE = re.compile(r"(?:css ?= ?|css_url\()\[([^\]]*)\]")


def ranks() -> dict[str, int]:
    """Return each subject's rank in import-linter's layers, the lowest first."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    layers = next(one["layers"] for one in contracts if one["id"] == "subjects")
    return {name.strip(" ()"): place for place, layer in enumerate(reversed(layers)) for name in layer.split("|")}


RANK = ranks()


def drawn_on(path: Path) -> set[str]:
    """Return the subjects of the templates and style sheets that a file names."""
    text = path.read_text("utf-8")
    found = {one.partition("/")[0] for one in TEMPLATE.findall(text) if (TEMPLATES / one).is_dir()}
    return found | {one.partition("/")[0] for names in STYLE.findall(text) for one in re.findall(r'"([^"]+)"', names)}


@pytest.mark.parametrize("place", [TEMPLATES, STYLES], ids=lambda path: path.name)
def test_every_folder_is_that_of_a_subject(place):
    assert {path.name for path in place.iterdir()} <= set(RANK)


FILES = [*sorted(TEMPLATES.rglob("*.html")), *sorted(path for path in ROOT.glob("scorekeeper/*/**/*.py"))]


@pytest.mark.parametrize("kind", [".html", ".py"])
def test_nobody_draws_on_the_pages_or_styles_of_a_later_subject(kind):
    later = []
    for path in (one for one in FILES if one.suffix == kind):
        own = path.relative_to(TEMPLATES if kind == ".html" else ROOT / "scorekeeper").parts[0]
        later += [f"{path.relative_to(ROOT)}: {other}" for other in drawn_on(path) if RANK[other] > RANK[own]]
    assert later == []


def test_every_style_sheet_that_is_named_is_there():
    named = {one for path in FILES for names in STYLE.findall(path.read_text("utf-8")) for one in re.findall(r'"([^"]+)"', names)}
    assert named
    assert [name for name in sorted(named) if not (STYLES / f"{name}.css").is_file()] == []


SCRIPTS = ROOT / "static" / "js"
NAMED_BY_PAGES = re.compile(r"{% set js = (\[[^%]*\])")
IMPORTED = re.compile(r"""(?:import\s*(?:\{(?P<names>[^}]*)\}\s*from\s*)?|import\(\s*)"\./(?P<file>[\w-]+\.js)\"""")
EXPORTED = re.compile(r"^export (?:async )?(?:function\*?|const|let|class) (\w+)", re.MULTILINE)


def test_every_script_that_a_page_names_is_there():
    lists = [one for path in TEMPLATES.rglob("*.html") for one in NAMED_BY_PAGES.findall(path.read_text("utf-8"))]
    named = {name for one in lists for name in re.findall(r'"([^"]+)"', one)}
    assert {"pad", "poll"} <= named
    assert [name for name in sorted(named) if not (SCRIPTS / f"{name}.js").is_file()] == []


def test_what_a_script_imports_another_exports():
    missing = []
    for path in sorted(SCRIPTS.glob("*.js")):
        for names, file in IMPORTED.findall(path.read_text("utf-8")):
            there = set(EXPORTED.findall((SCRIPTS / file).read_text("utf-8"))) if (SCRIPTS / file).is_file() else None
            wanted = {one.split(" as ")[0].strip() for one in names.split(",")} - {""}
            if there is None or wanted - there:
                missing.append((path.name, file, sorted(wanted - (there or set()))))
    assert missing == []


READERS = {
    "core/forms/forms.py": "the forms",
    "core/forms/form_input.py": "taps, and the hidden fields of every form",
}


def test_what_a_page_sent_is_read_by_forms_and_the_reader_of_taps_alone():
    raw = re.compile(r"\brequest\s*\.\s*(?:form|values)\b")
    package = ROOT / "scorekeeper"
    found = {path.relative_to(package).as_posix() for path in package.rglob("*.py") if raw.search(path.read_text("utf-8"))}
    assert found == set(READERS)


CODES = {
    "core/qr_codes.py": "every code",
    "offline/runtime/qr_codes.py": "codes that a phone draws itself",
}


def test_qr_codes_are_drawn_in_one_place():
    package = ROOT / "scorekeeper"
    drawing = re.compile(r"\bsegno\.make|\bencoder\.encode")
    found = {path.relative_to(package).as_posix() for path in package.rglob("*.py") if drawing.search(path.read_text("utf-8"))}
    assert found == set(CODES)


OWN_HOST = {
    "scorekeeper/app/api_docs.py": "readers of the API's document try the API there",
    "scorekeeper/clubs/pages/openid.py": "the provider sends the same browser back",
    "scorekeeper/offline/stubs/routes.py": "a phone's own addresses",
}


def test_a_link_to_be_passed_on_is_made_with_the_address_that_others_reach():
    """Use `reach.root()`. At localhost, `url_for(..., _external=True)` and the request's host make links that no phone can
    open.
    """
    asked = re.compile(r"_external\b|\brequest\.(?:host_url|url_root|base_url)\b")
    assert {path.relative_to(ROOT).as_posix() for path in FILES if asked.search(path.read_text("utf-8"))} == set(OWN_HOST)


PACKAGE = ROOT / "scorekeeper"


def modules() -> dict[str, ast.Module]:
    """Return the program's modules by name, without the phone's stubs."""
    paths = [path for path in sorted(PACKAGE.rglob("*.py")) if path.relative_to(PACKAGE).parts[0] != "offline"]
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in paths]
    return {name: ast.parse(path.read_text("utf-8")) for name, path in zip(names, paths, strict=True)}


def test_a_class_that_is_called_by_its_bare_name_is_the_only_one_so_called():
    """`Round` is always the tournament's; the API's is `models.Round`."""
    trees = modules()
    defined = {(name, node.name) for name, tree in trees.items() for node in tree.body if isinstance(node, ast.ClassDef)}
    homes: dict[str, set[str]] = {}
    for tree in trees.values():
        for node in (one for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)):
            for one in node.names:
                if one.asname is None and (node.module, one.name) in defined:
                    homes.setdefault(one.name, set()).add(str(node.module))
    assert homes["Round"] == {"scorekeeper.pairing.record.record"}
    assert {name: sorted(several) for name, several in homes.items() if len(several) > 1} == {}


PRIVATE_WORDS = {"found", "heard", "kept", "said", "shown", "told"}
"""Words too vague for a function name. Names should say what a function does or returns."""


def test_no_function_has_a_name_that_any_could_have():
    named = [
        f"{name}.{node.name}"
        for name, tree in modules().items()
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name in PRIVATE_WORDS
    ]
    assert named == []


def test_what_is_imported_late_says_why():
    """A comment on the line or above it gives the reason for an import that is not at the top."""
    silent = []
    for name, tree in modules().items():
        path = ROOT.joinpath(*name.split("."))
        lines = (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text("utf-8").splitlines()
        for function in (one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)):
            late = [one for one in ast.walk(function) if isinstance(one, ast.Import | ast.ImportFrom)]
            around = lines[late[0].lineno - 2 : (late[-1].end_lineno or 0) + 1] if late else []
            silent += [f"{name}.{function.name}"] * bool(late and not any("# " in line for line in around))
    assert silent == []


def test_one_module_imports_the_json_library():
    """Everyone else uses `formats/strict_json.py`."""
    sources = (ROOT / "scorekeeper").rglob("*.py")
    found = [path.name for path in sources if re.search(r"^\s*(import|from) orjson", path.read_text("utf-8"), re.MULTILINE)]
    assert found == ["strict_json.py"]
