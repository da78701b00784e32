"""What came of all games that `scorekeeper lab` tried out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import orjson

from scorekeeper.codec.rules import parse_rules
from scorekeeper.laboratory import told
from scorekeeper.laboratory.coach import Coach
from scorekeeper.laboratory.totals import Totals
from scorekeeper.laboratory.trial import TURNED, Change, Trial

if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet

EVERYBODY = "*"
"""Whom the coach is asked about, where that is nobody alone."""


@dataclass
class Findings:
    """What came of all games. `turned`: trials of the games that another side wins; `refused`: games that could not be read."""

    change: Change
    totals: Totals = field(default_factory=Totals)
    coach: Coach = field(default_factory=Coach)
    turned: list[Trial] = field(default_factory=list)
    rules: Counter[bytes] = field(default_factory=Counter)
    refused: int = 0

    def add(self, obj: dict[str, Any], label: str) -> None:
        """One game, as a line of `--format lines` has it."""
        trial = told.trial_of(obj, label)
        self.totals.add(trial)
        if trial.fate == TURNED:
            self.turned.append(trial)
        for contract in told.contracts_of(obj["contracts"]):
            self.coach.add(contract)
        self.rules[orjson.dumps(obj["rules"])] += 1

    @property
    def usual(self) -> RuleSet | None:
        """The rules by which most games were scored."""
        return parse_rules(orjson.loads(self.rules.most_common(1)[0][0])) if self.rules else None
