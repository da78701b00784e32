"""Pages of the desk: who should not meet, tags, places, handicaps and penalties."""
