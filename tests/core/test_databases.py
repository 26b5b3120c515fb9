"""What can be known of a database's address without any database, and how a wait is given up."""

import threading

import pytest

from dpstudio.core.errors import Cancelled, InputError
from dpstudio.core.tables import databases
from dpstudio.core.tables.databases.address import parsed
from dpstudio.core.tables.databases.names import found_name, written
from dpstudio.core.tables.databases.texts import decoded
from dpstudio.core.tables.databases.words import Form
from dpstudio.core.tables.waiting import wait_for


@pytest.mark.parametrize(
    "address",
    ["postgresql://anna@db.example.org:5432/clinic", "postgresql:///local", "spark://host:7077", "sc://host:15002",
     "spark-local://"],
)  # fmt: skip
def test_addresses_of_databases(address):
    databases.check_address(address)
    assert "@" not in databases.label(address)
    assert "anna" not in databases.label(address)


@pytest.mark.parametrize(
    "address",
    ["", "clinic", "http://example.org", "postgresql://host:port/x", "mysql://host/x", "file:///x", "a" * 10_000],
)  # fmt: skip
def test_what_is_no_address_is_refused(address):
    with pytest.raises(InputError, match="not the address"):
        databases.check_address(address)


CREDENTIALS = [
    "postgresql://anna:s3cr3t@host/clinic",
    "postgresql://anna:@host/clinic",
    "postgresql://:s3cr3t@host/clinic",
    "postgresql://host/clinic?password=s3cr3t",
    "postgresql://host/clinic?sslmode=require&PASSWORD=s3cr3t",
    "postgresql://host/clinic?pass%77ord=s3cr3t",
    "postgresql://host/clinic?sslpassword=s3cr3t",
    "postgresql://host/clinic?passfile=s3cr3t",
    "postgresql://host/clinic;token=s3cr3t",
    "sc://host:15002/;token=s3cr3t",
    "sc://host:15002/;use_ssl=true;Token=s3cr3t",
    "sc://host:15002/?token=s3cr3t",
    "sc://host:15002/;x-api-key=s3cr3t",
    "spark://anna:s3cr3t@host:7077",
    "spark-local://?aws.secret=s3cr3t",
]


@pytest.mark.parametrize("address", CREDENTIALS)
def test_no_credential_of_any_form_comes_into_the_project(address):
    with pytest.raises(InputError, match="password or token") as caught:
        databases.check_address(address)
    assert "s3cr3t" not in str(caught.value)
    assert "s3cr3t" not in databases.label(address)


@pytest.mark.parametrize("address", CREDENTIALS)
def test_a_password_that_an_older_project_holds_is_left_out_when_it_is_opened(address):
    kept = databases.without_credentials(address)
    assert "s3cr3t" not in kept
    assert kept == "spark-local://" or parsed(kept).host == "host"


@pytest.mark.parametrize(
    ("address", "kept"),
    [("postgresql://anna:s3cr3t@h:5/d?sslmode=require", "postgresql://anna@h:5/d?sslmode=require"),
     ("postgresql://h/d?password=s3cr3t&sslmode=require&user=a", "postgresql://h/d?sslmode=require&user=a"),
     ("sc://h:1/;token=s3cr3t;use_ssl=true", "sc://h:1/;use_ssl=true"), ("postgresql://a:s3/cr3t@h/d", ""),
     ("postgresql:///d?host=/tmp", "postgresql:///d?host=/tmp"), ("spark-local://", "spark-local://"), ("", ""),
     ("postgresql://a:s3;cr3t@h/d", "postgresql://a@h/d"), ("postgresql://[", "")],
)  # fmt: skip
def test_nothing_else_of_such_an_address_is_lost(address, kept):
    assert databases.without_credentials(address) == kept


