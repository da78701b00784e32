"""The form for a tournament's format, converted to and from the record's options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

from scorekeeper.core.forms.forms import Form, LineField, SeveralFields, TickField
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.numbers import parse_integer_or_text
from scorekeeper.engine.options import Flag, Number
from scorekeeper.formats.declared import number_json
from scorekeeper.formats.tournament_options import DECLARED
from scorekeeper.pairing.method import Method, find_method, method_named
from scorekeeper.pairing.methods.stages import Stages
from scorekeeper.pairing.methods.swiss import Swiss
from scorekeeper.pairing.record.record import FINAL_LETTERS, Options
from scorekeeper.pairing.standings.tiebreaks import TIEBREAKS
from scorekeeper.pairing.standings.what_counts import SENTENCES, TITLES, WHAT_COUNTS, what_counts

POINTS = ("win", "tie", "loss", "bye", "forfeit", "missed")
DEFAULT_METHOD = Swiss.name
USUAL_HANDS, USUAL_MINUTES = 8, 40
LOWER = ("b", "c")
"""The finals below A that the form offers, as in the names of their fields."""
FINAL_FIELDS = (
    *("final", "cut", "final-rounds", "final-best_of"),
    *(f"{letter}-{name}" for letter in LOWER for name in ("final", "cut", "rounds")),
)
"""The fields of the last stage."""
LONGEST = 40
"""The most characters read from a field."""
CHECKBOXES = tuple(name for name, option in DECLARED.items() if isinstance(option, Flag))

Json = dict[str, Any]


class FormatForm(Form):
    """The format: length of a match, points, tie-breaks, stages, and a field for each option of any method."""

    method = LineField()
    kind = LineField()
    best_of = LineField()
    hands = LineField()
    minutes = LineField()
    margin_cap = LineField()
    points = SeveralFields()
    tiebreak = SeveralFields(name="break")
    first = LineField()
    first_rounds = LineField(name="first-rounds")
    pools = LineField()
    advance = LineField()
    final = LineField()
    final_rounds = LineField(name="final-rounds")
    final_best_of = LineField(name="final-best_of")
    cut = LineField()
    b_final = LineField(name="b-final")
    b_cut = LineField(name="b-cut")
    b_rounds = LineField(name="b-rounds")
    c_final = LineField(name="c-final")
    c_cut = LineField(name="c-cut")
    c_rounds = LineField(name="c-rounds")


for _name, _option in DECLARED.items():
    setattr(FormatForm, _name, TickField() if isinstance(_option, Flag) else LineField())


@dataclass(frozen=True)
class Fields:
    """The content of the form: `method`, texts by field name, and the `ticked` checkboxes."""

    method: str
    texts: Mapping[str, str]
    ticked: frozenset[str] = frozenset()

    def text(self, name: str) -> str:
        return self.texts.get(name, "")


def of_options(method: str, options: Json) -> Fields:
    """Return the form's fields for options as in the record, complete or not."""
    match = options.get("match") or {}
    texts = {name: _text(options.get(name)) for name in ("margin_cap", *DECLARED) if name not in CHECKBOXES}
    texts |= {"kind": match.get("kind", "hands"), "best_of": _text(match.get("best_of", 1))}
    texts |= {"hands": _text(match.get("hands", USUAL_HANDS)), "minutes": _text(match.get("minutes", USUAL_MINUTES))}
    texts |= {f"points-{name}": _text(value) for name, value in (options.get("points") or _default_points()).items()}
    breaks = options.get("tiebreaks") or method_named(method).usual_tiebreaks(bool(options.get("individuals")))
    texts |= {f"break-{k}": name for k, name in enumerate(breaks)}
    ticked = {n for n in CHECKBOXES if options.get(n, DECLARED[n].settle({}))}
    if options.get("stages"):
        texts |= _stages_texts(options["stages"])
    return Fields(method, texts, frozenset(ticked))


def _default_points() -> Json:
    """Return the default match points. A missed match is worth a tie unless set."""
    return {name: number_json(getattr(Options().points, name)) for name in POINTS if name != "missed"}


def _stages_texts(stages: list[Json]) -> dict[str, str]:
    first, last = stages[0], stages[-1]
    texts = {"first": first["method"], "pools": _text(first.get("pools", 1)), "advance": _text(first.get("advance"))}
    texts |= {"first-rounds": _text(first.get("options", {}).get("rounds"))}
    texts |= {
        "final": last["method"],
        "cut": _text(last.get("cut")),
        "final-rounds": _text(last.get("options", {}).get("rounds")),
    }
    leaver_results = (one.get("options", {}).get("leaver_results") for one in stages if method_named(one["method"]).all_meet)
    texts["leaver_results"] = _text(next(filter(None, leaver_results), None))
    match = last.get("options", {}).get("match") or {}
    for letter, final in zip(LOWER, last.get("lower_finals", ()), strict=False):
        texts |= {f"{letter}-final": final["method"], f"{letter}-cut": _text(final.get("cut"))}
        texts[f"{letter}-rounds"] = _text(final.get("options", {}).get("rounds"))
    return texts | {"final-best_of": _text(match.get("best_of", 1))}


