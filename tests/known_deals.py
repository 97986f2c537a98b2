"""Settings of a server on which each test finds the same deals, whatever ran before it.

A test that needs a certain moment of a game plays until it comes. With deals by lot it would meet
another game each time, and a fault of such a test would show once in a hundred runs. DEALS names
other deals: ``DEALS=2 make test`` plays other games, the same each time.
"""

from django.apps import AppConfig

from config.settings import *  # noqa: F403
from config.settings import DATA_DIR
from config.settings import INSTALLED_APPS as SHIPPED
from tests.deals import seed_of

INSTALLED_APPS = [*SHIPPED, "tests.known_deals.KnownDeals"]


def next_seed() -> bytes:
    """Return the seed of the next game, by what the folder of the data says was dealt before."""
    deals = DATA_DIR / "deals"
    test, _, before = deals.read_text().partition("\n")
    with deals.open("a") as written:
        written.write(".")
    return seed_of(test, len(before))


class KnownDeals(AppConfig):
    """Takes the place of random seeds."""

    name = "tests"
    label = "known_deals"

    def ready(self) -> None:
        """Put the known seeds where games are made."""
        from games.play import seating

        seating.fresh_seed = next_seed
