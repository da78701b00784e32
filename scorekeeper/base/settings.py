"""Every setting of the program: its variable, what it means, what holds without it, how it is read, and what would be right.

docs/settings.md shows them as a table. All are read when the program starts: a wrong one ends the start.
"""

from __future__ import annotations

import ipaddress
import os
import re
from datetime import datetime, time
from functools import partial
from typing import TYPE_CHECKING

from scorekeeper.base import mounted, openid, proxies
from scorekeeper.base.i18n import LANGUAGES, known
from scorekeeper.base.setting import PREFIX as PREFIX
from scorekeeper.base.setting import Setting as Setting
from scorekeeper.base.setting import WrongSetting as WrongSetting
from scorekeeper.base.setting import between, full_path, number
from scorekeeper.wording.marks import N_

if TYPE_CHECKING:
    from scorekeeper.wording.marks import Gettext

MOST_KEPT = 1000
"""Copies of each kind."""
HANDED_DOWN = {f"{PREFIX}{name}" for name in ("SOCKETS", "METRICS_SOCKET", "PROCESSES_BEFORE", "KEEPER")}
"""Not settings: what one start of the program hands to the next."""


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
    # What many hosts hand out, and SQLAlchemy no longer reads.
    return text.replace("postgres://", "postgresql://", 1) if text.startswith("postgres://") else text


def _time(text: str) -> time | None:
    # A time of day has no zone.
    return None if text.lower() == "never" else datetime.strptime(text, "%H:%M").time()  # noqa: DTZ007


def _kept(text: str) -> tuple[int, ...]:
    numbers = tuple(number(one.strip(), 0, MOST_KEPT) for one in text.split(","))
    if len(numbers) != 3 or not any(numbers):  # of nothing at all none would be kept
        raise ValueError(text)
    return numbers


def _names(text: str) -> tuple[str, ...]:
    names = tuple(text.lower().replace(",", " ").split())
    for name in names:
        if not re.fullmatch(r"[\w-]+(\.[\w-]+)*\.?", name):
            ipaddress.ip_address(name)
    return names


def _languages(text: str) -> tuple[str, ...]:
    languages = [known(word) for word in text.replace(",", " ").split()]
    if not languages or None in languages:
        raise ValueError(text)
    return tuple(dict.fromkeys(lang for lang in languages if lang))


