"""A crawler that visits the whole program to find links that leave its path."""

from __future__ import annotations

import json
import re
from html import unescape
from urllib.parse import urljoin, urlsplit

_ADDRESS = re.compile(r"""\s(?:href|src|data-url|data-next|data-back|data-copy|data-send)="([^"]*)\"""")
_ACTION = re.compile(r"""\s(?:action|formaction)="([^"]*)\"""")
_NEXT = re.compile(r"""type="hidden"\s+name="(?:next|back)"\s+value="([^"]*)\"""")
_OF_STYLE = re.compile(r"url\((/[^)]*)\)")
_OF_SCRIPT = re.compile(r"""(?:import\(|import|from)\s*"(\.[^"]*)\"""")
_FORM = re.compile(r"<form(?P<of>[^>]*)>(?P<in>.*?)</form>", re.DOTALL)
_FIELD = re.compile(r"<(?:input|button|textarea)[^>]*>")
_SELECT = re.compile(r"""<select[^>]*\bname="([^"]*)"[^>]*>.*?<option[^>]*?value="([^"]*)\"""", re.DOTALL)
_ATTRIBUTE = re.compile(r"""([\w-]+)="([^"]*)\"""")
MOST = 250
_PAPER = re.compile(r"\.(?:pdf|zip)$|/papers?(?:/|$)")
"""Printouts have no links and take seconds to make."""
ONE_OF_A_KIND = 2


def _of_manifest(answer):
    known = answer.json
    single = [known[name] for name in ("id", "start_url", "scope")]
    return [*single, *(one["src"] for one in known["icons"]), *(one["url"] for one in known["shortcuts"])]


LOOKED_INTO = {
    "text/css": lambda answer: _OF_STYLE.findall(answer.text),
    "text/javascript": lambda answer: _OF_SCRIPT.findall(answer.text),
    "application/manifest+json": _of_manifest,
    "application/json": lambda answer: [f"{one['url']}/rules" for one in answer.json.get("servers", [])],
}
"""Other kinds of answers with links, besides pages."""


class Walk:
    """Follows every link, loads everything and sends every form, and notes links that leave the path."""

    def __init__(self, client, prefix):
        self.client, self.prefix = client, prefix
        self.out, self.seen, self.kinds, self.broken, self.waiting = [], set(), {}, [], []

    def add(self, base, address, fields=None):
        """Add an address or form to visit, or note that it leaves the path."""
        whole = urlsplit(urljoin(f"http://localhost{base}", unescape(address)))
        if whole.netloc != "localhost" or whole.scheme not in ("http", "https"):
            return
        path = whole.path
        if path != self.prefix + "/" and not path.startswith(f"{self.prefix}/"):
            self.out.append(f"{base}: {address}")
            return
        if _PAPER.search(path):
            return
        target = path + (f"?{whole.query}" if whole.query else "")
        # Two are enough of pages that differ only in numbers and words.
        kind = (re.sub(r"/(\d+|@?[0-9a-f]{16}|[\w-]{20,})(?=/|$)", "/#", path), fields is None)
        if fields is None and target in self.seen:
            return
        if "/static/" not in path and self.kinds.get(kind, 0) >= ONE_OF_A_KIND * (1 if fields is None else 3):
            return
        self.seen.add(target)
        self.kinds[kind] = self.kinds.get(kind, 0) + 1
        self.waiting.append((target, fields))

    def go(self):
        """Visit until nothing is new, and return the number of requests."""
        asked = 0
        while self.waiting and asked < MOST:
            target, fields = self.waiting.pop(0)
            asked += 1
            answer = self.client.get(target) if fields is None else self.client.post(target, data=fields)
            with answer:
                self.look(target, answer, fields is not None)
        return asked

    def look(self, target, answer, sent):
        """Collect the links of an answer."""
        base = urlsplit(target).path
        if answer.status_code >= 500 or (answer.status_code == 404 and not sent):
            self.broken.append(f"{target}: {answer.status_code}")
        for cookie in answer.headers.getlist("Set-Cookie"):
            path = re.search(r"(?i); path=([^;]*)", cookie)
            if not path or not (path[1] == self.prefix or path[1].startswith(f"{self.prefix}/")):
                self.out.append(f"{target}: {cookie}")
        for name in ("Location", "Content-Location", "Refresh"):
            if name in answer.headers:
                self.add(base, answer.headers[name])
        for address in LOOKED_INTO.get(answer.mimetype, lambda _text: [])(answer):
            self.add(base, address)
        if answer.mimetype == "text/html":
            self.page(base, answer.text)

    def page(self, base, text):
        """Collect links, resources and form targets of a page."""
        for address in _ADDRESS.findall(text):
            if address and not address.startswith(("#", "data:", "blob:")):  # an empty one is the page itself
                self.add(base, address)
        for address in [*filter(None, _ACTION.findall(text)), *_NEXT.findall(text)]:
            if not unescape(address).startswith(f"{self.prefix}/"):
                self.out.append(f"{base}: goes on to {address}")
        for one in re.findall(r'data-rules="([^"]*)"', text):
            for address in json.loads(unescape(one)).values():
                self.add(base, address)
        for found in _FORM.finditer(text):
            of = dict(_ATTRIBUTE.findall(found["of"]))
            if of.get("method") == "post" and not re.search("sign-out|delete|end", of.get("action", "")):
                self.add(base, of.get("action") or base, self.fields(found["in"]))

    def fields(self, text):
        """Return the values that a form would send."""
        sent = dict(_SELECT.findall(text))
        for tag in _FIELD.findall(text):
            known = dict(_ATTRIBUTE.findall(tag))
            if not known.get("name") or known.get("type") in ("file",):
                continue
            if known.get("type") in ("radio", "checkbox") and not re.search(r"\schecked\b", tag):
                continue
            if tag.startswith("<button") and known["name"] in sent:
                continue
            sent[known["name"]] = unescape(known.get("value", ""))
        return sent
