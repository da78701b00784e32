"""Templates for the phone: parsed by Jinja when the kit is made, and sent as nested lists that need no compiler."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, nodes
from markupsafe import escape

from scorekeeper.core import paths
from scorekeeper.core.http.minify import RemoveIndentation
from scorekeeper.offline.bundle.python_minifier import CannotPack
from scorekeeper.offline.stubs.expressions import COMPARISONS, OPERATORS
from scorekeeper.offline.stubs.filters import FILTERS, TESTS

PARTS = (nodes.Extends, nodes.Include, nodes.Import, nodes.FromImport)


def _environment() -> Environment:
    loader = FileSystemLoader(paths.resource("templates"))
    return Environment(loader=loader, autoescape=True, extensions=[RemoveIndentation])


@lru_cache(400)
def _parsed(name: str, source: str) -> nodes.Template:
    """Return a parsed template. Packs share many parts, so each is parsed once. Don't modify the result."""
    return _environment().parse(source, name)


def trees(names: list[str]) -> dict[str, dict[str, Any]]:
    """Return these templates and everything that they extend, include or import, by name. Raises CannotPack."""
    return serialize_templates(parse_with_parts(names))


def serialize_templates(parsed: dict[str, nodes.Template]) -> dict[str, dict[str, Any]]:
    """Return templates in the form that is sent, by name. Raises CannotPack for anything unsupported."""
    trees_by_name = {}
    for name, template in parsed.items():
        try:
            trees_by_name[name] = tree_of(template)
        except CannotPack as error:
            raise CannotPack(f"{name}: {error}") from error
    return trees_by_name


def parse_with_parts(names: list[str]) -> dict[str, nodes.Template]:
    """Return these templates and everything that they extend, include or import, parsed, by name."""
    environment = _environment()
    assert environment.loader is not None
    found: dict[str, nodes.Template] = {}
    left = list(names)
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
    texts = TemplateTexts()
    for template in parsed.values():
        for call in _calls(template):
            match call.node.name:
                case "_" | "t":
                    texts.messages |= _constants(call.args[0])
                case "url_for" | "has_page":
                    texts.endpoints |= _constants(call.args[0])
                case "ngettext":
                    texts.counted[call.args[0].value] = call.args[1].value
    return texts


@lru_cache(400)
def _calls(template: nodes.Template) -> list[Any]:
    calls: list[Any] = list(template.find_all(nodes.Call))
    return [call for call in calls if isinstance(call.node, nodes.Name) and call.args]


def _constants(expression: nodes.Node) -> set[str]:
    """Return the texts that an expression may have, as in `_("played" if … else "passed out")`."""
    constants = [one for one in [expression, *expression.find_all(nodes.Const)] if isinstance(one, nodes.Const)]
    return {one.value for one in constants if isinstance(one.value, str)}


Tree = list[Any]


def tree_of(template: nodes.Template) -> dict[str, Any]:
    """Return a template in the form that a phone renders. Raises CannotPack, with the line, for anything unsupported."""
    at = next((i for i, node in enumerate(template.body) if isinstance(node, nodes.Extends)), len(template.body))
    parent = None if at == len(template.body) else template.body[at].template.value  # type: ignore[attr-defined]
    # In a page that extends another, only its blocks are rendered.
    top_statements = [one for one in _body(template.body[at:]) if not isinstance(one, str) and one[0] not in ("=", "block")]
    return {
        "parent": parent,
        "body": _body(template.body[:at]) + top_statements,
        "blocks": {block.name: _body(block.body) for block in template.find_all(nodes.Block)},
        "exports": sorted(_set_by(template.body)),
    }


def _unsupported(node: nodes.Node, what: str) -> CannotPack:
    return CannotPack(f"line {node.lineno}: {what} on the phone")


def _set_by(body: list[nodes.Node]) -> set[str]:
    """Return the names that a template exports."""
    found: set[str] = set()
    for node in body:
        if isinstance(node, nodes.Assign | nodes.AssignBlock):
            found |= {n.name for n in [*node.target.find_all(nodes.Name), node.target] if isinstance(n, nodes.Name)}
        elif isinstance(node, nodes.Macro):
            found.add(node.name)
        elif isinstance(node, nodes.Import):
            found.add(node.target)
    return found


def _body(body: list[nodes.Node]) -> Tree:
    tree: Tree = []
    for node in body:
        for one in _statement(node):
            if isinstance(one, str) and tree and isinstance(tree[-1], str):
                tree[-1] += one
            else:
                tree.append(one)
    return tree


def _statement(node: nodes.Node) -> Tree:
    kind = type(node).__name__
    write = _STATEMENTS.get(kind)
    if write is None:
        raise _unsupported(node, f"{kind} is not drawn")
    tree: Tree = write(node)
    return tree


def _output(node: Any) -> Tree:
    tree: Tree = []
    for part in node.nodes:
        if isinstance(part, nodes.TemplateData):
            tree.append(part.data)
        elif isinstance(part, nodes.Const):
            tree.append(str(escape(part.value)))
        else:
            tree.append(["=", _value(part)])
    return tree


def _if(node: Any) -> Tree:
    ways = [[_value(one.test), _body(one.body)] for one in (node, *node.elif_)]
    return [["if", ways, _body(node.else_)]]


def _for(node: Any) -> Tree:
    if node.recursive:
        raise _unsupported(node, "a loop that calls itself is not drawn")
    counts = any(n.name == "loop" for part in node.body for n in part.find_all(nodes.Name))
    test = None if node.test is None else _value(node.test)
    sets = any(isinstance(part, nodes.Assign | nodes.AssignBlock) for part in node.body)
    return [["for", _target(node.target), _value(node.iter), test, _body(node.body), _body(node.else_), counts, sets]]


