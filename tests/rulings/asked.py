"""Questions to the rulings pages, and the parts of their answers."""

from __future__ import annotations

import html
import re

from scorekeeper.core.i18n.translation import t_for
from scorekeeper.engine.replay.compare import compare_options
from scorekeeper.formats.record_header import FORMAT
from scorekeeper.messages.names import Names, names_of

EN = t_for("en")


def names(rules) -> Names:
    plain = names_of(rules, [f"P{seat}" for seat in range(rules.table.players)])
    return Names(plain.sides, tuple(f"P{seat}" for seat in range(6)), plain.kind)


def differs_as_said(answer, rules, find) -> None:
    """Check that each rule set in the answer changes one option and leads to another answer."""
    own = find(rules).key
    for other in answer.others:
        assert set(compare_options(rules, other.rules)) >= {other.option}
        assert other.rules == rules.with_options(**{other.option: other.rules.values()[other.option]})
        assert find(other.rules).key != own
        assert other.sentence


RECORD = {
    "format": FORMAT,
    "rules": {"base": "kitty", "keep": "dealer"},
    "players": ["Aline", "Benoît", "Claire", "Denis"],
    "first_dealer": 0,
    "events": [
        {"kind": "played", "auction": ["pass", 60, 75, "keep", "pass", "pass"], "trump": "H", "points": [85, 15]},
        {"kind": "played", "contractor": 1, "bid": 75, "trump": "S", "points": [40, 60]},
        {"kind": "played", "contractor": 1, "bid": 75, "bids": {}, "trump": "S", "points": [20, 80]},
    ],
}


def shown_answer(client, url: str) -> str:
    page = client.get(url, follow_redirects=True)
    assert page.status_code == 200, page.text
    found = re.search(r'class="answer-said"[^>]*>(.*?)</p>', page.text, re.S)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", found.group(1))).split()) if found else ""
