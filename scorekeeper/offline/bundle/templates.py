"""Templates for the phone: parsed by Jinja when the kit is made, and sent as lists that need no compiler."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, nodes

from scorekeeper.core import paths
from scorekeeper.core.pages.template_whitespace import RemoveIndentation
from scorekeeper.offline.bundle.dataclass_codegen import CannotPack
from scorekeeper.offline.bundle.template_tree import tree_of

PARTS = (nodes.Extends, nodes.Include, nodes.Import, nodes.FromImport)


def _environment() -> Environment:
    loader = FileSystemLoader(paths.resource("templates"))
    return Environment(loader=loader, autoescape=True, extensions=[RemoveIndentation])


@lru_cache(400)
def _parsed(name: str, source: str) -> nodes.Template:
    """Return a parsed template. Packs share many parts, so each is parsed once. Don't modify the result."""
    return _environment().parse(source, name)


def trees(wanted: list[str]) -> dict[str, dict[str, Any]]:
    """Return these templates and everything that they extend, include or import, by name. Raises CannotPack."""
    return serialize_templates(parse_with_parts(wanted))


def serialize_templates(parsed: dict[str, nodes.Template]) -> dict[str, dict[str, Any]]:
    """Return templates in the form that is sent, by name. Raises CannotPack for anything unsupported."""
    told = {}
    for name, template in parsed.items():
        try:
            told[name] = tree_of(template)
        except CannotPack as error:
            raise CannotPack(f"{name}: {error}") from error
    return told


def parse_with_parts(wanted: list[str]) -> dict[str, nodes.Template]:
    """Return these templates and everything that they extend, include or import, parsed, by name."""
    environment = _environment()
    assert environment.loader is not None
    found: dict[str, nodes.Template] = {}
    left = list(wanted)
    while left:
        name = left.pop(0)
        if name not in found:
            source, _path, _fresh = environment.loader.get_source(environment, name)
            found[name] = _parsed(name, source)
            left += _parts_of(found[name], name)
    return found


def _parts_of(template: nodes.Template, name: str) -> list[str]:
    """Return the templates that a template uses. Raises CannotPack if a name is not a constant."""
    parts: list[str] = []
    for node in template.find_all(PARTS):
        part: Any = node.template  # type: ignore[attr-defined]
        if not (isinstance(part, nodes.Const) and isinstance(part.value, str)):
            raise CannotPack(f"{name}: line {node.lineno}: the name of a part must stand there")
        parts.append(part.value)
    return parts


@dataclass
class TemplateTexts:
    """The contents of templates: messages, plural forms by singular, and the pages that they link to."""

    messages: set[str] = field(default_factory=set)
    counted: dict[str, str] = field(default_factory=dict)
    endpoints: set[str] = field(default_factory=set)


def texts_of(parsed: dict[str, nodes.Template]) -> TemplateTexts:
    """Return the messages and links of these templates."""
    said = TemplateTexts()
    for template in parsed.values():
        for call in _calls(template):
            match call.node.name:
                case "_" | "t":
                    said.messages |= _constants(call.args[0])
                case "url_for":
                    said.endpoints |= _constants(call.args[0])
                case "ngettext":
                    said.counted[call.args[0].value] = call.args[1].value
    return said


@lru_cache(400)
def _calls(template: nodes.Template) -> list[Any]:
    calls: list[Any] = list(template.find_all(nodes.Call))
    return [call for call in calls if isinstance(call.node, nodes.Name) and call.args]


def _constants(given: nodes.Node) -> set[str]:
    """Return the texts that an expression may have, as in `_("played" if … else "passed out")`."""
    constants = [one for one in [given, *given.find_all(nodes.Const)] if isinstance(one, nodes.Const)]
    return {one.value for one in constants if isinstance(one.value, str)}
