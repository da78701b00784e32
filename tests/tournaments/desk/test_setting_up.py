from __future__ import annotations

import html
import io
import re

import pytest

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.pairing.record.record import Options
from scorekeeper.tournaments.commands.setup.validation import proposal_text, propose
from tests.tournaments.desk.director import Director, options
from tests.visitor import flat, text_of

NIGHT = {
    "name": "Soirée",
    "day": "2026-11-20",
    "starts": "19:00",
    "entrants": "12",
    "ends": "22:30",
    "who": "pairs",
    "rules": "kitty",
}


@pytest.fixture
def director(app):
    return Director(app)


def make(director, status=303, **more):
    answer = director.client.post(director.club + "/new", data={**NIGHT, "uuid": "0123-4567-89ab", "do": "create", **more})
    assert answer.status_code == status, text_of(answer)[:600]
    if status == 303:
        director.root = re.match(r"/desk/\d+", answer.location)[0]
    return answer


def test_nobody_who_is_not_signed_in_sees_the_desk(app, director):
    stranger = app.test_client()
    for path in ("/desk", director.club, director.root, director.root + "/history", director.root + "/rounds/1/live"):
        answer = stranger.get(path)
        assert answer.status_code == 303
        assert "/club/sign-in?next=" in answer.location
    assert stranger.post(director.root + "/draft").status_code == 401


def test_a_tournament_of_another_club_is_not_there(app, director):
    director.open("/desk/999999", 404)
    director.open("/desk/clubs/elsewhere", 404)


def test_the_proposed_format_is_made_in_one_step(director):
    offers = options(director.open(director.club + "/new"), "offer")
    assert offers[0].startswith("swiss")
    make(director, offer=offers[0])
    text = director.text("/entrants")
    assert "No entrants yet" in text
    plan = director.text()
    assert "5 rounds · 8 hands per match" in plan
    assert "Add entrants" in plan


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_one_round_or_hand_is_not_told_as_several(lang):
    offers = [one for entrants in (2, 4, 5, 8, 12) for minutes in (15, 30, 60, 210) for one in propose(entrants, minutes)]
    assert {1} < {one.params["rounds"] for one in offers}
    told = " ".join(proposal_text(t_for(lang), one) for one in offers)
    assert not re.search(r"\b1 (rounds|hands|rondes|donnes)\b", told)


def test_hours_are_offered_as_the_language_writes_them(director):
    make(director, ends="21:30")
    assert 'name="hours" value="2,5"' in director.open("/setup", headers={"Accept-Language": "fr-CA"}).text


def test_rounds_and_hands_of_a_proposal_can_be_typed_over(director):
    make(director, **{"offer": "swiss-0", "offer-rounds": "4", "offer-hands": "10"})
    assert "4 rounds · 10 hands per match" in director.text()


def test_formats_follow_the_number_of_entrants_as_a_part_of_the_page(director):
    answer = director.open(director.club + "/new?entrants=5&starts=19:00&ends=22:00&who=pairs", headers={"X-Fragment": "1"})
    assert answer.get_data(as_text=True).lstrip().startswith('<div id="offers"')
    assert options(answer, "offer")[0].startswith("round_robin")


def test_a_format_of_ones_own_has_every_option(director):
    own = {"offer": "own", "method": "double_elimination", "kind": "race", "best_of": "3", "third_place": "1"}
    make(director, **own)
    assert "Double elimination · matches to 200 · best of 3" in director.text()
    director.send("/setup", at="/setup", method="swiss", rounds="6", kind="clock", minutes="35", best_of="1")
    assert "Swiss · 6 rounds · 35-minute matches" in director.text()


def test_what_cannot_be_read_stays_in_the_form_beside_the_reason(director):
    answer = make(director, 422, name="x" * 81, offer="swiss-0")
    assert "A tournament’s name has between 1 and" in text_of(answer)
    assert 'aria-invalid="true"' in answer.get_data(as_text=True)
    answer = make(director, 422, offer="own", method="swiss", rounds="many", kind="hands", hands="8")
    assert "many" in text_of(answer)


def test_a_list_is_pasted_and_a_line_that_cannot_be_read_enters_nobody(director):
    lines = "1. Aline & Denis\nRosa, Edgar\nAlma &"
    answer = director.send("/entrants", 422, at="/entrants", text=lines)
    assert "Line 3, “Alma &”: write two names" in text_of(answer)
    assert "Rosa, Edgar" in text_of(answer)
    assert director.board().entrants == ()
    director.send("/entrants", at="/entrants", text="1. Aline & Denis\nRosa, Edgar")
    assert [e.name for e in director.board().entrants] == ["Aline & Denis", "Rosa & Edgar"]


