"""What can be known of a database's address without any database, and how a wait is given up."""

import threading

import pytest

from dpstudio.core.errors import Cancelled, InputError
from dpstudio.core.tables import databases
from dpstudio.core.tables.patience import wait_for


@pytest.mark.parametrize(
    "address",
    ["postgresql://anna@db.example.org:5432/clinic", "postgresql:///local", "spark://host:7077", "sc://host:15002",
     "spark-local://"],
)  # fmt: skip
def test_addresses_of_databases(address):
    databases.check_address(address)
    assert "anna" not in databases.label(address)


@pytest.mark.parametrize(
    "address",
    ["", "clinic", "http://example.org", "postgresql://host:port/x", "mysql://host/x", "file:///x", "a" * 10_000],
)  # fmt: skip
def test_what_is_no_address_is_refused(address):
    with pytest.raises(InputError, match="not the address"):
        databases.check_address(address)


def test_a_password_never_comes_into_the_project():
    with pytest.raises(InputError, match="password") as caught:
        databases.check_address("postgresql://anna:secret@host/clinic")
    assert "secret" not in str(caught.value)


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
