"""Renders templates on a phone as Jinja does, from the lists that `offline.bundle.templates` makes of them.

A list is compiled into functions the first time its template is rendered. A statement is a function of the values by name
and of the output so far, and an expression is a function of the values.
"""

from __future__ import annotations

import json

from markupsafe import Markup, escape

from scorekeeper.offline.stubs.expressions import value
from scorekeeper.offline.stubs.values import U

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Values = dict[str, Any]
    Renderer = Callable[[Values, list[str]], None]

SHARED = "*shared"
"""The key of a page's shared state: the values of all its templates, its imports, and its blocks."""


class Namespace:
    """The names that an imported template exports."""


class Loop:
    """The `loop` variable of templates."""

    def __init__(self, length: int) -> None:
        self.length = length
        self.index0 = -1
        self.index = 0
        self.first = self.last = False

    def on(self) -> None:
        """Go to the next item."""
        self.index0 += 1
        self.index += 1
        self.first = self.index0 == 0
        self.last = self.index == self.length


class Template:
    """A compiled template."""

    def __init__(self, tree: Mapping[str, Any]) -> None:
        self.parent = tree["parent"]
        self.exports = tree["exports"]
        self.body = body(tree["body"])
        self.blocks = {name: body(block) for name, block in tree["blocks"].items()}


_texts: dict[str, str] = {}
_templates: dict[str, Template] = {}


def add(texts: Mapping[str, str]) -> None:
    """Add templates by name, each as JSON."""
    _texts.update(texts)


def _template(name: str) -> Template:
    if name not in _templates:
        _templates[name] = Template(json.loads(_texts[name]))
    return _templates[name]


def render(name: str, values: Values, shared: Values) -> str:
    """Render a page. `values` are its own values, and `shared` are the values of all its templates."""
    pieces: list[str] = []
    all_values = {**shared, **values}
    all_values[SHARED] = (all_values.copy(), {}, {})
    _render(name, all_values, pieces)
    return "".join(pieces)


def _render(name: str, v: Values, o: list[str]) -> None:
    template = _template(name)
    blocks = v[SHARED][2]
    for block, render in template.blocks.items():
        blocks.setdefault(block, render)
    template.body(v, o)
    if template.parent is not None:
        _render(template.parent, v, o)


def _load_macros(name: str, v: Values, with_context: bool) -> Namespace:
    shared, known, _blocks = v[SHARED]
    if not with_context and name in known:
        found: Namespace = known[name]
        return found
    inside = (v if with_context else shared).copy()
    inside[SHARED] = v[SHARED]
    template = _template(name)
    template.body(inside, [])
    namespace = Namespace()
    for one in template.exports:
        if one in inside:
            setattr(namespace, one, inside[one])
    if not with_context:
        known[name] = namespace
    return namespace


# ---- statements


def body(tree: list[Any]) -> Renderer:
    """Return the function that renders these statements in order."""
    parts = [_text(one) if isinstance(one, str) else STATEMENTS[one[0]](*one[1:]) for one in tree]
    if len(parts) == 1:
        only: Renderer = parts[0]
        return only

    def render(v: Values, o: list[str]) -> None:
        for part in parts:
            part(v, o)

    return render


def _text(text: str) -> Renderer:
    return lambda _v, o: o.append(text)


def _output(tree: list[Any]) -> Renderer:
    evaluate = value(tree)
    return lambda v, o: o.append(str(escape(evaluate(v))))


def _if(ways: list[Any], otherwise: list[Any]) -> Renderer:
    tried = [(value(test), body(then)) for test, then in ways]
    other = body(otherwise)

    def render(v: Values, o: list[str]) -> None:
        for test, then in tried:
            if test(v):
                then(v, o)
                return
        other(v, o)

    return render


def _assign(v: Values, target: Any, found: Any) -> None:
    if isinstance(target, str):
        v[target] = found
    else:
        for one, part in zip(target, found):  # noqa: B905 (as in a template)
            _assign(v, one, part)


