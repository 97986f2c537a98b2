"""The check that PostgreSQL and Redis answer, which precedes the tests that need them."""

from tests.ports import free_port
from tests.reachable import failures


def test_each_missing_address_is_named_with_an_example() -> None:
    postgresql, redis = failures({})
    assert postgresql.startswith("DATABASE_URL is not set")
    assert "DATABASE_URL=postgres://" in postgresql
    assert redis.startswith("REDIS_URL is not set")


def test_a_service_that_does_not_answer_is_named_without_its_password() -> None:
    port = free_port()
    found = failures(
        {
            "DATABASE_URL": f"postgres://someone:hidden@127.0.0.1:{port}/games",
            "REDIS_URL": f"redis://:hidden@127.0.0.1:{port}/0",
        }
    )
    assert [sentence.split(" does not answer")[0] for sentence in found] == [
        "The PostgreSQL of DATABASE_URL",
        "The Redis of REDIS_URL",
    ]
    assert not any("hidden" in sentence for sentence in found)


def test_an_invalid_address_is_a_failure_too() -> None:
    assert len(failures({"DATABASE_URL": "somewhere", "REDIS_URL": "somewhere"})) == 2
