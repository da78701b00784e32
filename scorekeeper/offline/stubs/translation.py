"""Translations on a phone: the messages of the packs loaded so far, in the page's language."""

from __future__ import annotations

from flask import request
from markupsafe import Markup

from scorekeeper.messages.numbers import clauses

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
    """Add messages of a language, message to translation."""
    _MESSAGES[lang].update(messages)


def NN_(one: str, many: str) -> tuple[str, str]:  # noqa: N802 (as on the server)
    """Return the two message ids, singular and plural, unchanged."""
    return one, many


def supported_language(lang: str | None) -> str | None:
    """Return the language code if it is supported, else None."""
    code = (lang or "").replace("_", "-").partition("-")[0].lower()
    return code if code in LANGUAGES else None


def offered_languages() -> dict[str, str]:
    """Return the languages, each by its own name."""
    return LANGUAGES


def language() -> str:
    """Return the language of the current page."""
    return supported_language(request.cookies.get(COOKIE)) or supported_language(request.args.get(QUERY)) or DEFAULT


def write_first_of_month(text: str, lang: str) -> str:
    """Return a date with the first of a month as the language writes it: « 1er »."""
    begins = lang == "fr" and text[:2] == "1 "
    inside = text.replace(" 1 ", " 1er ") if lang == "fr" else text
    return f"1er {inside[2:]}" if begins else inside


def choose_language(response: Any, lang: str, **_how: object) -> Any:
    """Store the choice on this device."""
    response.set_cookie(COOKIE, lang)
    return response


def t_for(lang: str) -> Gettext:
    """Return the translation function of a language."""
    messages = _MESSAGES[lang]
    return lambda message: messages.get(message) or message


def t() -> Gettext:
    """Return the translation function of the current page."""
    return t_for(language())


def gettext(message: str, /, **values: object) -> str:
    """Return a translated message with the named values filled in."""
    translation = t()(message)
    return translation % values if values else translation


def _choose_plural(singular: str, plural: str, number: int) -> str:
    lang = language()
    return t_for(lang)(plural if (number > 1 if lang == "fr" else number != 1) else singular)


def ngettext(singular: str, plural: str, number: int, /, **values: object) -> str:
    """Return a translated message for `number` things."""
    return _choose_plural(singular, plural, number) % {"num": number, **values}


def _gettext_markup(message: str, /, **values: object) -> Markup:
    translation = Markup(t()(message))
    return translation % values if values or "%" in translation else translation


def _ngettext_markup(singular: str, plural: str, number: int, /, **values: object) -> Markup:
    return Markup(_choose_plural(singular, plural, number)) % {"num": number, **values}


GLOBALS = {
    "_": _gettext_markup,
    "gettext": _gettext_markup,
    "ngettext": _ngettext_markup,
    "language": language,
    "languages": LANGUAGES,
    "offered": offered_languages,
}
"""The template globals. Their results are markup."""


def join_clauses(parts: object) -> str:
    """Return the parts of a sentence joined, for the filter `clauses`."""
    return clauses(t(), list(parts))  # type: ignore[call-overload]
