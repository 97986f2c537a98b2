"""The first question: is anything in the file not what the server sealed?"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

import msgspec
from msgspec import UNSET

from games.audit.bundle import (
    ENDED,
    FULL,
    MAX_STORED,
    PUBLIC,
    STARTED,
    AnyRefusal,
    BotActor,
    Bundle,
    BundledActor,
    BundledName,
    BundledRefusal,
    ClockActor,
    CommittedRefusal,
    Event,
    OrganiserActor,
    PlayerActor,
    ReasonText,
    ResultFact,
    StartSetup,
    encode_part,
)
from games.audit.claims import STAND_IN, TAKE_BACK, StandIns, claims
from games.audit.event_parts import hidden_paths, is_void_start
from games.audit.examined import Examined
from games.audit.findings import UNNAMED_RESULT, Answer, Finding, answer
from games.audit.timed import timed
from games.json_pointers import value_at
from games.ledger.heads import Refused, head_message
from games.ledger.rows import BotSeat, PlayerSeat, Start
from games.ledger.sealing import commit_name
from games.ledger.signatures import verify

_SEAT_VIEW: Final = re.compile("seat:([0-9])")


def sealed(examined: Examined, trusted: Collection[str] = (), *, is_signed: bool = True) -> Answer:
    """Whether every row, and everything besides the rows, is as it was written.

    ``trusted`` are the accepted public keys; without any, the one in the file is accepted. Data
    from the database itself is not signed.
    """
    findings = list(_signed(examined.bundle, trusted)) if is_signed else []
    findings += _view(examined)
    findings += [Finding(one.code, one.first, one.last) for one in examined.breaks]
    findings += _beside(examined)
    findings += _hidden(examined.bundle.events)
    findings += _Refusals(examined).findings()
    findings += _actors(examined)
    findings += _judged_calls(examined)
    findings += claims(examined)
    findings += _times(examined)
    findings += timed(examined)
    findings += _result(examined)
    return answer(findings)


# ---- signatures


def _signed(bundle: Bundle, trusted: Collection[str]) -> Iterator[Finding]:
    by = bundle.signature
    if by is None:
        yield Finding("unsigned")
        return
    if trusted and by.public not in trusted:
        yield Finding("key")
    if not verify(by.public, head_message(bundle.head), by.head):
        yield Finding("head-signature")


# ---- the parts besides the rows


def _view(examined: Examined) -> Iterator[Finding]:
    view, seats = examined.bundle.view, _seat_count(examined)
    if (view == FULL) != (examined.bundle.seed is not None):
        yield Finding("view")
    elif view not in (FULL, PUBLIC):
        own = _SEAT_VIEW.fullmatch(view)
        if own is None or (seats is not None and int(own[1]) >= seats):
            yield Finding("view")


def _seat_count(examined: Examined) -> int | None:
    """Return how many seats row 1 has; None without row 1."""
    return len(examined.start.seats) if examined.start is not None else None


def _beside(examined: Examined) -> Iterator[Finding]:
    """Yield the parts besides the rows that disagree with the rows."""
    bundle, start, setup = examined.bundle, examined.start, examined.setup
    first = bundle.events[0]
    if STARTED in [fact["fact"] for fact in first.facts[1:]]:
        yield Finding("setup", first.seq, first.seq)
    for event, kinds in zip(bundle.events[1:], examined.fact_kinds[1:], strict=True):
        if STARTED in kinds or event.move.get("move") == "start":
            yield Finding("setup", event.seq, event.seq)
    if bundle.seed is not None and not examined.is_committed:
        yield Finding("seed")
    if start is None or setup is None:
        if first.seq <= 1:
            yield Finding("setup", 1, 1)
        return
    if not _fits_table(bundle, start, setup):
        yield Finding("setup", first.seq, first.seq)
    if not examined.has_edition:
        yield Finding("edition")
    if bundle.names is None:
        yield Finding("no-names", path="/names", note=True)
    for at, (seat, given) in enumerate(zip(start.seats, bundle.names or (), strict=False)):
        if not _is_name_of(seat, given):
            yield Finding("name", path=f"/names/{at}")


def _is_name_of(seat: PlayerSeat | BotSeat, given: BundledName | None) -> bool:
    """Whether a name opens the commitment of its seat, or was erased; a bot has none."""
    if given is None or isinstance(seat, BotSeat):
        return given is None and isinstance(seat, BotSeat)
    if isinstance(given.salt, str) and isinstance(given.name, str):
        return commit_name(bytes.fromhex(given.salt), given.name) == seat.name
    return True


def _fits_table(bundle: Bundle, start: Start, setup: StartSetup) -> bool:
    """Whether the lists of row 1 and its stand-in fit, and no seat made its move."""
    first = bundle.events[0]
    if (first.seat, first.refused, first.signed) != (None, None, None):
        return False
    organisers = [one.player for one in start.organisers]
    if len(set(organisers)) < len(organisers):
        return False
    if (start.stand_in is not None) != (setup.options.get("absence") == "bot"):
        return False
    names = start.seats if bundle.names is None else bundle.names
    by_seat = (start.seats, names, start.chance.commitments, start.chance.shares)
    return {len(one) for one in by_seat} == {setup.seats} and (
        not setup.heroes or len(setup.heroes) == setup.seats
    )


# ---- hidden parts


def _hidden(events: Sequence[Event]) -> Iterator[Finding]:
    """Yield the rows that hide what must not be hidden, or not what must be."""
    for event in events:
        if not _is_rightly_hidden(event):
            yield Finding("hidden", event.seq, event.seq)


def _is_rightly_hidden(event: Event) -> bool:
    try:
        are_named = hidden_paths(event) == list(event.hidden)
        return are_named and all(_fits(event, *part) for part in event.hidden.items())
    except (AttributeError, LookupError, TypeError, ValueError):
        return False


def _fits(event: Event, path: str, given: dict[str, str]) -> bool:
    """Whether a hidden part has a value if it is shown, and none if it is not."""
    parts = {"facts": event.facts, "move": event.move, "signed": event.signed}
    return (value_at(parts, path) is not None) == ("salt" in given)


# ---- refused moves


class _Refusals:
    """Checks the refused moves against the rows and the head."""

    def __init__(self, examined: Examined) -> None:
        self.examined = examined
        self.view = examined.bundle.view

    def findings(self) -> Iterator[Finding]:
        """Yield one finding a row after which the refusals are not those that were sealed."""
        bundle = self.examined.bundle
        there = {event.seq for event in bundle.events}
        places = [(one["seq"], one["nth"]) for one in bundle.refusals]
        wrong = {seq for seq in self.examined.refusals if seq not in there}
        wrong |= {later[0] for before, later in pairwise(places) if later <= before}
        following = [(event.seq, event.refused) for event in bundle.events[1:]]
        following.append((bundle.head.seq + 1, bundle.head.refused))
        for event, (seq, refused) in zip(bundle.events, following, strict=True):
            if seq == event.seq + 1 and not self._fit(event.seq, refused):
                wrong.add(event.seq)
        for seq in sorted(wrong):
            yield Finding("refusals", seq, seq)

    def _fit(self, seq: int, refused: Refused | None) -> bool:
        stored = self.examined.refusals.get(seq, [])
        if refused is None or not stored:
            return refused is None and not stored
        if [one.nth for one in stored] != list(range(1, len(stored) + 1)):
            return False
        if not all(self._may_see(one) for one in stored):
            return False
        links = self.examined.links.get(seq)
        if links is not None and (not links or links[-1] != refused.head):
            return False
        return refused.count == len(stored) or (
            refused.count > len(stored) and self._may_be_counted(stored)
        )

    def _may_see(self, one: AnyRefusal) -> bool:
        return isinstance(one, CommittedRefusal) or self.view in (FULL, f"seat:{one.seat}")

    def _may_be_counted(self, stored: Collection[object]) -> bool:
        """Whether one seat has so many stored refusals that others were only counted."""
        own: dict[int, int] = {}
        hidden = 0
        for one in stored:
            if isinstance(one, BundledRefusal):
                own[one.seat] = own.get(one.seat, 0) + 1
            elif isinstance(one, CommittedRefusal):
                hidden += 1
        return max((hidden, *own.values())) >= MAX_STORED


# ---- actors

ANSWERS: Final = frozenset(("play", "choose", "catch-uno", "draw", "pass", "call-uno", "resign"))
"""The moves of players and bots."""

CLOCK_MOVES: Final = frozenset(("stand", "close-window"))
"""The moves of the clock for no seat."""

PLAYER_MOVES: Final = frozenset(
    ("call-judge", "cancel-call", "revoke-key", "claim-absent", STAND_IN, TAKE_BACK)
)
"""The moves of players that bots do not make."""

HELD_MOVES: Final = frozenset((TAKE_BACK, "resign"))
"""The moves of a player for whom a bot plays."""

SEAT_ACTS: Final = frozenset(
    ("answer-call", "remove", "game-loss", "warn", "penalize", "deduct", "adjust-clock")
)
GAME_ACTS: Final = frozenset(("note", "withdraw", "pause", "resume", "void", "correct"))
RESULT_ACTS: Final = frozenset(
    ("remove", "game-loss", "penalize", "deduct", "adjust-clock", "void", "correct")
)
"""The acts that change who wins, or may."""
NOTED: Final = frozenset(("warn", "note"))
"""The acts that their organiser may withdraw."""
CONFIRMED_ACTS: Final = frozenset(("void", "correct"))
"""The acts that need a second organiser if row 1 says so."""


def _actors(examined: Examined) -> Iterator[Finding]:
    start, upgraded, noted = examined.start, dict[int, list[int]](), dict[int, str]()
    unnamed: list[Event] = []
    if start is None:
        return
    bots, held = StandIns(start), dict[int, set[int | None]]()
    for event in examined.bundle.events:
        is_made = _may_make(event, start, bots, is_first=event is examined.bundle.events[0])
        if not is_made or not _may_withdraw(event, noted):
            yield Finding("actor", event.seq, event.seq, path="/actor")
        elif type(event.actor) is OrganiserActor and not start.organisers:
            unnamed.append(event)
        elif type(event.actor) is BotActor and event.seat is not None:
            bot = bots.bot_of(event.seat)
            if bot is not None and event.actor.version != bot.version:
                upgraded.setdefault(event.seat, []).append(event.seq)
        bots.follow(event)
        held[event.seq] = set(bots.seats)
    changed = [event for event in unnamed if event.move["move"] in RESULT_ACTS]
    for code, acts in (("unnamed-organisers", unnamed), (UNNAMED_RESULT, changed)):
        if acts:
            yield Finding(code, acts[0].seq, acts[-1].seq, path="/actor", note=True)
    for rows in upgraded.values():
        yield Finding("bot-version", rows[0], rows[-1], path="/actor", note=True)
    for stored in examined.refusals.values():
        for one in stored:
            bots.seats = held.get(one.seq, set())
            if isinstance(one, BundledRefusal) and not _may_try(one, start, bots):
                yield Finding("actor", one.seq, one.seq, path="/refused")


def _may_make(event: Event, start: Start, bots: StandIns, *, is_first: bool) -> bool:
    """Whether the actor of an event may make its move for its seat."""
    actor, kind, seat = event.actor, event.move.get("move"), event.seat
    if is_first:
        return type(actor) is PlayerActor or (
            type(actor) is ClockActor and start.chance.mode == "shared" and is_void_start(event)
        )
    own = event.move.get("seat", UNSET)
    if type(own) is not type(seat) or own != seat:
        return False
    if kind in CLOCK_MOVES:
        return seat is None and type(actor) is ClockActor
    if kind in GAME_ACTS:
        return seat is None and _is_act(actor, kind, start)
    if seat is None or seat >= len(start.seats):
        return False
    if kind in SEAT_ACTS:
        return _is_act(actor, kind, start)
    if kind == "expire":
        return type(actor) is ClockActor
    if kind == "revoke-key" and getattr(start.seats[seat], "key", None) is None:
        return False
    is_player = type(actor) is PlayerActor
    may_move = kind in ANSWERS or (kind in PLAYER_MOVES and is_player)
    if seat in bots.seats and (kind in HELD_MOVES) != is_player:
        return False
    return may_move and _has_seat(actor, seat, bots)


def _may_withdraw(event: Event, noted: dict[int, str]) -> bool:
    """Whether a withdrawal names a standing warning or note of its own organiser.

    ``noted`` has their organisers by row, and follows the event.
    """
    actor, kind = event.actor, event.move.get("move")
    if type(actor) is not OrganiserActor:
        return True
    if kind in NOTED:
        noted[event.seq] = actor.player
    if kind != "withdraw":
        return True
    seq = event.move.get("seq")
    if type(seq) is not int or noted.get(seq) != actor.player:
        return False
    del noted[seq]
    return True


def _may_try(refusal: BundledRefusal, start: Start, bots: StandIns) -> bool:
    """Whether the actor of a refused move may try one for its seat."""
    if type(refusal.actor) is not ClockActor:
        return _has_seat(refusal.actor, refusal.seat, bots)
    is_expire = isinstance(refusal.move, dict) and refusal.move.get("move") == "expire"
    return is_expire and refusal.seat < len(start.seats)


def _is_act(actor: BundledActor, kind: Any, start: Start) -> bool:
    if type(actor) is not OrganiserActor:
        return False
    second, named = actor.second, [one.player for one in start.organisers]
    acting = (actor.player, second) if isinstance(second, str) else (actor.player,)
    if named and not all(one in named for one in acting):
        return False
    if start.directors == 2 and kind in CONFIRMED_ACTS:
        return isinstance(second, str) and second != actor.player
    return not isinstance(second, str)


def _has_seat(actor: BundledActor, seat: int, bots: StandIns) -> bool:
    """Whether row 1 gives a seat to an actor, or a bot stands in there."""
    seats = bots.start.seats
    owner = seats[seat] if seat < len(seats) else None
    if type(actor) is PlayerActor:
        return type(owner) is PlayerSeat and owner.player == actor.player
    if type(actor) is BotActor:
        bot = bots.bot_of(seat)
        return bot is not None and bot.bot == actor.name
    return False


# ---- calls for a judge

MAX_CALLS: Final = 10
"""How many times a seat may call a judge in a game."""

CALL_FACTS: Final = frozenset(("judge-called", "call-closed", "paused", "resumed"))


def _judged_calls(examined: Examined) -> Iterator[Finding]:
    """Yield the rows whose calls, answers and pauses are not those of their moves."""
    if examined.setup is None:
        return
    terms = examined.setup.options.get("clock")
    calls = _Calls(stops_clock=isinstance(terms, dict) and terms.get("call_stops") is True)
    for event in examined.bundle.events:
        if not calls.follow(event):
            yield Finding("calls", event.seq, event.seq)


class _Calls:
    """The calls for a judge, row by row, and whether the game is paused."""

    def __init__(self, *, stops_clock: bool) -> None:
        self.stops_clock = stops_clock
        self.made: list[int | None] = []
        self.open: set[int | None] = set()
        self.is_paused = False
        self.is_stopped = False
        """Whether a call has paused the game."""

    def follow(self, event: Event) -> bool:
        """Go on by a row; return whether it has the facts that its move must cause."""
        expected = self._expected(event.move, event.seat)
        recorded = [fact for fact in event.facts if fact["fact"] in CALL_FACTS]
        if any(fact["fact"] == "game-ended" for fact in event.facts):
            self.open.clear()
            self.is_paused = self.is_stopped = False
            return True
        return expected is not None and encode_part(recorded) == encode_part(expected)

    def _expected(self, move: dict[str, Any], seat: int | None) -> list[dict[str, Any]] | None:
        """Return the facts of a move; None if the move is not possible."""
        match move.get("move"):
            case "pause":
                return self._pause(is_possible=not self.is_paused)
            case "resume":
                return self._resume(is_possible=self.is_paused)
            case "call-judge":
                return self._call(move, seat)
            case "cancel-call":
                return self._close(seat, "cancelled")
            case "answer-call" if move.get("outcome") in ("upheld", "refused", "noted"):
                return self._close(seat, move["outcome"])
            case "answer-call":
                return None
        return []

    def _pause(self, *, is_possible: bool) -> list[dict[str, Any]] | None:
        self.is_paused = True
        return [{"fact": "paused"}] if is_possible else None

    def _resume(self, *, is_possible: bool) -> list[dict[str, Any]] | None:
        self.is_paused = self.is_stopped = False
        return [{"fact": "resumed"}] if is_possible else None

    def _call(self, move: dict[str, Any], seat: int | None) -> list[dict[str, Any]] | None:
        if seat in self.open or self.made.count(seat) >= MAX_CALLS or not _is_reason(move):
            return None
        self.made.append(seat)
        self.open.add(seat)
        called = {"fact": "judge-called", "seat": seat}
        if not self.stops_clock or self.is_paused:
            return [called]
        self.is_paused = self.is_stopped = True
        return [called | {"stops": True}, {"fact": "paused"}]

    def _close(self, seat: int | None, outcome: str) -> list[dict[str, Any]] | None:
        if seat not in self.open:
            return None
        self.open.discard(seat)
        closed = {"fact": "call-closed", "seat": seat, "outcome": outcome}
        if not self.is_stopped or self.open:
            return [closed]
        self.is_paused = self.is_stopped = False
        return [closed, {"fact": "resumed"}]


def _is_reason(move: dict[str, Any]) -> bool:
    try:
        msgspec.convert(move.get("reason"), ReasonText)
    except msgspec.ValidationError:
        return False
    return True


# ---- times


def _times(examined: Examined) -> Iterator[Finding]:
    before, refusals = "", dict(examined.refusals)
    for event in examined.bundle.events:
        if event.at < before:
            yield Finding("time", event.seq, event.seq, path="/at")
        before = event.at
        for one in refusals.pop(event.seq, ()):
            if isinstance(one, BundledRefusal):
                if one.at < before:
                    yield Finding("time", event.seq, event.seq, path="/refused")
                before = one.at


# ---- the result


ENDS: Final = frozenset((ENDED, "result-changed"))


def _result(examined: Examined) -> Iterator[Finding]:
    """Yield the facts whose result is none."""
    seats = _seat_count(examined)
    for event, kinds in zip(examined.bundle.events, examined.fact_kinds, strict=True):
        if ENDS.isdisjoint(kinds):
            continue
        for at, fact in enumerate(event.facts):
            if fact["fact"] in ENDS and not _is_valid(fact, seats):
                yield Finding("result", event.seq, event.seq, path=f"/facts/{at}")


def _is_valid(fact: dict[str, Any], seats: int | None) -> bool:
    """Whether the places of a result are an order in which the winner is first."""
    try:
        result = msgspec.convert(fact, ResultFact)
    except msgspec.ValidationError:
        return False
    winner, places = result.winner, result.places
    if result.why == "void":
        return winner is None and places is None
    if places is None or len(places) != seats or places != _ranks(places):
        return False
    return winner is None or (winner < seats and places[winner] == 1)


def _ranks(places: Iterable[int]) -> list[int]:
    given = list(places)
    return [1 + sum(other < one for other in given) for one in given]
