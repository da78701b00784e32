"""Stand-ins for modules that only a server has; see `module_sources.STAND_INS`."""
