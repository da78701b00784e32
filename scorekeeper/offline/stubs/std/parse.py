"""A stand-in for `urllib.parse`."""

from __future__ import annotations


class Parts:
    """The parts of a URL."""

    def __init__(self, scheme: str, netloc: str, path: str, query: str, fragment: str) -> None:
        self.scheme, self.netloc, self.path, self.query, self.fragment = scheme, netloc, path, query, fragment


def urlsplit(address: str) -> Parts:
    """Split a URL into its parts."""
    rest, _hash, fragment = address.partition("#")
    rest, _mark, query = rest.partition("?")
    scheme, colon, after = rest.partition("://")
    if not colon:
        scheme, after = "", rest
    elif "/" not in scheme:
        host, slash, path = after.partition("/")
        return Parts(scheme, host, slash + path, query, fragment)
    if rest.startswith("//"):
        host, slash, path = rest[2:].partition("/")
        return Parts("", host, slash + path, query, fragment)
    return Parts(scheme, "", after, query, fragment)
