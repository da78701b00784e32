"""A club at the desk: its people, players, privacy and deletion."""
