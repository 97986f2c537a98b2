"""Where games are kept: the rows, the chain over them, and the state they fold to.

This is the only place that writes rows. What a move needs is asked for in plain SQL: on this path
objects of the ORM would cost more than the database. The state at the head is remembered in two
places, in this process and in the cache that all processes share, each time together with the
number and the digest of the row it stands after; where those are not the head's, the rows are
folded.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache as once
from typing import Any, Final
from uuid import UUID

import msgspec
from django.core.cache import cache
from django.db import DEFAULT_DB_ALIAS, IntegrityError, connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from games.engine import (
    STATE_SHAPE,
    Decision,
    Fact,
    Move,
    Ruling,
    Seat,
    State,
    decode_facts,
    decode_state,
    encode_state,
    fold,
)
from games.engine.rulebook import RULES_VERSION
from games.ledger import sealing
from games.ledger.recent import Recent
from games.ledger.rows import START, Actor, Row, fingerprint_of, stamp
from games.models import Game, MoveEvent, Receipt, RefusalCount

logger = logging.getLogger(__name__)

# ---- the game's own line


def locked(game_id: UUID) -> Game | None:
    """The game, locked until the transaction ends."""
    return _game(game_id, lock=True)


def read(game_id: UUID) -> Game | None:
    """The game as it stands, without waiting for anybody."""
    return _game(game_id, lock=False)


def _game(game_id: UUID, *, lock: bool) -> Game | None:
    database = connections[DEFAULT_DB_ALIAS]
    names, converters = _reading(database.vendor)
    lock = lock and database.features.has_select_for_no_key_update
    with database.cursor() as cursor:
        cursor.execute(_SELECT_GAME_LOCKED if lock else _SELECT_GAME, [_key(database, game_id)])
        values = cursor.fetchone()
    if values is None:
        return None
    read = list(values)
    for at, convert in converters:
        read[at] = convert(read[at])
    return Game.from_db(DEFAULT_DB_ALIAS, names, read)


@once
def _reading(vendor: str) -> tuple[list[str], list[tuple[int, Callable[[Any], Any]]]]:
    """The fields of a game, and what makes of some columns what their fields hold."""
    fields = Game._meta.concrete_fields
    converters: list[tuple[int, Callable[[Any], Any]]] = []
    for at, field in enumerate(fields):
        if isinstance(field, models.BinaryField):
            converters.append((at, bytes))
        elif vendor != "sqlite":
            continue
        elif isinstance(field, models.DateTimeField):
            converters.append((at, _moment))
        elif _holds_uuid(field):
            converters.append((at, UUID))
    return [field.attname for field in fields], converters


def _holds_uuid(field: models.Field[Any, Any]) -> bool:
    own = field.target_field if isinstance(field, models.ForeignKey) else field
    return isinstance(own, models.UUIDField)


def _moment(naive: datetime | None) -> datetime | None:
    return None if naive is None else naive.replace(tzinfo=UTC)


def _key(database: BaseDatabaseWrapper, value: UUID) -> UUID | str:
    return value if database.features.has_native_uuid_field else value.hex


def _time(database: BaseDatabaseWrapper, moment: datetime | None) -> Any:
    return database.ops.adapt_datetimefield_value(moment)


def _columns(model: type[models.Model]) -> str:
    return ", ".join(field.get_attname() for field in model._meta.concrete_fields)


_SELECT_GAME: Final = f"SELECT {_columns(Game)} FROM {Game._meta.db_table} WHERE id = %s"
_SELECT_GAME_LOCKED: Final = f"{_SELECT_GAME} FOR NO KEY UPDATE"
_UPDATE_GAME: Final = (
    f"UPDATE {Game._meta.db_table} SET status = %s, seq = %s, head = %s, to_act = %s,"
    " waits_for_bot = %s, winner = %s, why = %s, changed_at = %s, ended_at = %s"
    " WHERE id = %s AND seq = %s"
)
_INSERT_EVENT: Final = (
    f"INSERT INTO {MoveEvent._meta.db_table} (game_id, seq, seat, actor, move, facts, rulings,"
    " rules_version, fingerprint, digest, created_at)"
    " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
)
COLUMNS: Final = (
    "seq",
    "seat",
    "actor",
    "move",
    "facts",
    "rulings",
    "rules_version",
    "fingerprint",
    "digest",
    "created_at",
)
"""What a row holds, in the order in which ``row_of`` takes it."""

MOST_SEQ: Final = 2**31 - 1
"""The highest number that the database has for a row."""

_SELECT_EVENTS: Final = (
    f"SELECT {', '.join(COLUMNS)}"
    f" FROM {MoveEvent._meta.db_table} WHERE game_id = %s AND seq > %s AND seq <= %s ORDER BY seq"
)
_INSERT_RECEIPT: Final = (
    f"INSERT INTO {Receipt._meta.db_table} (scope, key, game_id, body, status, reply, created_at)"
    " VALUES (%s, %s, %s, %s, %s, %s, %s)"
)


_COUNT_REFUSAL: Final = (
    f"INSERT INTO {RefusalCount._meta.db_table} AS counted (game_id, seq, seat, count)"
    " VALUES (%s, %s, %s, 1)"
    " ON CONFLICT (game_id, seq, seat) DO UPDATE SET count = counted.count + 1 RETURNING count"
)


# ---- writing


@dataclass(frozen=True, slots=True)
class Kept:
    """The answer to a move, and whose key it is kept under."""

    scope: str
    key: str
    body: str
    reply: bytes


def next_row(
    game: Game,
    *,
    seat: Seat | None,
    actor: Actor,
    move: Move | None,
    decision: Decision,
    at: datetime,
) -> Row:
    """The next row of a game, chained to the last one; the game moves on to it.

    Nothing is written before ``append``.
    """
    row = Row(
        game=str(game.pk),
        seq=game.seq + 1,
        seat=seat,
        actor=actor,
        move=move,
        facts=decision.facts,
        rulings=decision.rulings,
        rules_version=RULES_VERSION,
        fingerprint=fingerprint_of(decision.state),
        at=stamp(at),
        digest="",
    )
    sealed = sealing.seal(row.told(), row.hidden(), game.secret)
    row = msgspec.structs.replace(row, digest=sealing.digest(game.head or sealing.GENESIS, sealed))
    _move_on(game, row, decision.state, at)
    return row


def _move_on(game: Game, row: Row, state: State, at: datetime) -> None:
    game.seq, game.head, game.changed_at = row.seq, row.digest, at
    game.to_act = state.prompts[-1].seat if state.prompts else None
    game.waits_for_bot = game.to_act is not None and game.is_bot(game.to_act)
    if state.result is not None:
        game.status, game.ended_at = Game.Status.OVER, game.ended_at or at
        game.winner = state.result.winner if state.result.winner >= 0 else None
        game.why = state.result.why


class Moved(Exception):
    """Write conflict: the game has changed since the read, or the key is used."""


def append(game: Game, rows: Sequence[Row], kept: Kept | None = None) -> None:
    """Write rows, where the game stands after them, and the answer to be kept: all or nothing.

    Raises ``Moved`` if the first row is not the next one, or something is kept under that key. The
    game's line is changed only if its seq is the one before; this waits for a transaction that
    is changing it, and no number is given to two rows.
    """
    database = connections[DEFAULT_DB_ALIAS]
    pk, moment = _key(database, game.pk), _time(database, game.changed_at)
    ended, before = _time(database, game.ended_at), rows[0].seq - 1
    written = [(_UPDATE_GAME, [*_standing(game), moment, ended, pk, before])]
    written += [_insert_of(row, pk, moment) for row in rows]
    if kept is not None:
        values = [kept.scope, kept.key, pk, kept.body, 201, kept.reply.decode(), moment]
        written.append((_INSERT_RECEIPT, values))
    try:
        _write(database, written)
    except IntegrityError as error:
        raise Moved from error


def count_refusal(game_id: UUID, seq: int, seat: Seat) -> int:
    """Count a refused move; return how many the seat has had refused at this seq."""
    database = connections[DEFAULT_DB_ALIAS]
    with database.cursor() as cursor:
        cursor.execute(_COUNT_REFUSAL, [_key(database, game_id), seq, seat])
        (count,) = cursor.fetchone()
    return int(count)


Statement = tuple[str, list[Any]]


def _write(database: BaseDatabaseWrapper, statements: Sequence[Statement]) -> None:
    """Carry out statements in one transaction, in one round trip where the database knows how.

    PostgreSQL takes several in one text, and where no transaction is open such a text is one; what
    matters to it is how often it is asked.
    """
    is_one_text = database.vendor == "postgresql"
    is_whole = is_one_text and not database.in_atomic_block
    with nullcontext() if is_whole else transaction.atomic(), database.cursor() as cursor:
        if is_one_text:
            together = ";".join(sql for sql, _ in statements)
            cursor.execute(together, [value for _, values in statements for value in values])
        else:
            for sql, values in statements:
                cursor.execute(sql, values)


def _insert_of(row: Row, pk: UUID | str, moment: Any) -> Statement:
    return _INSERT_EVENT, [
        pk,
        row.seq,
        row.seat,
        _text(row.actor),
        _text(START if row.move is None else row.move),
        _text(row.facts),
        _text(row.rulings),
        row.rules_version,
        row.fingerprint,
        row.digest,
        moment,
    ]


def _standing(game: Game) -> list[Any]:
    return [
        str(game.status),
        game.seq,
        game.head,
        game.to_act,
        game.waits_for_bot,
        game.winner,
        game.why,
    ]


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


# ---- reading rows

_actors = msgspec.json.Decoder(Actor)
_moves = msgspec.json.Decoder(Move)
_rulings = msgspec.json.Decoder(tuple[Ruling, ...])
_START_TEXT: Final = _text(START)


def history(game: Game, *, after: int = 0, until: int | None = None) -> Iterator[Row]:
    """The rows of a game in order, those after ``after`` and up to ``until``."""
    last = MOST_SEQ if until is None else until
    if after >= last:
        return
    database = connections[DEFAULT_DB_ALIAS]
    with database.cursor() as cursor:
        cursor.execute(_SELECT_EVENTS, [_key(database, game.pk), after, last])
        found = cursor.fetchall()
    for *values, at in found:
        yield row_of(game, (*values, _moment(at) if database.vendor == "sqlite" else at))


def row_of(game: Game, values: Sequence[Any]) -> Row:
    """A row from the values of its columns, in their order from ``seq`` to ``created_at``."""
    seq, seat, actor, move, facts, rulings, version, fingerprint, digest, at = values
    return Row(
        game=str(game.pk),
        seq=seq,
        seat=seat,
        actor=_actors.decode(actor),
        move=None if move == _START_TEXT else _moves.decode(move),
        facts=decode_facts(facts),
        rulings=_rulings.decode(rulings),
        rules_version=version,
        fingerprint=fingerprint,
        at=stamp(at),
        digest=digest,
    )


def _rows(game: Game, after: int, until: int | None) -> models.QuerySet[MoveEvent]:
    rows = MoveEvent.objects.filter(game_id=game.pk, seq__gt=after).order_by("seq")
    return rows if until is None else rows.filter(seq__lte=until)


def state_at(game: Game, at: int) -> State:
    """The state after row ``at``, folded from the rows; before the first one nothing is laid."""
    texts = _rows(game, 0, at).values_list("facts", flat=True)
    return fold(State(), _facts(texts.iterator(chunk_size=2000)))


def _facts(texts: Iterable[str]) -> Iterator[Fact]:
    for text in texts:
        yield from decode_facts(text)


# ---- the state at the head


_remembered: Final[Recent[UUID, tuple[str, State]]] = Recent(500)
"""The last states this process has seen, each with the head it belongs to."""

KEPT: Final = 24 * 60 * 60
"""After how many seconds without a read a state expires in the shared cache."""


def load(game: Game) -> State:
    """Return the state at the head of a game, not to be changed: ``decide`` and ``fold`` copy."""
    head, remembered = _remembered.get(game.pk) or ("", None)
    if remembered is not None and head == game.head:
        return remembered
    state = _cached(game) or state_at(game, game.seq)
    _remembered.put(game.pk, (game.head, state))
    return state


def remember(game_id: UUID, seq: int, head: str, state: State) -> None:
    """Keep the state at the head, once the row before it is committed."""
    _remembered.put(game_id, (head, state))
    try:
        cache.set(_cache_key(game_id), _label(seq, head) + encode_state(state), KEPT)
    except Exception:
        logger.warning("The cache did not take the state of game %s.", game_id, exc_info=True)


def forget() -> None:
    """Drop what this process remembers; the rows tell it again."""
    _remembered.clear()


def _cached(game: Game) -> State | None:
    """What the shared cache has, if it is of this very head."""
    try:
        found = cache.get(_cache_key(game.pk))
        label = _label(game.seq, game.head)
        if isinstance(found, bytes) and found.startswith(label):
            return decode_state(found[len(label) :])
    except Exception:
        logger.warning("The cache did not give the state of game %s.", game.pk, exc_info=True)
    return None


def _cache_key(game_id: UUID) -> str:
    return f"state:{STATE_SHAPE}:{game_id}"


def _label(seq: int, head: str) -> bytes:
    return f"{seq} {head} ".encode()
