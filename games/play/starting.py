"""What a game starts with: its terms, row 1's move, and the mixed seed."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, cast

import msgspec

from games.engine import Setup, mix_seed
from games.engine.rulebook import load_rulebook
from games.errors import BeaconWrong, SetupRefused
from games.ledger import sealing
from games.ledger.beacons import CHAINS, is_signed, value_of
from games.ledger.rows import (
    Beacon,
    BeaconName,
    BotSeat,
    ChanceTerms,
    ClosedTable,
    NamedChance,
    NamedOrganiser,
    PlayerSeat,
    Revealed,
    RulebookName,
    SeedMode,
    Start,
    Terms,
    TermsName,
    milliseconds,
    stamp,
)
from games.ledger.terms import terms_digest
from games.models import Game, Seat, TableTerms


class NamedBeacon(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The chain of a beacon, by its hash, that the creator names.

    ``round`` is fixed when the table closes, 0 before; ``signature`` comes then, "" before.
    """

    chain: str
    round: int = 0
    signature: str = ""


_beacon: Final = msgspec.json.Decoder(NamedBeacon)


def beacon_of(game: Game) -> NamedBeacon | None:
    """Return the beacon that was named for a game, or None."""
    return _beacon.decode(game.beacon) if game.beacon else None


_organisers: Final = msgspec.json.Decoder(tuple[NamedOrganiser, ...])


def named_organisers(game: Game) -> tuple[NamedOrganiser, ...]:
    """Return the organisers whom the creator of a game named, in this order."""
    return _organisers.decode(game.organisers) if game.organisers else ()


def set_round(game: Game, closed: datetime) -> None:
    """Set the round of the beacon by the time of the closing, if one was named."""
    named = beacon_of(game)
    if named is not None:
        number = CHAINS[named.chain].round_after(milliseconds(closed))
        _set_beacon(game, msgspec.structs.replace(named, round=number))


def set_signature(game: Game, signature: str) -> None:
    """Set the signature of the beacon's round.

    Raises ``SetupRefused`` if no beacon was named, and ``BeaconWrong``.
    """
    named = signed_beacon(game, signature)
    _set_beacon(game, msgspec.structs.replace(named, signature=signature))


def signed_beacon(game: Game, signature: str) -> NamedBeacon:
    """Return the beacon of a game if a signature is that of its round.

    It takes about a second, but not for a signature that was checked before. Raises as
    ``set_signature``.
    """
    named = beacon_of(game)
    if named is None:
        raise SetupRefused("beacon_not_named", "/beacon")
    if not is_signed(CHAINS[named.chain], named.round, signature):
        raise BeaconWrong({"round": named.round})
    return named


def _set_beacon(game: Game, beacon: NamedBeacon) -> None:
    game.beacon = msgspec.json.encode(beacon).decode()


def is_ready(game: Game, seats: Sequence[Seat]) -> bool:
    """Whether all parts of the seed are there."""
    beacon = beacon_of(game)
    return not missing_shares(seats) and (beacon is None or bool(beacon.signature))


def missing_shares(seats: Sequence[Seat]) -> list[int]:
    """Return the seats that are bound to a share and have not opened it."""
    return [seat.number for seat in seats if seat.share_commitment and not seat.share]


def mixed_seed(game: Game, seats: Sequence[Seat]) -> bytes:
    """Return the seed of a game: its server's, mixed with the shares and the beacon."""
    beacon = beacon_of(game)
    shares = [seat.share or None for seat in seats]
    value = value_of(beacon.signature) if beacon and beacon.signature else None
    return mix_seed(bytes(game.server_seed), shares, value)


def set_names(seats: Sequence[Seat]) -> None:
    """Set the name of each player's seat for this game, and a random salt for it."""
    for seat in seats:
        if seat.player is not None:
            seat.name = seat.player.name
            seat.name_salt = secrets.token_bytes(sealing.SALT_SIZE).hex()


def fix_terms(game: Game, setup: Setup, seats: Sequence[Seat], at: datetime) -> TableTerms:
    """Store the terms of a game whose table closes; its names are set."""
    set_round(game, at)
    book, beacon = load_rulebook(), beacon_of(game)
    terms = Terms(
        game=str(game.pk),
        at=stamp(at),
        setup=setup,
        seats=tuple(map(_seat, seats)),
        chance=NamedChance(
            algorithm=game.algorithm,
            mode=cast(SeedMode, str(game.chance)),
            commitment=game.commitment,
            commitments=tuple(seat.share_commitment or None for seat in seats),
            beacon=BeaconName(chain=beacon.chain, round=beacon.round) if beacon else None,
        ),
        rules=RulebookName(version=str(book.version), digest=book.digest),
        reveal=cast(Revealed, str(game.reveal)),
        directors=game.directors,
        organisers=named_organisers(game),
        event=None,
    )
    fixed: dict[str, Any] = msgspec.to_builtins(terms)
    text, digest = sealing.canonical(fixed).decode(), terms_digest(fixed)
    return TableTerms.objects.create(game=game, text=text, digest=digest, created_at=at)


def read_terms(stored: TableTerms) -> Terms:
    """Return the terms as they were stored."""
    return _terms.decode(stored.text)


_terms: Final = msgspec.json.Decoder(Terms)


def start_of(stored: TableTerms, game: Game, seats: Sequence[Seat]) -> Start:
    """Return the move of row 1: the terms, the shares, the signed beacon."""
    terms, beacon = read_terms(stored), beacon_of(game)
    given = (
        Beacon(chain=beacon.chain, round=beacon.round, signature=beacon.signature or None)
        if beacon
        else None
    )
    chance = ChanceTerms(
        algorithm=terms.chance.algorithm,
        mode=terms.chance.mode,
        commitment=terms.chance.commitment,
        commitments=terms.chance.commitments,
        shares=tuple(seat.share or None for seat in seats),
        beacon=given,
    )
    fixed = {name: getattr(terms, name) for name in ClosedTable.__struct_fields__}
    return Start(**fixed, chance=chance, terms=TermsName(at=terms.at, digest=stored.digest))


def _seat(seat: Seat) -> PlayerSeat | BotSeat:
    if seat.player_id is None:
        return BotSeat(bot=seat.bot, version=seat.bot_version, budget=seat.bot_budget or 0)
    return PlayerSeat(
        player=str(seat.player_id),
        name=sealing.commit_name(bytes.fromhex(seat.name_salt), seat.name),
        key=seat.key or None,
    )
