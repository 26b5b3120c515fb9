"""The receipt: a frozen, versioned statement, and its renderings."""
