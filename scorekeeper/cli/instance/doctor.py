"""`scorekeeper doctor`: checks the instance and the machine, and reports problems with their fixes. Changes nothing."""

from __future__ import annotations

import platform
import sqlite3
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper.core.config import flask_config
from scorekeeper.core.net import own_addresses
from scorekeeper.core.pages import web_fonts
from scorekeeper.server.startup import opening, file_permissions, opening
from scorekeeper.core import paths
from scorekeeper.core.config import settings
from scorekeeper.core.db import schema_versions
from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import terminal_gettext
from scorekeeper.core.pdf.rendering import NoPango, need_pango
from scorekeeper.core.refusals import NoPdf, Refusal, add_texts, refusal_text
from scorekeeper.core.version import VERSION
from scorekeeper.backup import storage
from scorekeeper.backup.storage import plan
from scorekeeper.backup.refusals import TEXTS
from scorekeeper.server.tls import certificate_authority
from scorekeeper.messages.marks import N_, pgettext

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from scorekeeper.messages.marks import Gettext

add_texts(TEXTS)

OK, WARNING, FAULT = "ok", "warning", "fault"
_WORDS = {OK: N_("ok"), WARNING: N_("warning"), FAULT: N_("fault")}
_COLOURS = {OK: "green", WARNING: "yellow", FAULT: "red"}
FEW_FREE_BYTES = 1024**3
"""The number of free bytes below which the disk counts as full."""
OLD = timedelta(days=3)
OWN_PATHS = {
    *("api", "club", "clubs", "d", "desk", "e", "evenings", "figures", "fonts", "games", "help", "household", "https"),
    *("icons", "join", "kept", "laboratory", "language", "library", "offline", "paper", "phone", "phones", "ready", "rulebook", "rules"),
    *("rulings", "s", "settings", "static", "stats", "t", "tournaments", "up"),
}
"""First path segments of this app's pages. With such a prefix, requests do not show whether a proxy has removed it."""
CHECKED_WITH_PROXIES = (
    *(settings.TRUSTED_PROXIES, settings.HOSTS, settings.PATH_PREFIX),
    *(settings.BACKUP_AT, settings.BACKUP_KEEP, settings.BACKUP_TO),
)
"""Settings whose faults are reported by the check that uses them."""
_MB = 1024 * 1024


@dataclass(frozen=True)
class Finding:
    """The result of a check: its state, its subject, and what to do."""

    state: str
    about: str
    text: str


Findings = Iterator[Finding]


@click.command(
    "doctor",
    help=N_(
        "Check the installation and report problems.\n\nChecks settings, port, database, disk, folder, "
        "PDF, HTTPS, clock, proxies, backups and versions. Prints one line for each: ok, warning or "
        "fault, and what to do. Changes nothing. Exit status 1 if there is a fault."
    ),
)
def command() -> None:
    t = terminal_gettext()
    instance = paths.default_instance()
    worst = OK
    for look in CHECKS:
        for line in look(t, instance):
            worst = max(worst, line.state, key=[OK, WARNING, FAULT].index)
            label = click.style(f"{t(_WORDS[line.state]):<14}", fg=_COLOURS[line.state])
            click.echo(f"{label}{line.about}: {line.text}")
    sys.exit(1 if worst == FAULT else 0)


def _versions(t: Gettext, _instance: Path) -> Findings:
    values = {
        "program": VERSION,
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "system": platform.platform(terse=True),
    }
    text = t("this program %(program)s, Python %(python)s, SQLite %(sqlite)s, %(system)s") % values
    yield Finding(OK, t("Versions"), text)


def _settings(t: Gettext, _instance: Path) -> Findings:
    faults = [text for setting, text in opening.settings_faults(t) if setting not in CHECKED_WITH_PROXIES]
    for text in faults:
        yield Finding(FAULT, t("Settings"), text)
    for variable in (strange := settings.unknown_variables()):
        text = t("{variable} is not a setting. `scorekeeper settings` lists them.").format(variable=variable)
        yield Finding(WARNING, t("Settings"), text)
    if not faults and not strange:
        yield Finding(OK, t("Settings"), t("all are readable"))


def _port(t: Gettext, _instance: Path) -> Findings:
    host, port = settings.HOST.value_or_default(), settings.PORT.value_or_default()
    values = {"address": f"{own_addresses.host_in_url(host)}:{port}"}
    try:
        free = own_addresses.port_is_free(host, port)
    except OSError as error:
        yield Finding(FAULT, t("Port"), opening.cannot_listen(host, port, error, t).message)
        return
    text = t("%(address)s is free") if free else t("%(address)s is in use, by this app or by another program")
    yield Finding(OK, t("Port"), text % values)


