"""Checking receipts: what they claim is derived again, and held against what they say."""
