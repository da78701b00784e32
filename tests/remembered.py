"""What every application would make anew, and thousands of tests make one each: remembered for as long as the tests run.

Each depends on what it is made from alone: a template's code on its source, an address's code on its rule, a compressed file
on the file.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from types import CodeType, MethodType
from typing import Any

import brotli
from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule

from scorekeeper.base import files

_compile = Rule.compile
_compiled: dict[object, tuple[Any, ...]] = {}


def _remembered(rule: Rule) -> None:
    assert rule.map is not None
    key = (rule.rule, rule.host if rule.map.host_matching else rule.subdomain, rule.merge_slashes, repr(rule.defaults))
    if key not in _compiled:
        _compile(rule)
        builders = [build.__func__ for build in (rule._build, rule._build_unknown)]  # type: ignore[attr-defined]
        _compiled[key] = (rule._parts, rule._trace, rule._converters, *builders)
    rule._parts, rule._trace, rule._converters, build, build_unknown = _compiled[key]
    rule.arguments.update(rule._converters)
    rule._build, rule._build_unknown = MethodType(build, rule), MethodType(build_unknown, rule)


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
    """Let every application of this process find its addresses compiled."""
    Rule.compile = _remembered  # type: ignore[method-assign]


def remember_templates(app: Flask) -> None:
    """Let an application find its templates compiled."""
    app.jinja_env.bytecode_cache = _templates


_compress = brotli.compress
MUCH = 4096
"""Bytes from which on to compress something takes longer than to look it up."""


def remember_compressed(folder: Path) -> None:
    """Let what is compressed as tightly as can be be found in `folder`, which all workers of a run share: it takes seconds."""

    def compress(body: bytes, **how: Any) -> bytes:
        if len(body) < MUCH or how != {"quality": 11}:
            return _compress(body, **how)
        place = folder / hashlib.sha256(body).hexdigest()
        if not place.exists():
            files.write_whole(place, _compress(body, **how))
        return place.read_bytes()

    brotli.compress = compress
