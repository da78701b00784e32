"""Engine codes into words. Every function takes `t`, a gettext-like callable, first; see README.md in this folder."""
