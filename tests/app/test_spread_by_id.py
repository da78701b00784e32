"""Every statement about a game or tournament names its id, so that they could be sharded."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import event, select, text

from scorekeeper.core.db.database import db
from scorekeeper.games.store.change import StoredGameEvent
from scorekeeper.games.store.game import Game
from scorekeeper.tournaments.store.tournament import StoredTournament, StoredTournamentEvent
from tests.games.kitchen_table import Table, hand
from tests.tournaments.club_night import Desk

KEYS = {
    "games": "id",
    "changes": "game_id",
    "idle_acts": "game_id",
    "tournaments": "id",
    "tournament_changes": "tournament_id",
}
"""Tables that belong to a game or tournament, and the column with its id."""


def statements_without_id(statements: list[str]) -> list[str]:
    """Return the statements on such a table that don't name the game or tournament."""
    return [one for one in statements for table, column in KEYS.items() if not names(one, table, column)]


def names(statement: str, table: str, column: str) -> bool:
    if not re.search(rf"\b(FROM|UPDATE|INTO|JOIN) {table}\b", statement):
        return True
    if inserted := re.search(rf"\bINTO {table} \((.*?)\)", statement):
        # A new row gets its id from its database.
        return column == "id" or column in inserted[1].split(", ")
    condition = statement.partition("WHERE")[2] + " ".join(re.findall(r"\bON (.*?)(?= WHERE| JOIN|$)", statement))
    return bool(re.search(rf"\b({table}\.)?{column} (=|IN)", condition))


@pytest.fixture
def listening(inside):
    """Record every statement from now on."""
    heard: list[str] = []

    def hear(_connection, _cursor, statement, *_rest):
        heard.append(" ".join(statement.split()))

    event.listen(db.engine, "before_cursor_execute", hear)
    return heard


def test_recording_correcting_and_reading_a_game_names_it_in_every_statement(listening):
    table = Table()
    listening.clear()
    table.play(hand(), hand(1, 70, (20, 80)))
    assert table.game.scores
    assert [one for one in listening if "INTO changes" in one]
    assert statements_without_id(listening) == []


def test_a_round_results_and_standings_name_the_tournament_in_every_statement(listening):
    desk = Desk(4)
    listening.clear()
    desk.play()
    assert desk.board.tournament.rounds
    assert [one for one in listening if "INTO tournament_changes" in one]
    assert statements_without_id(listening) == []


def test_a_statement_without_the_number_would_be_found():
    assert statements_without_id(
        ["SELECT changes.uuid FROM changes WHERE changes.uuid = ?", "UPDATE games SET revision=? WHERE games.uuid = ?"]
    )
    assert not statements_without_id(
        ["SELECT changes.uuid FROM changes WHERE changes.game_id = ?", "INSERT INTO games (revision) VALUES (?)"]
    )


@pytest.fixture
def shards(make_app, postgres_cluster, migrated_server, tmp_path):
    """Two applications on databases of a server, one with even and one with odd ids."""
    urls = [postgres_cluster.database(migrated_server) for _ in range(2)]
    made = [make_app(tmp_path / f"shard-{k}", SQLALCHEMY_DATABASE_URI=url) for k, url in enumerate(urls)]
    for k, shard in enumerate(made):
        with shard.app_context(), db.engine.begin() as connection:
            for table in ("games", "tournaments"):
                connection.execute(text(f"ALTER SEQUENCE {table}_id_seq INCREMENT BY 2 RESTART WITH {2 + k}"))
    yield made
    for shard, url in zip(made, urls, strict=True):
        with shard.app_context():
            db.engine.dispose()
        postgres_cluster.drop(url)


def numbers(shard) -> tuple[set[int], ...]:
    """Return the ids of games and tournaments in a database, and in its logs."""
    columns = (Game.id, StoredGameEvent.game_id, StoredTournament.id, StoredTournamentEvent.tournament_id)
    with shard.app_context():
        return tuple(set(db.session.scalars(select(column))) for column in columns)


@pytest.mark.slow
def test_two_databases_hold_the_even_and_the_odd_ones_and_each_is_found_by_its_number(shards):
    tables, desks = {}, {}
    for shard in (*shards, *shards):
        with shard.app_context():
            table = Table()
            tables[table.game_id] = table
    for shard in shards:
        with shard.app_context():
            desk = Desk(4)
            desks[desk.id] = desk
    for number, one in (*tables.items(), *desks.items()):
        with shards[number % 2].app_context():
            one.play(*([hand()] * (number - 1) if number in tables and one is tables[number] else []))
    assert numbers(shards[0]) == ({2, 4}, {2, 4}, {2}, {2})
    assert numbers(shards[1]) == ({3, 5}, {3, 5}, {3}, {3})
    for number, table in tables.items():
        with shards[number % 2].app_context():
            assert len(table.game.entries) == number - 1
