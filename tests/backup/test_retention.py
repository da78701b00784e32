"""Which backups are kept."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.backup.storage import BackupFacts, expired_backups
from scorekeeper.core.i18n import timezones

NOW = datetime(2026, 11, 23, 7, 30, tzinfo=UTC)


def nights(many, *, unsound=()):
    return [BackupFacts(f"n{k}", "nightly", NOW - timedelta(days=k), k not in unsound) for k in range(many)]


def stay(copies, days=7, weeks=4, months=12):
    gone = expired_backups(copies, days, weeks, months)
    return [one.name for one in copies if one.name not in gone]


def test_a_year_of_nights_leaves_a_week_four_weeks_and_twelve_months():
    kept = stay(nights(400))
    assert kept[:7] == [f"n{k}" for k in range(7)]
    assert len(kept) <= 7 + 4 + 12
    assert len(kept) >= 7 + 3 + 10
    assert "n23" in kept  # the last day of October


def test_days_without_a_copy_count_for_nothing():
    copies = [BackupFacts(f"n{k}", "nightly", NOW - timedelta(days=30 * k), True) for k in range(5)]
    assert stay(copies, 3, 0, 0) == ["n0", "n1", "n2"]


def test_of_a_day_the_newest_sound_one_stays_and_the_newest_of_all_whatever_it_is():
    copies = [
        BackupFacts(name, "nightly", NOW - timedelta(hours=k), name != "late") for k, name in enumerate(("late", "good", "early"))
    ]
    assert stay(copies, 1, 0, 0) == ["late", "good"]


def test_by_hand_ten_stay_and_three_from_before_a_new_form():
    copies = [BackupFacts(f"{kind}{k}", kind, NOW - timedelta(days=k), True) for kind in ("hand", "before") for k in range(20)]
    kept = stay(copies)
    assert [name for name in kept if name.startswith("hand")] == [f"hand{k}" for k in range(10)]
    assert [name for name in kept if name.startswith("before")] == ["before0", "before1", "before2"]


@given(st.lists(st.tuples(st.integers(0, 10**6), st.booleans()), min_size=1, max_size=40), st.integers(0, 5), st.integers(0, 5))
def test_the_newest_of_all_and_the_newest_sound_one_of_its_day_stay(found, days, weeks):
    copies = [BackupFacts(str(n), "nightly", NOW - timedelta(minutes=m), sound) for n, (m, sound) in enumerate(found)]
    kept = stay(copies, days + 1, weeks, 0)
    newest = sorted(copies, key=lambda one: (one.made_at, one.name), reverse=True)
    assert newest[0].name in kept
    day = newest[0].made_at.astimezone(timezones.server_zone()).date()
    sound = [one.name for one in newest if one.sound and one.made_at.astimezone(timezones.server_zone()).date() == day]
    assert set(sound[:1]) <= set(kept)
