"""Which version of the program this is; written here alone, from where wheel, packages, API and `--version` take it."""

VERSION = "1.0.0"
