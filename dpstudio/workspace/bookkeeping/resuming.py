"""Start from receipts: where ledger, marks or key are lost, the account goes on from what signed receipts say.

It is no way to reset: a ledger that works is left alone, what is left of a lost one is taken over, and the one before
cannot be put back afterwards. Every later receipt says that it was done.
"""

import glob
import secrets
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from dpstudio.core.errors import InputError, Lost, Refusal
from dpstudio.core.ledger.contents import Contents, taken_out
from dpstudio.core.ledger.entries import Resumed
from dpstudio.core.ledger.file import VERSION, File
from dpstudio.core.ledger.remains import Remains, remains
from dpstudio.core.ledger.resumption import Claim, begun, place
from dpstudio.core.ledger.state import State
from dpstudio.core.quantities import counted, listed
from dpstudio.core.receipt.document import digest
from dpstudio.core.receipt.receipt import Receipt
from dpstudio.core.signing import aloud
from dpstudio.translation import phrase
from dpstudio.workspace.bookkeeping.claims import by_table, claimed
from dpstudio.workspace.computer import signing_key, storage
from dpstudio.workspace.computer.digests import named
from dpstudio.workspace.computer.files import copied_aside, set_aside
from dpstudio.workspace.computer.marks import Marks
from dpstudio.workspace.guarding.gate import Gate, key_lost, open_gate, refuse_usual_gone
from dpstudio.workspace.verifying.opening import content_of, opened
from dpstudio.workspace.verifying.verify import Keys, verify

Tick = Callable[[float], None]
_COMPARE = phrase(
    "Compare with what was handed out to those who read your receipts. Where they are this ledger's earlier keys"
)
_AS_WRITTEN = phrase("Use receipts as dpstudio wrote them.")


class UnknownKeys(Refusal):
    """Receipts are signed with keys that are not known to be this ledger's: a person has to say that they are.

    Args:
        keys: their fingerprints.
    """

    def __init__(self, keys: Sequence[str]) -> None:
        some = counted(len(keys), "keys")
        super().__init__(
            phrase(
                "These receipts are signed with {some} unknown to this computer: {listed}.",
                some=some,
                listed=listed(list(map(aloud, keys))),
            ),
            phrase("{compare}, say so.", compare=_COMPARE),
            command=f"{_COMPARE}, say so: {' '.join(f'--signed-by {key}' for key in keys)}",
        )
        self.keys = tuple(keys)


def resume_here(
    files: Sequence[Path],
    ledger: Path | None = None,
    signed_by: Collection[str] = (),
    tick: Tick = lambda _: None,
) -> Gate:
    """Let a lost ledger go on from receipts; ended at any moment, the same once more finishes it.

    Args:
        files: receipts, JSON or PDF; of each table the newest is enough.
        ledger: its file, where it is not the usual one.
        signed_by: fingerprints of keys that a person says are the ledger's own.

    Raises:
        InputError: a file is no receipt.
        UnknownKeys: a receipt is signed with a key that nobody has vouched for.
        Refusal: the ledger works; a receipt is altered or not signed; they contradict one another.
    """
    refuse_working(ledger)
    receipts = verified(files, tick)
    unknown = unknown_keys(receipts, {*_own_keys(ledger), *signed_by})
    if unknown:
        raise UnknownKeys(unknown)
    gate = begin(receipts, ledger)
    tick(1)
    return gate


def unknown_keys(receipts: Sequence[Receipt], known: Iterable[str]) -> list[str]:
    """The keys that nobody vouches for; one that is known vouches for the key of the receipt that its own follows."""
    vouched, keys = set(known), {digest(each): _key(each) for each in receipts}
    while more := {keys.get(each.previous_receipt or "", "") for each in receipts if _key(each) in vouched} - vouched:
        vouched |= more
    return [key for key in dict.fromkeys(keys.values()) if key not in vouched]


def _key(receipt: Receipt) -> str:
    return receipt.signer.fingerprint if receipt.signer else ""


def _own_keys(ledger: Path | None) -> set[str]:
    """The key that signs on this computer, and those that the ledger names where its chain is whole."""
    kept, left = signing_key.public_key(), _left(ledger or storage.ledger_file())
    return {*(() if kept is None else (kept.fingerprint,)), *(left.chain().state.signers if left else ())}


