"""Commands on a tournament, from the desk and from the phones at its tables."""