def _target(node: Any) -> Any:
    """Return a name, or a list of them."""
    return [_target(item) for item in node.items] if isinstance(node, nodes.Tuple) else node.name


def _assign_block(node: Any) -> Tree:
    if node.filter is not None:
        raise _unsupported(node, "a filter on a set block is not drawn")
    return [["capture", _target(node.target), _body(node.body)]]


def _macro(node: Any) -> Tree:
    if {n.name for part in node.body for n in part.find_all(nodes.Name)} & {"varargs", "kwargs"}:
        raise _unsupported(node, "a macro that takes anything is not drawn")
    return [["macro", node.name, [arg.name for arg in node.args], [_value(d) for d in node.defaults], _body(node.body)]]


def _call_block(node: Any) -> Tree:
    return [["call", _value(node.call), [arg.name for arg in node.args], _body(node.body)]]


def _with(node: Any) -> Tree:
    pairs = zip(node.targets, node.values, strict=True)
    return [["with", [[_target(target), _value(value)] for target, value in pairs], _body(node.body)]]


def _include(node: Any) -> Tree:
    if node.ignore_missing:
        raise _unsupported(node, "a part that may be missing is not drawn")
    return [["include", node.template.value]]


def _import(node: Any) -> Tree:
    return [["import", node.target, node.template.value, node.with_context]]


def _from_import(node: Any) -> Tree:
    names = [list(name) if isinstance(name, tuple) else [name, name] for name in node.names]
    return [["from", node.template.value, names, node.with_context]]


_STATEMENTS: dict[str, Any] = {
    "Output": _output,
    "If": _if,
    "For": _for,
    "Assign": lambda node: [["set", _target(node.target), _value(node.node)]],
    "AssignBlock": _assign_block,
    "Macro": _macro,
    "CallBlock": _call_block,
    "With": _with,
    "Include": _include,
    "Import": _import,
    "FromImport": _from_import,
    "Extends": lambda _node: [],
    "Block": lambda node: [["block", node.name]],
}


# ---- expressions


def _value(node: Any) -> Tree:
    kind = type(node).__name__
    sign = _BINARY.get(kind)
    if sign is not None:
        return [sign, _value(node.left), _value(node.right)]
    write = _EXPRESSIONS.get(kind)
    if write is None:
        raise _unsupported(node, f"{kind} is not worked out")
    tree: Tree = write(node)
    return tree


_BINARY = {
    "Add": "+", "Sub": "-", "Mul": "*", "Div": "/", "FloorDiv": "//", "Mod": "%", "And": "and", "Or": "or",
}  # fmt: skip


def _name(node: Any) -> Tree:
    constants = {"true": True, "false": False, "none": None}
    return ["c", constants[node.name]] if node.name in constants else ["n", node.name]


def _item(node: Any) -> Tree:
    if isinstance(node.arg, nodes.Slice):
        parts = (node.arg.start, node.arg.stop, node.arg.step)
        return ["slice", _value(node.node), *[None if part is None else _value(part) for part in parts]]
    return ["[", _value(node.node), _value(node.arg)]


def _compare(node: Any) -> Tree:
    assert {one.op for one in node.ops} <= COMPARISONS.keys()
    return ["cmp", _value(node.expr), [[one.op, _value(one.expr)] for one in node.ops]]


def _filter(node: Any) -> Tree:
    if node.name not in FILTERS:
        raise _unsupported(node, f"the filter {node.name} is not known")
    return ["|", node.name, _value(node.node), *_arguments(node)]


def _test(node: Any) -> Tree:
    if node.name not in TESTS:
        raise _unsupported(node, f"the test {node.name} is not known")
    return ["is", node.name, _value(node.node), *_arguments(node)]


def _arguments(node: Any) -> Tree:
    """Return the arguments of a call: positional, keyword, and an unpacked dict if there is one."""
    positional = [_value(arg) for arg in node.args or []]
    keywords = [[k.key, _value(k.value)] for k in node.kwargs or []]
    if node.dyn_args is not None:
        raise _unsupported(node, "more values for a call are not given")
    return [positional, keywords, *([] if node.dyn_kwargs is None else [_value(node.dyn_kwargs)])]


_EXPRESSIONS: dict[str, Any] = {
    "Name": _name,
    "Const": lambda node: ["c", node.value],
    "TemplateData": lambda node: ["m", node.data],
    "Tuple": lambda node: ["t", [_value(item) for item in node.items]],
    "List": lambda node: ["l", [_value(item) for item in node.items]],
    "Dict": lambda node: ["d", [[_value(pair.key), _value(pair.value)] for pair in node.items]],
    "Getattr": lambda node: [".", _value(node.node), node.attr],
    "Getitem": _item,
    "Not": lambda node: ["not", _value(node.node)],
    "Neg": lambda node: ["neg", _value(node.node)],
    "Compare": _compare,
    "Concat": lambda node: ["~", [_value(part) for part in node.nodes]],
    "CondExpr": lambda node: ["?", _value(node.test), _value(node.expr1), node.expr2 and _value(node.expr2)],
    "Call": lambda node: ["()", _value(node.node), *_arguments(node)],
    "Filter": _filter,
    "Test": _test,
}
assert not set(_BINARY.values()) - OPERATORS.keys() - {"and", "or"}
