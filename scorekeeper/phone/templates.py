"""The pages' templates for a phone: parsed by Jinja when the kit is made, and sent as lists that a phone need not compile."""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, FileSystemLoader, nodes

from scorekeeper.base import paths
from scorekeeper.base.pages.unindented import Unindented
from scorekeeper.phone.expand import CannotPack
from scorekeeper.phone.template_tree import tree_of

PARTS = (nodes.Extends, nodes.Include, nodes.Import, nodes.FromImport)


def _environment() -> Environment:
    loader = FileSystemLoader(paths.resource("templates"))
    return Environment(loader=loader, autoescape=True, extensions=[Unindented])


def trees(wanted: list[str]) -> dict[str, dict[str, Any]]:
    """These templates and all that they extend, include or import, by name. Raises CannotPack for what a phone does not draw."""
    told = {}
    for name, template in with_parts(wanted).items():
        try:
            told[name] = tree_of(template)
        except CannotPack as error:
            raise CannotPack(f"{name}: {error}") from error
    return told


def with_parts(wanted: list[str]) -> dict[str, nodes.Template]:
    """These templates and all that they extend, include or import, parsed, by name."""
    environment = _environment()
    assert environment.loader is not None
    found: dict[str, nodes.Template] = {}
    left = list(wanted)
    while left:
        name = left.pop(0)
        if name not in found:
            source, _path, _fresh = environment.loader.get_source(environment, name)
            found[name] = environment.parse(source, name)
            left += _parts_of(found[name], name)
    return found


def _parts_of(template: nodes.Template, name: str) -> list[str]:
    """The templates that a template is drawn with. Raises CannotPack where their name is not known yet."""
    parts: list[str] = []
    for node in template.find_all(PARTS):
        part: Any = node.template  # type: ignore[attr-defined]
        if not (isinstance(part, nodes.Const) and isinstance(part.value, str)):
            raise CannotPack(f"{name}: line {node.lineno}: the name of a part must stand there")
        parts.append(part.value)
    return parts


def words_of(wanted: list[str]) -> set[str]:
    """The messages that these templates and their parts say."""
    return _constants(wanted, "_", 1) | _constants(wanted, "t", 1)


def counted_by(wanted: list[str]) -> dict[str, str]:
    """Of those messages that there is one of for many: the one for many, by the one for one."""
    calls = _calls(wanted, "ngettext")
    return {call.args[0].value: call.args[1].value for call in calls}


def endpoints_of(wanted: list[str]) -> set[str]:
    """The pages that these templates and their parts lead to."""
    return _constants(wanted, "url_for", 1)


def _constants(wanted: list[str], function: str, count: int) -> set[str]:
    given = [arg for call in _calls(wanted, function) for arg in call.args[:count]]
    # `_("played" if … else "passed out")`
    constants = [one for arg in given for one in [arg, *arg.find_all(nodes.Const)] if isinstance(one, nodes.Const)]
    return {one.value for one in constants if isinstance(one.value, str)}


def _calls(wanted: list[str], function: str) -> list[Any]:
    calls = [call for template in with_parts(wanted).values() for call in template.find_all(nodes.Call)]
    return [call for call in calls if isinstance(call.node, nodes.Name) and call.node.name == function and call.args]
