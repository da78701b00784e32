"""Compiles the expressions of templates on a phone into functions of the values by name."""

from __future__ import annotations

from markupsafe import Markup

from scorekeeper.offline.stubs.filters import FILTERS, TESTS
from scorekeeper.offline.stubs.values import U, attribute, item, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Values = dict[str, Any]
    Evaluator = Callable[[Values], Any]


def value(tree: list[Any]) -> Evaluator:
    """Return the function that evaluates an expression."""
    sign = tree[0]
    if sign in OPERATORS:
        work_out, left, right = OPERATORS[sign], value(tree[1]), value(tree[2])
        return lambda v: work_out(left(v), right(v))
    evaluate: Evaluator = EXPRESSIONS[sign](*tree[1:])
    return evaluate


def _name(name: str) -> Evaluator:
    return lambda v: v.get(name, U)


def _constant(evaluate: Any) -> Evaluator:
    return lambda _v: evaluate


def _attribute(tree: list[Any], name: str) -> Evaluator:
    of = value(tree)
    return lambda v: attribute(of(v), name)


def _item(tree: list[Any], key: list[Any]) -> Evaluator:
    of, which = value(tree), value(key)
    return lambda v: item(of(v), which(v))


def _slice(tree: list[Any], *ends: Any) -> Evaluator:
    of = value(tree)
    start, stop, step = [_constant(None) if end is None else value(end) for end in ends]
    return lambda v: of(v)[start(v) : stop(v) : step(v)]


def _call(tree: list[Any], args: list[Any], kwargs: list[Any], more: Any = None) -> Evaluator:
    what = value(tree)
    return _call_function(what, args, kwargs, more)


def _call_function(what: Evaluator, args: list[Any], kwargs: list[Any], more: Any = None) -> Evaluator:
    values = [value(one) for one in args]
    by_name = [(name, value(one)) for name, one in kwargs]
    others = more and value(more)
    if not by_name and not others:
        if len(values) == 1:
            only = values[0]
            return lambda v: what(v)(only(v))
        return lambda v: what(v)(*[one(v) for one in values])

    def evaluate(v: Values) -> Any:
        known = {name: one(v) for name, one in by_name}
        if others:
            known.update(others(v))
        return what(v)(*[one(v) for one in values], **known)

    return evaluate


def _filter(name: str, tree: list[Any], args: list[Any], kwargs: list[Any], more: Any = None) -> Evaluator:
    return _call_function(lambda _v: FILTERS[name], [tree, *args], kwargs, more)


def _test(name: str, tree: list[Any], args: list[Any], kwargs: list[Any]) -> Evaluator:
    return _call_function(lambda _v: TESTS[name], [tree, *args], kwargs)


def _and(left: list[Any], right: list[Any]) -> Evaluator:
    one, other = value(left), value(right)
    return lambda v: one(v) and other(v)


def _or(left: list[Any], right: list[Any]) -> Evaluator:
    one, other = value(left), value(right)
    return lambda v: one(v) or other(v)


def _not(tree: list[Any]) -> Evaluator:
    one = value(tree)
    return lambda v: not one(v)


def _negative(tree: list[Any]) -> Evaluator:
    one = value(tree)
    return lambda v: -one(v)


def _compare(first: list[Any], others: list[Any]) -> Evaluator:
    one, rest = value(first), [(COMPARISONS[sign], value(other)) for sign, other in others]

    def evaluate(v: Values) -> bool:
        left = one(v)
        for compared, other in rest:
            right = other(v)
            if not compared(left, right):
                return False
            left = right
        return True

    return evaluate


def _concat(trees: list[Any]) -> Evaluator:
    parts = [value(one) for one in trees]
    return lambda v: text_of([part(v) for part in parts])


def _if_else(test: list[Any], then: list[Any], otherwise: Any) -> Evaluator:
    condition, one, other = value(test), value(then), _constant(U) if otherwise is None else value(otherwise)
    return lambda v: one(v) if condition(v) else other(v)


def _from_parts(make: Callable[[list[Any]], Any]) -> Callable[[list[Any]], Evaluator]:
    def evaluate(trees: list[Any]) -> Evaluator:
        parts = [value(one) for one in trees]
        return lambda v: make([part(v) for part in parts])

    return evaluate


def _pairs(trees: list[Any]) -> Evaluator:
    pairs = [(value(key), value(one)) for key, one in trees]
    return lambda v: {key(v): one(v) for key, one in pairs}


COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "eq": lambda left, right: left == right,
    "ne": lambda left, right: left != right,
    "gt": lambda left, right: left > right,
    "gteq": lambda left, right: left >= right,
    "lt": lambda left, right: left < right,
    "lteq": lambda left, right: left <= right,
    "in": lambda left, right: left in right,
    "notin": lambda left, right: left not in right,
}
OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "/": lambda left, right: left / right,
    "//": lambda left, right: left // right,
    "%": lambda left, right: left % right,
}
EXPRESSIONS: dict[str, Any] = {
    "n": _name,
    "c": _constant,
    "m": lambda text: _constant(Markup(text)),
    ".": _attribute,
    "[": _item,
    "slice": _slice,
    "()": _call,
    "|": _filter,
    "is": _test,
    "and": _and,
    "or": _or,
    "not": _not,
    "neg": _negative,
    "cmp": _compare,
    "~": _concat,
    "?": _if_else,
    "t": _from_parts(tuple),
    "l": _from_parts(list),
    "d": _pairs,
}
