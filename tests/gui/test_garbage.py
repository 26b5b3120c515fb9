"""What is left of a closed window ends on the window's thread, whatever the other threads are doing."""

import gc
import threading

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
