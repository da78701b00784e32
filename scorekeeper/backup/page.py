"""The operator's page of backups: time, size, verification and place of each, and a button to make one.

A backup contains everyone's data and the secret key, so none can be downloaded here. Getting or restoring one requires
access to the computer.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from babel.numbers import format_decimal
from flask import Blueprint, abort, current_app, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.backup import nightly, storage
from scorekeeper.backup.storage import BackupPlan, plan
from scorekeeper.clubs.commands.accounts.operator import is_operator
from scorekeeper.clubs.pages.signed_in import account, signed_in
from scorekeeper.core.db.database import now
from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import LOCALES, language, t
from scorekeeper.core.pages.layout import show_refusals_on
from scorekeeper.core.refusals import Refusal, refusal_text
from scorekeeper.core.security.rate_limits import count_visitor_request

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.clubs.commands.accounts.accounts import Account

blueprint = Blueprint("copies", __name__)

MOST = 6
"""Maximum number of backups per quarter of an hour that the button makes."""
OUTDATED_AFTER = timedelta(days=3)
"""Age of the last backup at which the page warns."""
_MB = 1_000_000


@dataclass(frozen=True)
class BackupFolder:
    """A folder of backups. `why`: the reason if it cannot be read."""

    path: Path
    copies: list[storage.StoredBackup]
    why: str = ""


def _instance() -> Path:
    return Path(current_app.instance_path)


def _operator() -> Account:
    mine = account()
    if mine is None or not is_operator(mine):
        abort(404)
    return mine


def _places(backup_plan: BackupPlan) -> list[BackupFolder]:
    mark = storage.mark_of(current_app.config["SECRET_KEY"])
    places = []
    for path in (storage.folder_of(_instance()), *([backup_plan.to] if backup_plan.to else [])):
        try:
            places.append(BackupFolder(path, storage.list_backups(path, mark)))
        except OSError as error:
            places.append(BackupFolder(path, [], t()(error.strerror or str(error))))
    return places


def _may_see_backups() -> bool:
    """Return whether the visitor may see anything about backups."""
    mine = account()
    return mine is not None and is_operator(mine)


def backup_warning() -> str:
    """Return the operator's warning for other pages: `failed`, `elsewhere`, `old`, or "". Others always get ""."""
    if not _may_see_backups():
        return ""
    last, backup_plan = storage.last_attempt(_instance()), plan()
    if last is not None and last.failed:
        return "failed"
    if last is not None and last.elsewhere:
        return "elsewhere"
    due = backup_plan.last_due(datetime.now(UTC))
    return "old" if due is not None and last is not None and last.at < now() - OUTDATED_AFTER else ""


def _failure_text(last: storage.Attempt | None) -> str:
    if last is None or not last.failed:
        return ""
    try:
        return refusal_text(t(), Refusal(last.code, **(last.params or {})))
    except (KeyError, TypeError, ValueError):  # written by another release
        return last.code


def _size(size: int) -> str:
    return format_decimal(max(0.1, round(size / _MB, 1)), locale=LOCALES[language()])


def _page(refusal: Refusal | None = None) -> ResponseReturnValue:
    backup_plan = plan()
    last = storage.last_attempt(_instance())
    html = render_template(
        "backup/backups.html",
        places=_places(backup_plan),
        plan=backup_plan,
        at=backup_plan.at and timezones.time_in_words(backup_plan.at),
        last=last,
        why=_failure_text(last),
        busy=storage.is_running(_instance()),
        size=_size,
        error=refusal and refusal_text(t(), refusal),
    )
    return html, refusal.status if refusal else 200


@blueprint.get("/club/copies")
@signed_in
def show() -> ResponseReturnValue:
    """Show the backups. For anyone but the operator, the page does not exist."""
    _operator()
    return _page()


@blueprint.post("/club/copies")
@signed_in
def make() -> ResponseReturnValue:
    """Start a backup. The page shows when it is done."""
    mine = _operator()
    show_refusals_on(_page)
    if storage.is_running(_instance()):
        raise Refusal("copy.busy")
    count_visitor_request("copy.often", {f"account:{mine.id}": MOST})
    nightly.start_detached_backup(_instance(), "hand")
    return redirect(url_for("copies.show"), 303)


def init_app(app: Flask) -> None:
    """Register the page, and the template globals that other pages use."""
    app.register_blueprint(blueprint)
    app.jinja_env.globals["copies_trouble"] = backup_warning
    app.jinja_env.globals["copies_shown"] = _may_see_backups
