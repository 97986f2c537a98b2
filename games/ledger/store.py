"""Stored games: the rows, the chain over them, and the state they fold to.

This is the only module that writes rows. A move reads and writes with plain SQL: there, the objects
of the ORM would take more time than the database. The state at the head is cached twice, in this
process and in the cache that all processes share, each time with the seq and the digest of the row
that it follows; if those are not the head's, the rows are folded. States at earlier rows are folded
from a snapshot (``snapshots``).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from datetime import UTC, datetime
from functools import cache as once
from typing import Any, Final
from uuid import UUID

import msgspec
from django.core.cache import cache
from django.db import DEFAULT_DB_ALIAS, IntegrityError, connections, models, router, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from cards.models import EndlessMove
from games.engine import (
    ACTS,
    STATE_SHAPE,
    AnswerCall,
    CallJudge,
    CancelCall,
    Decision,
    Move,
    RevokeKey,
    Ruling,
    Seat,
    State,
    Withdraw,
    decode_facts,
    evolve,
)
from games.engine.facts import GameEnded, ResultChanged
from games.engine.rulebook import RULES_VERSION
from games.ledger import sealing, snapshots
from games.ledger.cached_states import pack, unpack
from games.ledger.heads import Head, Refused
from games.ledger.move_receipts import INSERT as INSERT_RECEIPT
from games.ledger.move_receipts import ReceiptRest, RequestKey, values_of
from games.ledger.packed_facts import pack_facts, unpack_facts
from games.ledger.recent import Recent
from games.ledger.rows import Actor, Row, Signed, Start, stamp
from games.models import Game, MoveEvent, RecordedAct, Refusal, RefusalCount, TableTerms
from games.models import Seat as SeatRow
from games.wakeups import store_and_announce

logger = logging.getLogger(__name__)

# ---- the game's own line


def locked(game_id: UUID) -> Game | None:
    """Return a game, locked until the transaction ends."""
    return _game(game_id, lock=True)


def read(game_id: UUID) -> Game | None:
    """Return a game as it is stored, without a lock; None if there is none."""
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
    """Return the fields of a game, and the converters of some columns to their values."""
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
            converters.append((at, _uuid))
    return [field.attname for field in fields], converters


def _holds_uuid(field: models.Field[Any, Any]) -> bool:
    own = field.target_field if isinstance(field, models.ForeignKey) else field
    return isinstance(own, models.UUIDField)


def _moment(naive: datetime | None) -> datetime | None:
    return None if naive is None else naive.replace(tzinfo=UTC)


def _uuid(stored: str | None) -> UUID | None:
    return None if stored is None else UUID(stored)


def _key(database: BaseDatabaseWrapper, value: UUID) -> UUID | str:
    return value if database.features.has_native_uuid_field else value.hex


def _time(database: BaseDatabaseWrapper, moment: datetime | None) -> Any:
    return database.ops.adapt_datetimefield_value(moment)


def _columns(model: type[models.Model]) -> str:
    return ", ".join(field.get_attname() for field in model._meta.concrete_fields)


_SELECT_GAME: Final = f"SELECT {_columns(Game)} FROM {Game._meta.db_table} WHERE id = %s"
_SELECT_GAME_LOCKED: Final = f"{_SELECT_GAME} FOR NO KEY UPDATE"
_STANDING: Final = (
    *("status", "seq", "head", "stand_ins", "to_act", "waits_for_bot"),
    *("winner", "why", "places", "result_seq"),
)
"""The columns of a game that a row writes, besides its times."""

_UPDATE_GAME: Final = (
    f"UPDATE {Game._meta.db_table} SET {' = %s, '.join(_STANDING)} = %s,"
    " deadline = %s, refused = 0, refused_head = '', is_indexed = false, is_audited = false,"
    " changed_at = %s, ended_at = %s"
    " WHERE id = %s AND seq = %s AND refused = %s"
)
_END_SEATS: Final = (
    f"UPDATE {SeatRow._meta.db_table} SET ended_at = %s WHERE game_id = %s AND ended_at IS NULL"
)
_UNSIGN_SEAT: Final = (
    f"UPDATE {SeatRow._meta.db_table} SET unsigned_from = %s WHERE game_id = %s AND number = %s"
)
COLUMNS: Final = (
    "seq",
    "seat",
    "actor",
    "move",
    "facts",
    "rulings",
    "rules_version",
    "refused",
    "signed",
    "digest",
    "sealed",
    "created_at",
)
"""The columns of a row, in the order of the values of ``row_of``."""

_INSERT_EVENT: Final = (
    f"INSERT INTO {MoveEvent._meta.db_table} (game_id, {', '.join(COLUMNS)})"
    f" VALUES ((SELECT id FROM {Game._meta.db_table} WHERE id = %s AND head = %s),"
    f" {', '.join(['%s'] * len(COLUMNS))})"
)
"""Fails, since ``game_id`` is not null, unless the UPDATE before it has moved the game."""

MAX_SEQ: Final = 2**31 - 1
"""The highest number of a row that the column can hold."""

_SELECT_EVENTS: Final = (
    f"SELECT {', '.join(COLUMNS)}"
    f" FROM {MoveEvent._meta.db_table} WHERE game_id = %s AND seq > %s AND seq <= %s ORDER BY seq"
)
_COUNT_CHOICES: Final = (
    f"SELECT count(*) FROM {MoveEvent._meta.db_table}"
    ' WHERE game_id = %s AND seq <= %s AND seat = %s AND actor LIKE \'{"kind":"bot"%%\''
)

_INSERT_ACT: Final = (
    f"INSERT INTO {RecordedAct._meta.db_table} (game_id, seq, kind, seat, player_id, actor, move,"
    " created_at) VALUES (%s, %s, %s, %s,"
    f" (SELECT player_id FROM {SeatRow._meta.db_table} WHERE game_id = %s AND number = %s),"
    " %s, %s, %s)"
)
_CLOSE_ACT: Final = (
    f"UPDATE {RecordedAct._meta.db_table} SET closed_by = %s WHERE game_id = %s AND seq = %s"
)
_CLOSE_CALLS: Final = (
    f"UPDATE {RecordedAct._meta.db_table} SET closed_by = %s"
    f" WHERE game_id = %s AND kind = '{RecordedAct.CALL}' AND closed_by IS NULL"
)
_CLOSE_CALL: Final = f"{_CLOSE_CALLS} AND seat = %s"

_INSERT_ENDLESS: Final = (
    f"INSERT INTO {EndlessMove._meta.db_table} (edition_id, game, seq, at) VALUES (%s, %s, %s, %s)"
)

_COUNT_REFUSAL: Final = (
    f"INSERT INTO {RefusalCount._meta.db_table} AS counted (game_id, seq, seat, count)"
    " VALUES (%s, %s, %s, 1)"
    " ON CONFLICT (game_id, seq, seat) DO UPDATE SET count = counted.count + 1 RETURNING count"
)


# ---- writing


def next_row(
    game: Game,
    *,
    seat: Seat | None,
    actor: Actor,
    move: Start | Move,
    decision: Decision,
    at: datetime,
    signed: Signed | None = None,
) -> tuple[Game, Row]:
    """Return the game after its next row, and the row, chained to the last one.

    ``game`` stays as it is. The row seals what was refused since the last one. Nothing is written
    before ``append``.
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
        refused=refused_since(game),
        signed=signed,
        at=stamp(at),
        digest="",
        sealed={},
    )
    sealed, parts = sealing.seal_parts(row.to_dict(), row.hidden(), game.secret)
    digest = sealing.digest(game.head or sealing.GENESIS, sealed)
    row = msgspec.structs.replace(row, digest=digest, sealed=parts)
    return _after(game, row, decision.state, at), row


