"""Two-factor sign-in: each code works once, and there is a way in without the phone."""

from __future__ import annotations

import re
import threading
from datetime import timedelta

import pyotp
import pytest
from flask import current_app

from scorekeeper.cli.instance.account import account as command
from scorekeeper.clubs.commands.accounts import account_reset, accounts, passwords, two_factor, two_factor_codes
from scorekeeper.clubs.commands.members import invitations, members
from scorekeeper.clubs.store.two_factor import RecoveryCode, SecondStep
from scorekeeper.core.db.database import db, now
from scorekeeper.core.refusals import Refusal, TooMany
from scorekeeper.tournaments.commands.privacy import deletion, own_account
from tests.tournaments.club_night import PASSWORD, refused

HERE = "192.0.2.7"


@pytest.fixture
def rita(inside):
    return invitations.create_first_account("Rita", PASSWORD, "Club du Moulin")[0]


@pytest.fixture
def clock(monkeypatch):
    """A clock that only the test moves."""
    moment = [now().replace(microsecond=0)]
    monkeypatch.setattr(two_factor_codes, "now", lambda: moment[0])

    def later(seconds):
        moment[0] += timedelta(seconds=seconds)

    later.app = lambda key, ahead=0: pyotp.TOTP(key).at(moment[0], counter_offset=ahead)
    return later


@pytest.fixture
def key(rita, clock):
    """The key of Rita's authenticator app. Its first code was used a minute ago."""
    two_factor.begin(rita, PASSWORD, HERE)
    secret = two_factor_codes.pending_app_secret(rita.id).secret
    rita_codes = two_factor.confirm(rita, clock.app(secret))
    clock(60)
    clock.recovery = rita_codes
    return secret


def halfway():
    with pytest.raises(accounts.CodeRequired) as asked:
        accounts.sign_in("Rita", PASSWORD, HERE)
    return asked.value.halfway


def test_the_password_alone_is_enough_until_the_app_has_shown_that_it_makes_the_right_codes(rita, clock):
    two_factor.begin(rita, PASSWORD, HERE)
    assert accounts.sign_in("Rita", PASSWORD, HERE)
    step = two_factor.two_factor_state(rita)
    assert step.since is None
    assert step.offer.address.startswith("otpauth://totp/200:Rita?secret=")
    assert step.offer.secret.replace(" ", "") == two_factor_codes.pending_app_secret(rita.id).secret
    with refused("second.code"):
        two_factor.confirm(
            rita, "000000" if clock.app(two_factor_codes.pending_app_secret(rita.id).secret) != "000000" else "111111"
        )
    assert accounts.sign_in("Rita", PASSWORD, HERE)


def test_a_sign_in_asks_for_a_code_and_takes_it_once(rita, key, clock):
    step = two_factor.two_factor_state(rita)
    assert (step.since is not None, step.left, step.offer) == (True, two_factor_codes.RECOVERY_CODES, None)
    first, code = halfway(), clock.app(key)
    account, cookie = accounts.sign_in_with_code(first, code, HERE)
    assert account.id == rita.id
    assert accounts.load_account(cookie) is not None
    with refused("second.code"):
        accounts.sign_in_with_code(halfway(), code, HERE)
    clock(30)
    assert accounts.sign_in_with_code(halfway(), f" {clock.app(key)[:3]} {clock.app(key)[3:]} ", HERE)


@pytest.mark.parametrize("ahead", [-1, 0, 1])
def test_clocks_may_differ_by_a_code(key, clock, ahead):
    assert accounts.sign_in_with_code(halfway(), clock.app(key, ahead), HERE)


@pytest.mark.parametrize("ahead", [-2, 2])
def test_clocks_that_differ_by_more_open_nothing(key, clock, ahead):
    with refused("second.code"):
        accounts.sign_in_with_code(halfway(), clock.app(key, ahead), HERE)


def test_an_older_code_opens_nothing_after_a_newer_one(key, clock):
    accounts.sign_in_with_code(halfway(), clock.app(key, 1), HERE)
    with refused("second.code"):
        accounts.sign_in_with_code(halfway(), clock.app(key), HERE)


@pytest.mark.slow
@pytest.mark.parametrize("read", [None, 7, "", "12345", "1234567", "１２３４５６", "abcdef", "x" * 500, ["000000"]])
def test_what_is_no_code_opens_nothing(key, read):
    with refused("second.code"):
        accounts.sign_in_with_code(halfway(), read, HERE)
    with refused("second.recovery"):
        accounts.sign_in_with_recovery_code(halfway(), read, HERE)


def test_of_two_who_use_a_code_at_once_one_comes_in(key, clock):
    app, code, both, told = current_app._get_current_object(), clock.app(key), threading.Barrier(2), []
    tokens = [halfway(), halfway()]

    def enter(token):
        with app.app_context():
            both.wait()
            try:
                accounts.sign_in_with_code(token, code, HERE)
            except Refusal as refusal:
                told.append(refusal.code)
            else:
                told.append("in")

    threads = [threading.Thread(target=enter, args=(token,)) for token in tokens]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(told) == ["in", "second.code"]


