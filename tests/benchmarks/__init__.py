"""Benchmarks, each next to a baseline from the same run. Each module covers one subject and prints its own rows."""
