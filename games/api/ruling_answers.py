"""Requests to the rulings desk and its rulings, as structs of the API."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from games.api.http.problem_documents import Flaw, RequestRefused, refused_by
from games.api.positions import render_table
from games.engine import (
    NOBODY,
    AdjustClock,
    CallUno,
    CatchUno,
    Choose,
    Correct,
    Draw,
    Expire,
    Fact,
    IllegalMove,
    Move,
    Pass,
    Pause,
    Penalize,
    Play,
    Remove,
    Resign,
    Resume,
    Ruleset,
    State,
    Void,
    Warn,
    observe,
    redact_move,
    reveal,
)
from games.engine.facts import Prompted
from games.engine.moves import ACTS, ANSWERS
from games.engine.zones import HERO
from games.ledger.rows import EVERYTHING, Actor
from games.ledger.seen_events import SeenEvent
from games.messages.records import (
    RulingRequest,
    RulingStepResponse,
    TablePositionResponse,
    VerdictResponse,
)
from games.messages.ruled_moves import (
    RuledAdjustClock,
    RuledCallUno,
    RuledCatchUno,
    RuledChoose,
    RuledCorrect,
    RuledDraw,
    RuledExpire,
    RuledMove,
    RuledPass,
    RuledPause,
    RuledPenalize,
    RuledPlay,
    RuledRemove,
    RuledResign,
    RuledResume,
    RuledVoid,
    RuledWarn,
)
from games.models import Game
from games.play import selectors
from games.play.selectors import PlayedEvent
from games.rulings.desk import (
    SEED,
    Case,
    DeskVerdict,
    OpenedCase,
    RuledEvent,
    Setting,
    asked_seat,
    heroes_in,
    open_case,
    open_position,
    rule,
)
from games.rulings.position_request import PositionRefused, PositionRequest
from games.wording.event_texts import EventTexts
from games.wording.flaw_texts import RULING_REQUESTS
from games.wording.labels import named_params, seat_label
from games.wording.language import Language, Text
from games.wording.problems import PROBLEMS, format_text
from games.wording.prompt_texts import render_prompts
from games.wording.rules import cited_rules, refusal_by

# ---- the question


def check_request(body: RulingRequest, language: Language) -> None:
    """Raise ``Refused`` unless a question names a table and a position, or a game."""
    table = ("variant", "seats", "position", "edition", "options", "heroes")
    if body.game is not None:
        named = [name for name in table if getattr(body, name) is not None]
        flaws = [
            _flaw("unknown_field", name, RULING_REQUESTS["beside-game"], language) for name in named
        ]
    else:
        missing = [name for name in table[:3] if getattr(body, name) is None]
        flaws = [
            _flaw("missing_field", name, RULING_REQUESTS["missing"], language) for name in missing
        ]
        if body.at is not None:
            flaws.append(_flaw("unknown_field", "at", RULING_REQUESTS["without-game"], language))
    if flaws:
        raise RequestRefused("malformed", flaws=flaws)


def _flaw(code: str, name: str, text: Text, language: Language) -> Flaw:
    return Flaw(code, text.to(language), pointer=f"/{name}")


def case_of(body: RulingRequest) -> Case:
    """Return the table and position of a question that names no game."""
    assert body.variant is not None
    assert body.seats is not None
    assert body.position is not None
    return Case(
        variant=body.variant,
        seats=body.seats,
        position=body.position,
        edition=body.edition,
        options=body.options or {},
        heroes=tuple(body.heroes or ()),
        seed=seed_of(body) or SEED,
    )


def seed_of(body: RulingRequest) -> bytes:
    """Return the seed of a question, empty if it names none."""
    return b"" if body.seed is None else bytes.fromhex(body.seed)


def position_request(response: TablePositionResponse) -> PositionRequest:
    """Return a position as a client would send it back."""
    return msgspec.convert(msgspec.to_builtins(response), PositionRequest)


def position_of(game: Game, viewer: int, at: int) -> TablePositionResponse:
    """Return the position after an event as a viewer may see it."""
    state = selectors.state_after(game=game, at=at)
    view = selectors.view_of(selectors.ruleset_for(game), state, viewer)
    return render_table(view, state, at)


def rule_on(
    move: RuledMove, opened: OpenedCase, seat: int | None, language: Language
) -> tuple[DeskVerdict, int | None]:
    """Rule on a move; return the verdict with the seat that makes it, if any."""
    mover = _seat_of(move, seat, opened.awaited_seat())
    made = engine_move(move, mover, language)
    return rule(opened, made, choices_with(move)), made.seat


def rule_at_table(
    case: Case, move: RuledMove, seat: int | None, language: Language
) -> VerdictResponse:
    """Rule on a move at a table and in a position."""
    opened = open_case(case, _held(move, seat, case.position))
    verdict, mover = rule_on(move, opened, seat, language)
    return render_ruling(verdict, mover, (), language)


def rule_in_game(
    game: Game,
    position: PositionRequest,
    move: RuledMove,
    seat: int | None,
    language: Language,
    *,
    names: Sequence[str] = (),
    seed: bytes = b"",
) -> VerdictResponse:
    """Rule on a move in a position of a game as a viewer sees it.

    Nothing but the position is read of the game while its cards are hidden, so the answer cannot
    depend on them. Once they are open to all, chance is that of the game.
    """
    usual = game.secret if game.is_opened else SEED
    held = _held(move, seat, position)
    opened = open_position(setting_of(game, position), position, seed or usual, held)
    verdict, mover = rule_on(move, opened, seat, language)
    return render_ruling(verdict, mover, names, language)


def setting_of(game: Game, position: PositionRequest) -> Setting:
    """Return the table of a game, with the heroes that lie there."""
    heroes = heroes_in(position, game.seats)
    return Setting(game.variant, game.edition_id, game.seats, game.options, heroes)


def _seat_of(move: RuledMove, seat: int | None, default: int) -> int:
    named = mover_of(move)
    if named is not None:
        return named
    return default if seat is None else seat


def _held(move: RuledMove, seat: int | None, position: PositionRequest) -> tuple[int, str] | None:
    """Return the card that is to be played, and the seat that holds it then."""
    card = card_of(move)
    return None if card is None else (_seat_of(move, seat, asked_seat(position)), card)


# ---- the move


def mover_of(move: RuledMove) -> int | None:
    """Return the seat that a move names as the one that moves, if it does."""
    if isinstance(move, RuledCatchUno) and move.target is None:
        return None
    return move.seat


def card_of(move: RuledMove) -> str | None:
    """Return the card that a move plays."""
    return move.card if isinstance(move, RuledPlay) else None


def engine_move(move: RuledMove, seat: int, language: Language) -> Move:
    """Return the move that a seat makes; raises ``Refused`` for a catch of no seat."""
    match move:
        case RuledPlay(card=card, uno=uno):
            return Play(seat, card, uno)
        case RuledDraw():
            return Draw(seat)
        case RuledPass():
            return Pass(seat)
        case RuledChoose(option=option):
            return Choose(seat, str(option))
        case RuledCallUno():
            return CallUno(seat)
        case RuledCatchUno():
            return CatchUno(seat, _caught(move, language))
        case RuledResign():
            return Resign(seat)
        case RuledExpire():
            return Expire(seat)
        case RuledRemove(seat=removed):
            return Remove(removed)
        case RuledWarn(seat=warned):
            return Warn(warned)
        case RuledPenalize(seat=penalized, count=count):
            return Penalize(penalized, count)
        case RuledAdjustClock(seat=timed, seconds=seconds):
            return AdjustClock(timed, seconds)
        case RuledPause():
            return Pause()
        case RuledResume():
            return Resume()
        case RuledVoid():
            return Void()
        case RuledCorrect(winner=winner, places=places):
            return Correct(winner=winner, places=places)


def _caught(move: RuledCatchUno, language: Language) -> int:
    victim = move.seat if move.target is None else move.target
    if victim is None:
        flaw = Flaw(
            "missing_field", RULING_REQUESTS["no-target"].to(language), pointer="/move/target"
        )
        raise RequestRefused("malformed", flaws=[flaw])
    return victim


def choices_with(move: RuledMove) -> dict[str, Any]:
    """Return the answers that come with a move, by the kind of question."""
    if not isinstance(move, RuledPlay | RuledChoose) or move.choices is None:
        return {}
    choices = move.choices
    given = {name: getattr(choices, name) for name in choices.__struct_fields__}
    return {kind: value for kind, value in given.items() if value is not None}


# ---- the answer


def case_names(opened: OpenedCase, language: Language) -> list[str]:
    """Return the names of seats without players: their number and hero."""
    state, edition = opened.state, opened.ruleset.edition
    heroes = {
        seat: cards[-1] for seat in range(state.seats) if (cards := state.zones.get(HERO[seat]))
    }
    return [seat_label(edition, seat, language, heroes) for seat in range(state.seats)]


def render_ruling(
    verdict: DeskVerdict, seat: int | None, names: Sequence[str], language: Language
) -> VerdictResponse:
    """Return a verdict in words; ``names`` has the players by seat, if there are any."""
    refusal, state, ruleset = verdict.refusal, verdict.state, verdict.ruleset
    cited = [*verdict.permitted_by, *(one.rule for one in verdict.rulings)]
    if refusal is not None:
        cited = [refusal.rule]
    return VerdictResponse(
        legal=refusal is None,
        seat=seat,
        edition=verdict.edition,
        code=None if refusal is None else refusal.code,
        rule=None if refusal is None else refusal.rule,
        refusal=None if refusal is None else _sentence(refusal, ruleset, language),
        params={} if refusal is None else refusal.params,
        permitted_by=list(verdict.permitted_by),
        rules=cited_rules(cited, ruleset.edition, language),
        steps=[*_steps(verdict, EventTexts(ruleset, names, language))],
        facts=[_without_work(fact) for fact in verdict.facts],
        rulings=verdict.rulings,
        position=None if refusal is not None else _position_after(ruleset, state),
        prompts=render_prompts(
            ruleset, observe(ruleset, state, _prompted_seat(state)), 0, language
        ).prompts,
        filled=list(verdict.filled),
        unused=list(verdict.unused),
    )


def _prompted_seat(state: State) -> int:
    return state.prompts[-1].seat if state.prompts else NOBODY


def _position_after(ruleset: Ruleset, state: State) -> TablePositionResponse:
    return render_table(selectors.view_of(ruleset, state, EVERYTHING), state, 0)


def _without_work(fact: Fact) -> Fact:
    """Return a fact without suspended work, which the position after it contains."""
    if not isinstance(fact, Prompted):
        return fact
    return Prompted(msgspec.structs.replace(fact.prompt, resume=()))


def _steps(verdict: DeskVerdict, texts: EventTexts) -> Iterator[RulingStepResponse]:
    """Yield what follows, sentence by sentence."""
    for event in verdict.events:
        for one in texts.sentences(told_event(event)):
            yield RulingStepResponse(one.rules, [one.text])


def told_event(ruled: RuledEvent) -> PlayedEvent:
    """Return a move of the desk as an event of which nothing is hidden."""
    move, before, decision = ruled
    event = SeenEvent(
        seq=0,
        seat=move.seat,
        actor=Actor(kind="organiser" if isinstance(move, ACTS) else "player"),
        move=redact_move(move, hides=False),
        facts=tuple(map(reveal, decision.facts)),
        rulings=decision.rulings,
        rules_version="",
        refused=None,
        signed=None,
        at="",
        digest="",
        sealed={},
        salts={},
    )
    asked = before.prompts[-1] if type(move) in ANSWERS and before.prompts else None
    return PlayedEvent(event, asked, before, decision.state)


def _sentence(refusal: IllegalMove, ruleset: Ruleset, language: Language) -> str:
    """Return why a move is refused, in words."""
    code = refused_by(refusal).code
    params = named_params(ruleset.edition, refusal.params, language) | {"rule": refusal.rule}
    sentence = refusal_by(refusal.rule, language, params)
    return sentence or format_text(PROBLEMS[code].detail, language, params)


def refused_position(error: PositionRefused, language: Language) -> RequestRefused:
    """Return everything that is wrong with a position; the first flaw is the problem."""
    flaws = [
        Flaw(
            flaw.code,
            format_text(PROBLEMS[flaw.code].detail, language, flaw.params),
            pointer=f"/position{flaw.pointer}",
        )
        for flaw in error.flaws
    ]
    first = error.flaws[0]
    return RequestRefused(first.code, first.params, flaws=flaws)
