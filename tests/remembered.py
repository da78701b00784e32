"""What every application would make anew, and thousands of tests make one each: remembered for as long as the tests run.

Both depend on the program's text alone: a template's code on its source, an address's builder on its rule.
"""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType
from typing import Any

from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule

_compile_builder = Rule._compile_builder
_builders: dict[object, Callable[..., Any]] = {}


def _remembered_builder(rule: Rule, append_unknown: bool = True) -> Callable[..., Any]:
    key = (rule.rule, append_unknown, tuple(rule._trace), repr(rule.defaults))
    if key not in _builders:
        _builders[key] = _compile_builder(rule, append_unknown)
    return _builders[key]


class _Templates(BytecodeCache):
    """Compiled templates by name and source."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.known.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self.known[bucket.key, bucket.checksum] = bucket.code


_templates = _Templates()


def remember_addresses() -> None:
    """Let every application of this process find the builders of its addresses made."""
    Rule._compile_builder = _remembered_builder


def remember_templates(app: Flask) -> None:
    """Let an application find its templates compiled."""
    app.jinja_env.bytecode_cache = _templates
