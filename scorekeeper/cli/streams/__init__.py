"""Streams of JSON lines: read, answered in order, in one process or several."""
