"""Leagues, ratings and records over several tournaments. Pure: facts in, answers out, no cards and no database."""