def _folder(t: Gettext, instance: Path) -> Findings:
    about = t("Folder")
    if fault := opening.folder_fault(instance, t):
        yield Finding(FAULT, about, fault)
        return
    if not instance.exists():
        yield Finding(WARNING, about, t("%(path)s does not exist yet. “scorekeeper serve” creates it.") % {"path": instance})
        return
    key = instance / flask_config.SECRET_KEY_FILE
    if open_ones := [*file_permissions.open_to_others(instance)]:
        values = {"path": open_ones[0], "mode": f"{open_ones[0].stat().st_mode & 0o777:04o}", "folder": instance}
        text = t(
            "Other users of this computer can read %(path)s (%(mode)s). The next start fixes that. To do it "
            "now: chmod -R go= %(folder)s"
        )
        yield Finding(WARNING, about, text % values)
    try:
        if key.exists():
            flask_config.secret_key(instance)
    except flask_config.SecretKeyDamaged:
        yield Finding(FAULT, about, t("%(path)s has no secret key. Restore it from a backup.") % {"path": key})
        return
    yield Finding(OK, about, str(instance))


def _disk(t: Gettext, instance: Path) -> Findings:
    free = opening.free_on(instance)
    values = {"free": free // _MB}
    if fault := opening.disk_fault(instance, t):
        yield Finding(FAULT, t("Disk"), fault)
    elif free < FEW_FREE_BYTES:
        yield Finding(WARNING, t("Disk"), t("%(free)s MB are free. Backups need more. Free up space.") % values)
    else:
        yield Finding(OK, t("Disk"), t("%(free)s MB are free") % values)


def _database(t: Gettext, instance: Path) -> Findings:
    from sqlalchemy import create_engine, make_url  # only commands that use a database load it (see `backup.transfer`)

    about = t("Database")
    if fault := opening.database_fault(instance, t, full_check=True):
        yield Finding(FAULT, about, fault)
        return
    parsed = make_url(flask_config.database_url(instance))
    address = parsed.render_as_string()  # without the password
    if parsed.get_backend_name() == "sqlite" and not (instance / (parsed.database or "")).is_file():
        yield Finding(
            WARNING, about, t("%(path)s does not exist yet. “scorekeeper serve” creates it.") % {"path": parsed.database}
        )
        return
    engine = create_engine(parsed.set(drivername="postgresql+psycopg") if parsed.drivername == "postgresql" else parsed)
    try:
        forms = schema_versions.schema_versions_of(engine)
        yield from _schema_version(t, forms, address)
        if forms == {schema_versions.known_versions()[0]} and not _is_owned(engine):
            yield _warn_of_no_owner(t)
    finally:
        engine.dispose()


def _is_owned(engine: Engine) -> bool:
    with engine.connect() as connection:
        return connection.exec_driver_sql("SELECT 1 FROM accounts WHERE closed_at IS NULL LIMIT 1").first() is not None


def _warn_of_no_owner(t: Gettext) -> Finding:
    if settings.TRUSTED_PROXIES.value_or_default() or settings.HOSTS.value_or_default():
        text = t(
            "This server has no owner yet. Create the first account at /club/start with the code that the "
            "start prints, or with “scorekeeper account create NAME”."
        )
        return Finding(WARNING, t("Accounts"), text)
    text = t(
        "This server has no owner yet, and the first visitor of /club/start could become it. Before you "
        "open it to the internet, run: scorekeeper account create NAME"
    )
    return Finding(OK, t("Accounts"), text)


def _schema_version(t: Gettext, forms: set[str], url: str) -> Findings:
    about, known = t("Database"), schema_versions.known_versions()
    values = {"url": url, "form": "-".join(sorted(forms)), "right": known[0]}
    if not forms:
        yield Finding(WARNING, about, t("%(url)s is empty. “scorekeeper serve” sets it up.") % values)
    elif forms != {known[0]}:
        text = t("%(url)s has schema version %(form)s. The next start backs it up and upgrades it to %(right)s.")
        yield Finding(WARNING, about, text % values)
    else:
        yield Finding(OK, about, t("%(url)s answers, is intact, and has the newest schema version, %(form)s") % values)


def _paper(t: Gettext, instance: Path) -> Findings:
    try:
        need_pango()
        yield Finding(OK, "PDF", t("Pango is installed"))
    except NoPango:
        yield Finding(WARNING, "PDF", refusal_text(t, NoPdf()))
    if any(web_fonts.installed(face) is None for face in web_fonts.FACES):
        if all((web_fonts.folder(instance) / face.served).is_file() for face in web_fonts.FACES):
            text = t("Vollkorn is not installed: printouts use another serif (Debian’s package: fonts-vollkorn).")
        else:
            text = t("Vollkorn is not installed: the pages use another serif (Debian’s package: fonts-vollkorn).")
        yield Finding(WARNING, t("Fonts"), text)


def _clock(t: Gettext, instance: Path) -> Findings:
    now = datetime.now(UTC)
    zone = timezones.server_zone()
    values = {"time": now.astimezone(zone).strftime("%Y-%m-%d %H:%M"), "zone": zone.key}
    newest = max((path.stat().st_mtime for path in instance.glob("*")), default=0.0) if instance.is_dir() else 0.0
    if newest > now.timestamp() + 300:
        yield Finding(
            FAULT,
            pgettext("of the computer", "Clock", t),
            t("It says %(time)s, but files here are newer. Set the clock (timedatectl set-ntp true).") % values,
        )
    elif zone.key == "UTC":
        yield Finding(
            WARNING,
            pgettext("of the computer", "Clock", t),
            t("%(time)s, time zone UTC. If the club is elsewhere, set its zone, such as TZ=America/Moncton.") % values,
        )
    else:
        yield Finding(OK, pgettext("of the computer", "Clock", t), t("%(time)s, time zone %(zone)s") % values)


def _proxies(t: Gettext, instance: Path) -> Findings:
    about = t("Proxies, HTTPS")
    try:
        many, names = settings.TRUSTED_PROXIES.value(), ", ".join(settings.HOSTS.value())
        prefix = settings.PATH_PREFIX.value()
    except settings.WrongSetting as error:
        yield Finding(FAULT, about, settings.setting_error_text(error, t))
        return
    if many:
        text = t("%(many)s trusted proxies. The proxy handles HTTPS. Use --host 127.0.0.1 so that no one can bypass it.")
        yield Finding(OK, about, text % {"many": settings.TRUSTED_PROXIES.environment_value})
        if not names:
            yield Finding(
                WARNING, about, t("SCOREKEEPER_HOSTS is not set. The server answers to every name that the proxy passes on.")
            )
    else:
        yield _report_own_https(t, instance)
    if names:
        yield Finding(OK, about, t("Host names: %(names)s") % {"names": names})
    if prefix:
        yield _prefix(t, prefix)


def _prefix(t: Gettext, prefix: str) -> Finding:
    """Check the URL prefix, and report what it requires of the proxy."""
    about, values = t("Path prefix"), {"prefix": prefix}
    if prefix.split("/")[1] in OWN_PATHS:
        text = t(
            "%(prefix)s is also the start of pages of this app. A proxy that removes it must send "
            "X-Forwarded-Prefix. Another prefix avoids this."
        )
        return Finding(WARNING, about, text % values)
    text = t("the app is at %(prefix)s/, whether or not the proxy removes %(prefix)s")
    return Finding(OK, about, text % values)


def _report_own_https(t: Gettext, instance: Path) -> Finding:
    """Report HTTPS from the files in the folder, because the server's options are not known here."""
    about = t("Proxies, HTTPS")
    try:
        found = certificate_authority.read(instance)
    except certificate_authority.AuthorityDamaged as error:
        values = {"path": str(error.path), "folder": str(certificate_authority.folder(instance))}
        text = t("%(path)s is damaged, so “serve --https” cannot start. Restore the folder %(folder)s from a backup.")
        return Finding(FAULT, about, text % values)
    if found is not None:
        values = {"day": found.root.not_valid_after_utc.date().isoformat()}
        text = t(
            "No proxy. The certificate authority is valid until %(day)s, and “serve --https” uses it. "
            "Without --https, passwords are sent unencrypted."
        )
        return Finding(OK, about, text % values)
    text = t(
        "No proxy is set, and there is no HTTPS. With --domain, that is fine. Otherwise phones cannot "
        "install the app or work offline after a reload, and passwords are sent unencrypted. At home, "
        "run “scorekeeper serve --https”. On the internet, use a proxy with a certificate and "
        "“scorekeeper serve --domain NAME”."
    )
    return Finding(WARNING, about, text)


def _backups(t: Gettext, instance: Path) -> Findings:
    about = t("Backups")
    try:
        backup_plan = plan()
    except settings.WrongSetting as error:
        yield Finding(FAULT, about, settings.setting_error_text(error, t))
        return
    last = storage.last_attempt(instance)
    if last is not None and last.failed:
        try:
            why = refusal_text(t, Refusal(last.code, **(last.params or {})))
        except (KeyError, TypeError, ValueError):  # of another version
            why = last.code
        yield Finding(FAULT, about, t("Last backup: %(why)s") % {"why": why})
    elif last is not None and last.elsewhere:
        yield Finding(FAULT, about, t("The last backup is not in the second folder: %(why)s") % {"why": last.elsewhere})
    elif last is None or last.at < datetime.now(UTC) - OLD:
        if backup_plan.at is None:
            text = t("There are no recent backups, and SCOREKEEPER_BACKUP_AT is never. To make one: scorekeeper backup")
        else:
            text = t(
                "There are no recent backups. “scorekeeper serve” makes one each night while it runs. To make "
                "one now: scorekeeper backup"
            )
        yield Finding(WARNING, about, text)
    else:
        values = {"moment": last.at.astimezone(timezones.server_zone()).strftime("%Y-%m-%d %H:%M")}
        yield Finding(OK, about, t("the last backup is from %(moment)s and was replayed in full") % values)
    if backup_plan.to is None:
        yield Finding(
            WARNING, about, t("Backups are on the same disk as the data. Set SCOREKEEPER_BACKUP_TO to a folder on another disk.")
        )


CHECKS: tuple[Callable[[Gettext, Path], Findings], ...] = (
    *(_versions, _settings, _port, _folder, _disk, _database, _paper, _clock, _proxies, _backups),
)
