"""Build the guide's website in build/site/, one folder for each language, from the Markdown shown under Help.

Run it with `make site`.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from scorekeeper.core.i18n.translation import LANGUAGES, t_for
from scorekeeper.core.paths import checkout
from scorekeeper.guide import source
from scorekeeper.messages.marks import N_

OUT = Path(__file__).resolve().parent.parent / "build" / "site"
PROGRAM = N_("200 Scorekeeper")
SETTINGS: dict[str, Any] = {
    "extensions": ["myst_parser"],
    "myst_heading_anchors": 3,
    "myst_heading_slug_func": "scorekeeper.guide.source.slug",
    "html_theme": "alabaster",
    "html_theme_options": {"show_powered_by": False},
    "html_show_sphinx": False,
    "html_copy_source": False,
    "html_show_sourcelink": False,
    "pygments_style": "bw",
    "highlight_language": "none",
}
CHOICE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>200</title>
  </head>
  <body>
    <ul>
{links}
    </ul>
  </body>
</html>
"""


def make(out: Path) -> None:
    """Build the whole site. Raises SystemExit if Sphinx gives a warning."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    for lang in LANGUAGES:
        _language(lang, out)
    links = [f'      <li><a href="{lang}/index.html" lang="{lang}">{name}</a></li>' for lang, name in LANGUAGES.items()]
    (out / "index.html").write_text(CHOICE.format(links="\n".join(links)), "utf-8")


def _language(lang: str, out: Path) -> None:
    title = t_for(lang)(PROGRAM)
    settings = {**SETTINGS, "project": title, "language": lang, "html_title": title}
    # An application's docutils registrations would affect the next one.
    with patch_docutils(), docutils_namespace():
        app = Sphinx(
            source.folder(lang),
            None,
            out / lang,
            out.parent / "site-doctrees" / lang,
            "html",
            confoverrides=settings,
            status=None,
            warningiserror=True,
            freshenv=True,
        )
        app.connect("source-read", lambda _app, name, text: _with_order(lang, name, text))
        app.connect("html-page-context", lambda _app, name, _template, context, _tree: _with_way(lang, name, context))
        app.build()
    if app.statuscode:
        raise SystemExit(app.statuscode)


def _with_order(lang: str, name: str, text: list[str]) -> None:
    """Add a hidden table of contents, which Sphinx needs for the order of pages."""
    if name == source.INDEX:
        text[0] += "\n```{toctree}\n:hidden:\n\n" + "\n".join(source.keys(lang)) + "\n```\n"


def _with_way(lang: str, name: str, context: dict[str, Any]) -> None:
    """Link each page to its translations."""
    if "body" in context:
        ways = [
            f'<a href="../{other}/{name}.html" hreflang="{other}" lang="{other}">{said}</a>'
            for other, said in LANGUAGES.items()
            if other != lang
        ]
        context["body"] = f"<p>{' '.join(ways)}</p>{context['body']}"


def main() -> int:
    make(OUT)
    print(f"{OUT.relative_to(checkout() or Path.cwd())}/index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