INSTANCE = Setting(
    "INSTANCE",
    N_(
        "The folder of the instance. Without it: `instance/` of the checkout; for an installed program the user’s data folder,"
        " which it names at its start."
    ),
    "",
    str,
    N_("the path of a folder"),
)
DATABASE_URL = Setting(
    "DATABASE_URL",
    N_(
        "Another database than the instance’s SQLite file: an empty one, which the program then sets up and keeps up to date; it"
        " belongs in the backup too."
    ),
    "",
    _database,
    N_("the address of a database, such as `postgresql://user:password@host/name`"),
    secret=True,
)
HOST = Setting(
    "HOST",
    N_("The address to listen on; `127.0.0.1` lets nobody in but this computer, and a proxy on it. `--host` goes before it."),
    "0.0.0.0",  # noqa: S104 (the phones at the table are other computers)
    _address,
    N_("an address of this computer, such as 127.0.0.1 or ::1"),
)
PORT = Setting("PORT", N_("The port to listen on. `--port` goes before it."), "8200", **between(1, 65535))
WORKERS = Setting("WORKERS", N_("How many processes serve; one where the system has no `fork`."), "2", **between(1, 64))
THREADS = Setting("THREADS", N_("How many requests each process works on at once."), "4", **between(1, 64))
TRUSTED_PROXIES = Setting(
    "TRUSTED_PROXIES",
    N_(
        "The reverse proxies before the program: how many, one behind the other, or their addresses. They are believed who asks,"
        " whether by HTTPS, under which name and below which path; nobody else is."
    ),
    "0",
    proxies.read,
    N_("a number from 0 to {most}, or addresses and networks with commas between, such as `127.0.0.1, 10.0.0.0/8`"),
    {"most": proxies.MOST_PROXIES},
)
HOSTS = Setting(
    "HOSTS",
    N_(
        "The names under which the program answers, and under no others. Without it: numbers, `localhost`, names of the house"
        " (`cartes`, `cartes.local`) and whatever a trusted proxy passes on."
    ),
    "",
    _names,
    N_("names with commas between, without `https://` and port, such as `points.example.org`"),
)
PATH_PREFIX = Setting(
    "PREFIX",
    N_(
        "The path below which the program is on its host, as in `https://club.example.org/cards/`, where the proxy does not say"
        " so itself (`X-Forwarded-Prefix`). Without it: the host for itself, or what a trusted proxy says."
    ),
    "",
    mounted.read,
    N_(
        "a path of at most {longest} characters such as `/cards`: it begins with `/`, does not end with one, and has"
        " letters, digits and `. _ ~ -` between single slashes"
    ),
    {"longest": mounted.LONGEST},
)
HALL = Setting(
    "HALL",
    N_("How many phones may share one address, as in a hall, or behind a provider: so much room do limits by address leave."),
    "200",
    **between(1, 10_000),
)
PRIVATE = Setting(
    "PRIVATE",
    N_(
        "`1` lets only people with an account, or with a link or an invitation, start games. Everyone else can read the rules"
        " and the public pages."
    ),
    "0",
    partial(_one_of, words=("0", "1")),
    N_("1, or nothing"),
)
LANGUAGES_OFFERED = Setting(
    "LANGUAGES",
    N_("The languages of the pages; the first is for browsers that ask for none of them. Papers are printed in any."),
    "en fr",
    _languages,
    N_("one or more of {words}, with spaces between"),
    {"words": ", ".join(LANGUAGES)},
)
LEVELS, FORMATS = ("debug", "info", "warning", "error"), ("text", "json")
LOG_LEVEL = Setting(
    "LOG_LEVEL",
    N_("What is logged: from `info` on a line for each request too."),
    "warning",
    partial(_one_of, words=LEVELS),
    N_("debug, info, warning or error"),
)
LOG_FORMAT = Setting(
    "LOG_FORMAT",
    N_("The form of a line of the log: for people, or one JSON object a line."),
    "text",
    partial(_one_of, words=FORMATS),
    N_("text or json"),
)
METRICS_PORT = Setting(
    "METRICS_PORT",
    N_("The port for Prometheus, which finds the measurements at `/metrics` there. Without it nothing is measured."),
    "",
    _port,
    N_("a whole number from {low} to {high}"),
    {"low": 1, "high": 65535},
)
METRICS_HOST = Setting(
    "METRICS_HOST",
    N_("The address to listen on for Prometheus; whoever reaches it may read the measurements."),
    "127.0.0.1",
    _address,
    N_("an address of this computer, such as 127.0.0.1 or ::1"),
)
BACKUP_AT = Setting(
    "BACKUP_AT",
    N_("When a copy is made each night, by the clock of the machine; `never` for none."),
    "03:30",
    _time,
    N_("a time of day such as 03:30, or never"),
)
BACKUP_KEEP = Setting(
    "BACKUP_KEEP",
    N_("Of how many days, weeks and months the newest copy stays."),
    "7,4,12",
    _kept,
    N_("three whole numbers, such as 7,4,12"),
)
BACKUP_TO = Setting(
    "BACKUP_TO",
    N_("A second folder that is there, on another disk: every copy is put into it as well."),
    "",
    full_path,
    N_("the full path of a folder"),
)
UPGRADE_WITHOUT_BACKUP = Setting(
    "UPGRADE_WITHOUT_BACKUP",
    N_("`1` lets a new version change the form of the database though it could not be copied before."),
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


def told_wrong(error: WrongSetting, t: Gettext) -> str:
    """Which variable says what it cannot, and what would be right."""
    read = "…" if error.setting.secret else error.read
    return t("{variable}: “{read}” was read; {right} would be right.").format(
        variable=error.setting.variable, read=read, right=error.setting.right_in(t)
    )


def check() -> None:
    """Read all of them. Raises WrongSetting."""
    for setting in SETTINGS:
        setting.value()
    openid.provider_settings()


def unknown() -> list[str]:
    """Variables that look like settings and are none: somebody mistyped a name."""
    names = {setting.variable for setting in SETTINGS} | HANDED_DOWN
    return sorted(name for name in os.environ if name.startswith(PREFIX) and name not in names)
