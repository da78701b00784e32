"""The files that a phone stores for use offline, and the manifest of the installed app."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorekeeper.core import paths
from scorekeeper.core.http.minify import minify_script
from scorekeeper.core.http.static_assets import content_hash
from scorekeeper.core.i18n.translation import DEFAULT, LANGUAGES
from scorekeeper.offline.bundle import packs
from scorekeeper.offline.bundle.bundle import DESK

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.core.http.static_assets import Asset
    from scorekeeper.core.i18n.translation import Gettext
    from scorekeeper.offline.bundle.bundle import Kit

SUFFIXES = frozenset({".css", ".js", ".svg", ".png", ".webp", ".woff2"})
NOT_FOR_SCREENS = {"paper", "papers"}
"""The folders of style sheets for the PDF documents."""
SERVICE_WORKER = ("sw.js", "page-cache.js", "phone-pages.js", "first-page.js", "own-games.js", "log-entries.js", "game-copies.js")
"""The files of the service worker, served as one script."""
FONTS = ("/fonts/vollkorn-400.woff2", "/fonts/vollkorn-400-figures.woff2", "/fonts/vollkorn-700.woff2")


def static_files() -> dict[str, str]:
    """Return the files that pages load, each with the hash of its content.

    They are read at every call, so that a developer's change takes effect at once.
    """
    root = paths.resource("static")
    page_files = (
        p for p in sorted(root.rglob("*")) if p.suffix in SUFFIXES and NOT_FOR_SCREENS.isdisjoint(p.relative_to(root).parts)
    )
    return {p.relative_to(root).as_posix(): content_hash(p.read_bytes()) for p in page_files}


def shell(base: str, files: dict[str, bytes], notices: dict[str, bytes], kit: list[str], root: str = "") -> dict[str, Any]:
    """Return what the service worker stores: static files under `base`, `files` and `notices` by URL, and the kit.

    `notices` are the offline pages in the order of the languages, or empty. `root` is the program's path prefix.
    """
    statics = static_files()
    others = {url: content_hash(body) for url, body in (files | notices).items()}
    return {
        "version": content_hash(repr((base, statics, others, kit)).encode()),
        "base": base,
        "statics": list(statics),
        "files": list(files),
        "kit": kit,
        "optional": [root + font for font in FONTS],
        "offline": dict(zip(LANGUAGES, notices, strict=True)) if notices else {},
        "language": DEFAULT,
        **({"root": root} if root else {}),
    }


def manifest(t: Gettext, lang: str, icons: list[dict[str, str]], root: str = "") -> dict[str, Any]:
    """Return the web manifest in a language, below the path prefix `root`."""
    return {
        "id": f"{root}/",
        "name": t("200 Scorekeeper"),
        "short_name": "200",
        "description": t("Keeps score of the card game 200."),
        "lang": lang,
        "dir": "ltr",
        "start_url": f"{root}/",
        "scope": f"{root}/",
        "display": "standalone",
        "orientation": "any",
        "background_color": "#f7f2e4",
        "theme_color": "#1d5a44",
        "categories": ["games", "utilities"],
        "icons": icons,
        "shortcuts": [{"name": t("New game"), "url": f"{root}/games/new"}],
    }


def worker_data(kit: Kit, url: Callable[[Asset], str], addresses: dict[str, list[str]], policy: str) -> dict[str, Any]:
    """Return what the service worker needs to answer pages.

    `addresses` are the URLs of the program's pages. `policy` is the content security policy of its answers.
    """
    loaded = [("engine", url(kit.engine), kit.messages), *[(n, url(asset), kit.words[n]) for n, asset in kit.packs.items()]]
    pack_data = {
        name: {
            "file": file,
            "words": {lang: url(asset) for lang, asset in words.items()},
            "upon": packs.PACKS[name].upon,
            "modules": packs.PACKS[name].modules if name != packs.ENGINE else (),
            "answers": packs.PACKS[name].answers,
            "copied": packs.PACKS[name].copied,
            "always": packs.PACKS[name].always,
            "serverless": packs.PACKS[name].serverless,
            "all": packs.PACKS[name].all_languages,
        }
        for name, file, words in loaded
    }
    return {
        "brython": url(kit.brython),
        "entry": DESK,
        "packs": pack_data,
        "addresses": addresses,
        "digest": content_hash(repr([asset.digest for asset in kit.assets]).encode()),
        "policy": policy,
    }


def join_script(names: tuple[str, ...], constant: str, value: str) -> bytes:
    """Return one script made of several files, with a constant that holds its data at the top."""
    return f"const {constant} = {value};\n".encode() + join_scripts(names)


def join_scripts(names: tuple[str, ...]) -> bytes:
    """Return these files joined, without comments."""
    return b"".join([minify_script((Path(__file__).parent / "js" / name).read_bytes()) for name in names])
