from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from tests.app.api.test_openapi import shape
from tests.games.api.caller import BASE, Caller
from tests.games.kitchen_table import hand, key


@pytest.fixture
def caller(client):
    return Caller(client)


def test_a_recorded_hand_comes_back_scored_in_few_bytes(caller):
    answer = caller.play(hand(0, 75, (85, 15), trump="H"))
    assert answer.status_code == 201
    assert answer.json["entry"]["hand"]["scores"] == [85, 15]
    assert answer.json["entry"]["hand"]["why"][0]["text"]
    assert (answer.json["revision"], answer.json["scores"], answer.json["next_dealer"]) == (2, [85, 15], 1)
    assert len(answer.data) < 4096


def test_the_same_key_again_gives_the_first_answer_again(caller):
    uuid = key()
    first = caller("POST", "/events", hand(), Idempotency_Key=uuid)
    caller.play(hand(1, points=(30, 70)))
    again = caller("POST", "/events", hand(), Idempotency_Key=uuid, If_Match='"1"')
    assert (again.status_code, again.json) == (201, {**first.json, "revision": caller.revision})
    assert (first.headers.get("Idempotency-Replayed"), again.headers["Idempotency-Replayed"]) == (None, "true")
    assert len(caller("GET").json["entries"]) == 2


def test_a_key_used_for_something_else_is_a_problem(caller):
    uuid = key()
    caller("POST", "/events", hand(), Idempotency_Key=uuid)
    answer = caller("POST", "/events", hand(bid=70), Idempotency_Key=uuid)
    assert (answer.status_code, answer.json["code"]) == (422, "uuid.reused")


def test_a_game_that_has_moved_on_answers_409_with_both_versions(caller):
    caller.play(hand(points=(65, 35)))
    answer = caller("POST", "/events", hand(points=(70, 30)), If_Match='"1"')
    assert (answer.status_code, answer.json["code"]) == (409, "revision")
    assert answer.json["yours"]["points"] == [70, 30]
    assert answer.json["since"][0]["after"]["event"]["points"] == [65, 35]
    assert answer.json["current"]["replay"]["scores"] == [65, 35]
    assert answer.json["current"]["revision"] == 2


@pytest.mark.parametrize(
    ("revision", "status"), [(None, 428), ("*", 201), ("", 428), ("W/*", 428), ("x", 428), ("2", 201), ('W/"2-0-score-en"', 201)]
)
def test_the_revision_must_be_sent_and_an_etag_of_the_game_will_do(caller, revision, status):
    caller.play(hand())
    assert caller("POST", "/events", hand(1, points=(30, 70)), If_Match=revision).status_code == status


def test_the_etag_of_an_answer_is_good_for_the_next_change(caller):
    etag = caller("GET").headers["ETag"]
    assert caller("POST", "/events", hand(), If_Match=etag).status_code == 201


def test_a_hand_needs_a_key(caller):
    answer = caller("POST", "/events", hand(), Idempotency_Key=None)
    assert (answer.status_code, answer.json["code"]) == (400, "uuid.missing")


def test_a_forgotten_hand_goes_before_another(caller):
    caller.play(hand(), hand(1, points=(30, 70)))
    answer = caller("POST", "/events?before=3", {"kind": "passed_out"})
    assert answer.json["entry"]["n"] == 2
    assert [e["kind"] for e in caller("GET").json["record"]["events"]] == ["played", "passed_out", "played"]
    wrong = caller("POST", "/events?before=x", {"kind": "passed_out"})
    assert (wrong.status_code, wrong.json["field"]) == (400, "before")


def test_a_correction_tells_what_changed_after_it(caller):
    caller.play(hand(), hand(1, points=(30, 70)))
    answer = caller("PUT", "/events/2", hand(bid=80))
    assert answer.json["entry"]["hand"]["deltas"] == [-80, 35]
    (later,) = answer.json["later"]
    assert (later["before"]["hand"]["scores"], later["after"]["hand"]["scores"]) == ([95, 105], [-50, 105])


def test_the_answer_to_a_change_has_the_etag_that_the_next_change_sends(caller):
    first = caller("POST", "/events", hand())
    assert first.headers["ETag"] == '"2"'
    second = caller("PUT", "/events/2", hand(bid=65), If_Match=first.headers["ETag"])
    assert (second.status_code, second.headers["ETag"]) == (200, '"3"')


def test_with_a_star_a_change_is_made_whatever_others_did(caller):
    caller.play(hand(), hand(1, points=(30, 70)))
    assert caller("PUT", "/events/2", hand(bid=65), If_Match='"1"').status_code == 409
    assert caller("PUT", "/events/2", hand(bid=65), If_Match="*").json["revision"] == 4


def test_an_event_is_struck_out_restored_and_all_of_it_undone(caller):
    caller.play(hand())
    assert caller("DELETE", "/events/2").json["scores"] == [0, 0]
    assert caller("POST", "/events/2/restore").json["scores"] == [65, 35]
    assert caller("POST", "/undo").json["scores"] == [0, 0]
    assert caller("POST", "/undo", {"change": 3}).status_code == 200
    assert caller("GET").json["replay"]["scores"] == [65, 35]


