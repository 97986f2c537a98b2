"""Requests to the rulings desk and its rulings, as structs of the API."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

from games.api.http.problem_documents import Flaw, RequestRefused, refused_by
from games.api.positions import render_table
from games.api.sent_moves import choices_of, move_of
from games.engine import (
    NOBODY,
    Fact,
    IllegalMove,
    Ruleset,
    State,
    View,
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
    CaseRequest,
    RulingStepResponse,
    TablePositionResponse,
    VerdictResponse,
)
from games.messages.ruled_moves import RuledCatchUno, RuledMove, RuledPlay
from games.models import Game
from games.play import selectors
from games.play.selectors import PlayedEvent
from games.play.sight import Sight
from games.rulings.desk import (
    SEED,
    Case,
    DeskVerdict,
    OpenedCase,
    RuledEvent,
    Setting,
    asked_seat,
    heroes_in,
    open_position,
    rule,
    setting_of,
)
from games.rulings.position_request import PositionRefused, PositionRequest
from games.wording.event_texts import EventTexts
from games.wording.flaw_texts import RULING_REQUESTS
from games.wording.labels import named_params, seat_label
from games.wording.language import Language
from games.wording.problems import PROBLEMS, format_text
from games.wording.prompt_texts import render_prompts
from games.wording.rules import cited_rules, refusal_by
from games.wording.viewpoint import Viewpoint

# ---- the question


def check_request(body: CaseRequest) -> None:
    """Raise ``Refused`` unless a question names a table and a position, or a game."""
    table = ("variant", "seats", "position", "edition", "options", "heroes")
    if body.game is not None:
        named = [name for name in table if getattr(body, name) is not None]
        flaws = [_flaw("unknown_field", name, "beside-game") for name in named]
    else:
        missing = [name for name in table[:3] if getattr(body, name) is None]
        flaws = [_flaw("missing_field", name, "missing") for name in missing]
        if body.at is not None:
            flaws.append(_flaw("unknown_field", "at", "without-game"))
    if flaws:
        raise RequestRefused("malformed", flaws=flaws)


def _flaw(code: str, name: str, text: str) -> Flaw:
    return Flaw(code, RULING_REQUESTS[text], pointer=f"/{name}")


@dataclass(frozen=True, slots=True)
class Question:
    """A position at a table, in which moves are ruled on.

    ``names`` has the players by seat, if there are any.
    """

    table: Setting
    position: PositionRequest
    seed: bytes = SEED
    names: Sequence[str] = ()

    def open(self, held: tuple[int, str] | None = None) -> OpenedCase:
        """Return the state of the position; ``held`` is a card about to be played."""
        return open_position(self.table, self.position, self.seed, held)

    def rule(self, move: RuledMove, seat: int | None, language: Language) -> VerdictResponse:
        """Rule on a move, which the seat makes unless the move names another."""
        mover = _seat_of(move, seat, asked_seat(self.position))
        opened = self.open((mover, move.card) if isinstance(move, RuledPlay) else None)
        made = move_of(move, _seat_of(move, seat, opened.awaited_seat()))
        verdict = rule(opened, made, choices_of(move))
        return render_ruling(verdict, made.seat, self.names, language)


def question_at_table(body: CaseRequest) -> Question:
    """Return the question about the table and the position of a request."""
    assert body.variant is not None
    assert body.seats is not None
    assert body.position is not None
    case = Case(
        variant=body.variant,
        seats=body.seats,
        position=body.position,
        edition=body.edition,
        options=body.options or {},
        heroes=tuple(body.heroes or ()),
    )
    return Question(setting_of(case), body.position, _seed_of(body) or SEED)


def position_in_game(sight: Sight, at: int) -> tuple[View, TablePositionResponse]:
    """Return a position of a game as a viewer sees it."""
    state = selectors.state_after(game=sight.game, at=at)
    view = selectors.view_of(selectors.ruleset_for(sight.game), state, sight.viewer)
    return view, render_table(view, state, at)


def question_in_game(
    body: CaseRequest, game: Game, shown: TablePositionResponse, names: Sequence[str]
) -> Question:
    """Return the question about a position of a game as a viewer sees it.

    Nothing but the position is read of the game while its cards are hidden, so the answer cannot
    depend on them. Once they are open to all, chance is that of the game.
    """
    position = msgspec.convert(msgspec.to_builtins(shown), PositionRequest)
    heroes = heroes_in(position, game.seats)
    table = Setting(game.variant, game.edition_id, game.seats, game.options, heroes)
    usual = game.secret if game.is_opened else SEED
    return Question(table, position, _seed_of(body) or usual, names)


def _seed_of(body: CaseRequest) -> bytes:
    return b"" if body.seed is None else bytes.fromhex(body.seed)


def _seat_of(move: RuledMove, seat: int | None, default: int) -> int:
    """Return the seat that the move names, else that of the request."""
    is_caught = isinstance(move, RuledCatchUno) and move.target is None
    if move.seat is not None and not is_caught:
        return move.seat
    return default if seat is None else seat


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
            Viewpoint(ruleset, observe(ruleset, state, _prompted_seat(state)), language), 0
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
