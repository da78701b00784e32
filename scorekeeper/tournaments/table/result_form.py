"""A result as tapped: hundreds and the rest for each side and game, or a full number, and who advances."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.numbers import parse_integer, parse_tapped_number
from scorekeeper.core.refusals import Refusal
from scorekeeper.formats import strict_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.tournaments.commands.snapshot import Board

REST = tuple(range(0, 100, 5))
HIGHEST = 20_000
LEAST_TYPED, MOST_TYPED = -99_999, 999_999
_LONGEST = 2000


class BadResult(Exception):
    """The input is not a complete result. `text`: what is missing; `field`: where."""

    def __init__(self, text: str, field: str) -> None:
        super().__init__(text)
        self.text = text
        self.field = field


@dataclass(frozen=True)
class ResultShape:
    """The form's fields.

    `games` with scores for each of `sides`, hundreds up to `top`; `winner`: one side must advance.
    """

    games: int
    sides: int
    top: int
    winner: bool


def shape_of(board: Board, number: int, sides: int, *, knockout: bool) -> ResultShape:
    """Return the fields for a match of a round."""
    match = board.match_in(number)
    hundreds = (match.hands or 0) + 2 if match.kind == "hands" else board.rules.target // 100 + 4
    return ResultShape(match.best_of, sides, 9 if hundreds < 10 else 14 if hundreds < 15 else 19, knockout)


def tapped_result(form: Mapping[str, str], shape: ResultShape, names: list[str]) -> dict[str, Any]:
    """Return the result as in the tournament record. Raises BadResult."""
    games = []
    for game in range(shape.games):
        told = [side for side in range(shape.sides) if _is_touched(form, game, side)]
        if told or game == 0:
            games.append([_score(form, game, side, names[side]) for side in range(shape.sides)])
    found: dict[str, Any] = {"games": games} if shape.games > 1 else {"scores": games[0]}
    if shape.winner and _is_level(games):
        winner = form.get("winner", "")
        if winner not in [str(side) for side in range(shape.sides)]:
            raise BadResult(_("The scores are equal. Tap who advances."), "winner")
        found["winner"] = int(winner)
    return found


def _is_level(games: list[list[int]]) -> bool:
    won = [0] * len(games[0])
    for game in games:
        if game.count(max(game)) == 1:
            won[game.index(max(game))] += 1
    return won.count(max(won)) > 1


def _is_touched(form: Mapping[str, str], game: int, side: int) -> bool:
    return any(form.get(f"{kind}-{game}-{side}", "").strip() for kind in ("h", "r", "x"))


def _score(form: Mapping[str, str], game: int, side: int, name: str) -> int:
    field = f"r-{game}-{side}"
    typed = form.get(f"x-{game}-{side}", "").strip()
    if typed:
        number = parse_integer(typed, LEAST_TYPED, MOST_TYPED)
        if number is None:
            raise BadResult(_("%(side)s: “%(read)s” is not a whole number.", side=name, read=typed[:12]), f"x-{game}-{side}")
        return max(-HIGHEST, min(HIGHEST, number))
    hundreds, rest = parse_tapped_number(form.get(f"h-{game}-{side}"), 100), parse_tapped_number(form.get(field), 100)
    if hundreds is None or rest not in REST:
        raise BadResult(_("%(side)s: tap the hundreds, then the rest.", side=name), field)
    score = 100 * hundreds + rest
    return -score if form.get(f"neg-{game}-{side}") else score


def seen_result(form: Mapping[str, str]) -> object:
    """Return the result that was shown with the button to confirm it. Raises Refusal("table.changed")."""
    text = form.get("seen", "")
    if not text or len(text) > _LONGEST:
        raise Refusal("table.changed")
    try:
        return strict_json.loads(text)  # not json, which accepts lone surrogates
    except ValueError:
        raise Refusal("table.changed") from None
