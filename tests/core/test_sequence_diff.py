"""Alignment of two versions: nothing is lost, and the common part is as long as possible."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.sequence_diff import find_differences

LISTS = st.lists(st.sampled_from("abcd"), max_size=9)


def longest_common(a, b):
    """Return the length by definition."""
    if not a or not b:
        return 0
    if a[0] == b[0]:
        return 1 + longest_common(a[1:], b[1:])
    return max(longest_common(a[1:], b), longest_common(a, b[1:]))


@given(LISTS, LISTS)
def test_what_lies_between_is_the_longest_that_both_have(a, b):
    found = find_differences(a, b)
    mine = [sign for i, sign in enumerate(a) if not any(low <= i < high for low, high, _, _ in found)]
    theirs = [sign for j, sign in enumerate(b) if not any(low <= j < high for _, _, low, high in found)]
    assert mine == theirs
    assert len(mine) == longest_common(a, b)
    assert all(one[0] < one[1] or one[2] < one[3] for one in found)


def test_a_hand_that_only_one_has_is_no_difference_of_those_after_it():
    assert find_differences("abcd", "abxcd") == [(2, 2, 2, 3)]
    assert find_differences("abcd", "acd") == [(1, 2, 1, 1)]
    assert find_differences("abc", "axc") == [(1, 2, 1, 2)]
    assert find_differences("", "ab") == [(0, 0, 0, 2)]
    assert find_differences("ab", "ab") == []
