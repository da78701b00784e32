"""The rulebook's pages: contents, chapters, options and named games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, abort, redirect, render_template

from scorekeeper.core.i18n.translation import LANGUAGES, language, t, t_for
from scorekeeper.core.pdf.pdf_options import requested_size
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet
from scorekeeper.messages.rules.labels import option_help, option_label
from scorekeeper.messages.rules.titles import rule_title, variant_blurb, variant_title
from scorekeeper.rulebook import book, sources
from scorekeeper.rulebook.chapters import named_games
from scorekeeper.rulebook.content import split_markup
from scorekeeper.rulebook.search import LONGEST_QUERY
from scorekeeper.rulebook.view import card_name, game_view, glossary_words, option_view
from scorekeeper.rules.pages.rulebook_links import option_url, page_url, place_url, rule_url

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.wrappers import Response as BaseResponse

blueprint = Blueprint("rulebook", __name__)


def init_app(app: Flask) -> None:
    """Register the pages and the template functions `rule_url("auction.keep")` and `option_url("keep")`."""
    app.register_blueprint(blueprint)


blueprint.app_template_global()(rule_url)
blueprint.app_template_global()(option_url)


def draw(template: str, key: str, **values: Any) -> str:
    """Return a rendered page of the book. `key`: the page, or a name outside the book such as the search."""
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
        pieces=split_markup,
        card_name=card_name,
        rule_title=rule_title,
        variant_title=variant_title,
        query=values.pop("query", ""),
        longest=LONGEST_QUERY,
        **values,
    )


@blueprint.get("/rulebook")
def contents() -> str:
    return draw("contents", "", groups=named_games.GROUPS, size=requested_size())


@blueprint.get("/rulebook/<path:key>")
def page(key: str) -> str:
    if key not in book.pages() or not key:
        abort(404)
    chapter, _, rest = key.partition("/")
    if chapter == book.OPTIONS.key:
        return _options(key, rest)
    if chapter == book.GAMES.key:
        return _games(key, rest)
    if chapter == book.GLOSSARY.key:
        speakers = {lang: t_for(lang) for lang in LANGUAGES}
        columns = {language(): LANGUAGES[language()], **LANGUAGES}  # the language that orders the words comes first
        return draw("glossary", key, chapter=book.GLOSSARY, words=glossary_words(speakers, language()), columns=columns)
    if chapter == book.SOURCES.key:
        return draw("sources", key, chapter=book.SOURCES, sources=sources)
    return draw("chapter", key, chapter=next(c for c in book.CHAPTERS if c.key == chapter))


def _options(key: str, phase: str) -> str:
    if not phase:
        return draw("options", key, chapter=book.OPTIONS, option_label=option_label, option_help=option_help)
    return draw("phase", key, options=[option_view(t(), name) for name in book.options_of(phase)])


def _games(key: str, name: str) -> str:
    if not name:
        return draw("games", key, chapter=book.GAMES, groups=named_games.GROUPS, variant_blurb=variant_blurb)
    return draw("game", key, game=None, one=game_view(t(), name), sources=sources)


@blueprint.get("/rulebook/rule/<rule>")
def rule(rule: str) -> BaseResponse:
    """Redirect from a rule id, option or game name to its page in the book. These short addresses never change."""
    if rule in book.rule_places():
        return redirect(rule_url(rule))
    if rule in RuleSet.options:
        return redirect(option_url(rule))
    if rule not in VARIANTS_BY_NAME:
        abort(404)
    return redirect(page_url(f"games/{rule}"))
