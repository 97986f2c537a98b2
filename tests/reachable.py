"""Check that the PostgreSQL and the Redis of the environment answer.

`python -m tests.reachable` prints a sentence for each failure.
"""

import os
import sys
from collections.abc import Callable, Mapping

import psycopg
import redis

SECONDS = 5


def connect_postgresql(url: str) -> None:
    """Connect, or raise psycopg's error."""
    psycopg.connect(url, connect_timeout=SECONDS).close()


def ping_redis(url: str) -> None:
    """Ping, or raise redis's error."""
    with redis.Redis.from_url(
        url, socket_connect_timeout=SECONDS, socket_timeout=SECONDS
    ) as client:
        client.ping()


SERVICES: Mapping[str, tuple[str, str, Callable[[str], None]]] = {
    "DATABASE_URL": ("PostgreSQL", "postgres://USER@HOST:5432/NAME", connect_postgresql),
    "REDIS_URL": ("Redis", "redis://HOST:6379/0", ping_redis),
}


def failure_of(name: str, url: str) -> str | None:
    """Return why a service does not answer, without its URL, or None."""
    service, example, connect = SERVICES[name]
    if not url:
        return f"{name} is not set: these tests need a {service}, as in {name}={example}"
    try:
        connect(url)
    except (psycopg.Error, redis.RedisError, ValueError) as error:
        return f"The {service} of {name} does not answer ({type(error).__name__})."
    return None


def failures(environment: Mapping[str, str]) -> list[str]:
    """Return the failures of the services in the environment."""
    found = (failure_of(name, environment.get(name, "")) for name in SERVICES)
    return [sentence for sentence in found if sentence]


def main() -> int:
    """Print each failure; return 1 if there is one."""
    found = failures(os.environ)
    for sentence in found:
        print(sentence, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
