"""One tab a file, in the order of the work."""