def test_a_recovery_code_opens_once_however_it_is_typed(rita, key, clock):
    one = clock.recovery[0]
    assert len(set(clock.recovery)) == two_factor_codes.RECOVERY_CODES
    assert accounts.sign_in_with_recovery_code(halfway(), f" {one.upper().replace('-', ' ')}", HERE)
    assert two_factor.two_factor_state(rita).left == two_factor_codes.RECOVERY_CODES - 1
    with refused("second.recovery"):
        accounts.sign_in_with_recovery_code(halfway(), one, HERE)


def test_new_recovery_codes_take_the_place_of_all_others(rita, key, clock):
    fresh = two_factor.renew(rita, PASSWORD, HERE)
    with refused("second.recovery"):
        accounts.sign_in_with_recovery_code(halfway(), clock.recovery[0], HERE)
    assert accounts.sign_in_with_recovery_code(halfway(), fresh[0], HERE)


@pytest.mark.slow
def test_codes_of_another_account_open_nothing(rita, key, clock):
    token = invitations.create(members.club_access("club-du-moulin", rita), "director").token
    denis, _cookie = invitations.accept_new(token, "Denis", PASSWORD)
    two_factor.begin(denis, PASSWORD, HERE)
    other = two_factor_codes.pending_app_secret(denis.id).secret
    others = two_factor.confirm(denis, clock.app(other))
    with refused("second.code"):
        accounts.sign_in_with_code(halfway(), clock.app(other, 1), HERE)
    with refused("second.recovery"):
        accounts.sign_in_with_recovery_code(halfway(), others[0], HERE)


def test_whoever_guesses_codes_waits(key):
    token = halfway()
    for _ in range(5):
        with refused("second.code"):
            accounts.sign_in_with_code(token, "abc", HERE)
    with refused("sign_in.wait", TooMany):
        accounts.sign_in_with_code(token, "abc", HERE)


@pytest.mark.parametrize("change", [lambda s: s[:-2] + "AA", lambda s: "9" + s, lambda s: s.split(".")[0], lambda _s: ""])
def test_the_second_step_needs_the_first(key, clock, change):
    with refused("sign_in.late"):
        accounts.sign_in_with_code(change(halfway()), clock.app(key), HERE)


def test_the_first_step_lasts_ten_minutes_and_no_longer_than_the_password(rita, key, clock, monkeypatch):
    token = halfway()
    late = now() + timedelta(minutes=10, seconds=1)
    with monkeypatch.context() as patch:
        patch.setattr(passwords, "now", lambda: late)
        with refused("sign_in.late"):
            accounts.sign_in_with_code(token, clock.app(key), HERE)
    accounts.change_password(rita, PASSWORD, "une tout autre phrase", HERE)
    with refused("sign_in.late"):
        accounts.sign_in_with_code(token, clock.app(key), HERE)


def test_the_second_step_goes_on_from_a_first_that_renewed_the_hash_of_the_password(key, clock, monkeypatch):
    monkeypatch.setattr(passwords, "needs_rehash", lambda _kept: True)
    assert accounts.sign_in_with_code(halfway(), clock.app(key), HERE)


def test_setting_up_and_ending_ask_for_the_password(rita, key):
    for act in (two_factor.begin, two_factor.renew, two_factor.end):
        with refused("password.old"):
            act(rita, "faux faux faux", HERE)
    with refused("second.already"):
        two_factor.begin(rita, PASSWORD, HERE)
    with refused("second.already"):
        two_factor.confirm(rita, "000000")
    two_factor.end(rita, PASSWORD, HERE)
    assert accounts.sign_in("Rita", PASSWORD, HERE)
    for act in (lambda: two_factor.confirm(rita, "000000"), lambda: two_factor.renew(rita, PASSWORD, HERE)):
        with refused("second.none"):
            act()


def test_a_link_for_a_new_password_does_not_stand_in_for_the_phone(key, clock):
    secret = account_reset.make_password_link("Rita")[1]
    assert account_reset.use_password_link(secret, "une tout autre phrase") is None
    with pytest.raises(accounts.CodeRequired):
        accounts.sign_in("Rita", "une tout autre phrase", HERE)


def test_whoever_runs_the_program_lets_somebody_in_by_the_password_alone(key):
    assert account_reset.disable_two_factor("rita") == ("Rita", True)
    assert accounts.sign_in("Rita", PASSWORD, HERE)
    assert account_reset.disable_two_factor("Rita") == ("Rita", False)


def test_the_command_says_what_it_did(rita, key, app, found_by_commands):
    found_by_commands(app)
    result = app.test_cli_runner().invoke(command, ["disable-2fa", "Rita"])
    assert result.exit_code == 0, result.output
    assert "Rita" in result.output
    db.session.expire_all()
    assert not two_factor_codes.has_two_factor(rita.id)


