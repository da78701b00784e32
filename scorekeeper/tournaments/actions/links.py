"""The players' secret links: one a table and round, one an entrant. A table that is seated anew has a new one."""

from __future__ import annotations

from sqlalchemy import ColumnElement, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.base.db import db, now, writing
from scorekeeper.base.refusals import NotFound
from scorekeeper.games.store.link import Link
from scorekeeper.tournaments.actions.board import Board, load
from scorekeeper.tournaments.actions.way import TournamentWay, token_of
from scorekeeper.tournaments.store.tournament import TableGame, TournamentLink

Seats = set[tuple[int, int, tuple[tuple[str, ...], ...]]]
"""Round, table, and who sits there."""


def follow(session: Session, way: TournamentWay, before: Board, after: Board) -> None:
    """Give links to tables that are published now, and end those of tables that are not any more, in the open transaction.

    A table that goes on in another round keeps its link, and the games that were begun by it.
    """
    was, is_now = _seats(before), _seats(after)
    gone, new = was - is_now, is_now - was
    for number, table, sides in sorted(gone):
        to = next((n for n, *seat in new if seat == [table, sides]), None)
        if to is not None:
            going_on = _tables(way.tournament_id, number) & (TournamentLink.number == table) & TournamentLink.revoked_at.is_(None)
            session.execute(update(TournamentLink).where(going_on).values(round=to))
            gone.discard((number, table, sides))
            new.discard((to, table, sides))
    for number in sorted({n for n, *_ in (*gone, *new)}):
        ended, made = ([t for n, t, _ in sorted(seats) if n == number] for seats in (gone, new))
        if ended:
            _end(session, _tables(way.tournament_id, number) & TournamentLink.number.in_(ended))
        if made:
            _make(session, way.tournament_id, number, made)


def _seats(board: Board) -> Seats:
    return {(r.number, t.number, t.sides) for r in board.rounds for t in r.tables}


def _tables(tournament_id: int, number: int) -> ColumnElement[bool]:
    return (TournamentLink.tournament_id == tournament_id) & (TournamentLink.kind == "table") & (TournamentLink.round == number)


def _make(session: Session, tournament_id: int, number: int, tables: list[int]) -> None:
    facts = {"tournament_id": tournament_id, "kind": "table", "round": number, "created_at": now()}
    session.execute(insert(TournamentLink), [{**facts, "number": table} for table in tables])


def _end(session: Session, which: ColumnElement[bool]) -> None:
    """End links, and with them the ways into the games that were opened by them."""
    ended = session.scalars(select(TournamentLink.id).where(which, TournamentLink.revoked_at.is_(None))).all()
    if not ended:
        return
    moment = now()
    session.execute(update(TournamentLink).where(TournamentLink.id.in_(ended)).values(revoked_at=moment))
    games = select(TableGame.game_id).where(TableGame.link_id.in_(ended))
    of_games = update(Link).where(Link.game_id.in_(games), Link.revoked_at.is_(None))
    session.execute(of_games.values(revoked_at=moment).execution_options(synchronize_session=False))


def table_links(way: TournamentWay, number: int) -> dict[int, str]:
    """The secret of every table of a published round, by table: for slips and QR codes. For those who may score."""
    way.check("score")
    query = select(TournamentLink.number, TournamentLink.id, TournamentLink.salt).where(_tables(way.tournament_id, number))
    rows = db.session.execute(query.where(TournamentLink.revoked_at.is_(None)).order_by(TournamentLink.number))
    return {table: token_of(link, salt) for table, link, salt in rows if table is not None}


def renew_table(way: TournamentWay, number: int, table: int) -> str:
    """End a table's link and make another: a slip was lost or photographed. Raises NotFound("table")."""
    way.check("direct")
    if load(way).table(number, table) is None:
        raise NotFound("table", "table", read=table)
    with writing() as session:
        _end(session, _tables(way.tournament_id, number) & (TournamentLink.number == table))
        _make(session, way.tournament_id, number, [table])
    return table_links(way, number)[table]


def entrant_links(way: TournamentWay) -> dict[str, str]:
    """The secret of every entrant's own page, by entrant; made when first asked for. For directors."""
    way.check("direct")
    ids = [e.id for e in load(way).entrants if e.status != "withdrawn"]
    found = _entrant_links(way)
    missing = [i for i in ids if i not in found]
    if missing:
        facts = {"tournament_id": way.tournament_id, "kind": "entrant", "created_at": now()}
        with writing() as session:
            session.execute(insert(TournamentLink), [{**facts, "entrant": i} for i in missing])
        found = _entrant_links(way)
    return {i: found[i] for i in ids}


def _entrants(way: TournamentWay) -> ColumnElement[bool]:
    return (TournamentLink.tournament_id == way.tournament_id) & (TournamentLink.kind == "entrant")


def _entrant_links(way: TournamentWay) -> dict[str | None, str]:
    query = select(TournamentLink.entrant, TournamentLink.id, TournamentLink.salt).where(
        _entrants(way), TournamentLink.revoked_at.is_(None)
    )
    # Two that were made at the same moment lead to the same page: the older one is shown.
    return {row.entrant: token_of(row.id, row.salt) for row in db.session.execute(query.order_by(TournamentLink.id.desc()))}


def entrant_link(way: TournamentWay, entrant: str) -> str:
    """The secret of one entrant's page. Raises NotFound("entrant")."""
    found = entrant_links(way)
    if entrant not in found:
        raise NotFound("entrant", "entrant")
    return found[entrant]


def own_table(way: TournamentWay) -> str | None:
    """The secret of the table at which the entrant of a link sits in the current round; None where they sit at none."""
    board = load(way)
    seat = board.seat(way.entrant, board.current.number) if way.entrant and board.current else None
    if seat is None or seat.table is None:
        return None
    query = select(TournamentLink.id, TournamentLink.salt).where(
        _tables(way.tournament_id, seat.table.round),
        TournamentLink.number == seat.table.number,
        TournamentLink.revoked_at.is_(None),
    )
    found = db.session.execute(query.limit(1)).first()
    return None if found is None else token_of(*found)


def renew_entrant(way: TournamentWay, entrant: str) -> str:
    """End an entrant's link and make another."""
    entrant_link(way, entrant)
    with writing() as session:
        _end(session, _entrants(way) & (TournamentLink.entrant == entrant))
    return entrant_link(way, entrant)
