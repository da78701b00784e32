"""The odds of a game as its page shows them: every figure in words, and what it is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.base.i18n import gettext as _
from scorekeeper.base.i18n import ngettext
from scorekeeper.engine.auction import lowest_bid
from scorekeeper.games.pages.titles import side_names
from scorekeeper.odds.habits import WHOLE, habits_json
from scorekeeper.odds.prior import WORTH
from scorekeeper.wording.figures import labelled
from scorekeeper.wording.odds import (
    chance_text,
    contract_text,
    hundredths,
    no_way_text,
    percent_text,
    title_text,
    turned_text,
    way_text,
)
from scorekeeper.wording.outcome import bid_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.games.actions.game_state import GameState
    from scorekeeper.odds.told import Odds


@dataclass(frozen=True, slots=True)
class SideOdds:
    """A side: `chance` to win in words, empty where it is not known, `level` the same in hundredths and `percent` as a figure;
    its `ways` in words, and without any, what is said instead.
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
    """`unknown`: why no chances are told, empty where they are. `ended`: the game is over.

    `played_on`: from how many games played on by chance the chances are counted, in a sentence; empty where they are worked out.
    `outcomes`: of the coming hand, each with `text`, `percent` and, by side, the chance after it; `expected`: of each contract,
    how often, how often made, and how often in the table's own hands, which are `own`; `learnt`: from what, in a sentence;
    `steps`: how the chances went, entry by entry; `turned`: the hand that turned the game; `whole`: all of it, as a figure;
    `habits`: what a phone keeps of the table's earlier games.
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
    """What the page of a game's odds shows."""
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
        unknown="" if odds.model else _("This game does not end at a set score. The tournament decides what wins it."),
        played_on=_played_on(odds),
        outcomes=_outcomes(odds, names),
        expected=_expected(odds),
        own=odds.habits.hands,
        learnt=_learnt(odds),
        steps=_steps(game, odds, names),
        turned=_turned(game, odds, names),
        whole=percent_text(_, WHOLE),
        habits=habits_json(odds.habits),
    )


def _figures(shares: list[int]) -> list[str]:
    return [percent_text(_, share) for share in shares]


def _played_on(odds: Odds) -> str:
    if not odds.played_on:
        return ""
    return _(
        "The app plays the game out %(games)s times at random and counts the wins. The result can be off "
        "by two or three percent.",
        games=odds.played_on,
    )


def _outcomes(odds: Odds, names: list[str]) -> list[dict[str, Any]]:
    """The coming hand by contractor's side, made or failed: how often, and the chance of each side after it."""
    return [
        {
            "text": labelled(_, names[one.side], _("bid made") if one.made else _("bid failed")),
            "percent": percent_text(_, one.chance),
            "after": _figures(one.after),
        }
        for one in odds.coming
    ]


def _expected(odds: Odds) -> list[dict[str, Any]]:
    return [
        {
            "bid": bid_text(_, one.bid),
            "percent": percent_text(_, one.chance),
            "made": percent_text(_, one.made),
            "own": one.own,
        }
        for one in odds.expected
    ]


def _learnt(odds: Odds) -> str:
    n = odds.habits.hands
    if not n:
        return _(
            "This table has no earlier hands yet (same people, same rules). A typical table is used: "
            "ordinary players, 20,000 computer-played hands."
        )
    return ngettext(
        "%(num)s earlier hand of this table counts (same people, same rules). A typical table is added, worth %(worth)s hands.",
        "%(num)s earlier hands of this table count (same people, same rules). A typical table is added, worth %(worth)s hands.",
        n,
        worth=WORTH,
    )


def _steps(game: GameState, odds: Odds, names: list[str]) -> list[dict[str, Any]]:
    """The hands that moved the scores, each with the chances after it."""
    scored = [entry for entry in game.entries if entry.hand is not None]
    return [
        {
            "entry": entry.id,
            "n": entry.number,
            "what": _what(entry.hand, names),
            "after": _figures(shares),
        }
        for entry, shares in zip(scored, odds.went[1:], strict=False)
        if shares and entry.hand is not None and any(entry.hand.deltas)
    ]


def _what(hand: Any, names: list[str]) -> str:
    if hand.side is None or hand.bid is None:
        return _("Adjustment")
    return contract_text(_, names[hand.side], hand.bid, made=hand.made)


def _turned(game: GameState, odds: Odds, names: list[str]) -> dict[str, Any] | None:
    if odds.turned is None:
        return None
    index, before, after = odds.turned
    entry = [entry for entry in game.entries if entry.hand is not None][index]
    winner = names[game.outcome.winners[0]]
    text = turned_text(_, winner, before, after)
    return {"entry": entry.id, "n": entry.number, "what": _what(entry.hand, names), "text": text}
