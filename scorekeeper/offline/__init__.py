"""The engine on the phone: the kit, the service worker, and the files that make the pad an installable app.

The rules stay in Python: browsers get the program's own files (`scorekeeper.offline.bundle.packs`) with Brython to run them.
"""

from __future__ import annotations

# On the phone, `bundler` leaves this module empty.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Serve the kit, `/sw.js`, the manifest, the icons and the offline page."""
    from scorekeeper.offline.views import blueprint  # phones load this package and have no Flask

    app.register_blueprint(blueprint)
