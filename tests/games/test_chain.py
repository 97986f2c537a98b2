"""Each player can verify the own view of a game against the same chain."""

import copy
from typing import Any

import msgspec
import pytest

from games.engine import NOBODY
from games.ledger import sealing
from games.ledger.rows import EVERYTHING
from games.models import Game
from games.play import selectors
from games.players.models import Player
from games.proofs import runs as auditing
from tests.games.tables import begun, guest, play_on

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

Event = dict[str, Any]


def whole(game: Game, viewer: int) -> list[Event]:
    """The events of a game as the API sends them."""
    events = selectors.events(game=game, viewer=viewer, limit=None)
    return [msgspec.json.decode(msgspec.json.encode(event)) for event in events]


def chain_form(game: Game, event: Event) -> Event:
    """An event as it stands in the chain, made by what the documentation of ``redact_row`` says."""
    row = copy.deepcopy(event)
    sealed = row.pop("sealed")
    del row["digest"], row["salts"]
    row["game"] = str(game.pk)
    for fact in row["facts"]:
        fact.pop("count", None)
    for pointer, commitment in sealed.items():
        *steps, last = pointer[1:].split("/")
        part: Any = row
        for step in steps:
            part = part[int(step)] if isinstance(part, list) else part[step]
        part[last] = {"commitment": commitment}
    return row


def part_at(event: Event, pointer: str) -> Any:
    part: Any = event
    for step in pointer[1:].split("/"):
        part = part[int(step)] if isinstance(part, list | tuple) else part[step]
    return part


def check(game: Game, events: list[Event]) -> int:
    """Recompute every digest and every commitment with a salt; how many of those there were."""
    previous, opened = sealing.GENESIS, 0
    for event in events:
        previous = sealing.digest(previous, chain_form(game, event))
        assert previous == event["digest"]
        for pointer, salt in event["salts"].items():
            part = sealing.commit(bytes.fromhex(salt), part_at(event, pointer))
            assert event["sealed"][pointer] == part
            opened += 1
    assert previous == game.head
    return opened


@pytest.mark.parametrize("variant", ["avengers", "xmen"])
def test_in_mid_game_each_seat_and_the_public_check_what_they_see(
    alice: Player, bob: Player, variant: str
) -> None:
    game = play_on(begun(alice, bob, variant=variant), seed=12, moves=20)
    assert game.status == Game.Status.RUNNING
    opened = [check(game, whole(game, viewer)) for viewer in (NOBODY, 0, 1)]
    assert opened[0] == 0
    assert opened[1] > 0
    assert opened[2] > 0
    arbiter = whole(game, EVERYTHING)
    assert check(game, arbiter) == sum(len(event["sealed"]) for event in arbiter)


@pytest.mark.parametrize("variant", ["avengers", "xmen"])
def test_once_it_is_over_everybody_checks_everything(
    alice: Player, bob: Player, variant: str
) -> None:
    game = play_on(begun(alice, bob, guest("Carol"), variant=variant), seed=12)
    assert game.status == Game.Status.OVER
    assert whole(game, NOBODY) == whole(game, 2) == whole(game, EVERYTHING)
    events = whole(game, NOBODY)
    assert check(game, events) == sum(len(event["sealed"]) for event in events)
    assert auditing.verdict_on(game).passed


def test_the_first_row_names_the_edition(running: Game) -> None:
    first = whole(running, NOBODY)[0]
    assert first["facts"][0]["setup"]["edition"] == running.edition_id
    assert first["move"]["move"] == "start"
    assert first["seat"] is None
