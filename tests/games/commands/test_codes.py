"""Join phrases for a game, a list and a family: guesses, revocation, use."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import update

from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.devices import visitors
from scorekeeper.core.refusals import NotAllowed, NotFound, Refusal, TooMany
from scorekeeper.core.security.signing import digest
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.games import vocabulary as words
from scorekeeper.games.commands import authorization
from scorekeeper.games.commands.library import game_lists
from scorekeeper.games.commands.sharing import households, join_phrases, share_links
from scorekeeper.games.store.link import Code
from scorekeeper.rules.commands import house_rules
from tests.games.kitchen_table import Table, hand, key

HERE = "127.0.0.1"


def has(visitor, table):
    """Return the device's role in a game, or None."""
    try:
        return authorization.access_by_device(table.game_id, visitor.key).role
    except NotFound:
        return None


def join_with_phrase(visitor, said):
    """Use a join phrase on a device, and return the list it gives."""
    return join_phrases.transfer_games(join_phrases.find_code(said, HERE), visitor)


def refused(call, *args, **more):
    with pytest.raises(Refusal) as found:
        call(*args, **more)
    return found.value.code


# ---- words


def test_words_are_short_plain_and_many():
    for said in words.BY_LANGUAGE.values():
        assert len(set(said)) == len(said) >= 1100
        assert all(word.isascii() and word.isalpha() and word.islower() and 3 <= len(word) <= 8 for word in said)


def test_a_code_is_read_however_it_was_typed():
    said = words.random_code("fr", words.SHORT)
    one, two, three, four = said.split()
    assert words.normalize_code(f" {one.upper()}-{two.title()},{three}.\u00a0 {four}\n") == said
    assert words.normalize_code("1. Abeille 2. bleu 3. FLÛTE 4. rivage") == "abeille bleu flute rivage"


@pytest.mark.parametrize(
    ("typed", "code", "right"),
    [
        ("moose river", "code.words", None),
        ("", "code.words", None),
        ("moose rivet candle pie", "code.word", "river"),
        ("moose river candle qqqqqqq", "code.odd", ""),
        ("1234", "code.words", None),
    ],
)
def test_what_is_no_code_is_named_and_what_may_be_meant(typed, code, right):
    with pytest.raises(Refusal) as found:
        words.normalize_code(typed)
    assert (found.value.code, found.value.params.get("right")) == (code, right)


# ---- one game


def test_four_words_open_a_game_as_their_link_does(inside):
    table, other = Table(), visitors.make()
    link = share_links.create(table.access, "watch")
    shown = join_phrases.create_link_code(table.access, link.id, "fr")
    assert len(shown.words.split()) == words.SHORT
    assert join_phrases.codes_of_links([link.id])[link.id].words == shown.words
    found = join_phrases.find_code(shown.words, HERE)
    share_links.open_link(authorization.token_by_id(found.link_id), other)
    assert has(other, table) == "watch"


def test_a_code_ends_by_itself_by_hand_with_another_and_with_its_link(inside):
    table = Table()
    link = share_links.create(table.access, "score")
    first = join_phrases.create_link_code(table.access, link.id, "en")
    second = join_phrases.create_link_code(table.access, link.id, "en")
    assert refused(join_phrases.find_code, first.words, HERE) == "code.none"
    join_phrases.revoke_link_code(table.access, link.id)
    assert refused(join_phrases.find_code, second.words, HERE) == "code.none"
    third = join_phrases.create_link_code(table.access, link.id, "en")
    with write_transaction() as session:
        session.execute(update(Code).values(until=now() - timedelta(seconds=1)))
    assert refused(join_phrases.find_code, third.words, HERE) == "code.none"
    fourth = join_phrases.create_link_code(table.access, link.id, "en")
    share_links.revoke(table.access, link.id)
    found = join_phrases.find_code(fourth.words, HERE)
    with pytest.raises(NotFound):
        share_links.open_link(authorization.token_by_id(found.link_id), visitors.make())
    assert refused(join_phrases.create_link_code, table.access, link.id, "en") == "link"


def test_only_who_scores_makes_codes_of_a_game_and_of_its_own_links(inside):
    table, watcher = Table(), visitors.make()
    link = share_links.create(table.access, "watch")
    share_links.open_link(link.token, watcher)
    with pytest.raises(NotAllowed):
        join_phrases.create_link_code(authorization.access_by_device(table.game_id, watcher.key), link.id, "en")
    assert refused(join_phrases.create_link_code, Table().access, link.id, "en") == "link"
    assert refused(join_phrases.revoke_link_code, Table().access, link.id) == "link"


