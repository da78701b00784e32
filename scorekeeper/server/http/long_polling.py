"""Long polling without a thread per request: five hundred watchers of a game cost a process next to nothing.

If the application asks for it (`core/http/long_poll.py`), a task stays unfinished and its connection becomes idle. One thread
checks for news on behalf of all of them. A request with news is processed again from the start. After its maximum wait, it
gets its first response.
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

from scorekeeper.core.db.database import UNAVAILABLE
from scorekeeper.core.http.long_poll import CAN_HOLD

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from scorekeeper.core.http.long_poll import Newest, News

CHECK_SECONDS = 0.3
"""Seconds between two checks for news."""
MOST_HELD_SHARE = 0.75
"""Share of a process's connections that may wait. The rest are for new requests."""

_log = logging.getLogger(__name__)


class HoldableTask(WSGITask):
    """A request that may be held once. Its connection stays open after a 304."""

    news: News | None = None

    def execute(self) -> None:
        """Let the application respond, or ask to be held."""
        self._held_requests.answer(self.channel)  # a new request on this connection ends the wait of the last one
        if not getattr(self.request, "has_waited", False):
            self.get_environment()[CAN_HOLD] = self._may_wait
        super().execute()

    @property
    def _held_requests(self) -> HeldRequests:
        requests: HeldRequests = self.channel.server.held
        return requests

    def _may_wait(self, news: News) -> bool:
        if not self._held_requests.room:
            return False
        self.news = news
        return True

    def finish(self) -> None:
        """Send the response, or hold it back."""
        if self.news is None or self.wrote_header:
            super().finish()
        else:
            self._held_requests.add(self, self.news)

    def set_close_on_finish(self) -> None:
        """Keep the connection open after a 304. Waitress closes it after any response without a length."""
        asked_to = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or self.version == "1.0" or asked_to:
            super().set_close_on_finish()


@dataclass(frozen=True)
class _HeldRequest:
    """A response that is held back until `until` at the latest."""

    task: HoldableTask
    news: News
    until: float


class HeldRequests:
    """The requests that wait in a process, and the thread that checks for news."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self._waiting: dict[Any, _HeldRequest] = {}
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._ended = False

    def __len__(self) -> int:
        return len(self._waiting)

    def __contains__(self, channel: object) -> bool:
        return channel in self._waiting

    @property
    def room(self) -> bool:
        """Whether another request may wait."""
        return not self._ended and len(self._waiting) < MOST_HELD_SHARE * self._server.adj.connection_limit

    def add(self, task: HoldableTask, news: News) -> None:
        """Hold a response back."""
        with self._changed:
            self._waiting[task.channel] = _HeldRequest(task, news, time.monotonic() + news.seconds)
            if self._thread is None:
                self._thread = threading.Thread(target=self._look, name="held", daemon=True)
                self._thread.start()
            self._changed.notify()

    def answer(self, channel: Any) -> None:
        """Send the response held back for a connection, if any."""
        channel.last_activity = time.time()  # before it counts as idle again
        one = self._waiting.pop(channel, None)
        if one is None or not channel.connected:
            return
        with contextlib.suppress(ClientDisconnected, OSError):
            WSGITask.finish(one.task)
            if one.task.close_on_finish:
                channel.close_when_flushed = True
                self._server.pull_trigger()

    def end(self) -> None:
        """Answer every request, because the process is about to stop."""
        self._ended = True
        for channel in [*self._waiting]:
            self.answer(channel)

    def _look(self) -> None:
        while not self._ended:
            with self._changed:
                while not self._waiting:
                    self._changed.wait()
            time.sleep(CHECK_SECONDS)
            try:
                self._check_once()
            except Exception:  # noqa: BLE001 (or every request would wait forever)
                _log.exception("the news for waiting clients could not be computed")

    def _check_once(self) -> None:
        now, waiting = time.monotonic(), [*self._waiting.items()]
        newest = self._newest([one.news for _, one in waiting if one.task.channel.connected])
        for channel, one in waiting:
            known = newest.get(one.news.newest)
            if not channel.connected:
                self._waiting.pop(channel, None)
            elif known is not None and known.get(one.news.number) != one.news.seen:
                self._process_again(channel)
            elif one.until <= now:
                self.answer(channel)

    def _newest(self, news_items: list[News]) -> Mapping[Newest, Mapping[int, Hashable]]:
        numbers_by_newest: dict[Newest, set[int]] = {}
        for news in news_items:
            numbers_by_newest.setdefault(news.newest, set()).add(news.number)
        app_context: Callable[[], Any] = self._server.application.app_context
        with contextlib.suppress(*UNAVAILABLE), app_context():  # an unavailable database has no news
            return {newest: newest(numbers) for newest, numbers in numbers_by_newest.items()}
        return {}

    def _process_again(self, channel: Any) -> None:
        """Process a request again from the start.

        Do nothing if a thread is still setting it aside, or if a newer request came on the same connection.
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
