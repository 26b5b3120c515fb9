"""What is left of a closed window ends on the window's thread, whatever the other threads are doing."""

import gc
import threading

from tests.gui.studio import kept_unseen

_ended: set[str] = set()


class Left:
    """Something that only the collector finds, as the parts of a closed window are."""

    def __init__(self) -> None:
        self.itself = self

    def __del__(self) -> None:
        _ended.add(threading.current_thread().name)


def test_what_other_threads_leave_behind_ends_on_the_windows_thread(studio):
    _ended.clear()

    def work() -> None:
        for _ in range(20 * gc.get_threshold()[0]):  # sets a collector going that does not wait
            Left()

    worker = threading.Thread(target=work, name="worker")
    worker.start()
    worker.join()
    assert not _ended
    studio.qtbot.waitUntil(lambda: bool(_ended), timeout=20_000)
    assert _ended == {threading.main_thread().name}


def test_an_item_that_qt_deletes_unseen_is_not_known_to_python(studio):
    """Else Python takes a later object at its address for it, and the end of that one for the end of both."""
    before = kept_unseen()
    studio.demonstration("apples")
    for tab in studio.window.workplace.names:
        studio.tab(tab)
        studio.stops()
    assert kept_unseen() - before == {}