def test_the_database_does_not_tell_which_words_have_a_code(inside):
    table = Table()
    said = join_phrases.create_recovery_phrase(table.visitor, "en")
    row = db.session.query(Code).one()
    assert (row.kind, row.language, row.salt, row.link_id) == ("family", "en", None, None)
    assert row.digest not in (said, digest(said))


# ---- guessing


def test_wrong_codes_are_counted_by_address_and_right_ones_are_not(inside, monkeypatch):
    inside.config["HALL"] = 2
    table = Table()
    link = share_links.create(table.access, "watch")
    said = join_phrases.create_link_code(table.access, link.id, "en").words
    for _ in range(9):
        join_phrases.find_code(said, HERE)
    for _ in range(2 * join_phrases.WRONG_OF_EACH):
        assert refused(join_phrases.find_code, "moose river candle pie", HERE) == "code.none"
    with pytest.raises(TooMany):
        join_phrases.find_code(said, HERE)
    assert join_phrases.find_code(said, "192.0.2.7").link_id == link.id


def test_everybody_together_may_guess_only_so_often(inside, monkeypatch):
    monkeypatch.setattr(join_phrases, "WRONG_IN_ALL", 3)
    for n in range(3):
        assert refused(join_phrases.find_code, "moose river candle pie", f"192.0.2.{n}") == "code.none"
    assert refused(join_phrases.find_code, "moose river candle pie", "192.0.2.9") == "code.often"
    eight = "moose river candle pie moose river candle pie"
    assert refused(join_phrases.find_code, eight, "192.0.2.9") == "code.none", (
        "a family's code is not guessed in any number of years"
    )


# ---- a whole list


def test_a_copied_list_is_on_both_phones_once(inside):
    table, new = Table(), visitors.make()
    rules = house_rules.save(table.visitor, "Chez nous", named_rules("kitty").with_options(target=300), uuid=key())
    said = join_phrases.create_list_code(table.visitor, "copy", "en").words
    assert join_with_phrase(new, said) == join_phrases.TransferResult(1, moved=False)
    assert (has(new, table), has(table.visitor, table)) == ("own", "own")
    assert [kept.rules for kept in house_rules.of_device(new)] == [rules.rules]
    assert refused(join_phrases.find_code, said, HERE) == "code.none"


def test_a_moved_list_is_on_the_old_phone_no_more(inside):
    table, new = Table(), visitors.make()
    house_rules.save(table.visitor, "Chez nous", named_rules("kitty").with_options(target=300), uuid=key())
    assert join_with_phrase(new, join_phrases.create_list_code(table.visitor, "move", "en").words).moved
    assert (has(new, table), has(table.visitor, table)) == ("own", None)
    assert game_lists.all_games(table.visitor) == []
    assert house_rules.of_device(table.visitor) == []


def test_a_list_brings_what_came_by_links_as_that_and_a_better_right_stays(inside):
    mine, theirs, new = Table(), Table(), visitors.make()
    share_links.open_link(share_links.create(theirs.access, "watch").token, mine.visitor)
    ended = Table()
    link = share_links.create(ended.access, "watch")
    share_links.open_link(link.token, mine.visitor)
    share_links.revoke(ended.access, link.id)
    share_links.open_link(share_links.create(mine.access, "watch").token, new)
    share_links.open_link(share_links.create(theirs.access, "score").token, new)
    assert join_with_phrase(new, join_phrases.create_list_code(mine.visitor, "copy", "en").words).games == 2
    assert (has(new, mine), has(new, theirs), has(new, ended)) == ("own", "score", None)


def test_a_code_used_twice_at_once_gives_the_list_once(inside):
    table = Table()
    code = join_phrases.find_code(join_phrases.create_list_code(table.visitor, "copy", "en").words, HERE)
    join_phrases.transfer_games(code, visitors.make())
    assert refused(join_phrases.transfer_games, code, visitors.make()) == "code.none"


def test_a_phone_does_not_take_its_own_list(inside):
    table = Table()
    said = join_phrases.create_list_code(table.visitor, "move", "en").words
    assert refused(join_with_phrase, table.visitor, said) == "code.same"
    assert has(table.visitor, table) == "own"
    assert refused(join_phrases.create_list_code, table.visitor, "burn", "en") == "code.kind"


