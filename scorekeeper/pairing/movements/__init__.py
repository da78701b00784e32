"""Round robins and rotations: how players move, and how even a rotation is."""
