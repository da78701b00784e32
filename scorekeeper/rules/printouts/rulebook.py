"""The whole rulebook for printing, in English, French, or both side by side."""

from __future__ import annotations

import os
import re
from pathlib import Path

from scorekeeper.core import paths
from scorekeeper.core.http.static_assets import content_hash
from scorekeeper.core.i18n.translation import LANGUAGES, t_for
from scorekeeper.core.pdf.pdf_templates import render
from scorekeeper.core.pdf.sheet_options import SheetOptions
from scorekeeper.messages.numbers import clauses, labelled
from scorekeeper.messages.rules.titles import variant_title
from scorekeeper.rulebook import book, sources
from scorekeeper.rulebook.chapters import named_games
from scorekeeper.rulebook.content import split_markup
from scorekeeper.rulebook.view import card_name, game_view, glossary_words, option_view

BOTH = "both"
"""The value of `lang` for both languages side by side."""


def rulebook_html(options: SheetOptions) -> str:
    """Return the whole rulebook. `options`: the language may be `both`."""
    lang = options.lang
    speakers = {code: t_for(code) for code in ((*LANGUAGES,) if lang == BOTH else (lang,))}
    first = next(iter(speakers))
    return render(
        "rules/printouts/rulebook.html",
        size=options.size,
        mark=options.mark,
        lang=first,
        _=speakers[first],
        paper=True,
        speakers=speakers,
        columns={first: LANGUAGES[first], **LANGUAGES},  # the language that orders the words comes first
        book=book,
        groups=named_games.GROUPS,
        sources=sources,
        words=glossary_words({code: t_for(code) for code in LANGUAGES}, first),
        pieces=split_markup,
        card_name=card_name,
        option_view=option_view,
        game_view=game_view,
        variant_title=variant_title,
        differing=lambda t, differs: clauses(t, [labelled(t, d.label, d.after) for d in differs]),
    )


def cache_path(instance: Path, html: str, options: SheetOptions) -> Path:
    """Return the cache path of this PDF. The name changes with the text and the style sheets."""
    styles = [paths.resource("static") / name for name in re.findall(r'href="(css/[^"]+)"', html)]
    digest = content_hash(html.encode() + b"".join(style.read_bytes() for style in styles))
    return instance / "pdf" / f"rulebook-{options.lang}-{options.size}-{options.mark}-{digest}.pdf"


def write_to_cache(path: Path, document: bytes) -> None:
    """Write the PDF to the cache and remove older versions of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    for old in path.parent.glob(path.name.rpartition("-")[0] + "-*.pdf"):
        old.unlink(missing_ok=True)
    draft = path.with_suffix(f".{os.getpid()}.part")
    draft.write_bytes(document)
    draft.replace(path)
