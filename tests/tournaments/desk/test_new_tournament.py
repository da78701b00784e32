"""A new tournament as four questions: who, how many, until when, and what the club wants."""

from __future__ import annotations

import re

import pytest

from scorekeeper.pairing.standings.what_counts import WHAT_COUNTS
from tests.tournaments import evening
from tests.tournaments.desk.director import Director
from tests.visitor import flat, text_of, value_of


@pytest.fixture
def director(app):
    return Director(app)


def cards(director: Director, **facts: str) -> list[tuple[str, str]]:
    """Return the wishes with their first line and the whole card."""
    query = "&".join(f"{name}={value}" for name, value in facts.items())
    page = flat(director.open(f"{director.club}/new?{query}").text).partition('id="offers"')[2].partition("<details")[0]
    found = [card.partition("</label>")[0] for card in page.split('<label class="pick')[1:]]
    return [(re.search(r"<b>([^<]*)</b>", card)[1], re.sub(r"<[^>]+>", " ", card)) for card in found]


def test_pairs_are_asked_what_they_want_with_the_end_and_the_method_in_the_second_line(director):
    found = cards(director, who="pairs", entrants="16", starts="13:00", ends="17:00")
    assert [title for title, _ in found] == ["Everyone plays to the end", "A final", "Two chances"]
    assert all("ends about" in card for _, card in found)
    assert "Swiss:" in found[0][1]
    assert "Double knock-out" in found[2][1]


def test_single_players_are_asked_what_they_want(director):
    found = cards(director, who="players", entrants="40", starts="13:00", ends="17:00")
    assert [title for title, _ in found] == ["Everyone plays to the end", "A final", "Move up and down"]
    assert "Rotating partners:" in found[0][1]


def test_the_time_available_ends_the_next_day_if_it_must(director):
    assert "12:" in cards(director, who="pairs", entrants="8", starts="21:00", ends="00:30")[0][1]


def create(director: Director, **fields: str) -> None:
    usual = {"day": "2026-11-28", "starts": "13:00", "ends": "17:00", "rules": "kitty", "entrants": "40", "do": "create"}
    answer = director.client.post(f"{director.club}/new", data={**usual, **fields})
    assert answer.status_code == 303, text_of(answer)[:500]
    director.move_to(answer.location)


def test_a_tournament_without_a_name_has_the_name_of_its_day(director):
    create(director, who="players", offer="rotating_partners-0")
    assert director.board().name == "Saturday, November 28"
    assert director.board().about.minutes == 240


@pytest.mark.parametrize(
    ("who", "offer", "counts"), [("players", "rotating_partners-0", "wins"), ("pairs", "swiss-0", "tie_breaks")]
)
def test_the_proposal_writes_down_what_counts(director, who, offer, counts):
    create(director, who=who, entrants="16", offer=offer)
    assert director.board().options.tiebreaks == WHAT_COUNTS[counts]
    assert "tiebreaks" in director.board().setup.options


def test_the_setup_asks_what_counts_and_an_order_of_ones_own_stays_until_it_is_answered(director):
    create(director, who="players", offer="rotating_partners-0")
    director.send("/setup", at="/setup", **format_fields(director), counts="points")
    assert director.board().options.tiebreaks == WHAT_COUNTS["points"]
    own = {**format_fields(director), "break-0": "wins", "break-1": "boxes", "break-2": "", "break-3": ""}
    director.send("/setup", at="/setup", **own, counts="points")
    assert director.board().options.tiebreaks == ("wins", "boxes")
    assert "Your own order" in director.text("/setup")
    director.send("/setup", at="/setup", **{**format_fields(director), "hands": "9"}, counts="")
    assert director.board().options.tiebreaks == ("wins", "boxes")


def format_fields(director: Director) -> dict[str, str]:
    """Return the fields of the format as a browser sends them."""
    page = director.open("/setup").text.partition('id="setup"')[2]
    breaks = re.findall(r'name="(break-\d)">(.*?)</select>', page, re.DOTALL)
    picked = {name: found[1] if (found := re.search(r'value="(\w+)" selected', body)) else "" for name, body in breaks}
    fields = {"method": director.board().method, "kind": "hands", "hands": "8", "best_of": "1", "rounds": "5"}
    return {**fields, **picked}


def test_from_nothing_to_round_1_with_40_players_takes_fewer_than_8_clicks(director):
    clicks = []

    def click(what: str, page: str) -> None:
        assert what in text_of(director.open(page)), f"{what} is not on {page}"
        clicks.append(what)

    click("New tournament", director.club)
    click("Single players", f"{director.club}/new")
    click("Create tournament", f"{director.club}/new?who=players&entrants=40")
    create(director, who="players", entrants="40", offer="rotating_partners-0")
    click("Enter", "/entrants")
    director.send("/entrants", at="/entrants", text="\n".join(evening.people(40)))
    click("Pair round 1", "/entrants")
    director.send("/draft", at="/entrants")
    click("Publish", "/draft")
    director.send("/draft/publish", at="/draft")
    assert len(director.board().rounds[0].tables) == 10
    assert len(clicks) < 8, clicks


def test_the_name_of_the_button_that_was_not_pressed_is_asked_again_with_everything_typed(director):
    answer = director.client.post(
        f"{director.club}/new", data={"who": "players", "entrants": "9", "venue": "Salle", "ends": "17:00", "do": "look"}
    )
    assert answer.status_code == 200
    assert (value_of(answer, "venue"), value_of(answer, "entrants")) == ("Salle", "9")


def test_a_computer_in_another_time_zone_than_the_club_gets_a_note(director):
    page = director.text(f"{director.club}/new")
    assert "This computer is on" not in page
    director.client.set_cookie("zone", "America/Vancouver")
    assert "This computer is on Pacific Time (Vancouver). Change the club’s time zone" in director.text(f"{director.club}/new")
