"""The rulings desk as a page: a position, its legal moves, and the verdict on one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar
from uuid import UUID

import msgspec
from django.http import HttpRequest, QueryDict

from games.api.http.parsing import malformed
from games.api.http.problem_documents import Flaw, RequestRefused, flaws_in, refused_by
from games.api.ruling_answers import (
    Question,
    case_names,
    check_request,
    position_in_game,
    question_at_table,
    question_in_game,
    refused_position,
    told_event,
)
from games.api.sent_moves import move_of
from games.engine import NOBODY, Decision, Expire, View, observe
from games.engine.moves import ACTS
from games.errors import GameError, GameNotFound
from games.ledger.rows import EVERYTHING
from games.ledger.rulesets import read_stored_options
from games.messages.problem_messages import FlawResponse
from games.messages.prompt_messages import OptionResponse
from games.messages.records import CaseRequest, RulingRequest, VerdictResponse
from games.messages.ruled_moves import RuledMove
from games.models import Game
from games.pages.citations import CitedRule, CitedStep, cite
from games.pages.drawn_table import Artist, TableScene
from games.pages.visitor_sight import read_at, sight_of
from games.play import selectors
from games.play.sight import Sight
from games.rulings.desk import OpenedCase, RuledEvent
from games.rulings.position_request import PositionRefused
from games.rulings.state_building import PROMPTS
from games.wording.event_texts import EventTexts
from games.wording.labels import label_of
from games.wording.language import Language
from games.wording.page_texts import GameWords, game_words
from games.wording.person_names import names_at
from games.wording.prompt_texts import render_prompts
from games.wording.viewpoint import Viewpoint

T = TypeVar("T", bound=CaseRequest)
Fields = Mapping[str, str]

MAX_FIELD_LENGTH: Final = 100_000
"""The most characters of a position that are read."""

EXAMPLE: Final = {
    "cards": {"hand:0": ["red-5", "blue-skip", "wild-draw-four"], "discard": ["blue-7"]}
}
EXAMPLE_MOVE: Final = {"move": "play", "card": "wild-draw-four", "choices": {"color": "red"}}
"""The content of the form without a game: the example of docs/rulings.md."""

HIDDEN_PILES: Final = ("hand", "deck", "draw", "danger", "removed")
"""The kinds of zone that are drawn face down if chance has dealt their cards."""

FIELDS: Final = ("variant", "seats", "options", "heroes", "edition", "position", "written", "seat")
"""The fields of the form: members of the request, and a move as text."""


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
    next: Fields | None


@dataclass(frozen=True, slots=True)
class DeskPage:
    """The context of the page; ``sight`` and ``at`` if the position is of a game.

    ``view`` is the viewer of the game, in words.
    """

    fields: Fields
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
        given = {name: request.POST.get(name, "").strip() for name in FIELDS}
        return _at_table(given, _requested_move(request.POST), language)
    if "game" in request.GET:
        return _in_game(request, language)
    example = {"position": _json_of(EXAMPLE), "written": json.dumps(EXAMPLE_MOVE)}
    return _at_table({"variant": "avengers", "seats": "3"} | example, "", language)


def _requested_move(given: QueryDict) -> str:
    """Return the move to rule on: the chosen one, else the submitted text."""
    return given.get("move", "") or (given.get("written", "") if "ask" in given else "")


def _in_game(request: HttpRequest, language: Language) -> DeskPage:
    """Return the page of a position of a game."""
    given = request.GET
    try:
        sight = sight_of(request, UUID(given["game"]))
    except ValueError as error:
        raise GameNotFound from error
    game = sight.game
    at = read_at(request, game.seq)
    view, shown = position_in_game(sight, at)
    sight.note("rulings", at)
    seats = selectors.seats_of(game)
    said = game_words(seats, language)
    fields = _fields_of_game(game, msgspec.to_builtins(shown))
    asked = {"seat": given.get("seat", "")}
    desk = DeskPage(
        {**fields, **asked, "written": given.get("written", "")},
        sight=sight,
        at=at,
        view=said.viewer(sight.viewer),
        variant=said.code("variant", game.variant),
    )
    question = question_in_game(
        CaseRequest(), game, shown, names_at(selectors.table_of(game, seats), language)
    )
    asked["game"] = str(game.pk)
    return _ruled(desk, lambda: question, asked, _requested_move(given), view, said)


def _at_table(given: Fields, move: str, language: Language) -> DeskPage:
    """Return the page of a position by hand."""
    said = game_words((), language)
    desk = DeskPage(given, variant=said.code("variant", given["variant"]))

    def question() -> Question:
        case = _read(given, CaseRequest)
        check_request(case)
        return question_at_table(case)

    return _ruled(desk, question, given, move, None, said)


def _ruled(
    desk: DeskPage,
    ask: Callable[[], Question],
    given: Fields,
    move: str,
    view: View | None,
    said: GameWords,
) -> DeskPage:
    """Return a page with the position, its legal moves, and the verdict on a move."""
    try:
        question = ask()
        opened = question.open()
        said = replace(said, names=said.names or case_names(opened, said.language))
        desk = replace(desk, **_shown(opened, view or _known_view(opened), said))
        if move:
            body = _read({**given, "move": move}, RulingRequest)
            verdict = question.rule(body.move, body.seat, said.language)
            texts = _VerdictTexts(opened, said)
            desk = replace(desk, answer=texts.answer(body.move, verdict, desk.fields))
    except (PositionRefused, GameError, RequestRefused) as error:
        if isinstance(error, PositionRefused):
            error = refused_position(error, said.language)
        return replace(desk, flaws=tuple(flaws_in(refused_by(error), said.language)))
    return desk


# ---- what the form says


def _read(fields: Fields, kind: type[T]) -> T:
    """Return the request that the fields make; raises ``Refused`` with pointers."""
    body: dict[str, Any] = {"position": {}} if "position" in fields else {}
    for name, text in fields.items():
        if name in ("position", "options", "move") and text:
            body[name] = _json_in(text, name)
        elif name == "heroes":
            body[name] = text.replace(",", " ").split() or None
        elif name != "written" and text:
            body[name] = int(text) if re.fullmatch("[0-9]{1,9}", text) else text
    try:
        return msgspec.convert(body, kind)
    except msgspec.ValidationError as error:
        raise malformed(str(error), kind) from error


def _json_in(text: str, name: str) -> Any:
    try:
        return msgspec.json.decode(text[:MAX_FIELD_LENGTH])
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        flaw = Flaw("malformed_json", "", pointer=f"/{name}")
        raise RequestRefused("malformed_json", flaws=[flaw]) from error


def _fields_of_game(game: Game, position: dict[str, Any]) -> Fields:
    options = {k: v for k, v in read_stored_options(game.options).items() if v is not None}
    return {
        "variant": game.variant,
        "seats": str(game.seats),
        "options": json.dumps(options),
        "edition": game.edition_id,
        "position": _json_of(position),
    }


def _json_of(position: Mapping[str, Any]) -> str:
    """Return a position as JSON for people: a line for each member, and for each zone."""
    lines = [f"{json.dumps(name)}: {_json_of_member(value)}" for name, value in position.items()]
    return "{\n " + ",\n ".join(lines) + "\n}"


def _json_of_member(value: Any) -> str:
    if not isinstance(value, dict) or not any(isinstance(one, list) for one in value.values()):
        return json.dumps(value, ensure_ascii=False)
    lines = [f"{json.dumps(name)}: {json.dumps(one)}" for name, one in value.items()]
    return "{\n  " + ",\n  ".join(lines) + "\n }"


def _known_view(opened: OpenedCase) -> View:
    """Return the position without the cards that chance has dealt."""
    state = opened.state
    view = observe(opened.ruleset, state, EVERYTHING)
    hidden = [zone for zone in opened.filled if zone.partition(":")[0] in HIDDEN_PILES]
    cards = {zone: cards for zone, cards in state.zones.items() if zone not in hidden}
    return msgspec.structs.replace(view, cards=cards, prompts=state.prompts)


# ---- what is shown


def _shown(opened: OpenedCase, view: View, said: GameWords) -> dict[str, Any]:
    """Return a position's table, its prompted seat, and its legal moves if known."""
    ruleset, state = opened.ruleset, opened.state
    artist = Artist(opened.edition, ruleset, said)
    found: dict[str, Any] = {"table": artist.draw(view, (), ())}
    if not state.prompts:
        return found
    seat = state.prompts[-1].seat
    found["prompted"] = said.names[seat]
    if not opened.is_hidden and f"hand:{seat}" not in opened.filled:
        prompts = render_prompts(
            Viewpoint(ruleset, observe(ruleset, state, seat), said.language), 0
        )
        options = [*(prompts.prompts[-1].options or ()), *prompts.open]
        found["choices"] = tuple(map(_choice, options))
    return found


