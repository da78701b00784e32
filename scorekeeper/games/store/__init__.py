"""A game as its log: tables, and the queries that several actions share."""
