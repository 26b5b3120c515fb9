"""A receipt as it is kept and handed out: the statement, signed, and the digests of its renderings, signed apart."""

import base64
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

import rfc8785

from dpstudio.core.receipt.receipt import AnyReceipt, Receipt, SigningKey, parsed, receipt_of
from dpstudio.core.signing import Envelope, Signer

RENDERINGS = "application/vnd.dpstudio.renderings+json"
_STATEMENT, _DATE = '"statement":', re.compile(r'"date":"([0-9]{4}-[0-9]{2}-[0-9]{2})"')


@dataclass(frozen=True)
class Document:
    """A receipt with its signatures.

    Args:
        envelope: over the statement's canonical bytes; None for demonstrations and earlier formats.
        renderings: over the digests of the files that it was written as; None before it was.
    """

    receipt: AnyReceipt
    envelope: Envelope | None = None
    renderings: Envelope | None = None

    @property
    def content(self) -> bytes:
        """Canonical JSON (RFC 8785); a receipt of an earlier format is its statement alone, as it was written."""
        if not isinstance(self.receipt, Receipt):
            return canonical(self.receipt.statement)
        return canonical(
            {
                "statement": self.receipt.statement,
                "envelope": None if self.envelope is None else self.envelope.plain,
                "renderings": None if self.renderings is None else self.renderings.plain,
            }
        )

    @property
    def text(self) -> str:
        """The content, as the ledger keeps it."""
        return self.content.decode()

    @property
    def signed_by(self) -> str | None:
        """Fingerprint of the key that signed it, or None."""
        return None if self.envelope is None else self.envelope.key


def signed(receipt: Receipt, signer: Signer | None) -> Document:
    """The receipt, signed by whom it names."""
    kind, statement = payload_type(receipt), canonical(receipt.statement)
    return Document(receipt, None if signer is None else signer.sign(kind, statement))


def payload_type(receipt: Receipt) -> str:
    """What the envelope says that it holds: a statement of the receipt's format."""
    return f"application/vnd.dpstudio.receipt+json;version={receipt.format}"


def with_renderings(document: Document, files: Mapping[str, bytes], signer: Signer) -> Document:
    """The document with the digests of the files that it was written as, signed; the signer may be a newer one."""
    listed = {
        "statement": digest(document.receipt),
        "files": {name: hashlib.sha256(content).hexdigest() for name, content in files.items()},
        "signer": {"algorithm": "Ed25519", **_public(signer)},
    }
    return Document(document.receipt, document.envelope, signer.sign(RENDERINGS, canonical(listed)))


def read_document(text: str | bytes) -> Document:
    """A receipt with its envelopes from its JSON; whether they are right is not looked at.

    Raises:
        InputError: as `read`, or an envelope has another shape.
    """
    data = parsed(text)
    envelope, renderings = (None if data[name] is None else Envelope.of(data[name]) for name in _ENVELOPES)
    return Document(receipt_of(data["statement"]), envelope, renderings)


_ENVELOPES = ("envelope", "renderings")


def signing_key(signer: Signer | None) -> SigningKey | None:
    """What a receipt says of who signs it."""
    return None if signer is None else SigningKey("Ed25519", **_public(signer))


def _public(signer: Signer) -> dict[str, str]:
    return {"public_key": base64.b64encode(signer.public).decode(), "fingerprint": signer.fingerprint}


def digest(receipt: AnyReceipt) -> str:
    """SHA-256 of a statement, by which the receipt after it knows it."""
    return hashlib.sha256(canonical(receipt.statement)).hexdigest()


def digest_of_kept(text: str) -> str:
    """The same, of the text that a ledger keeps."""
    return hashlib.sha256(canonical(parsed(text)["statement"])).hexdigest()


def date_of_kept(text: str) -> date | None:
    """The date of a receipt as a ledger keeps it, found without reading all of it; None where there is none."""
    found = _DATE.search(text, max(text.find(_STATEMENT), 0))
    try:
        return date.fromisoformat(found[1]) if found else None
    except ValueError:
        return None


def is_digest(text: str) -> bool:
    """Whether it is a SHA-256 in hexadecimal digits."""
    return re.fullmatch("[0-9a-f]{64}", text) is not None


def canonical(value: Any) -> bytes:
    """Canonical JSON (RFC 8785)."""
    return bytes(rfc8785.dumps(value))
