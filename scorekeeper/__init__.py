"""200 Scorekeeper: keeps the score of a game of 200, and says why."""

from __future__ import annotations

# Nothing is imported until an application is wanted: the engine and the command line start without Flask,
# and on a phone this package is imported where there is none.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Any

    from flask import Flask


def create_app(config: Mapping[str, Any] | None = None, instance_path: str | Path | None = None) -> Flask:
    """Make the application for one instance directory (see `scorekeeper.base.paths.default_instance`).

    `config` overrides settings of `scorekeeper.config`; tests use it.
    """
    # Late, as told above.
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

    # Whatever has something to register has an init_app: a line each, lower layers first. What is first here is the last
    # to see an answer.
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
