"""200 Scorekeeper: keeps score for the card game 200 and explains every score."""

from __future__ import annotations

# Nothing is imported until an application is created: the engine and the command line start without Flask,
# and phones use this package without having Flask at all.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path
    from typing import Any

    from flask import Flask


def create_app(
    config: Mapping[str, Any] | None = None,
    instance_path: str | Path | None = None,
    subjects: Iterable[str] | None = None,
) -> Flask:
    """Create the application for one instance directory (see `scorekeeper.core.paths.default_instance`).

    `config` overrides `scorekeeper.core.config.flask_config`; tests use it. `subjects`: the ones to include, from
    `scorekeeper.app.subjects.SUBJECTS`, all by default. Raises WrongSubjects if one is missing that another needs.
    """
    import gc  # not on phones
    import sys

    # Nothing made here is garbage, so the collector would look through all of it several times for nothing: a third of the time
    # of a start and an exit. The modules, which the first call loads, it never looks at again.
    collects, is_first = gc.isenabled(), "scorekeeper.app" not in sys.modules
    gc.disable()
    try:
        return _create_app(config, instance_path, subjects)
    finally:
        if is_first:
            gc.freeze()
        if collects:
            gc.enable()


def _create_app(config: Mapping[str, Any] | None, instance_path: str | Path | None, subjects: Iterable[str] | None) -> Flask:
    # Imported late for the reason above.
    from pathlib import Path

    from scorekeeper import offline
    from scorekeeper.app import api, database
    from scorekeeper.app import subjects as all_subjects
    from scorekeeper.core import paths
    from scorekeeper.core.config.flask_config import settings
    from scorekeeper.core.http import application, downloads, minify, request_log, security_headers, site_root
    from scorekeeper.core.http.application import Application
    from scorekeeper.core.i18n import timezones, translation
    from scorekeeper.core.jobs import idle_time
    from scorekeeper.core.net import hosts
    from scorekeeper.core.pages import assets, device_settings, health, layout
    from scorekeeper.server import tls

    chosen = all_subjects.check_choice(subjects)
    parts = all_subjects.load(chosen)
    instance = Path(instance_path or paths.default_instance()).absolute()
    app = Application(
        __name__,
        instance_path=str(instance),
        template_folder=str(paths.resource("templates")),
        static_folder=None,  # scorekeeper.core.pages.assets serves them compressed
    )
    app.config.update(settings(instance))
    app.config.update(config or {})
    app.extensions[all_subjects.CHOSEN] = chosen

    # Each module with something to register has an init_app, lower layers first. The first one here is the last
    # to see a response.
    request_log.init_app(app)
    idle_time.init_app(app)
    application.compress_responses(app)
    security_headers.init_app(app)
    site_root.init_app(app)
    database.init_app(app)
    translation.init_app(app)
    hosts.init_app(app)
    timezones.init_app(app)
    offline.init_app(app)
    downloads.init_app(app)
    api.init_app(app, chosen)
    assets.init_app(app)
    layout.init_app(app)
    minify.remove_indentation(app)
    app.register_blueprint(health.blueprint)
    app.register_blueprint(device_settings.blueprint)
    all_subjects.register(app, parts)
    tls.init_app(app)
    return app
