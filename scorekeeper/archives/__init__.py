"""A club or a game diary as one file: export, preview, check and import."""
