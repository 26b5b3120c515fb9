"""The keys that a receipt may be signed with, for whoever checks it."""

from collections.abc import Sequence
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from dpstudio.core.errors import InputError, StudioError
from dpstudio.core.ledger.contents import signers_in
from dpstudio.core.signing import fingerprint
from dpstudio.translation import phrase
from dpstudio.workspace.computer import storage
from dpstudio.workspace.computer.signing_key import public_key
from dpstudio.workspace.verifying.verify import Keys

_MOST_BYTES = 10_000
_REMEDY = phrase("Choose the public key that the issuer handed out, a PEM file.")


def keys_for(files: Sequence[Path]) -> Keys:
    """This computer's own keys and those in the files; where there are files, another key is a fault.

    Raises:
        InputError: a file holds no Ed25519 public key.
    """
    known = {fingerprint(_public(path)): phrase("the key in {name}", name=path.name) for path in files}
    return Keys(_own() | known, required=bool(files))


def _own() -> dict[str, str]:
    """This computer's own key, a damaged one is nobody's, and those that its ledger was signed with before."""
    try:
        kept = public_key()
    except StudioError:
        kept = None
    own = {} if kept is None else {kept.fingerprint: phrase("this computer's own key")}
    earlier = signers_in(storage.ledger_file(), but="".join(own))
    return dict.fromkeys(earlier, phrase("an earlier key of this computer")) | own


def _public(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            key = load_pem_public_key(stream.read(_MOST_BYTES))
    except (OSError, ValueError, UnsupportedAlgorithm):
        raise InputError(phrase("{name} holds no public key.", name=f"{path.name!r}"), _REMEDY) from None
    if not isinstance(key, Ed25519PublicKey):
        raise InputError(phrase("{name} holds a key of another kind.", name=f"{path.name!r}"), _REMEDY)
    return key.public_bytes_raw()