def send_table(director, read, status=303, **chosen):
    """Send the form for a spreadsheet as filled in, or with other columns."""
    page = read.get_data(as_text=True)
    fields = {"table": html.unescape(re.search(r'<textarea name="table" hidden>\n(.*?)</textarea>', page, re.DOTALL)[1])}
    for name, choices in re.findall(r'<select class="input" name="(role-\d+)".*?>(.*?)</select>', flat(page)):
        fields[name] = re.search(r'value="([^"]*)" selected', choices)[1]
    fields["heads"] = "1" if re.search(r'name="heads" value="1" checked', page) else ""
    return director.send("/entrants/file", status, at="/entrants", **{"do": "enter", **fields, **chosen})


def test_a_file_enters_pairs_with_their_seeds(director):
    data = (io.BytesIO("Joueur 1;Joueur 2;Rang\nAline;Denis;2\nRosa;Edgar;1\n".encode("cp1252")), "liste.csv")
    read = director.send("/entrants", 200, at="/entrants", file=data)
    assert director.board().entrants == ()
    send_table(director, read)
    assert [(e.name, e.seed) for e in director.board().entrants] == [("Aline & Denis", 2), ("Rosa & Edgar", 1)]


def test_pairs_who_came_before_are_ticked(app, director):
    director.send("/entrants", at="/entrants", text="Aline & Denis\nRosa & Edgar")
    make(director, offer="swiss-0", uuid="another-0123")
    known = options(director.open("/entrants"), "known")
    assert len(known) == 2
    director.send("/entrants", at="/entrants", known=[known[1]])
    assert "1 entrant" in (page := director.text("/entrants"))
    assert "Entered: Rosa & Edgar." in page


def test_what_was_entered_by_mistake_is_taken_back_where_it_is_said(director):
    director.send("/entrants", at="/entrants", text="Aline & Denis")
    page = director.open("/entrants").get_data(as_text=True)
    undo = re.search(r'action="(/desk/\d+/history/\d+/undo)"', page)[1]
    director.send(undo.removeprefix(director.root), at="/entrants", back=director.root + "/entrants")
    assert director.board().entrants == ()


def test_seeds_are_typed_drawn_or_follow_the_entry(director):
    director.send("/entrants", at="/entrants", text="Aline & Denis\nRosa & Edgar\nAlma & Yvon")
    director.send("/entrants/order", at="/entrants", do="typed", **{"seed-e3": "1", "seed-e1": "2", "seed-e2": "3"})
    assert [e.seed for e in director.board().entrants] == [2, 3, 1]
    director.send("/entrants/order", at="/entrants", do="draw")
    assert sorted(e.seed for e in director.board().entrants) == [1, 2, 3]
    director.send("/entrants/order", at="/entrants", do="entry")
    assert [e.seed for e in director.board().entrants] == [1, 2, 3]


def test_public_entries_open_with_a_limit_and_a_note(director):
    form = {"entries": "1", "open": "1", "limit": "8", "closes": "2030-01-02T18:30", "entry-note": "Bring cash"}
    director.send("/setup", at="/setup", **form)
    entry = director.board().entry
    assert (entry.open, entry.limit, entry.note) == (True, 8, "Bring cash")
    assert "2030-01-02T18:30" in director.open("/setup").get_data(as_text=True)


def test_players_are_added_renamed_and_put_back(director):
    page = director.club + "/players"
    director.client.post(page, data={"do": "add", "names": "Aline\nDenis"})
    assert "2 players" in director.text(page)
    number = re.search(r'name="do" value="rename-(\d+)"', director.open(page).get_data(as_text=True))[1]
    director.client.post(page, data={"do": f"rename-{number}", f"name-{number}": "Aline Haché"})
    director.client.post(page, data={"do": f"hide-{number}"})
    assert "Put back" in director.text(page)
    assert "1 player" in director.text(page)
    director.client.post(page, data={"do": f"show-{number}"})
    assert "Aline Haché" in director.text(page)


