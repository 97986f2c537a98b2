"""Says whether the PostgreSQL and the Redis that the environment names answer.

`python -m config.services` exits with a sentence for each thing that is wrong.
"""

import os
import sys
from collections.abc import Callable, Mapping

import psycopg
import redis

SECONDS = 5


def ask_postgresql(url: str) -> None:
    """Connect, or raise psycopg's error."""
    psycopg.connect(url, connect_timeout=SECONDS).close()


def ask_redis(url: str) -> None:
    """Ping, or raise redis's error."""
    with redis.Redis.from_url(
        url, socket_connect_timeout=SECONDS, socket_timeout=SECONDS
    ) as client:
        client.ping()


ASKED: Mapping[str, tuple[str, str, Callable[[str], None]]] = {
    "DATABASE_URL": ("PostgreSQL", "postgres://USER@HOST:5432/NAME", ask_postgresql),
    "REDIS_URL": ("Redis", "redis://HOST:6379/0", ask_redis),
}


def trouble_with(name: str, url: str) -> str | None:
    """What is wrong with one service, as a sentence without the address; None if it answers."""
    service, example, ask = ASKED[name]
    if not url:
        return f"{name} is not set: these tests need a {service}, as in {name}={example}"
    try:
        ask(url)
    except (psycopg.Error, redis.RedisError, ValueError) as error:
        return f"The {service} of {name} does not answer ({type(error).__name__})."
    return None


def troubles(environment: Mapping[str, str]) -> list[str]:
    """What is wrong with the services that the environment names."""
    found = (trouble_with(name, environment.get(name, "")) for name in ASKED)
    return [sentence for sentence in found if sentence]


def main() -> int:
    """Print each trouble; 1 if there is one."""
    found = troubles(os.environ)
    for sentence in found:
        print(sentence, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
