"""Tests of the purse, prizes, side pots and books."""
