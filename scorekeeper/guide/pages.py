"""The help pages: contents with a search, the guide's pages, and its pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, abort, current_app, render_template, request, send_from_directory, url_for

from scorekeeper.core import paths
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.i18n.translation import language
from scorekeeper.guide import source
from scorekeeper.guide.rendering import render_tokens
from scorekeeper.guide.source import search_guide
from scorekeeper.rulebook.search import LONGEST_QUERY

if TYPE_CHECKING:
    from flask import Response

blueprint = Blueprint("guide", __name__)

A_WEEK = 7 * 24 * 3600


def page_url(key: str) -> str:
    """Return the URL of a guide page, or of the contents if `key` is empty."""
    return url_for("guide.page", key=key) if key else url_for("guide.contents")


def picture_url(name: str) -> str:
    return url_for("guide.picture", name=name)


def addresses() -> frozenset[str]:
    """Return the paths of all pages that take no arguments."""
    if "guide_addresses" not in current_app.extensions:
        rules = current_app.url_map.iter_rules()
        current_app.extensions["guide_addresses"] = frozenset(
            rule.rule for rule in rules if not rule.arguments and "GET" in (rule.methods or ())
        )
    known: frozenset[str] = current_app.extensions["guide_addresses"]
    return known


def _render_page(key: str, **values: object) -> str:
    lang = language()
    keys = source.keys(lang)
    guide_page = source.page(lang, key)
    at = keys.index(key) if key in keys else -1
    return render_template(
        "guide/page.html",
        shown=guide_page,
        body=render_tokens(guide_page.tokens, page_url, picture_url, addresses(), rooted),
        titles={one: source.page(lang, one).title for one in (source.INDEX, *keys)},
        before=None if at < 0 else keys[at - 1] if at else source.INDEX,
        after=keys[at + 1] if at + 1 < len(keys) else None,
        page_url=lambda one: page_url("" if one == source.INDEX else one),
        longest=LONGEST_QUERY,
        **{"query": "", "found": (), **values},
    )


@blueprint.get("/help")
def contents() -> str:
    """Show the contents or, with `q`, the search results."""
    query = request.args.get("q", "")[:LONGEST_QUERY].strip()
    return _render_page(source.INDEX, query=query, found=search_guide(query, language()))


@blueprint.get("/help/<key>")
def page(key: str) -> str:
    """Show one page in the reader's language."""
    if key not in source.keys(language()):
        abort(404)
    return _render_page(key)


@blueprint.get("/help/pictures/<name>")
def picture(name: str) -> Response:
    """Serve a picture."""
    return send_from_directory(paths.resource(source.FOLDER) / source.PICTURES, name, max_age=A_WEEK)
