"""Clubs and their people: accounts, members, invitations, tokens."""
