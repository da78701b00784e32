"""Who puts it together: every page, every operation of the API and every table, each named once."""
