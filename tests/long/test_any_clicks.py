"""Whatever is clicked, typed or chosen, in whatever order: nothing breaks and the window stays consistent."""

import random
import time

import pytest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QPlainTextEdit, QPushButton, QRadioButton, QSlider

STEPS = 1000
TABS = ("tables", "question", "score", "privacy", "release", "ledger")
TEXTS = ("", "0", "1", "-1", "0.5", "1/3", "abc", "yes", "10", "0.000001", "a\nb\nc", "0\n5\n10", "9" * 30, "１", "1e9")
KINDS = (QRadioButton, QPushButton, QComboBox, QLineEdit, QPlainTextEdit, QSlider)


def touch(thing, rng):
    """What a person might do to one widget."""
    if isinstance(thing, QRadioButton | QPushButton):
        if "Print" not in thing.text():
            thing.click()
    elif isinstance(thing, QComboBox):
        if thing.count():
            thing.setCurrentIndex(rng.randrange(thing.count()))
            thing.activated.emit(thing.currentIndex())
    elif isinstance(thing, QLineEdit):
        thing.setText(rng.choice(TEXTS))
        thing.textEdited.emit(thing.text())
    elif isinstance(thing, QPlainTextEdit):
        thing.setPlainText(rng.choice(TEXTS))
    else:
        thing.setValue(rng.randint(thing.minimum(), thing.maximum()))


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_no_order_of_clicks_breaks_anything(studio, seed):
    broken = []
    rng, window = random.Random(seed), studio.window
    window.mistakes._noted.connect(lambda text, _: broken.append(text))
    names = list(window.welcome.demonstration_buttons)
    window.projects.open_demonstration(rng.choice(names))
    for _ in range(STEPS):
        QApplication.processEvents()
        time.sleep(0.001)
        if rng.random() < 0.01:
            window.projects.open_demonstration(rng.choice(names))
            continue
        if rng.random() < 0.15:
            window.show_tab(rng.choice(TABS))
            continue
        page = window.workplace.page
        things = [t for kind in KINDS for t in page.findChildren(kind) if t.isVisible() and t.isEnabled()]
        if things:
            touch(rng.choice(things), rng)
        if rng.random() < 0.05:
            window.session.document.undo()
        assert broken == []
    studio.settle()
    assert broken == []
    found = window.session.resolved
    assert (found.question is None) == bool(found.missing)
