"""200 Scorekeeper: keeps score for the card game 200 and explains every score."""

from __future__ import annotations

# Nothing is imported until an application is created: the engine and the command line start without Flask,
# and phones use this package without having Flask at all.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Any

    from flask import Flask


def create_app(config: Mapping[str, Any] | None = None, instance_path: str | Path | None = None) -> Flask:
    """Create the application for one instance directory (see `scorekeeper.base.paths.default_instance`).

    `config` overrides `scorekeeper.config`; tests use it.
    """
    # Imported late for the reason above.
    from pathlib import Path

    from scorekeeper import https, phone
    from scorekeeper.app import api, pages, tables
    from scorekeeper.base import compression, downloads, hosts, hours, i18n, paths, root, security, served, watching
    from scorekeeper.base.application import Application
    from scorekeeper.config import settings

    instance = Path(instance_path or paths.default_instance()).absolute()
    app = Application(
        __name__,
        instance_path=str(instance),
        template_folder=str(paths.resource("templates")),
        static_folder=None,  # scorekeeper.base.pages.assets serves them compressed
    )
    app.config.update(settings(instance))
    app.config.update(config or {})

    # Each module with something to register has an init_app, lower layers first. The first one here is the last
    # to see a response.
    watching.init_app(app)
    served.init_app(app)
    compression.init_app(app)
    security.init_app(app)
    root.init_app(app)
    tables.init_app(app)
    i18n.init_app(app)
    hosts.init_app(app)
    hours.init_app(app)
    phone.init_app(app)
    downloads.init_app(app)
    api.init_app(app)
    pages.init_app(app)
    https.init_app(app)
    return app
