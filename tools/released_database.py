"""Write tests/released/VERSION.sql, a database made by this version. Run it once for each release.

    .venv/bin/python tools/released_database.py 1.0.0

The upgrade tests start from these files.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # for the tests' tournament

from scorekeeper import create_app  # noqa: E402
from scorekeeper.core.config import flask_config  # noqa: E402
from scorekeeper.core.db import schema_migrations  # noqa: E402
from tests.backup.evening import fill, hold_no_connection  # noqa: E402


def main(version: str) -> None:
    """Play the tests' tournament and write out the database."""
    with tempfile.TemporaryDirectory() as instance:
        app = create_app(instance_path=instance)
        schema_migrations.upgrade_database(app)
        fill(app)
        hold_no_connection(app)
        with closing(sqlite3.connect(Path(instance) / flask_config.DATABASE_FILE)) as database:
            text = "\n".join(database.iterdump())
    target = ROOT / "tests" / "released" / f"{version}.sql"
    target.parent.mkdir(exist_ok=True)
    target.write_text(f"-- Made by tools/released_database.py.\n{text}\n", "utf-8")
    print(f"{target.relative_to(ROOT)}: {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(sys.argv[1])
