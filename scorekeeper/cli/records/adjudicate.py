"""`scorekeeper adjudicate`: reads questions for the referee and prints rulings (the game record, section 3)."""

from __future__ import annotations

import click

from scorekeeper.cli.streams import stream
from scorekeeper.core.i18n.translation import t_for
from scorekeeper.engine.errors import Objection
from scorekeeper.formats.adjudicate import RULING_KINDS
from scorekeeper.formats.adjudicate import adjudicate as answer
from scorekeeper.formats.game_record import error_json
from scorekeeper.messages.errors.error_messages import objection_text
from scorekeeper.messages.errors.error_text import error_text
from scorekeeper.messages.marks import N_


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
