"""What the API answers about games, from what the actions say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

from flask import Response, url_for

from scorekeeper.base.api.answers import Json, lines, respond
from scorekeeper.base.i18n import language, t_for
from scorekeeper.codec.declared import drawn
from scorekeeper.codec.game_record import dump_event
from scorekeeper.codec.replay import hand_json, outcome_json, replay_json
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.needs import Needs, needs
from scorekeeper.engine.scoring import Line
from scorekeeper.engine.state import State
from scorekeeper.games.actions import preview, writing
from scorekeeper.games.actions.entrance import Access
from scorekeeper.games.actions.game_state import GameState, Scored
from scorekeeper.games.actions.history import steps
from scorekeeper.games.actions.matches import MatchStanding
from scorekeeper.games.actions.refusals import Conflict
from scorekeeper.games.actions.sharing import Share
from scorekeeper.games.api.models import (
    Current,
    Effect,
    Entry,
    EntryError,
    EntryFacts,
    Game,
    GameBrief,
    Later,
    Link,
    Match,
    MatchPlace,
    Occasion,
    Standing,
    Written,
)
from scorekeeper.wording.doubts import doubtful
from scorekeeper.wording.errors import error_text
from scorekeeper.wording.names import names_of


def words(view: GameState) -> Callable[[Sequence[str]], Callable[[Line], str]]:
    """A function from names by seat to what puts a line of this game into the words of whoever asks."""
    return lines().seated(view.rules)


def replayed(view: GameState) -> Json:
    """The game's replay, in the words of whoever asks."""
    seated, players = words(view), view.log.players
    return replay_json(view.replay, seated(players), seated, doubtful(t_for(language()), players))


def etag_of(access: Access) -> str:
    """Changes with everything that the game's answer shows. Weak: compressed or not, it is the same answer."""
    return f'W/"{access.revision}-{access.next_id or 0}-{access.role}-{language()}"'


def game(access: Access, view: GameState) -> Game:
    """A game in full."""
    text = words(view)
    about = view.log.about
    return drawn(
        Game,
        access,
        id=access.game_id,
        revision=view.revision,
        role=_role(access),
        match=None if access.match_id is None else MatchPlace(access.match_id, access.number),
        next_game=access.next_id,
        about=Occasion(about.get("place"), about.get("occasion")),
        record=view.record_json(),
        replay=replayed(view),
        entries=[_facts(view, e) for e in view.entries],
        struck=[entry(view, e, text) for e in view.struck],
        contract=view.contract,
        needs=coming(view.state),
    )


def _role(access: Access) -> str:
    return "score" if access.may_score else "watch"


def brief(access: Access, view: GameState) -> GameBrief:
    """A game on a list."""
    return drawn(
        GameBrief,
        access,
        id=access.game_id,
        revision=view.revision,
        role=_role(access),
        players=view.players,
        hands=len(view.entries),
        scores=view.scores,
        outcome=outcome_json(view.outcome),
        href=url_for("api.read_game", game=access.game_id),
    )


def _facts(view: GameState, scored: Scored) -> EntryFacts:
    error = _error(view, scored.error)
    return drawn(EntryFacts, scored, entry=scored.id, n=scored.n or None, number=scored.number or None, error=error)


def entry(view: GameState, scored: Scored, seated: Callable[[Sequence[str]], Callable[[Line], str]]) -> Entry:
    """An entry with its event and its score."""
    hand = None if scored.hand is None else hand_json(scored.hand, seated(scored.players))
    return drawn(Entry, _facts(view, scored), event=dump_event(scored.event), hand=hand)


def _error(view: GameState, error: GameError | None) -> EntryError | None:
    if error is None:
        return None
    text = error_text(t_for(language()), error, names_of(view.rules, view.players))
    return EntryError(error.event or 0, error.code, text)


def coming(state: State, **known: Any) -> Json | None:
    """What the coming hand must tell; None when the game is over."""
    return None if state.outcome.over else needs_json(needs(state, **known))


_NEEDS = [field.name for field in fields(Needs)]


def needs_json(found: Needs) -> Json:
    """`Needs` as it is."""
    return {name: getattr(found, name) for name in _NEEDS}


def standing(view: GameState) -> Standing:
    """How the game stands, in short."""
    state = view.state
    outcome = outcome_json(view.outcome)
    return Standing(view.scores, state.dropped, state.dealer, outcome, view.contract, coming(state))


def effect(found: preview.Preview) -> Effect:
    """What a change does or would do."""
    view = found.after
    before, after = words(found.before), words(view)
    later = [
        Later(
            None if x.before is None else entry(found.before, x.before, before),
            None if x.after is None else entry(view, x.after, after),
        )
        for x in found.later
    ]
    changed = None if found.entry is None else entry(view, found.entry, after)
    return drawn(Effect, standing(view), entry=changed, later=later, problems=[e.id for e in found.problems])


def written(done: writing.WrittenGame) -> Response:
    """The answer to a change: 201 where it made an entry, else 200; the same again when it is repeated."""
    change = done.change
    if change.action == "record" and change.place is None:
        found = preview.Preview(done.before, done.view, done.entry, (), ())  # nothing comes after it
    else:
        found = preview.compare(done.before, done.view, change.entry)
    body = drawn(Written, effect(found), revision=done.now, undoes=change.undoes)
    response = respond(body, 201 if change.action == "record" else 200)
    if done.repeated:
        response.headers["Idempotency-Replayed"] = "true"
    return response


def conflict(refusal: Conflict) -> Json:
    """What a conflict shows: the game as it is now, what was changed meanwhile, and what was to be written."""
    view = refusal.view
    current = drawn(
        Current,
        standing(view),
        revision=view.revision,
        record=view.record_json(),
        replay=replayed(view),
        entries=[_facts(view, e) for e in view.entries],
    )
    return {"current": current, "since": steps(refusal.access, refusal.since, view), "yours": refusal.yours}


def link(share: Share) -> Link:
    """A link, with the secret that it is."""
    return drawn(Link, share, path=f"/s/{share.token}")


def match(found: MatchStanding) -> Match:
    """A match."""
    games = [brief(g.access, g.view) for g in found.games]
    return Match(games, found.score.games, found.score.winners, found.games_to_win)
