"""Every address asked as every caller: who_gets_in.md is up to date, and the rules of access hold."""

from __future__ import annotations

import difflib
import re
from dataclasses import replace

import pytest

from tests.app.asking import API, DENIED, IN, KEPT_OUT, SIGNS_IN, AccessProber, Door
from tests.app.callers import world
from tests.app.operations import OPERATIONS
from tools import who_gets_in

pytestmark = pytest.mark.slow

OPEN = {"visitor", "device-other", "signed-out", "expired"}
"""Callers without access, or with access that has ended."""
ENDED = {
    "device-revoked",
    "link-revoked",
    "token-revoked",
    "token-expired",
    "table-revoked",
    "entrant-revoked",
    "signed-out",
    "expired",
}
FOREIGN_CLUB = {"former-member", "other-club", "token-other-club"}
FOREIGN_GAME = {"device-other", "link-other-game"}
HIDDEN = {"visitor-draft", "visitor-private", "other-club-draft", "other-club-private"}
ROLES = ("scorer", "director", "organizer", "operator")
SCOPES = ("token-read", "token-score", "token-direct", "token-organise")

BY_ENTRY_FORM = {
    ("POST", f"{API}/tournaments/<int:tournament>/entries"),
    ("POST", "/tournaments/<int:tournament_id>/enter"),
}
"""The public entry form, the only part of a club that strangers may write to once the desk opens it."""
OF_THE_DESK = ("/desk", "/clubs/<slug>/people", "/clubs/<slug>/files", "/club/account", "/club/copies")


@pytest.fixture(scope="module")
def made(tmp_path_factory, migrated_database):
    """The world for all tests. Every request leaves it unchanged."""
    with world(tmp_path_factory.mktemp("who"), migrated_database) as one:
        yield one


@pytest.fixture(scope="module")
def found(made):
    """The results of all callers, by address."""
    return who_gets_in.ask_all(made)


def let_in(outcomes: dict[str, str]) -> set[str]:
    return {caller for caller, outcome in outcomes.items() if outcome == IN}


def find_wrong_callers(found, allowed):
    """Return addresses that let in a wrong caller. `allowed` returns the right callers, None for everyone."""
    bad = {}
    for door, outcomes in found.items():
        may = None if door.secret else allowed(door)
        if may is not None and (more := let_in(outcomes) - may):
            bad[f"{door.method} {door.address}"] = sorted(more)
    return bad


def all_callers(found) -> set[str]:
    return {caller for outcomes in found.values() for caller in outcomes}


def test_the_table_is_true(made, found):
    written, true = (text.splitlines() for text in (who_gets_in.TABLE.read_text("utf-8"), who_gets_in.document(made, found)))
    different = [line[:160] for line in difflib.unified_diff(written, true, n=0, lineterm="")]
    assert different == [], "run `make who-gets-in` and read the difference before you commit it"


def test_every_door_is_opened_by_somebody_and_every_answer_is_one_of_five(found):
    assert [f"{door.method} {door.address}" for door, outcomes in found.items() if not let_in(outcomes)] == []
    assert {outcome for outcomes in found.values() for outcome in outcomes.values()} <= {IN, SIGNS_IN, DENIED, *KEPT_OUT.values()}


def test_who_is_not_signed_in_writes_nothing_of_a_club_and_comes_to_no_desk(found):
    def allowed(door):
        of_club = {"club", "slug", "tournament"} & set(door.places)
        written = of_club and door.method != "GET" and (door.method, door.address) not in BY_ENTRY_FORM
        return all_callers(found) - OPEN - ENDED if written or door.address.startswith(OF_THE_DESK) else None

    assert find_wrong_callers(found, allowed) == {}


def test_a_game_is_open_to_its_devices_and_its_links_alone(found):
    def allowed(door):
        if "game" not in door.places or (door.method, door.address) == ("GET", "/games/<int:game_id>/auction"):
            return None  # the latter redirects everyone to the game's page
        return {"device-watch", "device-score", "device-own", "link-watch", "link-score"}

    assert find_wrong_callers(found, allowed) == {}


ASKS = {"needs", "preview", "auction", "hide", "hands"}
"""Ends of POST requests to a game that don't change it, or that check access later (`test_who_watches…`)."""


def test_who_watches_a_game_changes_nothing_of_it(found):
    def allowed(door):
        if "game" not in door.places or door.method == "GET" or door.address.rpartition("/")[2] in ASKS:
            return None
        return {"device-score", "device-own", "link-score"}

    assert find_wrong_callers(found, allowed) == {}


def test_who_watches_a_game_records_no_hand_and_no_act_of_a_phone(made):
    from tests.games.kitchen_table import hand

    watching = next(one for one in made.callers if one.name == "device-watch")
    scoring = next(one for one in made.callers if one.name == "device-score")
    client, game = made.app.test_client(use_cookies=False), made.things["match"]
    seen = client.get(f"{API}/games/{game}", headers=scoring.headers).json["revision"]
    act = {"key": "who-gets-in-9", "seen": seen, "after": None, "act": {"do": "record", "event": hand()}}
    form = {"uuid": "who-gets-in-8", "revision": seen, "contractor": "0", "bid": "60", "points": "65", "do": "save"}
    for path, sent in ((f"/games/{game}/log", {"json": act}), (f"/games/{game}/hands", {"data": form})):
        statuses, changed = [], []
        for caller in (watching, scoring):
            before = made.version()
            statuses.append(client.post(path, headers=caller.headers, **sent).status_code)
            changed.append(made.version() != before)
            made.put_back()
        assert changed == [False, True], (path, statuses)


