"""Why an action is refused, where it is not the rules of the game that refuse it (those raise `GameError`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.clubs.actions.refusals import TEXTS as SEASON_TEXTS
from scorekeeper.tournaments.actions.refusals import TEXTS as CLUB_TEXTS
from scorekeeper.wording.marks import N_

if TYPE_CHECKING:
    from scorekeeper.games.actions.entrance import Way
    from scorekeeper.games.actions.view import View
    from scorekeeper.games.store.log import LogRow
    from scorekeeper.wording.marks import Gettext


class Refusal(Exception):
    """An action that cannot be done. `code` for programs, `params` for the words, `field` where one input is at fault."""

    status = 422

    def __init__(self, code: str, field: str | None = None, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.params = params

    def worded(self, _t: Gettext) -> dict[str, object]:
        """Parameters that are themselves words, in the reader's language."""
        return {}


class NotFound(Refusal):
    """There is no such thing, or it is not for the eyes of whoever asks: nobody is told which."""

    status = 404


class NotAllowed(Refusal):
    """Whoever asks may look, but not do this."""

    status = 403


class TooMany(Refusal):
    """Too often in too short a time; `params["minutes"]` says how long to wait."""

    status = 429


class NoPdf(Refusal):
    """There are no PDF files on this computer until somebody installs what sets their type."""

    status = 501

    def __init__(self) -> None:
        super().__init__("pdf.pango")


class QueueFull(Refusal):
    """As many documents wait to be made as may."""

    status = 503

    def __init__(self) -> None:
        super().__init__("pdf.full")


class NotPrinted(Refusal):
    """A document that cannot be made, though others can."""

    status = 500

    def __init__(self) -> None:
        super().__init__("pdf.failed")


class Conflict(Refusal):
    """The game has changed since whoever asks last saw it; nothing was recorded.

    `way`: whoever asks. `view`: the game as it stands. `since`: the changes made in between. `yours`: the event that was to be
    written, if any.
    """

    status = 409

    def __init__(self, way: Way, view: View, since: list[LogRow], yours: dict[str, object] | None) -> None:
        super().__init__("revision", read=since[0].revision - 1 if since else None, right=view.revision)
        self.way = way
        self.view = view
        self.since = since
        self.yours = yours


_TEXTS = {
    "game.often": N_("Too many games were started from here. Wait %(minutes)s min, then try again."),
    "game.many": N_("A device keeps at most %(high)s games. Save them to a file, and go on with another device or browser."),
    "account.none": N_("There is no account “%(read)s”."),
    "game": N_("There is no such game here, or its link no longer opens it."),
    "match": N_("This game does not belong to a match."),
    "entry": N_("There is no entry %(read)s in this game."),
    "link": N_("There is no such link."),
    "link.closed": N_("This link does not open anything any more. Ask for a new one."),
    "link.last": N_("This is the only way in for scoring this game. Make another link before ending this one."),
    "link.many": N_("A game has at most %(high)s open links. End one first."),
    "role": N_("This link is for scoring or watching: “%(read)s” is neither."),
    "watch_only": N_("This link is for watching: it cannot record anything."),
    "revision": N_("The game was changed meanwhile on another device. Nothing of yours was recorded yet."),
    "revision.ahead": N_("The game is at revision %(right)s; there is no revision %(read)s yet."),
    "uuid": N_("“%(read)s” is not a key: between 8 and 36 letters, figures, hyphens or underscores are."),
    "uuid.reused": N_("This was sent before, under the same key, with something else in it. What was sent first stands."),
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
    "same": N_("That is how it stands already."),
    "events.many": N_("A game holds at most %(high)s entries."),
    "changes.many": N_("This game has been changed %(high)s times, which is as much as one game holds."),
    "device.name": N_("A name for this device has at most %(high)s characters."),
    "games_to_win": N_("A match is played to between 1 and %(high)s games, or without end."),
    "dispute.claim": N_("A dispute says what is claimed, in at most %(high)s characters."),
    "dispute.side": N_("There is no such side in this game."),
    "dispute.open": N_("A dispute about this hand is already open: rule on it first."),
    "dispute.none": N_("No dispute about this hand is open."),
    "dispute.ruling": N_("A ruling says how it was decided, in at most %(high)s characters."),
    "dispute.link": N_("A ruling links to the ruling desk of this program, or to nothing."),
    "pdf.pango": N_(
        "PDF files need Pango, which is not installed on the computer that runs this program. Debian and Ubuntu: apt-get install"
        " libpango-1.0-0 libpangoft2-1.0-0; macOS: brew install pango. Then start the program again; until then, print the page"
        " itself from the browser."
    ),
    "pdf.full": N_("Many documents are being made just now. Please try again in a minute."),
    "pdf.failed": N_(
        "This document could not be made. Please try again; if it fails again, print the page itself from the browser."
    ),
    "not_over": N_("This game is not over yet: a rematch comes after it."),
    "house_rules": N_("There are no such house rules on this device."),
    "house_rules.name": N_("House rules need a name, of at most %(high)s characters."),
    "house_rules.same_name": N_("There are house rules called “%(read)s” on this device already: choose another name."),
    "house_rules.many": N_("A device keeps at most %(high)s sets of house rules. Delete one first."),
}


def refusal_text(t: Gettext, refusal: Refusal) -> str:
    """The refusal in words; `t` translates."""
    return t(_TEXTS.get(refusal.code) or CLUB_TEXTS.get(refusal.code) or SEASON_TEXTS[refusal.code]) % {
        **refusal.params,
        **refusal.worded(t),
    }
