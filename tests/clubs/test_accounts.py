"""Accounts: the first one, signing in, invitations, roles, tokens."""

from __future__ import annotations

import re
import threading
from datetime import timedelta

import pytest
from flask import current_app

from scorekeeper.clubs.commands.accounts import accounts, passwords
from scorekeeper.clubs.commands.members import api_tokens, invitations, members
from scorekeeper.clubs.store.account import Account as Stored
from scorekeeper.clubs.store.account import ApiToken, SignIn
from scorekeeper.core.db.database import db
from scorekeeper.core.net import own_addresses
from scorekeeper.core.refusals import NotAllowed, NotFound, Refusal, TooMany
from scorekeeper.core.security import rate_limits
from scorekeeper.tournaments.commands import authorization as tournament_entrance
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.results import results
from scorekeeper.tournaments.commands.rounds import rounds
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.tournaments.club_night import PASSWORD, Desk, pairs, refused
from tests.visitor import forge

HERE = "192.0.2.7"


@pytest.fixture
def rita(inside):
    return invitations.create_first_account("Rita", PASSWORD, "Club du Moulin")


def club(account):
    return members.club_access("club-du-moulin", account)


def test_the_first_account_organises_its_club_and_there_is_no_second_first(rita):
    account, cookie = rita
    assert accounts.load_account(cookie) == account
    assert club(account).role == "organiser"
    with refused("start.done"):
        invitations.create_first_account("Denis", PASSWORD, "Autre club")
    assert not accounts.no_account_exists()


def test_passwords_are_kept_as_argon2id_and_secrets_as_digests(real_hashes, inside):
    account, cookie = invitations.create_first_account("Rita", PASSWORD, "Club")
    kept = db.session.get(Stored, account.id).password
    assert kept.startswith("$argon2id$v=19$m=65536,")
    assert PASSWORD not in kept
    assert accounts.sign_in("rita", PASSWORD, HERE)[0].id == account.id
    secret = api_tokens.create(members.club_access("club", account), "a program", "read")[1]
    stored = {row.secret for row in db.session.query(SignIn)} | {row.secret for row in db.session.query(ApiToken)}
    assert all(re.fullmatch("[0-9a-f]{64}", one) for one in stored)
    assert not any(part in one for one in stored for part in (secret, cookie.split(".")[0]))


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("", PASSWORD, "account.name"),
        ("R" * 41, PASSWORD, "account.name"),
        ("Rita\n", "court", "password.short"),
        ("Rita Gallant", "rita gallant", "password.plain"),
        ("Rita", "a" * 12, "password.plain"),
        ("Rita", "x" * 300, "password.long"),
    ],
)
def test_names_and_passwords_that_will_not_do_are_refused_by_name(inside, name, password, code):
    with pytest.raises(Refusal) as found:
        invitations.create_first_account(name, password, "Club")
    assert found.value.code == code
    assert accounts.no_account_exists()


def test_signing_in_does_not_say_which_of_the_two_was_wrong(rita):
    for name, password in (("Rita", "faux faux faux"), ("Personne", PASSWORD)):
        with pytest.raises(Refusal) as found:
            accounts.sign_in(name, password, HERE)
        assert found.value.code == "sign_in"
    assert accounts.sign_in(" RITA ", PASSWORD, HERE)[0].name == "Rita"


def test_after_five_failures_even_the_right_password_waits_but_not_from_elsewhere(rita, monkeypatch):
    for _ in range(5):
        with refused("sign_in"):
            accounts.sign_in("Rita", "faux faux faux", HERE)
    with pytest.raises(TooMany) as found:
        accounts.sign_in("Rita", PASSWORD, HERE)
    assert (found.value.code, found.value.params) == ("sign_in.wait", {"minutes": 15})
    assert accounts.sign_in("Rita", PASSWORD, "198.51.100.4")
    later = rate_limits.now() + timedelta(minutes=16)
    monkeypatch.setattr(rate_limits, "now", lambda: later)
    assert accounts.sign_in("Rita", PASSWORD, HERE)


def test_a_good_sign_in_forgets_the_failures_before_it(rita):
    for _ in range(4):
        for _ in range(4):
            with refused("sign_in"):
                accounts.sign_in("Rita", "faux faux faux", HERE)
        accounts.sign_in("Rita", PASSWORD, HERE)


@pytest.mark.slow
def test_a_browser_that_signed_in_before_keeps_tries_of_its_own_whatever_strangers_do(rita):
    mine = passwords.browser_cookie_for(None, "rita")
    for _ in range(5):
        with refused("sign_in"):
            accounts.sign_in("Rita", "faux faux faux", HERE)
    for n in range(rate_limits.MOST_BY_NAME):
        with pytest.raises(Refusal):
            accounts.sign_in("Rita", "faux faux faux", f"198.51.100.{n}")
    for address in (HERE, "203.0.113.9"):  # not even from where nobody tried
        with refused("sign_in.wait", TooMany):
            accounts.sign_in("Rita", PASSWORD, address)
        assert accounts.sign_in("Rita", PASSWORD, address, known=mine)
    for _ in range(rate_limits.MOST_BY_BROWSER):
        with refused("sign_in"):
            accounts.sign_in("Rita", "faux faux faux", HERE, known=mine)
    with refused("sign_in.wait", TooMany):
        accounts.sign_in("Rita", PASSWORD, HERE, known=mine)
    assert accounts.sign_in("Rita", PASSWORD, HERE, known=passwords.browser_cookie_for(None, "rita"))


