"""The API's answers about games, made from the results of the actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

from flask import Response, url_for

from scorekeeper.core.api.responses import Json, client_lines, respond
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.i18n.translation import language, t_for
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.events import Line
from scorekeeper.engine.state import Needs, State, needs
from scorekeeper.formats.declared import copy_as
from scorekeeper.formats.game_record import dump_event
from scorekeeper.formats.replay import hand_json, outcome_json, replay_json
from scorekeeper.games.api import models
from scorekeeper.games.commands.access import Access
from scorekeeper.games.commands.game_state import GameState, ScoredEntry
from scorekeeper.games.commands.history import steps
from scorekeeper.games.commands.library.matches import MatchStanding
from scorekeeper.games.commands.recording import event_writer
from scorekeeper.games.commands.refusals import Conflict
from scorekeeper.games.commands.sharing.share_links import Share
from scorekeeper.messages.errors.error_text import error_text
from scorekeeper.messages.game.outcome import doubt_formatter
from scorekeeper.messages.names import names_of


def line_formatter(game: GameState) -> Callable[[Sequence[str]], Callable[[Line], str]]:
    """Return a function from names by seat to a function that puts a line of this game into the client's language."""
    return client_lines().seated(game.rules)


def translated_replay(game: GameState) -> Json:
    """Return the game's replay in the client's language."""
    seated, players = line_formatter(game), game.log.players
    return replay_json(game.replay, seated(players), seated, doubt_formatter(t_for(language()), players))


def etag_of(access: Access) -> str:
    """Return an ETag that changes with everything in the answer. It is weak, so that compression does not matter."""
    return f'W/"{access.revision}-{access.next_id or 0}-{access.role}-{language()}"'


def game(access: Access, game: GameState) -> models.Game:
    """Return a game in full."""
    text = line_formatter(game)
    about = game.log.about
    return copy_as(
        models.Game,
        access,
        id=access.game_id,
        revision=game.revision,
        role=_role(access),
        match=None if access.match_id is None else models.MatchPlace(access.match_id, access.number),
        next_game=access.next_id,
        about=models.Occasion(about.get("place"), about.get("occasion")),
        record=game.record_json(),
        replay=translated_replay(game),
        entries=[_entry_facts(game, e) for e in game.entries],
        struck=[entry(game, e, text) for e in game.struck],
        contract=game.contract,
        needs=next_hand_needs(game.state),
    )


def _role(access: Access) -> str:
    return "score" if access.may_score else "watch"


def brief(access: Access, game: GameState) -> models.GameBrief:
    """Return a game for a list."""
    return copy_as(
        models.GameBrief,
        access,
        id=access.game_id,
        revision=game.revision,
        role=_role(access),
        players=game.players,
        hands=len(game.entries),
        scores=game.scores,
        outcome=outcome_json(game.outcome),
        href=url_for("api.read_game", game=access.game_id),
    )


def _entry_facts(game: GameState, scored: ScoredEntry) -> models.EntryFacts:
    error, n, number = _error(game, scored.error), scored.n or None, scored.number or None
    return models.EntryFacts(scored.id, n, number, scored.status, scored.at, scored.who, scored.corrected, error)


def entry(game: GameState, scored: ScoredEntry, seated: Callable[[Sequence[str]], Callable[[Line], str]]) -> models.Entry:
    """Return an entry with its event and its score."""
    hand = None if scored.hand is None else hand_json(scored.hand, seated(scored.players))
    return copy_as(models.Entry, _entry_facts(game, scored), event=dump_event(scored.event), hand=hand)


def _error(game: GameState, error: GameError | None) -> models.EntryError | None:
    if error is None:
        return None
    text = error_text(t_for(language()), error, names_of(game.rules, game.players))
    return models.EntryError(error.event or 0, error.code, text)


def next_hand_needs(state: State, **known: Any) -> Json | None:
    """Return the facts that the next hand needs, or None if the game is over."""
    return None if state.outcome.over else needs_json(needs(state, **known))


_NEEDS = [field.name for field in fields(Needs)]


def needs_json(needed: Needs) -> Json:
    """Return `Needs` as a dict, unchanged."""
    return {name: getattr(needed, name) for name in _NEEDS}


def standing(game: GameState) -> models.Standing:
    """Return a summary of the game's state."""
    state = game.state
    outcome = outcome_json(game.outcome)
    return models.Standing(game.scores, state.dropped, state.dealer, outcome, game.contract, next_hand_needs(state))


def effect(would_be: event_writer.Preview) -> models.Effect:
    """Return what a change does or would do."""
    game = would_be.after
    before, after = line_formatter(would_be.before), line_formatter(game)
    later = [
        models.Later(
            None if x.before is None else entry(would_be.before, x.before, before),
            None if x.after is None else entry(game, x.after, after),
        )
        for x in would_be.later
    ]
    changed = None if would_be.entry is None else entry(game, would_be.entry, after)
    return copy_as(models.Effect, standing(game), entry=changed, later=later, problems=[e.id for e in would_be.problems])


def change_response(done: event_writer.WrittenGame) -> Response:
    """Return the answer to a change: 201 if it added an entry, else 200. A repeat gets the same answer."""
    change = done.change
    if change.action == "record" and change.place is None:
        preview = event_writer.Preview(done.before, done.game, done.entry, (), ())  # no entry comes after it
    else:
        preview = event_writer.compare_states(done.before, done.game, change.entry)
    body = copy_as(models.Written, effect(preview), revision=done.now, undoes=change.undoes)
    response = respond(body, 201 if change.action == "record" else 200, etag=f'"{done.now}"')
    if done.repeated:
        response.headers["Idempotency-Replayed"] = "true"
    return response


def conflict(refusal: Conflict) -> Json:
    """Return the details of a conflict: the current game, the changes since, and the rejected change."""
    game = refusal.game
    current = copy_as(
        models.Current,
        standing(game),
        revision=game.revision,
        record=game.record_json(),
        replay=translated_replay(game),
        entries=[_entry_facts(game, e) for e in game.entries],
    )
    return {"current": current, "since": steps(refusal.access, refusal.since, game), "yours": refusal.yours}


def link(share: Share) -> models.Link:
    """Return a link with its secret."""
    return copy_as(models.Link, share, path=rooted(f"/s/{share.token}"))


def match(standing: MatchStanding) -> models.Match:
    games = [brief(g.access, g.game) for g in standing.games]
    return models.Match(games, standing.score.games, standing.score.winners, standing.games_to_win)