def _text(value: object) -> str:
    return "" if value is None else str(value)


def of_form(form: FormatForm) -> Fields:
    """Return the fields as sent."""
    ticked = frozenset(n for n in CHECKBOXES if form[n].data)
    method = find_method(form.method.data) or method_named(DEFAULT_METHOD)
    return Fields(method.name, {k: v.strip()[:LONGEST] for k, v in form.typed().items()}, ticked)


def options_of(fields: Fields) -> Json:
    """Return options as in the tournament record.

    Unreadable numbers stay as text, so that the refusal can name the field.
    """
    match = match_of(fields, fields.text("best_of"))
    options: Json = {"match": match, "tiebreaks": tiebreaks_of(fields), "points": points_of(fields)}
    if (cap := parse_integer_or_text(fields.text("margin_cap"))) is not None:
        options["margin_cap"] = cap
    method = method_named(fields.method)
    options |= _declared_options(method, fields)
    if not method.staged:
        return options
    if fields.text("first") in Stages.for_players:
        options["individuals"] = True
        if not any(fields.text(f"break-{k}") for k in range(len(TIEBREAKS))):
            options["tiebreaks"] = list(method_named(fields.text("first")).usual_tiebreaks(individuals=True))
    return options | {"stages": stages_of(fields, options)}


def _declared_options(method: Method, fields: Fields) -> Json:
    """Return the options that the method shows in the form."""
    options: Json = {}
    for name, option in method.options.items():
        text = fields.text(name)
        if name not in method.labels:
            continue
        if isinstance(option, Flag):
            options[name] = name in fields.ticked
        elif text:
            options[name] = parse_integer_or_text(text) if isinstance(option, Number) else text
    return options


def match_of(fields: Fields, best_of: str) -> Json:
    """Return the length of a match."""
    kind = fields.text("kind") or "hands"
    match: Json = {"kind": kind, "best_of": parse_integer_or_text(best_of) or 1}
    if kind == "hands":
        match["hands"] = _value_or(parse_integer_or_text(fields.text("hands")), USUAL_HANDS)
    elif kind == "clock":
        match["minutes"] = _value_or(parse_integer_or_text(fields.text("minutes")), USUAL_MINUTES)
    return match


def stages_of(fields: Fields, common: Json) -> list[Json]:
    """Return two stages: pools or a Swiss, then the final part."""
    shared = {name: common[name] for name in ("match", "tiebreaks", "points")}
    opening = fields.text("first") if fields.text("first") in Stages.openings else DEFAULT_METHOD
    first: Json = {"method": opening, "options": dict(shared)}
    if method_named(opening).all_meet:
        first["pools"] = _value_or(parse_integer_or_text(fields.text("pools")), 1)
    rounds = parse_integer_or_text(fields.text("first-rounds"))
    if rounds is not None:
        first["options"]["rounds"] = rounds
    if (advance := parse_integer_or_text(fields.text("advance"))) is not None:
        first["advance"] = advance
    usual = opening if opening in Stages.for_players else next(iter(Stages.finals))
    final = fields.text("final") if fields.text("final") in Stages.finals else usual
    last = _final_of(fields, shared, final, fields.text("cut"), fields.text("final-rounds"))
    last["options"]["match"] = match_of(fields, fields.text("final-best_of") or "1")
    lower = [
        _final_of(fields, shared, method, fields.text(f"{letter}-cut"), fields.text(f"{letter}-rounds"))
        for letter in LOWER
        if (method := fields.text(f"{letter}-final")) in Stages.finals
    ]
    for stage in (first, last, *lower):
        if method_named(stage["method"]).all_meet and (leaver_results := fields.text("leaver_results")):
            stage["options"]["leaver_results"] = leaver_results
        if "individuals" in method_named(stage["method"]).options:
            stage["options"]["individuals"] = True
    return [first, last | {"lower_finals": lower} if lower else last]


def _final_of(fields: Fields, shared: Json, method: str, cut: str, rounds: str) -> Json:
    """Return a final. `shared`: the options that it has from the form's other fields; `cut`, `rounds`: as typed."""
    final: Json = {"method": method, "options": dict(shared)}
    if method_named(method).knockout:
        final["options"]["match"] = match_of(fields, fields.text("final-best_of") or "1")
        # Only the opening needs an order: a knock-out has its own ranks.
        del final["options"]["tiebreaks"]
        final["options"] |= {n: n in fields.ticked for n in Stages.of_finals}
    elif (more := parse_integer_or_text(rounds)) is not None:
        final["options"]["rounds"] = more
    if (size := parse_integer_or_text(cut)) is not None:
        final["cut"] = size
    return final