# ---- a family's code, a phone that was lost


def test_a_familys_code_brings_the_games_back_again_and_again(inside):
    table, second, third = Table(), visitors.make(), visitors.make()
    said = join_phrases.create_recovery_phrase(table.visitor, "fr")
    assert len(said.split()) == words.LONG
    join_with_phrase(second, said)
    later = Table()
    join_with_phrase(third, said)
    assert (has(second, table), has(third, table), has(third, later)) == ("own", "own", None)
    assert join_phrases.recovery_phrase_of(table.visitor) is None, "it is the code of the phone that is used now"
    assert join_phrases.recovery_phrase_of(third).used_at is not None


def test_a_familys_code_is_ended_by_hand_and_by_another(inside):
    table = Table()
    first = join_phrases.create_recovery_phrase(table.visitor, "en")
    second = join_phrases.create_recovery_phrase(table.visitor, "en")
    assert refused(join_phrases.find_code, first, HERE) == "code.none"
    assert refused(join_phrases.revoke_list_code, visitors.make(), join_phrases.recovery_phrase_of(table.visitor).id) == "code"
    join_phrases.revoke_list_code(table.visitor, join_phrases.recovery_phrase_of(table.visitor).id)
    assert refused(join_phrases.find_code, second, HERE) == "code.none"


def test_a_lost_phone_is_shut_out_and_what_it_knew_opens_nothing(inside):
    lost, new = Table(), visitors.make()
    lost.play(hand())
    link = share_links.create(lost.access, "score")
    family = join_phrases.create_recovery_phrase(lost.visitor, "en")
    join_with_phrase(new, family)
    copied = join_phrases.create_list_code(lost.visitor, "copy", "en").words
    assert [phone.id for phone in join_phrases.list_phones(new)] == [lost.visitor.id]
    assert join_phrases.remove_games(new, lost.visitor.id, links_too=True) == 1
    assert (has(lost.visitor, lost), has(new, lost)) == (None, "own")
    assert refused(join_phrases.find_code, copied, HERE) == "code.none"
    with pytest.raises(NotFound):
        share_links.open_link(link.token, lost.visitor)
    assert join_phrases.list_phones(new) == []
    assert join_with_phrase(visitors.make(), family).games == 1, "the family's code goes on being good"


def test_the_household_goes_along_and_a_lost_phone_is_in_it_no_more(inside):
    lost, new, other = Table(), visitors.make(), visitors.make()
    households.ensure_household(lost.visitor)
    households.join(households.invite(lost.visitor, "join").token, other)
    join_with_phrase(new, join_phrases.create_recovery_phrase(lost.visitor, "en"))
    assert households.household_devices(new) == [lost.visitor.id, other.id, new.id]
    known = households.invite(lost.visitor, "look").token
    join_phrases.remove_games(new, lost.visitor.id, links_too=True)
    assert households.household_devices(new) == [other.id, new.id]
    assert households.household_of(lost.visitor) is None
    assert refused(households.devices_of_link, known) == "household.link"


def test_nobody_is_shut_out_of_games_that_are_not_ones_own(inside):
    table, guest = Table(), visitors.make()
    share_links.open_link(share_links.create(table.access, "score").token, guest)
    assert join_phrases.list_phones(guest) == []
    assert refused(join_phrases.remove_games, guest, table.visitor.id, links_too=True) == "phone"
    own = Table()
    assert refused(join_phrases.remove_games, own.visitor, guest.id, links_too=False) == "phone"


def test_links_stay_where_they_are_to_stay(inside):
    table, guest, lost = Table(), visitors.make(), visitors.make()
    share_links.open_link(share_links.create(table.access, "score").token, guest)
    join_with_phrase(lost, join_phrases.create_list_code(table.visitor, "copy", "en").words)
    join_phrases.remove_games(table.visitor, lost.id, links_too=False)
    assert (has(guest, table), has(lost, table)) == ("score", None)


def test_when_a_phone_was_last_used_is_known_to_the_hour(inside):
    table, new = Table(), visitors.make()
    join_with_phrase(new, join_phrases.create_list_code(table.visitor, "copy", "en").words)
    assert join_phrases.list_phones(table.visitor)[0].seen_at is None
    visitors.note_visit(new.id)
    first = join_phrases.list_phones(table.visitor)[0].seen_at
    visitors.note_visit(new.id)
    assert join_phrases.list_phones(table.visitor)[0].seen_at == first is not None
