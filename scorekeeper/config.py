"""Settings of an instance: what the program runs with unless a test or a variable says otherwise."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any

from scorekeeper.base import openid
from scorekeeper.base import settings as told

SECRET_KEY_FILE = "secret.key"
DATABASE_FILE = "scorekeeper.sqlite3"


class SecretKeyDamaged(ValueError):
    """The file of the secret key holds none; `path` says which."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} holds no secret key of at least 32 characters")
        self.path = path


def settings(instance: Path) -> dict[str, Any]:
    """Flask settings for the instance directory, which is made if it is not there: what the variables say (`base.settings`).

    All of them are read, also those that only the server obeys. Raises WrongSetting, SecretKeyDamaged.
    """
    told.check()
    instance.mkdir(mode=0o700, parents=True, exist_ok=True)
    return {
        "SECRET_KEY": secret_key(instance),
        "SQLALCHEMY_DATABASE_URI": database_url(instance),
        # The address the server was told to listen on; empty where that is not known (another server, a test).
        "LISTENS_ON": "",
        # Whether the server itself serves https beside http (`scorekeeper serve --https`).
        "HTTPS": False,
        # Whether the database was made ready before this process began: a SQLite file that is not there was moved away.
        "PREPARED": False,
        "TRUSTED_PROXIES": told.TRUSTED_PROXIES.value(),
        "HOSTS": told.HOSTS.value(),
        "PREFIX": told.PATH_PREFIX.value(),
        "HALL": told.HALL.value(),
        # Whether strangers may start no games (`base.guests`).
        "PRIVATE": told.PRIVATE.value() == "1",
        "LANGUAGES": told.LANGUAGES_OFFERED.value(),
        # The provider by which accounts sign in too; None for none (`base.openid`).
        "OPENID": openid.provider_settings(),
        "MAX_CONTENT_LENGTH": 1024 * 1024,
        "SESSION_COOKIE_NAME": "scorekeeper",
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        # A pad lies open all evening: its form must still be good at the last hand. The token stays bound to
        # the session.
        "WTF_CSRF_TIME_LIMIT": None,
    }


def database_url(instance: Path) -> str:
    """The database that was told, or the SQLite file of the instance."""
    return told.DATABASE_URL.value() or f"sqlite:///{instance / DATABASE_FILE}"


def secret_key(instance: Path) -> str:
    """The key that signs cookies and links: read from the instance, made there the first time (mode 0600).

    Raises SecretKeyDamaged.
    """
    path = instance / SECRET_KEY_FILE
    if not path.exists():
        _write_once(path, secrets.token_hex(32))
    key = path.read_bytes().decode("ascii", "replace").strip()
    if len(key) < 32:
        raise SecretKeyDamaged(path)
    return key


def _write_once(path: Path, text: str) -> None:
    """Write a file whole or not at all; if another process was first, its text stands."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
