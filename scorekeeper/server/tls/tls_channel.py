"""TLS in the server itself: one port serves both HTTPS, which begins with a handshake, and HTTP.

Waitress's own loop reads and writes. OpenSSL works in memory between the loop and the socket, so a slow handshake blocks no
one else. The scheme is taken from the connection, never from a header.
"""

from __future__ import annotations

import copy
import ssl
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from waitress.wasyncore import dispatcher

from scorekeeper.server.http.error_responses import Channel

if TYPE_CHECKING:
    from pathlib import Path

HANDSHAKE = b"\x16"
"""First byte of every TLS connection. No plain-text request begins with it."""
PIECE_BYTES = 64 * 1024
"""Bytes encrypted at a time. The next piece is encrypted after this one has been sent."""


class ServedCertificate:
    """The served certificate and its SSL context, reloaded when the file changes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._stamp = 0
        self._context: ssl.SSLContext = self.context()
        self._adjusted: dict[int, Any] = {}

    def context(self) -> ssl.SSLContext:
        """Return the context for a new connection. Raises OSError if no certificate could ever be read."""
        try:
            stamp = self.path.stat().st_mtime_ns
            if stamp != self._stamp:
                self._context, self._stamp = _context(self.path), stamp
        except OSError:  # an ssl.SSLError is one
            if not self._stamp:
                raise
        return self._context

    def adjusted(self, settings: Any) -> Any:
        """Return a copy of Waitress's settings for requests over HTTPS."""
        if id(settings) not in self._adjusted:
            mine = self._adjusted[id(settings)] = copy.copy(settings)
            mine.url_scheme = "https"
        return self._adjusted[id(settings)]


def _context(path: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_RENEGOTIATION
    context.set_alpn_protocols(["http/1.1"])
    context.load_cert_chain(path)
    return context


class EitherChannel(Channel):
    """A connection over HTTP or HTTPS, decided by its first byte."""

    adj: Any  # Waitress's settings

    def __init__(self, secured: ServedCertificate, *rest: Any, **more: Any) -> None:
        self._secured = secured
        self._begun = False
        self._tls: ssl.SSLObject | None = None
        self._shaken = False
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._unsent = b""
        self._closes = False
        # Waitress reads in one thread and writes in several, but OpenSSL allows one thread at a time.
        self._turn = threading.RLock()
        super().__init__(*rest, **more)

    # Encrypted bytes that are still unsent count as not flushed, so the connection stays open for them.

    @property
    def _waits(self) -> bool:
        return bool(self._unsent or self._outgoing.pending)

    @property
    def close_when_flushed(self) -> bool:
        """Whether to close the connection now that everything has been sent."""
        return self._closes and not self._waits

    @close_when_flushed.setter
    def close_when_flushed(self, value: bool) -> None:
        self._closes = value

    def readable(self) -> bool:
        return not self._closes and bool(super().readable())

    def writable(self) -> bool:
        return self._waits or self._closes or bool(super().writable())

    def handle_read(self) -> None:
        if self._begun and self._tls is None:
            return super().handle_read()
        try:
            data = self.recv(self.adj.recv_bytes)
            if not data:
                self.connected = False
                return None
            if not self._begun:
                self._begin(data[:1] == HANDSHAKE)
            plain = data if self._tls is None else self._opened(data)
        except OSError:  # including ssl.SSLError: a bad handshake, or a certificate the client does not trust
            with suppress(OSError):
                self._push()  # the alert that says why
            self.handle_close()
            return None
        if plain:
            self.last_activity = time.time()
            self.received(plain)
        return None

    def _begin(self, by_tls: bool) -> None:
        self._begun = True
        if by_tls:
            self._tls = self._secured.context().wrap_bio(self._incoming, self._outgoing, server_side=True)
            self.adj = self._secured.adjusted(self.adj)

    def _opened(self, data: bytes) -> bytes:
        """Return decrypted data. A handshake does not count as activity, so that slow ones time out."""
        assert self._tls is not None
        pieces = []
        with self._turn:
            self._incoming.write(data)
            with suppress(ssl.SSLWantReadError, ssl.SSLZeroReturnError):
                if not self._shaken:
                    self._tls.do_handshake()
                    self._shaken = True
                while piece := self._tls.read(PIECE_BYTES):
                    pieces.append(piece)
            self._push()
        return b"".join(pieces)

    def _push(self) -> bool:
        """Send encrypted data until the socket is full. Return whether anything was sent."""
        went = False
        with self._turn:
            while True:
                self._unsent = self._unsent or self._outgoing.read()
                sent = dispatcher.send(self, self._unsent, do_close=False) if self._unsent else 0
                if not sent:
                    return went
                self._unsent, went = self._unsent[sent:], True

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Send or encrypt `data` and return the number of bytes accepted. At most one piece waits at a time."""
        if self._tls is None:
            return int(super().send(data, do_close=do_close))
        with self._turn:
            self._push()
            if self._waits:
                return 0
            accepted = self._tls.write(data[:PIECE_BYTES])
            self._push()
            return accepted

    def handle_write(self) -> None:
        if self._waits:
            try:
                if self._push() and self._shaken:
                    self.last_activity = time.time()
            except OSError:
                self.will_close = True
            if self._waits and not self.will_close:
                return
        super().handle_write()

    def handle_close(self) -> None:
        """Send TLS `close_notify` before closing, so that the client knows that it has everything."""
        if self._shaken and self.connected and self._tls is not None:
            with suppress(OSError, ValueError), self._turn:
                with suppress(ssl.SSLWantReadError):
                    self._tls.unwrap()
                self._push()
        super().handle_close()
