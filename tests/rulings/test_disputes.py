"""Disputes: opened, ruled on, withdrawn; what is stored and who may do it."""

from __future__ import annotations

from scorekeeper.core.devices import visitors
from scorekeeper.games.commands import authorization, game_state, history
from scorekeeper.games.commands.recording import disputes, table_commands
from scorekeeper.games.commands.recording.event_writer import write
from scorekeeper.games.commands.sharing import share_links
from tests.games.printouts.printed_games import pages
from tests.visitor import checked_values


def _post(client, game, entry, **form):
    return client.post(f"/games/{game.game_id}/hands/{entry}/dispute", data=form)


def test_a_dispute_is_the_table_s_until_a_side_is_tapped(client, game):
    form = client.get(f"/games/{game.game_id}/hands/3/dispute")
    assert checked_values(form, "side") == [""]
    assert 'class="none"' not in form.text


def test_a_dispute_is_opened_shown_on_the_sheet_ruled_on_and_kept_in_the_history(app, client, game):
    entry = 3
    opened = _post(client, game, entry, do="open", claim="A revoke in trick 4", side="1", revision=4, uuid="dispute-01")
    assert opened.status_code == 303
    assert "disputed" in client.get(f"/games/{game.game_id}").text
    assert "A revoke in trick 4" in client.get(f"/games/{game.game_id}/hands/{entry}").text
    link = "http://localhost/rulings/play?rules=kitty&cards=AS"
    ruled = _post(client, game, entry, do="rule", ruling="No revoke", link=link, revision=5, uuid="dispute-02")
    assert ruled.status_code == 303
    hand = client.get(f"/games/{game.game_id}/hands/{entry}").text
    assert "No revoke" in hand
    assert 'href="/rulings/play?rules=kitty&amp;cards=AS"' in hand
    printed = " ".join(pages(client.get(f"/games/{game.game_id}/sheet.pdf").data))
    assert "2 Disputed by Benoît & Denis: A revoke in trick 4 Ruling: No revoke" in printed
    told = client.get(f"/games/{game.game_id}/history").text
    assert "A revoke in trick 4" in told
    assert "No revoke" in told
    with app.app_context():
        access = authorization.access_by_device(game.game_id, _key(client, app))
        steps = history.history(access)
        assert [step.action for step in steps[:2]] == ["ruling", "dispute"]
        assert game_state.load(access).scores == (125, 20)


def _key(client, app):
    with app.app_context():
        return visitors.key_in_cookie(client.get_cookie(visitors.COOKIE).value)


def test_a_dispute_that_says_nothing_or_leads_elsewhere_is_refused(client, game):
    assert _post(client, game, 3, do="open", claim="  ", revision=4, uuid="dispute-03").status_code == 422
    assert _post(client, game, 3, do="open", claim="x", side="7", revision=4, uuid="dispute-04").status_code == 422
    assert _post(client, game, 3, do="rule", ruling="x", revision=4, uuid="dispute-05").status_code == 422
    _post(client, game, 3, do="open", claim="x", revision=4, uuid="dispute-06")
    for link in ("https://elsewhere.example/", "//elsewhere.example/x", "javascript:alert(1)", "/rulings/" + "a" * 4000):
        assert _post(client, game, 3, do="rule", ruling="x", link=link, revision=5, uuid="dispute-07").status_code == 422
    assert _post(client, game, 999, do="open", claim="x", revision=5, uuid="dispute-08").status_code == 404


def test_a_dispute_sent_twice_counts_once_and_an_old_page_conflicts(client, game):
    first = {"do": "open", "claim": "x", "revision": 4, "uuid": "dispute-09"}
    assert _post(client, game, 3, **first).status_code == 303
    assert _post(client, game, 3, **first).status_code == 303
    assert _post(client, game, 4, do="open", claim="y", revision=4, uuid="dispute-10").status_code == 409


def test_taking_back_a_ruling_opens_the_dispute_again_and_taking_back_that_removes_it(app, client, game):
    with app.app_context():
        access = authorization.access_by_device(game.game_id, _key(client, app))
        write(access, disputes.open_dispute(3, "x", 1), revision=4, uuid="dispute-11")
        access = authorization.access_by_device(game.game_id, _key(client, app))
        write(access, disputes.close_dispute(3, "no"), revision=5, uuid="dispute-12")
        for revision, left in ((6, True), (7, None)):
            access = authorization.access_by_device(game.game_id, _key(client, app))
            written = write(access, table_commands.undo(6 if left else 5), revision=revision, uuid=f"dispute-2{revision}")
            found = disputes.disputes(written.game).get(3)
            assert (found and found.open) is left
        assert client.get(f"/games/{game.game_id}/history").status_code == 200


def test_watchers_see_disputes_and_open_none(app, client, game):
    with app.app_context():
        share = share_links.create(authorization.access_by_device(game.game_id, _key(client, app)), "watch")
    watcher = app.test_client()
    watcher.post(f"/s/{share.token}")
    assert watcher.get(f"/games/{game.game_id}/hands/3/dispute").status_code == 200
    assert _post(watcher, game, 3, do="open", claim="x", revision=4, uuid="dispute-13").status_code == 403
    assert app.test_client().get(f"/games/{game.game_id}/under").status_code == 404
