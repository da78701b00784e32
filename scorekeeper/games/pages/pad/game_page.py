"""The parts of the game page, together or one by one: board, pad, sheet, chart."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from flask import Response, make_response, render_template, request
from markupsafe import Markup

from scorekeeper.core.devices import visitors
from scorekeeper.core.forms.form_input import submission_key
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.pages.layout import visitor
from scorekeeper.core.pages.live_parts import template_values, wants_parts
from scorekeeper.games.commands import authorization
from scorekeeper.games.commands.game_state import GameState, load
from scorekeeper.games.commands.stats.people_facts import people_facts
from scorekeeper.games.commands.tournament_hooks import current_host
from scorekeeper.games.pages.pad import pad_form
from scorekeeper.games.pages.pad.notices import notice_of
from scorekeeper.games.pages.pad.pad_view import Pad
from scorekeeper.games.pages.parts.ending_view import match_so_far, over_view, pot, side_names, title_of
from scorekeeper.games.pages.parts.receipt import reasons, receipt
from scorekeeper.games.pages.parts.sheet_view import blank_rows, rows
from scorekeeper.games.store.log_rows import events_of
from scorekeeper.messages.errors.error_text import broken_rule, plain_error_text
from scorekeeper.messages.game.outcome import standing_text
from scorekeeper.messages.names import names_of
from scorekeeper.messages.rules.rules import rule_title
from scorekeeper.rules.pages.rulebook_links import rule_url

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scorekeeper.engine.errors import GameError
    from scorekeeper.engine.state import State
    from scorekeeper.games.commands.access import Access
    from scorekeeper.games.commands.game_state import ScoredEntry
    from scorekeeper.games.commands.recording.event_writer import WrittenGame
    from scorekeeper.games.commands.tournament_hooks import MatchBanner
    from scorekeeper.games.pages.pad.notices import Notice
    from scorekeeper.games.pages.parts.sheet_view import SheetLine
    from scorekeeper.games.store.log import GameEvent


AUCTION = "auction"
"""The cookie for how this device enters auctions in a game: `short` (the default) or `calls`."""


def device_access(game_id: int) -> Access:
    """Return the device's access to the game. Raises NotFound."""
    return authorization.access_to(game_id, cookie=request.cookies.get(visitors.COOKIE))


def redirect_after_post(address: str) -> Response:
    """Redirect after a form was processed, so that a reload does not repeat it."""
    response = make_response("", 303)
    response.headers["Location"] = address
    return response


def redirect_to_change(access: Access, written: WrittenGame, page: str = "") -> Response:
    """Redirect to the game or one of its pages, which shows what was done."""
    return redirect_after_post(rooted(f"/games/{access.game_id}{page}?saved={written.change.revision}"))


def change_row(access: Access, game: GameState, revision: int | None) -> GameEvent | None:
    """Return the change that the page should mention, or None."""
    if revision is None or not 1 < revision <= game.revision:
        return None
    return events_of(access.game_id, revision)[-1]


@dataclass(frozen=True)
class GamePage:
    """The values for the templates of the game page.

    `fresh` is an empty form next to a waiting contract. `deals_first` says whether to ask for the first dealer. `key` is the
    form's idempotency key. `blank` is the number of empty rows at the end of the sheet. `marked` is the entry that was just
    changed; `just` was just recorded, with its `reasons`. `match` is the state of the match. `client_state` is for the
    script. If only a hand is new, it gets `only` (the row), `client_news`, and `thin` (the grids of buttons that it has
    already).
    """

    access: Access
    game: GameState
    game_url: str
    pad: Pad
    fresh: Pad | None
    deals_first: bool
    over: bool
    strip: MatchBanner | None
    key: str
    board: list[dict[str, Any]]
    title: str
    rows: list[SheetLine]
    blank: int
    chart: Chart | None
    problem: str
    receipt: dict[str, Any] | None
    notice: Notice | None
    marked: int | None
    reasons: list[dict[str, Any]]
    just: ScoredEntry | None
    trouble_text: str
    ending: dict[str, Any] | None
    pot: dict[str, Any] | None
    match: dict[str, str] | None
    rule_name: Callable[[str], str]
    client_state: dict[str, Any]
    only: SheetLine | None = None
    thin: Mapping[str, bool] | None = None
    client_news: Mapping[str, Any] | None = None


