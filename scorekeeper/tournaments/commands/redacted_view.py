"""A tournament with the names that its reader may see.

The desk sees full names, and everyone else the form that the director chose. Players at a table see the full names at that
table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from scorekeeper.clubs.commands.members.roster import pair_name
from scorekeeper.clubs.commands.privacy import public_names
from scorekeeper.core.security.signing import same_name
from scorekeeper.engine.events import Adjustment, NewSeats
from scorekeeper.formats.declared import dump, parse
from scorekeeper.games.commands.game_state import score
from scorekeeper.tournaments.commands import snapshot as whole_board
from scorekeeper.tournaments.commands.live.match_games import match_players
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store.parts import EntrantPart

if TYPE_CHECKING:
    from fractions import Fraction

    from scorekeeper.games.commands.game_state import GameState
    from scorekeeper.pairing.adjustments import Additions
    from scorekeeper.pairing.record.bracket import StageBracket
    from scorekeeper.pairing.record.draft import RoundDraft
    from scorekeeper.pairing.record.errors import TournamentError
    from scorekeeper.pairing.standings.results import Outcomes
    from scorekeeper.pairing.standings.standings import StandingRow
    from scorekeeper.tournaments.commands.authorization import TournamentAccess
    from scorekeeper.tournaments.commands.tables_state import RoundView, TableView

OUTSIDE = ("public", "table", "entrant", "door")
"""Roles of an access that are not the desk's."""

Json = dict[str, Any]


def choice_of(club: str, board: Board) -> str:
    """Return how the public sees names: the tournament's choice, or the club's (`public_names.CHOICES`)."""
    return public_names.strictest([board.about.public_names or club])


def load_redacted(access: TournamentAccess) -> Board:
    """Return the tournament at the access's revision or newer, with the names that the access may show."""
    return redact(access, whole_board.load(access))


def redact(access: TournamentAccess, board: Board) -> Board:
    """Return a tournament at any revision, with the names that the access may show."""
    if access.role not in OUTSIDE:
        return board
    return redact_names(board, choice_of(access.public_names, board), _visible_entrants(access, board))


def redact_names(board: Board, choice: str, known: Collection[str] = ()) -> Board:
    """Return the tournament with public names, except for the entrants in `known`. Cached."""
    if choice == public_names.FULL:
        return board
    cached_boards: dict[tuple[str, frozenset[str]], Board] = board.__dict__.setdefault("_shown", {})
    key = (choice, frozenset(known))
    if key not in cached_boards:
        cached_boards[key] = RedactedBoard(board, choice, key[1])
    return cached_boards[key]


def _visible_entrants(access: TournamentAccess, board: Board) -> frozenset[str]:
    """Return the entrants whose full names the access shows: those at its table, or the entrant's current table."""
    if access.role == "table":
        table = board.table(access.round or 0, access.table or 0)
        return frozenset(table.ids if table is not None else ())
    if access.entrant is None:
        return frozenset()
    seat = board.current.seat(access.entrant) if board.current is not None else None
    return frozenset((access.entrant, *(seat.table.ids if seat is not None and seat.table is not None else ())))


