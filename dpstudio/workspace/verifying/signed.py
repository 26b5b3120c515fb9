"""Signatures: whether a statement is unchanged since a key signed it, and whose key that is."""

import base64
import binascii
import hashlib
import json
from collections.abc import Mapping
from typing import Any

from dpstudio.core.receipt.document import RENDERINGS, STATEMENT, canonical
from dpstudio.core.receipt.headline import is_unsigned
from dpstudio.core.receipt.receipt import Receipt
from dpstudio.core.signing import Envelope, fingerprint
from dpstudio.workspace.verifying.checks import Check
from dpstudio.workspace.verifying.opening import Opened

SIGNATURE, SIGNER, FILES = "Signature", "Signer", "Files"
_GROUP = 16


def of_signature(found: Opened, known: Mapping[str, str], *, required: bool) -> tuple[Check, ...]:
    """Whether the statement is signed, and by whom.

    Args:
        known: whose keys are known, by fingerprint.
        required: whether a key that is not known is a fault.
    """
    receipt = found.receipt
    if not isinstance(receipt, Receipt):
        return (Check(SIGNATURE, False if required else None, "Unsigned, older format."),)
    if receipt.signer is None or found.envelope is None:
        return (_unsigned(receipt, found, required=required),)
    public = _public(receipt.signer.public_key)
    right = (
        found.envelope.payload_type == STATEMENT
        and found.envelope.payload == found.canonical
        and found.envelope.is_signed_by(public)
        and receipt.signer.fingerprint == fingerprint(public)
    )
    if not right:
        return (Check(SIGNATURE, False, "The statement is not what the key that it names has signed."),)
    intact = Check(SIGNATURE, True, "Intact: unchanged since this key signed it.")
    return intact, _signer(receipt.signer.fingerprint, known, required=required)


def _unsigned(receipt: Receipt, found: Opened, *, required: bool) -> Check:
    if receipt.signer is None and found.envelope is None and is_unsigned(receipt.flags):
        return Check(SIGNATURE, False if required else None, "Unsigned: a demonstration, which nobody signs.")
    return Check(SIGNATURE, False, "A signature is missing, or nobody is named for it.")


def _signer(key: str, known: Mapping[str, str], *, required: bool) -> Check:
    whose = known.get(key)
    if whose is not None:
        return Check(SIGNER, True, f"Signed with {whose} ({grouped(key)}).")
    if required:
        return Check(SIGNER, False, f"Signed with another key than those that were named: {grouped(key)}.")
    return Check(
        SIGNER, None, f"Intact, signer unknown: compare the key's fingerprint with the issuer's: {grouped(key)}."
    )


def grouped(key: str) -> str:
    """A fingerprint that can be read aloud."""
    return " ".join(key[at : at + _GROUP] for at in range(0, len(key), _GROUP))


def _public(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error:
        return b""


def of_files(found: Opened, files: Mapping[str, bytes]) -> tuple[Check, ...]:
    """Whether the list of the files that it was written as is signed, and those that are here are in it.

    Args:
        files: what was given besides, by name.
    """
    if found.renderings is None:
        return ()
    listed = _listed(found.renderings)
    if listed is None or listed["statement"] != hashlib.sha256(found.canonical).hexdigest():
        return (
            Check(
                FILES, False, "The list of the files that it was written as is not signed, or is of another receipt."
            ),
        )
    here = [name for name, content in files.items() if hashlib.sha256(content).hexdigest() in listed["files"].values()]
    same = f" {', '.join(here)}: the very file." if here else ""
    return (Check(FILES, True, f"The list of the files that it was written as is signed.{same}"),)


def _listed(envelope: Envelope) -> dict[str, Any] | None:
    """What a signed list of files says, or None where it is none."""
    try:
        data = json.loads(envelope.payload)
        right = (
            envelope.payload_type == RENDERINGS
            and data.keys() == {"statement", "files", "signer"}
            and envelope.is_signed_by(_public(data["signer"]["public_key"]))
            and canonical(data) == envelope.payload
            and all(isinstance(each, str) for each in data["files"].values())
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return data if right else None
