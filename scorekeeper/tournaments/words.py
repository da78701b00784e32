"""Wording about a tournament that the desk, the public pages and a table's phone share."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Protocol

from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import ngettext
from scorekeeper.messages.marks import N_, pgettext
from scorekeeper.messages.names import side_name as together
from scorekeeper.messages.numbers import clauses, listing
from scorekeeper.pairing.method import method_named, method_of
from scorekeeper.pairing.record.record import COUNT_FROM_HALF
from scorekeeper.pairing.staged_standings import FINAL
from scorekeeper.pairing.stages import current_finals, decided_at_cut, stage_of
from scorekeeper.pairing.words import decision_text, method_title, points_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scorekeeper.messages.marks import Gettext
    from scorekeeper.pairing.record.record import Entrant, Result, Tournament
    from scorekeeper.tournaments.commands.live.live_games import MatchOnPad
    from scorekeeper.tournaments.commands.live.match_games import Progress
    from scorekeeper.tournaments.commands.snapshot import Board
    from scorekeeper.tournaments.commands.tables_state import EnteredEntrant
    from scorekeeper.tournaments.commands.tournament_state import TournamentState


class HasNames(Protocol):
    """A tournament that knows its entrants' names: a board, or the event behind the printouts."""

    def name_of(self, entrant: str, number: int | None = None, /) -> str:
        """Return an entrant's name, or in round `number` the name of the player who sits there."""


def side_name(tournament: HasNames, ids: Sequence[str], number: int | None = None) -> str:
    """Return a side's name in round `number`, such as `Aline & Claire`."""
    return together([tournament.name_of(i, number) for i in ids])


def name_sort_key(name: str) -> tuple[str, str]:
    """Return a sort key for names: accents and case count last."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return plain.casefold(), name


PARTICLES = frozenset(("de", "du", "des", "la", "le", "les", "van", "von", "der", "den", "st", "st.", "ste", "saint", "sainte"))


def surname_first(name: str) -> str:
    """Return a name with the family name first, such as `LeBlanc, Marie-Claude`.

    The family name is the last word with the particles before it. Text in brackets stays at the end. Single words, names
    with a comma and names that end in an initial do not change.
    """
    bare, mark, more = name.partition(" (")
    words = bare.split()
    if len(words) < 2 or "," in bare or words[-1].endswith("."):
        return name
    start = len(words) - 1
    while start > 1 and words[start - 1].casefold() in PARTICLES:
        start -= 1
    return f"{' '.join(words[start:])}, {' '.join(words[:start])}{mark}{more}"


def listed_name(entry: EnteredEntrant) -> str:
    """Return an entrant's name with family names first."""
    return " & ".join(surname_first(name) for name in entry.players or (entry.name,))


def family_name(name: str) -> str:
    """Return the family name in a name, empty if it is not clear."""
    first, comma, _more = surname_first(name).partition(",")
    return first.strip() if comma else ""


def replacements(entrant: Entrant) -> list[str]:
    """Return an entrant's substitutes in words, each with its first round."""
    return [_("from round %(n)s: %(name)s", n=one.round, name=one.name) for one in entrant.substitutes]


def field_title(t: Gettext, tournament: Tournament, field: str | None) -> str:
    """Return the heading of a part of the standings, such as *Pool A*; empty if there is only one list."""
    if field is None or (field == "1" and all(one.stage == 1 for one in tournament.rounds)):
        return ""
    fields = method_named(tournament.method).fields
    if field in fields:
        return t(fields[field])
    if field.startswith(FINAL):
        return t("Final %(name)s") % {"name": field.removeprefix(FINAL)}
    if not field.isdecimal():
        return t("Pool %(name)s") % {"name": field}
    stages = tournament.options.stages
    if stages[-1].finals and any(one.stage == len(stages) for one in tournament.rounds):
        return t("In no final")
    if int(field) == len(stages) and method_of(stages[-1]).knockout:
        return t("Knock-out")
    if stages[int(field) - 1].pools > 1:
        return t("Out after the pools")
    return t("Stage %(n)s") % {"n": field}


