"""Which language, and its words: for pages from the request, for the command line and the sheets by name."""

from __future__ import annotations

import io
import os
import re
from functools import cache
from gettext import GNUTranslations, NullTranslations, translation
from typing import TYPE_CHECKING

from scorekeeper.base import paths
from scorekeeper.wording.lists import clauses

if TYPE_CHECKING:
    from flask import Flask, Request, Response

    from scorekeeper.wording.marks import Gettext

DEFAULT = "en"
LANGUAGES = {"en": "English", "fr": "Français"}
"""Every language of the program, each by its own name."""
LOCALES = {"en": "en_CA", "fr": "fr_CA"}
"""How each writes numbers and dates."""

COOKIE = "lang"
"""The language that was chosen on this device, for a year from each choice."""
QUERY = "lang"
"""In a link: the language of the page for whoever has chosen none."""
_ANSWER = "scorekeeper.language"
YEAR = 365 * 24 * 3600


def NN_(one: str, many: str) -> tuple[str, str]:  # noqa: N802 (as `N_`)
    """Two message ids, of one and of many, marked as translatable."""
    return one, many


def t_for(lang: str) -> Gettext:
    """The words of a language: message id in, text out. Raises `ValueError` for a language that we do not have."""
    return _catalog(lang).gettext


def counted_for(lang: str, singular: str, plural: str, number: int) -> str:
    """The words of a language for `number` of a thing, not yet put in."""
    return _catalog(lang).ngettext(singular, plural, number)


@cache
def _catalog(lang: str) -> NullTranslations:
    if lang not in LANGUAGES:
        raise ValueError(f"no such language: {lang!r}; there are {', '.join(LANGUAGES)}")
    folder = paths.TRANSLATIONS / lang / "LC_MESSAGES"
    compiled, source = folder / "messages.mo", folder / "messages.po"
    # An installed wheel has only the compiled catalog; a checkout may have an older one than its source, or none.
    if source.exists() and (not compiled.exists() or compiled.stat().st_mtime_ns < source.stat().st_mtime_ns):
        return _compiled_in_memory(lang, source.read_bytes())
    return translation("messages", paths.TRANSLATIONS, [lang])  # read once, for click as well


def _compiled_in_memory(lang: str, source: bytes) -> NullTranslations:
    # In a checkout only, where a catalog is newer than what was compiled of it.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO(source), locale=lang))
    compiled.seek(0)
    return GNUTranslations(compiled)


def known(lang: str | None) -> str | None:
    """`lang` if we have it, as a language code (`fr-CA` and `fr_CA` are `fr`)."""
    code = (lang or "").replace("_", "-").partition("-")[0].lower()
    return code if code in LANGUAGES else None


def terminal_language() -> str:
    """The terminal's language, from the usual variables (`LANGUAGE`, `LC_ALL`, `LC_MESSAGES`, `LANG`)."""
    wishes = (os.environ.get(name) for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    languages = next(filter(None, wishes), "").split(":")
    return next(filter(None, map(known, languages)), DEFAULT)


def terminal_gettext() -> Gettext:
    """The words of the terminal's language."""
    return t_for(terminal_language())


def language_of(request: Request) -> str:
    """The language for a request: the device's own choice, else the link's, else the browser's, else the first offered."""
    ours = offered()
    wishes = [request.cookies.get(COOKIE), request.args.get(QUERY)]
    wishes += [tag for tag, quality in request.accept_languages if quality > 0]
    return next((lang for wish in wishes if (lang := known(wish)) and lang in ours), next(iter(ours)))


def offered() -> dict[str, str]:
    """The languages of the pages, each by its own name, the first for whoever asks for none of them."""
    from flask import current_app  # see `language`

    return {lang: LANGUAGES[lang] for lang in current_app.config.get("LANGUAGES", LANGUAGES)}


def language() -> str:
    """The language of the page being made; English outside a request."""
    from flask import has_request_context, request  # the command line has languages too, and starts without Flask

    if not has_request_context():
        return DEFAULT
    # Hundreds of words of a page ask for it.
    lang: str | None = request.environ.get(_ANSWER)
    if lang is None:
        lang = request.environ[_ANSWER] = language_of(request)
    return lang


def t() -> Gettext:
    """The words of the page being made."""
    return t_for(language())


def gettext(message: str, /, **values: object) -> str:
    """A message in the words of the page being made, with the named values put in. Flask-Babel's own is four times as slow."""
    translated = t()(message)
    return translated % values if values else translated


def ngettext(singular: str, plural: str, number: int, /, **values: object) -> str:
    """As `gettext`, for `number` of a thing; the message has it as `num`."""
    return _catalog(language()).ngettext(singular, plural, number) % {"num": number, **values}


_FIRST = re.compile(r"(?<!\d)1(?=[ \u00a0\u202f](?:janv|févr|mars|avr|mai|juin|juil|août|sept|oct|nov|déc))")


def first_of_month(text: str, lang: str) -> str:
    """A date in words, with the first of a month as the language says it: French has « 1er », which Babel leaves out."""
    return _FIRST.sub("1er", text) if lang == "fr" else text


def choose_language(response: Response, lang: str, *, secure: bool) -> Response:
    """Keep the choice on this device. Raises `ValueError` for a language that we do not have."""
    if lang not in LANGUAGES:
        raise ValueError(f"no such language: {lang!r}; there are {', '.join(LANGUAGES)}")
    response.set_cookie(COOKIE, lang, max_age=YEAR, samesite="Lax", httponly=True, secure=secure)
    return response


def init_app(app: Flask) -> None:
    """Let templates and forms speak the request's language, write its numbers and dates, and say so in the headers."""
    from flask_babel import Babel  # see `language`

    Babel(
        app,
        default_locale=LOCALES[DEFAULT],
        default_translation_directories=str(paths.TRANSLATIONS),
        locale_selector=lambda: LOCALES[language()],
    )
    app.jinja_env.globals.update(language=language, languages=LANGUAGES, offered=offered)
    _speak_in_templates(app)
    app.jinja_env.filters["clauses"] = lambda said: clauses(t(), list(said))
    app.after_request(_say_language)


def _speak_in_templates(app: Flask) -> None:
    """`_` and `ngettext` of templates, with Jinja's own meaning: named values are escaped and put in, `%%` is a per cent sign.

    Flask-Babel's look the request's locale and domain up again for every word, and a page has hundreds: a quarter of its time.
    """
    from jinja2 import pass_eval_context  # see `language`
    from jinja2.nodes import EvalContext
    from markupsafe import Markup

    def put_in(text: str, context: EvalContext, values: dict[str, object]) -> str:
        if not values and "%" not in text:
            return Markup(text) if context.autoescape else text  # noqa: S704 (our own catalogs)
        return (Markup(text) if context.autoescape else text) % values  # noqa: S704 (see above)

    @pass_eval_context
    def one(context: EvalContext, message: str, /, **values: object) -> str:
        return put_in(t()(message), context, values)

    @pass_eval_context
    def counted(context: EvalContext, singular: str, plural: str, number: int, /, **values: object) -> str:
        return put_in(_catalog(language()).ngettext(singular, plural, number), context, {"num": number, **values})

    app.jinja_env.globals.update(_=one, gettext=one, ngettext=counted)


def _say_language(response: Response) -> Response:
    if response.mimetype in ("text/html", "application/problem+json", "application/pdf"):
        response.content_language.add(LOCALES[language()].replace("_", "-"))
        response.vary.update(("Accept-Language", "Cookie"))
    return response
