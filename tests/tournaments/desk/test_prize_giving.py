"""The prize-giving: the podium, door prizes, the best of the day, and what other sites and the press get."""

from __future__ import annotations

import html
import io
import json
import re
import zipfile

import pytest

from scorekeeper.archives import export, restore
from scorekeeper.core.refusals import Refusal
from scorekeeper.formats.tournament_prizes import add_door_prizes, parse_door_prizes
from scorekeeper.formats.tournament_v2 import parse_v2
from scorekeeper.pairing.record.door_prizes import DoorPrize
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.record.lots import draw_winner
from scorekeeper.tournaments.commands import authorization, history
from scorekeeper.tournaments.commands import snapshot as tournament_board
from scorekeeper.tournaments.commands.door import check_ins, door_prizes
from scorekeeper.tournaments.commands.door.door_state import door_prizes_of, record_with_door
from scorekeeper.tournaments.commands.files import record_import
from scorekeeper.tournaments.commands.live.best_of_day import Contract, Feat, best_of, best_of_day
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.tournaments import evening
from tests.tournaments.club_night import Desk, refused
from tests.tournaments.desk.director import Director
from tests.tournaments.named_evening import play_hands
from tests.visitor import flat


def words_of(page: str) -> str:
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", page)).split())


@pytest.fixture
def director(app):
    """A finished evening of 8 pairs."""
    director = Director(app, 8, options={"rounds": 2}, starts="13:00", venue="Salle paroissiale")
    director.round()
    director.play()
    director.round()
    director.play()
    return director


def finish(director):
    director.send("/finish", at="/finish")


def prizes(director, text):
    with director.app.app_context():
        evening.write(
            director.access, lifecycle.set_prizes(text), revision=evening.now(director.access).revision, uuid=evening.key()
        )


class TestPodium:
    def test_places_come_from_last_to_first_one_page_each_and_turn_by_hand(self, director):
        prizes(director, "1st: the cup\n2nd: a ham\n3rd: a pie\n4th: a jar")
        finish(director)
        board = director.board()
        base = f"/tournaments/{director.access.tournament_id}/screen?show=podium"
        first = director.client.get(base).get_data(as_text=True)
        pages = re.search(r'<ol class="dots".*?</ol>', first, re.DOTALL)[0].count("<li")
        shown = [director.client.get(f"{base}&step={n}").get_data(as_text=True) for n in range(pages)]
        assert all('data-seconds="0"' in page and "http-equiv" not in page for page in shown)
        assert "Prize-giving" in words_of(shown[0])
        # A shared rank is one page.
        ranked = {n: [board.name_of(row.id) for row in board.standings if row.rank == n] for n in range(1, 5)}
        wanted = {4: "a jar", 3: "a pie", 2: "a ham", 1: "the cup"}
        wanted = {rank: prize for rank, prize in wanted.items() if ranked[rank]}
        assert pages == len(wanted) + 2
        for page, (rank, prize) in zip(shown[1:], wanted.items(), strict=False):
            said = words_of(page)
            assert all(name in said for name in ranked[rank])
            assert prize in said
        assert all(name in words_of(shown[-1]) for rank in (1, 2, 3) for name in ranked[rank])

    def test_door_prizes_that_were_drawn_are_shown_with_their_numbers(self, director):
        director.send("/prize-giving", at="/prize-giving", prize="a ham", seed="4711")
        finish(director)
        page = director.client.get(f"/tournaments/{director.access.tournament_id}/screen?show=podium&step=1")
        said = words_of(page.get_data(as_text=True))
        assert "a ham" in said
        assert "draw 4711 among 16" in said

    def test_there_is_no_podium_before_the_last_result(self, app):
        director = Director(app, 8, options={"rounds": 2})
        director.round()
        page = director.client.get(f"/tournaments/{director.access.tournament_id}/screen?show=podium").get_data(as_text=True)
        assert "slide-names" in page
        assert "slide-podium" not in page
        assert "opens once every round has its results" in director.text("/prize-giving")

    def test_a_mitchell_honours_each_line_by_itself(self, app):
        director = Director(app, 8, method="mitchell")
        while director.board().next_error is None:
            director.round()
            director.play()
        finish(director)
        base = f"/tournaments/{director.access.tournament_id}/screen?show=podium"
        said = [words_of(director.client.get(f"{base}&step={n}").get_data(as_text=True)) for n in range(1, 10)]
        assert any("East–West" in page for page in said)
        assert any("North–South" in page for page in said)


