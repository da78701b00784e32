"""Pair the next round of a knock-out, and the places that come before any tie-break."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from scorekeeper.pairing.knockout.bracket_replay import bracket_entrants, bracket_of_last, cost_of_drawing, played_bracket
from scorekeeper.pairing.movements.round_robin import in_order_of_entry
from scorekeeper.pairing.record import errors
from scorekeeper.pairing.record.bracket import MatchState, PlayedBracket
from scorekeeper.pairing.record.draft import DraftTable, Reason, RoundDraft, count_rematches, refuse_unfinished, rounds_met
from scorekeeper.pairing.record.record import Tournament
from scorekeeper.pairing.search.pairing_constraints import KeptApart
from scorekeeper.pairing.standings.results import meetings


def mitchell_fields(tournament: Tournament) -> dict[str, str]:
    """Return NS or EW for every pair: by seed 1 NS, 2 EW, 3 EW, 4 NS and so on.

    Late entries come after the others, and entrants who never came last.
    """
    playing = in_order_of_entry(tournament)
    line = [*playing, *(e.id for e in tournament.ranked_by_seed if e.id not in playing)]
    return {i: "NS" if k % 4 in (0, 3) else "EW" for k, i in enumerate(line)}


def knockout_places(tournament: Tournament) -> dict[str, Fraction | None]:
    """Return each entrant's place, final once they are out. Entrants who left before the draw come last.

    Before there are two for a bracket, everyone is first.
    """
    if len(bracket_entrants(tournament)) < 2:
        return {e.id: Fraction(1) for e in tournament.entrants}
    places = played_bracket(tournament).places()
    return {e.id: places.get(e.id, Fraction(len(places) + 1)) for e in tournament.entrants}


def knockout_round(tournament: Tournament) -> RoundDraft:
    """Return all matches of the bracket's next round. No one starts a round early because of a bye.

    Raises `bracket.played_by_other` if a match was seated by a result that was corrected later, `needs.results` while a
    table is being played, `needs.winner` for an unbroken tie, `finished` once there is a champion, `entrants.late` for an
    entrant who joins after the draw.
    """
    number = tournament.next_number
    bracket = played_bracket(tournament)
    refuse_misplayed(bracket)
    refuse_unfinished(tournament)
    for tied in bracket.of("tied"):
        at, table = tied.seat or (None, None)
        raise errors.NotEnoughKnown("needs.winner", at, match=tied.slot.name, table=table)
    ready = matches_due(bracket)
    if not ready:
        raise errors.Illegal("finished", None, rounds=len(tournament.rounds))
    past_meetings = meetings(tournament)
    tables = []
    for k, state in enumerate(ready, 1):
        sides = tuple((who,) for who in state.sides if who)
        seen = rounds_met(sides, past_meetings)
        why = (Reason("rematch", {"rounds": seen}),) if seen else ()
        notices = _apart_notices(tournament, bracket, state, sides)
        tables.append(DraftTable(k, sides, notices + why + meeting_reasons(bracket, state), match=state.slot.name))
    why_bye = _new_byes(tournament, bracket, ready)
    return RoundDraft(number, tuple(tables), tuple(why_bye), count_rematches(tables, past_meetings), why_bye)


def _apart_notices(
    tournament: Tournament, bracket: PlayedBracket, state: MatchState, sides: tuple[tuple[str, ...], ...]
) -> tuple[Reason, ...]:
    """Return the notices for a draw that keeps entrants apart, and for entrants who meet anyway.

    Later rounds have no choice.
    """
    apart = KeptApart(tournament.apart, tournament.next_number)
    if tournament.rounds or not apart or state.slot.sources[0].kind != "seed":
        return apart.forced_notices(sides)
    line = bracket_entrants(tournament)
    moved = any(bracket.seeds.index(who) != line.index(who) for (who,) in sides)
    notices = [r for two in apart.at(sides) for r in cost_of_drawing(tournament, line, two)]
    return (*notices, *((Reason("apart.drawn"),) if moved else ()))


def refuse_misplayed(bracket: PlayedBracket) -> None:
    """Raise `bracket.played_by_other` with the matches that must be removed or played again."""
    wrong = bracket.misplayed
    if wrong:
        first = min(m.others.round for m in wrong if m.others)
        raise errors.Illegal("bracket.played_by_other", first, matches=[m.slot.name for m in wrong])


def matches_due(bracket: PlayedBracket) -> list[MatchState]:
    """Return the matches of the next round. No one waits for a match that has to be played again."""
    ready = list(bracket.of("ready"))
    begun = max((m.wave for m in bracket.matches.values() if m.seat), default=0)
    limit = max(begun + 1, min((m.wave for m in ready), default=0))
    return [m for m in ready if m.wave <= limit]


def meeting_reasons(bracket: PlayedBracket, state: MatchState) -> tuple[Reason, ...]:
    """Return why these two meet in this match."""
    slot = state.slot
    if slot.name == "F2":
        return (Reason("knockout.reset", {"who": state.sides[1]}),)
    if slot.part in ("third", "final"):
        return (Reason(f"knockout.{slot.part}"),)
    if slot.sources[0].kind == "seed":
        seeds = [bracket.seeds.index(who) + 1 for who in state.sides if who]
        return (Reason("knockout.seeds", {"upper": seeds[0], "lower": seeds[1]}),)
    matches = [str(source.of) for source in slot.sources]
    return (Reason(f"knockout.{slot.part}", {"round": slot.round, "first": matches[0], "second": matches[1]}),)


def _new_byes(tournament: Tournament, bracket: PlayedBracket, ready: list[MatchState]) -> dict[str, tuple[Reason, ...]]:
    """Return the entrants who advanced without playing since the round before, with the reasons.

    Their opponent's place was empty, or the opponent left. An opponent who left after that round was published counted in it
    as present.
    """
    before: set[str] = set()
    if any(one.ahead for one in tournament.rounds):
        return _unlisted_byes(tournament, bracket, ready)
    if tournament.rounds:
        last = tournament.rounds[-1]
        late = {e.id for e in tournament.entrants if e.left == last.number}
        walkovers = bracket_of_last(tournament).of("walkover")
        before = {m.slot.name for m in walkovers if m.loser not in late or m.winner in last.byes}
    busy = _unavailable_entrants(tournament, ready)
    new = (m for m in bracket.of("walkover") if m.slot.name not in before)
    return {m.winner: (_why_bye(m),) for m in new if m.winner and m.winner not in busy}


def _unlisted_byes(tournament: Tournament, bracket: PlayedBracket, ready: list[MatchState]) -> dict[str, tuple[Reason, ...]]:
    """Return the byes that no round has listed yet, for tournaments with matches started ahead.

    A bye is skipped if its entrant has played since.
    """
    walkovers = [m for m in bracket.of("walkover") if m.winner]
    seated = [m for m in bracket.matches.values() if m.seat]
    past = [m for m in walkovers if any(m.winner in later.sides and later.wave > m.wave for later in seated)]
    listed = Counter(i for one in tournament.rounds for i in one.byes) - Counter(m.winner for m in past if m.winner)
    busy = _unavailable_entrants(tournament, ready)
    reasons: dict[str, tuple[Reason, ...]] = {}
    for m in walkovers:
        if m in past or not m.winner or m.winner in busy:
            continue
        if listed[m.winner]:
            listed[m.winner] -= 1
        else:
            reasons[m.winner] = (_why_bye(m),)
    return reasons


def _unavailable_entrants(tournament: Tournament, ready: list[MatchState]) -> set[str | None]:
    """Return the entrants who play in the next round or have left."""
    leavers = {e.id for e in tournament.entrants if e.left is not None and e.left <= tournament.next_number}
    return {who for m in ready for who in m.sides} | leavers


def _why_bye(m: MatchState) -> Reason:
    code = "bye.walkover" if m.loser else "bye.seed" if m.slot.sources[0].kind == "seed" else "bye.empty"
    return Reason(code, {"match": m.slot.name, "other": m.loser})
