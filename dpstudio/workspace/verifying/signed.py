"""Signatures: whether a statement is unchanged since a key signed it, and whose key that is."""

import base64
import binascii
from collections.abc import Iterable, Mapping

from dpstudio.core.receipt.document import payload_type
from dpstudio.core.receipt.headline import is_unsigned
from dpstudio.core.receipt.receipt import Receipt
from dpstudio.core.signing import aloud, fingerprint, is_anyones
from dpstudio.translation import phrase
from dpstudio.workspace.verifying.checks import Check
from dpstudio.workspace.verifying.opening import Opened

SIGNATURE, SIGNER = phrase("Signature"), phrase("Signer")


def of_signature(found: Opened, known: Mapping[str, str], *, required: bool) -> tuple[Check, ...]:
    """Whether the statement is signed, and by whom.

    Args:
        known: whose keys are known, by fingerprint.
        required: whether a key that is not known is a fault.
    """
    receipt = found.receipt
    if not isinstance(receipt, Receipt):
        return (Check(SIGNATURE, False if required else None, phrase("Unsigned, older format.")),)
    if receipt.signer is None or found.envelope is None:
        return (_unsigned(receipt, found, required=required),)
    public = key_of(receipt.signer.public_key)
    if is_anyones(public):
        return (Check(SIGNATURE, False, phrase("The key that it names is of small order: anyone can sign with it.")),)
    right = (
        found.envelope.payload_type == payload_type(receipt)
        and found.envelope.payload == found.canonical
        and found.envelope.is_signed_by(public)
        and receipt.signer.fingerprint == fingerprint(public)
    )
    if not right:
        return (Check(SIGNATURE, False, phrase("The statement is not what the key that it names has signed.")),)
    intact = Check(SIGNATURE, True, phrase("Intact: unchanged since this key signed it."))
    return intact, _signer(receipt.signer.fingerprint, known, required=required)


def is_forged(checks: Iterable[Check]) -> bool:
    """Whether anybody could have written it: its signature is wrong, or of no key that was named."""
    found = {check.name: check.holds for check in checks}
    return found.get(SIGNATURE, False) is False or found.get(SIGNER) is False


def _unsigned(receipt: Receipt, found: Opened, *, required: bool) -> Check:
    if receipt.signer is None and found.envelope is None and is_unsigned(receipt.flags):
        return Check(SIGNATURE, False if required else None, phrase("Unsigned: a demonstration, which nobody signs."))
    return Check(SIGNATURE, False, phrase("A signature is missing, or nobody is named for it."))


def _signer(key: str, known: Mapping[str, str], *, required: bool) -> Check:
    whose = known.get(key)
    if whose is not None:
        return Check(SIGNER, True, phrase("Signed with {whose} ({key}).", whose=whose, key=aloud(key)))
    if required:
        return Check(
            SIGNER, False, phrase("Signed with another key than those that were named: {key}.", key=aloud(key))
        )
    return Check(
        SIGNER,
        None,
        phrase("Intact, signer unknown: compare the key's fingerprint with the issuer's: {key}.", key=aloud(key)),
    )


def key_of(text: str) -> bytes:
    """The bytes of a public key in base64; none where it is no base64."""
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error:
        return b""
