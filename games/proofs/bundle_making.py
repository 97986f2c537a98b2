"""The bundle of a stored game, for downloads and for audits of the database.

Rows are read as they are stored, altered ones too: the bundle has an empty event for a row that
cannot be read, and the verifier reports it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

import msgspec
from django.db import transaction

from cards.selectors import edition_by_hash
from games.audit.bundle import (
    FORMAT,
    Bundle,
    BundledName,
    BundledRefusal,
    BundledResult,
    ClockActor,
    Event,
    Signature,
    bundle_message,
    encode_part,
)
from games.audit.bundle_reading import RightTexts, texts_fault
from games.errors import NotStarted
from games.json_pointers import changed
from games.ledger import signing, store
from games.ledger.heads import head_message
from games.ledger.packed_facts import unpack_facts
from games.ledger.rows import EVERYTHING, Row, stamp
from games.ledger.store import COLUMNS, row_of
from games.models import Game, MoveEvent, Refusal, Seat
from games.play import selectors
from games.play.sight import view_name

UNLOCKED_ATTEMPTS: Final = 3
"""How often a bundle is made without a lock. A move in between makes head and rows differ."""


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
    key = signing.public_key()
    by = Signature(
        algorithm=signing.ALGORITHM,
        key=key.id,
        public=key.public,
        head=signing.sign(head_message(bundle.head)),
        bundle=signing.sign(bundle_message(bundle)),
    )
    return msgspec.structs.replace(bundle, signature=by)


def unsigned(*, game: Game, viewer: int = EVERYTHING) -> Bundle:
    """Return the bundle of a game without a signature."""
    seats = Seat.objects.filter(game_id=game.pk)
    return Bundle(
        format=FORMAT,
        view=view_name(viewer),
        head=store.head_of(game),
        names=list(map(_name, seats.select_related("player").order_by("number"))),
        edition=msgspec.Raw(
            encode_part(msgspec.json.decode(edition_by_hash(game.edition_id).canonical))
        ),
        result=_result(game),
        seed=bytes(game.server_seed).hex() if viewer == EVERYTHING else None,
        events=list(_events(game, viewer)),
        refusals=list(_refusals(game, viewer)),
        signature=None,
    )


def _name(seat: Seat) -> BundledName | None:
    if seat.name_salt:
        return BundledName(name=seat.name, salt=seat.name_salt)
    erased_at = seat.player.erased_at if seat.player else None
    return BundledName(erased=stamp(erased_at)) if erased_at else None


def _result(game: Game) -> BundledResult | None:
    if game.status != Game.Status.OVER:
        return None
    places = game.places_by_seat
    return BundledResult(game.winner, game.why, None if places is None else list(places))


# ---- rows


def _events(game: Game, viewer: int) -> Iterator[Event]:
    rows = MoveEvent.objects.filter(game_id=game.pk).order_by("seq")
    for values in rows.values_list(*COLUMNS):
        event, row = _plain(values), _readable(game, values)
        if viewer == EVERYTHING:
            yield _event(event | {"hidden": [] if row is None else sorted(row.hidden())})
        elif row is not None:
            yield _event(_seen(event, row, viewer))


def _readable(game: Game, values: tuple[Any, ...]) -> Row | None:
    try:
        return row_of(game, values)
    except (msgspec.MsgspecError, ValueError):
        return None


def _plain(values: tuple[Any, ...]) -> dict[str, Any]:
    """Return a stored row as JSON values; a column that is not JSON as text."""
    seq, seat, actor, move, facts, rulings, version, refused, signed, digest, _sealed, at = values
    return {
        "seq": seq,
        "at": stamp(at),
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


def _json(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.MsgspecError:
        return text


def _facts(stored: bytes) -> Any:
    try:
        return msgspec.json.decode(unpack_facts(stored))
    except (msgspec.MsgspecError, ValueError):
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
    hidden=[],
)
"""A row that cannot be read."""


def _event(parts: dict[str, Any]) -> Event:
    """Return a row as an event; an empty one if the row has another form."""
    with suppress(msgspec.ValidationError):
        event = msgspec.convert(parts, Event)
        if not texts_fault(event, RightTexts()):
            return event
    return msgspec.structs.replace(
        NO_EVENT,
        seq=parts["seq"],
        at=parts["at"],
        rules_version=parts["rules_version"],
        mark=parts["mark"],
    )


def _seen(event: dict[str, Any], row: Row, viewer: int) -> dict[str, Any]:
    """Return an event with null for hidden parts, and their salts or commitments."""
    unseen = row.hidden(viewer)
    hidden = {
        path: {"commitment": part.commitment} if path in unseen else {"salt": part.salt}
        for path, part in row.sealed.items()
    }
    shown: dict[str, Any] = changed(event, unseen, lambda _path, _part: None)
    return shown | {"hidden": hidden}


# ---- refused moves


def _refusals(game: Game, viewer: int) -> Iterator[dict[str, Any]]:
    """Yield the refused moves: a seat's own, and commitments to the others."""
    for one in selectors.refusals(game=game).order_by("seq", "nth"):
        if viewer == EVERYTHING:
            yield _refused(one)
            continue
        part = store.hidden_refusal(game, one)
        if viewer == one.seat:
            yield _refused(one) | {"salt": part.salt}
        else:
            yield {"seq": one.seq, "nth": one.nth, "commitment": part.commitment}


def _refused(one: Refusal) -> dict[str, Any]:
    """Return a refusal; an empty one if the stored one has another form."""
    try:
        parts = store.refusal_part(one)
        msgspec.convert(parts, BundledRefusal)
    except (msgspec.MsgspecError, ValueError):
        empty = BundledRefusal(
            seq=one.seq,
            nth=one.nth,
            seat=one.seat,
            actor=ClockActor(),
            before=[],
            move=UNREADABLE,
            code="",
            rule="",
            params={},
            signed=None,
            at=stamp(one.created_at),
        )
        parts = msgspec.to_builtins(empty)
    return parts