class TestBestOfDay:
    def test_the_highest_contract_the_boxed_and_the_longest_run_are_named(self):
        matches = {
            (1, 1): [Contract("Aline", 70, True), Contract("Luc", 100, False), Contract("Aline", 75, True)],
            (2, 1): [Contract("Luc", "100-for-200", True), Contract("Aline", 60, True), Contract("Luc", 80, False)],
        }
        best = best_of(matches)
        assert (best.hands, best.matches) == (6, 2)
        assert best.highest == Feat("100-for-200", ("Luc",))
        assert best.boxed == Feat(2, ("Luc",))
        assert best.run == Feat(3, ("Aline",))

    def test_equals_share_a_feat_and_without_contracts_there_is_none(self):
        both = best_of({1: [Contract("Luc", 80, True), Contract("Aline", 80, True)]})
        assert both.highest == Feat(80, ("Aline", "Luc"))
        assert both.boxed is None
        assert both.run is None
        assert best_of({}) is None

    def test_only_hands_recorded_at_the_tables_count(self, inside):  # noqa: ARG002 (an app context)
        desk = Desk(4, options={"rounds": 2})
        desk.next_round()
        assert best_of_day(desk.access, desk.board) is None
        play_hands(desk, 1, 1, 3)
        best = best_of_day(desk.access, desk.board)
        assert (best.hands, best.matches) == (3, 1)
        assert best.highest.value == 60


class TestDoorPrizes:
    @pytest.fixture(autouse=True)
    def begin(self, inside):  # noqa: ARG002 (an app context)
        self.desk = Desk(4, options={"rounds": 2})

    def draw(self, *what):
        self.desk.do(door_prizes.draw_door_prize, *what)
        return door_prizes_of(self.desk.board)[-1]

    def test_the_same_seed_among_the_same_people_draws_the_same_person(self):
        won = self.draw("a ham", 4711)
        assert won.among == 8
        assert (won.entrant, won.player) == draw_winner([(f"e{n}", k) for n in range(1, 5) for k in (0, 1)], 4711)
        assert door_prizes.winner_name(self.desk.board, won) in self.desk.board.entrant(won.entrant).players
        self.desk.do(history.undo)
        assert door_prizes_of(self.desk.board) == []
        assert self.draw("a ham", 4711) == won

    def test_no_one_wins_twice_and_everyone_can_win(self):
        won = [self.draw() for _ in range(8)]
        assert [one.among for one in won] == [8, 7, 6, 5, 4, 3, 2, 1]
        assert len({(one.entrant, one.player) for one in won}) == 8
        with refused("draw.none"):
            self.draw()

    def test_with_check_in_only_people_who_are_here_are_in_the_draw(self):
        self.desk.do(lifecycle.edit, {"door": {"price": 0}})
        with refused("draw.none"):
            self.draw()
        self.desk.do(check_ins.check_in, ["e2"], "here")
        assert self.draw().entrant == "e2"

    @pytest.mark.parametrize(
        ("what", "code"), [(("", -1), "draw.seed"), (("", 1_000_000), "draw.seed"), (("x" * 81,), "draw.prize")]
    )
    def test_bad_input_is_refused_by_name(self, what, code):
        with pytest.raises(Refusal) as wrong:
            self.draw(*what)
        assert wrong.value.code == code

    def test_door_prizes_survive_an_archive_and_a_record(self):
        self.draw("a ham", 7)
        self.draw()
        data = export.export_club(self.desk.club)
        assert export.export_club(restore.import_club(self.desk.account, data)) == data
        record = json.loads(json.dumps(record_with_door(self.desk.board)))
        first = record["door_prizes"][0]
        assert (first["seed"], first["among"], first["prize"]) == (7, 8, "a ham")
        assert add_door_prizes(self.desk.board.record_json(), parse_door_prizes(record)) == record
        number = record_import.bring_in(self.desk.club, record, {})
        board = tournament_board.load(authorization.desk(number, self.desk.account))
        assert record_with_door(board) == record

    @pytest.mark.parametrize("change", [{"entrant": "x"}, {"seed": -1}, {"among": 0}, {"player": -1}, {"prize": 3}, {"other": 1}])
    def test_a_record_with_a_wrong_door_prize_is_refused(self, change):
        record = add_door_prizes(self.desk.board.record_json(), [DoorPrize("e1", 7, 8)])
        record["door_prizes"][0] |= change
        with pytest.raises(TournamentError, match="door_prizes"):
            parse_v2(record)


