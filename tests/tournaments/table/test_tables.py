from __future__ import annotations

import json
import re

import pytest

from scorekeeper.tournaments.commands import player_links
from scorekeeper.tournaments.commands.adjustments import penalties
from scorekeeper.tournaments.commands.results import results
from scorekeeper.tournaments.commands.rounds import clock, rounds
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.tournaments import evening
from tests.tournaments.table.phones import Phone, chips
from tests.visitor import forge, text_of, value_of


@pytest.fixture
def event(app):
    """Four pairs in the first round of a Swiss: the director, the tables' secrets, and the pairs at table 1."""
    desk = evening.Desk(app, evening.pairs(4), options={"rounds": 3, "match": {"kind": "hands", "hands": 2}})
    board = desk(evening.next_round)
    return desk, desk(evening.tables), [side[0] for side in board.current.table(1).sides]


def seat_phones(app, token, *entrants):
    phones = []
    for entrant in entrants:
        phone = Phone(app)
        assert phone.sit(token, entrant).status_code == 303
        phones.append(phone)
    return phones


def result(desk):
    return desk.board.table(1, 1).result.scores


def test_a_result_stands_when_the_other_side_confirms_it_on_its_own_phone(app, event):
    desk, secrets, pair = event
    first, second = seat_phones(app, secrets[1], *pair)
    said = first.post(secrets[1], "report", desk.revision, side=0, **chips(345, -60))
    assert said.status_code == 303
    assert result(desk) is None
    assert "345 to −60" in text_of(first.look(secrets[1]))
    asked = second.look(secrets[1])
    assert "That’s right" in text_of(asked)
    seen = value_of(asked, "seen")
    assert second.post(secrets[1], "confirm", desk.revision, side=1, seen=seen).status_code == 303
    assert result(desk) == (345, -60)
    assert "The result stands." in text_of(first.look(secrets[1]))


def test_a_penalty_that_changes_the_score_is_explained_at_the_table(app, event):
    desk, secrets, pair = event
    (phone,) = seat_phones(app, secrets[1], pair[0])
    phone.post(secrets[1], "report", desk.revision, side=0, **chips(345, 290))
    desk.write(results.accept, 1, 1, 0)
    assert "points for" not in text_of(phone.look(secrets[1]))
    desk.write(penalties.penalize, pair[0], "game_points", 1, -20, "renonce")
    said = " ".join(text_of(phone.look(secrets[1])).split())
    assert f"−20 points for {desk.board.name_of(pair[0])}: renonce. So 345 to 290 counts as 325 to 290." in said
    assert "The director has decided." not in said


def test_whoever_reported_cannot_confirm_for_the_others(app, event):
    desk, secrets, pair = event
    (phone,) = seat_phones(app, secrets[1], pair[0])
    phone.post(secrets[1], "report", desk.revision, side=0, **chips(345, 290))
    phone.sit(secrets[1], pair[1])
    assert "That’s right" not in text_of(phone.look(secrets[1]))
    refused = phone.post(secrets[1], "confirm", desk.revision, side=1, seen=json.dumps({"scores": [345, 290]}))
    assert refused.status_code == 422
    assert result(desk) is None


def test_two_versions_go_to_the_director_with_both_shown(app, event):
    desk, secrets, pair = event
    first, second = seat_phones(app, secrets[1], *pair)
    first.post(secrets[1], "report", desk.revision, side=0, **chips(345, 290))
    second.post(secrets[1], "report", desk.revision, side=1, **chips(335, 300))
    for phone in (first, second):
        text = text_of(phone.look(secrets[1]))
        assert "The director decides." in text
        assert "345 to 290" in text
        assert "335 to 300" in text
    board = desk.board
    assert board.table(1, 1).status == "disputed"
    desk.write(results.accept, 1, 1, 1)
    assert "335" in text_of(first.look(secrets[1]))
    assert result(desk) == (335, 300)


def test_what_both_sides_tell_alike_stands_even_where_neither_saw_the_other(app, event):
    desk, secrets, pair = event
    first, second = seat_phones(app, secrets[1], *pair)
    seen = desk.revision
    assert first.send(secrets[1], "report", seen, side=0, **chips(345, 290)).status_code == 200
    # The second phone was offline and sends with the revision it knew.
    assert second.send(secrets[1], "report", seen, side=1, **chips(345, 290)).status_code == 200
    assert result(desk) == (345, 290)


def test_what_is_sent_twice_counts_once(app, event):
    desk, secrets, pair = event
    (phone,) = seat_phones(app, secrets[1], pair[0])
    seen, uuid = desk.revision, evening.key()
    answers = [phone.send(secrets[1], "report", seen, uuid=uuid, side=0, **chips(345, 290)) for _ in range(3)]
    assert [a.status_code for a in answers] == [200, 200, 200]
    assert desk.revision == seen + 1