def tiebreaks_of(fields: Fields) -> list[str]:
    """Return the chosen tie-breaks in order, each once, or the method's defaults."""
    chosen = [fields.text(f"break-{k}") for k in range(len(TIEBREAKS))]
    known = list(dict.fromkeys(name for name in chosen if name in TIEBREAKS))
    return known or list(method_named(fields.method).usual_tiebreaks("individuals" in fields.ticked))


def with_counting(method: str, options: Json, counts: str, *, chosen: bool = False) -> Json:
    """Return the options with the answer to *What counts?* (`WHAT_COUNTS`). A knock-out ranks by its bracket.

    An order that was set by hand stays, unless the answer was `chosen` instead of it.
    """
    order = WHAT_COUNTS.get(counts)
    current_order = options.get("tiebreaks")
    if order is None or method_named(method).knockout or (current_order and not chosen and not what_counts(current_order)):
        return options
    counted = {**options, "tiebreaks": list(order)}
    if stages := options.get("stages"):
        counted["stages"] = [
            one
            if method_named(one["method"]).knockout
            else {**one, "options": {**one.get("options", {}), "tiebreaks": list(order)}}
            for one in stages
        ]
    return counted


def counting_choices() -> list[tuple[str, str, str]]:
    """Return the answers to *What counts?* as value, title and sentence."""
    return [(name, _(TITLES[name]), _(SENTENCES[name])) for name in WHAT_COUNTS]


def points_of(fields: Fields) -> Json:
    """Return the match points of each result."""
    usual, texts = _default_points(), {name: fields.text(f"points-{name}") for name in POINTS}
    return {name: _decimal(text, usual.get(name)) for name, text in texts.items() if text or name in usual}


def _decimal(text: str, usual: Any) -> Any:
    plain = text.replace(",", ".").replace("½", ".5").strip()
    if not plain:
        return usual
    try:
        value = float(plain)
    except ValueError:
        return text
    return text if not isfinite(value) else int(value) if value == int(value) else value


def _value_or(value: Any, usual: int) -> Any:
    """Return the value of a field, or the default if it is empty. A zero stays, and is refused later."""
    return usual if value is None else value


def blank_fields() -> dict[str, str]:
    """Return the meaning of an empty number field, by field, short enough to fit into it."""
    points = {f"points-{name}": str(value) for name, value in _default_points().items()}
    return {
        **points,
        "points-missed": _("as a tie"),
        "rounds": _("no limit"),
        "margin_cap": _("no limit"),
        "hands": str(USUAL_HANDS),
        "minutes": str(USUAL_MINUTES),
        "pools": "1",
        "advance": "2",
        "first-rounds": _("pools: all"),
        "cut": _("everyone"),
        "final-rounds": _("as needed"),
        **{f"{letter}-cut": _("the rest") for letter in LOWER},
        **{f"{letter}-rounds": _("as needed") for letter in LOWER},
    }


def field_label(path: str) -> str:
    """Return the form's label for a field of the record: `options.match.hands` is “Hands”."""
    labels = {
        "rounds": _("Rounds"),
        "hands": _("Hands"),
        "minutes": _("Minutes"),
        "best_of": _("Games per match"),
        "legs": _("Meetings"),
        "pools": _("Pools"),
        "advance": _("Advance from each pool"),
        "cut": _("Number of entrants"),
        "margin_cap": _("Maximum margin per match"),
        "win": _("Win"),
        "tie": _("Tie"),
        "loss": _("Loss"),
        "bye": _("Bye"),
        "forfeit": _("Forfeit"),
        "missed": _("Missed match"),
        "leaver_results": _("Results of pairs that leave early"),
        "method": _("Method"),
        "lower_finals": _("Finals"),
        "winner": _("Winner"),
        "boxes": _("Failed contracts"),
    }
    place, _dot, last = path.rpartition(".")
    label = labels.get(last, last)
    if "points" in place:
        label = _("%(group)s, %(field)s", group=_("Match points"), field=label)
    if "lower_finals[" in place:
        letter = FINAL_LETTERS[int(place.partition("lower_finals[")[2].partition("]")[0]) + 1]
        label = _("%(group)s, %(field)s", group=_("Final %(name)s", name=letter), field=label)
    elif "stages[" in place:
        label = _("%(group)s, %(field)s", group=_("First stage") if "stages[0]" in place else _("Final stage"), field=label)
    return label
