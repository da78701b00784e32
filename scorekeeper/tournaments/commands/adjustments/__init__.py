"""What the director adds to pairing and results: meetings, fixed places, penalties, tags and handicaps."""
