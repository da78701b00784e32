"""The rulebook's pages: contents, chapters, every option and every named game, and search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, abort, redirect, render_template, request

from scorekeeper.base.i18n import LANGUAGES, language, t, t_for
from scorekeeper.base.pages.asked_paper import asked_size
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.variants import NAMED
from scorekeeper.rulebook import book, games, sources
from scorekeeper.rulebook.markup import pieces
from scorekeeper.rulebook.search import LONGEST_QUERY, search
from scorekeeper.rulebook.view import card_name, game_view, option_view, words
from scorekeeper.rules.pages.addresses import option_url, page_url, place_url, rule_url
from scorekeeper.rules.rulebook_index import index_in
from scorekeeper.wording.labels import option_help, option_label
from scorekeeper.wording.titles import rule_title, variant_blurb, variant_title

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.wrappers import Response as BaseResponse

blueprint = Blueprint("rulebook", __name__)


def init_app(app: Flask) -> None:
    """Register the pages; templates everywhere write `rule_url("auction.keep")` and `option_url("keep")`."""
    app.register_blueprint(blueprint)
    app.jinja_env.globals.update(rule_url=rule_url, option_url=option_url)


def _render(template: str, key: str, **values: Any) -> str:
    before, after = book.neighbours(key) if key in book.pages() else (None, None)
    return render_template(
        f"rules/rulebook/{template}.html",
        t=t(),
        book=book,
        key=key,
        before=before,
        after=after,
        page_url=page_url,
        place_url=place_url,
        pieces=pieces,
        card_name=card_name,
        rule_title=rule_title,
        variant_title=variant_title,
        query=values.pop("query", ""),
        longest=LONGEST_QUERY,
        **values,
    )


@blueprint.get("/rulebook")
def contents() -> str:
    """The table of contents."""
    return _render("contents", "", groups=games.GROUPS, size=asked_size())


@blueprint.get("/rulebook/<path:key>")
def page(key: str) -> str:
    """One page of the book."""
    if key not in book.pages() or not key:
        abort(404)
    chapter, _, rest = key.partition("/")
    if chapter == book.OPTIONS.key:
        return _options(key, rest)
    if chapter == book.GAMES.key:
        return _games(key, rest)
    if chapter == book.GLOSSARY.key:
        speakers = {lang: t_for(lang) for lang in LANGUAGES}
        columns = {language(): LANGUAGES[language()], **LANGUAGES}  # the language that sorts the words comes first
        return _render("glossary", key, chapter=book.GLOSSARY, words=words(speakers, language()), columns=columns)
    if chapter == book.SOURCES.key:
        return _render("sources", key, chapter=book.SOURCES, sources=sources)
    return _render("chapter", key, chapter=next(c for c in book.CHAPTERS if c.key == chapter))


def _options(key: str, phase: str) -> str:
    if not phase:
        return _render("options", key, chapter=book.OPTIONS, option_label=option_label, option_help=option_help)
    return _render("phase", key, options=[option_view(t(), name) for name in book.options_of(phase)])


def _games(key: str, name: str) -> str:
    if not name:
        return _render("games", key, chapter=book.GAMES, groups=games.GROUPS, variant_blurb=variant_blurb)
    return _render("game", key, game=None, one=game_view(t(), name), sources=sources)


@blueprint.get("/rulebook/rule/<rule>")
def rule(rule: str) -> BaseResponse:
    """A short address that lasts for every rule id, and every option's name, wherever the book states it."""
    if rule in book.rule_places():
        return redirect(rule_url(rule))
    if rule in RuleSet.options:
        return redirect(option_url(rule))
    if rule not in NAMED:
        abort(404)
    return redirect(page_url(f"games/{rule}"))


@blueprint.get("/rulebook/search")
def find() -> str:
    """What the rulebook says about some words, in either language."""
    query = request.args.get("q", "")[:LONGEST_QUERY].strip()
    matches = search(query, tuple(LANGUAGES), index_in, language())
    return _render("search", "search", query=query, found=matches, language_names=LANGUAGES)
