"""What the database repeats of a game beside its rows, compared with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

import msgspec

from games.audit.bundle import Bundle, Event
from games.audit.examined import Examined
from games.audit.findings import Finding
from games.audit.sealed import ENDS
from games.engine import ACTS, HeroError, RulesetError, State, next_move_of_clock
from games.ledger import store
from games.ledger.rows import BotSeat, PlayerSeat, Start, moment_of, stamp
from games.ledger.terms import terms_digest
from games.models import Game, RecordedAct, Refusal, Seat, TableTerms
from games.play import selectors


def compare_columns(game: Game, examined: Examined) -> Iterator[Finding]:
    """Yield what does not agree with the rows: columns, seats, terms, acts, links."""
    if examined.start is None or examined.setup is None:
        return
    for name, (stored, expected) in _columns(game, examined, examined.start).items():
        if stored != expected:
            yield Finding("line", path=f"/{name}")
    yield from _seats(game, examined.start, examined.bundle.events)
    if not _has_terms(game, examined.bundle, examined.start):
        yield Finding("line", path="/terms")
    yield from _acts(game, examined.bundle.events, examined.start)
    yield from _links(game, examined)
    state = examined.end_state or _state_from_rows(game)
    if state is not None:
        if (game.to_act, game.waits_for_bot) != _open_prompt(game, state):
            yield Finding("line", path="/to_act")
        if game.stand_ins != state.stand_ins:
            yield Finding("line", path="/stand_ins")
        if game.deadline != _deadline(game, state):
            yield Finding("line", path="/deadline")


def _columns(game: Game, examined: Examined, start: Start) -> dict[str, tuple[Any, Any]]:
    """Return the columns by name: what is stored, and what the rows give."""
    events, chance = examined.bundle.events, start.chance
    is_over = game.status == Game.Status.OVER
    return {
        "setup": (_setup(game), msgspec.to_builtins(examined.setup)),
        "server_seed": (bytes(game.server_seed).hex(), examined.bundle.seed),
        "seed": (game.secret, examined.seed if examined.seed is not None else game.secret),
        "algorithm": (game.algorithm, chance.algorithm),
        "chance": (str(game.chance), chance.mode),
        "reveal": (str(game.reveal), start.reveal),
        "directors": (game.directors, start.directors),
        "organisers": (
            _decoded(game.organisers) or [],
            list(msgspec.to_builtins(start.organisers)),
        ),
        "result": (_result(game), _last_result(events)),
        "result_seq": (game.result_seq, _last(events, *ENDS)),
        "started_at": (_stamp(game.started_at), events[0].at),
        "changed_at": (_stamp(game.changed_at), events[-1].at),
        "ended_at": (_stamp(game.ended_at), _end_of(events) if is_over else None),
    }


def _setup(game: Game) -> Any:
    """Return the setup that the columns of a game give; None if they give none."""
    try:
        return msgspec.json.decode(msgspec.json.encode(selectors.setup_of(game)))
    except store.READ_ERRORS:
        return None


def _result(game: Game) -> Any:
    """Return the result that the columns of a game give; None while it runs."""
    if game.status != Game.Status.OVER:
        return None
    try:
        return game.winner, game.why, game.places_by_seat
    except store.READ_ERRORS:
        return ()


def _last_result(events: list[Event]) -> Any:
    """Return the result in the last fact that has one; None without any."""
    found = [fact for event in events for fact in event.facts if fact["fact"] in ENDS]
    if not found:
        return None
    places = found[-1].get("places")
    as_stored = tuple(places) if isinstance(places, list) else places
    return found[-1].get("winner"), found[-1].get("why"), as_stored


def _decoded(text: str) -> Any:
    try:
        return msgspec.json.decode(text) if text else None
    except (msgspec.MsgspecError, RecursionError):
        return text


def _stamp(moment: Any) -> str | None:
    return None if moment is None else stamp(moment)


def _last(events: list[Event], *kinds: str) -> int | None:
    """Return the number of the last event that has such a fact."""
    found = [event.seq for event in events if any(fact["fact"] in kinds for fact in event.facts)]
    return found[-1] if found else None


def _end_of(events: list[Event]) -> str | None:
    """Return the time of the game's end; later events only change its result."""
    ends = (event.at for event in events if _last([event], "game-ended") is not None)
    return next(ends, None)


def _seats(game: Game, start: Start, events: Sequence[Event]) -> Iterator[Finding]:
    """Yield the seats whose columns do not agree with the rows."""
    revoked = {one.seat: one.seq for one in events if one.move["move"] == "revoke-key"}
    try:
        seats = list(Seat.objects.filter(game_id=game.pk).order_by("number"))
    except store.READ_ERRORS:
        yield Finding("line", path="/seats")
        return
    if [seat.number for seat in seats] != list(range(len(start.seats))):
        yield Finding("line", path="/seats")
        return
    for seat in seats:
        is_unsigned = seat.unsigned_from != revoked.get(seat.number)
        if is_unsigned or _columns_of(seat) != _expected(start, seat.number):
            yield Finding("line", path=f"/seats/{seat.number}")


def _columns_of(seat: Seat) -> tuple[Any, ...]:
    is_bot = seat.kind == Seat.Kind.BOT
    return (
        str(seat.kind),
        None if seat.player_id is None else str(seat.player_id),
        (seat.bot, seat.bot_version, seat.bot_budget or 0) if is_bot else None,
        seat.key or None,
        seat.share or None,
        seat.share_commitment or None,
        # A name is erased together with its salt.
        bool(seat.name_salt) or not seat.name,
    )