def begin(receipts: Sequence[Receipt], ledger: Path | None = None) -> Gate:
    """Let a new book begin from receipts, and from what is left, in the place of one that is lost.

    Args:
        receipts: as `verified` gave them.

    Raises:
        Refusal: another start was faster, the ledger has moved to another computer, or the receipts contradict what is
            left of it.
        InputError: another start is under way.
    """
    with storage.beginning():
        refuse_working(ledger)
        gate, claims = _begun(receipts, ledger)
        storage.private_marks(ledger).add(named(gate.key, "handle", claim.handle) for claim in claims)
    return gate


def _begun(receipts: Sequence[Receipt], ledger: Path | None) -> tuple[Gate, Sequence[Claim]]:
    path = ledger or storage.ledger_file()
    left = _left(path)
    state = left.chain().state if left else State()
    found = [] if state.used else _remains(path)
    if state.moved or (path.exists() and any(each.moved for each in found[-1:])):
        raise Refusal(
            phrase("This ledger has moved to another computer."),
            phrase("Bring in its file there (Ledger, Bring in from another computer)."),
            command="Let it arrive there: dpstudio arrive FILE",
        )
    key = storage.kept_key()
    check = state.key or next((each.key for each in reversed(found) if each.key), None)
    anew = key is None or _is_other(key, check) or not (state.used or _is_of_before(path, left, key, check))
    used = key or secrets.token_bytes(storage.KEY_BYTES)
    last = _last(receipts)
    counter = max([each.accounting.ledger_counter for each in receipts] + [each.counter for each in found])
    before = Resumed(counter, digest(last), _key(last), len(receipts), anew)
    book, claims = secrets.token_hex(16), claimed(receipts, found)
    kept = list(dict.fromkeys(entry for each in found for entry in each.kept))
    contents = begun(left if left and state.used else kept, before, claims, book)
    if left is None:
        _set_aside(path)
    others = [state.book, *(each.book for each in found)]
    place(path, contents, left, lambda: _expect(path, others, book, [key_lost(used)] if anew else []))
    storage.put_key(used)
    return open_gate(ledger), claims


def _last(receipts: Sequence[Receipt]) -> Receipt:
    """The receipt that was stored last, as far as they tell: a charge that was completed later has a smaller number."""
    followed = {each.previous_receipt for each in receipts}
    most = {table: max(each.accounting.total for each in some) for table, some in by_table(receipts).items()}
    ends = [
        each
        for each in receipts
        if digest(each) not in followed and each.accounting.total == most[each.accounting.dataset]
    ]
    return [*receipts, *ends][-1]


def _is_other(key: bytes, check: str | None) -> bool:
    """Whether a ledger knows its tables by another key."""
    return check is not None and check != named(key, "key", "check")


def _is_of_before(path: Path, left: Contents | None, key: bytes, check: str | None) -> bool:
    """Whether a key is the one of a ledger that is gone, and not one that was made since: ledger or marks tell.

    An empty ledger in the place of another one is what a start from receipts leaves that ended in the middle.
    """
    try:
        marks = storage.private_marks(path)
        seen = marks.at(path)
    except Lost:
        return check is not None and (left is None or left.chain().state.key is None)
    if marks.any([key_lost(key)]):
        return False
    return (check or seen) is not None if left is None else seen not in (None, left.chain().state.book)


def refuse_working(ledger: Path | None = None) -> None:
    """Raise Refusal where nothing is lost; a ledger that nothing stands in may be one that was just begun.

    Raises:
        Lost: another ledger is named, and the usual one is gone: that comes first.
    """
    if ledger is not None:
        _refuse_usual_gone(ledger)
    try:
        if not storage.is_begun(ledger):
            return
        found = open_gate(ledger).ledger
        used, moved = found.used, found.moved
    except Lost:
        return
    if used and moved:
        raise Refusal(
            phrase("Nothing is lost: this ledger has moved to another computer, and continues there."),
            phrase("If the file that it moved in is lost, write it again: Ledger, Move to another computer."),
            command="If the file that it moved in is lost, write it again: dpstudio move",
        )
    if used:
        raise Refusal(phrase("Nothing is lost: there is a ledger here, and it works."), phrase("No receipt is needed."))