def test_what_is_another_clubs_is_never_opened(found):
    def allowed(door):
        if not {"club", "slug", "tournament"} & set(door.places) or "visitor" in let_in(found[door]):
            return None
        return all_callers(found) - FOREIGN_CLUB - HIDDEN

    assert find_wrong_callers(found, allowed) == {}


def test_what_is_hidden_is_never_opened_to_whoever_does_not_belong_to_it(found):
    assert find_wrong_callers(found, lambda _: all_callers(found) - HIDDEN) == {}


def test_what_has_ended_opens_nothing_that_is_not_open_to_everybody(found):
    def allowed(door):
        nobody = found[door].get("visitor")
        return None if nobody == IN else all_callers(found) - ENDED

    assert find_wrong_callers(found, allowed) == {}


def test_a_secret_address_is_opened_by_the_secret_that_is_open_alone(found):
    doors = {f"{door.method} {door.address}": outcomes for door, outcomes in found.items() if door.secret}
    assert len(doors) > 8
    assert {name: outcomes for name, outcomes in doors.items() if let_in(outcomes) != {"valid"}} == {}


@pytest.mark.parametrize("ladder", [ROLES, SCOPES], ids=["roles", "scopes"])
def test_whoever_may_more_may_what_those_below_may(found, ladder):
    for door, outcomes in found.items():
        if not door.secret and ladder[0] in outcomes:
            inside = [one in let_in(outcomes) for one in ladder]
            assert inside == sorted(inside), (door, dict(zip(ladder, inside, strict=True)))


def test_a_token_opens_nothing_that_its_account_does_not(found):
    """All tokens belong to the operator."""
    for door, outcomes in found.items():
        if door.api:
            assert not set(SCOPES) & let_in(outcomes) or "operator" in let_in(outcomes), door


GAME = {"device-own", "device-score", "link-score"}
WATCHING = GAME | {"device-watch", "link-watch"}
INSIDE = {
    "open": None,
    "device": None,
    "watch": WATCHING,
    "score": GAME,
    "table": {"table"},
    "entrant": {"entrant"},
    "club.public": None,
    "club.read": {*ROLES, *SCOPES},
    "club.score": {*ROLES, *SCOPES[1:]},
    "club.direct": {*ROLES[1:], *SCOPES[2:]},
    "club.organise": {*ROLES[2:], *SCOPES[3:]},
}
"""The callers for each declared kind of access (`core.api.access.ACCESS_KINDS`). None means everyone."""
OF_NO_CLUB = {"read_account", "list_clubs", "create_club", "bring_in_club", *(f"{act}_record" for act in ("pair", "schedule"))}
OF_NO_CLUB |= {"rank_record", "check_record"}
"""These name no club: whoever belongs to any is let in, and is shown their own."""
STRICTER = {
    "delete_tournament": INSIDE["club.organise"],  # once it is played
    # The last change is the director's. A scorer's token of the same account may not undo it. Anyone who has
    # changed nothing gets a message.
    **{name: {*INSIDE["club.direct"], "scorer"} for name in ("undo_tournament_change", "preview_undo")},
    "create_club": {*ROLES[2:]},  # a token is for one club and can't create others
    "bring_in_club": {*ROLES[2:]},
}


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda o: o.name)
def test_an_operation_lets_in_whom_it_declares(found, operation):
    path = re.sub(r"\{(\w+)\}", r"<\1>", f"{API}{operation.path}")
    (outcomes,) = (
        one for door, one in found.items() if door.method == operation.method and re.sub(r"<\w+:", "<", door.address) == path
    )
    expected = STRICTER.get(operation.name, INSIDE[operation.access])
    inside = let_in(outcomes)
    if operation.name in OF_NO_CLUB:
        inside -= FOREIGN_CLUB
    if expected is None:  # an invalid token is rejected even where none is needed
        expected = set(outcomes) - HIDDEN - ({"token-revoked", "token-expired"} if operation.access == "club.public" else set())
    assert inside == expected


NESTED = {"link", "set_id", "league", "player", "member", "invitation", "token_id"}
"""Ids of rows with an owner. Below one's own address, another owner's row doesn't exist."""


def test_what_is_anothers_is_not_there_under_ones_own_address(made, found):
    asking = AccessProber(made)
    owners = [next(one for one in made.callers if one.name == name) for name in ("device-own", "operator")]
    asked = 0
    for door in found:
        for place in NESTED & set(door.places):
            for owner in owners:
                if found[door][owner.name] == IN and found[door]["visitor"] != IN:
                    asked += 1
                    assert asking.ask(door, owner, **{place: made.foreign[place]}) == "404", (door, place)
    assert asked > 15


def test_a_program_s_token_opens_no_page(made, found):
    """Tokens are for the API. On pages they have no effect."""
    asking = AccessProber(made)
    token = next(one for one in made.programs if one.name == "token-organise")
    for door, outcomes in found.items():
        if not door.api and not door.secret and outcomes["visitor"] != IN and door.method == "GET":
            assert asking.ask(door, replace(token, cookies=())) == outcomes["visitor"], door


def test_a_new_address_is_asked_too(found, made):
    assert {(door.method, door.address) for door in found} == {
        (method, rule.rule) for rule in made.app.url_map.iter_rules() for method in rule.methods - {"HEAD", "OPTIONS"}
    }
    assert isinstance(next(iter(found)), Door)
