"""Flask settings of an instance, from environment variables and defaults."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any

from scorekeeper.core.config import openid
from scorekeeper.core.config import settings as told

SECRET_KEY_FILE = "secret.key"
DATABASE_FILE = "scorekeeper.sqlite3"


class SecretKeyDamaged(ValueError):
    """The file `path` does not contain a valid secret key."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} holds no secret key of at least 32 characters")
        self.path = path


def settings(instance: Path) -> dict[str, Any]:
    """Return the Flask settings for an instance directory, which is created if missing.

    Reads every environment variable (`core.config.settings`), including server options. Raises WrongSetting, SecretKeyDamaged.
    """
    told.check_settings()
    instance.mkdir(mode=0o700, parents=True, exist_ok=True)
    return {
        "SECRET_KEY": secret_key(instance),
        "SQLALCHEMY_DATABASE_URI": database_url(instance),
        # The address the server listens on, or empty if unknown (another WSGI server, a test).
        "LISTENS_ON": "",
        # Whether the server itself also serves HTTPS (`scorekeeper serve --https`).
        "HTTPS": False,
        # Whether the database was prepared before this process started. A missing SQLite file was then moved away.
        "PREPARED": False,
        "TRUSTED_PROXIES": told.TRUSTED_PROXIES.value(),
        "HOSTS": told.HOSTS.value(),
        "PREFIX": told.PATH_PREFIX.value(),
        "HALL": told.HALL.value(),
        # Whether only known visitors may start games (`core.security.closed_instance`).
        "PRIVATE": told.PRIVATE.value() == "1",
        "LANGUAGES": told.LANGUAGES_OFFERED.value(),
        # The OpenID Connect provider for signing in, or None (`core.config.openid`).
        "OPENID": openid.provider_settings(),
        "MAX_CONTENT_LENGTH": 1024 * 1024,
        "SESSION_COOKIE_NAME": "scorekeeper",
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        # A pad stays open all evening, and its form must still work for the last hand. The token stays bound to
        # the session.
        "WTF_CSRF_TIME_LIMIT": None,
    }


def database_url(instance: Path) -> str:
    """Return the configured database URL, or that of the instance's SQLite file."""
    return told.DATABASE_URL.value() or f"sqlite:///{instance / DATABASE_FILE}"


def secret_key(instance: Path) -> str:
    """Return the key that signs cookies and links. It is created on first use (mode 0600).

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
    """Write a file completely or not at all. If another process was first, keep its text."""
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
