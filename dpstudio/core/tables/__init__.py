"""Files become tables under declared types, bounds, and a privacy unit."""
