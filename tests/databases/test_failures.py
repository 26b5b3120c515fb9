"""What is wrong with an address or server is told in one sentence each, and options in an address hold."""

import socket
import threading
from pathlib import Path

import pytest

from dpstudio.core.errors import InputError
from dpstudio.core.tables import databases
from dpstudio.core.tables.databases.address import parsed
from tests.databases.servers import CERTIFICATE, HOW, LOCKED, POSTGRES, postgres, with_postgres

pytestmark = [
    with_postgres,
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::ResourceWarning"),
]
locked = pytest.mark.skipif(not LOCKED, reason=f"this server asks nobody for a password: {HOW}")
tls = pytest.mark.skipif(not CERTIFICATE, reason=f"this server's certificate is not known: {HOW}")


@pytest.fixture
def table():
    postgres().execute("CREATE TABLE IF NOT EXISTS any_table (x int)")


@pytest.fixture
def at(table):
    found = parsed(POSTGRES)
    return f"{found.user}@{found.host}:{found.port}/{found.database}"


def told(address):
    with pytest.raises(InputError) as caught:
        databases.table_names(address)
    return str(caught.value)


@pytest.fixture
def guarded(table, monkeypatch):
    """A role with a password; its address."""
    postgres().execute("DROP ROLE IF EXISTS locked; CREATE ROLE locked LOGIN PASSWORD 'open sesame'")
    postgres().execute("GRANT SELECT ON any_table TO locked")
    monkeypatch.delenv("PGPASSWORD", raising=False)
    monkeypatch.setenv("PGPASSFILE", "/nowhere")
    found = parsed(POSTGRES)
    yield f"postgresql://locked@{found.host}:{found.port}/{found.database}"
    postgres().execute("DROP OWNED BY locked; DROP ROLE locked")


@locked
def test_a_password_that_is_wrong_missing_or_right(guarded, monkeypatch):
    assert "asks for a password, and none was found" in told(guarded)
    monkeypatch.setenv("PGPASSWORD", "s3cr3t")
    assert "refused the password" in told(guarded)
    assert "s3cr3t" not in told(guarded)
    monkeypatch.setenv("PGPASSWORD", "open sesame")
    assert "public.any_table" in databases.table_names(guarded)


@locked
def test_a_database_that_the_user_may_not_enter(guarded, monkeypatch):
    monkeypatch.setenv("PGPASSWORD", "open sesame")
    postgres().execute("DROP DATABASE IF EXISTS closed")
    postgres().execute("CREATE DATABASE closed")
    postgres().execute("REVOKE CONNECT ON DATABASE closed FROM PUBLIC")
    assert "into this database" in told(guarded.rpartition("/")[0] + "/closed")
    postgres().execute("DROP DATABASE closed")


def test_another_database_user_host_or_port_are_told_apart(at):
    found = parsed(POSTGRES)
    assert "no database of that name" in told(f"postgresql://{found.user}@{found.host}:{found.port}/nothing")
    assert "does not let that user in" in told(f"postgresql://nobody@{found.host}:{found.port}/{found.database}")
    assert "“no.such.host.invalid” is not known" in told("postgresql://a@no.such.host.invalid/b")
    with socket.create_server(("127.0.0.1", 0)) as server:
        free = server.getsockname()[1]
    assert "Nothing answers" in told(f"postgresql://a@127.0.0.1:{free}/b")


def test_a_server_that_takes_the_call_and_says_nothing_is_told_as_such():
    with socket.create_server(("127.0.0.1", 0)) as server:
        said = told(f"postgresql://a@127.0.0.1:{server.getsockname()[1]}/b?connect_timeout=2")
    assert "did not answer" in said


def test_a_server_that_is_no_postgresql_is_told_as_such():
    server = socket.create_server(("127.0.0.1", 0))

    def answer():
        for _ in range(4):
            try:
                call = server.accept()[0]
                call.recv(8)
                call.sendall(b"HTTP/1.1 400 s3cr3t\r\n\r\n")
                call.close()
            except OSError:
                return

    threading.Thread(target=answer, daemon=True).start()
    said = told(f"postgresql://a@127.0.0.1:{server.getsockname()[1]}/b?connect_timeout=3")
    server.close()
    assert "does not answer as PostgreSQL does" in said
    assert "s3cr3t" not in said


@tls
def test_a_server_that_cannot_prove_who_it_is_is_not_read(at, tmp_path):
    """The option in the address decides, not the driver's own default."""
    assert "prove who it is" in told(f"postgresql://{at}?sslmode=verify-full")
    assert "prove who it is" in told(f"postgresql://{at}?sslmode=verify-full&sslrootcert=system")
    mine = tmp_path / "mine.crt"
    mine.write_bytes(Path(CERTIFICATE).read_bytes())
    by_name = at.replace("@127.0.0.1", "@localhost")
    assert databases.table_names(f"postgresql://{by_name}?sslmode=verify-full&sslrootcert={mine}")
    assert databases.table_names(f"postgresql://{at}?sslmode=verify-ca&sslrootcert={mine}")
    assert "prove who it is" in told(f"postgresql://{at}?sslmode=verify-full&sslrootcert={mine}")


@tls
def test_encryption_is_used_where_it_is_asked_for_and_not_where_it_is_forbidden(at):
    from dpstudio.core.tables.databases.postgres import Postgres

    for mode, used in (("require", True), ("disable", False)):
        server = Postgres(parsed(f"postgresql://{at}?sslmode={mode}"))
        assert server._connection.pgconn.ssl_in_use is used
        server.close()
