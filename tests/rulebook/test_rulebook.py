from __future__ import annotations

import ast
import re
import unicodedata
from hashlib import sha256
from pathlib import Path

import pytest

from scorekeeper.core.i18n.translation import LANGUAGES, t_for
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet
from scorekeeper.messages.rules.titles import RULES
from scorekeeper.rulebook import book, sources
from scorekeeper.rulebook.chapters import first_game, glossary, how_to_score, named_games
from scorekeeper.rulebook.content import split_markup, strip_markup
from scorekeeper.rulebook.examples.illustrations import Figure, ScoreTable, TrickTable
from scorekeeper.rulebook.options.entries import entries
from scorekeeper.rulebook.search import fold_text, search
from scorekeeper.rulebook.view import game_view, glossary_words, option_view
from scorekeeper.rules.rulebook_index import index_in

SPEAKERS = {lang: t_for(lang) for lang in LANGUAGES}
ROOT = Path(__file__).parents[2]
SOURCES = Path(__file__).with_name("source_runs.bin")
"""Six bytes of the SHA-256 of every run of nine words in the source texts, enough to recognize it."""


@pytest.fixture(params=list(LANGUAGES))
def t(request):
    return SPEAKERS[request.param]


def messages():
    """Yield every marked message in the rulebook's modules."""
    for path in sorted((ROOT / "scorekeeper/rulebook").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "N_":
                yield ast.literal_eval(node.args[0])


def test_every_option_has_an_entry_and_no_entry_is_left_of_an_option_that_is_gone():
    assert list(entries()) == list(RuleSet.options)


@pytest.mark.parametrize("name", RuleSet.options)
def test_changing_only_the_option_changes_what_the_engine_answers(name):
    example = entries()[name].example
    answers = [repr(example.outcome(name, value)) for value in example.values]
    assert len(set(answers)) > 1


@pytest.mark.parametrize("name", RuleSet.options)
def test_an_example_is_put_to_the_engine_under_values_that_the_option_can_have(name):
    example, option = entries()[name].example, RuleSet.options[name]
    assert all(option.problem(value) is None for value in example.values)
    if option.kind == "flag":
        assert set(example.values) == {False, True}


@pytest.mark.parametrize("name", [n for n, o in RuleSet.options.items() if o.kind == "choice"])
def test_every_choice_of_an_option_is_explained(name):
    named_choices = {choice for choice in RuleSet.options[name].choices if isinstance(choice, str)}
    assert set(entries()[name].choices) == named_choices


@pytest.mark.parametrize("name", RuleSet.options)
def test_an_option_is_told_with_its_example_in_both_languages(t, name):
    told = option_view(t, name)
    assert told.body
    assert told.facts
    assert len(told.cases) == len(entries()[name].example.values)
    for _label, case in told.cases:
        assert case.verdict or any(scene.notes or scene.rows for scene in case.scenes)


def test_an_example_shows_the_scores_that_the_engine_gives():
    keep, double = (dict(option_view(SPEAKERS["en"], n).cases) for n in ("keep", "no_trump"))
    assert [(row.delta, row.after) for row in double["played, counts double"].scenes[0].rows] == [(140, 140), (60, 60)]
    assert [(row.delta, row.after) for row in double["played"].scenes[0].rows] == [(70, 70), (30, 30)]
    assert keep["the dealer may keep"].verdict == "Aline is to speak: pass, 80, 85 … 100, keep."
    assert keep["no one may keep"].verdict == "Aline is to speak: pass, 80, 85 … 100."


def test_no_score_stands_in_the_texts_of_an_example():
    """The sentences are the engine's reasons and add up to the score changes next to them."""
    for name, entry in entries().items():
        for value in entry.example.values:
            for scene in entry.example.case(SPEAKERS["en"], name, value).scenes:
                for row in scene.rows:
                    assert row.before + row.delta == row.after


def test_every_rule_id_has_a_place_on_a_page_that_exists():
    assert set(book.rule_places()) == set(RULES)
    assert {place.page for place in book.rule_places().values()} <= set(book.pages())


def test_a_rule_is_stated_in_one_place_only():
    stated = [rule for section in book.HOW.sections for rule in section.rules]
    stated += [rule for name in RuleSet.options for rule in book.rules_stated_by(name)]
    assert sorted(stated) == sorted(RULES)


def test_every_named_rule_set_has_a_history_and_stands_in_one_group():
    assert list(named_games.HISTORIES) == list(VARIANTS_BY_NAME)
    assert sorted(book.games_in_order()) == sorted(VARIANTS_BY_NAME)


@pytest.mark.parametrize("name", VARIANTS_BY_NAME)
def test_a_game_is_told_with_its_rules_and_sources(t, name):
    told = game_view(t, name)
    assert told.history
    assert told.card
    assert [d.option for d in told.differs] or name == "standard"
    assert {s.key for s in sources.SOURCES} >= set(told.sources)


def test_every_text_is_translated_into_french_and_keeps_its_cards():
    fr = SPEAKERS["fr"]
    for message in messages():
        translated = fr(message)
        assert translated != message or len(message) < 20 or "%(" in message, message
        cards = sorted(piece for piece in split_markup(message) if piece[0] in ("card", "suit"))
        assert sorted(piece for piece in split_markup(translated) if piece[0] in ("card", "suit")) == cards


def digests(text):
    """Return the digest of every run of nine words."""
    said = re.findall(r"\w+", text.lower())
    return {sha256(" ".join(said[i : i + 9]).encode()).digest()[:6] for i in range(len(said) - 8)}


def test_no_sentence_of_the_sources_is_in_the_book():
    kept = SOURCES.read_bytes()
    sources = {kept[i : i + 6] for i in range(0, len(kept), 6)}
    # one run is ours, and shows that both sides compute digests the same way
    assert digests("These nine words are ours and prove the digests.") & sources
    for message in messages():
        assert not digests(message) & sources, message


def test_the_hand_played_in_full_is_legal_and_makes_its_contract():
    tricks = next(b for s in book.HOW.sections for b in s.blocks if isinstance(b, TrickTable) and len(b.tricks) == 9)
    drawn = tricks.content(SPEAKERS["en"])
    assert drawn["points"] == (85, 15) == first_game.GAME[0].points
    assert len(drawn["tricks"]) == 9
    from scorekeeper.engine.auction import contract_of
    from scorekeeper.engine.ruleset import named_rules
    from scorekeeper.engine.rulings import judge

    rules = named_rules("standard")
    assert judge(rules, 0, first_game.TRUMP, first_game.TRICKS, first_game.HANDS).illegal == ()
    contract = contract_of(rules, first_game.DEALER, first_game.CALLS)
    assert (contract.contractor, contract.bid, contract.bids) == (0, 75, {1: 65, 2: 70})


def test_the_score_sheet_that_is_drawn_tells_what_its_caption_says():
    sheet = next(b for s in how_to_score.SECTIONS for b in s.blocks if isinstance(b, ScoreTable))
    rows = sheet.content(SPEAKERS["en"])["rows"]
    assert [row["made"] for row in rows] == [True, False, True, True]
    assert [row["cells"][1][1] < 0 for row in rows] == [False, True, False, False]
    assert rows[-1]["winners"] == (0,)


def test_every_figure_can_be_drawn(t):
    for chapter in book.CHAPTERS:
        for section in chapter.sections:
            for block in section.blocks:
                if isinstance(block, Figure):
                    assert block.content(t)
                    assert t(block.caption)


def test_the_pages_are_turned_one_after_the_other():
    keys, key = [], ""
    while key is not None:
        keys.append(key)
        key = book.neighbours(key)[1]
    assert tuple(keys) == book.pages()


def test_marks_in_a_text_are_read_and_strange_ones_refused():
    assert split_markup("**Now** {10H}, ♠") == (("strong", "Now"), ("text", " "), ("card", "10H"), ("text", ", "), ("suit", "S"))
    assert strip_markup("lead {KH} {5H}") == "lead K♥ 5♥"
    with pytest.raises(ValueError, match="neither a card nor a suit"):
        split_markup("{11H}")


def test_the_glossary_has_both_languages_in_the_order_of_the_reader():
    for lang in LANGUAGES:
        told = glossary_words(SPEAKERS, lang)
        assert len(told) == len(glossary.TERMS)
        assert all(word.said["fr"][1] != word.said["en"][1] for word in told)


@pytest.mark.parametrize(
    ("query", "lang", "page", "anchor"),
    [
        ("keep", "en", "options/auction", "keep"),
        ("garder", "fr", "options/auction", "keep"),
        ("KEEPING bid", "en", "options/auction", "keep"),
        ("penalite renonce", "fr", "how-to-play", "revoke"),
        ("coeur", "fr", "how-to-play", "whole-hand"),
        ("tie", "en", "options/endings", "both_reach"),
        ("both teams reach 200", "en", "options/endings", "both_reach"),
        ("renege", "en", "how-to-play", "revoke"),
        ("negative", "en", "how-to-play", "sheet"),
        ("going set", "en", "how-to-play", "count"),
        ("bury", "en", "options/kitty", "discard_to"),
        ("égalité", "fr", "options/endings", "both_reach"),
        ("atout obligatoire", "fr", "options/play", "trump_by"),
        ("lead out of turn", "en", "irregularities", "lead-out-of-turn"),
        ("two at a time", "en", "how-to-play", "deal"),
        ("sheng", "en", "games/standard", ""),
        ("bidder 10", "fr", "games/standard", ""),
        ("Ange Hereux", "en", "sources", "ours"),
        ("singly", "en", "options/deal", "kitty"),
        ("la bloutte ligne", "fr", "choices", "bloutte-line"),
        ("Culbertson", "en", "games/standard", ""),
        ("culbertson", "fr", "games/standard", ""),
        ("renonce", "en", "glossary", "revoke"),
        ("donnée mise", "fr", "options/deal", "kitty"),
        ("maldonne", "fr", "irregularities", "wrong-deal"),
        ("maldonne", "fr", "glossary", "misdeal"),
        ("parler avant son tour", "fr", "irregularities", "call-out-of-turn"),
        ("3 players", "en", "options/seating", "format"),
        ("6 joueurs", "fr", "games/six_kitty", ""),
    ],
)
def test_a_search_finds_the_place_whatever_the_accents_the_case_and_the_language(query, lang, page, anchor):
    found = [(hit.place.page, hit.place.anchor) for hit in search(query, tuple(SPEAKERS), index_in, lang)]
    assert (page, anchor) in found[:12]


def test_a_word_in_the_title_comes_first():
    assert search("garder", tuple(SPEAKERS), index_in, "fr")[0].place.anchor == "keep"
    assert search("revoke", tuple(SPEAKERS), index_in, "en")[0].title == "revoke"


@pytest.mark.parametrize(
    ("query", "lang", "anchor"),
    [
        ("exposed card", "en", "exposed-card"),
        ("carte exposée", "fr", "exposed-card"),
        ("jouer avant son tour", "fr", "lead-out-of-turn"),
    ],
)
def test_what_went_wrong_at_the_table_is_found_first_by_its_common_name(query, lang, anchor):
    assert search(query, tuple(SPEAKERS), index_in, lang)[0].place == book.Place("irregularities", anchor)


@pytest.mark.parametrize(
    ("query", "lang"), [("3 players", "en"), ("5 players", "en"), ("10", "en"), ("3 joueurs", "fr"), ("a pass", "en")]
)
def test_numbers_and_single_letters_are_found_as_whole_words_alone(query, lang):
    hits = search(query, tuple(SPEAKERS), index_in, lang)
    assert hits
    for hit in hits:
        text = "".join(part for part, _ in hit.cut)
        for n, (part, sought) in enumerate(hit.cut):
            if sought and (part.isdigit() or len(part) == 1):
                around = [hit.cut[n - 1][0][-1:] if n else "", hit.cut[n + 1][0][:1] if n + 1 < len(hit.cut) else ""]
                assert not any(sign.isalnum() for sign in around), text


@pytest.mark.parametrize(("digit", "word"), [("5", "five"), ("6", "six")])
def test_a_number_of_players_finds_the_games_for_so_many(digit, word):
    found = {hit.place.page for hit in search(f"{digit} players", tuple(SPEAKERS), index_in, "en")}
    assert {f"games/{name}" for name in VARIANTS_BY_NAME if name.startswith(f"{word}_")} <= found


def test_what_was_sought_is_marked_in_the_piece_that_is_shown():
    hit = search("culbertson", tuple(SPEAKERS), index_in, "en")[0]
    assert [text for text, sought in hit.cut if sought] == ["Culbertson"] * 2


def test_a_hit_in_the_other_language_says_in_which(t):
    hit = next(h for h in search("valet", tuple(SPEAKERS), index_in, "en") if h.place.page == "how-to-play")
    assert hit.lang == "fr"


@pytest.mark.parametrize("query", ["tie", "bid", "kitty score", "hand"])
def test_who_reads_english_is_answered_in_english_where_english_has_an_answer(query):
    assert {hit.lang for hit in search(query, tuple(SPEAKERS), index_in, "en")} == {"en"}


def test_most_of_the_words_are_enough_where_nothing_has_them_all():
    found = search("keep the bid xyzzy", tuple(SPEAKERS), index_in, "en")
    assert ("options/auction", "keep") in [(hit.place.page, hit.place.anchor) for hit in found[:5]]


@pytest.mark.parametrize("query", ["", "   ", "…", "zzzz", "%(", "a" * 500, "a " * 300])
def test_a_search_for_nothing_or_nonsense_finds_little_and_never_fails(query):
    assert len(search(query, tuple(SPEAKERS), index_in, "en")) <= 40


def test_letters_are_folded_as_unicode_takes_them_apart():
    """Phones have no Unicode tables, so the letters are listed."""
    plain = "abcdefghijklmnopqrstuvwxyz0123456789"
    for letter in map(chr, range(0x30000)):
        apart = unicodedata.normalize("NFD", letter)[0].lower()[0]
        if apart in plain or fold_text(letter) in plain:
            assert fold_text(letter) == {"œ": "o", "Œ": "o", "æ": "a", "Æ": "a"}.get(letter, apart), letter
