"""What games add up to: who plays, bids, makes, fails, is boxed, wins. Pure; it runs on the phone too."""
