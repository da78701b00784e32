"""A stand-in for `collections.abc`: the types used with `isinstance`."""

Mapping = dict
Sequence = (list, tuple)
