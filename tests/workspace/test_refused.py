"""Where nothing can be written the reason is said, and the remedy is one against that very reason."""

import errno

import pytest

from dpstudio.workspace.computer.refused import fault

FULL = {errno.ENOSPC, errno.EDQUOT}


@pytest.mark.parametrize("number", [0, *sorted(errno.errorcode)])
def test_making_room_is_advised_where_room_is_lacking_and_nowhere_else(number):
    reason, remedy = fault(OSError(number, "the system's words"))
    assert ("room" in remedy) == ("disk is full" in reason) == (number in FULL)
    assert reason and remedy.endswith(".")
    assert "Errno" not in reason


def test_a_name_that_no_file_can_have_is_told_as_one():
    assert fault(ValueError("embedded null byte")) == ("its name is not possible", "Choose another folder.")
