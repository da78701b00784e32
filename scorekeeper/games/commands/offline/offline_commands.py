"""Commands from phones. Each runs once, and people are asked only if another device changed what it depends on.

A command has its own key, and may arrive many times or hours later. `docs/reference/offline-log.md` has the details.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from scorekeeper.core.events import idempotency
from scorekeeper.core.events.idempotency import without_empty
from scorekeeper.core.limits import check_uuid
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.engine.errors import GameError, Malformed
from scorekeeper.formats.record_details import parse_stamp
from scorekeeper.games.commands.access import Access
from scorekeeper.games.commands.command import GameCommand
from scorekeeper.games.commands.game_state import GameState, load
from scorekeeper.games.commands.offline import noop_commands
from scorekeeper.games.commands.recording import disputes, table_commands
from scorekeeper.games.commands.recording.event_writer import reload_access, write
from scorekeeper.games.commands.refusals import Conflict
from scorekeeper.games.store.log import GameEvent
from scorekeeper.games.store.log_rows import events_of

if TYPE_CHECKING:
    from scorekeeper.games.commands.command import GameCommand


KINDS = ("rename", "about", "dispute", "ruling")
"""Their names in the log."""
_FACTS = ("names", "place", "occasion", "side", "claim", "ruling", "link")
_OF_DISPUTES = ("side", "claim", "ruling", "link")


def parse_facts(content: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the facts of a command as sent. Raises `Malformed` for a wrong type."""
    facts = {name: content[name] for name in _FACTS if content.get(name) is not None}
    for name, value in facts.items():
        kind: type = dict if name == "names" else int if name == "side" else str
        texts = value.values() if isinstance(value, dict) else ()
        if type(value) is not kind or not all(isinstance(text, str) for text in texts):
            raise Malformed("event", reason="object", field=name, read=str(value)[:40])
    return facts or None


def make_game_command(game: GameState, does: str, facts: Mapping[str, Any], entry: int | None) -> GameCommand:
    """Return the game command for the current state. `entry` is the subject of a dispute."""
    if does == "rename":
        names = facts.get("names") or {}
        return table_commands.rename([names.get(name, name) for name in game.players], names)
    if does == "about":
        return table_commands.set_place_and_occasion(facts.get("place"), facts.get("occasion"))
    if entry is None:
        raise NotFound("entry", "entry", read=None)
    if does == "dispute":
        return disputes.open_dispute(entry, facts.get("claim") or "", facts.get("side"))
    return disputes.close_dispute(entry, facts.get("ruling") or "", facts.get("link") or "")


def is_same_event(row: GameEvent, does: str, facts: Mapping[str, Any]) -> bool:
    """Return whether the command made this change."""
    if row.action != does or row.undoes is not None:
        return False
    if does == "rename":
        names = facts.get("names") or {}
        return [names.get(name, name) for name in row.before["players"]] == list(row.after["players"])
    if does == "about":
        return bool(without_empty(row.after["about"]) == without_empty({name: facts.get(name) for name in ("place", "occasion")}))
    dispute = row.after["dispute"] or {}
    dispute_facts = {name: dispute.get(name) for name in _OF_DISPUTES if does == "ruling" or name in ("side", "claim")}
    return bool(
        without_empty(dispute_facts)
        == without_empty({**({} if does == "dispute" else {n: dispute.get(n) for n in ("side", "claim")}), **facts})
    )


def facts_of(row: GameEvent) -> dict[str, Any]:
    """Return the facts of the command that makes this change, the reverse of `make_game_command`."""
    if row.action == "rename":
        pairs = [*zip(row.before["players"], row.after["players"], strict=True)]
        for entry, names in row.before.get("seats", {}).items():
            pairs += zip(names, row.after["seats"][entry], strict=True)
        return {"names": dict(pairs)}
    if row.action == "about":
        return dict(row.after["about"])
    fields = ("side", "claim") if row.action == "dispute" else ("ruling", "link")
    return {name: row.after["dispute"][name] for name in fields if row.after["dispute"].get(name) is not None}


