"""Scoring without storing anything."""

from __future__ import annotations

from typing import Any

from flask import g, request

from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.operations import OperationGroup
from scorekeeper.core.api.problems import RequestProblem
from scorekeeper.core.i18n.translation import t
from scorekeeper.engine.endings import check_start
from scorekeeper.engine.errors import Malformed
from scorekeeper.engine.replay.compare import replay_under
from scorekeeper.engine.replay.game import replay
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, named_rules
from scorekeeper.formats.game_record import parse_record
from scorekeeper.formats.replay import replay_json
from scorekeeper.messages.game.outcome import doubt_formatter
from scorekeeper.messages.names import names_of


@OperationGroup("rules", "open").post("/replay", query=("rules",), body="Record", answers={200: "Replay"})
def replay_record() -> dict[str, Any]:
    """Score a game file.

    Nothing is saved. Scoring under other `rules` fails if the file lacks a fact that they need.
    """
    record = parse_record(requests.body())
    other = request.args.get("rules")
    if other is None:
        rules, result = record.rules, replay(record.rules, record.first_dealer, record.events, record.start_scores)
    else:
        if other not in VARIANTS_BY_NAME:
            raise RequestProblem(404, "rules", "rules.name", read=other[:40])
        rules = named_rules(other)
        if len(record.players) != rules.table.players:
            raise Malformed("players", event=0, reason="number", read=len(record.players), right=rules.table.players)
        check_start(rules, record.first_dealer)
        result = replay_under(record.rules, rules, record.first_dealer, record.events, record.start_scores)
    if result.error is not None:
        g.seated = lambda: names_of(rules, result.seated(record.players))
        raise result.error
    seated = responses.client_lines().seated(rules)
    return replay_json(result, seated(record.players), seated, doubt_formatter(t(), record.players))
