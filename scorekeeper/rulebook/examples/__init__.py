"""Examples and illustrations, computed by the engine."""
