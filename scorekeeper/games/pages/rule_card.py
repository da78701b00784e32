"""The printed rule card of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint

from scorekeeper.core.pages.lan_address import reachable_root
from scorekeeper.games.pages.pad.game_page import device_access
from scorekeeper.games.pages.rules_of_game import played_by
from scorekeeper.rules.pages.card_pdf import card_as_pdf
from scorekeeper.rules.pages.shared_rules import link_to
from scorekeeper.rules.pages.words import rules_title

if TYPE_CHECKING:
    from flask import Response

blueprint = Blueprint("rule_card", __name__)


@blueprint.get("/games/<int:game_id>/rules.pdf")
def card(game_id: int) -> Response:
    """Return the rules of a game as a card in PDF."""
    rules, _length = played_by(device_access(game_id))
    return card_as_pdf(rules, rules_title(rules), reachable_root() + link_to(rules, ""))
