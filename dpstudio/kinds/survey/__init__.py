"""Asking each person: randomized answers."""
