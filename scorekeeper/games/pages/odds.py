"""The page of the odds: what each side needs, how likely it is to win, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, make_response, render_template

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import ngettext
from scorekeeper.core.pages.live_parts import VARY, wants_parts
from scorekeeper.engine.auction import lowest_bid
from scorekeeper.games.commands.game_state import load
from scorekeeper.games.commands.library.odds import odds_of
from scorekeeper.games.pages.history.hands import game_values
from scorekeeper.games.pages.pad.game_page import device_access
from scorekeeper.games.pages.parts.ending_view import side_names
from scorekeeper.messages.game.outcome import bid_text
from scorekeeper.messages.numbers import labelled
from scorekeeper.messages.odds import (
    chance_text,
    contract_text,
    hundredths,
    no_way_text,
    percent_text,
    title_text,
    turned_text,
    way_text,
)
from scorekeeper.odds.bidding_model import WHOLE, WORTH, habits_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.games.commands.game_state import GameState
    from scorekeeper.odds.report import Odds


@dataclass(frozen=True, slots=True)
class SideOdds:
    """A side: its `chance` in words (empty if unknown), in percent as `level` and as text in `percent`.

    `no_way` is the text for a side without `ways`.
    """

    side: int
    name: str
    chance: str
    level: int
    percent: str
    ways: list[str]
    no_way: str


@dataclass(frozen=True, slots=True)
class OddsView:
    """The values for the page.

    `unknown` says why there are no chances, if so. `played_on` is a sentence about simulated games, empty for exact chances.
    `outcomes` are the results of the next hand with `text`, `percent` and the chances after it by side. `expected` has, for
    each contract, how often it occurs, is made, and occurred in the table's `own` hands. `learnt` is a sentence about their
    source. `steps` are the chances entry by entry. `turned` is the hand that turned the game. `whole` is certainty in
    percent. `habits` are for the phone.
    """

    title: str
    sides: list[SideOdds]
    ended: bool
    unknown: str
    played_on: str
    outcomes: list[dict[str, Any]]
    expected: list[dict[str, Any]]
    own: int
    learnt: str
    steps: list[dict[str, Any]]
    turned: dict[str, Any] | None
    whole: str
    habits: dict[str, Any]


def odds_view(game: GameState, odds: Odds) -> OddsView:
    """Return the values for the page of a game's odds."""
    names, low = side_names(game.rules, game.players), lowest_bid(game.rules)
    shares: Sequence[int | None] = odds.shares or [None] * len(names)
    return OddsView(
        title=title_text(_, game.outcome.over),
        sides=[
            SideOdds(
                side=side,
                name=name,
                chance="" if share is None else chance_text(_, share),
                level=0 if share is None else hundredths(share),
                percent="" if share is None else percent_text(_, share),
                ways=[way_text(_, way, low) for way in odds.ways[side]],
                no_way="" if odds.ways[side] else no_way_text(_, odds.winnable.get(side)),
            )
            for side, (name, share) in enumerate(zip(names, shares, strict=True))
        ],
        ended=game.outcome.over,
        unknown="" if odds.model else _("The tournament decides what wins this game."),
        played_on=_simulation_text(odds),
        outcomes=_outcomes(odds, names),
        expected=_expected_bids(odds),
        own=odds.habits.hands,
        learnt=_habits_text(odds),
        steps=_steps(game, odds, names),
        turned=_turning_hand(game, odds, names),
        whole=percent_text(_, WHOLE),
        habits=habits_json(odds.habits),
    )


def _figures(shares: list[int]) -> list[str]:
    return [percent_text(_, share) for share in shares]


def _simulation_text(odds: Odds) -> str:
    if not odds.played_on:
        return ""
    return _(
        "The app plays the game out %(games)s times at random. The result can be off by 2 or 3 percent.",
        games=odds.played_on,
    )


def _outcomes(odds: Odds, names: list[str]) -> list[dict[str, Any]]:
    """Return the results of the next hand: contractor's side, made or failed, chance, and the chances after it."""
    return [
        {
            "text": labelled(_, names[one.side], _("bid made") if one.made else _("bid failed")),
            "percent": percent_text(_, one.chance),
            "after": _figures(one.after),
        }
        for one in odds.coming
    ]


def _expected_bids(odds: Odds) -> list[dict[str, Any]]:
    return [
        {
            "bid": bid_text(_, one.bid),
            "percent": percent_text(_, one.chance),
            "made": percent_text(_, one.made),
            "own": one.own,
        }
        for one in odds.expected
    ]


def _habits_text(odds: Odds) -> str:
    n = odds.habits.hands
    if not n:
        return _("No earlier hands with these people and rules. Based on 20,000 computer-played hands.")
    return ngettext(
        "Based on %(num)s earlier hand with these people and rules, and %(worth)s hands of a typical table.",
        "Based on %(num)s earlier hands with these people and rules, and %(worth)s hands of a typical table.",
        n,
        worth=WORTH,
    )


def _steps(game: GameState, odds: Odds, names: list[str]) -> list[dict[str, Any]]:
    """Return the hands that changed the scores, each with the chances after it."""
    scored = [entry for entry in game.entries if entry.hand is not None]
    return [
        {
            "entry": entry.id,
            "n": entry.number,
            "what": _hand_text(entry.hand, names),
            "after": _figures(shares),
        }
        for entry, shares in zip(scored, odds.went[1:], strict=False)
        if shares and entry.hand is not None and any(entry.hand.deltas)
    ]


def _hand_text(hand: Any, names: list[str]) -> str:
    if hand.side is None or hand.bid is None:
        return _("Adjustment")
    return contract_text(_, names[hand.side], hand.bid, made=hand.made)


def _turning_hand(game: GameState, odds: Odds, names: list[str]) -> dict[str, Any] | None:
    if odds.turned is None:
        return None
    index, before, after = odds.turned
    entry = [entry for entry in game.entries if entry.hand is not None][index]
    winner = names[game.outcome.winners[0]]
    text = turned_text(_, winner, before, after)
    return {"entry": entry.id, "n": entry.number, "what": _hand_text(entry.hand, names), "text": text}


blueprint = Blueprint("odds", __name__, url_prefix="/games/<int:game_id>")


@blueprint.get("/odds")
def show(game_id: int) -> Response:
    """Show the odds. The pad's script gets only its part."""
    access = device_access(game_id)
    game = load(access)
    view = odds_view(game, odds_of(access, game))
    template = "games/_odds.html" if wants_parts() else "games/odds.html"
    response = make_response(render_template(template, **game_values(access, game), odds=view))
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Vary"] = VARY
    return response
