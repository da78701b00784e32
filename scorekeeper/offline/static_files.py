"""The app for phones as static files, for any host, without a server.

The files are the same as a server's, with one difference: their path on the host is not known when they are written.
`PATH_PLACEHOLDER` is a placeholder for it, and the workers' scripts replace it with the path in their own address.
"""

from __future__ import annotations

import base64
import hashlib
import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import render_template, url_for

from scorekeeper import create_app
from scorekeeper.core import paths
from scorekeeper.core.http.minify import minify
from scorekeeper.core.http.security_headers import PAGE_POLICY
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.http.static_assets import content_hash
from scorekeeper.core.i18n.catalogs import compile_catalogs
from scorekeeper.core.i18n.translation import LANGUAGES, t_for
from scorekeeper.core.pages import web_fonts
from scorekeeper.messages.marks import N_
from scorekeeper.offline import icons, shell, views
from scorekeeper.offline.bundle.bundle import make_kit

if TYPE_CHECKING:
    from scorekeeper.core.http.static_assets import Asset
    from scorekeeper.offline.bundle.bundle import Kit

PATH_PLACEHOLDER = "/@below"
"""A placeholder for the path of these files on their host."""
LOADER = """for (let path = location.pathname; path.includes("/"); ) {
  path = path.slice(0, path.lastIndexOf("/"));
  if (await import(`${location.origin}${path}/start.js`).then(() => true, () => false)) break;
}"""
"""The script of the 404 page. It tries each parent path, because only the page's own address says how deep it is."""
FIRST_SHEETS = ("tokens", "dark", "page", "components")
ERROR_TEXT = N_("This page could not be shown. Nothing is lost. Go back and try again.")


def plain_files(instance: Path | None = None) -> dict[str, bytes]:
    """Return every file by path, in both languages. The same program gives the same files.

    `instance` is the folder with subset fonts. Missing ones are made now if the system has the fonts.
    """
    compile_catalogs(paths.TRANSLATIONS)
    kit = make_kit(None)
    with tempfile.TemporaryDirectory() as own:
        folder = instance or Path(own)
        app = create_app(instance_path=own)
        app.config["TRUSTED_HOSTS"] = None
        with app.test_request_context("/", environ_overrides={"SCRIPT_NAME": PATH_PLACEHOLDER}):
            return _files(kit, _fonts(folder))


def _fonts(folder: Path) -> dict[str, bytes]:
    web_fonts.make_fonts(folder)
    cut = [web_fonts.folder(folder) / Path(name).name for name in shell.FONTS]
    return {f"fonts/{font.name}": font.read_bytes() for font in cut if font.is_file()}


def _files(kit: Kit, cut: dict[str, bytes]) -> dict[str, bytes]:
    statics = {name: _static(name) for name in shell.static_files()}
    digest = content_hash(repr([(name, content_hash(body)) for name, body in statics.items()]).encode())
    base = f"/static/@{digest}/"
    files = {base[1:] + name: body for name, body in statics.items()}
    files |= {_kit_path(asset): asset.body for asset in kit.assets} | cut
    worker = {url_for("phone.worker")[len(PATH_PLACEHOLDER) + 1 :]: _worker(kit)}
    cached_files = {"icons/icon.svg": icons.svg()} | {f"kept/{lang}": views.outbox(lang) for lang in LANGUAGES}
    page_files = _icons() | {"manifest.webmanifest": _manifest(), "start.js": shell.join_scripts(("start.js",))}
    files |= worker | cached_files | page_files
    return files | {
        "sw.js": _service_worker(kit, base, worker | cached_files, list(cut), list(page_files)),
        "index.html": _page(base, ""),
        "404.html": _page(base, LOADER),
        ".nojekyll": b"",
    }


def _static(name: str) -> bytes:
    return minify(name, (paths.resource("static") / name).read_bytes(), PATH_PLACEHOLDER)


def _kit_path(asset: Asset) -> str:
    return f"phone/{asset.digest}/{asset.name}"


def _icons() -> dict[str, bytes]:
    return {f"icons/{name}": icons.png(name) for name in (*icons.SIZES, icons.MASKABLE)}


def _manifest() -> bytes:
    """Return one manifest for both languages. All URLs in it are relative."""
    manifest = shell.manifest(t_for("en"), "en", icons.manifest_icons("."), ".")
    del manifest["id"], manifest["lang"]  # the file has no fixed address, and both languages
    manifest["description"] = " · ".join([t_for(lang)("Keeps score of the card game 200.") for lang in LANGUAGES])
    manifest["name"] = " · ".join(dict.fromkeys([t_for(lang)("200 Scorekeeper") for lang in LANGUAGES]))
    manifest["shortcuts"][0]["name"] = " · ".join([t_for(lang)("New game") for lang in LANGUAGES])
    return json.dumps(manifest, ensure_ascii=False, indent=1).encode()


def _data_expression(known: dict[str, Any], up: str) -> str:
    """Return a JavaScript expression for a worker's data, which puts in the actual path.

    `up` leads from the script to that path.
    """
    text = json.dumps(json.dumps(known))
    return f'JSON.parse({text}.replaceAll("{PATH_PLACEHOLDER}", new URL("{up}", self.location.href).pathname.slice(0, -1)))'


def _worker(kit: Kit) -> bytes:
    return shell.join_script(("worker.js",), "KIT", _data_expression(views.of_worker(kit), ".."))


def _service_worker(kit: Kit, base: str, files: dict[str, bytes], cut: list[str], page_files: list[str]) -> bytes:
    own = {rooted(f"/{name}"): body for name, body in files.items()}
    addresses = [views.kit_url(asset) for asset in kit.assets]
    known = shell.shell(rooted(base), own, {}, addresses, PATH_PLACEHOLDER)
    known |= {
        "alone": True,
        "below": PATH_PLACEHOLDER[1:],  # as in style sheets; with its slash, the script would replace this too
        "optional": [rooted(f"/{name}") for name in cut],
        "beside": [rooted(f"/{name}") for name in page_files],
        "sorry": "\n\n".join([t_for(lang)(ERROR_TEXT) for lang in LANGUAGES]),
        "desk": shell.worker_data(kit, views.kit_url, views.addresses(kit.endpoints), PAGE_POLICY),
    }
    names = (*shell.SERVICE_WORKER, "serverless.js")
    return shell.join_script(names, "SHELL", _data_expression(known, "."))


def _page(base: str, loader: str) -> bytes:
    """Return the first page, or with a `loader` the 404 page.

    The page contains its policy, because static hosts send none.
    """
    policy = "; ".join([rule for rule in PAGE_POLICY.split("; ") if not rule.startswith("frame-ancestors")])
    if loader:
        seal = base64.b64encode(hashlib.sha256(loader.encode()).digest()).decode()
        policy = policy.replace("script-src 'self'", f"script-src 'self' 'sha256-{seal}'")
    sheets = [f"{base[1:]}css/core/{name}.css" for name in FIRST_SHEETS]
    words = {lang: t_for(lang) for lang in LANGUAGES}
    html = render_template("offline/start.html", policy=policy, sheets=sheets, loader=loader, words=words)
    return html.encode()
