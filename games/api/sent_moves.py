"""The moves of the engine that the bodies of requests name."""

from __future__ import annotations

from typing import Any, Final, get_args

from games.api.http.problem_documents import Flaw, RequestRefused
from games.engine import Move
from games.engine.moves import CatchUno, Choose, ClaimAbsent, SeatMove, StandIn
from games.messages.move_messages import ChooseRequest, MoveRequest, PlayRequest
from games.messages.ruled_moves import RuledMove
from games.wording.flaw_texts import RULING_REQUESTS

_MOVES: Final[dict[str, Any]] = {one.__struct_config__.tag: one for one in get_args(Move)}


def move_of(body: MoveRequest | RuledMove, seat: int) -> Move:
    """Return the move of a body, which a seat makes; refuse a catch of no seat."""
    kind = _MOVES[str(body.__struct_config__.tag)]
    members = {
        name: getattr(body, name)
        for name in kind.__struct_fields__
        if name not in ("seat", "target")
    }
    if issubclass(kind, SeatMove):
        members["seat"] = seat
    if kind in (CatchUno, ClaimAbsent, StandIn):
        members["target"] = _target_of(body)
    if kind is Choose:
        members["option"] = str(members["option"])
    made: Move = kind(**members)
    return made


def _target_of(body: MoveRequest | RuledMove) -> int:
    """Return the other seat of a move: ``target`` of a recorded one, else ``seat``."""
    target: int | None = getattr(body, "target", None)
    named: int | None = getattr(body, "seat", None) if target is None else target
    if named is None:
        flaw = Flaw("missing_field", RULING_REQUESTS["no-target"], pointer="/move/target")
        raise RequestRefused("malformed", flaws=[flaw])
    return named


def choices_of(body: MoveRequest | RuledMove) -> dict[str, Any]:
    """Return the answers that come with a move, by the kind of question."""
    if not isinstance(body, PlayRequest | ChooseRequest) or body.choices is None:
        return {}
    choices = body.choices
    given = {name: getattr(choices, name) for name in choices.__struct_fields__}
    return {kind: value for kind, value in given.items() if value is not None}
