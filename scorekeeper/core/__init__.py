"""Shared foundations: database, addresses, limits, refusals, time zones and translations."""
