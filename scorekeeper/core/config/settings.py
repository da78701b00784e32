"""Every setting: its variable, meaning, default, parser and valid values.

`docs/reference/settings.md` lists them in a table. All are read on start, and an invalid one prevents it.
"""

from __future__ import annotations

import ipaddress
import os
import re
from datetime import datetime, time
from functools import partial
from typing import TYPE_CHECKING

from scorekeeper.core.config import openid
from scorekeeper.core.config.setting_types import PREFIX as PREFIX
from scorekeeper.core.config.setting_types import Setting as Setting
from scorekeeper.core.config.setting_types import WrongSetting as WrongSetting
from scorekeeper.core.config.setting_types import between, full_path, number
from scorekeeper.core.i18n.translation import LANGUAGES, supported_language
from scorekeeper.core.net import proxies, url_prefix
from scorekeeper.messages.marks import N_

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext

MOST_BACKUPS = 1000
"""Maximum number of backups of each kind."""
INTERNAL_VARIABLES = {f"{PREFIX}{name}" for name in ("SOCKETS", "METRICS_SOCKET", "PROCESSES_BEFORE", "KEEPER")}
"""Variables that are not settings but pass state from one start to the next."""


def _port(text: str) -> int | None:
    return number(text, 1, 65535) if text else None


def _one_of(text: str, words: tuple[str, ...]) -> str:
    if text.lower() not in words:
        raise ValueError(text)
    return text.lower()


def _address(text: str) -> str:
    bare = text[1:-1] if text.startswith("[") and text.endswith("]") else text
    if not re.fullmatch(r"[\w.:%-]{1,255}", bare, re.ASCII):
        raise ValueError(text)
    return bare


def _database(text: str) -> str:
    # Many hosting services use this scheme, which SQLAlchemy no longer accepts.
    return text.replace("postgres://", "postgresql://", 1) if text.startswith("postgres://") else text


def _time(text: str) -> time | None:
    # A time of day has no zone.
    return None if text.lower() == "never" else datetime.strptime(text, "%H:%M").time()  # noqa: DTZ007


def _parse_retention(text: str) -> tuple[int, ...]:
    numbers = tuple(number(one.strip(), 0, MOST_BACKUPS) for one in text.split(","))
    if len(numbers) != 3 or not any(numbers):  # zeros only would delete every backup
        raise ValueError(text)
    return numbers


def _names(text: str) -> tuple[str, ...]:
    names = tuple(text.lower().replace(",", " ").split())
    for name in names:
        if not re.fullmatch(r"[\w-]+(\.[\w-]+)*\.?", name):
            ipaddress.ip_address(name)
    return names


def _languages(text: str) -> tuple[str, ...]:
    languages = [supported_language(word) for word in text.replace(",", " ").split()]
    if not languages or None in languages:
        raise ValueError(text)
    return tuple(dict.fromkeys(lang for lang in languages if lang))


