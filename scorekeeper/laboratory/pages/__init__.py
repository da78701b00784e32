"""The laboratory's pages: the games of a device, and those of a club."""
