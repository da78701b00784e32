"""Every write that takes an idempotency key: a request, equal requests and different ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scorekeeper.tournaments.commands.adjustments import meetings, penalties
from scorekeeper.tournaments.commands.calls import announcements, director_calls
from scorekeeper.tournaments.commands.door import charges, payments, purse
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.results import table_reports
from scorekeeper.tournaments.commands.rounds import repairs, rounds
from scorekeeper.tournaments.commands.setup import lifecycle
from tests.games.api.caller import Caller
from tests.games.kitchen_table import hand, header
from tests.tournaments.api.program import Program
from tests.tournaments.club_night import Desk

PLAYED = {"scores": [300, 100]}


class KeyedWrite:
    """A write: its path and content, how it is sent, and `other` content (or path) for the same key."""

    def __init__(self, send: Any, path: str, content: Any = None, other: Any = None, **more: Any) -> None:
        self.send, self.path, self.content, self.other = send, path, content, other
        self.other_path = more.pop("other_path", path)
        self.other_method = more.pop("other_method", None)
        self.alike = more.pop("alike", content)
        self.headers = more


class World:
    """A club with a tournament, a finished tournament, and a game."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.desk = Desk(6, options={"rounds": 4, "match": {"kind": "hands", "hands": 4}})
        self.game = Caller(app.test_client())

    @property
    def program(self) -> Program:
        """Return a program at the desk."""
        return Program(self.app, self.desk)

    def desk_write(self, path: str, content: Any = None, other: Any = None, **more: Any) -> KeyedWrite:
        """Return a write at the desk. Without its own content, the key is used again for the prizes."""
        if other is None and "other_path" not in more:
            more |= {"other_path": "/prizes", "other_method": "PUT"}
            other = {"prizes": "Un jambon"}
        return KeyedWrite(self.program, path, content, other, **more)

    def club_write(self, path: str, content: Any, other: Any, **more: Any) -> KeyedWrite:
        program = self.program
        return KeyedWrite(program.at, f"/clubs/{self.desk.club.club_id}{path}", content, other, **more)

    def at_table(self, path: str, content: Any, other: Any, **more: Any) -> KeyedWrite:
        """Return a write from the link of table 1."""
        token = self.desk.phone(1, 1).token
        return KeyedWrite(Program(self.app, self.desk, secret=token).at, f"/table{path}", content, other, **more)

    def at_game(self, path: str, content: Any = None, other: Any = None, **more: Any) -> KeyedWrite:
        """Return a write to the game. Without its own content, the key is used again for the place."""
        if other is None and "other_path" not in more:
            more |= {"other_path": "/about", "other_method": "PUT"}
            other = {"place": "Chez Rita"}
        return KeyedWrite(self.game, path, content, other, **more)

    def finished(self) -> Desk:
        """Return another tournament of the club, finished."""
        other = Desk(4, organiser=self.desk.account, options={"rounds": 1})
        other.play()
        other.do(lifecycle.finish)
        return other


def _clock(w: World) -> KeyedWrite:
    w.desk.next_round()
    add = {"action": "start", "minutes": 30}
    return w.desk_write("/clock", add, {**add, "minutes": 50})


def _draft(w: World, path: str, content: Any = None, other: Any = None, **more: Any) -> KeyedWrite:
    w.desk.do(rounds.pair)
    return w.desk_write(path, content, other, **more)


def _round(w: World, path: str, content: Any = None, other: Any = None, **more: Any) -> KeyedWrite:
    w.desk.next_round()
    return w.desk_write(path, content, other, **more)


def _door(w: World, path: str, content: Any = None, other: Any = None, **more: Any) -> KeyedWrite:
    w.desk.do(lifecycle.edit, {"door": {"price": 1000}})
    return w.desk_write(path, content, other, **more)


def _paid(w: World) -> KeyedWrite:
    w.desk.do(lifecycle.edit, {"door": {"price": 1000}})
    w.desk.do(payments.pay, "e1", "cash")
    return w.desk_write("/entrants/1/payments/1")


def _tie(w: World) -> KeyedWrite:
    w.desk = Desk(4, organiser=w.desk.account, options={"rounds": 1, "tiebreaks": ["match_points"]})
    w.desk.play()
    tied = [[row.id for row in w.desk.board.standings if row.rank == rank] for rank in (1, 3)]
    return w.desk_write("/tie-decisions", {"entrants": tied[0]}, {"entrants": tied[1]})


