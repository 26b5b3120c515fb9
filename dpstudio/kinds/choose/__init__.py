"""Choosing the best of finitely many candidates."""
