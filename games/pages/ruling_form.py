"""The rulings desk as a page: a position, its legal moves, and the verdict on one."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar
from uuid import UUID

import msgspec
from django.http import HttpRequest, QueryDict

from games.api.http.parsing import malformed
from games.api.http.problem_documents import Flaw, RequestRefused, flaws_in, refused_by
from games.api.positions import render_table
from games.api.ruling_answers import (
    case_names,
    engine_move,
    position_request,
    refused_position,
    rule_at_table,
    rule_in_game,
    setting_of,
    told_event,
)
from games.engine import NOBODY, Decision, Expire, View, observe
from games.engine.moves import ACTS
from games.errors import GameError, GameNotFound
from games.ledger.rows import EVERYTHING
from games.ledger.rulesets import read_stored_options
from games.messages.game import FlawResponse, OptionResponse
from games.messages.records import VerdictResponse
from games.messages.ruled_moves import RuledMove
from games.models import Game
from games.pages.citations import CitedRule, CitedStep, cite
from games.pages.drawn_table import Artist, TableScene
from games.pages.visitor_sight import read_at, sight_of, viewer_in_words
from games.play import selectors
from games.play.sight import Sight
from games.rulings.desk import Case, OpenedCase, RuledEvent, open_case, open_position
from games.rulings.position_request import PositionRefused, PositionRequest
from games.rulings.state_building import PROMPTS
from games.wording.event_texts import EventTexts
from games.wording.labels import label_of
from games.wording.language import Language
from games.wording.page_texts import seat_names, text_of_code, words_in, zone_name
from games.wording.person_names import names_at
from games.wording.prompt_texts import render_prompts

T = TypeVar("T")

MAX_FIELD_LENGTH: Final = 100_000
"""The most characters of a position that are read."""

EXAMPLE: Final = {
    "cards": {"hand:0": ["red-5", "blue-skip", "wild-draw-four"], "discard": ["blue-7"]}
}
EXAMPLE_MOVE: Final = {"move": "play", "card": "wild-draw-four", "choices": {"color": "red"}}
"""The content of the form without a game: the example of docs/rulings.md."""

HIDDEN_PILES: Final = ("hand", "deck", "draw", "danger", "removed")
"""The kinds of zone that are drawn face down if chance has dealt their cards."""

_move_decoder = msgspec.json.Decoder(RuledMove)
_position_decoder = msgspec.json.Decoder(PositionRequest)
_options_decoder = msgspec.json.Decoder(dict[str, Any])


@dataclass(frozen=True, slots=True)
class DeskFields:
    """The values of the form, as text."""

    variant: str = "avengers"
    seats: str = "3"
    options: str = ""
    heroes: str = ""
    edition: str = ""
    position: str = ""
    written: str = ""
    seat: str = ""


@dataclass(frozen=True, slots=True)
class FieldChoice:
    """A move that may be chosen: in words, and the JSON of its body."""

    label: str
    move: str


@dataclass(frozen=True, slots=True)
class DeskAnswer:
    """The verdict on a move, in words; ``then`` has the questions that follow."""

    legal: bool
    who: str
    move: str
    refusal: str
    grounds: tuple[CitedRule, ...]
    others: tuple[CitedRule, ...]
    steps: tuple[CitedStep, ...]
    filled: tuple[str, ...]
    unused: tuple[str, ...]
    then: tuple[tuple[str, tuple[FieldChoice, ...]], ...]
    next: DeskFields | None


@dataclass(frozen=True, slots=True)
class DeskPage:
    """The context of the page; ``sight`` and ``at`` if the position is of a game.

    ``view`` is the viewer of the game, in words.
    """

    fields: DeskFields
    sight: Sight | None = None
    at: int = 0
    view: str = ""
    variant: str = ""
    table: TableScene | None = None
    prompted: str = ""
    choices: tuple[FieldChoice, ...] = ()
    answer: DeskAnswer | None = None
    flaws: tuple[FlawResponse, ...] = ()


def desk_for(request: HttpRequest, language: Language) -> DeskPage:
    """Return the context of the page for a request.

    Raises ``GameNotFound`` for a game, an event or a view that the caller may not see.
    """
    if request.method == "POST":
        return _at_table(_fields_of(request.POST), _requested_move(request.POST), language)
    if "game" in request.GET:
        return _in_game(request, language)
    example = DeskFields(position=_json_of(EXAMPLE), written=json.dumps(EXAMPLE_MOVE))
    return _at_table(example, "", language)


def _fields_of(given: QueryDict) -> DeskFields:
    names = DeskFields.__dataclass_fields__
    return DeskFields(**{name: given.get(name, "").strip()[:MAX_FIELD_LENGTH] for name in names})


def _requested_move(given: QueryDict) -> str:
    """Return the move to rule on: the chosen one, else the submitted text."""
    return given.get("move", "") or (given.get("written", "") if "ask" in given else "")


# ---- a position of a game


def _in_game(request: HttpRequest, language: Language) -> DeskPage:
    given = request.GET
    try:
        sight = sight_of(request, UUID(given["game"]))
    except ValueError as error:
        raise GameNotFound from error
    game = sight.game
    at = read_at(request, game.seq)
    state = selectors.state_after(game=game, at=at)
    view = selectors.view_of(selectors.ruleset_for(game), state, sight.viewer)
    position = render_table(view, state, at)
    sight.note("rulings", at)
    names = seat_names(selectors.seats_of(game), language)
    fields = _fields_of_game(game, msgspec.to_builtins(position))
    requested = position_request(position)
    desk = DeskPage(
        replace(fields, written=given.get("written", ""), seat=given.get("seat", "")),
        sight=sight,
        at=at,
        view=viewer_in_words(sight.viewer, names, language),
        variant=text_of_code(words_in(language), "variant", game.variant),
    )
    try:
        opened = open_position(setting_of(game, requested), requested)
        desk = replace(desk, **_shown(opened, view, names, language))
        if move := _requested_move(given):
            body, seat = _read(move, "move", _move_decoder), _seat_of(given.get("seat", ""))
            players = names_at(game, language)
            verdict = rule_in_game(game, requested, body, seat, language, names=players)
            desk = replace(
                desk, answer=_VerdictTexts(opened, names, language).answer(body, verdict, fields)
            )
    except (PositionRefused, GameError, RequestRefused) as error:
        return replace(desk, flaws=_flaws_of(error, language))
    return desk


def _fields_of_game(game: Game, position: dict[str, Any]) -> DeskFields:
    options = {k: v for k, v in read_stored_options(game.options).items() if v is not None}
    return DeskFields(
        variant=game.variant,
        seats=str(game.seats),
        options=json.dumps(options),
        edition=game.edition_id,
        position=_json_of(position),
    )


def _json_of(position: Mapping[str, Any]) -> str:
    """Return a position as JSON for people: a line for each member, and for each zone."""
    lines = [f"{json.dumps(name)}: {_json_of_member(value)}" for name, value in position.items()]
    return "{\n " + ",\n ".join(lines) + "\n}"


def _json_of_member(value: Any) -> str:
    if not isinstance(value, dict) or not any(isinstance(one, list) for one in value.values()):
        return json.dumps(value, ensure_ascii=False)
    lines = [f"{json.dumps(name)}: {json.dumps(one)}" for name, one in value.items()]
    return "{\n  " + ",\n  ".join(lines) + "\n }"


# ---- a position by hand


def _at_table(fields: DeskFields, move: str, language: Language) -> DeskPage:
    desk = DeskPage(fields, variant=text_of_code(words_in(language), "variant", fields.variant))
    try:
        case = _case_of(fields)
        opened = open_case(case)
        names = case_names(opened, language)
        desk = replace(desk, **_shown(opened, _known_view(opened), names, language))
        if move:
            body, seat = _read(move, "move", _move_decoder), _seat_of(fields.seat)
            verdict = rule_at_table(case, body, seat, language)
            answer = _VerdictTexts(opened, names, language).answer(body, verdict, fields)
            desk = replace(desk, answer=answer)
    except (PositionRefused, GameError, RequestRefused) as error:
        return replace(desk, flaws=_flaws_of(error, language))
    return desk


def _case_of(fields: DeskFields) -> Case:
    seats = fields.seats
    if not (seats.isascii() and seats.isdigit() and len(seats) < 3):
        raise malformed(f"Expected `int`, got `{seats[:20]}` - at `$.seats`", int)
    options = _read(fields.options or "{}", "options", _options_decoder)
    return Case(
        variant=fields.variant,
        seats=int(seats),
        position=_read(fields.position or "{}", "position", _position_decoder),
        edition=fields.edition or None,
        options=options,
        heroes=tuple(fields.heroes.replace(",", " ").split()),
    )


def _known_view(opened: OpenedCase) -> View:
    """Return the position without the cards that chance has dealt."""
    state = opened.state
    view = observe(opened.ruleset, state, EVERYTHING)
    hidden = [zone for zone in opened.filled if zone.partition(":")[0] in HIDDEN_PILES]
    cards = {zone: cards for zone, cards in state.zones.items() if zone not in hidden}
    return msgspec.structs.replace(view, cards=cards, prompts=state.prompts)


# ---- what the form says


def _seat_of(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) == 1 else None


def _read(text: str, name: str, decoder: msgspec.json.Decoder[T]) -> T:
    """Return the value of a field; raises ``Refused`` with a pointer to what is wrong."""
    try:
        return decoder.decode(text[:MAX_FIELD_LENGTH])
    except msgspec.ValidationError as error:
        refused = malformed(str(error), decoder.type)
        refused.flaws = tuple(
            msgspec.structs.replace(flaw, pointer=f"/{name}{flaw.pointer or ''}")
            for flaw in refused.flaws
        )
        raise refused from error
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        flaw = Flaw("malformed_json", "", pointer=f"/{name}")
        raise RequestRefused("malformed_json", flaws=[flaw]) from error


def _flaws_of(error: Exception, language: Language) -> tuple[FlawResponse, ...]:
    """Return, in words, why no ruling is possible."""
    if isinstance(error, PositionRefused):
        error = refused_position(error, language)
    return tuple(flaws_in(refused_by(error), language))


# ---- what is shown


def _shown(
    opened: OpenedCase, view: View, names: Sequence[str], language: Language
) -> dict[str, Any]:
    """Return a position's table, its prompted seat, and its legal moves if known."""
    ruleset, state = opened.ruleset, opened.state
    artist = Artist(opened.edition, ruleset, names, language)
    found: dict[str, Any] = {"table": artist.draw(view, (), ())}
    if not state.prompts:
        return found
    seat = state.prompts[-1].seat
    found["prompted"] = names[seat]
    if not opened.is_hidden and f"hand:{seat}" not in opened.filled:
        prompts = render_prompts(ruleset, observe(ruleset, state, seat), 0, language)
        options = [*(prompts.prompts[-1].options or ()), *prompts.open]
        found["choices"] = tuple(map(_choice, options))
    return found


