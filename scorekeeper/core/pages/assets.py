"""Static files and fonts, compressed once. Their URLs change with their content, so browsers cache them for a year."""

from __future__ import annotations

import hmac
import mimetypes
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, current_app
from werkzeug.security import safe_join

from scorekeeper.core import paths
from scorekeeper.core.http.minify import minify
from scorekeeper.core.http.site_root import rooted, site_root
from scorekeeper.core.http.static_assets import CACHE_FOREVER, Asset, content_hash, make_asset
from scorekeeper.core.security.signing import sign

if TYPE_CHECKING:
    from flask import Flask

blueprint = Blueprint("assets", __name__)

SHORT = "no-cache"
_TYPES = {".woff2": "font/woff2", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
JOINT = "+"
_bundles: dict[str, Asset] = {}
_asset_cache: dict[tuple[Path, str], tuple[int, Asset]] = {}
_roots = {""}
MOST_ROOTS = 8
"""Maximum number of URL prefixes with cached style sheets.

If a proxy passes on headers from visitors, they can invent any number of prefixes.
"""


def init_app(app: Flask) -> None:
    """Serve `/static/…` and `/fonts/…`, and add `asset_url("js/pad.js")` to the templates."""
    app.register_blueprint(blueprint)
    app.jinja_env.globals.update(asset_url=asset_url, css_url=css_url, serverless=lambda: False, only_here=lambda _game: False)


def tree_digest() -> str:
    """Return one hash for all static files. It is in the path, so modules that import each other share it."""
    root = paths.resource("static")
    parts = sorted(
        (p.relative_to(root).as_posix(), p.stat().st_mtime_ns, p.stat().st_size) for p in root.rglob("*") if p.is_file()
    )
    return content_hash(repr(parts).encode())


def asset_url(path: str) -> str:
    """Return the permanent URL of a static file: `/static/@3f2a…/js/pad.js`."""
    if current_app.debug or "asset_digest" not in current_app.extensions:
        current_app.extensions["asset_digest"] = tree_digest()
    return rooted(f"/static/@{current_app.extensions['asset_digest']}/{path}")


def css_url(names: list[str]) -> str:
    """Return the URL of combined style sheets: `/static/@3f2a…/css/core/fonts+core/tokens+-4c1d….css`.

    The signature shows that one of our pages requested this combination, since not all possible ones could be cached.
    """
    joined = JOINT.join(names)
    return asset_url(f"css/{joined}{JOINT}-{_sign(joined)}.css" if len(names) > 1 else f"css/{joined}.css")


def _sign(joined: str) -> str:
    return sign("scorekeeper.css", joined).rpartition(".")[2][:16]


@blueprint.get("/static/@<digest>/<path:path>")
def lasting(digest: str, path: str) -> Response:  # noqa: ARG001 (the URL of an old version gets the new one)
    """Serve a static file at its permanent URL."""
    return _find_asset(paths.resource("static"), path).response(CACHE_FOREVER)


@blueprint.get("/static/<path:path>")
def static_file(path: str) -> Response:
    """Serve a static file at its plain URL, which browsers revalidate each time."""
    return _find_asset(paths.resource("static"), path).response(SHORT)


ROBOTS = "User-agent: *\nDisallow: /desk\nDisallow: /club/account\nDisallow: /api/v1/\n"
"""Secret pages are not listed here. Their own headers ask robots not to index them."""


@blueprint.get("/robots.txt")
def robots() -> Response:
    return Response(
        ROBOTS.replace("Disallow: ", f"Disallow: {site_root()}"),
        mimetype="text/plain",
        headers={"Cache-Control": "public, max-age=86400"},
    )


@blueprint.get("/fonts/<name>")
def font(name: str) -> Response:
    """Serve a weight of the serif if setup made it. The style sheets name a fallback."""
    return _find_asset(paths.version_folder("fonts", Path(current_app.instance_path)), name).response("public, max-age=604800")


def _combine_styles(root: Path, path: str) -> Asset:
    """Return the asset for several style sheets in one."""
    names, _, sign = path.removeprefix("css/").removesuffix(".css").rpartition(f"{JOINT}-")
    if not hmac.compare_digest(sign.encode(), _sign(names).encode()):
        abort(404)
    parts = [_find_asset(root, f"css/{name}.css") for name in names.split(JOINT)]
    name = content_hash("".join(part.digest for part in parts).encode())
    if name not in _bundles:
        body = b"\n".join(part.body for part in parts)
        if not _caches_below(site_root()):
            return Asset(f"{name}.css", "text/css", body, name)
        _bundles[name] = make_asset(f"{name}.css", "text/css", body, Path(current_app.instance_path) / "static")
    return _bundles[name]


def _find_asset(root: Path, path: str) -> Asset:
    if JOINT in path and path.startswith("css/") and path.endswith(".css"):
        return _combine_styles(root, path)
    joined = safe_join(str(root), path)
    file = Path(joined) if joined else root
    if not file.is_file():
        abort(404)
    stamp = file.stat().st_mtime_ns
    below = site_root() if file.suffix == ".css" else ""
    known = _asset_cache.get((file, below))
    if known is None or known[0] != stamp:
        mimetype = _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        known = (stamp, _make_asset(file, mimetype, below))
        if _caches_below(below):
            _asset_cache[file, below] = known
    return known[1]


def _caches_below(below: str) -> bool:
    if len(_roots) < MOST_ROOTS:
        _roots.add(below)
    return below in _roots


def _make_asset(file: Path, mimetype: str, below: str) -> Asset:
    body = minify(file.name, file.read_bytes(), below)
    if mimetype in _TYPES.values() and mimetype != "font/woff2" and _caches_below(below):
        return make_asset(file.name, mimetype, body, Path(current_app.instance_path) / "static")
    return Asset(file.name, mimetype, body, content_hash(body))  # most of these formats are compressed already
