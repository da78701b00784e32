"""The form for a result at the desk, with a warning for scores that look mistyped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.core.forms.forms import Form, LineField, SeveralFields, TextField, TickField
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.numbers import parse_integer
from scorekeeper.tournaments.commands.results.results import doubt_of
from scorekeeper.tournaments.words import signed_text

if TYPE_CHECKING:
    from scorekeeper.pairing.record.record import Result
    from scorekeeper.tournaments.commands.snapshot import Board
    from scorekeeper.tournaments.commands.tables_state import TableView

MOST = 100_000


class Mistyped(Exception):
    """The input is not a valid result, or needs confirmation.

    `field`: where. `check_doubt`: it is unlikely; sent again with `sure`, it is accepted. `against`: the table's own versions
    differ; sent again with this, it overrules them. `earlier`: the table's round is over; sent again with this, it is
    corrected.
    """

    def __init__(self, text: str, field: str = "", *, doubt: bool = False, against: str = "", earlier: str = "") -> None:
        super().__init__(text)
        self.text, self.field, self.doubt, self.against, self.earlier = text, field, doubt, against, earlier


class ResultForm(Form):
    """A result: `score-game-side`, the winner, forfeits, failed contracts by side, and the table in the result line.

    `sure`: the scores that needed confirmation; `against`: a hash of the table's versions that were shown; `earlier`: the
    round, table and scores that needed confirmation; `clear`: remove the result.
    """

    table = LineField()
    score = SeveralFields(most=12)
    winner = TextField()
    forfeit = SeveralFields()
    box = SeveralFields(most=4)
    sure = TextField()
    against = TextField()
    earlier = TextField()
    clear = TickField()

    def of_result(self) -> dict[str, str]:
        """Return the fields of the result itself, as sent."""
        return {name: text for one in (self.score, self.winner, self.forfeit, self.box) for name, text in one.typed().items()}


@dataclass(frozen=True)
class Typed:
    """The content of the fields: texts by game and side, the winner, forfeits, failed contracts by side."""

    games: tuple[tuple[str, ...], ...]
    winner: str = ""
    forfeit: tuple[int, ...] = ()
    boxes: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The scores as one text. Sending the same scores again confirms them."""
        return "|".join(text for row in self.games for text in row)


def games_of(board: Board, table: TableView) -> int:
    """Return the most games in the table's match."""
    return board.match_in(table.round, table.pool).best_of


def read(form: ResultForm, sides: int, games: int) -> Typed:
    """Return the fields of a form as typed."""
    rows = tuple(tuple(form.score.of(f"{g}-{s}") for s in range(sides)) for g in range(games))
    away = tuple(s for s in range(sides) if form.forfeit.of(s))
    return Typed(rows, form.winner.data, away, tuple(form.box.first(sides)))


def fill_form(result: Result, sides: int, games: int) -> Typed:
    """Return the fields for a known result."""
    rows = result.games or ((result.scores,) if result.scores is not None else ())
    filled = [tuple(str(n) for n in row) for row in rows][:games]
    filled += [("",) * sides] * (games - len(filled))
    boxes = tuple(str(n) for n in result.boxes) if result.boxes else ("",) * sides
    return Typed(tuple(filled), "" if result.winner is None else str(result.winner), result.forfeit, boxes)


FORFEIT = ("f", "ff")


def result_of(typed: Typed, sides: int) -> dict[str, Any]:
    """Return the result for `results.enter`. An `f` in place of a score is a forfeit. Raises Mistyped."""
    away = {*typed.forfeit, *(s for row in typed.games for s, text in enumerate(row) if text.lower() in FORFEIT)}
    rows = [_row(row, g, bool(away)) for g, row in enumerate(typed.games)]
    games = [row for row in rows if row]
    result: dict[str, Any] = {}
    if games:
        result = {"scores": games[0]} if len(typed.games) == 1 else {"games": games}
    if away:
        result["forfeit"] = sorted(away)
    if typed.winner in map(str, range(sides)):
        result["winner"] = int(typed.winner)
    if any(typed.boxes):
        result["boxes"] = [_boxes(text or "0", f"box-{s}") for s, text in enumerate(typed.boxes)]
    if not result:
        raise Mistyped(_("Type what each side scored."), "score-0-0")
    return result


def _row(row: Sequence[str], g: int, forfeited: bool) -> list[int]:
    """Return the scores of a game; empty if it was not played, or was cut short by a forfeit."""
    texts = ["" if text.lower() in FORFEIT else text for text in row]
    numbers = [_number(text, f"score-{g}-{s}") for s, text in enumerate(texts) if text]
    if len(numbers) == len(row) or not numbers:
        return numbers
    if not forfeited:
        text = _("A score is missing. Enter one for each side, or “f” for a side that did not play.")
        raise Mistyped(text, f"score-{g}-{texts.index('')}")
    return []


def _boxes(text: str, field: str) -> int:
    boxes = parse_integer(text, 0)
    if boxes is None:
        raise Mistyped(
            _("“%(read)s” is not a valid number of failed contracts. Use a whole number, 0 or more.", read=text), field
        )
    return boxes


def _number(text: str, field: str) -> int:
    number = parse_integer(text, -MOST, MOST)
    if number is None:
        raise Mistyped(_("“%(read)s” is not a valid score. Use a whole number, or “f” for a forfeit.", read=text), field)
    return number


def check_doubt(board: Board, table: TableView, result: Mapping[str, Any]) -> None:
    """Raise Mistyped for a result that is possible but unlikely."""
    found = doubt_of(board, table, result)
    if found is None:
        return
    score = signed_text(found.score)
    if found.hands is None:
        text = _("%(score)s is not a multiple of five. If it is right, send it again.", score=score)
    else:
        text = _(
            "%(score)s is more than %(hands)s hands can give. If it is right, send it again.", score=score, hands=found.hands
        )
    raise Mistyped(text, f"score-{found.game}-{found.side}", doubt=True)