INSTANCE = Setting(
    "INSTANCE",
    N_(
        "The instance folder. Default: `instance/` in a checkout; for an installed program the user’s "
        "data folder, which is printed at the start."
    ),
    "",
    str,
    N_("the path of a folder"),
)
DATABASE_URL = Setting(
    "DATABASE_URL",
    N_("An empty database to use instead of SQLite. The server sets it up and upgrades it. Back it up too."),
    "",
    _database,
    N_("the address of a database, such as `postgresql://user:password@host/name`"),
    secret=True,
)
HOST = Setting(
    "HOST",
    N_("The address to listen on. `127.0.0.1` admits only this computer and a proxy on it. `--host` overrides it."),
    "0.0.0.0",  # noqa: S104 (for the phones at the table)
    _address,
    N_("an address of this computer, such as 127.0.0.1 or ::1"),
)
PORT = Setting("PORT", N_("The port to listen on. `--port` overrides it."), "8200", **between(1, 65535))
WORKERS = Setting("WORKERS", N_("Number of worker processes. Always one where the system has no `fork`."), "2", **between(1, 64))
THREADS = Setting("THREADS", N_("Number of requests that each process handles at once."), "4", **between(1, 64))
TRUSTED_PROXIES = Setting(
    "TRUSTED_PROXIES",
    N_(
        "The reverse proxies in front of the server: how many, one behind the other, or their addresses. "
        "Only they are trusted about the client address, HTTPS, host name and path prefix."
    ),
    "0",
    proxies.parse_proxies,
    N_("a number from 0 to {most}, or addresses and networks separated by commas, such as `127.0.0.1, 10.0.0.0/8`"),
    {"most": proxies.MOST_PROXIES},
)
HOSTS = Setting(
    "HOSTS",
    N_(
        "The only host names that the server answers to. Without it: numeric addresses, `localhost`, "
        "local names (`cartes`, `cartes.local`) and what a trusted proxy passes on."
    ),
    "",
    _names,
    N_("host names separated by commas, without `https://` and port, such as `points.example.org`"),
)
PATH_PREFIX = Setting(
    "PREFIX",
    N_(
        "The path prefix of the app on its host, as in `https://club.example.org/cards/`, if the proxy "
        "does not send it (`X-Forwarded-Prefix`)."
    ),
    "",
    url_prefix.parse_prefix,
    N_(
        "a path of at most {longest} characters such as `/cards`: letters, digits and `. _ ~ -` between "
        "single slashes, with one at the start and none at the end"
    ),
    {"longest": url_prefix.LONGEST},
)
HALL = Setting(
    "HALL",
    N_("Number of phones that may share one address, as in a hall. Limits for each address leave room for them."),
    "200",
    **between(1, 10_000),
)
PRIVATE = Setting(
    "PRIVATE",
    N_(
        "`1` lets only people with an account, a link or an invitation start games. Everyone else can "
        "read the rules and the public pages."
    ),
    "0",
    partial(_one_of, words=("0", "1")),
    N_("1, or nothing"),
)
LANGUAGES_OFFERED = Setting(
    "LANGUAGES",
    N_(
        "The languages of the pages. The first is for browsers that ask for none of them. Printouts are "
        "available in every language."
    ),
    "en fr",
    _languages,
    N_("one or more of {words}, separated by spaces"),
    {"words": ", ".join(LANGUAGES)},
)
LEVELS, FORMATS = ("debug", "info", "warning", "error"), ("text", "json")
LOG_LEVEL = Setting(
    "LOG_LEVEL",
    N_("What to log. From `info` on, each request has a line too."),
    "warning",
    partial(_one_of, words=LEVELS),
    N_("debug, info, warning or error"),
)
LOG_FORMAT = Setting(
    "LOG_FORMAT",
    N_("Format of the log lines: text for people, or one JSON object per line."),
    "text",
    partial(_one_of, words=FORMATS),
    N_("text or json"),
)
METRICS_PORT = Setting(
    "METRICS_PORT",
    N_("The port where Prometheus finds metrics at `/metrics`. Without it, nothing is measured."),
    "",
    _port,
    N_("a whole number from {low} to {high}"),
    {"low": 1, "high": 65535},
)
METRICS_HOST = Setting(
    "METRICS_HOST",
    N_("The address for Prometheus to read metrics from. Anyone who can reach it can read them."),
    "127.0.0.1",
    _address,
    N_("an address of this computer, such as 127.0.0.1 or ::1"),
)
BACKUP_AT = Setting(
    "BACKUP_AT",
    N_("When to back up each night, by the computer’s clock; `never` for no backups."),
    "03:30",
    _time,
    N_("a time of day such as 03:30, or never"),
)
BACKUP_KEEP = Setting(
    "BACKUP_KEEP",
    N_("How many days, weeks and months keep their newest backup."),
    "7,4,12",
    _parse_retention,
    N_("three whole numbers, such as 7,4,12"),
)
BACKUP_TO = Setting(
    "BACKUP_TO",
    N_("A second folder on another disk, which must exist. Every backup is also written there."),
    "",
    full_path,
    N_("the full path of a folder"),
)
UPGRADE_WITHOUT_BACKUP = Setting(
    "UPGRADE_WITHOUT_BACKUP",
    N_("`1` lets an upgrade change the database even if the backup before it failed."),
    "0",
    partial(_one_of, words=("0", "1")),
    N_("1, or nothing"),
)

SETTINGS = (
    *(INSTANCE, DATABASE_URL, HOST, PORT, WORKERS, THREADS, TRUSTED_PROXIES, HOSTS, PATH_PREFIX, HALL, PRIVATE),
    *(LANGUAGES_OFFERED, LOG_LEVEL, LOG_FORMAT, METRICS_PORT, METRICS_HOST),
    *(BACKUP_AT, BACKUP_KEEP, BACKUP_TO, UPGRADE_WITHOUT_BACKUP),
    *openid.SETTINGS,
)


def setting_error_text(error: WrongSetting, t: Gettext) -> str:
    """Return the error message for an invalid setting."""
    read = "…" if error.setting.secret else error.read
    return t("{variable}: “{read}” is not valid. Use {right}.").format(
        variable=error.setting.variable, read=read, right=error.setting.describe_valid_values(t)
    )


def check_settings() -> None:
    """Read every setting. Raises WrongSetting."""
    for setting in SETTINGS:
        setting.value()
    openid.provider_settings()


def unknown_variables() -> list[str]:
    """Return environment variables with our prefix that are not settings, probably misspelled."""
    names = {setting.variable for setting in SETTINGS} | INTERNAL_VARIABLES
    return sorted(name for name in os.environ if name.startswith(PREFIX) and name not in names)
