"""Secrets and limits: signing, hashing, rate limits and closed instances."""