class TestPage:
    def test_a_door_prize_is_drawn_at_the_desk_with_its_number_and_undone_from_the_history(self, director):
        director.send("/prize-giving", at="/prize-giving", prize="a ham", seed="123456")
        said = director.text("/prize-giving")
        assert "a ham" in said
        assert "draw 123456 among 16" in said
        assert "Door prize" in director.text("/history")
        with director.app.app_context():
            revision = evening.now(director.access).revision
            evening.write(director.access, history.undo(), revision=revision, uuid=evening.key())
        assert "a ham" not in director.text("/prize-giving")
        director.send("/prize-giving", at="/prize-giving", seed="many")
        assert "“many”. Use a whole number from 0 to 999999" in director.text("/prize-giving").replace(",", "")

    def test_the_report_leads_to_the_prize_giving(self, director):
        finish(director)
        assert f'href="{director.root}/prize-giving"' in director.open("/report").get_data(as_text=True)

    def test_the_text_for_the_press_is_in_both_languages_and_names_the_next_date(self, director):
        prizes(director, "1st: $100")
        finish(director)
        with director.app.app_context():
            evening.tournament([], name="Next", day="2026-12-18")
        said = director.text("/prize-giving")
        winner = director.board().name_of(director.board().standings[0].id)
        assert "8 pairs took part in Friday night on November 20, 2026." in said
        assert "8 paires ont participé" in said
        assert f"First place: {winner}" in said
        assert "($100)" in said
        assert "Next date: December 18, 2026." in said
        assert "Prochain rendez-vous" in said

    def test_a_copy_has_every_page_in_both_languages_without_scripts(self, director):
        finish(director)
        answer = director.open("/prize-giving/copy.zip")
        files = zipfile.ZipFile(io.BytesIO(answer.data))
        assert sorted(files.namelist()) == sorted(
            [
                "index.html",
                "style.css",
                *(f"{lang}/{name}.html" for lang in ("en", "fr") for name in ("index", "rounds", "entrants")),
            ]
        )
        pages = {name: files.read(name).decode() for name in files.namelist()}
        assert not any("<script" in page or "style=" in page or "http" in page for page in pages.values())
        board = director.board()
        assert all(board.name_of(row.id) in html.unescape(pages["fr/index.html"]) for row in board.standings)
        assert "Ronde 2" in pages["fr/rounds.html"]

    def test_a_copy_of_a_bracket_has_its_matches(self, app):
        director = Director(app, 4, method="single_elimination")
        for _ in range(2):
            director.round()
            director.play()
        files = zipfile.ZipFile(io.BytesIO(director.open("/prize-giving/copy.zip").data))
        assert "en/bracket.html" in files.namelist()