MOST_TRIES = 5
HAND_ACTIONS = ("played", "passed_out", "misdeal")
NOOP_CODES = frozenset({"same", "struck", "not_struck", "undo.same", "contract.none"})
"""Refusals which mean that the game is already as the command wants it."""


@dataclass(frozen=True)
class OfflineCommand:
    """A command from a phone.

    `does` is `record`, `open`, `cancel`, `undo`, `correct`, `strike`, `restore`, `deal` or in `offline_commands.KINDS`. `seen` is
    the revision that the phone had seen, and `after` the key of its previous command. `of` is the entry, or for `undo` the
    change: its number, or the key of the command that made it. `event` is from the game record, or parts of it for a
    contract. `short` is the result of its `auction` if `dealer` deals, and stays true if another player does; for `deal`,
    `dealer` is the first dealer. `before` is the entry that a forgotten hand is inserted before, named like `of`.
    `keep_deals` leaves later deals unchanged. `facts` are for commands that are not about a hand. `at` is when it was done,
    if only the phone had the game then. Commands without it count as done on arrival.
    """

    key: str
    does: str
    seen: int
    after: str | None = None
    of: int | str | None = None
    event: Mapping[str, Any] | None = None
    short: Mapping[str, Any] | None = None
    dealer: int | None = None
    before: int | str | None = None
    keep_deals: bool = False
    facts: Mapping[str, Any] | None = None
    at: datetime | None = None

    @property
    def shortened(self) -> Mapping[str, Any] | None:
        """The event without its calls."""
        if self.event is None or self.short is None:
            return self.event
        return {**{name: part for name, part in self.event.items() if name != "auction"}, **self.short}


@dataclass(frozen=True)
class CommandResult:
    """A command that is done. `game` is the current state.

    `change` is the row that did it, None if nothing had to be done.
    """

    access: Access
    game: GameState
    change: GameEvent | None


class NeedsDecision(Exception):
    """Raised if another device changed what the command depends on. People must decide, and nothing was written.

    `theirs` are the other device's changes.
    """

    def __init__(self, access: Access, game: GameState, command: OfflineCommand, theirs: list[GameEvent]) -> None:
        super().__init__(command.key)
        self.access, self.game, self.command, self.theirs = access, game, command, theirs


def run_command(access: Access, command: OfflineCommand) -> CommandResult:
    """Run a phone's command. Raises Asked, Refusal, `GameError`, and Conflict if the game keeps changing."""
    access.check_may_score()
    check_uuid(command.key)
    for _ in range(MOST_TRIES):
        game = load(access)
        if command.key in game.log.uuids:
            return _repeat_answer(access, game, command)
        if _was_idle(access, command):
            return CommandResult(access, game, None)
        theirs = _conflicting_events(access, game, command)
        if theirs:
            raise NeedsDecision(access, game, command, theirs)
        try:
            written = write(access, make_command(game, command), revision=game.revision, uuid=command.key, at=command.at)
        except Conflict:
            access = reload_access(access)  # someone was first: check what changed
        except Refusal as refusal:
            if refusal.code not in NOOP_CODES:
                raise
            noop_commands.store_noop(access.game_id, command.key, _hash_command(command))
            return CommandResult(access, game, None)
        else:
            if not written.repeated:
                return CommandResult(replace(access, revision=written.game.revision), written.game, written.change)
            access = reload_access(access)
    raise Conflict(access, load(access), [], None)


def _repeat_answer(access: Access, game: GameState, command: OfflineCommand) -> CommandResult:
    """Return the first answer, with the current state."""
    revision = game.log.uuids[command.key]
    (row,) = events_of(access.game_id, revision, revision)
    if not _is_same_event(game, row, command):
        raise Refusal("uuid.reused", "uuid")
    return CommandResult(access, game, row)