@pytest.mark.parametrize(
    "address",
    ["postgresql://h/d?a=1", "postgresql://h/d?sslmod=verify-full", "postgresql://h/d?sslmode=verify_full",
     "postgresql://h/d?sslmode=disable&sslmode=verify-full", "postgresql://h/d?sslmode=", "postgresql://h/d?s3cr3t",
     "postgresql://h/d?options=-c%20x=1", "postgresql://h/d?service=x", "postgresql://h/d?connect_timeout=soon",
     "postgresql://h/d?host=", "spark://h:7077?x=1", "sc://h/;session_id=1"],
)  # fmt: skip
def test_an_option_that_would_not_be_honoured_is_refused(address):
    with pytest.raises(InputError, match=r"option|asks for|no value|sslmode|whole number") as caught:
        databases.check_address(address)
    assert "s3cr3t" not in str(caught.value)


def test_options_reach_the_driver_in_its_own_names():
    found = parsed("postgresql://anna@h/d?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem")
    assert found.option == {"sslmode": "verify-full", "sslrootcert": "/etc/ca.pem"}
    assert (found.user, found.host, found.port, found.database) == ("anna", "h", None, "d")
    assert parsed("postgresql://%2Ftmp%2FPG:5433/d/").host == "/tmp/PG"
    assert parsed("sc://h/;use_ssl=true;user_id=anna").option == {"use_ssl": "true", "user_id": "anna"}


def test_a_table_is_found_by_its_whole_name_and_an_older_project_s_bare_one():
    tables = [(("public", "people"), True), (("north", "people"), True), (("a.b", 'c"d'), True), (("x", "shut"), False)]

    def found(name, home=("public",)):
        return found_name("db", name, tables, lambda: home)

    for parts, may in tables:
        if may:
            assert found(written(parts)) == parts
    assert written(("a.b", 'c"d')) == '"a.b"."c""d"'
    assert found("people") == ("public", "people")
    assert found("people", ("north",)) == ("north", "people")
    for name, home in (("people", ("south",)), ("people", ()), ("nothing", ("public",)), ("public.peopl", ("public",))):
        with pytest.raises(InputError, match="no such table"):
            found(name, home)
    with pytest.raises(InputError, match="let your user"):
        found("x.shut")
    with pytest.raises(InputError, match="not said which table"):
        found("")


@pytest.mark.parametrize(
    ("form", "written_there", "text"),
    [(Form.TEXT, "Tea ", "Tea "), (Form.DOUBLE, "1.0E16", "10000000000000000"), (Form.DOUBLE, "1e-07", "0.0000001"),
     (Form.DOUBLE, "-0", "0"), (Form.DOUBLE, "0.30000000000000004", "0.30000000000000004"), (Form.DOUBLE, "NaN", "nan"),
     (Form.DOUBLE, "Infinity", "inf"), (Form.DOUBLE, "-Infinity", "-inf"), (Form.DOUBLE, "2.0E-3", "0.002"),
     (Form.DOUBLE, "2.0", "2"), (Form.SINGLE, "0.1", "0.1"), (Form.SINGLE, "1.6777216E7", "16777216")],
)  # fmt: skip
def test_a_number_with_a_binary_point_has_one_text_on_every_server(form, written_there, text):
    assert decoded([written_there.encode(), None], "utf-8", form).to_pylist() == [text, None]


def test_bytes_that_are_no_text_have_one_all_the_same():
    assert decoded([b"\xff", b"\xc3\xa9"], "utf-8", Form.TEXT).to_pylist() == ["\ufffd", "é"]
    assert decoded([b"\xe9"], "latin-1", Form.TEXT).to_pylist() == ["é"]


def test_a_wait_hands_on_results_and_failures():
    assert wait_for(lambda: 7, lambda _: None, lambda: None) == 7
    with pytest.raises(ZeroDivisionError):
        wait_for(lambda: 1 // 0, lambda _: None, lambda: None)


def test_a_wait_without_end_is_given_up():
    done = threading.Event()

    def tick(_):
        raise Cancelled("stopped")

    with pytest.raises(Cancelled):
        wait_for(lambda: done.wait(60), tick, done.set)
    assert done.is_set()
