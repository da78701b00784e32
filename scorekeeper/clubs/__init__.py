"""Clubs and the people who run them: accounts, members, invitations and API tokens."""
