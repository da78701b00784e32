"""This device's settings: language, look, how a score below zero is marked, the name that the history shows."""

from __future__ import annotations

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.base import devices
from scorekeeper.base.i18n import choose_language, known, t
from scorekeeper.base.pages.frame import MARKS, THEMES, choose, remember, visitor, visitor_or_new
from scorekeeper.base.refusals import Refusal, refusal_text

blueprint = Blueprint("settings", __name__)


@blueprint.get("/settings")
def show() -> str:
    """The settings as they are."""
    return _page()


def _page(error: str = "", name: str | None = None) -> str:
    device = visitor()
    return render_template(
        "base/settings.html",
        device_name=(device.name if device else "") if name is None else name,
        error=error,
        back=_back(),
    )


def _back() -> str:
    """The page that the settings were opened from, else the first one."""
    path = own_path(request.args.get("next", "/"))
    return "/" if path.startswith(request.path) else path


@blueprint.post("/settings")
def save() -> ResponseReturnValue:
    """Keep what was chosen; what is no choice stays as it was."""
    name = request.form.get("name", "").strip()
    device = visitor()
    try:
        if name != (device.name if device else ""):
            device = devices.rename(visitor_or_new(), name)
    except Refusal as refusal:
        return _page(refusal_text(t(), refusal), name), 422
    answer = _to(url_for("settings.show", next=request.args.get("next")))
    if device is not None:
        remember(answer, device)
    for setting, allowed in (("theme", THEMES), ("mark", MARKS)):
        if (value := request.form.get(setting, "")) in allowed:
            choose(answer, setting, value)
    lang = known(request.form.get("lang"))
    if lang:
        choose_language(answer, lang, secure=request.is_secure)
    flash("kept", "settings")
    return answer


@blueprint.post("/language")
def speak() -> Response:
    """Change the language and come back to the same page."""
    answer = _to(own_path(request.form.get("next", "/")))
    lang = known(request.form.get("lang"))
    if lang:
        choose_language(answer, lang, secure=request.is_secure)
    return answer


def own_path(target: str) -> str:
    """The path if it is one of this site, else the first page: nobody is sent elsewhere from here."""
    target = target.rstrip("?")
    # A browser reads `//host` and `/\\host` as another site.
    inside = target.startswith("/") and target[1:2] not in ("/", "\\") and target.isprintable()
    return target if inside else "/"


def _to(url: str) -> Response:
    answer = redirect(url, 303)
    assert isinstance(answer, Response)
    return answer
