"""Stand-ins for modules of the standard library, with the parts that packed files use."""