def _was_idle(access: Access, command: OfflineCommand) -> bool:
    """Return whether the command came before and had nothing to do. A recorded hand never does."""
    content_hash = None if command.does == "record" else noop_commands.stored_content(access.game_id, command.key)
    if content_hash is None:
        return False
    idempotency.check_content(content_hash, _hash_command(command))
    return True


def _hash_command(command: OfflineCommand) -> str:
    return idempotency.hash_content(command.does, {**asdict(command), "key": None, "seen": None, "after": None, "at": None})


def _is_same_event(game: GameState, row: GameEvent, command: OfflineCommand) -> bool:
    """Return whether the command made this change."""
    if command.does == "undo":
        return row.undoes is not None and row.undoes == _change(game, command.of)
    action = {"open": "open_contract", "cancel": "cancel_contract", "deal": "first_dealer"}.get(command.does, command.does)
    if row.action != action or row.undoes is not None:
        return False
    if command.does == "deal":
        return bool(row.after["first_dealer"] == command.dealer)
    if command.does in KINDS:
        return is_same_event(row, command.does, command.facts or {})
    if command.does in ("correct", "strike", "restore") and row.entry != _entry(game, command.of):
        return False
    if command.does == "open":
        stored_json = row.after["contract"]
        return any(
            without_empty({name: stored_json.get(name) for name in one or ()}) == without_empty(one)
            for one in (command.event, command.shortened)
        )
    stored_json = row.after.get("event")
    return command.does not in ("record", "correct") or any(
        _same_event(stored_json, one) for one in (command.event, command.shortened)
    )


def _same_event(stored_event: object, sent: object) -> bool:
    try:
        return bool(without_empty(stored_event) == without_empty(table_commands.parse_for_log(sent).kept))
    except GameError:
        return False


def make_command(game: GameState, command: OfflineCommand) -> GameCommand:
    """Return the game command for the current state."""
    event = command.shortened if _has_other_dealer(game, command) else command.event
    if command.does == "record":
        before = None if command.before is None else _entry(game, command.before)
        return table_commands.record(event, before=before, keep_deals=command.keep_deals)
    if command.does in KINDS:
        of = None if command.of is None else _entry(game, command.of)
        return make_game_command(game, command.does, command.facts or {}, of)
    if command.does == "open":
        return table_commands.open_contract(event)
    if command.does == "cancel":
        return table_commands.cancel_contract()
    if command.does == "deal":
        return table_commands.deal_first(command.dealer)
    if command.does == "undo":
        change = _change(game, command.of)
        if change in game.log.undone:
            raise Refusal("undo.same")
        return table_commands.undo(change)
    entry = _entry(game, command.of)
    if command.does == "correct":
        return table_commands.correct(entry, event, keep_deals=command.keep_deals)
    change_it = table_commands.strike if command.does == "strike" else table_commands.restore
    return change_it(entry, keep_deals=command.keep_deals)


def _has_other_dealer(game: GameState, command: OfflineCommand) -> bool:
    """Return whether the dealer has changed, so that the calls would belong to other players."""
    return (
        command.before is None
        and command.does in ("record", "open")
        and command.dealer is not None
        and command.dealer != game.state.dealer
    )


def _entry(game: GameState, of: int | str | None) -> int:
    """Return the entry of a command, by its number, its key or the key of a correction. Raises NotFound("entry")."""
    entry_id = next((e.id for e in game.log.entries if of in (e.id, e.uuid)), None)
    if entry_id is None and isinstance(of, str):
        entry_id = dict(game.log.corrections).get(game.log.uuids.get(of, 0))
    if entry_id is None:
        raise NotFound("entry", "entry", read=of)
    return entry_id


def _change(game: GameState, of: int | str | None) -> int:
    """Return the change to undo. Raises Refusal("undo.nothing")."""
    revision = game.log.uuids.get(of) if isinstance(of, str) else of
    if revision is None or not 1 < revision <= game.revision:
        raise Refusal("undo.nothing")
    return revision


# ---- changes by other devices to what the command depends on