def test_what_stops_counting_is_named(caller):
    caller.play(hand(0, 100, (100, 0)), hand(0, 90, (90, 10)), hand(0, 60, (60, 40)))
    answer = caller("PUT", "/events/3", hand(0, 100, (100, 0)))
    assert answer.json["problems"] == [4]
    assert answer.json["outcome"]["status"] == "won"
    assert answer.json["needs"] is None
    assert caller("GET").json["entries"][2]["status"] == "after_end"


def test_a_preview_answers_like_the_change_and_records_nothing(caller):
    caller.play(hand(), hand(1, points=(30, 70)))
    for asked, method, to, body in (
        ({"event": hand(2, 60, (60, 40))}, "POST", "/events", hand(2, 60, (60, 40))),
        ({"event": hand(bid=80), "entry": 2}, "PUT", "/events/2", hand(bid=80)),
        ({"strike": 2}, "DELETE", "/events/2", None),
        ({"restore": 2}, "POST", "/events/2/restore", None),
        ({"undo": 2}, "POST", "/undo", {"change": 2}),
        ({"event": {"kind": "passed_out"}, "before": 3}, "POST", "/events?before=3", {"kind": "passed_out"}),
    ):
        seen = caller.watching()("POST", "/preview", asked)
        assert seen.status_code == 200, seen.json
        done = caller(method, to, body)
        for part in ("scores", "later", "problems", "outcome", "next_dealer"):
            if part != "later":
                assert seen.json[part] == done.json[part]
            else:
                assert [x["after"] and x["after"]["hand"] for x in seen.json[part]] == [
                    x["after"] and x["after"]["hand"] for x in done.json[part]
                ]


@pytest.mark.parametrize("asked", [{}, {"entry": 2}, {"strike": 2, "restore": 2}, {"strike": "2"}, {"surprise": 1}, [], None])
def test_a_preview_of_nothing_in_particular_is_a_problem(caller, asked):
    caller.play(hand())
    assert caller("POST", "/preview", asked).status_code in (415, 422)


def test_a_contract_is_opened_and_ended_by_its_hand(caller):
    assert caller("PUT", "/contract", {"contractor": 1, "bid": 75}).json["contract"] == {"contractor": 1, "bid": 75}
    assert caller("GET").json["contract"] == {"contractor": 1, "bid": 75}
    assert caller.play(hand(1, 75, (20, 80))).json["contract"] is None
    caller("PUT", "/contract", {"contractor": 1, "bid": 75})
    assert caller("DELETE", "/contract").json["contract"] is None


def test_a_contract_is_opened_by_its_calls_and_kept_with_what_they_came_to(caller):
    auction = ["pass", 60, 75, "pass", "pass"]
    kept = caller("PUT", "/contract", {"auction": auction, "trump": "H"}).json["contract"]
    assert kept == {"contractor": 3, "bid": 75, "bids": {"2": 60}, "auction": auction, "trump": "H"}
    shape("Game").validate(caller("GET").json)
    for wrong in ({"auction": ["pass", 60]}, {"auction": [60, 60]}, {"auction": ["pass"] * 4}, {"auction": auction, "bid": 75}):
        problem = caller("PUT", "/contract", wrong)
        assert problem.status_code == 422
        assert problem.json["code"] in ("auction", "event")
    done = caller.play({"auction": auction, "trump": "H", "points": [20, 80]}).json
    assert (done["contract"], done["scores"]) == (None, [20, 80])


def test_only_what_the_score_depends_on_is_needed(caller):
    assert not caller("POST", "/needs", {"contractor": 1, "bid": 60, "points": [40, 60]}).json["needs"]["who_bid"]
    caller.play(hand(0, 100, (100, 0)))
    needs = caller("POST", "/needs", {"contractor": 1, "bid": 60, "points": [40, 60]}).json["needs"]
    assert (needs["who_bid"], needs["sides_at_line"]) == (True, [0])
    missing = caller.play({"contractor": 1, "bid": 60, "points": [40, 60]})
    assert (missing.status_code, missing.json["code"], missing.json["kind"]) == (422, "needs.bids", "unknown")
    assert caller("POST", "/needs", {"contractor": 9}).status_code == 422


@pytest.mark.slow
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_of_two_phones_at_once_one_records_and_the_other_is_shown_what(request, make_app, database):
    url = {} if database == "sqlite" else {"SQLALCHEMY_DATABASE_URI": request.getfixturevalue("postgres")}
    app = make_app(**url)
    caller = Caller(app.test_client())
    start = Barrier(4)

    def phone(i):
        headers = {
            "Authorization": f"Bearer {caller.secrets['score']}",
            "If-Match": '"1"',
            "Idempotency-Key": "the-same-key" if i < 2 else f"another-key-{i}",
        }
        event = hand() if i < 2 else hand(bid=50 + 5 * i)
        start.wait()
        return app.test_client().post(f"{BASE}/games/{caller.game}/events", json=event, headers=headers)

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(phone, range(4)))
    statuses = [a.status_code for a in answers]
    assert statuses[0] == statuses[1]
    assert sorted(statuses) in ([201, 201, 409, 409], [201, 409, 409, 409])
    assert len(caller("GET").json["entries"]) == 1
