"""Publishing a synthetic table."""
