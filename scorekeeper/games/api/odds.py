"""What each side needs and how likely it is, with the numbers behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.core.api.json_schema import FLAG, SIDE, Count, Description, Id, array, integer, one_of
from scorekeeper.core.i18n.translation import t
from scorekeeper.engine.auction import lowest_bid
from scorekeeper.games.api.authorization import game_operations
from scorekeeper.games.api.record_schemas import BID
from scorekeeper.games.commands.authorization import Access
from scorekeeper.games.commands.game_state import GameState
from scorekeeper.games.commands.history import Revision
from scorekeeper.games.commands.library.odds import odds_of
from scorekeeper.messages.odds import way_text
from scorekeeper.odds.bidding_model import WHOLE, WORTH
from scorekeeper.odds.report import Odds
from scorekeeper.odds.winning_results import WAYS, Way

_PER_MILLE = integer(0, 1000)
Chance = Annotated[int, _PER_MILLE]
Chances = Annotated[list[int], array(_PER_MILLE, 0, 6)]
Points = Annotated[int, integer(0, 100)]


@dataclass(frozen=True, slots=True)
class WayToWin:
    """A way to win the game with the next hand. `points` and `bid` are 0 if any will do."""

    kind: Annotated[str, one_of(WAYS)]
    points: Annotated[Points, Description("Card points that the side must take; 0 for any.")]
    bid: Annotated[Points, Description("Minimum bid of the contract that must fail; 0 for any.")]
    must_bid: Annotated[bool, FLAG, Description("Only if a player of the side bids too.")]
    text: str


@dataclass(frozen=True, slots=True)
class ComingHand:
    """A result of the next hand: its chance, and each side's chance after it."""

    side: Annotated[int, SIDE]
    made: Annotated[bool, FLAG]
    chance: Chance
    then: Chances


@dataclass(frozen=True, slots=True)
class ExpectedBid:
    """A contract: its chance, and the chance that it is made. `own` is how often it occurred in the hands counted."""

    bid: Annotated[Any, BID]
    chance: Chance
    made: Chance
    own: Count


@dataclass(frozen=True, slots=True)
class TurningHand:
    """The entry that turned a finished game, and the winner's chance before and after it."""

    entry: Id
    before: Chance
    after: Chance


@dataclass(frozen=True, slots=True)
class OddsAnswer:
    """Chances in thousandths, by side. All are empty if the game ends by a tournament's count of hands.

    `played_on` is the number of games behind each chance, 0 if it is calculated exactly.
    """

    revision: Revision
    ways: Annotated[list[list[WayToWin]], Description("By side, what wins the game with the next hand.")]
    chances: Chances
    hands: Annotated[list[ComingHand], Description("Possible results of the next hand, and each side’s chance after them.")]
    counted: Annotated[Count, Description("Number of earlier hands at this table that the estimate uses.")]
    supposed: Annotated[Count, Description("How many hands the typical table counts for in the estimate.")]
    played_on: Annotated[Count, Description("Number of simulated games; 0 if chances are calculated.")]
    bids: Annotated[list[ExpectedBid], Description("Likely contracts in the next hand.")]
    went: Annotated[
        list[Chances],
        Description("Chances before the first hand and after each scored entry. Empty early in a long simulated game."),
    ]
    turned: Annotated[TurningHand | None, Description("The hand that turned a finished game.")]


@game_operations("games", "watch").get("/games/{game}/odds")
def read_odds(access: Access, state: GameState) -> OddsAnswer:
    """Read each side’s chances of winning.

    Chances are in thousandths, by side. They are empty if a tournament’s limit of hands ends the game.
    """
    return answer(state, odds_of(access, state))


def answer(game: GameState, odds: Odds) -> OddsAnswer:
    """Return the odds of a game as the API answers them."""
    low = lowest_bid(game.rules)
    return OddsAnswer(
        revision=game.revision,
        ways=[[_way(way, low) for way in ways] for ways in odds.ways],
        chances=_shares_in_thousandths(odds.went[-1]) if odds.went else [],
        hands=[
            ComingHand(one.side, one.made, _thousandths(one.chance), _shares_in_thousandths(one.after)) for one in odds.coming
        ],
        counted=odds.habits.hands,
        supposed=WORTH,
        played_on=odds.played_on,
        bids=[ExpectedBid(one.bid, _thousandths(one.chance), _thousandths(one.made), one.own) for one in odds.expected],
        went=[_shares_in_thousandths(shares) for shares in odds.went],
        turned=_turning_hand(game, odds),
    )


def _way(way: Way, low: int) -> WayToWin:
    return WayToWin(way.kind, way.points, way.bid, way.speaks, way_text(t(), way, low))


def _turning_hand(game: GameState, odds: Odds) -> TurningHand | None:
    if odds.turned is None:
        return None
    index, before, after = odds.turned
    entry = [entry for entry in game.entries if entry.hand is not None][index]
    return TurningHand(entry.id, _thousandths(before), _thousandths(after))


def _thousandths(chance: int) -> int:
    return (chance * 1000 + WHOLE // 2) // WHOLE


def _shares_in_thousandths(shares: list[int]) -> list[int]:
    """Return the shares in thousandths, or nothing if there are none. Two sides always add up to a thousand."""
    if not shares:
        return []
    first = _thousandths(shares[0])
    return [first, 1000 - first] if len(shares) == 2 else [_thousandths(share) for share in shares]