_FINE = {"entrant": "e1", "cents": 200, "reason": "fine"}


def _charged(w: World) -> KeyedWrite:
    w.desk.do(lifecycle.edit, {"door": {"price": 1000}})
    w.desk.do(charges.charge, "e1", 200, "fine")
    return w.desk_write("/entrants/1/charges/1")


_POT = {"kind": "draw", "cents": 100}


def _pot(w: World, path: str, content: Any = None, other: Any = None, **more: Any) -> KeyedWrite:
    w.desk.do(lifecycle.edit, {"door": {"price": 1000}})
    w.desk.do(purse.set_pot, _POT)
    w.desk.do(purse.set_pot, _POT)
    return w.desk_write(path, content, other, **more)


def _priced(w: World) -> KeyedWrite:
    w.desk.do(lifecycle.edit, {"door": {"price": 1000, "prices": [{"name": "A", "cents": 1}, {"name": "B", "cents": 2}]}})
    return w.desk_write("/entrants/1/price", {"price": "A"}, {"price": "B"})


def _apart(w: World) -> KeyedWrite:
    for between in (["e1", "e2"], ["e1", "e3"]):
        w.desk.do(meetings.keep_apart, [{"between": between, "rule": "never"}])
    return w.desk_write("/meetings/1", other_path="/meetings/2")


def _penalized(w: World) -> KeyedWrite:
    for who in ("e1", "e2"):
        w.desk.do(penalties.penalize, who, "warning")
    return w.desk_write("/penalties/1", other_path="/penalties/2")


def _repair(w: World) -> KeyedWrite:
    w.desk.play()
    w.desk.next_round()
    w.desk.result(2, 3, 300, 100)
    w.desk.result(1, 1, 0, 300)
    return w.desk_write("/rounds/2/repair")


def _ahead(w: World) -> KeyedWrite:
    w.desk = Desk(16, organiser=w.desk.account, method="single_elimination", options={"match": {"kind": "hands", "hands": 4}})
    w.desk.next_round()
    for table in range(1, 5):
        w.desk.result(1, table, 300, 100)
    one, other = (match.slot.name for match in repairs.startable_matches(w.desk.board))
    return w.desk_write("/ahead", {"matches": [one]}, {"matches": [other]})


def _oneself(w: World) -> KeyedWrite:
    w.desk.do(lifecycle.set_entry, {"open": True})
    content = {"players": ["Ursule", "Victor"]}
    return w.desk_write("/entries", content, {"players": ["Ursule", "Yvon"]}, alike={**content, "name": " "})


def _rejoin(w: World) -> KeyedWrite:
    w.desk.do(entries.withdraw, "e1")
    return w.desk_write("/entrants/1/rejoin")


def _admit(w: World) -> KeyedWrite:
    w.desk.do(lifecycle.set_entry, {"open": True, "limit": 6})
    w.desk.do(entries.enter_public, {"players": ["Ursule", "Victor"]}, address="")
    return w.desk_write("/entrants/7/admit")


def _match(w: World) -> KeyedWrite:
    w.desk.do(entries.enter, [{"players": [name], "seeks_partner": True} for name in ("Ursule", "Yvon", "Zita")])
    return w.desk_write("/entrants/7/match", {"partner": "e8"}, {"partner": "e9"})


def _csv(w: World) -> KeyedWrite:
    def send(method: str, path: str, text: str, **headers: str) -> Any:
        sent = {
            "Authorization": f"Bearer {w.program.secret}",
            "If-Match": f'"{w.desk.access.revision}"',
            "Content-Type": "text/csv",
        }
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        return w.app.test_client().open(f"/api/v1/tournaments/{w.desk.id}{path}", method=method, data=text, headers=sent)

    names = "Player 1,Player 2\n%s,Victor\n"
    return KeyedWrite(send, "/entrants/csv", names % "Ursule", names % "Wanda")


def _record(w: World) -> KeyedWrite:
    record = w.program("GET", "/record").json
    return w.club_write("/records", record, {**record, "name": "Une autre soirée"})


def _game(w: World) -> KeyedWrite:
    send = w.app.test_client()

    def nobody(method: str, path: str, json: Any, **headers: str) -> Any:
        return send.open(f"/api/v1{path}", method=method, json=json, headers={"Idempotency-Key": headers["Idempotency_Key"]})

    return KeyedWrite(nobody, "/games", header(), header(first_dealer=2))


