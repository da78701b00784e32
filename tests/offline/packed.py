"""The phone's modules under CPython, in a process that has only the packed files."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from typing import Any
from urllib.parse import parse_qsl

from scorekeeper.offline.bundle import bundle, packs

RUN = """
import importlib.abc, importlib.util, json, sys, types

class Packed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, files):
        self.files = files
    def find_spec(self, name, path=None, target=None):
        if name in self.files:
            return importlib.util.spec_from_loader(name, self, is_package=len(self.files[name]) > 3)
        if name.partition(".")[0] in ("scorekeeper", "flask", "markupsafe", "sqlalchemy", "werkzeug", "jinja2", "babel"):
            raise ImportError(f"{name} is not on the phone")
    def exec_module(self, module):
        exec(compile(self.files[module.__name__][1], module.__name__, "exec"), module.__dict__)

plain = json
class JSON:
    def no_number(text):
        raise ValueError(text)
    parse = staticmethod(lambda text: plain.loads(text, parse_constant=JSON.no_number))
    stringify = staticmethod(lambda value: plain.dumps(value, ensure_ascii=False, separators=(",", ":")))

import datetime, re, random, unicodedata, zoneinfo
import babel.dates, babel.numbers, babel.support
UTC = zoneinfo.ZoneInfo("UTC")
def moment(text=None):
    at = datetime.datetime.fromisoformat(text) if text else datetime.datetime.now(UTC)
    return (at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp() * 1000
def says(ms, how, locale):
    at = datetime.datetime.fromtimestamp(ms / 1000, UTC)
    at = at.replace(microsecond=0) if how == "zoned" else at
    if how in ("iso", "local", "zoned"):
        return at.isoformat()
    locale = locale.replace("-", "_")
    if how == "time":
        return babel.dates.format_time(at, "short", locale=locale)
    if how == "short day":
        return babel.dates.format_skeleton("MMMd", at, locale=locale)
    return babel.dates.format_date(at, "full" if how == "full day" else "medium", locale=locale)
def bare(text):
    return "".join(c for c in unicodedata.normalize("NFKD", text) if unicodedata.category(c) != "Mn")
def plain_signs(text):
    kinds = [(c, unicodedata.category(c)) for c in text]
    return "".join(" " if kind == "Pd" or c == "\u2212" else c for c, kind in kinds if kind != "Cf")
def matched(pattern, text):
    found = re.search(pattern, text)
    return [found[0], *found.groups()] if found else None

BLANK = " \\t\\n\\r"
TOKEN = re.compile(
    r'[ \\t\\n\\r]*(?:("(?:[^"\\\\\\x00-\\x1f]|\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4}))*")'
    r"|(-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)|(true|false|null)|([{}\\[\\]:,]))"
)
def tokens(text, place, most):
    found = []
    while len(found) < most:
        match = TOKEN.match(text, place)
        if match is None:
            place = len(text) - len(text[place:].lstrip(BLANK))
            if place < len(text):
                found.append(["?", place, ""])
            break
        kind = next(n for n in range(1, 5) if match[n] is not None)
        found.append([(None, '"', "0", "w", match[kind])[kind], match.start(kind), match[kind]])
        place = match.end()
    return plain.dumps(found)

first = json.loads(sys.stdin.readline())
worker = types.SimpleNamespace(
    phoneMoment=moment,
    phoneSays=says,
    phoneMatch=matched,
    phoneReplace=lambda pattern, told, text: re.sub(pattern, told, text),
    phoneTokens=tokens,
    phoneChance=random.randrange,
    phoneBare=bare,
    phonePlain=plain_signs,
    crypto=types.SimpleNamespace(),
)
import uuid as _uuid
worker.crypto.randomUUID = lambda made=_uuid.uuid4: str(made())
sys.modules["browser"] = types.SimpleNamespace(self=worker)
sys.modules["javascript"] = types.SimpleNamespace(JSON=JSON)
for name in first["files"]:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Packed(first["files"]))
for name in first["modules"]:
    __import__(name)
worker.phoneKnow(plain.dumps(first["know"]))
for line in sys.stdin:
    asked = plain.loads(line)
    if "know" in asked:
        worker.phoneKnow(plain.dumps(asked["know"]))
        continue
    tells = "tell" in asked and worker.phoneTells(asked["tell"], plain.dumps(asked["asked"]))
    print(tells or worker.phoneAnswer(line), flush=True)
"""


@cache
def packed_once() -> dict[str, packs.PackContents]:
    """Return every bundle, made once because it takes seconds."""
    return packs.make_packs()


class Desk:
    """A phone that renders its own pages. `names`: the bundles it has loaded."""

    def __init__(self, *names: str, addresses: dict[str, list[str]] | None = None) -> None:
        packed = packed_once()
        wanted = ["engine", "pages", *[name for name in names if name != "pages"]]
        files: dict[str, Any] = {}
        know: dict[str, Any] = {"templates": {}, "messages": {"en": {}, "fr": {}}, "addresses": addresses or {}}
        for name in wanted:
            files |= bundle.virtual_files(packed[name].modules)
            know["templates"] |= {one: json.dumps(tree) for one, tree in packed[name].templates.items()}
            for lang, messages in know["messages"].items():
                messages |= json.loads(bundle.messages(lang, packed[name].messages, packed[name].counted))
        modules = [module for name in wanted[1:] for module in packs.PACKS[name].modules]
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-c", RUN], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self._send({"files": files, "modules": modules, "know": know})

    def _send(self, value: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(value) + "\n")
        self.process.stdin.flush()

    def answer(self, path: str, lang: str = "en", **asked: Any) -> dict[str, Any]:
        """Return the answer to a page request."""
        path, _mark, query = path.partition("?")
        pairs = [list(pair) for pair in parse_qsl(query, keep_blank_values=True)]
        cookies = {"lang": lang, **asked.pop("cookies", {})}
        self._send({"method": "GET", "path": path, "query": query, "args": pairs, "cookies": cookies, **asked})
        assert self.process.stdout is not None
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def tell(self, name: str, asked: Any) -> Any:
        """Return the answer to a query of the service worker."""
        self._send({"tell": name, "asked": asked})
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def know(self, told: Any) -> None:
        """Give the phone more data."""
        self._send({"know": told})

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()
