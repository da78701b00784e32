"""Requests that wait for news without keeping a thread: five hundred watchers of a game cost a process next to nothing.

A task whose application asks for it (`base/holding.py`) is not finished: the connection goes back to the loop, which reads from
it as from an idle one. One thread of the process asks, for all of them together, what is new; a request for which there is news
is worked on once more from its beginning, and one that has waited long enough gets the answer it had.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from waitress.channel import ClientDisconnected
from waitress.task import WSGITask

from scorekeeper.base.db import AWAY
from scorekeeper.base.holding import OFFER

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from scorekeeper.base.holding import Newest, News

BETWEEN = 0.3
"""Seconds from one look at what is new to the next."""
SHARE = 0.75
"""Of the connections that a process may have, so many may wait: the others are for those who ask."""

_log = logging.getLogger(__name__)


class Task(WSGITask):
    """A request that may be kept waiting, once; a connection on which nothing need follow a 304 stays open."""

    news: News | None = None

    def execute(self) -> None:
        """Let the application answer; it may ask to be held."""
        self._held.answer(self.channel)  # who asks again on this connection waits no more for what was asked before
        if not getattr(self.request, "has_waited", False):
            self.get_environment()[OFFER] = self._may_wait
        super().execute()

    @property
    def _held(self) -> Held:
        held: Held = self.channel.server.held
        return held

    def _may_wait(self, news: News) -> bool:
        if not self._held.room:
            return False
        self.news = news
        return True

    def finish(self) -> None:
        """Send the answer, or keep it back."""
        if self.news is None or self.wrote_header:
            super().finish()
        else:
            self._held.add(self, self.news)

    def set_close_on_finish(self) -> None:
        """Waitress closes after every answer without a length, though one that has no body (304) needs none."""
        asked_to = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or self.version == "1.0" or asked_to:
            super().set_close_on_finish()


@dataclass(frozen=True)
class _Waiting:
    """An answer that is kept back: no longer than `until`."""

    task: Task
    news: News
    until: float


class Held:
    """What waits in a process, and the thread that looks for news while something does."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self._waiting: dict[Any, _Waiting] = {}
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._ended = False

    def __len__(self) -> int:
        return len(self._waiting)

    def __contains__(self, channel: object) -> bool:
        return channel in self._waiting

    @property
    def room(self) -> bool:
        """Whether one more may wait."""
        return not self._ended and len(self._waiting) < SHARE * self._server.adj.connection_limit

    def add(self, task: Task, news: News) -> None:
        """Keep an answer back."""
        with self._changed:
            self._waiting[task.channel] = _Waiting(task, news, time.monotonic() + news.seconds)
            if self._thread is None:
                self._thread = threading.Thread(target=self._look, name="held", daemon=True)
                self._thread.start()
            self._changed.notify()

    def answer(self, channel: Any) -> None:
        """Send what is kept back for a connection, if anything."""
        channel.last_activity = time.time()  # before it is one of the idle ones again
        one = self._waiting.pop(channel, None)
        if one is None or not channel.connected:
            return
        with contextlib.suppress(ClientDisconnected, OSError):
            WSGITask.finish(one.task)
            if one.task.close_on_finish:
                channel.close_when_flushed = True
                self._server.pull_trigger()

    def end(self) -> None:
        """Answer everybody: the process is about to stop."""
        self._ended = True
        for channel in [*self._waiting]:
            self.answer(channel)

    def _look(self) -> None:
        while not self._ended:
            with self._changed:
                while not self._waiting:
                    self._changed.wait()
            time.sleep(BETWEEN)
            try:
                self._once()
            except Exception:  # noqa: BLE001 (else everybody would wait for ever)
                _log.exception("what is new for those who wait was not found")

    def _once(self) -> None:
        now, waiting = time.monotonic(), [*self._waiting.items()]
        newest = self._newest([one.news for _, one in waiting if one.task.channel.connected])
        for channel, one in waiting:
            known = newest.get(one.news.newest)
            if not channel.connected:
                self._waiting.pop(channel, None)
            elif known is not None and known.get(one.news.number) != one.news.seen:
                self._again(channel)
            elif one.until <= now:
                self.answer(channel)

    def _newest(self, wanted: list[News]) -> Mapping[Newest, Mapping[int, Hashable]]:
        asked: dict[Newest, set[int]] = {}
        for news in wanted:
            asked.setdefault(news.newest, set()).add(news.number)
        app_context: Callable[[], Any] = self._server.application.app_context
        with contextlib.suppress(*AWAY), app_context():  # a database that is away has no news
            return {newest: newest(numbers) for newest, numbers in asked.items()}
        return {}

    def _again(self, channel: Any) -> None:
        """Work on a request from its beginning.

        While a thread is still putting it aside, or another one came after it, it stays: whoever asks again answers it, and the
        next look finds it otherwise.
        """
        with channel.requests_lock:
            if channel.requests or not channel.connected:
                return
            one = self._waiting.pop(channel, None)
            if one is None:
                return
            request = one.task.request
            request.has_waited = True
            channel.requests.append(request)
        self._server.add_task(channel)
