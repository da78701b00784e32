"""The whole rulebook as a PDF."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

from flask import Response, current_app, request, send_file

from scorekeeper.core.file_names import file_name
from scorekeeper.core.i18n.translation import language, supported_language, t_for
from scorekeeper.core.pages.layout import settings
from scorekeeper.core.pages.pdf_responses import pdf_page
from scorekeeper.core.pdf.pdf_options import requested_options
from scorekeeper.rulebook import book
from scorekeeper.rules.pages.rulebook import blueprint
from scorekeeper.rules.printouts.rulebook import BOTH, cache_path, rulebook_html, write_to_cache


@blueprint.get("/rulebook.pdf")
def on_paper() -> Response:
    """Return the rulebook as a PDF. It is made once for each change of its text.

    Query: `lang` (`en`, `fr` or `both`) and `size`.
    """
    requested = request.args.get("lang", "")
    lang = BOTH if requested == BOTH else supported_language(requested) or language()
    options = replace(requested_options(settings()["mark"]), lang=lang)
    html = rulebook_html(options)
    cache_file = cache_path(Path(current_app.instance_path), html, options)
    title = t_for(language() if lang == BOTH else lang)(book.TITLE)
    name = [title, "English – Français"] if lang == BOTH else [title]
    if cache_file.is_file():
        answer = send_file(io.BytesIO(cache_file.read_bytes()), "application/pdf", download_name=file_name(name) + ".pdf")
        answer.headers["Cache-Control"] = "private, no-cache"
        return answer
    answer = pdf_page(lambda: html, name=name, of=("rulebook", cache_file.name))
    if answer.status_code == 200:
        answer.direct_passthrough = False
        write_to_cache(cache_file, answer.get_data())
    return answer
