"""Stand-ins for modules that only a server has; see `sources.STAND_INS`."""
