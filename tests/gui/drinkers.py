"""What most people in a file drink: the question that several tests of the window ask."""


def asked_about(studio, file, role="private"):
    """A project that asks what most people in a file drink."""
    studio.window.show_tab("tables")
    studio.answers["open_files"] = [[str(file)]]
    studio.click(studio.window.tables.open_button)
    studio.settle()
    card = studio.window.tables.card(studio.plan.tables[0].handle)
    studio.option(card.role, role)
    studio.option(card.reading.header, "yes")
    studio.settle()
    studio.ask_for_a_drink()
