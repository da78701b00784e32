"""The page with the rules of a game."""

from __future__ import annotations

from flask import Blueprint, render_template, url_for

from scorekeeper.core.i18n.translation import t
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.formats.rules import rules_to_link
from scorekeeper.games.commands.game_state import load
from scorekeeper.games.commands.tournament_hooks import current_host
from scorekeeper.games.pages.pad.game_page import device_access
from scorekeeper.messages.rules.rules import diff_text, variant_title
from scorekeeper.rules.pages.rules import card_parts
from scorekeeper.rules.pages.words import rules_blurb, rules_title
from scorekeeper.rules.titles import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.games.commands.access import Access

blueprint = Blueprint("rules_of_game", __name__)


def played_by(access: Access) -> tuple[RuleSet, str]:
    """Return the rules of a game, and the length of its match in words, or empty."""
    return current_host().rules_of(access) or (load(access).rules, "")


@blueprint.get("/games/<int:game_id>/rules")
def show(game_id: int) -> str:
    """Show the rules of a game in words."""
    access = device_access(game_id)
    rules, length = played_by(access)
    near = nearest(rules)
    return render_template(
        "rules/card.html",
        game=access,
        title=rules_title(rules),
        blurb=length or (rules_blurb(rules) if named_rules(near) == rules else ""),
        differs_from=variant_title(t(), near) if near != "standard" else "",
        differs=diff_text(t(), named_rules(near), rules),
        pdf_url=url_for("rule_card.card", game_id=game_id),
        play_url=url_for("new_game.form", rules=rules_to_link(rules)),
        change_url=url_for("our_rules.new", of=rules_to_link(rules)),
        paper_url=url_for("paper.of_game", game_id=game_id),
        **card_parts(rules),
    )
