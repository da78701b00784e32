"""Languages and translations: by request for pages, by name for the command line and printouts."""

from __future__ import annotations

import io
import os
import re
from functools import cache
from gettext import GNUTranslations, NullTranslations, translation
from typing import TYPE_CHECKING

from scorekeeper.core import paths
from scorekeeper.messages.numbers import clauses

if TYPE_CHECKING:
    from flask import Flask, Request, Response

    from scorekeeper.messages.marks import Gettext

DEFAULT = "en"
LANGUAGES = {"en": "English", "fr": "Français"}
"""Every language by its own name."""
LOCALES = {"en": "en_CA", "fr": "fr_CA"}
"""The locale of each language for numbers and dates."""

COOKIE = "lang"
"""The cookie with the device's chosen language, valid for a year."""
QUERY = "lang"
"""Query parameter with the language for visitors who have not chosen one."""
_ANSWER = "scorekeeper.language"
YEAR = 365 * 24 * 3600


def NN_(one: str, many: str) -> tuple[str, str]:  # noqa: N802 (as `N_`)
    """Mark singular and plural messages as translatable."""
    return one, many


def t_for(lang: str) -> Gettext:
    """Return the gettext function of a language. Raises `ValueError` for an unknown language."""
    return _catalog(lang).gettext


def ngettext_for(lang: str, singular: str, plural: str, number: int) -> str:
    """Return the singular or plural message for `number`, without its values."""
    return _catalog(lang).ngettext(singular, plural, number)


@cache
def _catalog(lang: str) -> NullTranslations:
    if lang not in LANGUAGES:
        raise ValueError(f"no such language: {lang!r}; there are {', '.join(LANGUAGES)}")
    folder = paths.TRANSLATIONS / lang / "LC_MESSAGES"
    compiled, source = folder / "messages.mo", folder / "messages.po"
    # An installed wheel has only the compiled catalog. In a checkout it may be out of date or missing.
    if source.exists() and (not compiled.exists() or compiled.stat().st_mtime_ns < source.stat().st_mtime_ns):
        return _compiled_in_memory(lang, source.read_bytes())
    return translation("messages", paths.TRANSLATIONS, [lang])  # cached by gettext, which click uses too


def _compiled_in_memory(lang: str, source: bytes) -> NullTranslations:
    # Only in a checkout whose compiled catalog is out of date.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO(source), locale=lang))
    compiled.seek(0)
    return GNUTranslations(compiled)


def supported_language(lang: str | None) -> str | None:
    """Return the code of a language if we have it (`fr-CA` and `fr_CA` are `fr`), or None."""
    code = (lang or "").replace("_", "-").partition("-")[0].lower()
    return code if code in LANGUAGES else None


def terminal_language() -> str:
    """Return the terminal's language, from the usual variables (`LANGUAGE`, `LC_ALL`, `LC_MESSAGES`, `LANG`)."""
    wishes = (os.environ.get(name) for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    languages = next(filter(None, wishes), "").split(":")
    return next(filter(None, map(supported_language, languages)), DEFAULT)


def terminal_gettext() -> Gettext:
    """Return the gettext function of the terminal's language."""
    return t_for(terminal_language())


def language_of(request: Request) -> str:
    """Return a request's language: the device's choice, the link's, the browser's, or the first one offered."""
    ours = offered_languages()
    wishes = [request.cookies.get(COOKIE), request.args.get(QUERY)]
    wishes += [tag for tag, quality in request.accept_languages if quality > 0]
    return next((lang for wish in wishes if (lang := supported_language(wish)) and lang in ours), next(iter(ours)))


def offered_languages() -> dict[str, str]:
    """Return the languages offered, by their own names, the default first."""
    from flask import current_app  # see `language`

    return {lang: LANGUAGES[lang] for lang in current_app.config.get("LANGUAGES", LANGUAGES)}


def language() -> str:
    """Return this page's language. Outside a request it is English."""
    from flask import has_request_context, request  # the command line uses this module without Flask

    if not has_request_context():
        return DEFAULT
    # Cached, because a page needs it for hundreds of messages.
    lang: str | None = request.environ.get(_ANSWER)
    if lang is None:
        lang = request.environ[_ANSWER] = language_of(request)
    return lang


def t() -> Gettext:
    """Return the gettext function for this page."""
    return t_for(language())


def gettext(message: str, /, **values: object) -> str:
    """Return a translated message with its values. Flask-Babel's own takes four times as long."""
    translated = t()(message)
    return translated % values if values else translated


def ngettext(singular: str, plural: str, number: int, /, **values: object) -> str:
    """Like `gettext`, for singular and plural. The message contains the number as `num`."""
    return _catalog(language()).ngettext(singular, plural, number) % {"num": number, **values}


_FIRST = re.compile(r"(?<!\d)1(?=[ \u00a0\u202f](?:janv|févr|mars|avr|mai|juin|juil|août|sept|oct|nov|déc))")


def write_first_of_month(text: str, lang: str) -> str:
    """Fix the first of a month in a French date: « 1er », which Babel does not write."""
    return _FIRST.sub("1er", text) if lang == "fr" else text


def choose_language(response: Response, lang: str, *, secure: bool) -> Response:
    """Store the choice in a cookie. Raises `ValueError` for an unknown language."""
    if lang not in LANGUAGES:
        raise ValueError(f"no such language: {lang!r}; there are {', '.join(LANGUAGES)}")
    response.set_cookie(COOKIE, lang, max_age=YEAR, samesite="Lax", httponly=True, secure=secure)
    return response


def init_app(app: Flask) -> None:
    """Use the request's language in templates, forms, numbers, dates and headers."""
    from flask_babel import Babel  # see `language`

    Babel(
        app,
        default_locale=LOCALES[DEFAULT],
        default_translation_directories=str(paths.TRANSLATIONS),
        locale_selector=lambda: LOCALES[language()],
    )
    app.jinja_env.globals.update(language=language, languages=LANGUAGES, offered=offered_languages)
    _add_template_functions(app)
    app.jinja_env.filters["clauses"] = lambda parts: clauses(t(), list(parts))
    app.after_request(_set_language_headers)


def _add_template_functions(app: Flask) -> None:
    """Define `_` and `ngettext` for templates. As in Jinja, values are escaped and `%%` is a percent sign.

    Flask-Babel's versions look up locale and domain for every message, which takes a quarter of a page's time.
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
    def ngettext_in_template(context: EvalContext, singular: str, plural: str, number: int, /, **values: object) -> str:
        return put_in(_catalog(language()).ngettext(singular, plural, number), context, {"num": number, **values})

    app.jinja_env.globals.update(_=one, gettext=one, ngettext=ngettext_in_template)


def _set_language_headers(response: Response) -> Response:
    if response.mimetype in ("text/html", "application/problem+json", "application/pdf"):
        response.content_language.add(LOCALES[language()].replace("_", "-"))
        response.vary.update(("Accept-Language", "Cookie"))
    return response
