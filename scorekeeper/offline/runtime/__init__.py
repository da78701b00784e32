"""Code that runs on phones only: entry points, and what pages show there."""
