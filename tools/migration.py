"""Writes the migration that a change of the models needs: `.venv/bin/python -m tools.migration "what changes"`.

The file in migrations/versions/ is a proposal: read it and correct it. Nothing is written where the models have not changed.
"""

from __future__ import annotations

import sys

from flask_migrate import migrate

from scorekeeper import create_app
from scorekeeper.migrating import migrations_of


def main() -> None:
    """Compare the models with the instance's own database, which has the newest form."""
    app = create_app()
    migrations_of(app)
    with app.app_context():
        migrate(message=" ".join(sys.argv[1:]))


if __name__ == "__main__":
    main()
