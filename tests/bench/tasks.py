"""The project's Celery app with one more task, which only reports that it ran."""

import redis

from config.celery import app
from tests.bench.servers import redis_url

KEY = "fairdeal-bench-touched"


@app.task(name="tests.bench.touch")  # type: ignore[untyped-decorator]
def touch() -> None:
    """Say that a worker ran this."""
    redis.Redis.from_url(redis_url()).rpush(KEY, 1)