def game_page(
    access: Access,
    game: GameState,
    *,
    draft: pad_form.HandDraft | None = None,
    changing: bool = False,
    row: GameEvent | None = None,
    problem: str = "",
    preview: ScoredEntry | None = None,
    key: str | None = None,
) -> GamePage:
    """Return the game page for an access and the current state.

    `draft` is the unsaved hand. `changing` means that the open contract is being changed. `row` is the change just made.
    `problem` says why saving failed. `preview` is the hand as it would be. `key` is the idempotency key of a form that is
    shown again.
    """
    state, players = game.state, game.players
    open_contract = game.contract is not None
    if draft is None:
        draft = pad_form.draft_of_contract(game.contract, state) if game.contract else fresh_draft(state)
    pad = Pad(game.numbered_hand_count + 1, state, players, draft, open_contract and not changing)
    notice = notice_of(access, game, row) if row is not None and access.may_score else None
    just = notice.entry if notice and notice.fresh and notice.entry and notice.entry.hand else None
    over = game.outcome.over
    waits = pad.open and not over and access.may_score
    strip, target = current_host().strip_of(access), current_host().target_of(access, game.rules)
    ended = strip is not None and (strip.over or strip.decided)
    return GamePage(
        access=access,
        game=game,
        game_url=rooted(f"/games/{access.game_id}"),
        pad=pad,
        fresh=Pad(game.numbered_hand_count + 1, state, players, fresh_draft(state), False) if waits else None,
        # At a tournament the table has answered this, and in a match the deal continues from the last game.
        deals_first=not game.entries and strip is None and access.number == 1,
        over=over,
        strip=strip,
        key=key or submission_key(),
        board=board(state, players, target, strip.notes if strip else (), over=ended),
        title=strip.rules if strip else title_of(game),
        rows=rows(game),
        blank=blank_rows(game),
        chart=chart(game, pad.sides, target),
        problem=problem,
        receipt=receipt(game.rules, preview.players, preview) if preview else None,
        notice=notice,
        marked=notice.entry.id if notice and notice.entry and not notice.fresh else None,
        reasons=reasons(game.rules, just.players, just.hand) if just and just.hand else [],
        just=just,
        trouble_text=trouble_text(game),
        ending={**over_view(access, game), "people": people_facts(_, visitor(), access)} if over else None,
        pot=None if over else pot(game),
        match=None if strip else match_so_far(access, game),
        rule_name=lambda rule: rule_title(_, rule),
        client_state=client_state(access, game, strip.stamp if strip else ""),
    )


def fresh_draft(state: State) -> pad_form.HandDraft:
    """Return an empty draft in the form that this device uses: short, or call by call."""
    draft = pad_form.HandDraft()
    prefers_calls = request.cookies.get(AUCTION) == pad_form.CALLS
    return pad_form.apply_auction(draft, state, []) if prefers_calls and not state.outcome.over else draft


def client_state(access: Access, game: GameState, stamp: str) -> dict[str, Any]:
    """Return the data for the pad's script: the game record for the engine, and the entries of its events."""
    state = {"game": access.game_id, "revision": game.revision, "tag": tag_of(access, game, stamp)}
    if not access.may_score:
        return state
    mine = game.log.newest.get(access.device_id)
    return {
        **state,
        "mine": mine and [mine.uuid[:8], mine.revision],
        "began": access.created_at.isoformat(timespec="minutes"),
        "record": game.record_json(),
        "entries": [entry.id for entry in game.entries],
        **({"contract": game.contract} if game.contract else {}),
    }


def tag_of(access: Access, game: GameState, stamp: str | None = None) -> str:
    """Return an entity tag for the content of the game page. `stamp` is the match's, if known."""
    stamp = current_host().stamp_of(access) if stamp is None else stamp
    return f"{game.revision}-{access.next_id or 0}-{access.role}{stamp and '-' + stamp}"


def trouble_text(game: GameState) -> str:
    """Return why the game is not scored any further, or an empty text."""
    if game.trouble is None or game.trouble.error is None:
        return ""
    return problem_text(game, game.trouble.error)


def plain_problem(game: GameState, error: GameError) -> str:
    """Return the text of an engine error, with this game's names."""
    return plain_error_text(_, error, names_of(game.rules, game.players))


def problem_text(game: GameState, error: GameError) -> str:
    """Return the text of an engine error, with a link to its rule."""
    text = plain_problem(game, error)
    rule = broken_rule(error)
    if rule is None:
        return text
    return Markup('{} <a class="rule" href="{}">{}</a>').format(text, rule_url(rule), rule_title(_, rule))


