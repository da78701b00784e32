"""Replay of recorded games: checks, scores hand by hand, comparison under other rules."""
