"""Caches shared by all applications in a test run, since thousands of tests make one each.

Each entry depends only on its source: a template's code on its text, a URL's on its rule, SQL on its statement, a compressed
file on the file.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from types import CodeType
from typing import Any, ClassVar

import brotli
from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache
from sqlalchemy import Engine
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.util import LRUCache
from werkzeug.routing import Map, Rule, RuleFactory

from scorekeeper.core import files
from scorekeeper.core.pages import assets
from scorekeeper.offline.bundle import bundle

_OF_A_RULE = (
    *("rule", "endpoint", "subdomain", "host", "alias", "redirect_to"),
    *("strict_slashes", "merge_slashes", "build_only", "websocket"),
)


class SharedMap(Map):
    """A URL map that is built on first use, or shared with an application with the same rules."""

    known: ClassVar[dict[tuple[object, ...], Map]] = {}

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.rules: list[RuleFactory] = []  # each is a Rule: Flask makes nothing else
        self.taken = 0

    def add(self, rulefactory: RuleFactory) -> None:
        """Store the rule without binding it."""
        self.rules.append(rulefactory)

    def update(self) -> None:
        """Share the map for these rules, or build it."""
        if self.taken == len(self.rules):
            return
        with self._remap_lock:
            key = (self.host_matching, *map(_rule_facts, self.rules))
            if key not in self.known:
                self.known[key] = made = Map(host_matching=self.host_matching)
                made.converters = self.converters
                for rule in self.rules:
                    made.add(_unbound(rule))
                made.update()
            made = self.known[key]
            self._matcher, self._rules_by_endpoint = made._matcher, made._rules_by_endpoint
            self.taken = len(self.rules)


def _unbound(rule: Any) -> Rule:
    """Return the rule, or a copy if it is already in a map, because that map is shared."""
    if rule.map is None:
        return rule
    other = rule.empty()
    other.provide_automatic_options = rule.provide_automatic_options
    return other


def _rule_facts(rule: Any) -> tuple[object, ...]:
    """Return everything that defines a rule."""
    methods = frozenset(rule.methods or ())
    return (*(getattr(rule, name) for name in _OF_A_RULE), methods, repr(rule.defaults), rule.provide_automatic_options)


def remember_addresses() -> None:
    """Share URL maps between applications in this process."""
    Flask.url_map_class = SharedMap


class _Templates(BytecodeCache):
    """Compiled templates by name and source, also in a folder for other workers."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], CodeType] = {}
        self.folder: Path | None = None

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.known.get((bucket.key, bucket.checksum))
        if bucket.code is None and (place := self._place(bucket)) is not None and place.exists():
            bucket.bytecode_from_string(place.read_bytes())
            self._remember(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._remember(bucket)
        if (place := self._place(bucket)) is not None:
            files.write_atomically(place, bucket.bytecode_to_string())

    def _remember(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self.known[bucket.key, bucket.checksum] = bucket.code

    def _place(self, bucket: Bucket) -> Path | None:
        return self.folder and self.folder / f"{bucket.key}-{bucket.checksum}"


_templates = _Templates()


def remember_templates(app: Flask) -> None:
    app.jinja_env.bytecode_cache = _templates


def share_templates(folder: Path) -> None:
    """Share compiled templates between workers in `folder`."""
    _templates.folder = folder


_digests: list[str] = []


def remember_static_files(app: Flask) -> None:
    """Give an application the hash of the static files, so that it need not read them all."""
    if not _digests:
        _digests.append(assets.tree_digest())
    app.extensions["asset_digest"] = _digests[0]


_statements: LRUCache[Any, Any] = LRUCache(4000)


def _kind(dialect: SQLiteDialect_pysqlite) -> tuple[object, ...]:
    return (type(dialect), dialect._json_serializer, dialect._json_deserializer)


def remember_statements(engine: Engine) -> None:
    """Share compiled SQL between applications on SQLite."""
    if type(engine.dialect) is SQLiteDialect_pysqlite:
        engine._compiled_cache = _statements


def one_kind_of_dialect() -> None:
    """Make all SQLite dialect objects equal, so that compiled SQL can be shared."""
    SQLiteDialect_pysqlite.__eq__ = lambda one, other: type(one) is type(other) and _kind(one) == _kind(other)  # type: ignore[method-assign, assignment]
    SQLiteDialect_pysqlite.__hash__ = lambda one: hash(type(one))  # type: ignore[method-assign, assignment]


_compress = brotli.compress
MUCH = 4096
"""Bytes from which a lookup is faster than compression."""


def remember_compressed(folder: Path) -> None:
    """Share strongly compressed files between workers in `folder`."""

    def compress(body: bytes, **how: Any) -> bytes:
        if len(body) < MUCH or how != {"quality": 11}:
            return _compress(body, **how)
        place = folder / hashlib.sha256(body).hexdigest()
        if not place.exists():
            files.write_atomically(place, _compress(body, **how))
        return place.read_bytes()

    brotli.compress = compress


make_texts = bundle.make_texts


def share_kit(folder: Path) -> None:
    """Share the phone's bundle between workers in `folder`. `make_texts` still builds a new one."""
    place = folder / "texts.json"

    def made(_step: object = None) -> bundle.Texts:
        if not place.exists():
            files.write_atomically(place, json.dumps(vars(make_texts())).encode())
        return bundle.Texts(**json.loads(place.read_bytes()))

    bundle.make_texts = made
