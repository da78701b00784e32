"""The form of a database, and those that this version knows: what runs migrations is too slow to be asked, and rarely needed."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text

from scorekeeper.base import paths

if TYPE_CHECKING:
    from sqlalchemy import Engine

_NAME = re.compile(r"(\d{4})_\w+\.py")


@cache
def known() -> tuple[str, ...]:
    """Every form that this version of the program knows, the newest first."""
    names = (path.name for path in (Path(paths.resource("migrations")) / "versions").iterdir())
    return tuple(sorted((match[1] for name in names if (match := _NAME.fullmatch(name))), reverse=True))


def heads_of(engine: Engine) -> set[str]:
    """The form of a database, as its migrations call it: none where it is empty."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return set()
        return set(connection.execute(text("SELECT version_num FROM alembic_version")).scalars())