def test_a_browser_is_known_only_for_the_names_it_signed_in_under(rita):
    both = passwords.browser_cookie_for(passwords.browser_cookie_for(None, "rita"), "denis")
    assert passwords.browser_key(both, "rita") == passwords.browser_key(both, "denis") is not None
    assert passwords.browser_key(both, "edith") is None
    assert passwords.browser_key("forged-cookie", "rita") is None
    for n in range(20):
        both = passwords.browser_cookie_for(both, f"name {n}")
    assert passwords.browser_key(both, "rita") is None
    assert len(both) < 400


def test_somebody_who_is_signed_in_changes_the_password_whatever_strangers_tried(rita):
    account, _cookie = rita
    for _ in range(5):
        with refused("sign_in"):
            accounts.sign_in("Rita", "faux faux faux", HERE)
    accounts.change_password(account, PASSWORD, "toute nouvelle phrase", HERE)


def test_a_count_that_a_wrong_clock_began_in_the_future_makes_nobody_wait(rita, monkeypatch):
    ahead = rate_limits.now() + timedelta(days=40)
    with monkeypatch.context() as patched:
        patched.setattr(rate_limits, "now", lambda: ahead)
        for _ in range(6):
            with pytest.raises(Refusal):
                accounts.sign_in("Rita", "faux faux faux", HERE)
    assert accounts.sign_in("Rita", PASSWORD, HERE)


def test_one_address_that_tries_many_names_waits(rita, monkeypatch):
    monkeypatch.setitem(current_app.config, "HALL", 10)
    for n in range(rate_limits.MOST_OF_EACH * 10):
        with refused("sign_in"):
            accounts.sign_in(f"name {n}", "faux faux faux", HERE)
    with refused("sign_in.wait", TooMany):
        accounts.sign_in("another name", "faux faux faux", HERE)


def test_a_sign_in_ends_on_the_server_whatever_the_browser_keeps(rita):
    account, here = rita
    there = accounts.sign_in("Rita", PASSWORD, HERE)[1]
    accounts.sign_out_everywhere(account, but_here=True)
    assert accounts.load_account(here)
    assert accounts.load_account(there) is None
    accounts.sign_out(account)
    assert accounts.load_account(here) is None
    assert accounts.load_account("forged") is None
    assert accounts.load_account(forge(here)) is None


def test_another_password_signs_every_other_browser_out(rita):
    account, here = rita
    there = accounts.sign_in("Rita", PASSWORD, HERE)[1]
    with refused("password.old"):
        accounts.change_password(account, "faux faux faux", "toute nouvelle phrase", HERE)
    accounts.change_password(account, PASSWORD, "toute nouvelle phrase", HERE)
    assert accounts.load_account(here)
    assert accounts.load_account(there) is None
    assert accounts.sign_in("Rita", "toute nouvelle phrase", HERE)


def test_an_invitation_makes_one_account_once(rita):
    access = club(rita[0])
    token = invitations.create(access, "scorer", "Denis").token
    denis, cookie = invitations.accept_new(token, "Denis", PASSWORD)
    assert accounts.load_account(cookie) == denis
    assert club(denis).role == "scorer"
    with refused("invitation.closed", NotFound):
        invitations.accept_new(token, "Édith", PASSWORD)
    assert invitations.list_open(access) == []


def test_invitations_that_were_ended_are_too_old_or_forged_open_nothing(rita, monkeypatch):
    access = club(rita[0])
    ended, old = invitations.create(access, "director"), invitations.create(access, "director")
    invitations.revoke(access, ended.id)
    later = invitations.now() + timedelta(days=15)
    for token in (ended.token, "7.forged", f"{old.id}"):
        with refused("invitation.closed", NotFound):
            invitations.find_invitation(token)
    monkeypatch.setattr(invitations, "now", lambda: later)
    with refused("invitation.closed", NotFound):
        invitations.find_invitation(old.token)


def test_a_name_that_is_taken_leaves_the_invitation_open(rita):
    token = invitations.create(club(rita[0]), "director").token
    with refused("account.taken"):
        invitations.accept_new(token, "RITA", PASSWORD)
    assert invitations.find_invitation(token).role == "director"


def test_only_organisers_decide_who_else_may_and_one_always_stays(rita):
    access = club(rita[0])
    denis = invitations.accept_new(invitations.create(access, "director").token, "Denis", PASSWORD)[0]
    for action in (members.members, invitations.list_open, lambda w: invitations.create(w, "organiser")):
        with refused("role.organise", NotAllowed):
            action(club(denis))
    with refused("organiser.last"):
        members.set_role(access, rita[0].id, "scorer")
    members.set_role(access, denis.id, "organiser")
    members.remove(club(denis), rita[0].id)
    with refused("club", NotFound):
        club(rita[0])


