"""Caches in memory are bounded."""

from __future__ import annotations

from scorekeeper.core.cache import Cache


def test_what_was_used_longest_ago_is_forgotten_when_all_weigh_too_much():
    cache = Cache[str](100)
    for key in range(10):
        cache.put(key, f"board {key}", 10)
    cache.get(0)
    cache.put(10, "board 10", 20)
    assert [key for key in range(11) if cache.get(key)] == [0, *range(3, 11)]


def test_a_thing_that_grows_weighs_what_it_weighs_now():
    cache = Cache[int](100)
    for revision in range(1, 1000):
        cache.put(1, revision, 60)
    cache.put(2, 0, 40)
    assert (cache.get(1), cache.get(2)) == (999, 0)


def test_one_thing_is_kept_however_heavy_it_is():
    cache = Cache[str](100)
    cache.put(1, "a game", 50)
    cache.put(2, "a festival", 500)
    assert (cache.get(1), cache.get(2)) == (None, "a festival")
