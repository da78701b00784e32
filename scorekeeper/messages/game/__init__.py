"""A game in words: bids, reasons, endings and stories."""