def _league(w: World, *, change: bool) -> KeyedWrite:
    facts = {"name": "Ligue", "points": [5, 3, 1], "others": 1, "best": 2}
    if not change:
        return w.club_write("/leagues", facts, {**facts, "points": [6, 3, 1]}, alike={**facts, "note": " "})
    made = w.program.at("POST", f"/clubs/{w.desk.club.club_id}/leagues", facts).json["id"]
    other = {**facts, "points": [7, 3, 1]}
    return w.club_write(f"/leagues/{made}", {**facts, "points": [6, 3, 1]}, other, If_Match='"1"')


def _names(w: World) -> KeyedWrite:
    played = w.finished()
    names = [player for entrant in played.board.entrants for player in entrant.players]
    w.program.at("POST", f"/clubs/{w.desk.club.club_id}/players", {"name": "Un autre nom"})
    w.program.at("POST", f"/clubs/{w.desk.club.club_id}/players", {"name": "Encore un nom"})
    one, other = ({"keep": names[0], "other": name} for name in ("Un autre nom", "Encore un nom"))
    return w.club_write("/season/names", one, other)


def _season_undo(w: World) -> KeyedWrite:
    asked = _names(w)
    asked.send("POST", asked.path, asked.content)
    asked.send("POST", asked.path, asked.other)
    base = asked.path.removesuffix("/names")
    return KeyedWrite(asked.send, f"{base}/changes/1/undo", other_path=f"{base}/changes/2/undo")


def _accept(w: World) -> KeyedWrite:
    w.desk.next_round()
    phone, other = w.desk.phone(1, 1), w.desk.phone(1, 1)
    phone.report(0, 300, 100)
    other.report(1, 100, 300)
    return w.desk_write("/rounds/1/tables/1/accept", {"side": 0}, {"side": 1})


def _cleared(w: World) -> KeyedWrite:
    w.desk.next_round()
    w.desk.result(1, 1, 300, 100)
    w.desk.result(1, 2, 300, 100)
    return w.desk_write("/rounds/1/tables/1/result", other_path="/rounds/1/tables/2/result")


def _report(w: World) -> KeyedWrite:
    w.desk.next_round()
    content = {"side": 0, "result": PLAYED}
    return w.at_table(
        "/report",
        content,
        {"side": 0, "result": {"scores": [100, 300]}},
        alike={"side": 0, "result": {**PLAYED, "forfeit": [], "boxes": None}},
    )


def _confirm(w: World) -> KeyedWrite:
    w.desk.next_round()
    w.desk.phone(1, 1).report(0, 300, 100)
    return w.at_table("/confirm", {"side": 1, "seen": PLAYED}, {"side": 1, "seen": {"scores": [100, 300]}})


def _dispute(w: World) -> KeyedWrite:
    w.desk.next_round()
    return w.at_table("/dispute", {"side": 1}, {"side": 1, "note": "Non"}, alike={"side": 1, "note": "  "})


def _call(w: World, *, calls: int = 1) -> None:
    w.desk.do(lifecycle.edit, {"director_calls": True})
    w.desk.next_round()
    for table in range(1, calls + 1):
        w.desk.phone(1, table).do(director_calls.call, "score")


def _calls_director(w: World) -> KeyedWrite:
    _call(w, calls=0)
    return w.at_table("/director-calls", {"reason": "score"}, {"reason": "revoke"}, alike={"reason": "score", "side": None})


def _takes_call_back(w: World) -> KeyedWrite:
    _call(w)
    return w.at_table("/director-calls/1", None, None, other_path="/table/director-calls/2")


def _answers(w: World) -> KeyedWrite:
    _call(w, calls=2)
    path = "/rounds/1/tables/%s/director-calls/1/answer"
    return w.desk_write(path % 1, other_path=path % 2)


def _settles(w: World) -> KeyedWrite:
    _call(w)
    path = "/rounds/1/tables/1/director-calls/1/ruling"
    return w.desk_write(path, {"note": "Redo"}, {"note": "Redo", "rule": "deal.misdeal"}, alike={"note": " Redo ", "rule": ""})


def _removes_announcement(w: World) -> KeyedWrite:
    w.desk.do(announcements.post, "coffee")
    return w.desk_write("/announcements")


