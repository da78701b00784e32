"""Knock-outs: the draw, the next round, and a bracket replayed from its tables."""
