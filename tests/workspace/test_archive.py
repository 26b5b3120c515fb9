"""The file of a moved ledger: whoever finds it pays for each passphrase that is tried."""

from dpstudio.workspace.computer import archive

BLOCK = 128 * 8
"""Bytes of scrypt's block: 128 for each of r = 8."""


def test_each_passphrase_that_is_tried_takes_128_mebibytes():
    data = archive.sealed(b"x", "seven geese on a grey lake")
    _version, work, r, _lanes = data.partition(b"\n")[2][:4]
    assert r * 128 == BLOCK
    assert (1 << work) * BLOCK >= 128 << 20
