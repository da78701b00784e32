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

from scorekeeper.base import files
from scorekeeper.base.pages import assets
from scorekeeper.phone import texts

_OF_A_RULE = (
    *("rule", "endpoint", "subdomain", "host", "alias", "redirect_to"),
    *("strict_slashes", "merge_slashes", "build_only", "websocket"),
)


class Remembered(Map):
    """A map of addresses that is made when it is looked into, and taken over from an application with the very same rules."""

    known: ClassVar[dict[tuple[object, ...], Map]] = {}

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.rules: list[RuleFactory] = []  # each is a Rule: Flask makes nothing else
        self.taken = 0

    def add(self, rulefactory: RuleFactory) -> None:
        """Note the rule; nothing is bound yet."""
        self.rules.append(rulefactory)

    def update(self) -> None:
        """Take over what is known of these rules, or make it."""
        if self.taken == len(self.rules):
            return
        with self._remap_lock:
            key = (self.host_matching, *map(_told, self.rules))
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
    """The rule, or one like it where it is in a map already: others have taken that over, and it is not to grow under them."""
    if rule.map is None:
        return rule
    other = rule.empty()
    other.provide_automatic_options = rule.provide_automatic_options
    return other


def _told(rule: Any) -> tuple[object, ...]:
    """All that makes a rule; one that was added to a map later on is made of the same."""
    methods = frozenset(rule.methods or ())
    return (*(getattr(rule, name) for name in _OF_A_RULE), methods, repr(rule.defaults), rule.provide_automatic_options)


def remember_addresses() -> None:
    """Let every application of this process find its addresses made."""
    Flask.url_map_class = Remembered


class _Templates(BytecodeCache):
    """Compiled templates by name and source; in a folder too, for the other workers of the run."""

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
            files.write_whole(place, bucket.bytecode_to_string())

    def _remember(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self.known[bucket.key, bucket.checksum] = bucket.code

    def _place(self, bucket: Bucket) -> Path | None:
        return self.folder and self.folder / f"{bucket.key}-{bucket.checksum}"


_templates = _Templates()


def remember_templates(app: Flask) -> None:
    """Let an application find its templates compiled."""
    app.jinja_env.bytecode_cache = _templates


def share_templates(folder: Path) -> None:
    """Let all workers of a run find in `folder` what one of them has compiled."""
    _templates.folder = folder


_digests: list[str] = []


def remember_static_files(app: Flask) -> None:
    """Let an application know the name of the tree of static files, for which each would look at every one of them."""
    if not _digests:
        _digests.append(assets.tree_digest())
    app.extensions["asset_digest"] = _digests[0]


_statements: LRUCache[Any, Any] = LRUCache(4000)


def _kind(dialect: SQLiteDialect_pysqlite) -> tuple[object, ...]:
    return (type(dialect), dialect._json_serializer, dialect._json_deserializer)


def remember_statements(engine: Engine) -> None:
    """Let what one application asked SQLite need not be written out again for the next: the same statement is the same text."""
    if type(engine.dialect) is SQLiteDialect_pysqlite:
        engine._compiled_cache = _statements


def one_kind_of_dialect() -> None:
    """Let statements of all applications on SQLite count as for the same dialect; each has an object of its own for it."""
    SQLiteDialect_pysqlite.__eq__ = lambda one, other: type(one) is type(other) and _kind(one) == _kind(other)  # type: ignore[method-assign, assignment]
    SQLiteDialect_pysqlite.__hash__ = lambda one: hash(type(one))  # type: ignore[method-assign, assignment]


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


make_texts = texts.made


def share_kit(folder: Path) -> None:
    """Let all workers of a run find in `folder` what one of them has packed for phones; `make_texts` packs it anew."""
    place = folder / "texts.json"

    def made(_step: object = None) -> texts.Texts:
        if not place.exists():
            files.write_whole(place, json.dumps(vars(make_texts())).encode())
        return texts.Texts(**json.loads(place.read_bytes()))

    texts.made = made
