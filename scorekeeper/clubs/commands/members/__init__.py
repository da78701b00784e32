"""Clubs with their members, invitations, API tokens and players."""
