"""Write the migration that a model change needs: `.venv/bin/python -m tools.migration "what changes"`.

The file in migrations/versions/ is a draft: read it and correct it. If the models have not changed, no file is written.
"""

from __future__ import annotations

import sys

from flask_migrate import migrate

from scorekeeper import create_app
from scorekeeper.core.db.schema_migrations import migrations_of


def main() -> None:
    """Compare the models with the instance's database, upgraded to the newest schema version."""
    app = create_app()
    migrations_of(app)
    with app.app_context():
        migrate(message=" ".join(sys.argv[1:]))


if __name__ == "__main__":
    main()
