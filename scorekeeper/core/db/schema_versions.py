"""Schema versions of a database and of this release, without the slow import of Alembic."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text

from scorekeeper.core import paths

if TYPE_CHECKING:
    from sqlalchemy import Engine

_NAME = re.compile(r"(\d{4})_\w+\.py")


@cache
def known_versions() -> tuple[str, ...]:
    """Return every schema version that this release knows, newest first."""
    names = (path.name for path in (Path(paths.resource("migrations")) / "versions").iterdir())
    return tuple(sorted((match[1] for name in names if (match := _NAME.fullmatch(name))), reverse=True))


def schema_versions_of(engine: Engine) -> set[str]:
    """Return the database's schema version, as its migrations name it. Empty for an empty database."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return set()
        return set(connection.execute(text("SELECT version_num FROM alembic_version")).scalars())
