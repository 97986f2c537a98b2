"""Finished games of every variant, for audits."""

from typing import Any

from games.audit.bundle import Bundle, encode_bundle
from games.audit.bundle_reading import read_bundle
from games.ledger.rows import EVERYTHING
from games.models import Game
from games.play import openings, seating
from games.play.seating import SeatSpec
from games.players.models import Player
from games.proofs import bundle_making
from tests.games.tables import guest, open_game, play_on

VARIANTS: dict[str, dict[str, Any]] = {
    "avengers": {"rounds": 1},
    "xmen": {"rounds": 1},
    "ultimate": {},
}
"""The variants, with options that make their games short."""


def running(variant: str, *players: Player, moves: int = 12, seed: int = 5, **more: Any) -> Game:
    """Start a game of these players, and make some random moves."""
    first, *others = players
    seats = (SeatSpec("player"), *(SeatSpec("invited", player=other) for other in others))
    table = open_game(first, *seats, variant=variant, options=VARIANTS[variant], **more)
    for other in others:
        seating.join_game(game_id=table.pk, player=other)
    return play_on(openings.start_game(game_id=table.pk, player=first).game, seed, moves=moves)


def finished(variant: str, *, seats: int = 2, seed: int = 5, **more: Any) -> Game:
    """Return a game of people, played to its end with random moves."""
    players = [guest(f"Player {number}") for number in range(seats)]
    game = running(variant, *players, moves=10_000, seed=seed, **more)
    assert game.status == Game.Status.OVER
    return game


SHORT = {"avengers": 6, "xmen": 3, "ultimate": 1}
"""A seed with which the first deal of a test gives a short game."""


def short(variant: str, **more: Any) -> Game:
    """Return a short finished game, for tests whose time grows with the square of its length."""
    for seed in (SHORT[variant], *range(40)):
        players = [guest(f"Player {number}") for number in range(2)]
        game = running(variant, *players, moves=41, seed=seed, **more)
        if game.status == Game.Status.OVER and game.seq <= 40:
            return game
    raise AssertionError("each game was long")


def taken_away(game: Game, viewer: int = EVERYTHING) -> Bundle:
    """Return the bundle of a game, encoded and read again."""
    return read_bundle(encode_bundle(bundle_making.bundle_of(game=game, viewer=viewer)))
