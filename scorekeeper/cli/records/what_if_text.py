"""The text output of `scorekeeper lab`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from scorekeeper.engine.ruleset import name_of, named_rules
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import labelled
from scorekeeper.messages.rules.rules import diff_text
from scorekeeper.rules.titles import known_title
from scorekeeper.what_if import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.messages.marks import Gettext
    from scorekeeper.what_if.findings import Findings

WIDE = 96
EVERYBODY = "*"
"""Value of `--coach` for all players."""
MOST_TURNED = 20
MOST_PLAYERS = 20


def report(t: Gettext, findings: Findings, coach: str | None) -> list[str]:
    """Return the lines of the whole report."""
    if not findings.totals.games:
        return [t(N_("No game could be read."))]
    lines = []
    if not findings.change.nothing:
        lines = [*_changed_rules(t, findings), "", *_outcome_counts(t, findings), "", *_figures(t, findings)]
        lines += [*_players(t, findings), *_turned_games(t, findings)]
    if coach is not None:
        lines += [*([""] if lines else []), *_coach(t, findings, None if coach == EVERYBODY else coach)]
    return lines


def _changed_rules(t: Gettext, findings: Findings) -> list[str]:
    rules, options = findings.change.rules, findings.change.options
    texts = words.change_texts(t, findings.change) if options else []
    if rules is not None:
        title = known_title(t, rules) or t(N_("Your own rules"))
        own = [] if name_of(rules) else diff_text(t, named_rules("standard"), rules)
        texts = [labelled(t, t(N_("Under")), title), *own, *texts]
    return [labelled(t, t(N_("Games")), str(findings.totals.games)), *texts]


def _outcome_counts(t: Gettext, findings: Findings) -> list[str]:
    rows = words.fate_rows(t, findings.totals)
    wide = max(len(row.label) for row in rows)
    high = max(len(str(row.games)) for row in rows)
    lines = []
    for row in rows:
        lines.append(f"{row.label:<{wide}}  {row.games:>{high}}")
        if row.note:
            lines.append(click.wrap_text(row.note, WIDE, "  ", "  "))
    return lines


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows as columns of text, the first aligned left and the others right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    out = []
    for row in rows:
        cells = [f"{row[0]:<{widths[0]}}", *[f"{cell:>{widths[i]}}" for i, cell in enumerate(row[1:], 1)]]
        out.append("  ".join(cells).rstrip())
    return out


def _figures(t: Gettext, findings: Findings) -> list[str]:
    rows = words.comparison_rows(t, findings.totals)
    if not rows:
        return []
    length = words.length_text(t, findings.totals)
    return [*_table([("", t(words.AS_PLAYED), t(words.UNDER_THESE)), *rows]), *([length] if length else [])]


def _players(t: Gettext, findings: Findings) -> list[str]:
    gains = findings.totals.by_gain()
    if not gains:
        return []
    shown = gains if len(gains) <= MOST_PLAYERS else [*gains[: MOST_PLAYERS // 2], *gains[-MOST_PLAYERS // 2 :]]
    rows = [(name, str(gain.games), str(gain.then), str(gain.now), words.gain_text(t, gain)) for name, gain in shown]
    heads = (t(N_("Games won")), t(N_("of")), t(words.AS_PLAYED), t(words.UNDER_THESE), "")
    more = t(N_("The players who gain and lose most, out of %(players)s.")) % {"players": len(gains)}
    return ["", *_table([heads, *rows]), *([more] if len(shown) < len(gains) else [])]


def _turned_games(t: Gettext, findings: Findings) -> list[str]:
    if not findings.turned:
        return []
    lines = ["", t(N_("Games that another side wins"))]
    lines += [f"  {trial.label:>4}  {words.turned_text(t, trial)}" for trial in findings.turned[:MOST_TURNED]]
    left = len(findings.turned) - MOST_TURNED
    if left > 0:
        lines.append("  " + t(N_("and %(games)s more, all of them with --format json")) % {"games": left})
    return lines


def _coach(t: Gettext, findings: Findings, player: str | None) -> list[str]:
    who = player or t(N_("Everyone"))
    rules = findings.usual
    heights = [] if rules is None else findings.coach.heights(player, rules)
    if not heights:
        return [t(N_("%(player)s: no contracts recorded.")) % {"player": who}]
    rows = words.bid_level_rows(t, heights)
    heads = (who, t(N_("made")), "", t(N_("likely")), t(N_("net")), t(N_("pays")), "")
    table = [(row.bid, row.made, row.share, row.likely, row.net, row.pays, row.advice) for row in rows]
    return [*_table([heads, *table]), *_legend(t)]


def _legend(t: Gettext) -> list[str]:
    return [
        t(N_("Likely: the true share, 19 times out of 20.")),
        t(N_("Net: average points per contract, minus the others’.")),
        t(N_("Pays: the share you must make to gain points.")),
    ]