def _after(game: Game, row: Row, state: State, at: datetime) -> Game:
    """Return a game as it is after a row."""
    game = game.copy()
    game.seq, game.head, game.changed_at = row.seq, row.digest, at
    game.refused, game.refused_head = 0, ""
    game.stand_ins = state.stand_ins
    game.to_act = state.prompts[-1].seat if state.prompts else None
    is_bot = game.to_act is not None and game.is_bot(game.to_act)
    game.waits_for_bot = is_bot and not state.paused and state.window is None
    if state.result is not None:
        game.status, game.ended_at = Game.Status.OVER, game.ended_at or at
        game.winner = state.result.winner if state.result.winner >= 0 else None
        game.why = state.result.why
        game.places = "" if state.result.places is None else _text(state.result.places)
        if any(isinstance(fact, GameEnded | ResultChanged) for fact in row.facts):
            game.result_seq = row.seq
    return game


def refused_since(game: Game) -> Refused | None:
    """Return what was refused since the last row of a game; None without refusals."""
    return Refused(game.refused, game.refused_head) if game.refused else None


def head_of(game: Game) -> Head:
    """Return the head of a game, which the server signs."""
    if game.status == Game.Status.OPENING:
        return head_of_terms(game, TableTerms.objects.get(game=game).digest)
    return Head(
        game=str(game.pk),
        seq=game.seq,
        digest=game.head or sealing.GENESIS,
        refused=refused_since(game),
        commitment=game.commitment,
    )


