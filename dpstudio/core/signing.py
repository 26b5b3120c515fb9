"""Ed25519 signatures in DSSE envelopes: what a key has signed is found whole, with what it is, or not at all."""

import base64
import binascii
import hashlib
import secrets
from dataclasses import dataclass
from typing import Any

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from dpstudio.core.errors import InputError
from dpstudio.translation import phrase

KEY_BYTES = 32
_GROUP = 8
_PRIME = 2**255 - 19
_SMALL_ORDER = frozenset(each.to_bytes(KEY_BYTES, "little") for each in (0, 1, _PRIME - 1, _PRIME, _PRIME + 1)) | {
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
    bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
}


@dataclass(frozen=True)
class Envelope:
    """A payload with one signature, as the Dead Simple Signing Envelope (DSSE 1.0) writes it.

    Args:
        key: fingerprint of the key that is said to have signed.
    """

    payload_type: str
    payload: bytes
    key: str
    signature: bytes

    @property
    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        signed = {"keyid": self.key, "sig": _base64(self.signature)}
        return {"payloadType": self.payload_type, "payload": _base64(self.payload), "signatures": [signed]}

    @classmethod
    def of(cls, data: Any) -> "Envelope":
        """The envelope that `plain` wrote.

        Raises:
            InputError: it has another shape.
        """
        try:
            (signed,) = data["signatures"]
            found = cls(data["payloadType"], _bytes(data["payload"]), signed["keyid"], _bytes(signed["sig"]))
            if found.plain == data and isinstance(found.payload_type, str) and isinstance(found.key, str):
                return found
        except (KeyError, TypeError, ValueError):
            pass
        raise InputError(
            phrase("The receipt's envelope cannot be read."), phrase("Use the receipt as dpstudio wrote it.")
        )

    def is_signed_by(self, public_key: bytes) -> bool:
        """Whether the holder of this key's private part signed the payload, as being of its type."""
        if is_anyones(public_key):
            return False
        try:
            key = Ed25519PublicKey.from_public_bytes(public_key)
            key.verify(self.signature, encoded(self.payload_type, self.payload))
        except (InvalidSignature, ValueError):
            return False
        return fingerprint(public_key) == self.key


class Signer:
    """A private key. It signs; what it is does not leave but for where it is kept.

    Args:
        secret: its 32 bytes.
    """

    def __init__(self, secret: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(secret)

    def __repr__(self) -> str:
        return f"Signer({self.fingerprint})"

    @classmethod
    def made(cls) -> "Signer":
        """A new one."""
        return cls(secrets.token_bytes(KEY_BYTES))

    @classmethod
    def of(cls, text: str) -> "Signer":
        """The one that `kept` wrote.

        Raises:
            ValueError: it is none.
        """
        try:
            key = load_pem_private_key(text.encode(), None)
        except (TypeError, UnsupportedAlgorithm, UnicodeError):
            raise ValueError("no private key that stands open") from None
        if not isinstance(key, Ed25519PrivateKey):
            raise ValueError("another kind of key")
        return cls(key.private_bytes_raw())

    @property
    def kept(self) -> str:
        """The private key as PKCS 8 in PEM, for where it is kept."""
        return self._key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()

    @property
    def public(self) -> bytes:
        """The public key's 32 bytes."""
        return self._key.public_key().public_bytes_raw()

    @property
    def fingerprint(self) -> str:
        """By which people tell the key."""
        return fingerprint(self.public)

    def sign(self, payload_type: str, payload: bytes) -> Envelope:
        """The payload in an envelope; the same every time."""
        return Envelope(payload_type, payload, self.fingerprint, self._key.sign(encoded(payload_type, payload)))


def is_anyones(public_key: bytes) -> bool:
    """Whether it is a point of small order, for which anyone can write signatures that fit every payload.

    Source: the torsion points of Curve25519 in all their encodings, as libsodium's ge25519_has_small_order lists them.
    """
    return len(public_key) == KEY_BYTES and public_key[:-1] + bytes([public_key[-1] & 0x7F]) in _SMALL_ORDER


def public_text(public_key: bytes) -> str:
    """A public key's 32 bytes in PEM, for whoever wants to check receipts."""
    key = Ed25519PublicKey.from_public_bytes(public_key)
    return key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


def fingerprint(public_key: bytes) -> str:
    """SHA-256 of a public key's 32 bytes."""
    return hashlib.sha256(public_key).hexdigest()


def encoded(payload_type: str, payload: bytes) -> bytes:
    """DSSE's pre-authentication encoding: no two pairs of type and payload have the same."""
    name = payload_type.encode()
    return b"DSSEv1 %d %b %d %b" % (len(name), name, len(payload), payload)


def _base64(content: bytes) -> str:
    return base64.b64encode(content).decode()


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error:
        raise ValueError("no base64") from None


def aloud(key: str) -> str:
    """A fingerprint as people compare it, everywhere in the same groups."""
    return " ".join(key[at : at + _GROUP] for at in range(0, len(key), _GROUP))