def format_title(t: Gettext, tournament: Tournament) -> str:
    """Return the name of the method; with stages, that of the first and what follows."""
    stages = tournament.options.stages
    if not stages:
        return method_title(t, tournament.method)
    first, last = stages[0], stages[-1]
    if len(last.finals) > 1:
        then = t("then finals %(names)s") % {"names": listing(t, [*last.finals])}
    else:
        then = t("then %(method)s") % {"method": method_title(t, last.method)}
    return f"{method_title(t, first.method)}, {then}"


def pool_title(t: Gettext, tournament: Tournament, stage: int, pool: str | None) -> str:
    """Return the title of a table's pool or final, such as *Pool A* or *Final A*; empty without one."""
    if not pool:
        return ""
    if pool in current_finals(tournament, stage):
        return t("Final %(name)s") % {"name": pool}
    return t("Pool %(name)s") % {"name": pool}


CHANGED_BY_HAND = N_("The director changed round %(round)s by hand.")
CORRECTED = N_("Round %(round)s, table %(table)s: %(before)s corrected to %(after)s after round %(until)s was paired.")


def leaver_notes(t: Gettext, state: TournamentState) -> list[str]:
    """Return notes for the standings: early leavers, ties decided before finals, and entrants without a match."""
    notes = []
    for options, leavers in state.pairing.early_leavers(state.tournament):
        for who, counts in leavers.items():
            facts = {"name": state.name_of(who), "points": points_text(options.points.missed)}
            if counts:
                sentence = t("%(name)s left early. Their results count. A missed match is worth %(points)s.")
            elif options.leaver_results == COUNT_FROM_HALF:
                sentence = t("%(name)s left before half of their matches. These matches count as byes for the others.")
            else:
                sentence = t("%(name)s left early. Their matches count as byes for the others.")
            notes.append(sentence % facts)
    notes += cut_notes(t, state, stage_of(state.tournament))
    absent = [state.name_of(who) for who in state.who_did_not_play] if state.tournament.rounds else []
    if len(absent) == 1:
        sentence = t("%(name)s did not play.") if state.finished else t("%(name)s has not played yet.")
        notes.append(sentence % {"name": absent[0]})
    elif absent:
        sentence = t("Did not play: %(names)s.") if state.finished else t("Not played yet: %(names)s.")
        notes.append(sentence % {"names": listing(t, absent)})
    return notes


def cut_notes(t: Gettext, state: TournamentState, stage: int) -> list[str]:
    """Return a sentence for each tie that was decided for the draw of the finals of this stage."""
    return [
        t("Tied before the finals, now in this order: %(names)s (%(how)s).")
        % {"names": ", ".join(state.name_of(who) for who in one.order), "how": decision_text(t, one)}
        for one in decided_at_cut(state.tournament, stage)
    ]


def bracket_round_title(t: Gettext, part: str, number: int, matches: int, *, double: bool, within: bool = False) -> str:
    """Return the title of a bracket round that has `matches` matches.

    `within`: a heading above already names the part of the bracket.
    """
    if part == "final":
        return t("Second final") if number == 2 else t("Grand final")
    if part == "third":
        return t("Match for third place")
    if part == "losers":
        return t("Round %(n)s") % {"n": number} if within else t("Losers’ bracket, round %(n)s") % {"n": number}
    if part == "consolation":
        if matches == 1:
            return t("Final") if within else t("Consolation, final")
        return t("Round %(n)s") % {"n": number} if within else t("Consolation, round %(n)s") % {"n": number}
    titles = {1: t("Winners’ final") if double else t("Final"), 2: t("Semi-finals"), 4: t("Quarter-finals")}
    return titles.get(matches) or t("Round of %(n)s") % {"n": 2 * matches}


def signed_text(n: int) -> str:
    """Return a score as text, with a true minus sign."""
    return str(n) if n >= 0 else f"−{-n}"


def scores_text(scores: Sequence[int]) -> str:
    """Return scores in words, such as `345 to −60`."""
    first, *others = [signed_text(n) for n in scores]
    for other in others:
        first = _("%(score)s to %(other)s", score=first, other=other)
    return first


