"""Parses requests as Waitress does, but rejects ambiguous ones that another parser could read differently."""

from __future__ import annotations

import re

from waitress.parser import HTTPRequestParser, ParsingError

from scorekeeper.core.net.hosts import NO_HOST

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[\w.-]+)(:[0-9]{0,5})?", re.ASCII)


class StrictParser(HTTPRequestParser):
    """A request that is still arriving."""

    completed: bool
    empty: bool

    def received(self, data: bytes) -> int:
        """Parse bytes and return how many were used. Blank lines before a request count toward its deadline."""
        taken = int(super().received(data))
        if self.completed and self.empty:
            self.completed = self.empty = self.headers_finished = False
            self.header_plus, self.header_bytes_received = b"", 0
        return taken

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the head. Raises ParsingError."""
        sent = b"\n" + header_plus.upper()
        try:
            super().parse_header(header_plus)
        except ValueError as error:  # more digits than Python converts
            raise ParsingError("Content-Length is invalid") from error
        if b"\nTRANSFER-ENCODING:" in sent and (not self.chunked or "CONTENT_LENGTH" in self.headers):
            raise ParsingError("two lengths")  # RFC 9112, 6.1 and 6.3
        if not self._has_valid_host():
            raise ParsingError(NO_HOST)

    def _has_valid_host(self) -> bool:
        host = self.headers.get("HOST")
        if host is None:
            return bool(self.version != "1.1")
        return _HOST.fullmatch(host) is not None
