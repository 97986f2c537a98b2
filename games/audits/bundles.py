"""The bundle of a stored game: what an auditor downloads, and what an audit of the database reads.

Rows are read as they are stored, also those that were altered: what cannot be read as a row stands
in the bundle as it is, for the verifier to find.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from cards.selectors import edition_by_hash
from games import selectors
from games.audit import (
    FORMAT,
    Bundle,
    Head,
    Refused,
    Result,
    Rulebook,
    Signature,
    bundle_message,
    head_message,
)
from games.engine import ALGORITHM, NOBODY
from games.engine.rulebook import load_rulebook
from games.errors import NotStarted
from games.ledger import sealing, signing
from games.ledger.rows import EVERYTHING, Row, stamp
from games.ledger.store import COLUMNS, row_of
from games.models import Game, MoveEvent, Refusal
from games.viewers import view_name


def head_of(game: Game) -> Head:
    """How far a game has come."""
    return Head(str(game.pk), game.seq, game.head, game.commitment)


def bundle_of(*, game: Game, viewer: int) -> Bundle:
    """The signed bundle of a game as a viewer may know it; raises ``NotStarted`` without rows."""
    if not game.seq:
        raise NotStarted({"status": str(game.status)})
    return _signed(unsigned(game=game, viewer=viewer))


def _signed(bundle: Bundle) -> Bundle:
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
    """What is stored of a game, without a signature."""
    book = load_rulebook()
    return Bundle(
        format=FORMAT,
        seal=sealing.FORMAT,
        algorithm=game.algorithm or ALGORITHM,
        view=view_name(viewer),
        head=head_of(game),
        setup=msgspec.json.decode(msgspec.json.encode(selectors.setup_of(game))),
        edition=msgspec.json.decode(edition_by_hash(game.edition_id).canonical),
        rules=Rulebook(str(book.version), book.digest),
        result=Result(game.winner, game.why) if game.status == Game.Status.OVER else None,
        seed=game.secret.hex() if viewer == EVERYTHING else None,
        events=list(_events(game, viewer)),
        refusals=list(_refusals(game, viewer)),
    )


# ---- rows


def _events(game: Game, viewer: int) -> Iterator[dict[str, Any]]:
    rows = MoveEvent.objects.filter(game_id=game.pk).order_by("seq")
    for values in rows.values_list(*COLUMNS):
        event = _plain(values)
        try:
            row = row_of(game, values)
        except (msgspec.MsgspecError, ValueError):
            row = None
        if viewer == EVERYTHING:
            yield event | {"hidden": row.hidden() if row is not None else []}
        elif row is not None:
            yield _seen(event, row, viewer, game.secret)


def _plain(values: tuple[Any, ...]) -> dict[str, Any]:
    """A stored row as JSON values, whatever they are."""
    seq, seat, actor, move, facts, rulings, version, fingerprint, digest, at = values
    return {
        "seq": seq,
        "seat": seat,
        "actor": _json(actor),
        "move": _json(move),
        "facts": _json(facts),
        "rulings": _json(rulings),
        "rules_version": version,
        "fingerprint": fingerprint,
        "at": stamp(at),
        "digest": digest,
    }


def _json(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.MsgspecError:
        return text


def _seen(event: dict[str, Any], row: Row, viewer: int, seed: bytes) -> dict[str, Any]:
    """An event with null where a viewer does not see, and what checks each hidden part."""
    unseen, hidden = set(row.hidden(viewer)), {}
    for path in row.hidden():
        salt = sealing.salt(seed, row.seq, path)
        hidden[path] = {"salt": salt.hex()}
        if path in unseen:
            hidden[path] = {"commitment": sealing.commit(salt, _taken(event, path))}
    return event | {"hidden": hidden}


def _taken(event: dict[str, Any], path: str) -> Any:
    """Take what is at a path out of an event, and leave null there."""
    *between, last = path[1:].split("/")
    part: Any = event
    for step in between:
        part = part[int(step)] if isinstance(part, list) else part[step]
    key = int(last) if isinstance(part, list) else last
    value, part[key] = part[key], None
    return value


# ---- refused moves


def _refusals(game: Game, viewer: int) -> Iterator[Refused]:
    """The moves refused to a seat are for that seat alone until the game opens: they name cards."""
    if viewer == NOBODY:
        return
    found = selectors.refusals(game=game)
    if game.status == Game.Status.OVER:
        # What is tried once a game is over does not belong to it, or no bundle would be final.
        found = found.filter(seq__lt=game.seq)
    for one in found if viewer == EVERYTHING else found.filter(seat=viewer):
        yield _refused(one)


def _refused(one: Refusal) -> Refused:
    return Refused(
        seq=one.seq,
        seat=one.seat,
        actor=_json(one.actor),
        before=_json(one.before),
        move=_json(one.move),
        code=one.code,
        rule=one.rule,
        params=_json(one.params),
        at=stamp(one.created_at),
    )
