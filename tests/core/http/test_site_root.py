"""Every address is built by `rooted` or `url_for`, so that the program can run below a path."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.core import paths

ROOT = Path(__file__).parents[3]
HELPERS = {"rooted"}
PLACES = {
    "route",
    "get",
    "post",
    "put",
    "patch",
    "delete",
    "operation",
    "add_url_rule",
    "_register",
    "Blueprint",
    "store_setting",
}
"""Functions that take a path to register an address. They don't link to it."""
LOOKED_AT = {
    "startswith",
    "endswith",
    "partition",
    "rpartition",
    "removeprefix",
    "split",
    "rsplit",
    "strip",
    "rstrip",
    "lstrip",
    "join",
}
CONSTANTS = {
    ("core/http/security_headers.py", "STATIC_PATHS"): "compared with the path of a request",
    ("core/http/security_headers.py", "NOT_FOR_SEARCH"): "compared with the path of a request",
    ("core/api/operations.py", "PREFIX"): "of the operations, and compared with the rule of a request",
    ("core/api/problems.py", "PREFIX"): "compared with the path of a request",
    ("core/metrics.py", "PATH"): "of the port for Prometheus",
    ("core/pages/assets.py", "ROBOTS"): "the answer puts the path before each",
    ("clubs/pages/accounts.py", "DESK"): "goes through `rooted` where it is used",
    ("clubs/pages/openid.py", "PATH"): "of a cookie: `core.net.url_prefix` puts the path before it",
    ("games/commands/recording/disputes.py", "DESK"): "compared with a link as it is kept",
    ("offline/runtime/answering.py", "STATIC_BASE"): "where no service worker says its base",
    ("offline/runtime/stats_pages.py", "OF_MANY"): "compared with the path of a request below the root",
    ("offline/stubs/expressions.py", "OPERATORS"): "the sign of a division",
    ("offline/bundle/packs.py", "GAME"): "compared with the path of a request below the root",
    ("offline/bundle/packs.py", "PACKS"): "compared with the path of a request below the root",
    ("offline/shell.py", "FONTS"): "`shell` puts the path before each",
    ("offline/bundle/templates.py", "_BINARY"): "the sign of a division",
}
"""Paths on their own, each with its reason."""
TEXTS = {
    ("app/openapi.py", "/api/v1"): "kept for everyone; `app.api_docs` puts the path before it",
    ("core/pages/layout.py", "/"): "of a cookie: `core.net.url_prefix` puts the path before it",
    ("core/pdf/rendering.py", "/"): "of a folder",
    ("doctor.py", "/"): "of a folder",
    ("offline/stubs/layout.py", "/"): "of a cookie, which is not kept by path there",
    ("offline/stubs/request.py", "/"): "the path of a request below the root",
    ("offline/static_files.py", "/"): "of files that lie below any path: the workers put theirs in",
    ("offline/static_files.py", "/static/@"): "of files that lie below any path: the workers put theirs in",
    ("tournaments/commands/entrants/entry_lists.py", "/"): "between two names",
    ("tournaments/api/printouts.py", "/tournaments/{tournament}/papers/all"): "of an operation",
    ("tournaments/api/results.py", "/tournaments/{tournament}/rounds/{round}/tables/{table}"): "of an operation",
}


def segments(app) -> set[str]:
    """Return the first parts of the program's paths."""
    found = {rule.rule.split("/")[1] for rule in app.url_map.iter_rules()}
    return {one for one in found if one and "<" not in one}


@pytest.fixture
def is_ours(app):
    """Return a function that tells whether a text is a path of the program."""
    known = segments(app)
    assert {"games", "static", "phone", "t", "rules", "api", "sw.js"} <= known
    return lambda text: text == "/" or (text.startswith("/") and re.split(r"[/?#]", text[1:])[0] in known)


# ---- Python


def _text(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr) and node.values and isinstance(node.values[0], ast.Constant):
        return str(node.values[0].value)
    return None


