"""Results, from the desk and from the tables, with corrections."""
