"""The URLs of the phone's files."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for

from scorekeeper.core.http.security_headers import PAGE_POLICY, allow_eval
from scorekeeper.core.http.site_root import rooted, site_root
from scorekeeper.core.http.static_assets import Asset, content_hash
from scorekeeper.core.i18n.translation import DEFAULT, LANGUAGES, language, t_for
from scorekeeper.offline import icons, shell
from scorekeeper.offline.bundle.bundle import ENTRY, SCRIPT, Kit, current_kit
from scorekeeper.offline.bundle.packs import LOADED_ON_REQUEST, PACKS

blueprint = Blueprint("phone", __name__)

NO_CACHE = "no-cache"
"""Browsers may cache the response, but must check it before each use."""
A_WEEK = "public, max-age=604800"


def kit() -> Kit:
    """Return the kit that the current application serves."""
    return current_kit(Path(current_app.instance_path))


def kit_url(asset: Asset) -> str:
    """Return the permanent URL of a file of the kit."""
    return url_for("phone.kit_file", digest=asset.digest, name=asset.name)


@blueprint.get("/phone/<digest>/<name>")
def kit_file(digest: str, name: str) -> Response:
    """Serve a file of the kit. Its URL contains the hash of its content."""
    asset = next((a for a in kit().assets if (a.digest, a.name) == (digest, name)), None)
    return asset.response() if asset else abort(404)


@blueprint.get("/phone/worker.js")
def worker() -> Response:
    """Serve the script of the scoring worker. Only this script and the service worker's may compile code."""
    return allow_eval(_script(shell.join_script(("worker.js",), "KIT", json.dumps(of_worker(kit())))))


def of_worker(served: Kit) -> dict[str, Any]:
    """Return the data of the scoring worker."""
    return {
        "brython": kit_url(served.brython),
        "engine": kit_url(served.engine),
        "messages": {lang: kit_url(asset) for lang, asset in served.messages.items()},
        "language": DEFAULT,
        "entry": ENTRY,
        "digest": served.digest,
        "more": {
            name: {
                "file": kit_url(served.packs[name]),
                "words": {lang: kit_url(asset) for lang, asset in served.words[name].items()},
                "modules": PACKS[name].modules,
            }
            for name in LOADED_ON_REQUEST
            if name in served.packs
        },
        **({"root": site_root()} if site_root() else {}),
    }


@blueprint.get("/sw.js")
def service_worker() -> Response:
    """Serve the service worker. It is at the root because it controls all pages."""
    served = kit()
    worker_script = shell.join_script(("worker.js",), "KIT", json.dumps(of_worker(served)))
    files = {url_for("phone.worker"): worker_script, rooted("/icons/icon.svg"): icons.svg()}
    files |= {url_for("phone.kept", lang=lang): outbox(lang) for lang in LANGUAGES}
    notices = {url_for("phone.offline", lang=lang): _notice(lang).encode() for lang in LANGUAGES}
    known = shell.shell(static_base(), files, notices, [kit_url(asset) for asset in served.assets], site_root())
    known["desk"] = shell.worker_data(served, kit_url, addresses(served.endpoints), PAGE_POLICY)
    return allow_eval(_script(shell.join_script(shell.SERVICE_WORKER, "SHELL", json.dumps(known))))


def addresses(endpoints: Collection[str]) -> dict[str, list[str]]:
    """Return the URL rules of pages by endpoint, in Flask's syntax, below the program's root."""
    known: dict[str, list[str]] = {}
    for rule in current_app.url_map.iter_rules():
        if rule.endpoint in endpoints:
            known.setdefault(rule.endpoint, []).append(rule.rule)
    return known


def static_base() -> str:
    """Return the start of the URLs of static files."""
    asset_url: Callable[[str], str] = current_app.jinja_env.globals["asset_url"]  # type: ignore[assignment]
    return asset_url("")


@blueprint.get("/offline/<lang>")
def offline(lang: str) -> Response:
    """Show the notice for a page that this phone has not stored."""
    if lang not in LANGUAGES:
        abort(404)
    response = Response(_notice(lang), mimetype="text/html")
    response.headers["Cache-Control"] = NO_CACHE
    return response


@blueprint.get("/kept/<lang>")
def kept(lang: str) -> Response:
    """Serve the section that says on every page what is waiting on this phone."""
    if lang not in LANGUAGES:
        abort(404)
    return _revalidated(Response(outbox(lang), mimetype="text/html"))


def outbox(lang: str) -> bytes:
    """Return the section that says on every page what is waiting on this phone."""
    return render_template("offline/outbox.html", _=t_for(lang)).encode()


def _notice(lang: str) -> str:
    return render_template("offline/offline.html", _=t_for(lang), lang=lang)


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """Serve the web manifest."""
    lang = language()
    body = json.dumps(shell.manifest(t_for(lang), lang, icons.manifest_icons(site_root()), site_root()), ensure_ascii=False)
    response = Response(body, mimetype="application/manifest+json")
    response.vary.update(("Accept-Language", "Cookie"))
    return _revalidated(response)


@blueprint.get("/icons/<name>")
def icon(name: str) -> Response:
    """Serve the icon as SVG or PNG."""
    if name == "icon.svg":
        response = Response(icons.svg(), mimetype="image/svg+xml")
    elif name in icons.SIZES or name == icons.MASKABLE:
        response = Response(icons.png(name), mimetype="image/png")
    else:
        abort(404)
    response.headers["Cache-Control"] = A_WEEK
    return _tagged(response)


def _script(body: bytes) -> Response:
    return _revalidated(Response(body, mimetype=SCRIPT))


def _revalidated(response: Response) -> Response:
    response.headers["Cache-Control"] = NO_CACHE
    return _tagged(response)


def _tagged(response: Response) -> Response:
    response.set_etag(content_hash(response.get_data()))
    response.make_conditional(request)
    return response
