"""The bundle that phones load, made from the program's own files."""
