from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper import create_app
from scorekeeper.cli.command_line import main
from scorekeeper.cli.demo.demo_games import EXAMPLES
from scorekeeper.clubs.commands.accounts import operator
from tests.visitor import text_of

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """An instance filled once by the demo, in the requested language, and its output."""
    path = tmp_path_factory.mktemp("demo")
    env = {"SCOREKEEPER_INSTANCE": str(path), "LANG": "fr_CA.UTF-8"}
    result = CliRunner().invoke(main, ["demo", "--lang", "en"], env=env)
    assert result.exit_code == 0, result.output
    return path, result.output


@pytest.fixture(scope="module")
def instance(filled):
    return filled[0]


@pytest.fixture
def visitor(instance):
    app = create_app({"TESTING": True, "WTF_CSRF_ENABLED": False}, instance)
    yield app.test_client()
    with app.app_context():
        app.extensions["sqlalchemy"].engine.dispose()


def links(client):
    return re.findall(r'href="(/s/[^"]+)"', client.get("/").get_data(as_text=True))


def test_nothing_stays_open_when_it_is_done(filled):
    held = [os.path.realpath(one) for one in Path("/proc/self/fd").iterdir()]
    assert [name for name in held if name.startswith(str(filled[0]))] == []


def test_nobody_answers_for_the_instance_because_of_the_demo(filled, visitor):
    name, password = re.search(r"name (\S+), password (\S+)", filled[1]).groups()
    assert "There is no operator yet" in filled[1]
    visitor.post("/club/sign-in", data={"name": name, "password": password})
    assert visitor.get("/club/account").status_code == 200
    assert visitor.get("/club/copies").status_code == 404
    with visitor.application.app_context():
        assert operator.operator() is None


def test_every_example_game_is_shown_to_a_device_that_was_never_there(visitor):
    assert len(links(visitor)) == len(EXAMPLES)


def test_example_games_open_to_be_scored_and_then_are_the_devices_own(visitor):
    for link in links(visitor):
        game = visitor.post(link).location
        assert visitor.get(game).status_code == 200
        assert visitor.get(f"{game}/share").status_code == 200
    assert links(visitor) == []


def test_the_examples_show_every_state_of_a_game(visitor):
    from scorekeeper.games.commands.library import examples, matches

    with visitor.application.app_context():
        shown = [listed for listed, _token in examples.listed_examples()]
        games = [listed.game for listed in shown]
        assert all(game.trouble is None for game in games)
        assert any(game.contract and min(game.scores) < 0 for game in games)
        assert {game.outcome.rule for game in games if game.outcome.over} == {"end.target", "end.announced_all"}
        assert any(game.state.dropped for game in games)
        assert any(game.struck and any(e.corrected for e in game.entries) for game in games)
        match = next(standing for listed in shown if (standing := matches.match_standing(listed.access)))
        assert match.score.games == (2, 1)


def test_the_club_has_a_night_that_is_over_one_that_is_played_and_a_league(visitor, filled):
    name, password = re.search(r"name (\S+), password (\S+)", filled[1]).groups()
    assert visitor.post("/club/sign-in", data={"name": name, "password": password}).status_code == 303
    text = text_of(visitor.get("/desk/clubs/example-club"))
    assert "First night" in text
    assert "Second night" in text
    assert "Results: 2 of 4 tables" in text_of(visitor.get("/tournaments/2"))
    desk = text_of(visitor.get("/desk/2"))
    assert "Cécile & Arthur 155 Alma & Théo 15 playing hand 4 of 8" in desk
    assert "1 tournament not finished yet." in text_of(visitor.get("/clubs/example-club/season/leagues/1"))


def test_the_examples_are_put_in_once_and_nowhere_that_is_not_empty(instance, tmp_path):
    env = {"SCOREKEEPER_INSTANCE": str(instance), "LANG": "en_CA.UTF-8"}
    result = CliRunner().invoke(main, ["demo"], env=env)
    assert result.exit_code == 1
    assert f"The examples are already here (games: {len(EXAMPLES)})" in result.output
    (instance / "examples.json").rename(tmp_path / "examples.json")
    result = CliRunner().invoke(main, ["demo"], env=env)
    assert result.exit_code == 1
    assert "There are already games here" in result.output
    (tmp_path / "examples.json").rename(instance / "examples.json")
