"""Settings: environment variables, their types and Flask's configuration."""
