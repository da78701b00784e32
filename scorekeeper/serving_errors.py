"""What the server itself refuses, before the program sees it: told in the visitor's language, as far as it was said."""

from __future__ import annotations

import time

from waitress.channel import HTTPChannel
from waitress.task import ErrorTask
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from scorekeeper.base.i18n import DEFAULT, known, t_for
from scorekeeper.serving_held import Task
from scorekeeper.wording.marks import N_

WORDS = {
    400: N_("This request cannot be read. Go back, and try again."),
    413: N_("What was sent is too large."),
    431: N_("The address or the cookies of this request are too long."),
    501: N_("This request cannot be read. Go back, and try again."),
}
OTHER = N_("Something went wrong here. Nothing that was recorded is lost. Try again in a moment.")


class Error(ErrorTask):
    """An answer in plain words: nothing that was sent is repeated in it."""

    def execute(self) -> None:
        """Write it, and close the connection."""
        error = self.request.error
        accepted = parse_accept_header(self.request.headers.get("ACCEPT_LANGUAGE"), LanguageAccept)
        lang = next((found for tag in accepted.values() if (found := known(tag))), DEFAULT)
        body = t_for(lang)(WORDS.get(error.code, OTHER)).encode()
        self.status = f"{error.code} {error.reason}"
        self.response_headers = [
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Language", lang),
            ("X-Content-Type-Options", "nosniff"),
        ]
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class Channel(HTTPChannel):
    """A connection."""

    task_class = Task
    error_task_class = Error

    @property
    def last_activity(self) -> float:
        """When something came or went. Waitress' loop closes what has been idle for long; a question that waits is not idle."""
        return time.time() if self in self.server.held else self._active

    @last_activity.setter
    def last_activity(self, value: float) -> None:
        self._active = value

    def _flush_some(self, do_close: bool = True) -> bool:
        # Waitress' loop sends without the lock where no request is being worked on, since nobody else writes then. Here somebody
        # does: what was kept back is sent by the thread that looks for news. Without the lock both would send the same bytes.
        with self.outbuf_lock:
            sent: bool = super()._flush_some(do_close=do_close)
            return sent
