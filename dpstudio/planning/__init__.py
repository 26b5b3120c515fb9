"""From what was typed to what it means: what resolving a plan needs whatever it asks."""
