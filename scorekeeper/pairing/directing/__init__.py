"""What a director does: next round, corrections, repairs and their consequences."""