def _choice(option: OptionResponse) -> FieldChoice:
    return FieldChoice(option.label, json.dumps(msgspec.to_builtins(option.body)))


class _VerdictTexts:
    """Renders verdicts in words for the page."""

    def __init__(self, opened: OpenedCase, names: Sequence[str], language: Language) -> None:
        self._opened = opened
        self._names = names
        self._language = language
        self._words = words_in(language)

    def answer(self, body: RuledMove, verdict: VerdictResponse, fields: DeskFields) -> DeskAnswer:
        """Return a verdict on a move, with the form for the position after it."""
        rules = {one.id: cite(one, self._opened.edition, self._language) for one in verdict.rules}
        grounds = verdict.permitted_by if verdict.legal else [verdict.rule or ""]
        return DeskAnswer(
            legal=verdict.legal,
            who=self._who(verdict.seat),
            move=self._move(body, verdict.seat),
            refusal=verdict.refusal or "",
            grounds=tuple(rule for name, rule in rules.items() if name in grounds),
            others=tuple(rule for name, rule in rules.items() if name not in grounds),
            steps=tuple(
                CitedStep(tuple(rules[name] for name in step.rules if name in rules), sentence)
                for step in verdict.steps
                for sentence in step.sentences
            ),
            filled=tuple(map(self._zone, verdict.filled)) if verdict.legal else (),
            unused=tuple(verdict.unused),
            then=tuple(
                (
                    f"{self._who(one.seat)}{self._words['colon']} {one.why}",
                    tuple(map(_choice, one.options or ())),
                )
                for one in (verdict.prompts[-1:] if verdict.legal else ())
            ),
            next=self._next(verdict, fields),
        )

    def _who(self, seat: int | None) -> str:
        if seat is None or not 0 <= seat < len(self._names):
            return self._words["organiser"]
        return self._names[seat]

    def _move(self, body: RuledMove, seat: int | None) -> str:
        state, ruleset = self._opened.state, self._opened.ruleset
        move = engine_move(body, NOBODY if seat is None else seat, self._language)
        if isinstance(move, (*ACTS, Expire)):
            tried = told_event(RuledEvent(move, state, Decision((), (), state)))
            return EventTexts(ruleset, (), self._language).move_text(tried)
        kind = state.prompts[-1].kind if state.prompts else ""
        return label_of(ruleset.edition, move, kind, self._language)

    def _zone(self, zone: str) -> str:
        if zone == PROMPTS:
            return self._words["rulings_options"]
        return zone_name(zone, self._names, self._language)

    def _next(self, verdict: VerdictResponse, fields: DeskFields) -> DeskFields | None:
        """Return the form with the position after the move."""
        if verdict.position is None:
            return None
        position = _json_of(msgspec.to_builtins(verdict.position))
        return replace(fields, position=position, written="", seat="", heroes="")
