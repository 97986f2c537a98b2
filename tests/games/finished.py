"""Finished games to audit, of every variant there is."""

from __future__ import annotations

from typing import Any

from games import services
from games.audit import Bundle, decode_bundle, encode_bundle
from games.audits import bundles
from games.ledger.rows import EVERYTHING
from games.models import Game
from games.players.models import Player
from games.services import SeatSpec
from tests.games.tables import guest, laid, play_on

VARIANTS: dict[str, dict[str, Any]] = {
    "avengers": {"rounds": 1},
    "xmen": {"rounds": 1},
    "ultimate": {},
}
"""Whose games are tried against tampering, with options that make them short."""


def running(variant: str, *players: Player, moves: int = 12, seed: int = 5, **more: Any) -> Game:
    """A game of these players, the first of whom made it, after some moves at random."""
    first, *others = players
    seats = (SeatSpec("player"), *(SeatSpec("invited", player=other) for other in others))
    table = laid(first, *seats, variant=variant, options=VARIANTS[variant], **more)
    for other in others:
        services.join_game(game_id=table.pk, player=other)
    return play_on(services.start_game(game_id=table.pk, player=first).game, seed, moves=moves)


def finished(variant: str, *, seats: int = 2, seed: int = 5, **more: Any) -> Game:
    """A game between people, played to its end at random."""
    players = [guest(f"Player {number}") for number in range(seats)]
    game = running(variant, *players, moves=10_000, seed=seed, **more)
    assert game.status == Game.Status.OVER
    return game


def short(variant: str, **more: Any) -> Game:
    """A finished game of not too many events: some tests look at each of them for each of them."""
    tries = (finished(variant, seed=seed, **more) for seed in range(40))
    return next(game for game in tries if game.seq <= 40)


def taken_away(game: Game, viewer: int = EVERYTHING) -> Bundle:
    """The bundle of a game as it comes out of its file."""
    return decode_bundle(encode_bundle(bundles.bundle_of(game=game, viewer=viewer)))
