"""Commands on calls from a table to the director, and on announcements from the desk."""
