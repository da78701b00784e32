"""What a value is asked for with `isinstance`; the rest of `collections.abc` only annotations name."""

Mapping = dict
Sequence = (list, tuple)
