"""House rules that a device keeps under a name of its own."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.base.db import Base, now
from scorekeeper.base.secrets import LONGEST_ASKED

LONGEST_RULES_NAME = 40


class HouseRuleSet(Base):
    """A rule set of a device. Games keep the rules that they were started with: none of them points here.

    `uuid`: made with the form, so that a save sent twice counts once. `rules`: every option, and the `base` it was made of.
    `deleted_at`: off the list, and can still be put back. `asked`: what the key stands for (`base.one_key`).
    """

    __tablename__ = "house_rule_sets"
    __table_args__ = (UniqueConstraint("device_id", "uuid"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"))
    uuid: Mapped[str] = mapped_column(String(36))
    name: Mapped[str] = mapped_column(String(LONGEST_RULES_NAME))
    rules: Mapped[dict[str, Any]]
    created_at: Mapped[datetime] = mapped_column(default=now)
    changed_at: Mapped[datetime] = mapped_column(default=now)
    deleted_at: Mapped[datetime | None]
    asked: Mapped[str | None] = mapped_column(String(LONGEST_ASKED))
