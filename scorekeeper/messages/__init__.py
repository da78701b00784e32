"""The engine's codes in words. Each function takes `t`, a gettext-like callable, first. See README.md."""
