"""A file under a passphrase: what is in it can be read, and changed unnoticed, only by who knows that.

The key is the passphrase's scrypt (RFC 7914) of 2^17 rounds, which take 128 MiB; the cipher is ChaCha20-Poly1305
(RFC 8439), which covers the header too.
"""

import secrets
import unicodedata
import zlib

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from dpstudio.core.errors import InputError
from dpstudio.translation import phrase

MOST = 1 << 30
SHORTEST = 12
WORK, LEAST_WORK = 17, 14
_MAGIC = b"dpstudio ledger on its way\n"
_VERSION = 1
_MOST_WORK = 18
_BLOCK, _LANES = 8, 1
_SALT, _NONCE, _TAG = 16, 12, 16
_HEADER = len(_MAGIC) + 4 + _SALT + _NONCE
_AS_WRITTEN = phrase("Use the file as dpstudio wrote it, or write it again on the computer that it came from.")


def refuse_weak(passphrase: str) -> None:
    """Raise InputError for a passphrase that can be guessed by trying."""
    if len(passphrase) < SHORTEST:
        raise InputError(
            phrase("A passphrase of fewer than {shortest} characters can be guessed.", shortest=SHORTEST),
            phrase("Type a longer one: five words chosen at random, for example."),
            "passphrase",
        )


def refuse_large(size: int) -> None:
    """Raise InputError for more than `opened` would read."""
    if size > MOST:
        raise InputError(
            phrase("The ledger is too large to be moved in one file."),
            phrase("Move the whole data folder there, and delete it here."),
        )


def sealed(content: bytes, passphrase: str) -> bytes:
    """The content under a passphrase; twice the same gives two different files.

    Raises:
        InputError: the content is too large.
    """
    refuse_large(len(content))
    settings = bytes([_VERSION, WORK, _BLOCK, _LANES])
    header = _MAGIC + settings + secrets.token_bytes(_SALT + _NONCE)
    cipher = ChaCha20Poly1305(_key(header, passphrase, WORK))
    return header + cipher.encrypt(header[-_NONCE:], zlib.compress(content), header)


def opened(data: bytes, passphrase: str) -> bytes:
    """What was put under the passphrase.

    Raises:
        InputError: it is no such file, a newer program's, or changed, or the passphrase is another one.
    """
    header, body = data[:_HEADER], data[_HEADER:]
    if len(body) < _TAG or not header.startswith(_MAGIC):
        raise InputError(phrase("This is not the file of a moved ledger."), _AS_WRITTEN)
    version, work, block, lanes = header[len(_MAGIC) : len(_MAGIC) + 4]
    if version > _VERSION:
        raise InputError(phrase("The file was written by a newer dpstudio."), phrase("Update dpstudio."))
    if version < _VERSION or not LEAST_WORK <= work <= _MOST_WORK or (block, lanes) != (_BLOCK, _LANES):
        raise InputError(phrase("The file was changed: dpstudio does not write files with such settings."), _AS_WRITTEN)
    try:
        packed = ChaCha20Poly1305(_key(header, passphrase, work)).decrypt(header[-_NONCE:], body, header)
    except InvalidTag:
        raise InputError(
            phrase("The passphrase is wrong, or the file was changed."),
            phrase("Type it again. If the file still does not open, write it again on the computer that it came from."),
            "passphrase",
        ) from None
    return _unpacked(packed)


def _key(header: bytes, passphrase: str, work: int) -> bytes:
    """However a keyboard composes the letters."""
    salt = header[-_NONCE - _SALT : -_NONCE]
    typed = unicodedata.normalize("NFC", passphrase).encode("utf-8", "surrogatepass")
    return Scrypt(salt=salt, length=32, n=1 << work, r=_BLOCK, p=_LANES).derive(typed)


def _unpacked(packed: bytes) -> bytes:
    inflating = zlib.decompressobj()
    try:
        content = inflating.decompress(packed, MOST)
    except zlib.error:
        content = b""
    if not inflating.eof or inflating.unused_data:
        raise InputError(phrase("The contents of the file cannot be read."), _AS_WRITTEN)
    return content
