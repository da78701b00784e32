"""`scorekeeper adjudicate`: reads questions for the referee and prints rulings (the game record, section 3)."""

from __future__ import annotations

import click

from scorekeeper.base.i18n import t_for
from scorekeeper.codec.adjudicate import RULING_KINDS
from scorekeeper.codec.adjudicate import adjudicate as answer
from scorekeeper.codec.game_record import error_json
from scorekeeper.commands import stream
from scorekeeper.engine.errors import Objection
from scorekeeper.wording.errors import error_text
from scorekeeper.wording.marks import N_
from scorekeeper.wording.objections import objection_text


@click.command(
    "adjudicate",
    help=N_(
        "Rule on auctions, discards, tricks or misdeals.\n\nA FILE holds one JSON object per line. Without "
        "a FILE they are read from standard input."
    ),
)
@click.argument("kind", type=click.Choice(list(RULING_KINDS)))
@stream.files_argument
@stream.language_option
def adjudicate(kind: str, files: tuple[str, ...], lang: str) -> None:
    t = t_for(lang)

    def text(objection: Objection) -> str:
        return objection_text(t, objection)

    def ruling(obj: object) -> object:
        return answer(kind, obj, text)

    stream.run(files, [ruling], lambda error: error_json(error, lambda e: error_text(t, e)))
