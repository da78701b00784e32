"""Disputes about a recorded hand: opened with a claim, closed with a ruling. Both stay in the history."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.games.commands.command import Effect, GameCommand, Json, command
from scorekeeper.games.commands.game_state import GameState
from scorekeeper.messages.marks import N_

LONGEST_CLAIM = 300
LONGEST_LINK = 3000
DESK = "/rulings/"


@dataclass(frozen=True)
class Dispute:
    """A dispute about an entry.

    `side` makes the claim, or None if no side does. `ruling` is the decision, None while it is open. `link` is the ruling
    desk's answer (a path of this app), or empty.
    """

    entry: int
    side: int | None
    claim: str
    ruling: str | None
    link: str

    @property
    def open(self) -> bool:
        """Whether it waits for a ruling."""
        return self.ruling is None


def parse_dispute(entry: int, dispute_json: Json) -> Dispute:
    """Return a dispute from its form in the log."""
    return Dispute(
        entry, dispute_json.get("side"), dispute_json["claim"], dispute_json.get("ruling"), dispute_json.get("link", "")
    )


def disputes(game: GameState) -> dict[int, Dispute]:
    """Return all disputes of a game by entry, closed ones too."""
    return {entry: parse_dispute(entry, dispute_json) for entry, dispute_json in game.log.disputes.items()}


def open_dispute(entry: int, claim: str, side: int | None = None) -> GameCommand:
    """Return the command that opens a dispute. Raises Refusal for an invalid claim, or if one is open already."""
    return _open(entry, {"side": side, "claim": _text(claim, "dispute.claim", "claim")})


@command("dispute", changes=("dispute",), says=N_("Disputed: %(what)s"))
def _open(game: GameState, entry: int, claim: Json) -> Effect:
    before = _find_dispute(game, entry)
    if before is not None and before.get("ruling") is None:
        raise Refusal("dispute.open")
    if claim["side"] is not None and not 0 <= claim["side"] < len(game.rules.table.sides):
        raise Refusal("dispute.side", "side")
    return Effect({"dispute": before}, {"dispute": claim}, entry)


def close_dispute(entry: int, ruling: str, link: str = "") -> GameCommand:
    """Return the command that closes the open dispute. `link` is a URL of the ruling desk, stored without its host."""
    return _close(entry, {"ruling": _text(ruling, "dispute.ruling", "ruling"), "link": _link(link)})


@command("ruling", changes=("dispute",), says=N_("Ruled on: %(what)s"))
def _close(game: GameState, entry: int, ruling: Json) -> Effect:
    before = _find_dispute(game, entry)
    if before is None or before.get("ruling") is not None:
        raise Refusal("dispute.none")
    return Effect({"dispute": before}, {"dispute": {**before, **ruling}}, entry)


def _find_dispute(game: GameState, entry: int) -> Json | None:
    if game.entry(entry) is None:
        raise NotFound("entry", "entry", read=entry)
    return game.log.disputes.get(entry)


def _text(text: str, code: str, field: str) -> str:
    clean_text = " ".join(text.split())
    if not clean_text or len(clean_text) > LONGEST_CLAIM or not clean_text.isprintable():
        raise Refusal(code, field, high=LONGEST_CLAIM)
    return clean_text


def _link(link: str) -> str:
    """Return the path of a ruling desk link. Others are refused, so that no link on a sheet leads out of this app."""
    link = link.strip()
    if not link:
        return ""
    try:
        parts = urlsplit(link)
    except ValueError:
        raise Refusal("dispute.link", "link") from None
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    if not parts.path.startswith(DESK) or len(path) > LONGEST_LINK or not path.isprintable() or "\\" in path:
        raise Refusal("dispute.link", "link")
    return path