def _retract(w: World) -> KeyedWrite:
    w.desk.next_round()
    w.desk.phone(1, 1).do(table_reports.dispute, 1, "Non")
    return w.at_table("/retract", {"side": 1}, {"side": 0})


def _undo(w: World) -> KeyedWrite:
    w.desk.next_round()
    first = w.desk.do(lifecycle.set_prizes, "Un jambon").change.revision
    second = w.desk.result(1, 1, 300, 100).change.revision
    return w.desk_write("/undo", {"change": second}, {"change": first})


def _tournament(w: World) -> KeyedWrite:
    facts = {"name": "Le jeudi", "method": "swiss", "options": {"rounds": 3}}
    return w.club_write("/tournaments", facts, {**facts, "options": {"rounds": 4}})


def _hands(w: World, path: str, content: Any = None, other: Any = None, **more: Any) -> KeyedWrite:
    w.game.play(hand(), hand(1, points=(30, 70)))
    return w.at_game(path, content, other, **more)


def _restore(w: World) -> KeyedWrite:
    w.game.play(hand(), hand(1, points=(30, 70)))
    w.game("DELETE", "/events/2")
    w.game("DELETE", "/events/3")
    return w.at_game("/events/2/restore", other_path="/events/3/restore")


def _contract(w: World) -> KeyedWrite:
    w.game("PUT", "/contract", {"contractor": 0, "bid": 60})
    return w.at_game("/contract")