class TestEmbedded:
    def test_only_the_page_for_other_sites_may_be_framed(self, director):
        base = f"/tournaments/{director.access.tournament_id}"
        embedded, usual = director.client.get(f"{base}/embed"), director.client.get(f"{base}/standings")
        assert "frame-ancestors *" in embedded.headers["Content-Security-Policy"]
        assert "X-Frame-Options" not in embedded.headers
        assert "frame-ancestors 'none'" in usual.headers["Content-Security-Policy"]
        assert usual.headers["X-Frame-Options"] == "DENY"
        page = embedded.get_data(as_text=True)
        assert "<form" not in page
        assert "<button" not in page
        assert director.board().name_of(director.board().standings[0].id) in html.unescape(page)

    def test_the_desk_has_the_snippet_and_a_draft_has_none(self, director):
        page = html.unescape(flat(director.open("/prize-giving").get_data(as_text=True)))
        assert f"/tournaments/{director.access.tournament_id}/embed" in page
        assert "<iframe src=" in page

    def test_the_embedded_page_shows_names_as_the_public_sees_them(self, app):
        director = Director(app, 4, options={"rounds": 2}, public_names="number")
        director.round()
        director.play()
        page = html.unescape(director.client.get(f"/tournaments/{director.access.tournament_id}/embed").get_data(as_text=True))
        assert "#1" in page
        assert director.board().entrants[0].name not in page


def test_the_purse_is_on_the_podium_and_in_the_press_which_count_only_entrants_who_played(app):
    director = Director(app, 5, options={"rounds": 1, "tiebreaks": ["match_points"]})
    director.send("/setup", at="/setup", door="1", price="10", **{"check-in": "1"}, public_names="initial")
    director.send("/door", at="/door", do="missing-e5")
    director.send("/door", at="/door", do="rest")
    for n in range(1, 5):
        director.send("/door", at="/door", do=f"cash-e{n}")
    purse = {"share": "100", "hall": "", "ties": "rank", "sponsor-0": "Caisse", "sponsor-amount-0": "10"}
    places = {"first-0-0": "1", "amount-0-0": "50%", "first-0-1": "2", "amount-0-1": "30%", "first-0-2": "3", "amount-0-2": "20%"}
    director.send("/money/purse", at="/money/purse", **purse, **places)
    director.send("/door/pair", at="/door/pair", without=["e5"])
    director.send("/draft/publish", at="/draft")
    for table in (1, 2):
        director.result(table, 300, 200)
    finish(director)
    base = f"/tournaments/{director.access.tournament_id}/screen?show=podium"
    shown = [words_of(director.client.get(f"{base}&step={n}").get_data(as_text=True)) for n in (1, 2)]
    assert "$5.00 each" in shown[0]
    assert "$20.00 each" in shown[1]
    press = director.text("/prize-giving")
    assert "4 pairs took part" in press
    assert "Prizes by name" in press
    assert "($20.00 each)" in press
    assert "(20,00\u00a0$ chacun)" in director.open("/prize-giving").get_data(as_text=True)
    assert "Thanks to our sponsors: Caisse." in press


FINALS = [
    {"method": "swiss", "options": {"rounds": 2}},
    {"method": "single_elimination", "cut": 4, "lower_finals": [{"method": "single_elimination"}]},
]


def test_the_podium_and_the_press_honour_final_b_before_final_a(app):
    director = Director(app, 8, method="stages", options={"stages": FINALS})
    prizes(director, "1st: the cup\nB 1: a ham")
    while director.board().next_error is None:
        director.round()
        director.play()
    finish(director)
    base = f"/tournaments/{director.access.tournament_id}/screen?show=podium"
    first = director.client.get(base).get_data(as_text=True)
    pages = re.search(r'<ol class="dots".*?</ol>', first, re.DOTALL)[0].count("<li")
    shown = [words_of(director.client.get(f"{base}&step={n}").get_data(as_text=True)) for n in range(pages)]
    (ham,), (cup,) = ([n for n, page in enumerate(shown[:-2]) if prize in page] for prize in ("a ham", "the cup"))
    assert ham < cup
    assert "Final B" in shown[ham]
    assert "Final A" in shown[cup]
    press = director.text("/prize-giving")
    assert "They played 4 rounds." in press
    assert press.index("Final A") < press.index("(the cup)") < press.index("Final B")
