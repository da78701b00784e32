"""Puts the application together: each subject, with all that it registers, is listed once."""