PLAIN = {name: value for name, value in hand().items() if name != "bids"}
NAMES = ["Anne", "Bruno", "Chloé", "Didier"]
CASES: dict[str, Callable[[World], KeyedWrite]] = {
    "run_clock": _clock,
    "pair_round": lambda w: w.desk_write("/draft"),
    "discard_draft": lambda w: _draft(w, "/draft"),
    "swap_in_draft": lambda w: _draft(w, "/draft/swap", {"one": "e1", "other": "e2"}, {"one": "e1", "other": "e3"}),
    "publish_draft": lambda w: _draft(w, "/draft/publish"),
    "unpublish_round": lambda w: _round(w, "/rounds/1"),
    "repair_round": _repair,
    "begin_ahead": _ahead,
    "enter": lambda w: w.desk_write(
        "/entrants", {"entrants": [{"players": ["Ursule", "Victor"]}]}, {"entrants": [{"players": ["Ursule", "Yvon"]}]}
    ),
    "enter_oneself": _oneself,
    "decide_tie": _tie,
    "check_in": lambda w: _door(w, "/check-ins", {"entrants": ["e1"], "state": "here"}, {"entrants": ["e2"], "state": "here"}),
    "record_payment": lambda w: _door(w, "/payments", {"entrant": "e1", "method": "cash"}, {"entrant": "e2", "method": "cash"}),
    "take_payment_back": _paid,
    "draw_door_prize": lambda w: w.desk_write("/door-prizes", {"seed": 1}, {"seed": 2}),
    "record_charge": lambda w: _door(w, "/charges", _FINE, {**_FINE, "cents": 300}),
    "remove_charge": _charged,
    "choose_price": _priced,
    "change_purse": lambda w: _door(w, "/purse", {"share": 90}, {"share": 80}),
    "add_pot": lambda w: _door(w, "/pots", _POT, {**_POT, "cents": 200}),
    "change_pot": lambda w: _pot(w, "/pots/1", {**_POT, "cents": 200}, {**_POT, "cents": 300}),
    "remove_pot": lambda w: _pot(w, "/pots/1"),
    "draw_pot": lambda w: _pot(w, "/pots/1/draw", {"seed": 1}, other_path="/pots/2/draw"),
    "keep_apart": lambda w: w.desk_write(
        "/meetings", {"between": ["e1", "e2"], "rule": "never"}, {"between": ["e1", "e3"], "rule": "never"}
    ),
    "let_meet": _apart,
    "fix_place": lambda w: w.desk_write("/entrants/1/place", {"table": 1}, {"table": 2}),
    "change_hall": lambda w: w.desk_write("/hall", {"first_table": 11}, {"first_table": 21}),
    "penalize": lambda w: w.desk_write("/penalties", {"entrant": "e1", "kind": "warning"}, {"entrant": "e2", "kind": "warning"}),
    "lift_penalty": _penalized,
    "set_profile": lambda w: w.desk_write("/entrants/1/profile", {"tags": ["Dames"]}, {"tags": ["Juniors"]}),
    "rank_tags": lambda w: w.desk_write("/ranked-tags", {"tags": ["Dames"]}, {"tags": []}),
    "pair_those_here": lambda w: _door(w, "/draft/present", {"rest_here": True}, {"without": ["e1"]}),
    "change_entrant": lambda w: w.desk_write("/entrants/1", {"name": "Les As"}, {"name": "Les Rois"}),
    "withdraw_entrant": lambda w: w.desk_write("/entrants/1/withdraw", other_path="/entrants/2/withdraw"),
    "rejoin_entrant": _rejoin,
    "admit_entrant": _admit,
    "match_singles": _match,
    "substitute_entrant": lambda w: _round(
        w, "/entrants/1/substitute", {"round": 2, "name": "Yvon"}, {"round": 2, "name": "Zita"}
    ),
    "sit_out": lambda w: _round(w, "/entrants/1/sit-out", {"round": 2}, {"round": 3}),
    "seed_entrants": lambda w: w.desk_write("/seeds", {"order": list(_seeds())}, {"order": list(_seeds())[::-1]}),
    "add_event": lambda w: w.at_game("/events", hand(), hand(bid=65), alike={**PLAIN, "note": "  "}),
    "correct_event": lambda w: _hands(w, "/events/2", hand(bid=65), hand(bid=55), alike={**PLAIN, "bid": 65}),
    "strike_event": lambda w: _hands(w, "/events/2", other_path="/events/3"),
    "restore_event": _restore,
    "undo_change": lambda w: _hands(w, "/undo", {"change": 3}, {"change": 2}),
    "open_contract": lambda w: w.at_game(
        "/contract",
        {"contractor": 0, "bid": 60},
        {"contractor": 0, "bid": 65},
        alike={"contractor": 0, "bid": 60, "bids": {}},
    ),
    "cancel_contract": _contract,
    "bring_in_tournament": _record,
    "enter_csv": _csv,
    "create_game": _game,
    "put_first_dealer_right": lambda w: w.at_game("/first-dealer", {"first_dealer": 1}, {"first_dealer": 2}),
    "tell_about_game": lambda w: w.at_game(
        "/about", {"place": "Chez Rita"}, {"place": "Ailleurs"}, alike={"place": " Chez Rita ", "occasion": " "}
    ),
    "rename_players": lambda w: w.at_game("/players", {"players": NAMES}, {"players": ["Yves", *NAMES[1:]]}),
    "create_league": lambda w: _league(w, change=False),
    "change_league": lambda w: _league(w, change=True),
    "enter_result": lambda w: _round(
        w, "/rounds/1/tables/1/result", PLAYED, {"scores": [100, 300]}, alike={**PLAYED, "forfeit": []}
    ),
    "clear_result": _cleared,
    "accept_report": _accept,
    "join_names": _names,
    "undo_season_change": _season_undo,
    "report_result": _report,
    "confirm_result": _confirm,
    "dispute_result": _dispute,
    "retract_report": _retract,
    "post_announcement": lambda w: w.desk_write("/announcements", {"kind": "coffee"}, {"kind": "draw"}),
    "remove_announcement": _removes_announcement,
    "call_director": _calls_director,
    "take_call_back": _takes_call_back,
    "answer_call": _answers,
    "settle_call": _settles,
    "undo_tournament_change": _undo,
    "create_tournament": _tournament,
    "create_next_tournaments": lambda w: w.club_write(
        "/tournaments/next", {"like": w.desk.id, "day": "2030-01-05"}, {"like": w.desk.id, "day": "2030-01-12"}
    ),
    "edit_tournament": lambda w: w.desk_write("", {"name": "Vendredi"}, {"name": "Vendredi", "note": ""}),
    "set_entry_form": lambda w: w.desk_write(
        "/entry-form", {"open": True}, {"open": True, "limit": 12}, alike={"open": True, "note": " ", "limit": None}
    ),
    "set_status": lambda w: w.desk_write("/status", {"status": "open"}),
    "set_prizes": lambda w: w.desk_write("/prizes", {"prizes": "Un jambon"}, {"prizes": "Une dinde"}),
}


def _seeds() -> list[str]:
    return [f"e{n}" for n in (2, 1, 3, 4, 5, 6)]