def page(access: Access, game: GameState | None = None, status: int = 200, **more: Any) -> Response:
    """Return the whole page, or all its parts for the script."""
    game = game or load(access)
    template = "games/pad/fragments.html" if wants_parts() else "games/pad/game.html"
    response = make_response(render_template(template, **template_values(game_page(access, game, **more))), status)
    response.headers["Cache-Control"] = "no-cache"
    return response


def board(
    state: State, players: Sequence[str], target: int | None, places: Sequence[str] = (), *, over: bool = False
) -> list[dict[str, Any]]:
    """Return the scores by side: `name`, `score`, `note` (what matters now), `out`, `winner`.

    `target` is the score that wins, or None. `places` are the sides' positions in a tournament. `over` means that no hand
    will follow, whatever the game's rules say.
    """
    names = side_names(state.rules, players)
    return [
        {
            "name": name,
            "score": state.scores[side],
            "note": " · ".join(filter(None, (*places[side : side + 1], "" if over else standing_text(_, state, side, target)))),
            "out": side in state.dropped,
            "winner": side in state.outcome.winners,
        }
        for side, name in enumerate(names)
    ]


WIDTH, HEIGHT = 358, 200
LEFT, RIGHT, TOP, BOTTOM = 36, 44, 14, 22
STEPS = (25, 50, 100, 250, 500, 1000, 2500, 5000)
MOST_LABELS = 12
SHOWN = ("played", "passed_out", "adjustment")
"""The kinds of entries on the chart: they score, or count as a hand."""
FAR = 1000
"""A target above this is drawn only when a side is a tenth of the way there. Before that, the lines would be flat."""
LABEL_GAP = 14
"""Least distance between the scores at the ends of the lines, in drawing units."""


@dataclass(frozen=True)
class Line:
    """A side's line in drawing units.

    `points` are for a polyline. `label_y` is the height of the last score's label.
    """

    side: int
    points: str
    dots: list[tuple[float, float]]
    score: int
    label_y: float


@dataclass(frozen=True)
class Chart:
    """A chart. `levels` are (score, y, `zero`, `goal` or `grid`), and `hands` are (number, x)."""

    levels: list[tuple[int, float, str]]
    hands: list[tuple[int, float]]
    lines: list[Line]
    names: list[str]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


def chart(game: GameState, names: list[str], target: int | None) -> Chart | None:
    """Return the chart of a game to `target`, if a score wins it. None before there are two points to connect."""
    shown_entries = [e for e in game.entries if e.hand is not None and e.hand.kind in SHOWN]
    began = game.state.start.scores if game.state.start else tuple([0] * len(names))
    series = [began, *(e.hand.scores for e in shown_entries if e.hand is not None)]
    if len(series) < 3:
        return None
    flat = [score for scores in series for score in scores]
    if target is not None and target > max(FAR, 10 * max(flat)):
        target = None
    highest = max(target or STEPS[0], *flat)
    step = next((s for s in STEPS if (highest - min(0, *flat)) / s <= 5), STEPS[-1])
    low = min(0, min(flat) // step * step)
    high = highest if target else -(-highest // step) * step
    across = WIDTH - LEFT - RIGHT
    down = HEIGHT - TOP - BOTTOM

    def x(i: int) -> float:
        return round(LEFT + across * i / (len(series) - 1))

    def y(score: int) -> float:
        return round(TOP + down * (high - score) / (high - low))

    goals = set() if target is None else {target}
    values = sorted({v for v in range(low, high + 1, step) if all(abs(v - t) >= step / 2 for t in goals)} | {0} | goals)
    levels = [(v, y(v), "zero" if v == 0 else "goal" if v == target else "grid") for v in values]
    every = -(-(len(series) - 1) // MOST_LABELS)
    hands = [(e.number, x(i)) for i, e in enumerate(shown_entries, 1) if e.number and (e.number % every == 0 or every == 1)]
    ends = _spread_labels([y(score) for score in series[-1]])
    lines = []
    for side in range(len(names)):
        places = [(x(i), y(scores[side])) for i, scores in enumerate(series)]
        dots = places[1:] if len(series) <= 25 else places[-1:]
        lines.append(Line(side, " ".join(f"{a:g},{b:g}" for a, b in places), dots, series[-1][side], ends[side]))
    return Chart(levels, hands, lines, names)


def _spread_labels(heights: list[float]) -> list[float]:
    """Return the heights, moved so that labels do not overlap."""
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    placed = list(heights)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + LABEL_GAP)
    over = max(placed, default=0) - (HEIGHT - 4)
    return [round(h - max(over, 0), 1) for h in placed]
