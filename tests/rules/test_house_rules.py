from __future__ import annotations

import pytest

from scorekeeper.core.devices import visitors
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.engine.ruleset import named_rules
from scorekeeper.games.commands import game_state
from scorekeeper.games.commands.library import game_creation
from scorekeeper.rules.commands import house_rules
from scorekeeper.rules.commands.resolutions import find_problems, resolutions

OURS = named_rules("kitty").with_options(target=300, keep="dealer")


@pytest.fixture
def visitor(app):
    with app.app_context():
        yield visitors.make()


def keep(visitor, name="Chez nous", rules=OURS, uuid="0123456789"):
    return house_rules.save(visitor, name, rules, uuid=uuid)


def test_house_rules_are_kept_under_a_name(visitor):
    keep(visitor, "  Chez   nous ")
    (kept,) = house_rules.of_device(visitor)
    assert (kept.name, kept.rules, kept.base) == ("Chez nous", OURS, "kitty")
    assert kept.rules.with_options(target=500).hole_limit == 300, "what was set stays set"


def test_a_save_sent_twice_counts_once(visitor):
    assert keep(visitor).id == keep(visitor).id
    assert len(house_rules.of_device(visitor)) == 1


def test_changing_a_kept_set_changes_no_game(visitor):
    kept = keep(visitor)
    way = game_creation.start(kept.rules, ["A", "B", "C", "D"], 0, visitor)
    house_rules.change(visitor, kept.id, "Chez nous", OURS.with_options(target=500))
    house_rules.delete(visitor, kept.id)
    assert game_state.load(way).rules == OURS


def test_two_sets_of_a_device_do_not_have_one_name(visitor):
    kept = keep(visitor)
    with pytest.raises(Refusal) as refused:
        keep(visitor, "CHEZ NOUS", uuid="another-key")
    assert (refused.value.code, refused.value.field) == ("house_rules.same_name", "name")
    assert house_rules.change(visitor, kept.id, "chez nous", OURS).name == "chez nous"
    assert house_rules.duplicate(visitor, kept.id, uuid="third-key").name == "chez nous 2"


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\u0000b"])
def test_a_name_is_needed_and_fits_a_line(visitor, name):
    with pytest.raises(Refusal, match=r"house_rules\.name"):
        keep(visitor, name)


def test_a_deleted_set_can_be_put_back(visitor):
    kept = keep(visitor)
    house_rules.delete(visitor, kept.id)
    assert house_rules.of_device(visitor) == []
    keep(visitor, rules=named_rules("informal"), uuid="another-key")
    assert house_rules.delete(visitor, kept.id, deleted=False).name == "Chez nous 2"
    assert len(house_rules.of_device(visitor)) == 2


def test_nobody_sees_or_changes_the_house_rules_of_another_device(visitor):
    kept = keep(visitor)
    other = visitors.make()
    assert house_rules.of_device(other) == []
    for act in (
        lambda: house_rules.load(other, kept.id),
        lambda: house_rules.change(other, kept.id, "Mine", OURS),
        lambda: house_rules.delete(other, kept.id),
        lambda: house_rules.load(None, kept.id),
    ):
        with pytest.raises(NotFound):
            act()
    assert house_rules.load(visitor, kept.id).name == "Chez nous"


def test_a_device_keeps_only_so_many(visitor, monkeypatch):
    monkeypatch.setattr(house_rules, "MOST_SETS", 1)
    keep(visitor)
    with pytest.raises(Refusal, match=r"house_rules\.many"):
        keep(visitor, "Another", uuid="another-key")


@pytest.mark.parametrize(
    ("base", "changes", "way"),
    [
        ("standard", {"kitty": 4}, {"pack": 40}),
        ("standard", {"pack": 40}, {"kitty": 4}),
        ("standard", {"format": "called_partner"}, {"pack": 40, "hand_cards": 8}),
        ("standard", {"boxed": 25}, {"pot": True}),
        ("standard", {"minimum_bid": 0, "all_pass": "dealer_minimum"}, {"all_pass": "dealer_free"}),
        (
            "online_kitty",
            {"kitty": 0, "pack": 36, "discard_to": "contractor"},
            {"discard_to": "opponents", "discard_limit": "any"},
        ),
    ],
)
def test_a_way_out_of_rules_that_do_not_go_together_is_offered(base, changes, way):
    found = resolutions(named_rules(base), changes)
    assert way in found
    for trial in found:
        assert find_problems(named_rules(base), {**changes, **trial}) == []


def test_no_way_out_is_offered_where_nothing_is_wrong_or_a_value_is_none():
    assert resolutions(named_rules("kitty"), {"target": 300}) == []
    assert resolutions(named_rules("kitty"), {"target": 303}) == []