def _refuse_usual_gone(ledger: Path) -> None:
    """As the gate does, where the marks can be read."""
    try:
        storage.private_marks(ledger)
    except Lost:
        return
    refuse_usual_gone(ledger)


def verified(files: Sequence[Path], tick: Tick = lambda _: None) -> list[Receipt]:
    """The receipts in the order of their counters, each once, where all of them hold."""
    for path in files:
        _refuse_other_file(path)
    for each in verify(files, Keys({}), lambda share: tick(share * 0.9)):
        wrong = next((check for check in each.checks if check.holds is False), None)
        if wrong is not None:
            raise Refusal(
                phrase("{name}: {why}", name=each.name or phrase("These receipts"), why=wrong.why), _AS_WRITTEN
            )
    receipts = {digest(each): each for each in map(_signed, files)}
    found = sorted(receipts.values(), key=lambda each: each.accounting.ledger_counter)
    _refuse_contradiction(found)
    return found


def _refuse_other_file(path: Path) -> None:
    try:
        opened(path.name, content_of(path))
    except InputError as error:
        known = f"{path.parent.name}/{path.name}"  # in folders of their own all receipts have the same name
        raise InputError(phrase("{known}: {message}", known=known, message=error.message), error.remedy) from None


def _signed(path: Path) -> Receipt:
    """The receipt in a file; whether its signature is right was looked at before."""
    found = opened(path.name, content_of(path))
    if not isinstance(found.receipt, Receipt) or found.envelope is None or found.receipt.signer is None:
        raise Refusal(
            phrase("{name} is not signed: anyone could have written it.", name=path.name),
            phrase("Use signed receipts alone."),
        )
    return found.receipt


def _refuse_contradiction(receipts: Sequence[Receipt]) -> None:
    """Raise Refusal where two receipts have one number; whatever else cannot be of one ledger, verifying has found."""
    for one, two in pairwise(each.accounting.ledger_counter for each in receipts):
        if one == two:
            raise Refusal(
                phrase("Two different receipts have the number {one}.", one=one),
                phrase("Use the receipts of one ledger."),
            )


def _left(path: Path) -> Contents | None:
    """What can still be read of the ledger."""
    if not path.exists():
        return None
    try:
        if File(path, 30.0).version() < VERSION:
            raise InputError(
                phrase("This ledger is from an earlier version, and is not lost."),
                phrase("Start dpstudio again: it is brought up to date."),
                command="Open it: dpstudio ledger",
            )
        with File(path, 30.0).connected() as connection:
            contents = taken_out(connection)
        contents.chain()
    except Lost:
        return None
    return contents


def _remains(path: Path) -> list[Remains]:
    """What can be read of a damaged ledger, and of those that were set aside before, the oldest first."""
    aside = sorted(each for each in path.parent.glob(f"{glob.escape(path.name)}.damaged*") if each.name[-4] != "-")
    return [remains(each) for each in (*aside, path) if each.is_file()]


def _expect(path: Path, before: Sequence[str], book: str, known: Sequence[str]) -> None:
    """From here on the new book is expected in its place; marks that are lost or damaged begin anew, in one step.

    Args:
        known: what is marked before.
    """
    file = storage.marks_file()
    try:
        marks = storage.private_marks(path)
        seen = marks.at(path)
    except Lost:
        fresh = file.with_name(f".{secrets.token_hex(8)}.new")
        Marks(fresh).add(known)
        for each in {*before}:
            Marks(fresh).replace(each, book, path)
        if file.exists():
            set_aside(file)
        fresh.rename(file)
        return
    marks.add(known)
    for each in {*before, seen or ""}:
        marks.replace(each, book, path)


def _set_aside(path: Path) -> None:
    """What cannot be read stays there under another name, its log first: that is never read into another file.

    Raises:
        Refusal: it can be read.
    """
    if _left(path) is not None:
        raise Refusal(phrase("Meanwhile there is a ledger there that can be read."), phrase("Check it first."))
    log = path.with_name(f"{path.name}-wal")
    if path.is_file():
        copied_aside(path, log)
    for each in (log, path.with_name(f"{path.name}-shm"), path):
        if path.is_file() or each != path:
            each.unlink(missing_ok=True)
        elif each.exists() and not set_aside(each):
            raise InputError(
                phrase("{name} cannot be renamed.", name=each.name),
                phrase("Allow writing to its folder, then try again."),
            )
