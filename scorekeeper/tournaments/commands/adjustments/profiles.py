"""Commands on entrants' tags and handicaps, and on which tags have their own standings."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.core.refusals import Refusal
from scorekeeper.core.security.signing import normalize_text, same_name
from scorekeeper.formats.declared import dump, parse
from scorekeeper.formats.tournament_v2 import HIGHEST_HANDICAP, LONGEST_TAG, MOST_TAGS
from scorekeeper.messages.marks import N_
from scorekeeper.tournaments.commands.command import Json, TournamentEffect, command
from scorekeeper.tournaments.commands.setup.entry_validation import get_entrant
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.parts import ProfilePart, RankedTagsPart


@command("profile", right="direct", changes=("profile",), says=N_("Tags and handicap changed: %(name)s"))
def set_profile(board: Board, entrant: str, tags: object = None, handicap: object = None) -> TournamentEffect:
    """Set an entrant's tags and handicap. None: they stay.

    Raises Refusal("tag.name", "tag.many", "handicap"), NotFound("entrant").
    """
    one = get_entrant(board, entrant)
    if handicap is not None and (type(handicap) is not int or not -HIGHEST_HANDICAP <= handicap <= HIGHEST_HANDICAP):
        raise Refusal("handicap", "handicap", read=str(handicap)[:20], high=HIGHEST_HANDICAP)
    found = one.tags if tags is None else check_tags(board, tags)
    return TournamentEffect(
        parts.profile_part(one.id), _profile_parts(one.id, found, one.handicap if handicap is None else handicap)
    )


@command("tag", right="direct", changes=("profile",), says=N_("Tag changed for several entrants"))
def tag_entrants(board: Board, tag: object, entrants: Sequence[str]) -> TournamentEffect:
    """Give a tag to these entrants, and take it from all others. Raises Refusal("tag.name", "tag.many"), NotFound("entrant")."""
    name, carriers = known_tag(board, tag), {get_entrant(board, who).id for who in entrants}
    after: Json = {}
    for one in board.entrants:
        if (one.id in carriers) != (name in one.tags):
            tags = (*one.tags, name) if one.id in carriers else tuple(other for other in one.tags if other != name)
            after |= _profile_parts(one.id, check_tags(board, tags), one.handicap)
    if not after:
        raise Refusal("same")
    return TournamentEffect("profiles", after)


@command("rank_tags", right="direct", changes=("ranked_tags",), says=N_("Tags with their own standings changed"))
def rank_tags(board: Board, tags: object) -> TournamentEffect:
    """Set which tags have their own standings; None: all have. Raises Refusal("tag.name", "tag.many")."""
    return TournamentEffect(
        "ranked_tags", {"ranked_tags": None if tags is None else dump(RankedTagsPart(check_tags(board, tags)))}
    )


def ranked_tags_of(board: Board) -> tuple[str, ...] | None:
    """Return the tags that were chosen to have their own standings; None for all."""
    value = board.log.parts.get("ranked_tags")
    return None if value is None else parse(RankedTagsPart, value).tags


def check_tags(board: Board, tags: object) -> tuple[str, ...]:
    """Return valid tags, each once and as it is spelled already."""
    if not isinstance(tags, list | tuple):
        raise Refusal("tag.name", "tags", read=str(tags)[:20], high=LONGEST_TAG)
    found = tuple(dict.fromkeys(known_tag(board, one) for one in tags))
    if len(found) > MOST_TAGS:
        raise Refusal("tag.many", "tags", high=MOST_TAGS)
    return found


def known_tag(board: Board, tag: object) -> str:
    """Return a valid tag, as it is spelled already if anyone has it."""
    name = normalize_text(tag) if isinstance(tag, str) else ""
    if not 0 < len(name) <= LONGEST_TAG or not name.isprintable():
        raise Refusal("tag.name", "tags", read=str(tag)[:20], high=LONGEST_TAG)
    return next((one for one in tags_in_use(board) if same_name(one) == same_name(name)), name)


def tags_in_use(board: Board) -> list[str]:
    """Return every tag of the entrants once, in order of entry."""
    return list(dict.fromkeys(tag for one in board.entrants for tag in one.tags))


def _profile_parts(who: str, tags: tuple[str, ...], handicap: int) -> Json:
    profile = ProfilePart(tags, handicap)
    return {parts.profile_part(who): None if profile == ProfilePart() else dump(profile)}
