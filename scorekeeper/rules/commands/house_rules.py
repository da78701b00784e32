"""The house rules saved on a device: save, change, duplicate, delete, restore. None of this changes a game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.events.idempotency import check_content, hash_content
from scorekeeper.core.limits import check_uuid
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.formats.rules import dump_rules, parse_rules, rules_to_query
from scorekeeper.rules.store.house_rules import LONGEST_RULES_NAME, HouseRuleSet

if TYPE_CHECKING:
    from scorekeeper.core.devices.visitors import Visitor
    from scorekeeper.engine.ruleset import RuleSet

MOST_SETS = 60


@dataclass(frozen=True)
class SavedRules:
    """A rule set saved on a device. `base`: the named rule set it is based on."""

    id: int
    name: str
    base: str
    rules: RuleSet
    changed_at: datetime


def of_device(visitor: Visitor | None) -> list[SavedRules]:
    """Return the device's rule sets, most recently changed first. Runs one query."""
    return [] if visitor is None else [_saved_rules(row) for row in _rows(visitor)]


def load(visitor: Visitor | None, set_id: int, *, deleted: bool = False) -> SavedRules:
    """Return one of the device's rule sets. Raises NotFound, also for another device's set."""
    return _saved_rules(_row(visitor, set_id, deleted=deleted))


def find(visitor: Visitor | None, rules: RuleSet) -> SavedRules | None:
    """Return the device's rule set that equals `rules`, or None."""
    return next((saved for saved in of_device(visitor) if saved.rules == rules), None)


def save(visitor: Visitor, name: str, rules: RuleSet, *, base: str = "", uuid: str, key_content: object = None) -> SavedRules:
    """Save a rule set under a name and return it. `uuid` is an idempotency key.

    `key_content`: the content to compare for a repeated key, if it isn't name and rules.
    Raises KeyReused and Refusal ("house_rules.name", "house_rules.same_name", "house_rules.many", "uuid").
    """
    uuid = check_uuid(uuid)
    content = hash_content("keep", [name, dump_rules(rules)] if key_content is None else key_content)
    if (known := _find_by_uuid(visitor, uuid, content)) is not None:
        return _saved_rules(known)
    rows = _rows(visitor)
    if len(rows) >= MOST_SETS:
        raise Refusal("house_rules.many", "name", high=MOST_SETS)
    facts = {"name": _check_name(name, rows), "rules": _rules_json(rules, base)}
    row = HouseRuleSet(device_id=visitor.id, uuid=uuid, asked=content, **facts)
    try:
        with write_transaction() as session:
            session.add(row)
    except IntegrityError:
        known = _find_by_uuid(visitor, uuid, content)
        if known is None:
            raise
        return _saved_rules(known)
    return _saved_rules(row)


def change(visitor: Visitor, set_id: int, name: str, rules: RuleSet, *, base: str = "") -> SavedRules:
    """Change a set's name or rules. Games started with it keep their own rules. Raises NotFound, and as `save` does."""
    row = _row(visitor, set_id)
    name = _check_name(name, [other for other in _rows(visitor) if other.id != set_id])
    with write_transaction() as session:
        row = session.merge(row)
        row.name, row.rules, row.changed_at = name, _rules_json(rules, base), now()
    return _saved_rules(row)


def duplicate(visitor: Visitor, set_id: int, *, uuid: str) -> SavedRules:
    """Save a copy of a set under the same name with a number, and return it. Raises as `save` does."""
    saved = load(visitor, set_id)
    return save(visitor, free_name(visitor, saved.name), saved.rules, base=saved.base, uuid=uuid, key_content=["copy", set_id])


def delete(visitor: Visitor, set_id: int, *, deleted: bool = True) -> SavedRules:
    """Delete a set, or restore it. A restored set gets a number if its name has been taken. Raises NotFound."""
    row = _row(visitor, set_id, deleted=not deleted)
    name = row.name if deleted else free_name(visitor, row.name)
    with write_transaction() as session:
        row = session.merge(row)
        row.name, row.deleted_at = name, now() if deleted else None
    return _saved_rules(row)


def free_name(visitor: Visitor | None, name: str) -> str:
    """Return the name, or the first of “name 2”, “name 3” … that no other set of the device has."""
    used_names = {saved.name.casefold() for saved in of_device(visitor)}
    name = name[:LONGEST_RULES_NAME].strip()
    found, number = name, 1
    while found.casefold() in used_names:
        number += 1
        found = f"{name[: LONGEST_RULES_NAME - len(str(number)) - 1]} {number}"
    return found


def _check_name(name: str, others: list[HouseRuleSet]) -> str:
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_RULES_NAME or not name.isprintable():
        raise Refusal("house_rules.name", "name", high=LONGEST_RULES_NAME)
    if name.casefold() in {other.name.casefold() for other in others}:
        raise Refusal("house_rules.same_name", "name", read=name)
    return name


def _rules_json(rules: RuleSet, base: str) -> dict[str, object]:
    return {"base": base or rules_to_query(rules)[0], **dump_rules(rules)}


def _saved_rules(row: HouseRuleSet) -> SavedRules:
    return SavedRules(row.id, row.name, row.rules["base"], parse_rules(row.rules), row.changed_at)


def _rows(visitor: Visitor) -> list[HouseRuleSet]:
    mine = select(HouseRuleSet).where(HouseRuleSet.device_id == visitor.id, HouseRuleSet.deleted_at.is_(None))
    return list(db.session.scalars(mine.order_by(HouseRuleSet.changed_at.desc(), HouseRuleSet.id.desc())))


def _row(visitor: Visitor | None, set_id: int, *, deleted: bool = False) -> HouseRuleSet:
    row = db.session.get(HouseRuleSet, set_id) if visitor else None
    if visitor is None or row is None or row.device_id != visitor.id or (row.deleted_at is not None) != deleted:
        raise NotFound("house_rules", read=set_id)
    return row


def _find_by_uuid(visitor: Visitor, uuid: str, content: str) -> HouseRuleSet | None:
    query = select(HouseRuleSet).where(HouseRuleSet.device_id == visitor.id, HouseRuleSet.uuid == uuid)
    row = db.session.scalar(query)
    if row is not None:
        check_content(row.asked, content)
    return row