def test_what_comes_late_for_a_table_that_is_decided_says_so(app, event):
    desk, secrets, pair = event
    (phone,) = seat_phones(app, secrets[1], pair[0])
    seen = desk.revision
    desk(evening.enter, 1, (200, 100))
    late = phone.send(secrets[1], "report", seen, side=0, **chips(345, 290))
    assert late.status_code == 422
    assert "director" in late.json["detail"]
    assert result(desk) == (200, 100)


def test_a_phone_of_another_site_cannot_send(app, event):
    _desk, secrets, _pair = event
    assert Phone(app).client.post(f"/t/{secrets[1]}/report/send", json={"side": "0"}).status_code == 403


def test_the_pad_keeps_the_match_and_its_end_is_the_report(app, event):
    desk, secrets, pair = event
    first, second = seat_phones(app, secrets[1], *pair)
    asked = first.client.post(f"/t/{secrets[1]}/pad", data={})
    assert asked.status_code == 422
    assert "Tap who deals first." in text_of(asked)
    game = first.client.post(f"/t/{secrets[1]}/pad", data={"first_dealer": "0"}).location
    assert second.client.post(f"/t/{secrets[1]}/pad", data={}).location == game
    for n, points in enumerate((75, 40)):
        hand = {"contractor": n, "bid": 60, "points": points, "also_bid": "none-0-2" if n else "none-1-3", "action": "record"}
        done = first.client.post(f"{game}/hands", data={"revision": n + 1, "uuid": evening.key(), **hand})
        assert done.status_code == 303, text_of(done)
        shown = text_of(second.look(secrets[1]))
        assert ("hand 2 of 2" if n == 0 else "finished, to be confirmed") in shown
    assert "Go to the table" in text_of(first.client.get(game))
    assert "That’s right" not in text_of(first.look(secrets[1]))
    seen = value_of(second.look(secrets[1]), "seen")
    second.post(secrets[1], "confirm", desk.revision, side=1, seen=seen)
    scores = result(desk)
    assert scores is not None
    sheet = text_of(app.test_client().get(f"/tournaments/{desk.id}/rounds/1/tables/1"))
    assert "Score sheet" in sheet
    assert "bid 60 and took 75: +75." in sheet, "the reasons of each hand"
    assert str(max(scores)) in sheet


@pytest.mark.slow
def test_a_match_of_hands_goes_by_its_table_and_by_the_rules_of_the_tournament(app, event):
    desk, secrets, pair = event
    (phone,) = seat_phones(app, secrets[1], pair[0])
    game = phone.client.post(f"/t/{secrets[1]}/pad", data={"first_dealer": "0"}).location
    hand = {"contractor": 0, "bid": 60, "points": 75, "also_bid": "none-1-3", "action": "record"}
    phone.client.post(f"{game}/hands", data={"revision": 1, "uuid": evening.key(), **hand})
    assert "to go" not in text_of(phone.client.get(game))
    watching = phone.client.post(f"{game}/share", data={"role": "watch"}) and phone.client.get(f"{game}/share").text
    link = re.search(r'value="[^"]*(/s/[^"]+)"', watching)[1]
    other = app.test_client()
    assert "to go" not in text_of(other.get(other.post(link).location))
    rules = text_of(phone.client.get(f"{game}/rules"))
    assert "5000" not in rules
    assert "Tournament match: 2 hands. It continues past the target." in rules
    home = text_of(phone.client.get("/"))
    assert "Round 1, table 1" in home
    assert "Same as last time" not in home
    # The clock and changes at the desk reach the pad even if no hand was recorded.
    seen = phone.client.get(f"{game}/live").headers["ETag"]
    assert phone.client.get(f"{game}/live", headers={"If-None-Match": seen}).status_code == 304
    desk.write(clock.start, 30)
    desk.write(clock.call)
    news = phone.client.get(f"{game}/live", headers={"If-None-Match": seen})
    assert "Last hand" in text_of(news)
    desk(evening.enter, 1, (200, 100))
    assert "The result stands." in text_of(phone.client.get(f"{game}/live", headers={"If-None-Match": news.headers["ETag"]}))


@pytest.mark.slow
def test_a_level_match_on_the_pad_asks_who_goes_on_and_cannot_just_be_confirmed(app):
    desk = evening.Desk(app, evening.pairs(4), "single_elimination", options={"match": {"kind": "hands", "hands": 1}})
    board = desk(evening.next_round)
    secret = desk(evening.tables)[1]
    first, second = seat_phones(app, secret, *(side[0] for side in board.current.table(1).sides))
    game = first.client.post(f"/t/{secret}/pad", data={"first_dealer": "0"}).location
    hand = {"contractor": 0, "bid": 50, "points": 50, "also_bid": "none-1-3", "action": "record"}
    first.client.post(f"{game}/hands", data={"revision": 1, "uuid": evening.key(), **hand})
    assert "Tied, but one side must advance." in text_of(first.client.get(game))
    asked = first.look(secret)
    assert "Side that advances" in text_of(asked)
    assert "That’s right" not in text_of(second.look(secret))
    told = {name: value_of(asked, name) for name in ("x-0-0", "x-0-1")}
    assert told == {"x-0-0": "50", "x-0-1": "50"}
    refused = first.post(secret, "report", desk.revision, side=0, **told)
    assert "Tap who advances." in text_of(refused)
    first.post(secret, "report", desk.revision, side=0, winner=1, **told)
    second.post(secret, "confirm", desk.revision, side=1, seen=value_of(second.look(secret), "seen"))
    decided = desk.board.table(1, 1).result
    assert (decided.scores, decided.winner) == ((50, 50), 1)


