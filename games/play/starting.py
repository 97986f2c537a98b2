"""What a game starts with: its terms, row 1's move, and the mixed seed."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final, cast
from uuid import UUID

import msgspec

from games.engine import Setup, mix_seed
from games.engine.rulebook import load_rulebook
from games.ledger import sealing
from games.ledger.rows import (
    BotSeat,
    BoundChance,
    ChanceTerms,
    ClosedTable,
    CommittedChance,
    NamedOrganiser,
    PlayerSeat,
    Revealed,
    RulebookName,
    SeedMode,
    Start,
    Terms,
    TournamentTable,
    stamp,
)
from games.ledger.terms import terms_digest
from games.models import Game, Seat, TableTerms

tables_of_events: Final[list[Callable[[Game], TournamentTable | None]]] = []
"""Functions that return the table of a tournament that a game is of, None if it is of none."""

_organisers: Final = msgspec.json.Decoder(tuple[NamedOrganiser, ...])


def named_organisers(game: Game) -> tuple[NamedOrganiser, ...]:
    """Return the organisers whom the creator of a game named, in this order."""
    return _organisers.decode(game.organisers) if game.organisers else ()


def organiser_ids(game: Game) -> list[UUID]:
    """Return the ids of the organisers whom the creator of a game named."""
    return [UUID(one.player) for one in named_organisers(game)]


def missing_shares(seats: Sequence[Seat]) -> list[int]:
    """Return the seats that are bound to a share and have not opened it."""
    return [seat.number for seat in seats if seat.share_commitment and not seat.share]


def mixed_seed(game: Game, seats: Sequence[Seat]) -> bytes:
    """Return the seed of a game: its server's, mixed with the shares."""
    return mix_seed(bytes(game.server_seed), [seat.share or None for seat in seats])


def set_names(seats: Sequence[Seat]) -> None:
    """Set the name of each player's seat for this game, and a random salt for it.

    The address that took a seat is not needed any more.
    """
    for seat in seats:
        seat.origin = ""
        if seat.player is not None:
            seat.name = seat.player.name
            seat.name_salt = secrets.token_bytes(sealing.SALT_SIZE).hex()


def fix_terms(
    game: Game, setup: Setup, seats: Sequence[Seat], stand_in: BotSeat | None, at: datetime
) -> TableTerms:
    """Store the terms of a game whose table closes; its names are set."""
    book = load_rulebook()
    terms = Terms(
        game=str(game.pk),
        closed_at=stamp(at),
        setup=setup,
        seats=tuple(map(_seat, seats)),
        chance=CommittedChance(
            algorithm=game.algorithm,
            mode=cast(SeedMode, str(game.chance)),
            commitment=game.commitment,
            commitments=tuple(seat.share_commitment or None for seat in seats),
        ),
        rules=RulebookName(version=str(book.version), digest=book.digest),
        reveal=cast(Revealed, str(game.reveal)),
        directors=game.directors,
        organisers=named_organisers(game),
        event=next(filter(None, (table_of(game) for table_of in tables_of_events)), None),
        stand_in=stand_in,
    )
    fixed: dict[str, Any] = msgspec.to_builtins(terms)
    text, digest = sealing.canonical(fixed).decode(), terms_digest(fixed)
    return TableTerms.objects.create(game=game, text=text, digest=digest, created_at=at)


def read_terms(stored: TableTerms) -> Terms:
    """Return the terms as they were stored."""
    return _terms.decode(stored.text)


_terms: Final = msgspec.json.Decoder(Terms)


def start_of(stored: TableTerms, seats: Sequence[Seat]) -> Start:
    """Return the move of row 1: the terms and the shares."""
    terms = read_terms(stored)
    chance = ChanceTerms(
        **{name: getattr(terms.chance, name) for name in BoundChance.__struct_fields__},
        shares=tuple(seat.share or None for seat in seats),
    )
    fixed = {name: getattr(terms, name) for name in ClosedTable.__struct_fields__}
    return Start(**fixed, chance=chance)


def _seat(seat: Seat) -> PlayerSeat | BotSeat:
    if seat.player_id is None:
        return BotSeat(bot=seat.bot, version=seat.bot_version, budget=seat.bot_budget or 0)
    return PlayerSeat(
        player=str(seat.player_id),
        name=sealing.commit_name(bytes.fromhex(seat.name_salt), seat.name),
        key=seat.key or None,
    )
