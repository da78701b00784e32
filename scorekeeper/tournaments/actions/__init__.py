"""What can be done with a tournament, by its desk and by the phones at its tables."""
