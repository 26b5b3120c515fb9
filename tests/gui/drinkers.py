"""What most people in a file drink: the question that several tests of the window ask."""

from tests.gui.messy import opened


def asked_about(studio, file, role="private"):
    """A project that asks what most people in a file drink."""
    card = opened(studio, file, role)
    studio.option(card.reading.header, "yes")
    studio.settle()
    studio.ask_for_a_drink()
