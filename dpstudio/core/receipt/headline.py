"""What a result is called wherever it is shown, printed or copied; a sample's is never called private."""

DEMONSTRATION = "demonstration, not private"


def is_demonstration(flags: tuple[str, ...]) -> bool:
    """Whether a receipt with these flags is of a table that was declared a sample."""
    return any(flag.startswith(DEMONSTRATION) for flag in flags)


def headline(flags: tuple[str, ...], winners: tuple[str, ...] | None) -> str:
    """The line above a result.

    Args:
        winners: who was chosen, or None where figures or rows are published.
    """
    if is_demonstration(flags):
        return DEMONSTRATION[0].upper() + DEMONSTRATION[1:]
    order = ", in this order" if winners is not None and len(winners) > 1 else ""
    return f"{'Published' if winners is None else 'Chosen'} with differential privacy{order}"


def note(flags: tuple[str, ...]) -> str:
    """What stands behind a result on a line of its own: " (demonstration, not private)", or nothing."""
    return f" ({DEMONSTRATION})" if is_demonstration(flags) else ""
