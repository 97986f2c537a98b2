"""Which acts an organiser can do now, and what an act would be as an event."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

import msgspec

from games.engine import NOBODY, Act, IllegalMove, Ruleset, State, check_move, redact
from games.engine.moves import (
    AdjustClock,
    AnswerCall,
    Deduct,
    GameLoss,
    Note,
    Pause,
    Penalize,
    Remove,
    Resume,
    Void,
    Warn,
)
from games.errors import NoSuchSeat
from games.ledger.rows import Actor
from games.ledger.seen_events import SeenEvent
from games.models import Game, RecordedAct
from games.play.deciding import dry_run
from games.play.directing import AskedAct, Organiser, check_rights, proposed_command
from games.play.selectors import PlayedEvent, ruleset_for, state_after

_by = msgspec.json.Decoder(Actor)


class Amount(NamedTuple):
    """The member of an act that is a number, and its bounds; it is not 0."""

    name: str
    least: int
    most: int


class OwnAct(NamedTuple):
    """A warning or a note that an organiser can withdraw."""

    seq: int
    reason: str


@dataclass(frozen=True, slots=True)
class PossibleAct:
    """An act that the rules accept now.

    ``name`` is that of its texts, ``body`` what it always has. ``seats`` are the seats that it may
    be about, None if it names none; ``withdrawable`` what a withdrawal may name. ``is_final``: it
    cannot be undone.
    """

    name: str
    body: dict[str, str]
    seats: tuple[int, ...] | None = None
    amount: Amount | None = None
    withdrawable: tuple[OwnAct, ...] | None = None
    is_final: bool = False


class _Tried(NamedTuple):
    """An act about a seat, as it is tried with each seat."""

    name: str
    make: Callable[[int], Act]
    body: dict[str, str]
    amount: Amount | None = None
    is_final: bool = False


def _answer(outcome: str) -> _Tried:
    body = {"act": "answer-call", "outcome": outcome}
    return _Tried(f"call-{outcome}", partial(AnswerCall, outcome=outcome), body)  # type: ignore[arg-type]


OF_SEATS: Final = (
    *map(_answer, ("upheld", "refused", "noted")),
    _Tried("warn", Warn, {"act": "warn"}),
    _Tried("penalize", partial(Penalize, count=1), {"act": "penalize"}, Amount("count", 1, 10)),
    _Tried("deduct", partial(Deduct, points=1), {"act": "deduct"}, Amount("points", 1, 500)),
    _Tried(
        "adjust-clock",
        partial(AdjustClock, seconds=1),
        {"act": "adjust-clock"},
        Amount("seconds", -3600, 3600),
    ),
    _Tried("remove", Remove, {"act": "remove"}, is_final=True),
    _Tried("game-loss", GameLoss, {"act": "game-loss"}, is_final=True),
)
"""The acts about a seat, each with the least that it may do."""

OF_GAME: Final[tuple[tuple[str, Act, bool], ...]] = (
    ("pause", Pause(), False),
    ("resume", Resume(), False),
    ("note", Note(), False),
    ("void", Void(), True),
)
"""The acts about a game as a whole, and whether they are final."""


def possible_acts(game: Game, organiser: Organiser) -> list[PossibleAct]:
    """Return the acts that the rules accept now.

    They are in the order of ``OF_SEATS`` and ``OF_GAME``. Before the start of a game there is the
    note alone. Raises what ``check_rights`` raises.
    """
    check_rights(game, organiser)
    if not game.seq:
        return [PossibleAct("note", {"act": "note"})]
    ruleset, state = ruleset_for(game), state_after(game=game)
    found = [*_about_seats(ruleset, state), *_about_game(ruleset, state)]
    own = _withdrawable(game, organiser)
    if own and state.result is None:
        found.append(PossibleAct("withdraw", {"act": "withdraw"}, withdrawable=own))
    if state.result is not None:
        body, seats = {"act": "correct"}, tuple(range(state.seats))
        found.append(PossibleAct("correct", body, seats=seats, is_final=True))
    return found


def _about_seats(ruleset: Ruleset, state: State) -> Iterator[PossibleAct]:
    for one in OF_SEATS:
        seats = tuple(
            seat for seat in range(state.seats) if _is_legal(ruleset, state, one.make(seat))
        )
        if seats:
            yield PossibleAct(one.name, one.body, seats, one.amount, is_final=one.is_final)


def _about_game(ruleset: Ruleset, state: State) -> Iterator[PossibleAct]:
    for name, act, is_final in OF_GAME:
        if _is_legal(ruleset, state, act):
            yield PossibleAct(name, {"act": name}, is_final=is_final)


def _is_legal(ruleset: Ruleset, state: State, act: Act) -> bool:
    try:
        check_move(ruleset, state, act)
    except IllegalMove:
        return False
    return True


def _withdrawable(game: Game, organiser: Organiser) -> tuple[OwnAct, ...]:
    kinds = ("warn", "note")
    acts = RecordedAct.objects.filter(game=game.pk, kind__in=kinds, closed_by=None).order_by("seq")
    found = ((one.seq, _by.decode(one.actor)) for one in acts)
    return tuple(OwnAct(seq, by.reason) for seq, by in found if by.player == organiser.id)


class ForeseenAct(NamedTuple):
    """An act as the event that it would be for the public.

    ``is_whole``: its facts are known. They are not if they depend on hidden cards or on chance.
    """

    event: PlayedEvent
    is_whole: bool


def foresee_act(asked: AskedAct) -> ForeseenAct:
    """Return what an act would be; raises what ``direct`` raises, and stores nothing.

    An act that needs a second organiser is foreseen too. A signature is not checked.
    """
    game, act, command = asked.game, asked.act, proposed_command(asked)
    if act.seat is not None and not 0 <= act.seat < game.seats:
        raise NoSuchSeat(act.seat, game.seats)
    decision, before = dry_run(game, command), state_after(game=game)
    event = SeenEvent(
        seq=game.seq + 1,
        seat=act.seat,
        actor=command.actor,
        move=act,
        facts=tuple(redact(fact, NOBODY) for fact in decision.facts) if decision else (),
        rulings=decision.rulings if decision else (),
        rules_version="",
        refused=None,
        signed=None,
        at="",
        digest="",
        sealed={},
        salts={},
    )
    return ForeseenAct(PlayedEvent(event, None, before, before), decision is not None)
