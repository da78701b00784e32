"""Printouts: a game's sheet, and empty sheets for every named rule set."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, render_template, request

from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import t
from scorekeeper.core.limits import LONGEST_NAME
from scorekeeper.core.pages.layout import settings, visitor
from scorekeeper.core.pages.pdf_responses import pdf_page
from scorekeeper.core.pdf.pdf_options import is_option_set, requested_options, requested_size
from scorekeeper.core.pdf.sheet_options import MARKS, SheetOptions
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, name_of, named_rules
from scorekeeper.games.commands.access import Access
from scorekeeper.games.commands.game_state import GameState, load
from scorekeeper.games.commands.library import game_lists, matches
from scorekeeper.games.commands.recording.disputes import disputes
from scorekeeper.games.pages.parts.sheet_view import resolve_event
from scorekeeper.games.pages.sharing.share_links import device_access
from scorekeeper.games.printouts.sheet import game_sheet_html
from scorekeeper.games.printouts.sheet_rows import Struck
from scorekeeper.games.printouts.sheet_view import build_view
from scorekeeper.messages.marks import N_
from scorekeeper.messages.names import names_of
from scorekeeper.messages.numbers import listing
from scorekeeper.messages.rules.rules import GROUPS, group_title, variant_blurb, variant_title
from scorekeeper.rules.pages.words import game_rules_title
from scorekeeper.rules.printouts.blanks import LAYOUTS, MATCH, fits_match
from scorekeeper.rules.printouts.documents import blank_sheets_html
from scorekeeper.rules.titles import for_players, name_for_any_players, nearest, title_of

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext

blueprint = Blueprint("paper", __name__)

ALL = "all"
MOST_SEATS = 6


def _mark() -> str:
    mark = request.args.get("mark", "")
    return mark if mark in MARKS else str(settings()["mark"])


@blueprint.get("/paper")
def index() -> str:
    """Show the form for empty sheets."""
    listed = game_lists.games_of_device(visitor())
    name = request.args.get("rules", "")
    recent = game_lists.recent_rules(listed)
    chosen = (
        name if name in VARIANTS_BY_NAME else (name_for_any_players(recent[0]) or nearest(recent[0])) if recent else "informal"
    )
    groups = [
        (group_title(t(), g), [(n, variant_title(t(), n), variant_blurb(t(), n)) for n in names]) for g, names in GROUPS.items()
    ]
    return render_template(
        "games/printouts/printouts.html",
        groups=groups,
        chosen=chosen,
        size=requested_size(),
        known=game_lists.recent_names(listed)[:40],
        longest=LONGEST_NAME,
        most=MOST_SEATS,
    )


@blueprint.get("/paper/sheets.pdf")
def blank() -> Response:
    """Return empty sheets as a PDF.

    The query has `rules` (a name, or `all`), `layout`, `size`, `lang`, `mark`, and names by seat as `player`.
    """
    name, layout, options = request.args.get("rules", ""), _layout(), requested_options(_mark())
    if name != ALL and name not in VARIANTS_BY_NAME:
        abort(404)
    players = [p.strip()[:LONGEST_NAME] for p in request.args.getlist("player")[:MOST_SEATS]]
    words = options.t
    if name == ALL:
        rules: list[RuleSet] = [named_rules(n) for names in GROUPS.values() for n in names]
        rules = [one for one in rules if layout != MATCH or fits_match(one)]
        title, seated = words("all rule sets"), None
    else:
        one = _rules_for_players(named_rules(name), players)
        rules, title = [one], variant_title(words, name)
        seated = [*players, *[""] * MOST_SEATS][: one.table.players] if any(players) else None
        layout = layout if layout != MATCH or fits_match(one) else LAYOUTS[0]
    return pdf_page(
        lambda: blank_sheets_html(rules if name == ALL else rules[0], options, layout=layout, players=seated),
        name=[words("Score sheet"), title],
        of=("blank", name, layout, options, tuple(seated or ())),
    )


def _layout() -> str:
    layout = request.args.get("layout", "")
    return layout if layout in LAYOUTS else LAYOUTS[0]


def _rules_for_players(rules: RuleSet, players: list[str]) -> RuleSet:
    """Return the rules for the number of named players, if they allow it. Cutthroat does."""
    count = sum(1 for p in players if p)
    try:
        return for_players(rules, count) if count else rules
    except ValueError:
        return rules


@blueprint.get("/games/<int:game_id>/paper")
def of_game(game_id: int) -> str:
    """Show the options for printing the game's sheet."""
    access = device_access(game_id)
    game = load(access)
    return render_template(
        "games/printouts/sheet_options.html",
        game=access,
        struck=bool(game.struck),
        size=requested_size(),
        title=game_rules_title(game.rules, game.log.header.get("rules_name", "")),
    )


