from __future__ import annotations

import pytest
from click.testing import CliRunner

from scorekeeper import create_app
from scorekeeper.cli import main
from scorekeeper.demo_games import EXAMPLES


@pytest.fixture(scope="module")
def instance(tmp_path_factory):
    """An instance that the demo filled once."""
    path = tmp_path_factory.mktemp("demo")
    result = CliRunner().invoke(main, ["demo"], env={"SCOREKEEPER_INSTANCE": str(path), "LANG": "en_CA.UTF-8"})
    assert result.exit_code == 0, result.output
    return path


@pytest.fixture
def visitor(instance):
    app = create_app({"TESTING": True, "WTF_CSRF_ENABLED": False}, instance)
    yield app.test_client()
    with app.app_context():
        app.extensions["sqlalchemy"].engine.dispose()


def links(client):
    import re

    return re.findall(r'href="(/s/[^"]+)"', client.get("/").get_data(as_text=True))


def test_every_example_game_is_shown_to_a_device_that_was_never_there(visitor):
    assert len(links(visitor)) == len(EXAMPLES)


def test_example_games_open_to_be_scored_and_then_are_the_devices_own(visitor):
    for link in links(visitor):
        game = visitor.post(link).location
        assert visitor.get(game).status_code == 200
        assert visitor.get(f"{game}/share").status_code == 200
    assert links(visitor) == []


def test_the_examples_show_every_state_of_a_game(visitor):
    from scorekeeper.workflows import examples, matches

    with visitor.application.app_context():
        shown = [listed for listed, _token in examples.shown()]
        views = [listed.view for listed in shown]
        assert all(view.trouble is None for view in views)
        assert any(view.contract and min(view.scores) < 0 for view in views)
        assert {view.outcome.rule for view in views if view.outcome.over} == {"end.target", "end.announced_all"}
        assert any(view.state.dropped for view in views)
        assert any(view.struck and any(e.corrected for e in view.entries) for view in views)
        match = next(standing for listed in shown if (standing := matches.standing(listed.way)))
        assert match.score.games == (2, 1)


def test_an_instance_with_games_is_not_touched(instance):
    result = CliRunner().invoke(main, ["demo"], env={"SCOREKEEPER_INSTANCE": str(instance), "LANG": "en_CA.UTF-8"})
    assert result.exit_code == 1
    assert "There are already games here" in result.output
