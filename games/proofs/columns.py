"""The columns of a game and its seats, compared with the rows."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

import msgspec

from games.audit.bundle import Event
from games.audit.examined import Examined
from games.audit.findings import Finding
from games.engine import HeroError, RulesetError, State, next_move_of_clock
from games.ledger import store
from games.ledger.rows import BotSeat, Start, moment_of, stamp
from games.models import Game, Seat
from games.play import selectors

UNREADABLE: Final = (msgspec.MsgspecError, AttributeError, LookupError, TypeError, ValueError)
"""The errors of reading altered rows and columns."""


def compare_columns(game: Game, examined: Examined) -> Iterator[Finding]:
    """Yield the columns that do not agree with the rows."""
    if examined.start is None or examined.setup is None:
        return
    for name, (stored, expected) in _columns(game, examined, examined.start).items():
        if stored != expected:
            yield Finding("line", path=f"/{name}")
    yield from _seats(game, examined.start)
    state = examined.end_state or _state_from_rows(game)
    if state is not None:
        if (game.to_act, game.waits_for_bot) != _open_prompt(game, state):
            yield Finding("line", path="/to_act")
        if game.deadline != _deadline(game, state):
            yield Finding("line", path="/deadline")


def _columns(game: Game, examined: Examined, start: Start) -> dict[str, tuple[Any, Any]]:
    """Return the columns by name: what is stored, and what the rows give."""
    events, chance = examined.bundle.events, start.chance
    is_over = game.status == Game.Status.OVER
    named = {} if chance.beacon is None else msgspec.to_builtins(chance.beacon)
    beacon = {name: part for name, part in named.items() if part is not None} or None
    return {
        "setup": (_setup(game), msgspec.to_builtins(examined.setup)),
        "seed": (game.secret, examined.seed if examined.seed is not None else game.secret),
        "algorithm": (game.algorithm, chance.algorithm),
        "chance": (str(game.chance), chance.mode),
        "beacon": (_decoded(game.beacon), beacon),
        "reveal": (str(game.reveal), start.reveal),
        "directors": (game.directors, start.directors),
        "organisers": (
            _decoded(game.organisers) or [],
            list(msgspec.to_builtins(start.organisers)),
        ),
        "result_seq": (game.result_seq, _last(events, "game-ended", "result-changed")),
        "started_at": (_stamp(game.started_at), events[0].at),
        "changed_at": (_stamp(game.changed_at), events[-1].at),
        "ended_at": (_stamp(game.ended_at), _end_of(events) if is_over else None),
    }


def _setup(game: Game) -> Any:
    """Return the setup that the columns of a game give; None if they give none."""
    try:
        return msgspec.json.decode(msgspec.json.encode(selectors.setup_of(game)))
    except (LookupError, TypeError, ValueError):
        return None


def _decoded(text: str) -> Any:
    try:
        return msgspec.json.decode(text) if text else None
    except msgspec.MsgspecError:
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


def _seats(game: Game, start: Start) -> Iterator[Finding]:
    """Yield the seats whose columns do not agree with row 1."""
    seats = list(Seat.objects.filter(game_id=game.pk).order_by("number"))
    if [seat.number for seat in seats] != list(range(len(start.seats))):
        yield Finding("line", path="/seats")
        return
    for seat in seats:
        if _columns_of(seat) != _expected(start, seat.number):
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


def _state_from_rows(game: Game) -> State | None:
    """Return the state folded from the stored rows; None if they give none."""
    try:
        return store.state_from_rows(game, game.seq)
    except UNREADABLE:
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
    except (*UNREADABLE, HeroError, RulesetError):
        return game.deadline
    return None if at is None else moment_of(at)
