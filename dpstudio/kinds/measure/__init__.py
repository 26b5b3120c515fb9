"""Publishing figures with noise."""
