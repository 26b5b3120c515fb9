"""What of a table may be known, by whom and from when on."""
