"""The shapes of everything that the API takes and gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.base import limits
from scorekeeper.base.api.problems import TITLES
from scorekeeper.base.api.shapes import FLAG, ID, SEAT, SIDE, TIME, Schema, array, maybe, obj, one_of, ref, text, whole
from scorekeeper.clubs.api.people_schemas import people_schemas
from scorekeeper.engine.ledger import STATUSES
from scorekeeper.games.actions.view import STRUCK
from scorekeeper.games.api.record_schemas import (
    BID,
    CALL,
    KNOWN_BIDS,
    PILES,
    TRUMP,
    event_schemas,
    record_schemas,
    replay_schemas,
    rules_schemas,
)
from scorekeeper.games.store.change import ACTIONS
from scorekeeper.games.store.link import ROLES
from scorekeeper.rulings.api.referee_schemas import referee_schemas
from scorekeeper.seasons.api.schemas import season_schemas
from scorekeeper.tournaments.api.schemas import club_schemas
from scorekeeper.tournaments.api.titles import CODES as CLUB_CODES

if TYPE_CHECKING:
    from scorekeeper.wording.marks import Gettext

SCORES = array(whole(), 2, 6)
SEATS = array(SEAT, 0, 6)
SIDES = array(SIDE, 0, 6)
REVISION = whole(1, limits.MOST_CHANGES)
LINE = maybe(text(limits.LONGEST_PLACE))
ENTRY = maybe(ref("Entry"))

STANDING: dict[str, Schema] = {
    "scores": SCORES,
    "dropped": SIDES,
    "next_dealer": SEAT,
    "outcome": ref("Outcome"),
    "contract": maybe(ref("OpenContract")),
    "needs": maybe(ref("Needs")),
}
EFFECT: dict[str, Schema] = {
    "entry": ENTRY,
    "later": array(obj({"before": ENTRY, "after": ENTRY})),
    "problems": array(ID),
    **STANDING,
}


def schemas(t: Gettext) -> dict[str, Schema]:
    """Every shape, by name; descriptions of the options in the words of `t`."""
    return {
        **rules_schemas(t),
        **event_schemas(),
        **record_schemas(),
        **replay_schemas(),
        **referee_schemas(),
        **_game_schemas(),
        **_question_schemas(),
        **_change_schemas(),
        **_link_schemas(),
        **_rule_answers(),
        **people_schemas(),
        **club_schemas(),
        **season_schemas(),
        **_problem_schemas(),
    }


def _game_schemas() -> dict[str, Schema]:
    times = {"created_at": TIME, "changed_at": TIME}
    role = one_of(ROLES)
    facts = {
        "entry": ID,
        "n": maybe(whole(1)),
        "number": maybe(whole(1)),
        "status": one_of((*STATUSES, STRUCK)),
        "at": TIME,
        "who": text(),
        "corrected": whole(0),
        "error": maybe(ref("EntryError")),
    }
    game: dict[str, Schema] = {
        "id": ID,
        "revision": REVISION,
        "role": role,
        **times,
        "match": maybe(obj({"id": ID, "number": whole(1)})),
        "next_game": maybe(ID),
        "about": obj({"place": maybe(text(limits.LONGEST_PLACE)), "occasion": maybe(text(limits.LONGEST_PLACE))}),
        "record": ref("Record"),
        "replay": ref("Replay"),
        "entries": array(ref("EntryFacts")),
        "struck": array(ref("Entry")),
        "contract": maybe(ref("OpenContract")),
        "needs": maybe(ref("Needs")),
    }
    contract = {
        "contractor": SEAT,
        "bid": BID,
        "bids": KNOWN_BIDS,
        "auction": array(CALL, 1),
        "trump": TRUMP,
        "announced_all": FLAG,
    }
    brief = {
        "id": ID,
        "revision": REVISION,
        "role": role,
        **times,
        "players": array(text(), 2, 6),
        "hands": whole(0),
        "scores": SCORES,
        "outcome": ref("Outcome"),
        "href": text(),
    }
    return {
        "EntryError": obj({"event": whole(0), "code": one_of(TITLES), "message": text()}),
        "EntryFacts": obj(facts),
        "Entry": obj({**facts, "event": ref("Event"), "hand": maybe(ref("Hand"))}),
        "OpenContract": obj(contract, ("bids", "auction", "trump", "announced_all")),
        "Needs": _needs(),
        "Game": obj(game),
        "NewGame": obj({**game, "links": obj({role: maybe(ref("Link")) for role in ROLES})}),
        "GameBrief": obj(brief),
        "GameList": obj({"games": array(ref("GameBrief"), 0, 100)}),
        "Match": obj(
            {
                "games": array(ref("GameBrief")),
                "score": array(whole(0), 2, 6),
                "winners": SIDES,
                "games_to_win": maybe(whole(1, limits.MOST_GAMES_TO_WIN)),
            }
        ),
    }


def _needs() -> Schema:
    flags = ("who_bid", "trump", "no_trump", "called_seat", "announced_all", "tricks_lost", "passed_out", "misdeal")
    return obj(
        {
            "dealer": SEAT,
            "silent": maybe(SEAT),
            "contractors": SEATS,
            "bids": array(BID),
            "piles": one_of(("sides", "camps")),
            "pile_sides": SIDES,
            "bidders": SEATS,
            "sides_at_line": SIDES,
            "line": whole(),
            "qualifying": whole(),
            **dict.fromkeys(flags, FLAG),
        }
    )


def _question_schemas() -> dict[str, Schema]:
    event = {"event": ref("Event")}
    keep = {"keep_deals": FLAG}
    return {
        "Players": obj({"players": array(text(limits.LONGEST_NAME, 1), 2, 6)}),
        "GameFirstDealer": obj({"first_dealer": SEAT}),
        "GameAbout": obj({"place": LINE, "occasion": LINE}, ("place", "occasion")),
        "Undo": obj({"change": REVISION}, ("change",)),
        "Rematch": obj({"games_to_win": whole(1, limits.MOST_GAMES_TO_WIN)}, ("games_to_win",)),
        "LinkRole": obj({"role": one_of(ROLES)}),
        "Known": obj({"contractor": SEAT, "bid": BID, "points": PILES}, ("contractor", "bid", "points")),
        "PreviewQuestion": {
            "anyOf": [
                obj({**event, **keep}, keep),
                obj({**event, "before": ID, **keep}, keep),
                obj({**event, "entry": ID, **keep}, keep),
                obj({"strike": ID, **keep}, keep),
                obj({"restore": ID, **keep}, keep),
                obj({"undo": REVISION}),
                obj({"first_dealer": SEAT}),
            ]
        },
    }


def _change_schemas() -> dict[str, Schema]:
    change = {
        "revision": REVISION,
        "at": TIME,
        "who": text(),
        "mine": FLAG,
        "action": one_of(ACTIONS),
        "entry": maybe(ID),
        "n": maybe(whole(1)),
        "place": maybe(ID),
        "before": {"type": "object"},
        "after": {"type": "object"},
        "undoes": maybe(REVISION),
        "undone": FLAG,
    }
    current = {
        "revision": REVISION,
        "record": ref("Record"),
        "replay": ref("Replay"),
        "entries": array(ref("EntryFacts")),
        **STANDING,
    }
    return {
        "Change": obj(change),
        "History": obj({"changes": array(ref("Change"))}),
        "Written": obj({"revision": REVISION, "undoes": maybe(REVISION), **EFFECT}),
        "Preview": obj({"revision": REVISION, **EFFECT}),
        "NeedsAnswer": obj({"revision": REVISION, "needs": maybe(ref("Needs"))}),
        "Current": obj(current),
    }


def _link_schemas() -> dict[str, Schema]:
    link = {
        "id": ID,
        "role": one_of(ROLES),
        "token": text(),
        "path": text(),
        "created_at": TIME,
        "revoked_at": maybe(TIME),
        "devices": whole(0),
    }
    return {"Link": obj(link), "LinkList": obj({"links": array(ref("Link"))})}


def _rule_answers() -> dict[str, Schema]:
    about = {
        "name": ref("RulesName"),
        "title": text(),
        "about": text(),
        "group": text(),
        "source": array(text()),
        "players": whole(2, 6),
        "format": text(),
    }
    card = array(obj({"heading": text(), "sentences": array(text())}))
    row = {"option": text(), "label": text(), "values": array({}, 2, 2), "labels": array(text(), 2, 2)}
    full = ref("RulesInFull")
    return {
        "RuleList": obj({"rules": array(obj(about))}),
        "NamedRules": obj({**about, "rules": full, "card": card}),
        "CheckedRules": obj({"name": maybe(ref("RulesName")), "rules": full, "card": card, "page": text(format="uri-reference")}),
        "RuleDiff": obj({"a": ref("RulesName"), "b": ref("RulesName"), "differences": array(obj(row))}),
    }


def _problem_schemas() -> dict[str, Schema]:
    problem = {
        "type": text(format="uri-reference"),
        "title": text(),
        "status": whole(400, 599),
        "code": one_of(dict.fromkeys([*TITLES, *CLUB_CODES, "list.lines"])),
        "detail": text(),
        "kind": one_of(("malformed", "illegal", "unknown")),
        "event": whole(0),
        "field": text(),
        "problems": array(text()),
        "matches": array(text()),
    }
    optional = ("kind", "event", "field", "problems", "matches")
    yours = maybe({"type": "object"})
    conflict = {**problem, "current": ref("Current"), "since": array(ref("Change")), "yours": yours}
    current = obj({"revision": REVISION, "tables": array(ref("Table"))})
    of_tournament = {**problem, "current": current, "since": array(ref("TournamentChange")), "yours": yours}
    of_tournament["told"] = array(obj({"side": maybe(whole(0, 5)), "result": ref("TableResult")}))
    both = ("current", "since", "yours")
    return {
        "Problem": obj(problem, optional),
        "Conflict": obj(conflict, (*optional, *both)),
        "TournamentConflict": obj(of_tournament, (*optional, *both, "told")),
    }
