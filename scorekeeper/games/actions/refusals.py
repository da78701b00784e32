"""Why an action with a game is refused, in words; and the refusal that shows what others did meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.base.refusals import Refusal
from scorekeeper.wording.marks import N_

if TYPE_CHECKING:
    from scorekeeper.games.actions.access import Access
    from scorekeeper.games.actions.game_state import GameState
    from scorekeeper.games.store.log import LogRow


class Conflict(Refusal):
    """The game has changed since whoever asks last saw it; nothing was recorded.

    `access`: whoever asks. `game`: the game as it stands. `since`: the changes made in between. `yours`: the event that was to be
    written, if any.
    """

    status = 409

    def __init__(self, access: Access, game: GameState, since: list[LogRow], yours: dict[str, object] | None) -> None:
        super().__init__("revision", read=since[0].revision - 1 if since else None, right=game.revision)
        self.access = access
        self.game = game
        self.since = since
        self.yours = yours

    @property
    def own(self) -> bool:
        """Whether whoever asks made those changes, on this very device."""
        return all(map(self.access.did, self.since))


TEXTS = {
    "game.private": N_(
        "On this site only members start games. Nothing was recorded. Sign in at /club/sign-in, or open the link or the"
        " invitation that you were given, then try again."
    ),
    "game.often": N_("Too many games were started from here. Wait %(minutes)s min, then try again."),
    "game.many": N_("A device keeps at most %(high)s games. Save them to a file, and go on with another device or browser."),
    "game": N_("There is no such game here, or its link no longer opens it."),
    "match": N_("This game does not belong to a match."),
    "entry": N_("There is no entry %(read)s in this game."),
    "link": N_("There is no such link."),
    "link.closed": N_("This link does not open anything any more. Ask for a new one."),
    "link.last": N_("This is the only way in for scoring this game. Make another link before ending this one."),
    "link.many": N_("A game has at most %(high)s open links. End one first."),
    "code": N_("There is no such code."),
    "code.none": N_("This code does not open anything: perhaps it has ended, or a word is another one. Ask for a new one."),
    "code.words": N_("A code has %(short)s words, a family’s code %(long)s: %(read)s were read."),
    "code.word": N_("“%(read)s”, word %(place)s, is in no code. Is it “%(right)s”?"),
    "code.odd": N_("“%(read)s”, word %(place)s, is in no code. Look at it once more."),
    "code.kind": N_("Games are copied or moved to another phone: “%(read)s” is neither."),
    "code.same": N_("This code is for another phone: the games are on this one already."),
    "code.often": N_("Too many wrong codes were typed. Wait %(minutes)s min, then try again; links and QR codes go on."),
    "merge.moved": N_("The game was changed meanwhile: look once more at what differs. Nothing was taken."),
    "merge.record": N_("What came from the other phone is no game record: %(why)s"),
    "phone": N_("There is no such phone, or it has none of your games."),
    "role": N_("This link is for scoring or watching: “%(read)s” is neither."),
    "watch_only": N_("This link is for watching: it cannot record anything."),
    "revision": N_("The game was changed meanwhile on another device. Nothing of yours was recorded yet."),
    "revision.ahead": N_("The game is at revision %(right)s; there is no revision %(read)s yet."),
    "undo.nothing": N_("There is nothing to undo."),
    "undo.same": N_("Undoing this would change nothing: the game already stands as it stood before."),
    "struck": N_("This entry is already struck out."),
    "not_struck": N_("This entry is not struck out."),
    "place": N_("There is no entry %(read)s to put this before."),
    "contract.none": N_("No contract is open."),
    "about": N_("A place or an occasion is one line of at most %(high)s characters."),
    "edition": N_(
        "Edition 1 of the game record has no words for a change of dealer or players, nor for scores taken over: %(games)s."
    ),
    "deal.from": N_("Tap from when on that player deals."),
    "deal.start": N_("Whoever dealt first, this hand would not be dealt by that player. Choose “From this hand on”."),
    "events.many": N_("A game holds at most %(high)s entries."),
    "changes.many": N_("This game has been changed %(high)s times, which is as much as one game holds."),
    "games_to_win": N_("A match is played to between 1 and %(high)s games, or without end."),
    "dispute.claim": N_("A dispute says what is claimed, in at most %(high)s characters."),
    "dispute.side": N_("There is no such side in this game."),
    "dispute.open": N_("A dispute about this hand is already open: rule on it first."),
    "dispute.none": N_("No dispute about this hand is open."),
    "dispute.ruling": N_("A ruling says how it was decided, in at most %(high)s characters."),
    "dispute.link": N_("A ruling links to the ruling desk of this program, or to nothing."),
    "joined.name": N_("A name is one line of 1 to %(high)s characters: “%(read)s” is none."),
    "joined.same": N_("“%(read)s” would mean itself: choose another name for that person."),
    "joined.many": N_("A device joins at most %(high)s names. Part some first."),
    "joined.none": N_("This name is joined with no other."),
    "household.purpose": N_("A link of a household is to join it, or to look at its figures: “%(read)s” is neither."),
    "household.link": N_("This link does not open anything any more. Ask for a new one."),
    "household.devices": N_("A household has at most %(high)s devices. One of them has to leave first."),
    "not_over": N_("This game is not over yet: a rematch comes after it."),
}
