"""The database tables of games, and the queries that several actions share."""
