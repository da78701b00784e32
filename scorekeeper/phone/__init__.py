"""The engine on the phone: the scoring kit, the service worker, and what makes the pad an application.

The rules stay in Python: browsers get the program's own files (`scorekeeper.phone.pack`) with Brython to run them.
"""

from __future__ import annotations

# On the phone itself this package is empty: `pack` sees to that.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Serve the kit, `/sw.js`, the manifest, the icons and the offline notice."""
    from scorekeeper.phone.views import blueprint  # the package is loaded on phones, where there is no Flask

    app.register_blueprint(blueprint)