@pytest.mark.slow
def test_every_form_of_the_desk_carries_the_token_of_the_session(make_app):
    app = make_app(WTF_CSRF_ENABLED=False)
    director = Director(app, 4)
    director.round()
    app.config["WTF_CSRF_ENABLED"] = True
    pages = ("", "/entrants", "/entrants/e1", "/rounds/1/tables/1", "/rounds/1/live", "/setup", "/report", "/finish", "/history")
    for page in pages:
        tokens = re.findall(r'name="csrf_token" value="([^"]*)"', director.open(page).get_data(as_text=True))
        assert tokens, page
        for token in tokens:
            sent = director.client.post(director.root + "/clock", data={"csrf_token": token, "do": "nothing"})
            assert sent.status_code == 404, f"{page}: {token}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("field", "typed", "says"),
    [
        ("ends", "abc", "Until: “abc” is not valid. Enter a time at least half an hour after the beginning"),
        ("ends", "19:10", "“19:10” is not valid"),
        ("entrants", "twelve", "Number of entrants: “twelve” is not valid. Enter a whole number between 2 and 1024"),
        ("offer-hands", "8x", "Hands per match: “8x” is not valid"),
        ("entrants", "--5", "Number of entrants: “--5” is not valid"),
    ],
)
def test_a_number_of_a_new_tournament_that_cannot_be_read_is_named_and_stays(director, field, typed, says):
    answer = make(director, 422, **{"offer": "swiss-0", field: typed})
    assert says in text_of(answer)
    _, _, rest = answer.get_data(as_text=True).partition(f'name="{field}"')
    assert typed in rest[:60]
    assert 'aria-invalid="true"' in rest[:90]


@pytest.mark.slow
@pytest.mark.parametrize(("typed", "minutes"), [("3h30", 210), ("3:30", 210), ("3 h", 180), ("2,5", 150)])
def test_hours_are_read_as_people_write_them(director, typed, minutes):
    director.send("/setup", at="/setup", hours=typed)
    assert f'value="{minutes / 60:g}"' in director.open("/setup").get_data(as_text=True)


@pytest.mark.slow
def test_a_limit_or_a_seed_that_cannot_be_read_is_named_and_what_was_typed_stays(app):
    director = Director(app, 3)
    page = text_of(
        director.send("/setup", 422, at="/setup", entries="1", open="1", limit="a dozen", **{"entry-note": "Bring tea"})
    )
    assert "“a dozen” is not a valid limit. Enter a whole number between 2 and 1024, or leave it blank." in page
    assert "Bring tea" in page
    answer = director.send("/entrants/order", 422, at="/entrants", **{"seed-e1": "2", "seed-e2": "first"})
    assert "“first” is not a valid seed. Use a number." in text_of(answer)
    assert 'name="seed-e1" value="2"' in answer.get_data(as_text=True)


def test_a_cut_that_takes_more_than_go_on_from_the_pools_is_refused_on_both_forms(app):
    director = Director(app, 12)
    stages = {"first": "round_robin", "pools": "3", "advance": "2", "final": "single_elimination", "cut": "8"}
    fields = {"method": "stages", "kind": "hands", "hands": "8", "best_of": "1", "final-best_of": "1", **stages}
    says = "3 pools × 2 = 6, but the cut is 8"
    answer = director.send("/setup", 422, at="/setup", name="Club night", **fields)
    assert says in text_of(answer)
    answer = new_tournament(director, who="pairs", offer="own", **fields)
    assert answer.status_code == 422
    assert says in text_of(answer)


def test_a_number_field_says_what_it_means_when_it_is_left_blank(director):
    for path in (f"{director.club}/new", "/setup"):
        page = flat(director.open(path).get_data(as_text=True))
        own = page.partition('<div class="stack desk-format">')[2].partition("</form>")[0]
        numbers = re.findall(r'<input class="input" name="([\w-]+)" value="[^"]*" placeholder="([^"]*)"', own)
        assert {"rounds", "pools", "advance", "first-rounds", "cut", "margin_cap", "hands", "minutes"} <= {n for n, _ in numbers}
        assert all(says for _, says in numbers), numbers


def new_tournament(director, do="create", **fields):
    """Send the form for a new tournament."""
    usual = {"name": "Club night", "day": "2026-11-28", "starts": "19:00", "rules": "kitty", "entrants": "12", "ends": "22:30"}
    return director.client.post(f"{director.club}/new", data={**usual, "do": do, **fields})


