"""Words on a phone: those of the packs that were loaded, in the language of the page that is drawn."""

from __future__ import annotations

from flask import request
from markupsafe import Markup

from scorekeeper.wording.lists import clauses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Gettext = Callable[[str], str]

DEFAULT = "en"
LANGUAGES = {"en": "English", "fr": "Français"}
LOCALES = {"en": "en_CA", "fr": "fr_CA"}
COOKIE = QUERY = "lang"

_MESSAGES: dict[str, dict[str, str]] = {lang: {} for lang in LANGUAGES}


def add(lang: str, messages: Mapping[str, str]) -> None:
    """More words of a language: message to translation."""
    _MESSAGES[lang].update(messages)


def NN_(one: str, many: str) -> tuple[str, str]:  # noqa: N802 (as on the server)
    """Two message ids, of one and of many."""
    return one, many


def known(lang: str | None) -> str | None:
    """The language if we have it, as a code."""
    code = (lang or "").replace("_", "-").partition("-")[0].lower()
    return code if code in LANGUAGES else None


def offered() -> dict[str, str]:
    """The languages of the pages, each by its own name."""
    return LANGUAGES


def language() -> str:
    """The language of the page being drawn."""
    return known(request.cookies.get(COOKIE)) or known(request.args.get(QUERY)) or DEFAULT


def first_of_month(text: str, lang: str) -> str:
    """A date in words, with the first of a month as the language says it: « 1er »."""
    begins = lang == "fr" and text[:2] == "1 "
    inside = text.replace(" 1 ", " 1er ") if lang == "fr" else text
    return f"1er {inside[2:]}" if begins else inside


def choose_language(response: Any, lang: str, **_how: object) -> Any:
    """Keep the choice on this device."""
    response.set_cookie(COOKIE, lang)
    return response


def t_for(lang: str) -> Gettext:
    """The words of a language."""
    messages = _MESSAGES[lang]
    return lambda message: messages.get(message) or message


def t() -> Gettext:
    """The words of the page being drawn."""
    return t_for(language())


def gettext(message: str, /, **values: object) -> str:
    """A message with the named values put in."""
    told = t()(message)
    return told % values if values else told


def _counted(singular: str, plural: str, number: int) -> str:
    lang = language()
    return t_for(lang)(plural if (number > 1 if lang == "fr" else number != 1) else singular)


def ngettext(singular: str, plural: str, number: int, /, **values: object) -> str:
    """As `gettext`, for `number` of a thing."""
    return _counted(singular, plural, number) % {"num": number, **values}


def _one(message: str, /, **values: object) -> Markup:
    told = Markup(t()(message))
    return told % values if values or "%" in told else told


def _many(singular: str, plural: str, number: int, /, **values: object) -> Markup:
    return Markup(_counted(singular, plural, number)) % {"num": number, **values}


GLOBALS = {"_": _one, "gettext": _one, "ngettext": _many, "language": language, "languages": LANGUAGES, "offered": offered}
"""As templates have them."""


def said(parts: object) -> str:
    """Parts of a sentence, as the filter `clauses` puts them together."""
    return clauses(t(), list(parts))  # type: ignore[call-overload]
