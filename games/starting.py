"""What a game starts with: row 1's move, and the mixed seed."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final

import msgspec

from games.engine import mix_seed
from games.engine.rulebook import load_rulebook
from games.errors import BeaconMissing, SetupRefused
from games.ledger import sealing
from games.ledger.rows import Beacon, BotSeat, ChanceTerms, PlayerSeat, RulebookName, Start
from games.models import Game, Seat


class NamedBeacon(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A public value that the creator names; ``value`` is given at the start."""

    what: str
    round: int
    value: str = ""


_beacon: Final = msgspec.json.Decoder(NamedBeacon)


def beacon_of(game: Game) -> NamedBeacon | None:
    """Return the beacon that was named for a game, or None."""
    return _beacon.decode(game.beacon) if game.beacon else None


def set_beacon(game: Game, value: str | None) -> None:
    """Set the value of the named beacon; raises ``BeaconMissing`` without one."""
    named = beacon_of(game)
    if named is None:
        if value is not None:
            raise SetupRefused("beacon_not_named", "/beacon", status=422)
        return
    if value is None:
        raise BeaconMissing({"what": named.what, "round": named.round})
    given = msgspec.structs.replace(named, value=value)
    game.beacon = msgspec.json.encode(given).decode()


def missing_shares(seats: Sequence[Seat]) -> list[int]:
    """Return the seats that are bound to a share and have not opened it."""
    return [seat.number for seat in seats if seat.share_commitment and not seat.share]


def mixed_seed(game: Game, seats: Sequence[Seat]) -> bytes:
    """Return the seed of a game: its server's, mixed with the shares and the beacon."""
    beacon = beacon_of(game)
    shares = [seat.share or None for seat in seats]
    return mix_seed(bytes(game.server_seed), shares, beacon.value if beacon else None)


def set_names(seats: Sequence[Seat]) -> None:
    """Set the name of each player's seat for this game, and a random salt for it."""
    for seat in seats:
        if seat.player is not None:
            seat.name = seat.player.name
            seat.name_salt = secrets.token_bytes(sealing.SALT_SIZE).hex()


def start_of(game: Game, seats: Sequence[Seat]) -> Start:
    """Return the move of row 1 of a game whose names and shares are set."""
    book, beacon = load_rulebook(), beacon_of(game)
    return Start(
        seats=tuple(map(_seat, seats)),
        chance=ChanceTerms(
            algorithm=game.algorithm,
            mode=str(game.chance),
            commitment=game.commitment,
            commitments=tuple(seat.share_commitment or None for seat in seats),
            shares=tuple(seat.share or None for seat in seats),
            beacon=Beacon(what=beacon.what, round=beacon.round, value=beacon.value)
            if beacon
            else None,
        ),
        rules=RulebookName(version=str(book.version), digest=book.digest),
        reveal=str(game.reveal),
        directors=game.directors,
        event=None,
    )


def _seat(seat: Seat) -> PlayerSeat | BotSeat:
    if seat.player_id is None:
        return BotSeat(bot=seat.bot, version=seat.bot_version, budget=seat.bot_budget or 0)
    return PlayerSeat(
        player=str(seat.player_id),
        name=sealing.commit_name(bytes.fromhex(seat.name_salt), seat.name),
        key=seat.key or None,
    )