def _conflicting_events(access: Access, game: GameState, command: OfflineCommand) -> list[GameEvent]:
    """Return other devices' changes that people must look at first."""
    base = min(max(command.seen, game.log.uuids.get(command.after or "", 0)), game.revision)
    if base == game.revision:
        return []
    others = [row for row in events_of(access.game_id, base + 1) if not access.made_event(row)]
    if not others or command.does in KINDS:
        return []
    if command.does in ("record", "open"):
        return _hands_of(game, others) + _contracts_of(game, others, command)
    if command.does == "deal":
        return _hands_of(game, others) + [row for row in others if "first_dealer" in row.after]
    if command.does == "cancel":
        return [row for row in others if row.after.get("contract") and row.after["contract"] == game.contract]
    if command.does == "undo":
        return _events_on_same_parts(others, events_of(access.game_id, (change := _change(game, command.of)), change)[0])
    entry = _entry(game, command.of)
    return [row for row in others if row.entry == entry and ("event" in row.after or "struck" in row.after)]


def _hands_of(game: GameState, others: list[GameEvent]) -> list[GameEvent]:
    """Return the changes that made new entries count, which may be the same hand."""
    first = {row.entry: row for row in reversed(others) if "struck" in row.after}
    standing = {entry.id for entry in game.entries if entry.event.kind in (*HAND_ACTIONS, "seats")}
    return [row for row in others if row.entry in standing and first.get(row.entry) is row and row.before.get("struck")]


def _contracts_of(game: GameState, others: list[GameEvent], command: OfflineCommand) -> list[GameEvent]:
    """Return another bid that was saved for the next hand, if the command has a different one."""
    saved = [row for row in others if row.after.get("contract") is not None]
    if not saved or game.contract is None:
        return []
    if command.event is not None and command.event.get("kind", "played") not in HAND_ACTIONS:
        return []
    mine = command.shortened or {}
    agrees = all(mine.get(name) == game.contract.get(name) for name in ("contractor", "bid"))
    return [] if agrees else saved[-1:]


def _events_on_same_parts(others: list[GameEvent], change: GameEvent) -> list[GameEvent]:
    """Return the changes to the parts that this one had changed."""
    if change.entry is not None:
        return [row for row in others if row.entry == change.entry and change.after.keys() & row.after.keys()]
    return [row for row in others if change.after.keys() & row.after.keys()]


# ---- the wire format

COMMAND_NAMES = ("record", "open", "cancel", "undo", "correct", "strike", "restore", "deal", *KINDS)


def parse_command(key: object, seen: object, after: object, content: object, at: object = None) -> OfflineCommand:
    """Return a command from its form in the phone's log. Raises Refusal("uuid"), `Malformed`."""
    if not isinstance(content, dict) or content.get("do") not in COMMAND_NAMES:
        raise Malformed("event", reason="object", read=str(content)[:40])
    event, short = content.get("event"), content.get("short")
    if event is not None and not isinstance(event, dict):
        raise Malformed("event", reason="object", read=str(event)[:40])
    of, before = content.get("of"), content.get("before")
    return OfflineCommand(
        key=check_uuid(key),
        does=content["do"],
        seen=_check_integer("seen", seen) or 1,
        after=after if isinstance(after, str) else None,
        of=of if isinstance(of, str) else _check_integer("of", of),
        event=event,
        short=short if isinstance(short, dict) else None,
        dealer=_check_integer("dealer", content.get("dealer")),
        before=before if isinstance(before, str) else _check_integer("before", before),
        keep_deals=content.get("keep_deals") is True,
        facts=parse_facts(content),
        at=_parse_time(at),
    )


def _parse_time(sent_time: object) -> datetime | None:
    at = parse_stamp({"at": sent_time}).at
    return None if at is None else datetime.fromisoformat(at)


def _check_integer(field: str, value: object) -> int | None:
    if value is not None and (type(value) is not int or not 0 <= value < 2**31):
        raise Malformed("event", reason="type", field=field, read=value, right="whole")
    return value