def _expected(start: Start, number: int) -> tuple[Any, ...]:
    seat, chance = start.seats[number], start.chance
    is_bot = isinstance(seat, BotSeat)
    return (
        "bot" if is_bot else "player",
        None if isinstance(seat, BotSeat) else seat.player,
        (seat.bot, seat.version, seat.budget) if isinstance(seat, BotSeat) else None,
        None if isinstance(seat, BotSeat) else seat.key,
        chance.shares[number] if number < len(chance.shares) else None,
        chance.commitments[number] if number < len(chance.commitments) else None,
        True,
    )


def _has_terms(game: Game, bundle: Bundle, start: Start) -> bool:
    """Whether the terms that were stored are those of row 1."""
    try:
        stored = TableTerms.objects.get(game_id=game.pk)
        read = terms_digest(msgspec.json.decode(stored.text))
        known = (stored.digest, read, stamp(stored.created_at))
    except (*store.READ_ERRORS, TableTerms.DoesNotExist):
        return False
    return known == (bundle.terms_digest, bundle.terms_digest, start.closed_at)


# ---- the list of acts and of calls for a judge


class _Act(NamedTuple):
    """What the list says of a row: ``player`` has the seat that it names."""

    kind: str
    seat: int | None
    player: str | None
    actor: Any
    move: Any
    at: str | None


_LISTED: Final = frozenset((RecordedAct.CALL, *(str(one.__struct_config__.tag) for one in ACTS)))


def _acts(game: Game, events: Sequence[Event], start: Start) -> Iterator[Finding]:
    """Yield the rows that the list of acts does not repeat as they are."""
    closed = _closings(events)
    expected = {
        event.seq: _Act(
            event.move["move"],
            event.seat,
            _player_of(start, event.seat),
            msgspec.to_builtins(event.actor),
            event.move,
            event.at,
        )
        for event in events
        if event.move["move"] in _LISTED
    }
    columns = ("seq", "kind", "seat", "player_id", "actor", "move", "created_at", "closed_by")
    try:
        stored = list(RecordedAct.objects.filter(game_id=game.pk).values_list(*columns))
    except store.READ_ERRORS:
        yield Finding("line", path="/acts")
        return
    for seq, kind, seat, player, actor, move, at, closed_by in stored:
        by = None if player is None else str(player)
        act = _Act(kind, seat, by, _decoded(actor), _decoded(move), _stamp(at))
        if act != expected.pop(seq, None) or closed_by not in closed.get(seq, (None,)):
            row = seq if isinstance(seq, int) else 0
            yield Finding("line", row, row, path="/acts")
    for seq in expected:
        yield Finding("line", seq, seq, path="/acts")


def _player_of(start: Start, seat: int | None) -> str | None:
    sitting = None if seat is None or seat >= len(start.seats) else start.seats[seat]
    return sitting.player if isinstance(sitting, PlayerSeat) else None


def _closings(events: Sequence[Event]) -> dict[int, Sequence[int]]:
    """Return the rows that may have closed an act or a call, by its row.

    Without an answer it is the last of the rows that were written with the end of the game.
    """
    found: dict[int, Sequence[int]] = {}
    calls: dict[int | None, int] = {}
    for event in events:
        kind = event.move["move"]
        if kind == RecordedAct.CALL:
            calls[event.seat] = event.seq
        elif kind in ("answer-call", "cancel-call") and event.seat in calls:
            found[calls.pop(event.seat)] = (event.seq,)
        elif kind == "withdraw":
            found[event.move.get("seq", 0)] = (event.seq,)
        if _last([event], "game-ended") is not None:
            found |= dict.fromkeys(calls.values(), range(event.seq, events[-1].seq + 1))
            calls.clear()
    return found


# ---- the chain of refused moves


def _links(game: Game, examined: Examined) -> Iterator[Finding]:
    """Yield the rows after which a stored link is not that of its refusal."""
    known = {
        (seq, nth): link
        for seq, links in examined.links.items()
        for nth, link in enumerate(links, 1)
    }
    stored = Refusal.objects.filter(game_id=game.pk).values_list("seq", "nth", "link")
    for seq, nth, link in stored:
        if link != known.get((seq, nth), link):
            yield Finding("refusals", seq, seq, path="/link")


# ---- the state


def _state_from_rows(game: Game) -> State | None:
    """Return the state folded from the stored rows; None if they give none."""
    try:
        return store.state_from_rows(game, game.seq)
    except store.READ_ERRORS:
        return None


def _open_prompt(game: Game, state: State) -> tuple[int | None, bool]:
    """Return the seat to act, and whether the game waits for its bot."""
    seat = state.prompts[-1].seat if state.prompts else None
    return seat, seat is not None and (
        game.is_bot(seat) and not state.paused and state.window is None
    )


def _deadline(game: Game, state: State) -> datetime | None:
    """Return when the clock moves next; the stored time if rules are unreadable."""
    try:
        at = next_move_of_clock(selectors.ruleset_for(game), state)
    except (*store.READ_ERRORS, HeroError, RulesetError):
        return game.deadline
    return None if at is None else moment_of(at)
