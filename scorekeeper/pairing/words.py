"""Tournament texts: reasons for tables, problems in a record, errors, and names of methods and tie-breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.messages.errors.error_text import quoted
from scorekeeper.messages.marks import N_
from scorekeeper.pairing import sentences
from scorekeeper.pairing.method import METHODS, method_named
from scorekeeper.pairing.record.decisions import LOT
from scorekeeper.pairing.sentences import FAULTS, OTHER_COLUMNS, SHORT_OTHER_COLUMNS
from scorekeeper.pairing.standings.tiebreaks import MEANINGS, TIEBREAKS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.messages.marks import Gettext
    from scorekeeper.pairing.record.decisions import TieDecision
    from scorekeeper.pairing.record.draft import Reason
    from scorekeeper.pairing.record.errors import TournamentError
    from scorekeeper.pairing.verify.verify import CheckProblem

REASONS = sentences.REASONS | {code: text for method in METHODS.values() for code, text in method.reasons.items()}
PROBLEMS = sentences.PROBLEMS | {rule: text for method in METHODS.values() for rule, text in method.problems.items()}
COUNTED = sentences.COUNTED | {code: name for method in METHODS.values() for code, name in method.counted.items()}
ENTRANT_PARAMETERS = frozenset({"upper", "lower", "who", "other", "guest"})


def points_text(points: object) -> str:
    """Return match points as text: 3, 2½, ¾, −3½, 0.13."""
    numerator, denominator = getattr(points, "numerator", 0), getattr(points, "denominator", 1)
    sign = "−" if numerator < 0 else ""
    whole, rest = divmod(abs(numerator), denominator)
    if rest == 0:
        return f"{sign}{whole}"
    quarters = {1: "¼", 2: "½", 3: "¾"}.get(4 * rest // denominator) if 4 * rest % denominator == 0 else None
    if quarters:
        return f"{sign}{whole or ''}{quarters}"
    return f"{sign}{abs(numerator) / denominator:.2f}"


def _value_text(t: Gettext, name: str, value: object, names: Mapping[str, str]) -> str:
    if value is None:
        return "–"
    if name in ENTRANT_PARAMETERS and isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, (list, tuple)):
        return ", ".join(_value_text(t, name, one, names) for one in value)
    if hasattr(value, "denominator") and not isinstance(value, bool):
        return points_text(value)
    return str(value)


def _agreeing_sentence(sentences: Mapping[str, str], code: str, params: Mapping[str, object]) -> str:
    """Return the sentence that agrees with its number. In French, numbers below two are singular."""
    number = params.get(COUNTED.get(code, ""))
    found = None
    if hasattr(number, "denominator"):
        form = "none" if number == 0 else "one" if 0 < number <= 1 else "more" if number * 2 == 3 else ""  # type: ignore[operator]
        found = sentences.get(f"{code}:{form}")
    return found or sentences[code]


def reason_text(t: Gettext, reason: Reason, names: Mapping[str, str] | None = None) -> str:
    """Return the reason for a table, a bye or a round as a sentence. `names`: entrants' names by id."""
    param_texts = {name: _value_text(t, name, value, names or {}) for name, value in reason.params.items()}
    return t(_agreeing_sentence(REASONS, reason.code, reason.params)) % param_texts


def problem_text(t: Gettext, problem: CheckProblem, names: Mapping[str, str] | None = None) -> str:
    """Return what the check found as a sentence."""
    # For a bracket, the values read are entrants.
    entrant_params = {"read", "right"} if problem.rule == "bracket" else set()
    param_texts = {
        name: _value_text(t, "who" if name in entrant_params else name, value, names or {})
        for name, value in problem.params.items()
    }
    return t(_agreeing_sentence(PROBLEMS, problem.rule, problem.params)) % param_texts


def tournament_error_text(t: Gettext, error: TournamentError) -> str:
    """Return what was read, where, and what would be right."""
    reason = error.params.get("reason")
    sentence = FAULTS.get(f"{error.code}:{reason}") or FAULTS.get(f":{reason}") or FAULTS[error.code]
    param_texts = {}
    for name, value in error.params.items():
        if name == "read":
            param_texts[name] = quoted(t, value)
        elif name == "choices" and isinstance(value, (list, tuple)):
            param_texts[name] = ", ".join(str(one) for one in value)
        elif name == "tables" and isinstance(value, (list, tuple)):
            param_texts[name] = ", ".join(
                t(N_("round %(round)s table %(table)s")) % {"round": r, "table": k} for r, k in value[:12]
            )
        else:
            param_texts[name] = _value_text(t, name, value, {})
    return t(sentence) % param_texts


def method_title(t: Gettext, method: str) -> str:
    """Return the name of a method."""
    return t(method_named(method).title)


def tiebreak_title(t: Gettext, name: str) -> str:
    """Return a tie-break's column heading."""
    return t(TIEBREAKS[name].title if name in TIEBREAKS else OTHER_COLUMNS[name])


def short_tiebreak_title(t: Gettext, name: str) -> str:
    """Return a tie-break's short column heading."""
    return t(TIEBREAKS[name].short_title if name in TIEBREAKS else SHORT_OTHER_COLUMNS[name])


def tiebreak_meaning(t: Gettext, name: str) -> str:
    """Return a tie-break in one sentence: “Points for: all game points won.”"""
    return t("%(label)s: %(text)s") % {"label": t(TIEBREAKS[name].title), "text": t(MEANINGS[name])}


def decision_text(t: Gettext, decision: TieDecision) -> str:
    """Return how a tie was decided: the number of the draw, or the director's reason."""
    if decision.by == LOT:
        return t("drawn by lot, number %(seed)s") % {"seed": decision.seed}
    if not decision.reason:  # the public does not see it where names are hidden
        return t("decided by the director")
    return t("decided by the director: %(reason)s") % {"reason": decision.reason}
