"""The bundle of a stored game, for downloads and for audits of the database.

Rows are read as they are stored, altered ones too: the bundle has an empty event for a row that
cannot be read, and the verifier reports it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from typing import Any, Final

import msgspec
from django.db import transaction

from cards.selectors import edition_by_hash
from games.audit.bundle import (
    FORMAT,
    MAX_STORED,
    Bundle,
    BundledName,
    BundledRefusal,
    ClockActor,
    Event,
    MalformedBundle,
    Signature,
    encode_part,
)
from games.audit.bundle_reading import RightTexts, check_event, check_parts
from games.engine import SEED_SIZE
from games.engine.zones import MAX_SEATS
from games.errors import NotStarted
from games.json_pointers import changed
from games.ledger import signing, store
from games.ledger.packed_facts import unpack_facts
from games.ledger.rows import EVERYTHING, LARGEST, Row, moment_of, stamp
from games.ledger.sealing import SALT_SIZE
from games.ledger.store import COLUMNS, row_of
from games.models import Game, MoveEvent, Refusal, Seat
from games.play import selectors
from games.play.sight import view_name

UNLOCKED_ATTEMPTS: Final = 3
"""How often a bundle is made without a lock. A move in between makes head and rows differ."""


_SALT: Final = re.compile(f"[0-9a-f]{{{2 * SALT_SIZE}}}")
_NO_SALT: Final = bytes(SALT_SIZE).hex()


def bundle_of(*, game: Game, viewer: int) -> Bundle:
    """Return the signed bundle of a game in a view; ``NotStarted`` without rows."""
    if not game.seq:
        raise NotStarted({"status": str(game.status)})
    for _ in range(UNLOCKED_ATTEMPTS):
        bundle = unsigned(game=game, viewer=viewer)
        latest = Game.objects.get(pk=game.pk)
        if store.head_of(latest) == bundle.head:
            return signed(bundle)
        game = latest
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game.pk)
        return signed(unsigned(game=game, viewer=viewer))


def signed(bundle: Bundle) -> Bundle:
    """Return a bundle with the signature of the server."""
    head = signing.sign_head(bundle.head)
    return msgspec.structs.replace(bundle, signature=Signature(head.public, head.signature))


def unsigned(*, game: Game, viewer: int = EVERYTHING) -> Bundle:
    """Return the bundle of a game without a signature."""
    return Bundle(
        format=FORMAT,
        view=view_name(viewer),
        head=store.head_of(game),
        names=_names(game),
        edition=msgspec.Raw(
            encode_part(msgspec.json.decode(edition_by_hash(game.edition_id).canonical))
        ),
        seed=_server_seed(game) if viewer == EVERYTHING else None,
        events=list(_events(game, viewer)),
        refusals=list(_refusals(game, viewer)),
        signature=None,
    )


def _server_seed(game: Game) -> str:
    """Return the seed of the server; zeros in place of one of another length."""
    seed = bytes(game.server_seed)
    return (seed if len(seed) == SEED_SIZE else bytes(SEED_SIZE)).hex()


def _names(game: Game) -> list[BundledName | None] | None:
    """Return the names by seat; None if the seats cannot be read."""
    seats = Seat.objects.filter(game_id=game.pk).select_related("player").order_by("number")
    try:
        return list(map(_name, seats))
    except store.READ_ERRORS:
        return None


def _name(seat: Seat) -> BundledName | None:
    if seat.name_salt:
        is_salt = _SALT.fullmatch(seat.name_salt) is not None
        return BundledName(name=seat.name, salt=seat.name_salt if is_salt else _NO_SALT)
    erased_at = seat.player.erased_at if seat.player else None
    return BundledName(erased=stamp(erased_at)) if erased_at else None


# ---- rows


def _events(game: Game, viewer: int) -> Iterator[Event]:
    rows = MoveEvent.objects.filter(game_id=game.pk).order_by("seq")
    for values in rows.values_list(*COLUMNS):
        event, row = _plain(values), _readable(game, values)
        if row is not None:
            yield _event(_seen(event, row, viewer), viewer)
        elif viewer == EVERYTHING:
            yield _event(event | {"hidden": {}}, viewer)


def _readable(game: Game, values: tuple[Any, ...]) -> Row | None:
    try:
        return row_of(game, values)
    except store.READ_ERRORS:
        return None


def _plain(values: tuple[Any, ...]) -> dict[str, Any]:
    """Return a stored row as JSON values; a column that is not JSON as text."""
    seq, seat, actor, move, facts, rulings, version, refused, signed, digest, _sealed, at = values
    return {
        "seq": seq,
        "at": _at(at),
        "seat": seat,
        "actor": _json(actor),
        "move": _json(move),
        "facts": _facts(facts),
        "rulings": _json(rulings),
        "rules_version": version,
        "refused": _json(refused) if refused else None,
        "signed": _json(signed) if signed else None,
        "mark": digest[:8],
    }


def _at(moment: datetime | None) -> str:
    """Return a time as rows have it; "" for one that cannot be read."""
    return stamp(moment) if moment else ""


def _json(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except store.READ_ERRORS:
        return UNREADABLE


def _facts(stored: bytes) -> Any:
    try:
        return msgspec.json.decode(unpack_facts(stored))
    except store.READ_ERRORS:
        return UNREADABLE


UNREADABLE: Final = "unreadable"
"""The fact and the move of a row that cannot be read."""

NO_EVENT: Final = Event(
    seq=0,
    at="",
    seat=None,
    actor=ClockActor(),
    move={"move": UNREADABLE},
    facts=[{"fact": UNREADABLE}],
    rulings=[],
    rules_version="",
    refused=None,
    signed=None,
    mark="",
    hidden={},
)
"""A row that cannot be read."""


def _event(parts: dict[str, Any], viewer: int) -> Event:
    """Return a row as an event; an empty one if the row has another form."""
    with suppress(msgspec.ValidationError, MalformedBundle):
        event = msgspec.convert(parts, Event)
        check_event(event, RightTexts(), viewer == EVERYTHING)
        return event
    read = ("seq", "at", "rules_version", "mark")
    known = {
        name: parts[name] for name in read if type(parts[name]) is type(getattr(NO_EVENT, name))
    }
    return msgspec.structs.replace(NO_EVENT, **known)


def _seen(event: dict[str, Any], row: Row, viewer: int) -> dict[str, Any]:
    """Return an event with null for hidden parts, and their salts or commitments."""
    unseen = row.hidden(viewer)
    hidden = {
        path: {"commitment": part.commitment} if path in unseen else {"salt": part.salt}
        for path, part in sorted(row.sealed.items())
    }
    shown: dict[str, Any] = changed(event, unseen, lambda _path, _part: None)
    return shown | {"hidden": hidden}


# ---- refused moves


def _refusals(game: Game, viewer: int) -> Iterator[dict[str, Any]]:
    """Yield the refused moves: a seat's own, and commitments to the others."""
    for one in selectors.refusals(game=game).order_by("seq", "nth"):
        if viewer in (EVERYTHING, one.seat):
            yield _refused(game, one)
        else:
            part = store.hidden_refusal(game, one)
            yield {"seq": one.seq, "nth": one.nth, "commitment": part.commitment}


def _refused(game: Game, one: Refusal) -> dict[str, Any]:
    """Return a refusal; an empty one if the stored one has another form."""
    try:
        parts = store.refusal_part(one) | {"salt": store.hidden_refusal(game, one).salt}
        check_parts(msgspec.convert(parts, BundledRefusal), RightTexts())
    except store.READ_ERRORS:
        empty = BundledRefusal(
            seq=within(one.seq, 1, LARGEST),
            nth=within(one.nth, 1, MAX_STORED * MAX_SEATS),
            seat=within(one.seat, 0, MAX_SEATS - 1),
            actor=ClockActor(),
            before=[],
            move=UNREADABLE,
            code="",
            rule="",
            params={},
            signed=None,
            at=_at(one.created_at) or stamp(moment_of(0)),
            salt=_NO_SALT,
        )
        parts = msgspec.to_builtins(empty)
    return parts


def within(number: object, least: int, most: int) -> int:
    """Return a stored number; the least for one that it cannot be."""
    return number if isinstance(number, int) and least <= number <= most else least
