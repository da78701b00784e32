"""Personal data of a club: public names, the data controller and retention."""