def head_of_terms(game: Game, digest: str) -> Head:
    """Return the head that a game has from the closing of its table up to row 1."""
    return Head(str(game.pk), 0, digest, None, game.commitment)


class Conflict(Exception):
    """Write conflict: the game has changed since the read, or the key is used."""


def append(
    game: Game,
    rows: Sequence[Row],
    key: RequestKey | None = None,
    rest: ReceiptRest | None = None,
) -> None:
    """Write rows, the game after them, and the receipt of their request, atomically.

    Raises ``Conflict`` if the first row is not the next one, if its count of refused moves is not
    that of the game, or if the key has been used. The UPDATE of the game is conditional on the seq
    and the count before, and waits for a transaction that changes the game; a row is inserted only
    if the game has moved on.
    """
    database = connections[DEFAULT_DB_ALIAS]
    pk, moment = _key(database, game.pk), _time(database, game.changed_at)
    ended, before = _time(database, game.ended_at), rows[0].seq - 1
    deadline = _time(database, game.deadline)
    standing = [getattr(game, name) for name in _STANDING]
    refused = 0 if rows[0].refused is None else rows[0].refused.count
    written = [(_UPDATE_GAME, [*standing, deadline, moment, ended, pk, before, refused])]
    written += [_insert_of(row, pk, game.head, _time(database, _made_at(row))) for row in rows]
    written += [_insert_of_endless(row, pk, game) for row in rows if _is_endless(row)]
    for row in rows:
        written += _record_act(row, pk)
    if game.ended_at is not None:
        written.append((_CLOSE_CALLS, [game.seq, pk]))
        written.append((_END_SEATS, [ended, pk]))
    if key is not None:
        values = values_of(pk, key, game.seq, len(rows), rest or ReceiptRest())
        written.append((INSERT_RECEIPT, values))
    try:
        _write(database, written)
    except IntegrityError as error:
        raise Conflict from error


def insert_receipt(game_id: UUID, key: RequestKey, seq: int, rest: ReceiptRest) -> None:
    """Store the receipt of a command without rows; ``IntegrityError`` for a used key."""
    database = connections[DEFAULT_DB_ALIAS]
    values = values_of(_key(database, game_id), key, seq, 0, rest)
    _write(database, [(INSERT_RECEIPT, values)])


def count_refusal(game_id: UUID, seq: int, seat: Seat) -> int:
    """Count a refused move; return how many the seat has had refused at this seq."""
    database = connections[DEFAULT_DB_ALIAS]
    with database.cursor() as cursor:
        cursor.execute(_COUNT_REFUSAL, [_key(database, game_id), seq, seat])
        (count,) = cursor.fetchone()
    return int(count)


Statement = tuple[str, list[Any]]


