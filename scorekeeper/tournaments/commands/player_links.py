"""The players' secret links, one for each table of a round and one for each entrant.

A table whose seats change gets a new link. Links on slips printed before a round work once it is published.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import ColumnElement, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.refusals import NotFound
from scorekeeper.games.store.link import Link
from scorekeeper.tournaments.commands.authorization import TournamentAccess, token_of
from scorekeeper.tournaments.commands.snapshot import Board, load
from scorekeeper.tournaments.store.tournament import TableGame, TournamentLink

_PRINTED_AHEAD = TournamentLink.revoked_at == TournamentLink.created_at

Seats = set[tuple[int, int, tuple[tuple[str, ...], ...]]]
"""Round, table and entrants by side, for each table."""


def update_links(session: Session, access: TournamentAccess, before: Board, after: Board) -> None:
    """Create links for newly published tables and revoke the links of removed tables, in the open transaction.

    A table that continues in another round keeps its link and its games.
    """
    was, is_now = _seats(before), _seats(after)
    removed, new = was - is_now, is_now - was
    for number, table, sides in sorted(removed):
        to = next((n for n, *seat in new if seat == [table, sides]), None)
        if to is not None:
            going_on = (
                _tables(access.tournament_id, number) & (TournamentLink.number == table) & TournamentLink.revoked_at.is_(None)
            )
            session.execute(update(TournamentLink).where(going_on).values(round=to))
            removed.discard((number, table, sides))
            new.discard((to, table, sides))
    for number in sorted({n for n, *_ in (*removed, *new)}):
        ended, new_tables = ([t for n, t, _ in sorted(seats) if n == number] for seats in (removed, new))
        if ended:
            _revoke_links(session, _tables(access.tournament_id, number) & TournamentLink.number.in_(ended))
        if new_tables:
            _create_links(session, access.tournament_id, number, new_tables)


def _seats(board: Board) -> Seats:
    return {(r.number, t.number, t.sides) for r in board.rounds for t in r.tables}


def _tables(tournament_id: int, number: int) -> ColumnElement[bool]:
    return (TournamentLink.tournament_id == tournament_id) & (TournamentLink.kind == "table") & (TournamentLink.round == number)


def _create_links(session: Session, tournament_id: int, number: int, tables: list[int]) -> None:
    """Create the links of tables. Links that were printed ahead begin to work instead."""
    printed = _tables(tournament_id, number) & TournamentLink.number.in_(tables) & _PRINTED_AHEAD
    printed_tables = set(session.scalars(select(TournamentLink.number).where(printed)))
    session.execute(update(TournamentLink).where(printed).values(revoked_at=None))
    facts = {"tournament_id": tournament_id, "kind": "table", "round": number, "created_at": now()}
    rows = [{**facts, "number": table} for table in tables if table not in printed_tables]
    if rows:
        session.execute(insert(TournamentLink), rows)


def _revoke_links(session: Session, which: ColumnElement[bool]) -> None:
    """Revoke links, and the access to the games opened with them."""
    ended = session.scalars(select(TournamentLink.id).where(which, TournamentLink.revoked_at.is_(None))).all()
    if not ended:
        return
    moment = now()
    session.execute(update(TournamentLink).where(TournamentLink.id.in_(ended)).values(revoked_at=moment))
    games = select(TableGame.game_id).where(TableGame.link_id.in_(ended))
    of_games = update(Link).where(Link.game_id.in_(games), Link.revoked_at.is_(None))
    session.execute(of_games.values(revoked_at=moment).execution_options(synchronize_session=False))


def table_links(access: TournamentAccess, number: int) -> dict[int, str]:
    """Return the secrets of a published round by table, for slips and QR codes. For scorers."""
    access.check("score")
    query = select(TournamentLink.number, TournamentLink.id, TournamentLink.salt).where(_tables(access.tournament_id, number))
    rows = db.session.execute(query.where(TournamentLink.revoked_at.is_(None)).order_by(TournamentLink.number))
    return {table: token_of(link, salt) for table, link, salt in rows if table is not None}


def links_ahead(access: TournamentAccess, tables: Mapping[int, Sequence[int]]) -> dict[int, dict[int, str]]:
    """Return the secrets of tables by round, for slips of rounds that are not published. They are created on first use.

    `tables`: the tables of each round. For scorers.
    """
    access.check("score")
    links = _links_ahead(access)
    missing = [(number, table) for number, row in tables.items() for table in row if (number, table) not in links]
    if missing:
        moment = now()
        facts = {"tournament_id": access.tournament_id, "kind": "table", "created_at": moment, "revoked_at": moment}
        with write_transaction() as session:
            session.execute(insert(TournamentLink), [{**facts, "round": n, "number": table} for n, table in missing])
        links = _links_ahead(access)
    return {number: {table: links[number, table] for table in row} for number, row in tables.items()}


def _links_ahead(access: TournamentAccess) -> dict[tuple[int | None, int | None], str]:
    query = select(TournamentLink.round, TournamentLink.number, TournamentLink.id, TournamentLink.salt).where(
        TournamentLink.tournament_id == access.tournament_id, TournamentLink.kind == "table", _PRINTED_AHEAD
    )
    return {(number, table): token_of(link, salt) for number, table, link, salt in db.session.execute(query)}


def renew_table(access: TournamentAccess, number: int, table: int) -> str:
    """Replace a table's link, for example when a slip was lost or photographed. Raises NotFound("table")."""
    access.check("direct")
    if load(access).table(number, table) is None:
        raise NotFound("table", "table", read=table)
    with write_transaction() as session:
        _revoke_links(session, _tables(access.tournament_id, number) & (TournamentLink.number == table))
        _create_links(session, access.tournament_id, number, [table])
    return table_links(access, number)[table]


