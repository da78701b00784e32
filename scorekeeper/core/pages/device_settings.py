"""A device's settings: language, theme, text size, style of negative scores, and its name in histories."""

from __future__ import annotations

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.devices import visitors
from scorekeeper.core.forms.form_input import next_page, own_path
from scorekeeper.core.forms.forms import ChoiceField, Form, LineField, TextField
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.i18n.translation import choose_language, offered_languages, supported_language, t
from scorekeeper.core.pages.layout import (
    LETTERS,
    SAVING,
    THEMES,
    set_device_cookie,
    show_refusals_on,
    store_setting,
    visitor,
    visitor_or_new,
)
from scorekeeper.core.pdf.sheet_options import MARKS
from scorekeeper.core.refusals import TooMany, refusal_text

blueprint = Blueprint("settings", __name__)


class SettingsForm(Form):
    """The settings of this device. Invalid choices are empty."""

    name = LineField()
    theme = ChoiceField(THEMES)
    mark = ChoiceField(MARKS)
    letters = ChoiceField(LETTERS)
    saving = ChoiceField(SAVING)
    lang = TextField()


@blueprint.get("/settings")
def show() -> str:
    """Show the settings."""
    return _page()


def _page(error: str = "", name: str | None = None) -> str:
    device = visitor()
    return render_template(
        "core/settings.html",
        device_name=(device.name if device else "") if name is None else name,
        error=error,
        back=_return_page(),
    )


def _return_page() -> str:
    """Return the page from which the settings were opened, or the home page."""
    path = own_path(request.args.get("next", rooted("/")))
    return rooted("/") if path.startswith(rooted(request.path)) else path


@blueprint.post("/settings")
def save() -> ResponseReturnValue:
    """Store the valid choices in cookies. Others stay unchanged."""
    form, device = SettingsForm.from_post(), visitor()
    name = form.name.data
    show_refusals_on(
        lambda refusal: (_page(refusal_text(t(), refusal), name), 422), when=lambda refusal: not isinstance(refusal, TooMany)
    )
    if name != (device.name if device else ""):
        device = visitors.rename(visitor_or_new(), name)
    answer = _redirect_to(url_for("settings.show", next=request.args.get("next")))
    if device is not None:
        set_device_cookie(answer, device)
    for setting in (form.theme, form.mark, form.letters, form.saving):
        if setting.data:
            store_setting(answer, setting.name, setting.data)
    _set_language(answer, form)
    flash("kept", "settings")
    return answer


def _set_language(answer: Response, form: SettingsForm) -> None:
    lang = supported_language(form.lang.data)
    if lang and lang in offered_languages():
        choose_language(answer, lang, secure=request.is_secure)


@blueprint.post("/language")
def speak() -> Response:
    """Change the language and return to the same page."""
    answer = _redirect_to(next_page())
    _set_language(answer, SettingsForm.from_post())
    return answer


def _redirect_to(url: str) -> Response:
    answer = redirect(url, 303)
    assert isinstance(answer, Response)
    return answer