def _for(target: Any, items: list[Any], test: Any, each: list[Any], otherwise: list[Any], counts: bool, sets: bool) -> Renderer:
    over, inner, other = value(items), body(each), body(otherwise)
    chosen = _loop_filter(target, value(test)) if test else None

    def render(v: Values, o: list[str]) -> None:
        found = list(over(v)) if chosen is None else chosen(v, over(v))
        if not found:
            other(v, o)
            return
        inside = v.copy()
        where = Loop(len(found))
        for one in found:
            if sets:  # values set in one iteration don't carry over to the next
                inside = v.copy()
            if counts:
                where.on()
                inside["loop"] = where
            _assign(inside, target, one)
            inner(inside, o)

    return render


def _loop_filter(target: Any, test: Callable[[Values], Any]) -> Callable[[Values, Any], list[Any]]:
    """Return the function that filters a loop's items."""

    def chosen(v: Values, items: Any) -> list[Any]:
        inside, matches = v.copy(), []
        for one in items:
            _assign(inside, target, one)
            if test(inside):
                matches.append(one)
        return matches

    return chosen


def _set(target: Any, tree: list[Any]) -> Renderer:
    evaluate = value(tree)
    return lambda v, _o: _assign(v, target, evaluate(v))


def _render_separately(render: Renderer, v: Values) -> Markup:
    """Render into a separate text."""
    pieces: list[str] = []
    render(v, pieces)
    return Markup("".join(pieces))


def _capture(target: Any, tree: list[Any]) -> Renderer:
    inner = body(tree)
    return lambda v, _o: _assign(v, target, _render_separately(inner, v))


def _function(v: Values, names: list[str], defaults: list[Any], render: Renderer) -> Callable[..., Markup]:
    """Return a macro. Arguments are positional or by name, and missing ones get their default or are undefined."""
    without = len(names) - len(defaults)

    def call(*args: Any, **kwargs: Any) -> Markup:
        inside = v.copy()
        inside["caller"] = U
        for place, name in enumerate(names):
            if place < len(args):
                inside[name] = args[place]
            elif name in kwargs:
                inside[name] = kwargs[name]
            else:
                inside[name] = defaults[place - without](inside) if place >= without else U
        if "caller" in kwargs:
            inside["caller"] = kwargs["caller"]
        return _render_separately(render, inside)

    return call


def _macro(name: str, names: list[str], defaults: list[Any], tree: list[Any]) -> Renderer:
    usual, inner = [value(one) for one in defaults], body(tree)

    def render(v: Values, _o: list[str]) -> None:
        v[name] = _function(v, names, usual, inner)

    return render


def _call(tree: list[Any], names: list[str], content: list[Any]) -> Renderer:
    _sign, what, args, kwargs, *_more = tree
    called, inner = value(what), body(content)
    values = [value(one) for one in args]
    by_name = [(name, value(one)) for name, one in kwargs]

    def render(v: Values, o: list[str]) -> None:
        caller = _function(v, names, [], inner)
        given_by_name = {name: one(v) for name, one in by_name}
        o.append(str(escape(called(v)(*[one(v) for one in values], **given_by_name, caller=caller))))

    return render


def _with(pairs: list[Any], tree: list[Any]) -> Renderer:
    bindings, inner = [(target, value(one)) for target, one in pairs], body(tree)

    def render(v: Values, o: list[str]) -> None:
        inside = v.copy()
        for target, evaluate in bindings:
            _assign(inside, target, evaluate(v))
        inner(inside, o)

    return render


def _import(target: str, name: str, with_context: bool) -> Renderer:
    def render(v: Values, _o: list[str]) -> None:
        v[target] = _load_macros(name, v, with_context)

    return render


def _from(name: str, names: list[Any], with_context: bool) -> Renderer:
    def render(v: Values, _o: list[str]) -> None:
        module = _load_macros(name, v, with_context)
        for exported_name, local_name in names:
            v[local_name] = getattr(module, exported_name)

    return render


STATEMENTS: dict[str, Any] = {
    "=": _output,
    "if": _if,
    "for": _for,
    "set": _set,
    "capture": _capture,
    "macro": _macro,
    "call": _call,
    "with": _with,
    "include": lambda name: lambda v, o: _render(name, v.copy(), o),
    "import": _import,
    "from": _from,
    # Values set in a block stay in it.
    "block": lambda name: lambda v, o: v[SHARED][2][name](v.copy(), o),
}
