"""Addresses: trusted proxies, host names, the path below a host and this computer's own addresses."""
