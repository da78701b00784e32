"""The laboratory's pages, for the games of a device and of a club."""
