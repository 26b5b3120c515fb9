"""The key that signs: made once, kept by the keyring or in a file, never replaced unseen."""

import base64
import json
import subprocess
import sys
import threading
import time

import keyring
import pytest
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked, PasswordDeleteError

from dpstudio import cli
from dpstudio.core.errors import InputError
from dpstudio.core.signing import Signer
from dpstudio.workspace.computer import signing_key, storage


class Ring(KeyringBackend):
    """A keyring that keeps what it is given."""

    priority = 1

    def __init__(self):
        super().__init__()
        self.kept = {}

    def get_password(self, service, username):
        return self.kept.get((service, username))

    def set_password(self, service, username, password):
        self.kept[service, username] = password

    def delete_password(self, service, username):
        if (service, username) not in self.kept:
            raise PasswordDeleteError
        del self.kept[service, username]


class Locked(Ring):
    def get_password(self, service, username):
        raise KeyringLocked

    set_password = delete_password = get_password


class Forgetful(Ring):
    def set_password(self, service, username, password):
        pass


class Broken(Ring):
    def set_password(self, service, username, password):
        raise RuntimeError


class Mute(Ring):
    """A keyring that waits for a person who never comes."""

    def __init__(self):
        super().__init__()
        self.over = threading.Event()

    def get_password(self, service, username):
        self.over.wait()

    def set_password(self, service, username, password):
        self.over.wait()

    delete_password = get_password


@pytest.fixture
def use():
    before = keyring.get_keyring()
    yield keyring.set_keyring
    keyring.set_keyring(before)


def kept_file() -> bytes:
    return (storage.data_folder() / "signing.key").read_bytes()


def test_the_keyring_keeps_the_private_part_and_the_file_beside_the_ledger_has_none_of_it(use):
    ring = Ring()
    use(ring)
    made = signing_key.signer()
    ((_, name), secret) = next(iter(ring.kept.items()))
    assert (name, Signer.of(secret).public) == (made.fingerprint, made.public)
    assert json.loads(kept_file())["private_key"] is None
    assert signing_key.signer().public == made.public
    assert len(ring.kept) == 1


@pytest.mark.parametrize("ring", [Locked, Forgetful, Broken])
def test_where_no_keyring_takes_it_the_key_is_kept_in_a_file_of_the_owners_alone(use, ring):
    use(ring())
    made = signing_key.signer()
    assert (storage.data_folder() / "signing.key").stat().st_mode & 0o077 == 0
    assert signing_key.signer().public == made.public
    assert not list(storage.data_folder().glob("*.new"))


def test_a_keyring_that_does_not_answer_holds_nothing_up(use):
    ring = Mute()
    use(ring)
    begun = time.monotonic()
    made = signing_key.signer()
    assert not ring.over.is_set()
    assert time.monotonic() - begun >= signing_key.PATIENCE
    assert json.loads(kept_file())["private_key"] == made.kept
    ring.over.set()


def test_a_key_in_a_keyring_that_does_not_answer_is_not_replaced(use):
    use(Ring())
    made = signing_key.signer()
    use(Locked())
    with pytest.raises(InputError, match="does not answer"):
        signing_key.signer()
    assert signing_key.public_key().public == made.public
    assert signing_key.rotate().public != made.public
    assert signing_key.public_key().public == signing_key.signer().public != made.public


def test_a_key_that_the_keyring_has_lost_is_followed_by_a_new_one(use):
    ring = Ring()
    use(ring)
    made = signing_key.signer()
    ring.kept.clear()
    assert signing_key.signer().public == signing_key.signer().public != made.public


def test_a_new_key_takes_the_place_of_the_old_one_whose_private_part_is_gone(use):
    ring = Ring()
    use(ring)
    old = signing_key.signer()
    fresh = signing_key.rotate()
    assert [name for _, name in ring.kept] == [fresh.fingerprint]
    assert signing_key.signer().public == fresh.public != old.public


OTHER = Signer(bytes(32))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'{"public_key": "AAAA", "private_key": null}',
        b'{"public_key": 1, "private_key": null}',
        json.dumps({"public_key": base64.b64encode(bytes(32)).decode(), "private_key": "x"}).encode(),
        json.dumps({"public_key": base64.b64encode(bytes(32)).decode(), "private_key": OTHER.kept}).encode(),
        json.dumps({"public_key": base64.b64encode(OTHER.public).decode(), "private_key": 7}).encode(),
    ],
)
def test_a_damaged_file_is_an_error_and_stays_until_a_new_key_is_asked_for(content):
    file = storage.data_folder() / "signing.key"
    file.write_bytes(content)
    with pytest.raises(InputError, match="damaged"):
        signing_key.signer()
    assert file.read_bytes() == content
    fresh = signing_key.rotate()
    assert signing_key.signer().public == fresh.public
    assert (
        content in [each.read_bytes() for each in storage.data_folder().glob("signing.key.damaged*")]
        or content[:1] == b"{"
    )


def test_of_several_that_make_the_first_key_at_once_all_use_the_same(home):
    program = "from dpstudio.workspace.computer import signing_key; print(signing_key.signer().fingerprint)"
    running = [subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) for _ in range(3)]
    said = {each.communicate(timeout=60)[0] for each in running}
    assert said == {signing_key.signer().fingerprint + "\n"}


def run(capsys, *arguments):
    code = cli.main([str(each) for each in arguments])
    return (code, *capsys.readouterr())


def test_the_public_part_is_told_and_written_out_and_a_new_key_is_made_when_asked_for(tmp_path, capsys):
    assert "No key has been made yet" in run(capsys, "key")[1]
    assert run(capsys, "key", "--out", tmp_path / "key.pem")[0] == 2
    code, out, _ = run(capsys, "key", "--new", "--json")
    told = json.loads(out)
    assert code == 0
    assert told["kept"] == "file"
    code, out, err = run(capsys, "key", "--out", tmp_path / "key.pem")
    assert (code, err) == (0, "")
    assert told["fingerprint"] in out.replace(" ", "")
    written = (tmp_path / "key.pem").read_text()
    assert written == told["public_key"]
    assert load_pem_public_key(written.encode()).public_bytes_raw() == signing_key.signer().public
    assert "PRIVATE" not in written
    assert run(capsys, "key", "--out", tmp_path / "key.pem")[0] == 2
    again = json.loads(run(capsys, "key", "--new", "--json")[1])
    assert again["fingerprint"] != told["fingerprint"]