def _called_name(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _excused(node: ast.AST, above: dict[ast.AST, ast.AST], name: str) -> bool:
    inner: ast.AST = node
    while (outer := above.get(inner)) is not None:
        called = _called_name(outer)
        if called in HELPERS | LOOKED_AT | PLACES:
            return True
        if isinstance(outer, (ast.Compare, ast.Subscript)):
            return True
        if isinstance(outer, (ast.Assign, ast.AnnAssign)) and isinstance(above.get(outer), ast.Module):
            target = outer.targets[0] if isinstance(outer, ast.Assign) else outer.target
            names = [e.id for e in getattr(target, "elts", [target]) if isinstance(e, ast.Name)]
            return any((name, one) in CONSTANTS for one in names)
        inner = outer
    return False


def _python(source: str, name: str, is_ours) -> Iterator[str]:
    tree = ast.parse(source)
    above = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        text = _text(node)
        if text is None or not is_ours(text) or isinstance(above.get(node), (ast.JoinedStr, ast.Expr)):
            continue
        if (name, text) not in TEXTS and not _excused(node, above, name):
            yield f"{name}:{node.lineno}: {text}"


@pytest.mark.slow
def test_no_module_writes_an_address_by_itself(is_ours):
    package = ROOT / "scorekeeper"
    found = [
        line
        for file in sorted(package.rglob("*.py"))
        for line in _python(file.read_text("utf-8"), file.relative_to(package).as_posix(), is_ours)
    ]
    assert not found, "rooted(…) makes addresses (scorekeeper/core/http/site_root.py):\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ('redirect("/games/new")', 1),
        ('redirect(f"/games/{number}")', 1),
        ('page(url="/")', 1),
        ('HOME = "/desk"', 1),
        ('redirect(rooted(f"/games/{number}"))', 0),
        ('@blueprint.get("/games/new")\ndef new(): ...', 0),
        ('path.startswith("/games/")', 0),
        ('open("/usr/share/fonts")', 0),
        ('if path == "/": ...', 0),
    ],
)
def test_what_is_found_in_a_module(is_ours, source, lines):
    assert len([*_python(source, "some.py", is_ours)]) == lines


# ---- templates

_WRITTEN = re.compile(r"""(?:href|src|action|formaction|content|value|data-[\w-]+)\s*=\s*["']?(/[^"'\s>]*)""")
_IN_JINJA = re.compile(
    r"""(?<![\w)])(?P<before>[\w.]*\(|~\s*|(?<![!=])[=,:\[{]\s*|\bor\s+|\belse\s+|\{\{-?\s*)["'](?P<path>/[^"']*)["']"""
)


def _template(source: str, name: str, is_ours) -> Iterator[str]:
    plain = re.sub(r"\{#.*?#\}", "", source, flags=re.DOTALL)
    for found in _WRITTEN.finditer(plain):
        if is_ours(found[1]) or found[1].startswith("/{"):
            yield f"{name}: {found[0]}"
    for found in re.finditer(r"%\}(/[\w./-]+)", plain):
        if is_ours(found[1]):
            yield f"{name}: {found[0]}"
    for block in re.finditer(r"\{\{.*?\}\}|\{%.*?%\}", plain, re.DOTALL):
        for found in _IN_JINJA.finditer(block[0]):
            before = found["before"].strip()
            # Text after `~` continues an address that was built.
            if (
                is_ours(found["path"])
                and before not in ("~", "rooted(")
                and before.rpartition(".")[2].rstrip("(") not in LOOKED_AT
            ):
                yield f"{name}: {found[0]}"


