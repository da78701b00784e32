"""The messages of refused commands on games, and the refusal that shows other people's changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.core.refusals import Refusal
from scorekeeper.messages.marks import N_

if TYPE_CHECKING:
    from scorekeeper.games.commands.access import Access
    from scorekeeper.games.commands.game_state import GameState
    from scorekeeper.games.store.log import GameEvent


class Conflict(Refusal):
    """The game has changed since the client last saw it. Nothing was recorded.

    `access` is the client's, and `game` the current state. `since` are the changes in between. `yours` is the event that was
    to be written, if any.
    """

    status = 409

    def __init__(self, access: Access, game: GameState, since: list[GameEvent], yours: dict[str, object] | None) -> None:
        super().__init__("revision", read=since[0].revision - 1 if since else None, right=game.revision)
        self.access = access
        self.game = game
        self.since = since
        self.yours = yours

    @property
    def own(self) -> bool:
        """Whether the client's own device made those changes."""
        return all(map(self.access.made_event, self.since))


TEXTS = {
    "game.private": N_(
        "Only members can start games here. Nothing was saved. Sign in at /club/sign-in or open your "
        "link or invitation, then try again."
    ),
    "game.often": N_("Too many games were started from here. Wait %(minutes)s min, then try again."),
    "game.many": N_(
        "A device can store at most %(high)s games. Save them to a file, then continue on another device or browser."
    ),
    "game": N_("This game doesn’t exist, or its link no longer opens it."),
    "match": N_("This game does not belong to a match."),
    "entry": N_("This game has no entry %(read)s."),
    "link": N_("This link doesn’t exist."),
    "link.closed": N_("This link no longer works. Ask for a new one."),
    "link.last": N_("This link is the only way to score this game. Make another link before you revoke it."),
    "link.many": N_("A game can have at most %(high)s open links. Revoke one first."),
    "code": N_("This code doesn’t exist."),
    "code.none": N_("This phrase doesn’t open anything. It may be wrong or no longer valid. Ask for a new one."),
    "code.words": N_("A join phrase has %(short)s words and a recovery phrase %(long)s. You entered %(read)s."),
    "code.word": N_("Word %(place)s, “%(read)s”, is not on the word list. Did you mean “%(right)s”?"),
    "code.odd": N_("Word %(place)s, “%(read)s”, is not on the word list. Check it and try again."),
    "code.kind": N_("“%(read)s” is not a valid way to share games. Use copy or move."),
    "code.same": N_("This phrase is for another phone. The games are already on this one."),
    "code.often": N_("Too many wrong phrases. Try again in %(minutes)s min. Links and QR codes still work."),
    "merge.moved": N_("The game has changed. Nothing was saved. Check the differences again."),
    "merge.record": N_("What the other phone sent is not a valid game file: %(why)s"),
    "phone": N_("This phone doesn’t exist, or it has none of your games."),
    "role": N_("“%(read)s” is not a valid purpose for a link. Use score or watch."),
    "watch_only": N_("This link is for watching only. It can’t record anything."),
    "revision": N_("The game was changed on another device. Your change is not saved yet."),
    "revision.ahead": N_("The game is at revision %(right)s. There is no revision %(read)s yet."),
    "undo.nothing": N_("There is nothing to undo."),
    "undo.same": N_("Undoing this would change nothing. The game is already as it was before."),
    "struck": N_("This entry is already void."),
    "not_struck": N_("This entry is not void."),
    "place": N_("This game has no entry %(read)s to insert this before."),
    "contract.none": N_("No contract is open."),
    "about": N_("Place and occasion can each have one line of up to %(high)s characters."),
    "edition": N_("Version 1 of the game file can’t store a change of dealer or players, or starting scores: %(games)s."),
    "deal.from": N_("Tap which hands that player deals."),
    "deal.start": N_("That player can’t deal this hand, no matter who dealt first. Choose “From this hand on”."),
    "events.many": N_("A game can have at most %(high)s entries."),
    "changes.many": N_("This game has been changed %(high)s times, which is the limit."),
    "games_to_win": N_("Choose 1 to %(high)s games to win, or a match without end."),
    "dispute.claim": N_("Enter the claim, in at most %(high)s characters."),
    "dispute.side": N_("This game has no such side."),
    "dispute.open": N_("This hand is already disputed. Rule on that dispute first."),
    "dispute.none": N_("This hand has no open dispute."),
    "dispute.ruling": N_("Enter the ruling, in at most %(high)s characters."),
    "dispute.link": N_("A ruling can link only to this app’s ruling desk."),
    "joined.name": N_("“%(read)s” is not a valid name. Use one line of 1 to %(high)s characters."),
    "joined.same": N_("A name can’t be merged with itself. Choose another name."),
    "joined.many": N_("You can merge at most %(high)s names. Separate some first."),
    "joined.none": N_("This name is not merged with another."),
    "household.purpose": N_("“%(read)s” is not a valid purpose for a household link. Use join or look."),
    "household.link": N_("This link no longer works. Ask for a new one."),
    "household.devices": N_("A household can have at most %(high)s devices. One of them must leave first."),
    "not_over": N_("This game is not over yet. A rematch comes after it."),
}
