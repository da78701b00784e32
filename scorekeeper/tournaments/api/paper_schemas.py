"""The shapes of what the API takes and gives about papers."""

from __future__ import annotations

from scorekeeper.base.api.shapes import FLAG, REVISION, Schema, array, maybe, obj, one_of, text, whole
from scorekeeper.base.i18n import LANGUAGES
from scorekeeper.base.paper.sizes import PAPERS
from scorekeeper.tournaments.actions.document_jobs import STATES
from scorekeeper.tournaments.actions.papers import BOTH
from scorekeeper.tournaments.papers.documents import KINDS

LANGS = (*LANGUAGES, BOTH)


def paper_schemas() -> dict[str, Schema]:
    """Every shape, by name."""
    paper = {"kind": one_of(KINDS), "title": text(), "about": text(), "rounds": maybe(array(whole(1))), "href": text()}
    file = {
        "file": whole(1),
        "title": text(),
        "kind": one_of((*KINDS, "all")),
        "round": maybe(whole(1)),
        "lang": one_of(LANGUAGES),
        "pages": whole(1),
        "size": whole(1),
        "href": text(),
    }
    facts: dict[str, Schema] = {"size": one_of(PAPERS), "lang": one_of(LANGS), "round": maybe(whole(1, 1000)), "bind": FLAG}
    job = {
        "state": one_of(STATES),
        "pages_done": whole(0),
        "pages": whole(0),
        "older": FLAG,
        "size": one_of(PAPERS),
        "lang": one_of(LANGS),
        "files": array(obj(file)),
        "zip": maybe(text()),
    }
    return {
        "PaperList": obj({"revision": REVISION, "papers": array(obj(paper))}),
        "PaperJobFacts": obj(facts, facts),
        "PaperJob": obj(job),
        "PrintingPlace": obj({"place": whole(1), "of": whole(1)}),
    }
