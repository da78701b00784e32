"""Devices: phones and computers, known by a cookie."""
