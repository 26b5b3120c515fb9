"""A project: its plan, its file, and where projects come from."""
