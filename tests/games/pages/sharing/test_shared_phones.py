"""*Join with a phrase* and *Your games on another phone*, for a visitor."""

from __future__ import annotations

import re

from tests.visitor import start, text_of

WORDS = re.compile(r'class="(?:panel )?name join-words">\s*(?:<span>)?([a-z ]+)(?:</span>\s*<span>([a-z ]+))?')


def shown_phrase(answer):
    """Return the phrase that a page shows."""
    return " ".join(part for part in WORDS.search(answer.get_data(as_text=True)).groups() if part)


def link_code(client, url, role="score"):
    page = client.post(f"{url}/share", data={"role": role}, follow_redirects=True).get_data(as_text=True)
    made = re.search(r'action="([^"]+/words)"', page)[1]
    return made, shown_phrase(client.post(made, follow_redirects=True))


def test_four_words_let_another_phone_into_a_game(app, client):
    url = start(client)
    made, code = link_code(client, url)
    other = app.test_client()
    assert other.post("/join", data={"code": code.upper()}).location == url
    assert other.get(url).status_code == 200
    assert "Create a join phrase" in text_of(client.post(made, data={"end": "1"}, follow_redirects=True))
    late = app.test_client().post("/join", data={"code": code})
    assert (late.status_code, "This phrase doesn’t open anything." in text_of(late)) == (422, True)


def test_a_code_to_watch_lets_nobody_score(app, client):
    url = start(client)
    _, code = link_code(client, url, "watch")
    watcher = app.test_client()
    watcher.post("/join", data={"code": code})
    assert watcher.get(f"{url}/share").status_code == 403


def test_a_wrong_word_is_named_and_what_was_typed_stays(app, client):
    answer = client.post("/join", data={"code": "moose rivet candle pie"})
    assert answer.status_code == 422
    assert "Word 2, “rivet”, is not on the word list. Did you mean “river”?" in text_of(answer)
    assert 'value="moose rivet candle pie"' in answer.get_data(as_text=True)
    assert "Set-Cookie" not in answer.headers or "device" not in answer.headers["Set-Cookie"]


def test_a_list_is_copied_and_the_page_tells_who_has_it(app, client):
    start(client)
    code = shown_phrase(client.post("/phones/code", data={"kind": "copy"}, follow_redirects=True))
    assert "Good until" in text_of(client.get("/phones"))
    other = app.test_client()
    told = other.post("/join", data={"code": code}, follow_redirects=True)
    assert "1 game is on this phone now." in text_of(told)
    page = text_of(client.get("/phones"))
    assert "A phone without a name 1 game of this phone · as its own · last used today" in page


def test_the_photographed_code_has_its_words_where_no_server_sees_them(client):
    start(client)
    page = client.post("/phones/code", data={"kind": "copy"}, follow_redirects=True).get_data(as_text=True)
    drawn = client.get(re.search(r'src="(/phones/code/\d+\.svg)"', page)[1])
    assert (drawn.mimetype, drawn.headers["Cache-Control"]) == ("image/svg+xml", "no-store")
    assert client.get("/phones/code/99.svg").status_code == 404


def test_a_familys_code_is_shown_once_and_brings_the_games_back(app, client):
    url = start(client)
    answer = client.post("/phones/family")
    assert answer.headers["Cache-Control"] == "no-store"
    code = shown_phrase(answer)
    assert len(code.split()) == 8
    assert code.split()[0] + " " + code.split()[1] not in text_of(client.get("/phones"))
    other = app.test_client()
    other.post("/join", data={"code": code})
    assert other.get(url).status_code == 200


def test_a_lost_phone_is_shut_out_after_a_question_and_its_log_is_told_so(app, client):
    url = start(client)
    lost = app.test_client()
    lost.post("/join", data={"code": shown_phrase(client.post("/phones/code", data={"kind": "copy"}, follow_redirects=True))})
    assert lost.get(url).status_code == 200
    where = re.search(r'href="(/phones/\d+/shut-out)"', client.get("/phones").get_data(as_text=True))[1]
    assert "Remove “A phone without a name”?" in text_of(client.get(where))
    assert lost.get(url).status_code == 200, "asking does nothing"
    told = client.post(where, data={"links": "1"}, follow_redirects=True)
    assert "was removed from 1 game." in text_of(told)
    assert lost.get(url).status_code == 404
    act = {"key": "an-act-of-the-lost-phone", "seen": 1, "after": None, "act": {"do": "record", "event": {"kind": "misdeal"}}}
    answer = lost.post(f"{url}/log", json=act, headers={"X-Scorekeeper": "1"}).get_json()
    assert (answer["log"], answer["state"]) == (1, "closed")
    assert app.test_client().get(where).status_code == 404


def test_a_phone_without_games_is_told_how_to_get_some(client):
    assert "This phone has no games yet." in text_of(client.get("/phones"))
    assert client.post("/phones/code", data={"kind": "copy"}).status_code == 404
    assert client.post("/phones/family").status_code == 404