def test_a_result_that_is_not_told_whole_names_the_side(app, event):
    desk, secrets, pair = event
    (phone,) = seat_phones(app, secrets[1], pair[0])
    half = {name: value for name, value in chips(345, 290).items() if name != "r-0-1"}
    answer = phone.post(secrets[1], "report", desk.revision, side=0, **half)
    assert answer.status_code == 422
    board = desk.board
    assert f"{board.name_of(pair[1])}: tap the hundreds, then the rest." in text_of(answer)
    typed = phone.post(secrets[1], "report", board.revision, side=0, **{"x-0-0": "12a", **chips(345, 290)})
    assert "“12a” is not a whole number" in text_of(typed)
    # What was tapped is still there.
    assert 'name="h-0-0" value="3" checked' in answer.get_data(as_text=True)


def test_a_level_knock_out_asks_who_goes_on(app):
    desk = evening.Desk(app, evening.pairs(4), "single_elimination")
    board = desk(evening.next_round)
    secret = desk(evening.tables)[1]
    (phone,) = seat_phones(app, secret, board.current.table(1).ids[0])
    asked = phone.post(secret, "report", board.revision, side=0, **chips(300, 300))
    assert "Tap who advances." in text_of(asked)
    phone.post(secret, "report", board.revision, side=0, winner="1", **chips(300, 300))
    assert desk.board.table(1, 1).reports[0].result.winner == 1


def test_games_of_a_match_are_told_one_by_one(app):
    match = {"kind": "race", "best_of": 3}
    desk = evening.Desk(app, evening.pairs(4), "single_elimination", options={"match": match})
    board = desk(evening.next_round)
    secret = desk(evening.tables)[1]
    (phone,) = seat_phones(app, secret, board.current.table(1).ids[0])
    told = chips(205, 140) | chips(190, 215, game=1) | chips(210, 55, game=2)
    assert phone.post(secret, "report", board.revision, side=0, **told).status_code == 303
    games = desk.board.table(1, 1).reports[0].result.games
    assert games == ((205, 140), (190, 215), (210, 55))


def test_a_link_ends_with_its_table_and_tells_nothing(app, event):
    desk, secrets, _pair = event
    phone = Phone(app)
    assert phone.look(secrets[1]).status_code == 200
    desk.write(rounds.unpublish)
    ended = phone.look(secrets[1])
    assert ended.status_code == 404
    assert "This slip is no longer valid" in text_of(ended)
    assert f"/tournaments/{desk.id}/where" in ended.get_data(as_text=True)
    forged = phone.look(forge(secrets[1]))
    assert forged.status_code == 404
    assert "/tournaments/" not in forged.get_data(as_text=True)
    assert phone.send(secrets[1], "report", 1, side=0).status_code == 404


def test_looking_again_costs_nothing_until_something_changed(app, event):
    desk, secrets, _pair = event
    phone = Phone(app)
    first = phone.client.get(f"/t/{secrets[1]}", headers={"X-Fragment": "1"})
    again = {"X-Fragment": "1", "If-None-Match": first.headers["ETag"]}
    assert phone.client.get(f"/t/{secrets[1]}", headers=again).status_code == 304
    desk(evening.enter, 1, (200, 100))
    assert phone.client.get(f"/t/{secrets[1]}", headers=again).status_code == 200


def test_ones_own_link_leads_to_ones_own_table(app, event):
    desk, secrets, pair = event
    secret = desk(player_links.entrant_link, pair[0])
    phone = Phone(app)
    page = phone.client.get(f"/e/{secret}")
    assert f"/t/{secrets[1]}" in page.get_data(as_text=True)
    # Having opened it, the phone is known at the table.
    assert "Enter result only" in text_of(phone.look(secrets[1]))
    found = app.test_client().get(f"/tournaments/{desk.id}/who/{pair[0]}")
    assert "/t/" not in found.get_data(as_text=True)


def test_a_finished_tournament_takes_no_more_reports(app, event):
    desk, secrets, pair = event
    (phone,) = seat_phones(app, secrets[1], pair[0])
    for table in (1, 2):
        desk(evening.enter, table, (200, 100))
    desk.write(lifecycle.finish)
    refused = phone.send(secrets[1], "dispute", desk.revision, side=0, note="no")
    assert refused.status_code == 422
    assert "finished" in refused.json["detail"]
