"""What each list reads, and how long its statements take, as the number of stored games grows.

Run by the suite ``growth`` on a database of its own: ``python -m tests.bench.lists GAMES ...``
fills it to each number of games in turn. For each request and task it prints the rows and index
entries that its statements read, by their plans, and their time; at the end, the time at the last
number over that at the first.
"""

import os
import statistics
import sys

TIMES = 5
"""How often each request is made; its time is the median."""


def main(sizes: list[int]) -> None:
    """Fill the database to each size, and print the figures of each."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.db import connection

    from games.proofs.tasks import make_checkpoint
    from tests.bench.figures import report
    from tests.bench.list_requests import callers, requests
    from tests.bench.stored_games import fill, play_first

    settings.ALLOWED_HOSTS = ["*"]
    play_first()
    make_checkpoint()
    who, taken = callers(), {}
    for games in sizes:
        fill(games)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
        for name, request in requests(who).items():
            rows, seconds = measure(request)
            report(f"lists.{name}.rows", rows, f"rows at {games} games")
            report(f"lists.{name}.ms", seconds * 1000, f"ms at {games} games")
            taken.setdefault(name, []).append(seconds)
    for name, times in taken.items():
        if times[0] > 0:
            report(f"lists.{name}.growth", times[-1] / times[0], "ratio")


def measure(request: object) -> tuple[int, float]:
    """Return the rows that a request reads, and the median of the time of its statements."""
    from django.db import transaction

    from tests.bench.rows_read import reading_of, recorded

    times = []
    for _ in range(TIMES):
        with transaction.atomic():
            with recorded() as statements:
                request()  # type: ignore[operator]
            times.append(sum(one.seconds for one in statements))
            transaction.set_rollback(True)
    with transaction.atomic():
        rows = reading_of(statements).rows
        transaction.set_rollback(True)
    return rows, statistics.median(times)


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]])
