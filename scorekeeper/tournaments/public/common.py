"""Answers of the public pages, which only send what changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Response, make_response, render_template, request

from scorekeeper.tournaments.context import Open, facts, stamp, wants_fragment


def page(part: str, shown: Open, *, title: str, css: Sequence[str] = (), more_stamp: object = None, **more: Any) -> Response:
    """A public page; for its script, the part that changes, and nothing (304) where it has not.

    `part`: the page's name, its template is `tournaments/public/_<part>.html`. Values that are functions are called only when
    they are needed.
    """
    response = make_response("")
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Vary"] = "X-Fragment, Cookie, Accept-Language"
    tag = stamp(shown, more_stamp)
    if wants_fragment():
        response.set_etag(tag, weak=True)
        if response.make_conditional(request).status_code == 304:
            return response
    given = {name: value() if callable(value) else value for name, value in more.items()}
    template = "tournaments/public/part.html" if wants_fragment() else "tournaments/public/page.html"
    given |= {"part": part, "title": title, "more_css": list(css), "tag": tag}
    response.set_data(render_template(template, **{**facts(shown), **given}))
    return response
