"""The key that signs receipts: told, written out for those who check, replaced."""

import argparse
from pathlib import Path
from typing import Any

from dpstudio.arguments import path
from dpstudio.core.signing import aloud
from dpstudio.telling import say
from dpstudio.verbs.verb import Verb
from dpstudio.workspace.bookkeeping.kept_book import kept_book
from dpstudio.workspace.computer import signing_key
from dpstudio.workspace.computer.signing_key import KeptKey
from dpstudio.workspace.guarding.gate import open_gate


def _names_key(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--out", type=path, help="the file to write the public key into")
    verb.add_argument("--new", action="store_true", help="let a new key sign from now on")


def _key(options: argparse.Namespace, work: Path) -> int:
    if options.new:
        with options.watch.held():
            open_gate(options.ledger).ledger.refuse_moved()  # nothing is signed here any more
            signing_key.rotate()
    kept = signing_key.public_key()
    if options.out is not None:
        signing_key.export(options.out)
    book = kept_book(options.ledger)
    say(options.json, _facts(kept), _told(kept, None if book is None else book.signer))
    return 0


def _facts(kept: KeptKey | None) -> dict[str, Any]:
    if kept is None:
        return {"fingerprint": None, "public_key": None, "kept": None}
    return {"fingerprint": kept.fingerprint, "public_key": kept.text, "kept": "file" if kept.private else "keyring"}


def _told(kept: KeptKey | None, last: str | None) -> list[str]:
    if kept is None:
        return [signing_key.NONE_YET]
    told = f"Receipts are signed by the key {aloud(kept.fingerprint)}. {kept.place}"
    return [*filter(None, (told, signing_key.changed(kept, last)))]


VERBS = (Verb("key", "the key that signs receipts: its public key, or a new one", _key, _names_key),)