@pytest.mark.slow
def test_an_account_that_ends_takes_its_second_step_along_and_its_file_tells_of_it(rita, key, clock):
    told = own_account.personal_data(rita)["second_step"]
    assert told == {"since": two_factor.two_factor_state(rita).since, "recovery_codes_left": two_factor_codes.RECOVERY_CODES}
    deletion.delete_club(members.club_access("club-du-moulin", rita), "Club du Moulin")
    own_account.delete_account(rita, PASSWORD, HERE)
    assert db.session.query(SecondStep).count() == db.session.query(RecoveryCode).count() == 0


def test_neither_the_key_nor_a_recovery_code_is_kept_in_clear(rita, key, clock):
    kept = db.session.get(SecondStep, rita.id).secret
    assert key not in kept
    rows = [row.code for row in db.session.query(RecoveryCode)]
    assert all(re.fullmatch("[0-9a-f]{64}", row) for row in rows)
    assert len(rows) == two_factor_codes.RECOVERY_CODES


def test_a_key_that_another_instance_sealed_opens_nothing_and_recovery_codes_do(rita, key, clock):
    token = halfway
    current_app.config["SECRET_KEY"] = "of another instance"
    with refused("second.code"):
        accounts.sign_in_with_code(token(), clock.app(key), HERE)
    assert accounts.sign_in_with_recovery_code(token(), clock.recovery[0], HERE)


def fields(page, name):
    return re.search(rf'<form class="stack".*?name="{name}" value="([^"]*)"', page.get_data(as_text=True), re.DOTALL).group(1)


def test_the_pages_lead_through_it(app, client, clock):
    with app.app_context():
        _rita, cookie = invitations.create_first_account("Rita", PASSWORD, "Club du Moulin")
    client.set_cookie(accounts.COOKIE, cookie)
    path = "/club/account/second-step"
    assert client.post(f"{path}/begin", data={"old": "faux"}).status_code == 422
    assert client.post(f"{path}/begin", data={"old": PASSWORD}).status_code == 303
    page = client.get(path).get_data(as_text=True)
    secret = re.search(r"<code>([A-Z2-7 ]{30,})</code>", page).group(1).replace(" ", "")
    assert 'src="data:image/svg+xml' in page
    wrong = client.post(f"{path}/confirm", data={"code": "12"})
    assert wrong.status_code == 422
    assert "“12”" in wrong.get_data(as_text=True)
    done = client.post(f"{path}/confirm", data={"code": clock.app(secret)})
    shown = re.findall(r"<li>\s*<code>([a-z0-9-]{19})</code>", done.get_data(as_text=True))
    assert len(shown) == two_factor_codes.RECOVERY_CODES
    assert done.headers["Cache-Control"] == "no-store"
    again = client.get(path).get_data(as_text=True)
    assert shown[0] not in again
    assert secret not in again

    other = app.test_client()
    asked = other.post("/club/sign-in", data={"name": "Rita", "password": PASSWORD, "next": "/club/account"})
    assert asked.status_code == 200
    assert other.get_cookie(accounts.COOKIE) is None
    form = {"halfway": fields(asked, "halfway"), "next": fields(asked, "next")}
    again = other.post("/club/sign-in/code", data={**form, "code": "nothing"})
    assert again.status_code == 422
    clock(60)
    entered = other.post("/club/sign-in/code", data={**form, "code": clock.app(secret)})
    assert (entered.status_code, entered.headers["Location"]) == (303, "/club/account")
    assert other.get("/club/account").status_code == 200

    lost = app.test_client()
    form["halfway"] = fields(lost.post("/club/sign-in", data={"name": "Rita", "password": PASSWORD}), "halfway")
    assert lost.get("/club/sign-in/code").headers["Location"] == "/club/sign-in"
    assert lost.post("/club/sign-in/code", data={**form, "recovery": shown[0]}).status_code == 303
    assert lost.post(f"{path}/end", data={"old": PASSWORD}).status_code == 303
    assert app.test_client().post("/club/sign-in", data={"name": "Rita", "password": PASSWORD}).status_code == 303


def test_what_was_begun_too_long_ago_leads_back_to_the_password(client, rita, key):
    late = client.post("/club/sign-in/code", data={"halfway": "x", "code": "123456"})
    assert late.status_code == 422
    assert 'name="password"' in late.get_data(as_text=True)


def test_the_secret_stands_in_no_log(app, client, clock, caplog):
    with app.app_context():
        _rita, cookie = invitations.create_first_account("Rita", PASSWORD, "Club du Moulin")
    client.set_cookie(accounts.COOKIE, cookie)
    with caplog.at_level("DEBUG"):
        client.post("/club/account/second-step/begin", data={"old": PASSWORD})
        page = client.get("/club/account/second-step").get_data(as_text=True)
    secret = re.search(r"<code>([A-Z2-7 ]{30,})</code>", page).group(1).replace(" ", "")
    assert secret not in caplog.text