def entrant_links(access: TournamentAccess) -> dict[str, str]:
    """Return the secret of each entrant's own page, created on first use. For directors."""
    access.check("direct")
    ids = [e.id for e in load(access).entrants if e.status != "withdrawn"]
    links = _entrant_links(access)
    missing = [i for i in ids if i not in links]
    if missing:
        facts = {"tournament_id": access.tournament_id, "kind": "entrant", "created_at": now()}
        with write_transaction() as session:
            session.execute(insert(TournamentLink), [{**facts, "entrant": i} for i in missing])
        links = _entrant_links(access)
    return {i: links[i] for i in ids}


def _entrants(access: TournamentAccess) -> ColumnElement[bool]:
    return (TournamentLink.tournament_id == access.tournament_id) & (TournamentLink.kind == "entrant")


def _entrant_links(access: TournamentAccess) -> dict[str | None, str]:
    query = select(TournamentLink.entrant, TournamentLink.id, TournamentLink.salt).where(
        _entrants(access), TournamentLink.revoked_at.is_(None)
    )
    # Two links created at the same time open the same page; the older one is shown.
    return {row.entrant: token_of(row.id, row.salt) for row in db.session.execute(query.order_by(TournamentLink.id.desc()))}


def entrant_link(access: TournamentAccess, entrant: str) -> str:
    """Return the secret of an entrant's page. Raises NotFound("entrant")."""
    links = entrant_links(access)
    if entrant not in links:
        raise NotFound("entrant", "entrant")
    return links[entrant]


def own_table(access: TournamentAccess) -> str | None:
    """Return the secret of the entrant's table in the current round, or None without a table."""
    board = load(access)
    seat = board.seat(access.entrant, board.current.number) if access.entrant and board.current else None
    if seat is None or seat.table is None:
        return None
    query = select(TournamentLink.id, TournamentLink.salt).where(
        _tables(access.tournament_id, seat.table.round),
        TournamentLink.number == seat.table.number,
        TournamentLink.revoked_at.is_(None),
    )
    row = db.session.execute(query.limit(1)).first()
    return None if row is None else token_of(*row)


def renew_entrant(access: TournamentAccess, entrant: str) -> str:
    """Replace an entrant's link."""
    entrant_link(access, entrant)
    with write_transaction() as session:
        _revoke_links(session, _entrants(access) & (TournamentLink.entrant == entrant))
    return entrant_link(access, entrant)
