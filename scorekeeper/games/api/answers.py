"""What the API answers about games, from what the actions say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, fields
from typing import Any

from flask import Response, url_for

from scorekeeper.base.api.answers import Json, lines, respond
from scorekeeper.base.i18n import language, t_for
from scorekeeper.codec.game_record import dump_event
from scorekeeper.codec.replay import hand_json, outcome_json, replay_json
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.needs import Needs, needs
from scorekeeper.engine.scoring import Line
from scorekeeper.engine.state import State
from scorekeeper.games.actions.entrance import Way
from scorekeeper.games.actions.history import Step, steps
from scorekeeper.games.actions.matches import MatchStanding
from scorekeeper.games.actions.preview import Preview, compare
from scorekeeper.games.actions.refusals import Conflict
from scorekeeper.games.actions.sharing import Share
from scorekeeper.games.actions.view import Scored, View
from scorekeeper.games.actions.writing import Written
from scorekeeper.wording.doubts import doubtful
from scorekeeper.wording.errors import error_text
from scorekeeper.wording.names import names_of


def words(view: View) -> Callable[[Sequence[str]], Callable[[Line], str]]:
    """A function from names by seat to what puts a line of this game into the words of whoever asks."""
    return lines().seated(view.rules)


def replayed(view: View) -> Json:
    """The game's replay, in the words of whoever asks."""
    seated, players = words(view), view.log.players
    return replay_json(view.replay, seated(players), seated, doubtful(t_for(language()), players))


def etag_of(way: Way) -> str:
    """Changes with everything that the game's answer shows. Weak: compressed or not, it is the same answer."""
    return f'W/"{way.revision}-{way.next_id or 0}-{way.role}-{language()}"'


def game(way: Way, view: View) -> Json:
    """A game in full."""
    text = words(view)
    return {
        "id": way.game_id,
        "revision": view.revision,
        "role": "score" if way.may_score else "watch",
        "created_at": way.created_at,
        "changed_at": way.changed_at,
        "match": None if way.match_id is None else {"id": way.match_id, "number": way.number},
        "next_game": way.next_id,
        "about": {"place": view.log.about.get("place"), "occasion": view.log.about.get("occasion")},
        "record": view.record_json(),
        "replay": replayed(view),
        "entries": [_entry_brief(view, e) for e in view.entries],
        "struck": [entry(view, e, text) for e in view.struck],
        "contract": view.contract,
        "needs": coming(view.state),
    }


def brief(way: Way, view: View) -> Json:
    """A game on a list."""
    return {
        "id": way.game_id,
        "revision": view.revision,
        "role": "score" if way.may_score else "watch",
        "created_at": way.created_at,
        "changed_at": way.changed_at,
        "players": view.players,
        "hands": len(view.entries),
        "scores": view.scores,
        "outcome": outcome_json(view.outcome),
        "href": url_for("api.read_game", game=way.game_id),
    }


def _facts(scored: Scored) -> Json:
    return {
        "entry": scored.id,
        "n": scored.n or None,
        "number": scored.number or None,
        "status": scored.status,
        "at": scored.at,
        "who": scored.who,
        "corrected": scored.corrected,
    }


def _entry_brief(view: View, scored: Scored) -> Json:
    return {**_facts(scored), "error": _error(view, scored.error)}


def entry(view: View, scored: Scored, seated: Callable[[Sequence[str]], Callable[[Line], str]]) -> Json:
    """An entry with its event and its score."""
    hand = None if scored.hand is None else hand_json(scored.hand, seated(scored.players))
    return {**_entry_brief(view, scored), "event": dump_event(scored.event), "hand": hand}


def _error(view: View, error: GameError | None) -> Json | None:
    if error is None:
        return None
    text = error_text(t_for(language()), error, names_of(view.rules, view.players))
    return {"event": error.event or 0, "code": error.code, "message": text}


def coming(state: State, **known: Any) -> Json | None:
    """What the coming hand must tell; None when the game is over."""
    return None if state.outcome.over else needs_json(needs(state, **known))


_NEEDS = [field.name for field in fields(Needs)]


def needs_json(found: Needs) -> Json:
    """`Needs` as it is."""
    return {name: getattr(found, name) for name in _NEEDS}


def standing(view: View) -> Json:
    """How the game stands, in short."""
    return {
        "scores": view.scores,
        "dropped": view.state.dropped,
        "next_dealer": view.state.dealer,
        "outcome": outcome_json(view.outcome),
        "contract": view.contract,
        "needs": coming(view.state),
    }


def effect(found: Preview) -> Json:
    """What a change does or would do."""
    view = found.after
    before, after = words(found.before), words(view)
    return {
        "entry": None if found.entry is None else entry(view, found.entry, after),
        "later": [
            {
                "before": None if x.before is None else entry(found.before, x.before, before),
                "after": None if x.after is None else entry(view, x.after, after),
            }
            for x in found.later
        ],
        "problems": [e.id for e in found.problems],
        **standing(view),
    }


def written(done: Written) -> Response:
    """The answer to a change: 201 where it made an entry, else 200; the same again when it is repeated."""
    change = done.change
    if change.action == "record" and change.place is None:
        found = Preview(done.before, done.view, done.entry, (), ())  # nothing comes after it
    else:
        found = compare(done.before, done.view, change.entry)
    body = {"revision": done.now, "undoes": change.undoes, **effect(found)}
    response = respond(body, 201 if change.action == "record" else 200)
    if done.repeated:
        response.headers["Idempotency-Replayed"] = "true"
    return response


def conflict(refusal: Conflict) -> Json:
    """What a conflict shows: the game as it is now, what was changed meanwhile, and what was to be written."""
    view = refusal.view
    current = {
        "revision": view.revision,
        "record": view.record_json(),
        "replay": replayed(view),
        "entries": [_entry_brief(view, e) for e in view.entries],
        **standing(view),
    }
    return {"current": current, "since": [step(s) for s in steps(refusal.way, refusal.since, view)], "yours": refusal.yours}


def step(found: Step) -> Json:
    """A change in the history."""
    return asdict(found)


def history(found: Iterable[Step]) -> list[Json]:
    """Changes, in the order given."""
    return [step(s) for s in found]


def link(share: Share) -> Json:
    """A link, with the secret that it is."""
    return {
        "id": share.id,
        "role": share.role,
        "token": share.token,
        "path": f"/s/{share.token}",
        "created_at": share.created_at,
        "revoked_at": share.revoked_at,
        "devices": share.devices,
    }


def match(found: MatchStanding) -> Json:
    """A match."""
    return {
        "games": [brief(g.way, g.view) for g in found.games],
        "score": found.score.games,
        "winners": found.score.winners,
        "games_to_win": found.games_to_win,
    }