def result_text(result: Result, names: Sequence[str], say: Callable[[Sequence[int]], str] = scores_text) -> str:
    """Return a result on one line: its scores as `say` formats them, then forfeit and winner by name."""
    parts = []
    if result.games:
        parts.append(", ".join(say(game) for game in result.games))
    elif result.scores is not None:
        parts.append(say(result.scores))
    if result.winner is not None:
        parts.append(_("%(side)s won", side=names[result.winner]))
    parts += [_("%(side)s did not play", side=names[side]) for side in result.forfeit]
    return clauses(_, parts) or _("no result")


def marks_of(result: Result, sides: int) -> tuple[str, ...]:
    """Return a note for each side, where the scores do not show a forfeit or the winner."""
    marks = [""] * sides
    for side in result.forfeit:
        marks[side] = _("forfeit")
    if result.winner is not None:
        marks[result.winner] = _("won")
    return tuple(marks)


def name_ways() -> dict[str, str]:
    """Return the labels of the ways to show names in public (`public_names.CHOICES`)."""
    return {
        "full": _("full names"),
        "initial": _("first name and initial: Marie L."),
        "number": _("the entry number: #7"),
    }


def door_state_text(t: Gettext, state: str) -> str:
    """Return an entrant's state at the door (`door_state.STATES`) in a word."""
    return {
        "expected": pgettext("at check-in", "expected", t),
        "here": pgettext("at check-in", "here", t),
        "missing": pgettext("at check-in", "missing", t),
        "left": pgettext("at check-in", "left", t),
    }[state]


def payment_method(t: Gettext, method: str) -> str:
    """Return the name of a payment method (`attendance.PAYMENT_METHODS`)."""
    return {"cash": pgettext("payment", "cash", t), "e_transfer": pgettext("payment", "e-transfer", t)}[method]


def ended_account() -> str:
    """Return the name shown for a deleted account."""
    return _("deleted account")


def day_text(day: str) -> str:
    """Return a day in full, in the page's language."""
    return timezones.iso_date_in_words(day, "full")


def length_text(board: Board, number: int | None, pool: str | None = None) -> str:
    """Return the length of a match in a round (and final), such as *8 hands*, *a game to 300* or *40 minutes*."""
    match = board.match_in(number, pool)
    if match.kind == "hands":
        text = ngettext("%(num)s hand", "%(num)s hands", match.hands or 0)
    elif match.kind == "clock":
        text = ngettext("%(num)s minute", "%(num)s minutes", match.minutes or 0) if match.minutes else _("by the clock")
    else:
        text = _("a game to %(target)s", target=board.rules.target)
    return _("%(length)s, best of %(games)s", length=text, games=match.best_of) if match.best_of > 1 else text


def round_title(board: Board, number: int) -> str:
    """Return *Round 3 of 6*, or *Round 3* if the number of rounds is not known in advance."""
    of = board.rounds_in_all
    return _("Round %(n)s of %(of)s", n=number, of=of) if of else _("Round %(n)s", n=number)


def clock_text(seconds: int) -> str:
    """Return seconds as a clock shows them, such as 1:05:00 or 12:30."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def state_text(state: str, live: MatchOnPad | None) -> str:
    """Return a table's state (`facts.state_of`) in a few words; empty for a table that is done."""
    if state == "playing" and live is not None:
        return progress_text(live.progress, len(live.games))
    words = {
        "idle": _("not begun"),
        "reported": _("to be confirmed"),
        "disputed": _("with the director"),
    }
    return words.get(state, "")


def progress_text(done: Progress, games: int = 1) -> str:
    """Return how far a match on the pad has got, in words. `games`: the number of games begun, to name the present one."""
    if done.complete:
        return _("finished, to be confirmed")
    if done.next_game is not None:
        return _("game %(n)s is over", n=done.next_game - 1)
    if done.last:
        return _("in the last hand")
    if done.hands_left is not None:
        total = done.hands + done.hands_left
        return _("hand %(n)s of %(of)s", n=min(done.hands + 1, total), of=total)
    if games > 1:
        return _("game %(game)s, hand %(n)s", game=games, n=done.hands + 1)
    return _("hand %(n)s", n=done.hands + 1)
