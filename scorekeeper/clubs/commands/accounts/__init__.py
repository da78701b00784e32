"""Accounts: sign-in, passwords, two-factor sign-in and OpenID Connect."""