class RedactedBoard(Board):
    """A tournament with public names. Anything without names comes from the full tournament."""

    def __init__(self, full_board: Board, choice: str, known: Collection[str]) -> None:
        hidden = {
            part: _entry(full_board, value, choice) for part, value in full_board.log.parts.items() if _is_hidden(part, known)
        }
        # A director's reason may have names in it.
        hidden |= {
            part: {**value, "reason": ""}
            for part, value in full_board.log.parts.items()
            if part.startswith(("tie/", "penalty/")) and value and value.get("reason")
        }
        hidden |= _ranked_profiles(full_board)
        super().__init__(replace(full_board.log, parts={**full_board.log.parts, **hidden}, _entrants=None))
        self.names_shown = choice
        self.whole = full_board

    def _view(self, number: int) -> RoundView:
        """Return a published round, which contains no names."""
        view = self.whole.round(number)
        assert view is not None
        return view

    @cached_property
    def standings(self) -> list[StandingRow]:
        return self.whole.standings

    @cached_property
    def additions(self) -> Additions:
        """The additions, with the tags that are shown, and penalties without reasons."""
        found = super().additions
        return replace(found, penalties=tuple(replace(one, reason="") for one in found.penalties))

    @cached_property
    def handicap_standings(self) -> list[StandingRow]:
        return self.whole.handicap_standings

    @cached_property
    def standings_by_final(self) -> list[tuple[str, list[StandingRow]]]:
        return self.whole.standings_by_final

    @cached_property
    def final_letters(self) -> dict[str, str]:
        return self.whole.final_letters

    @cached_property
    def brackets(self) -> list[StageBracket]:
        return self.whole.brackets

    @cached_property
    def next_error(self) -> TournamentError | None:
        return self.whole.next_error

    @cached_property
    def finished(self) -> bool:
        return self.whole.finished

    @cached_property
    def planned(self) -> tuple[RoundDraft, ...] | None:
        return self.whole.planned

    @cached_property
    def ledger(self) -> Outcomes:
        return self.whole.ledger

    @cached_property
    def counted(self) -> Outcomes:
        return self.whole.counted

    @cached_property
    def match_points(self) -> dict[str, Fraction]:
        return self.whole.match_points

    @cached_property
    def draft(self) -> RoundView | None:
        return self.whole.draft


def _is_hidden(part: str, known: Collection[str]) -> bool:
    kind, _, entrant = part.partition("/")
    return kind == "entrant" and entrant not in known


def _ranked_profiles(board: Board) -> Json:
    """Return everyone's tags and handicap, with only the tags that have standings: others may name a family or a place."""
    additions = board.additions
    if additions.ranked is None:
        return {}
    ranked = {*additions.ranked}
    parts = {part: value for part, value in board.log.parts.items() if part.startswith("profile/") and "tags" in value}
    return {part: {**value, "tags": [tag for tag in value["tags"] if tag in ranked]} for part, value in parts.items()}


def _entry(board: Board, value: Json, choice: str) -> Json:
    """Return an entrant's part with the public name."""
    one = parse(EntrantPart, value)
    number = int(one.id[1:])
    if choice == public_names.NUMBER:
        name = public_names.number_name(number)
        players = (name,) if board.individuals else ()
        return dump(replace(one.with_substitute_names(lambda _: name), name=name, players=players, player_ids=()))

    def called(names: Iterable[str]) -> tuple[str, ...]:
        return tuple(_public_name(board.initials, number, name) for name in names)

    def together(name: str) -> str:
        return pair_name(called(public_names.split_pair(name)))

    name = one.name
    if not one.players:
        name = together(name)
    elif name == pair_name(one.players) or public_names.reveals_family_name(name, one.players):
        name = pair_name(called(one.players))
    return dump(replace(one.with_substitute_names(together), name=name, players=called(one.players)))


def _public_name(called: Mapping[Any, str], number: int, name: str) -> str:
    key = same_name(name)
    return called.get((number, key)) or called.get(key) or public_names.short_name(name)


def redact_game(board: Board, table: TableView, game: GameState) -> GameState:
    """Return a game at a table with this board's names, without the players' notes."""
    if not isinstance(board, RedactedBoard):
        return game
    seats = match_players(board, table)
    public_by_name = dict(zip(match_players(board.whole, table), seats, strict=True))

    def called(names: Sequence[str]) -> tuple[str, ...]:
        names_shown = [
            public_by_name.get(name) or _public_name_on_pad(board.names_shown, place, name) for place, name in enumerate(names)
        ]
        return tuple(names_shown)

    log = game.log
    entries = []
    for entry in log.entries:
        event = replace(entry.event, note="")
        if isinstance(event, NewSeats):
            event = replace(event, players=called(event.players))
        elif isinstance(event, Adjustment):
            event = replace(event, reason="")
        entries.append(replace(entry, event=event, who=""))
    disputes = {entry: {**facts, "claim": ""} if "claim" in facts else facts for entry, facts in log.disputes.items()}
    redacted_log = replace(log, players=called(log.players), entries=entries, disputes=disputes, about={}, newest={})
    return score(redacted_log)


def _public_name_on_pad(choice: str, place: int, name: str) -> str:
    """Return the public name of a player who is only known to the pad."""
    return f"–{place + 1}" if choice == public_names.NUMBER else public_names.short_name(name)
