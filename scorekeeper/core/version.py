"""The program's version, the single source for wheel, packages, API and `--version`."""

VERSION = "1.0.0"
