from __future__ import annotations

import pytest

from tests.tournaments import evening
from tests.tournaments.desk.director import Director
from tests.visitor import text_of, value_of


@pytest.fixture
def director(app):
    director = Director(app)
    director.send("/setup", at="/setup", **{"entries": "1", "open": "1", "limit": "2", "entry-note": "Bring cash"})
    return director


def enter(app, director, *names, status=303):
    visitor = app.test_client()
    page = f"/tournaments/{director.access.tournament_id}/enter"
    seen = visitor.get(page)
    assert seen.status_code == 200
    fields = {f"player-{k}": name for k, name in enumerate(names)}
    asked = {"revision": value_of(seen, "revision"), "uuid": evening.key()}
    answer = visitor.post(page, data={**fields, **asked})
    assert answer.status_code == status, text_of(answer)
    return text_of(visitor.get(page)) if status == 303 else text_of(answer)


def test_whoever_has_the_link_enters_and_beyond_the_limit_waits(app, director):
    assert "Aline & Denis: entered." in enter(app, director, "Aline", "Denis")
    assert "1 place left" in text_of(app.test_client().get(f"/tournaments/{director.access.tournament_id}/enter"))
    enter(app, director, "Rosa", "Edgar")
    assert "Alma & Yvon: number 1 on the waiting list." in enter(app, director, "Alma", "Yvon")
    assert [e.status for e in director.board().entrants] == ["in", "in", "waiting"]
    # Their own page shows their status, also when found by name. It has a spot for them once another entry withdraws.
    found = app.test_client().get(f"/tournaments/{director.access.tournament_id}/where?q=yvon")
    waiting = text_of(app.test_client().get(found.location))
    assert "Waiting list Number 1" in waiting
    assert "Rank 1, shared" not in waiting
    director.send("/entrants/e1", at="/entrants/e1", do="withdraw")
    assert director.board().entrant("e3").status == "in"
    assert "Entered" in text_of(app.test_client().get(found.location))


def test_a_name_that_is_there_already_is_refused_and_what_was_typed_stays(app, director):
    enter(app, director, "Aline", "Denis")
    assert "“Denis” has already entered." in enter(app, director, "Rosa", "Denis", status=422)
    assert "“Rosa” is there twice" in enter(app, director, "Rosa", "rosa", status=422)
    assert "Bring cash" in enter(app, director, "Rosa", "Edgar")


def test_a_form_that_is_closed_enters_nobody(app, director):
    page = f"/tournaments/{director.access.tournament_id}/enter"
    asked = {"player-0": "Aline", "player-1": "Denis", "revision": str(director.board().revision), "uuid": evening.key()}
    director.send("/setup", at="/setup", entries="1", shown="1")
    visitor = app.test_client()
    assert "Entries are closed." in text_of(visitor.get(page))
    assert visitor.post(page, data=asked).status_code == 422
    assert director.board().entrants == ()
