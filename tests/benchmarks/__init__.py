"""Measurements, each beside its floor or a peer from the same run. A module a subject; each prints its own rows."""