def test_no_template_writes_an_address_by_itself(is_ours):
    root = paths.resource("templates")
    found = [
        line
        for file in sorted(root.rglob("*.html"))
        for line in _template(file.read_text("utf-8"), file.relative_to(root).as_posix(), is_ours)
    ]
    assert not found, "{{ rooted(…) }} makes addresses:\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ('<a href="/games/new">', 1),
        ("<form action='/games/{{ n }}/log'>", 1),
        ('<a href="/{{ key }}">', 1),
        ("<a data-url=\"{{ other or '/games' }}\">", 1),
        ("{{ m.topbar('/games/new') }}", 1),
        ('<a href="{% if one %}/games/{{ one }}{% else %}{{ other }}{% endif %}">', 1),
        ('{% set back = "/" %}', 1),
        ('<a href="{{ rooted("/games/new") }}">', 0),
        ("<a href=\"{{ rooted('/games/') }}{{ n }}/log\">", 0),
        ("<a href=\"{{ game_url ~ '/auction' }}\">", 0),
        ('{% if back.startswith("/games/") %}', 0),
        ("{# <a href='/games/new'> #}", 0),
        ("<use href='#fail'/>", 0),
    ],
)
def test_what_is_found_in_a_template(is_ours, source, lines):
    assert len([*_template(source, "some.html", is_ours)]) == lines


# ---- scripts and styles

BELOW = {
    ("phone-pages.js", '|| "/"'),
    ("serverless.js", ".replaceAll(`/${SHELL.below}`"),
    ("serverless.js", 'below.startsWith("/static/"'),
}
"""Paths that are compared with, or passed to, the program's own pages."""
_IN_SCRIPT = re.compile(r"""(?P<before>(?:[\w.]*\(?|\|\|)\s*)(?P<quote>["'`])(?P<path>/[^"'`\s]*)(?P=quote)""")
_NAMED = re.compile(r"""(?:getItem|setItem|removeItem|open|BroadcastChannel|locks\.request)\(\s*["'`](?P<name>[^"'`]+)""")


def _script(source: str, name: str, is_ours) -> Iterator[str]:
    plain = re.sub(r"(?m)^\s*(//|\*|/\*).*$", "", source)
    for found in _IN_SCRIPT.finditer(plain):
        path = re.sub(r"\$\{.*", "", found["path"])
        if (name, found[0].strip()) in BELOW:
            continue
        if (is_ours(path) or found["path"].startswith("/${")) and not found["before"].rstrip().endswith("rooted("):
            yield f"{name}: {found[0]}"
    for found in _NAMED.finditer(plain):
        yield f"{name}: what this browser keeps under a name of the whole host: {found[0]}"


def test_no_script_writes_an_address_or_a_name_of_what_is_kept_by_itself(is_ours):
    scripts = [*paths.resource("static").rglob("*.js"), *(ROOT / "scorekeeper" / "offline" / "js").glob("*.js")]
    assert len(scripts) > 40
    found = [line for file in sorted(scripts) for line in _script(file.read_text("utf-8"), file.name, is_ours)]
    assert not found, "rooted(…) makes addresses, prefixName(…) names (static/js/identifiers.js):\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("fetch(`/games/${game}/live`)", 1),
        ('register("/sw.js")', 1),
        ("cache.match(`/${name}`)", 1),
        ('location.assign("/")', 1),
        ('localStorage.getItem("scorekeeper-log")', 1),
        ("fetch(rooted(`/games/${game}/live`))", 0),
        ("path.replace(/^\\/static\\//, '')", 0),
        ('localStorage.getItem(prefixName("scorekeeper-log"))', 0),
        ("// asked at `/games/12`", 0),
    ],
)
def test_what_is_found_in_a_script(is_ours, source, lines):
    assert len([*_script(source, "some.js", is_ours)]) == lines


def test_no_style_sheet_names_an_address_but_those_of_the_fonts_which_are_served_with_the_path(is_ours):
    root = paths.resource("static")
    said = {
        (file.relative_to(root).as_posix(), url)
        for file in root.rglob("*.css")
        for url in re.findall(r"url\(\s*[\"']?(/[^)\"']*)", file.read_text("utf-8"))
    }
    assert said
    assert {(file, url.rpartition("/")[0]) for file, url in said} == {("css/core/fonts.css", "/fonts")}
