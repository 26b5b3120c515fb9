"""What the randomness will do, before anything private is touched."""