def test_single_players_are_offered_only_methods_for_single_players(director):
    page = director.open(f"{director.club}/new").get_data(as_text=True)
    who = dict(re.findall(r'name="method"\s+value="(\w+)"\s+data-who="([\w ]+)"', page))
    alone = {name for name, has in who.items() if "players" in has.split()}
    assert alone == {"rotating_partners", "winners_up", "up_and_down", "stages"}
    assert {name for name, has in who.items() if "pairs" in has.split()} == {*who} - {"rotating_partners", "up_and_down"}


@pytest.mark.parametrize(
    ("who", "method", "status"),
    [
        *(("players", "swiss", 422), ("players", "stages", 422), ("players", "up_and_down", 303)),
        *(("pairs", "rotating_partners", 422), ("pairs", "swiss", 303), ("pairs", "winners_up", 303)),
    ],
)
def test_a_method_that_is_not_for_those_who_enter_is_refused_by_its_name(director, who, method, status):
    answer = new_tournament(director, who=who, offer="own", method=method, kind="hands", hands="8", best_of="1", rounds="5")
    assert answer.status_code == status
    # Of stages, the method of the first one decides. Without a choice, that is a Swiss.
    title = {"swiss": "Swiss", "stages": "Swiss", "rotating_partners": "Rotating partners"}.get(method, "")
    assert status == 303 or f"{title} is for {'pairs' if who == 'players' else 'single players'}" in text_of(answer)


def test_winners_move_up_is_for_those_who_were_said_to_enter(director):
    for who, alone in (("players", True), ("pairs", False)):
        answer = new_tournament(director, who=who, offer="own", method="winners_up", kind="hands", hands="8", rounds="5")
        director.root = answer.location.partition("/entrants")[0]
        page = director.open("/entrants").get_data(as_text=True)
        assert page.count('name="player-') == (1 if alone else 2)


def test_pasted_single_names_do_not_become_pairs_unless_they_are_said_to_be_names_of_pairs(director):
    sent = {"text": "Aaron\nAbel\nAdele & Agathe"}
    answer = director.send("/entrants", 422, at="/entrants", **sent)
    assert "Line 1, “Aaron”: only one name, but a pair has two players." in text_of(answer)
    assert not director.board().entrants
    director.send("/entrants", at="/entrants", **sent, rest="1")
    assert director.board().entrants[-1].players == ("Adele", "Agathe")
    director.send("/entrants", at="/entrants", text="Aaron\nAbel", teams="1")
    assert [one.name for one in director.board().entrants[-2:]] == ["Aaron", "Abel"]


def test_a_proposal_with_other_rounds_says_the_same_number_everywhere_and_needs_no_name(director):
    page = director.open(f"{director.club}/new?who=players&entrants=16").get_data(as_text=True)
    offer = re.search(r'value="(rotating_partners-\d+)"', page)[1]
    answer = new_tournament(director, do="look", name="", who="players", entrants="16", offer=offer, **{"offer-rounds": "3"})
    assert answer.status_code == 200
    card = flat(answer.get_data(as_text=True)).partition(offer)[2].partition("</label>")[0]
    assert {int(n) for n in re.findall(r"(\d+) rounds", card)} == {3}
    assert re.search(r'<button[^>]*value="look"[^>]*formnovalidate', page)


@pytest.mark.parametrize(
    ("counts", "first"),
    [
        ("wins", ("match_points", "points_for")),
        ("points", ("points_for", "match_points")),
        # What was proposed for pairs is not the answer for single players.
        ("tie_breaks", ("match_points", "points_for")),
    ],
)
@pytest.mark.parametrize("offer", ["rotating_partners-0", "own"])
def test_what_counts_is_asked_in_plain_words_and_orders_the_standings(director, counts, first, offer):
    page = director.text(f"{director.club}/new")
    question = page.partition("What counts?")[2]
    assert [title in question for title in ("Wins, then points", "All points", "Match points with tie-breaks")] == [True] * 3
    own = {"method": "rotating_partners", "kind": "hands", "hands": "8", "best_of": "1", "rounds": "6"}
    # As on the page for pairs, if single players are chosen after opening it.
    own |= {f"break-{k}": name for k, name in enumerate(Options().tiebreaks)}
    answer = new_tournament(director, who="players", entrants="16", offer=offer, counts=counts, **own)
    director.root = answer.location.partition("/entrants")[0]
    setup = director.open("/setup").get_data(as_text=True)
    chosen = re.findall(r'<option value="(\w+)" selected>', setup.partition('name="break-0"')[2])
    assert tuple(chosen[:2]) == first
    assert "buchholz" not in chosen