def _choice(option: OptionResponse) -> FieldChoice:
    return FieldChoice(option.label, json.dumps(msgspec.to_builtins(option.body)))


class _VerdictTexts:
    """Renders verdicts in words for the page."""

    def __init__(self, opened: OpenedCase, said: GameWords) -> None:
        self._opened, self._said = opened, said
        self._language = said.language

    def answer(self, body: RuledMove, verdict: VerdictResponse, fields: Fields) -> DeskAnswer:
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
                    f"{self._who(one.seat)}{self._said.words['colon']} {one.why}",
                    tuple(map(_choice, one.options or ())),
                )
                for one in (verdict.prompts[-1:] if verdict.legal else ())
            ),
            next=self._next(verdict, fields),
        )

    def _who(self, seat: int | None) -> str:
        names = self._said.names
        if seat is None or not 0 <= seat < len(names):
            return self._said.words["organiser"]
        return names[seat]

    def _move(self, body: RuledMove, seat: int | None) -> str:
        state, ruleset = self._opened.state, self._opened.ruleset
        move = move_of(body, NOBODY if seat is None else seat)
        if isinstance(move, (*ACTS, Expire)):
            tried = told_event(RuledEvent(move, state, Decision((), (), state)))
            return EventTexts(ruleset, (), self._language).move_text(tried)
        kind = state.prompts[-1].kind if state.prompts else ""
        return label_of(ruleset.edition, move, kind, self._language)

    def _zone(self, zone: str) -> str:
        if zone == PROMPTS:
            return self._said.words["rulings_options"]
        return self._said.zone(zone)

    def _next(self, verdict: VerdictResponse, fields: Fields) -> Fields | None:
        """Return the form with the position after the move."""
        if verdict.position is None:
            return None
        position = _json_of(msgspec.to_builtins(verdict.position))
        return {**fields, "position": position, "written": "", "seat": "", "heroes": ""}