def _write(database: BaseDatabaseWrapper, statements: Sequence[Statement]) -> None:
    """Run statements atomically, in one round trip if the database supports it.

    PostgreSQL takes several statements in one text, and runs such a text as one transaction if none
    is open. The number of round trips is what costs time.
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


def _made_at(row: Row) -> datetime:
    return datetime.fromisoformat(row.at)


def _insert_of(row: Row, pk: UUID | str, head: str, moment: Any) -> Statement:
    return _INSERT_EVENT, [
        pk,
        head,
        row.seq,
        row.seat,
        _text(row.actor),
        _text(row.move),
        pack_facts(msgspec.json.encode(row.facts)),
        _text(row.rulings),
        row.rules_version,
        "" if row.refused is None else _text(row.refused),
        "" if row.signed is None else _text(row.signed),
        row.digest,
        _text(row.sealed),
        moment,
    ]


def _is_endless(row: Row) -> bool:
    return any(ruling.rule == "common.endless" for ruling in row.rulings)


def _insert_of_endless(row: Row, pk: UUID | str, game: Game) -> Statement:
    """Record that no new game may use the edition of a game (common.endless)."""
    moment = _time(connections[DEFAULT_DB_ALIAS], _made_at(row))
    return _INSERT_ENDLESS, [game.edition_id, pk, row.seq, moment]


def _record_act(row: Row, pk: UUID | str) -> Iterator[Statement]:
    """Yield what keeps the index of acts and calls for a judge, and of revoked keys."""
    move = row.move
    if isinstance(move, RevokeKey):
        yield _UNSIGN_SEAT, [row.seq, pk, row.seat]
    if isinstance(move, (CallJudge, *ACTS)):
        moment = _time(connections[DEFAULT_DB_ALIAS], _made_at(row))
        kind, seat = str(move.__struct_config__.tag), row.seat
        who = [pk, row.seq, kind, seat, pk, seat]
        yield _INSERT_ACT, [*who, _text(row.actor), _text(move), moment]
    if isinstance(move, Withdraw):
        yield _CLOSE_ACT, [row.seq, pk, move.seq]
    elif isinstance(move, AnswerCall | CancelCall):
        yield _CLOSE_CALL, [row.seq, pk, row.seat]


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


# ---- reading rows

READ_ERRORS: Final = (
    *(msgspec.MsgspecError, AttributeError, LookupError),
    *(RecursionError, TypeError, ValueError),
)
"""The errors of reading rows and columns that were altered."""

_actors = msgspec.json.Decoder(Actor)
_moves = msgspec.json.Decoder(Start | Move)
_rulings = msgspec.json.Decoder(tuple[Ruling, ...])
_refused = msgspec.json.Decoder(Refused)
_signed = msgspec.json.Decoder(Signed)
_sealed = msgspec.json.Decoder(dict[str, sealing.HiddenPart])


def history(game: Game, *, after: int = 0, until: int | None = None) -> Iterator[Row]:
    """Return the rows of a game in order, after ``after`` and up to ``until``."""
    last = MAX_SEQ if until is None else until
    if after >= last:
        return
    database = connections[router.db_for_read(MoveEvent)]
    with database.cursor() as cursor:
        cursor.execute(_SELECT_EVENTS, [_key(database, game.pk), after, last])
        found = cursor.fetchall()
    for *values, at in found:
        yield row_of(game, (*values, _moment(at) if database.vendor == "sqlite" else at))


def count_choices(game: Game, seat: Seat, until: int | None = None) -> int:
    """Return how many rows a bot has on a seat, up to ``until`` or the last one."""
    database = connections[DEFAULT_DB_ALIAS]
    with database.cursor() as cursor:
        last = game.seq if until is None else until
        cursor.execute(_COUNT_CHOICES, [_key(database, game.pk), last, seat])
        (count,) = cursor.fetchone()
    return int(count)


def row_of(game: Game, values: Sequence[Any]) -> Row:
    """Return a row from the values of its columns, in the order of ``COLUMNS``."""
    seq, seat, actor, move, facts, rulings, version, refused, signed, digest, sealed, at = values
    return Row(
        game=str(game.pk),
        seq=seq,
        seat=seat,
        actor=_actors.decode(actor),
        move=_moves.decode(move),
        facts=decode_facts(unpack_facts(facts)),
        rulings=_rulings.decode(rulings),
        rules_version=version,
        refused=_refused.decode(refused) if refused else None,
        signed=_signed.decode(signed) if signed else None,
        at=stamp(at),
        digest=digest,
        sealed=_sealed.decode(sealed),
    )


def refusal_part(refusal: Refusal) -> dict[str, Any]:
    """Return a stored refusal as it is sealed; raises ``msgspec.MsgspecError``.

    It followed row ``seq``.
    """
    return {
        "seq": refusal.seq,
        "nth": refusal.nth,
        "seat": refusal.seat,
        "actor": msgspec.json.decode(refusal.actor),
        "before": msgspec.json.decode(refusal.before),
        "move": msgspec.json.decode(refusal.move),
        "code": refusal.code,
        "rule": refusal.rule,
        "params": msgspec.json.decode(refusal.params),
        "signed": msgspec.json.decode(refusal.signed) if refusal.signed else None,
        "at": stamp(refusal.created_at),
    }


def hidden_refusal(game: Game, refusal: Refusal) -> sealing.HiddenPart:
    """Return the salt and the commitment of a refusal, computed from the seed."""
    own = sealing.salt(game.secret, refusal.seq, sealing.refusal_path(refusal.nth))
    return sealing.HiddenPart(own.hex(), sealing.commit(own, refusal_part(refusal)))


def hidden_parts_of(game: Game, row: Row) -> dict[str, sealing.HiddenPart]:
    """Return the salts and commitments of a row, computed from the seed of its game."""
    _, parts = sealing.seal_parts(row.to_dict(), row.hidden(), game.secret)
    return parts


StoredFacts = tuple[int, str, bytes | memoryview]
"""The seq, the digest and the stored facts of a row."""


def _stored_facts(game: Game, after: int, until: int) -> Iterator[StoredFacts]:
    rows = MoveEvent.objects.filter(game_id=game.pk, seq__gt=after, seq__lte=until).order_by("seq")
    columns = rows.values_list("seq", "digest", "facts")
    return iter(columns.iterator(chunk_size=2000))


def state_from_rows(game: Game, at: int) -> State:
    """Return the state after row ``at``, folded from the first row."""
    return _folded(game, State(), _stored_facts(game, 0, at))


def state_at(game: Game, at: int, start: tuple[int, State] | None = None) -> State:
    """Return the state after row ``at``, to be read: no move and no audit rests on it.

    It is folded from the latest snapshot, or from ``start``, a seq and the state after it, if that
    is later.
    """
    first, state = start or (0, State())
    until = at
    while (found := snapshots.latest(game.pk, first, until))[0]:
        seq, snapshot = found
        # The first of these rows is the one that the snapshot must match.
        rows = _stored_facts(game, seq - 1, at)
        row = next(rows, None)
        known = row and snapshots.opened(snapshot, game.pk, seq, row[1])
        if known:
            return _folded(game, known, rows)
        until = seq - 1
    return _folded(game, state, _stored_facts(game, first, at))


def _folded(game: Game, state: State, rows: Iterable[StoredFacts]) -> State:
    """Return the state after further rows; snapshots are stored on the way."""
    state = state.copy()
    for seq, digest, facts in rows:
        for fact in decode_facts(unpack_facts(facts)):
            evolve(state, fact)
        snapshots.save(game.pk, seq, digest, state)
    return state


# ---- the state at the head


_remembered: Final[Recent[UUID, tuple[str, State]]] = Recent(500)
"""The latest states that this process has used, each with the digest of its row."""

STATE_CACHE_SECONDS: Final = 24 * 60 * 60
"""After how many seconds without a read a state expires in the shared cache."""


def load(game: Game) -> State:
    """Return the state at the head of a game, which the caller must not change."""
    head, remembered = _remembered.get(game.pk) or ("", None)
    if remembered is not None and head == game.head:
        return remembered
    state = _cached(game) or state_from_rows(game, game.seq)
    _remembered.put(game.pk, (game.head, state))
    return state


def remember(game_id: UUID, seq: int, head: str, state: State, *topics: str) -> None:
    """Cache the state at the head, after its row is committed, and announce topics."""
    _remembered.put(game_id, (head, state))
    snapshots.save(game_id, seq, head, state)
    packed = pack(game_id, seq, head, state)
    try:
        store_and_announce(_cache_key(game_id), packed, STATE_CACHE_SECONDS, *topics)
    except Exception:
        logger.warning("The cache did not take the state of game %s.", game_id, exc_info=True)


def has_snapshot(seq: int) -> bool:
    """Whether the state after a row is kept.

    Such a row is the last of those that are written together.
    """
    return seq % snapshots.SNAPSHOT_ROWS == 0


def forget() -> None:
    """Drop the states that this process holds; they are read again when needed."""
    _remembered.clear()


def _cached(game: Game) -> State | None:
    """Return the state in the shared cache if it belongs to this head."""
    try:
        return unpack(cache.get(_cache_key(game.pk)), game.pk, game.seq, game.head)
    except Exception:
        logger.warning("The cache did not give the state of game %s.", game.pk, exc_info=True)
    return None


def _cache_key(game_id: UUID) -> str:
    return f"state:{STATE_SHAPE}:{game_id}"