@blueprint.get("/games/<int:game_id>/sheet.pdf")
def sheet(game_id: int) -> Response:
    """Return the game's score sheet as a PDF: `size`, `reasons`, `rules`, `mark`, `lang`."""
    access = device_access(game_id)
    game, options = load(access), requested_options(_mark())
    reasons, rules, crossed = is_option_set("reasons"), is_option_set("rules"), is_option_set("struck")
    match = matches.match_standing(access)
    so_far = (tuple(g.access.revision for g in match.games), match.games_to_win) if match else None
    return pdf_page(
        lambda: game_sheet_html(_rows(access, game, options, crossed), options, reasons=reasons, rules=rules),
        name=[options.t("Score sheet"), *names_of(game.rules, game.players).sides[:3], _day(access, "en", "yyyy-MM-dd")],
        of=(
            "game",
            game_id,
            game.revision,
            access.changed_at,
            so_far,
            options,
            timezones.page_zone().key,
            reasons,
            rules,
            crossed,
        ),
    )


def _day(access: Access, lang: str, form: str) -> str:
    return timezones.date_in_words(access.created_at, form, lang)


SHORTEST = timedelta(minutes=5)
LONGEST = timedelta(hours=18)
"""The length of a game that was recorded live. Imported hands arrive all at once, and late ones on another day."""

HOURS = N_("%(start)s to %(end)s")
SCORED_BY = N_("Scored by %(names)s")


def _session_sentences(access: Access, game: GameState, words: Gettext, lang: str) -> list[str]:
    """Return sentences with the time of the game and its scorekeepers, if known."""
    if not game.entries:
        return []
    start, end = access.created_at, max(entry.at for entry in game.entries)
    sentences = []
    if SHORTEST <= end - start <= LONGEST:
        sentences.append(
            words(HOURS) % {"start": timezones.time_in_words(start, lang), "end": timezones.time_in_words(end, lang)}
        )
    names = dict.fromkeys(entry.who for entry in game.entries if entry.who)
    if names:
        sentences.append(words(SCORED_BY) % {"names": listing(words, list(names))})
    return sentences


DISPUTED = N_("Disputed: %(claim)s")
DISPUTED_BY = N_("Disputed by %(side)s: %(claim)s")
RULED = N_("Ruling: %(ruling)s")


def _dispute_texts(game: GameState, words: Gettext) -> dict[int, str]:
    """Return the claims about entries and their rulings, by number on the sheet."""
    opened = disputes(game)
    sides = names_of(game.rules, game.players).sides
    texts = {}
    for entry in game.entries:
        dispute = opened.get(entry.id)
        if dispute is not None:
            by = "" if dispute.side is None else sides[dispute.side]
            text = words(DISPUTED_BY if by else DISPUTED) % {"side": by, "claim": dispute.claim}
            texts[entry.n] = text if dispute.ruling is None else f"{text} {words(RULED) % {'ruling': dispute.ruling}}"
    return texts


def _rows(access: Access, game: GameState, options: SheetOptions, crossed: bool) -> Any:
    words, lang = options.t, options.lang
    match = matches.match_standing(access)
    live = [e.id for e in game.entries]
    struck = [Struck(sum(i < e.id for i in live), resolve_event(game, e)) for e in game.struck] if crossed else []
    known = "" if name_of(game.rules) == "standard" else title_of(words, game.rules)
    return build_view(
        game.record,
        game.replay,
        words,
        struck=struck,
        disputes=_dispute_texts(game, words),
        title=game.log.header.get("rules_name", "") or known,
        played_on=_day(access, lang, "long"),
        about=[
            *(text for name in ("place", "occasion") if (text := game.log.about.get(name))),
            *_session_sentences(access, game, words, lang),
        ],
        match=match.score if match else None,
        games_to_win=match.games_to_win if match else None,
    )