def test_what_each_role_may_do_at_the_desk(inside):
    desk = Desk(6)
    desk.next_round()
    director, scorer = desk.member("Denis", "director"), desk.member("Édith", "scorer")
    accesses = {role: tournament_entrance.desk(desk.id, who) for role, who in (("director", director), ("scorer", scorer))}
    desk.do(results.enter, 1, 1, {"scores": [300, 200]}, access=accesses["scorer"])
    desk.do(results.enter, 1, 1, {"scores": [310, 200]}, access=accesses["scorer"])
    for action, *what in (
        (rounds.pair,),
        (rounds.unpublish,),
        (entries.enter, pairs(8)[7:]),
        (entries.withdraw, "e1"),
        (lifecycle.finish,),
        (lifecycle.edit, {"name": "Autre"}),
    ):
        with refused("role.direct", NotAllowed):
            desk.do(action, *what, access=accesses["scorer"])
    desk.result(1, 2, 300, 200)
    desk.result(1, 3, 300, 200)
    desk.do(rounds.pair, access=accesses["director"])
    desk.do(rounds.publish, access=accesses["director"])
    with refused("correct.later", NotAllowed):
        desk.do(results.enter, 1, 1, {"scores": [0, 200]}, access=accesses["scorer"])
    desk.do(results.enter, 1, 1, {"scores": [0, 200]}, access=accesses["director"])


def test_whoever_is_not_in_the_club_sees_no_tournament_of_it(inside):
    desk = Desk(4)
    stranger = desk.member("Xavier", "scorer")
    members.remove(desk.club, stranger.id)
    for way_to in (
        lambda: tournament_entrance.desk(desk.id, stranger),
        lambda: tournament_entrance.desk(desk.id, None),
        lambda: tournament_entrance.public(desk.id),
    ):
        with refused("tournament", NotFound):
            way_to()
    desk.do(lifecycle.announce)
    assert tournament_entrance.public(desk.id).rights == ()


def test_a_token_goes_with_the_membership_of_its_account(inside):
    desk = Desk(4)
    denis = desk.member("Denis", "director")
    secret = api_tokens.create(club(denis), "a program", "direct")[1]
    assert tournament_entrance.by_token(desk.id, secret).may("direct")
    members.set_role(desk.club, denis.id, "scorer")
    assert not tournament_entrance.by_token(desk.id, secret).may("direct")
    members.remove(desk.club, denis.id)
    with refused("token", NotFound):
        api_tokens.bearer(secret)


def test_the_pages_lead_from_nothing_to_a_club_with_two_people(client, app, monkeypatch):
    monkeypatch.setattr(own_addresses, "lan_address", lambda: None)
    assert client.get("/club/account").headers["Location"].endswith("/club/start?next=/club/account")
    begun = client.post("/club/start", data={"club": "Le Moulin", "name": "Rita", "password": PASSWORD})
    assert begun.status_code == 303
    assert "HttpOnly" in begun.headers["Set-Cookie"]
    client.post("/clubs/le-moulin/people/invitations", data={"role": "director", "note": "Denis"})
    page = client.get("/clubs/le-moulin/people").get_data(as_text=True)
    link = re.search(r'value="http://localhost(/club/join/[^"]+)"', page)[1]
    other = app.test_client()
    assert "Le Moulin" in other.get(link).get_data(as_text=True)
    assert other.post(link, data={"name": "Denis", "password": "court"}).status_code == 422
    assert other.post(link, data={"name": "Denis", "password": PASSWORD}).status_code == 303
    assert other.get("/clubs/le-moulin/people").status_code == 403
    assert other.get(link).status_code == 404
    assert other.post("/club/sign-out").status_code == 303
    assert other.get("/club/account").status_code == 303
    assert other.post("/club/account/password", data={}).status_code == 401


def test_signing_in_leads_back_but_never_to_another_site(client, app):
    client.post("/club/start", data={"club": "Le Moulin", "name": "Rita", "password": PASSWORD})
    for target, expected in (("/club/account", "/club/account"), ("//evil.example", "/desk"), ("https://evil.example/", "/desk")):
        answer = app.test_client().post("/club/sign-in", data={"name": "Rita", "password": PASSWORD, "next": target})
        assert answer.headers["Location"] == expected


@pytest.mark.slow
def test_eight_browsers_that_sign_in_at_once_with_the_right_password_all_come_in(app, rita, monkeypatch):
    found: list[str] = []
    inside: list[int] = []
    most: list[int] = []
    real, another = passwords.matches, threading.Event()

    def slow(*told: object) -> bool:
        inside.append(1)
        most.append(len(inside))
        if len(inside) > 1:
            another.set()
        another.wait(0.1)
        inside.pop()
        return real(*told)

    monkeypatch.setattr(passwords, "matches", slow)

    def enter() -> None:
        with app.app_context():
            found.append(accounts.sign_in("Rita", PASSWORD, HERE)[0].name)

    threads = [threading.Thread(target=enter) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == ["Rita"] * 8
    assert max(most) == 1, "looked at together, all count as tries before the first of them is known to be right"
