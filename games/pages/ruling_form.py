"""The rulings desk as a page: a position, a question about a card, and the ruling."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar
from uuid import UUID

import msgspec
from django.http import HttpRequest
from django.urls import reverse

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
from games.pages.citations import CitedRule, cite
from games.pages.visitor_sight import read_at, sight_of
from games.play import selectors
from games.play.sight import Sight
from games.rulings.desk import OpenedCase, RuledEvent
from games.rulings.position_request import PositionRefused
from games.rulings.state_building import PROMPTS
from games.wording.board import render_board
from games.wording.event_texts import EventTexts
from games.wording.labels import card_name, label_of
from games.wording.language import Language
from games.wording.page_texts import GameWords, game_words
from games.wording.prompt_texts import render_prompts
from games.wording.viewpoint import Viewpoint

T = TypeVar("T", bound=CaseRequest)
Body = dict[str, Any]
"""The body of a request to ``rulings/``, without its move."""

MAX_BODY_LENGTH: Final = 100_000
"""The most characters of a body that are read."""

PILES: Final = re.compile("(draw|deck|danger)(:[0-9])?")
"""Zones that have what is left: their numbers follow from the other zones."""

HIDDEN_PILES: Final = ("hand", "deck", "draw", "danger", "removed")
"""The kinds of zone whose cards are not shown if chance has dealt them."""


Choices = tuple[tuple[str, str], ...]
"""What may be chosen: in words, and a card, a zone, or the JSON of a move."""


EMPTY_TABLES: Final[dict[str, Body]] = {
    "avengers": {"variant": "avengers", "seats": 3, "position": {"cards": {"discard": ["blue-7"]}}},
    "xmen": {"variant": "xmen", "seats": 3, "position": {"cards": {"discard": ["blue-7"]}}},
    "ultimate": {
        **{"variant": "ultimate", "seats": 2, "heroes": ["hulk", "shuri"]},
        "position": {"cards": {"discard": ["red-7"]}},
    },
}
"""An empty table of each variant."""


@dataclass(frozen=True, slots=True)
class DeskCard:
    """A card of the position; ``move`` asks whether it may be played, if in a hand."""

    code: str
    name: str
    picture: str
    move: str


@dataclass(frozen=True, slots=True)
class DeskZone:
    """A zone with its cards, the top one last; None if they are not known."""

    zone: str
    name: str
    count: int
    cards: tuple[DeskCard, ...] | None


@dataclass(frozen=True, slots=True)
class DeskAnswer:
    """The verdict on a move, in words; ``then`` has the questions that follow.

    ``steps`` are sentences, each with its rules; ``next`` is the body for the position after it.
    """

    verdict: VerdictResponse
    who: str
    move: str
    grounds: tuple[CitedRule, ...]
    others: tuple[CitedRule, ...]
    steps: tuple[tuple[str, str], ...]
    filled: tuple[str, ...]
    then: tuple[tuple[str, Choices], ...]
    next: str


@dataclass(frozen=True, slots=True)
class DeskPage:
    """The context of the page; ``sight`` and ``at`` if it starts from a game.

    ``view`` is the viewer of the game, in words. ``is_changed``: the position is not that of the
    game any more.
    """

    body: str
    sight: Sight | None = None
    at: int = 0
    view: str = ""
    variant: str = ""
    is_changed: bool = False
    lines: tuple[str, ...] = ()
    zones: tuple[DeskZone, ...] = ()
    places: Choices = ()
    cards: Choices = ()
    prompted: str = ""
    choices: Choices = ()
    answer: DeskAnswer | None = None
    flaws: tuple[FlawResponse, ...] = ()


@dataclass(frozen=True, slots=True)
class Start:
    """What the desk starts from: an event as a viewer sees it, or an empty table."""

    body: Body
    said: GameWords
    view: View | None = None
    question: Question | None = None


def desk_for(request: HttpRequest, language: Language) -> DeskPage:
    """Return the context of the page for a request.

    Raises ``GameNotFound`` for a game, an event or a view that the caller may not see.
    """
    sent = request.POST if request.method == "POST" else request.GET
    given = {name: str(sent[name]) for name in sent}
    no_change: dict[str, str] = {}
    if "game" in request.GET:
        desk, start = _in_game(request, language)
    else:
        body = EMPTY_TABLES.get(request.GET.get("variant", ""), EMPTY_TABLES["avengers"])
        start = Start(body, game_words((), language))
        desk = DeskPage("")
    text = given.get("body", "").strip() or _json_of(start.body)
    desk = replace(desk, body=text)
    flaws: tuple[FlawResponse, ...] = ()
    for asked in (given, no_change):
        try:
            return replace(_ruled(desk, start, asked), flaws=flaws)
        except (PositionRefused, GameError, RequestRefused) as error:
            if isinstance(error, PositionRefused):
                error = refused_position(error, language)
            flaws = flaws or tuple(flaws_in(refused_by(error), language))
    return replace(desk, flaws=flaws)


def _in_game(request: HttpRequest, language: Language) -> tuple[DeskPage, Start]:
    """Return the page of an event of a game; the look of an arbiter is recorded."""
    try:
        sight = sight_of(request, UUID(request.GET["game"]))
    except ValueError as error:
        raise GameNotFound from error
    game = sight.game
    at = read_at(request, game.seq)
    view, shown = position_in_game(sight, at)
    sight.note("rulings", at)
    said = game_words(selectors.seats_of(game), language)
    question = question_in_game(CaseRequest(), game, shown, said.names)
    body = _body_of(game, msgspec.json.decode(msgspec.json.encode(shown)))
    return DeskPage("", sight, at, said.viewer(sight.viewer)), Start(body, said, view, question)


def _body_of(game: Game, position: Body) -> Body:
    options = {k: v for k, v in read_stored_options(game.options).items() if v is not None}
    body = {"variant": game.variant, "seats": game.seats, "options": options}
    return body | {"edition": game.edition_id, "position": position}


def _ruled(desk: DeskPage, start: Start, given: Mapping[str, str]) -> DeskPage:
    """Return a page with the position, its legal moves, and the verdict on a move."""
    body = _json_in(desk.body, "")
    own = None
    if isinstance(body, dict):
        own = body.pop("move", None)
        body.pop("game", None)  # It is that of the address.
    _converted(body, CaseRequest)
    move = _json_in(given["move"], "/move") if given.get("move") else own
    card = given.get("card", "")
    if "take" in given:
        zone, _, taken = given["take"].partition(" ")
        _change(body, zone, taken, -1)
    elif "put" in given and card:
        _change(body, given.get("zone", ""), card, 1)
    question = _question(body, start)
    opened = question.open()
    if "ask" in given and card:
        seat = opened.awaited_seat()
        move = {"move": "play", "card": card, "seat": seat}
        if card not in _cards(body).get(f"hand:{seat}", [card]):
            _change(body, f"hand:{seat}", card, 1)
            question = _question(body, start)
            opened = question.open()
    is_changed = body != start.body
    said = start.said
    said = replace(said, names=said.names or case_names(opened, said.language))
    view = _known_view(opened) if is_changed or start.view is None else start.view
    desk = replace(desk, body=_json_of(body), is_changed=is_changed, **_shown(opened, view, said))
    if move is not None:
        request = _converted(body | {"move": move}, RulingRequest)
        verdict = question.rule(request.move, request.seat, said.language)
        answer = _VerdictTexts(opened, said).answer(request.move, verdict, body)
        desk = replace(desk, answer=answer)
    return desk


def _question(body: Body, start: Start) -> Question:
    """Return the question about a body: about the game itself unless it was changed."""
    if start.question is not None and body == start.body:
        return start.question
    case = _converted(body, CaseRequest)
    check_request(case)
    return replace(question_at_table(case), names=start.said.names)


# ---- the body


def _json_in(text: str, pointer: str) -> Any:
    try:
        return msgspec.json.decode(text[:MAX_BODY_LENGTH])
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        flaw = Flaw("malformed_json", "", pointer=pointer)
        raise RequestRefused("malformed_json", flaws=[flaw]) from error


def _converted(body: Body, kind: type[T]) -> T:
    try:
        return msgspec.convert(body, kind)
    except msgspec.ValidationError as error:
        raise malformed(str(error), kind) from error


def _cards(body: Body) -> dict[str, list[str]]:
    """Return the cards of a body's position by zone, to be read or changed."""
    position = body["position"] = body.get("position") or {}
    cards: dict[str, list[str]] = position.get("cards") or {}
    position["cards"] = cards
    return cards


def _change(body: Body, zone: str, card: str, step: int) -> None:
    """Put a card on a zone (1), or take it away (-1); the piles have what is left."""
    cards = _cards(body)
    position = body["position"]
    counts = position.get("counts") or {}
    is_known, held = zone in cards, cards.setdefault(zone, [])
    if step > 0:
        pile = next((one for one in cards if PILES.fullmatch(one) and card in cards[one]), None)
        if pile is not None:
            cards[pile].remove(card)
        held.append(card)
    elif card in held:
        held.remove(card)
    if zone in counts and is_known:
        counts[zone] = len(held)
    position["counts"] = {one: n for one, n in counts.items() if not PILES.fullmatch(one)}


def _json_of(body: Body) -> str:
    """Return JSON for people: a line for each member."""
    return re.sub(
        r', (?="[a-z_]+(-[a-z]+|:[0-9])?": )', ",\n ", json.dumps(body, ensure_ascii=False)
    )


# ---- what is shown


def _known_view(opened: OpenedCase) -> View:
    """Return the position without the cards that chance has dealt."""
    state = opened.state
    view = observe(opened.ruleset, state, EVERYTHING)
    hidden = [zone for zone in opened.filled if zone.partition(":")[0] in HIDDEN_PILES]
    cards = {zone: cards for zone, cards in state.zones.items() if zone not in hidden}
    return msgspec.structs.replace(view, cards=cards, prompts=state.prompts)


def _shown(opened: OpenedCase, view: View, said: GameWords) -> dict[str, Any]:
    """Return a position's zones, its prompted seat, and its legal moves if known."""
    ruleset, state, language = opened.ruleset, opened.state, said.language
    edition = ruleset.edition
    told = msgspec.structs.replace(view, viewer=NOBODY)
    board = render_board(Viewpoint(ruleset, told, language, said.names))
    names = sorted((card_name(edition, code, language), code) for code in ruleset.cards)
    found: dict[str, Any] = {
        "variant": said.code("variant", ruleset.variant.code),
        "lines": (*board.text, *(f"{one.name}: {one.text}" for one in board.lasting)),
        "zones": tuple(_zone(opened, view, zone, said) for zone in _drawn(view)),
        "places": tuple((said.zone(zone), zone) for zone in view.counts),
        "cards": tuple(names),
    }
    if not state.prompts:
        return found
    seat = state.prompts[-1].seat
    found["prompted"] = said.names[seat]
    if not opened.is_hidden and f"hand:{seat}" not in opened.filled:
        seen = Viewpoint(ruleset, observe(ruleset, state, seat), language)
        prompts = render_prompts(seen, 0)
        found["choices"] = tuple(
            map(_choice, [*(prompts.prompts[-1].options or ()), *prompts.open])
        )
    return found


def _drawn(view: View) -> list[str]:
    """Return the zones that are drawn, hands first, without piles and empty ones."""
    shown = [zone for zone, count in view.counts.items() if count and not PILES.fullmatch(zone)]
    return sorted(shown, key=lambda zone: (not zone.startswith("hand"), zone != "discard"))


def _zone(opened: OpenedCase, view: View, zone: str, said: GameWords) -> DeskZone:
    kind, _, seat = zone.partition(":")
    codes = view.cards.get(zone)
    cards = (
        None
        if codes is None
        else tuple(
            DeskCard(
                code=code,
                name=card_name(opened.ruleset.edition, code, said.language),
                picture=_picture(opened.edition, code, said.language),
                move=_play(code, int(seat)) if kind == "hand" else "",
            )
            for code in codes
        )
    )
    return DeskZone(zone, said.zone(zone), view.counts[zone], cards)


def _picture(edition: str, code: str, language: Language) -> str:
    here = {"hash": edition, "code": code}
    return f"{reverse('card-picture', kwargs=here)}?lang={language}"


def _play(code: str, seat: int) -> str:
    return json.dumps({"move": "play", "card": code, "seat": seat})


def _choice(option: OptionResponse) -> tuple[str, str]:
    return option.label, json.dumps(msgspec.to_builtins(option.body))


class _VerdictTexts:
    """Renders verdicts in words for the page."""

    def __init__(self, opened: OpenedCase, said: GameWords) -> None:
        self._opened, self._said = opened, said

    def answer(self, move: RuledMove, verdict: VerdictResponse, body: Body) -> DeskAnswer:
        """Return a verdict on a move, with the body for the position after it."""
        language, colon = self._said.language, self._said.words["colon"]
        rules = {one.id: cite(one, self._opened.edition, language) for one in verdict.rules}
        grounds = verdict.permitted_by if verdict.legal else [verdict.rule or ""]
        after = verdict.position and body | {"position": msgspec.to_builtins(verdict.position)}
        return DeskAnswer(
            verdict=verdict,
            who=self._who(verdict.seat),
            move=self._move(move, verdict.seat),
            grounds=tuple(rule for name, rule in rules.items() if name in grounds),
            others=tuple(rule for name, rule in rules.items() if name not in grounds),
            steps=tuple(
                (" ".join(rules[name].said for name in step.rules if name in rules), sentence)
                for step in verdict.steps
                for sentence in step.sentences
            ),
            filled=tuple(map(self._zone, verdict.filled)) if verdict.legal else (),
            then=tuple(
                (f"{self._who(one.seat)}{colon} {one.why}", tuple(map(_choice, one.options or ())))
                for one in (verdict.prompts[-1:] if verdict.legal else ())
            ),
            next=_json_of(after) if after else "",
        )

    def _who(self, seat: int | None) -> str:
        names = self._said.names
        if seat is None or not 0 <= seat < len(names):
            return self._said.words["organiser"]
        return names[seat]

    def _move(self, body: RuledMove, seat: int | None) -> str:
        state, ruleset, language = self._opened.state, self._opened.ruleset, self._said.language
        move = move_of(body, NOBODY if seat is None else seat)
        if isinstance(move, (*ACTS, Expire)):
            tried = told_event(RuledEvent(move, state, Decision((), (), state)))
            return EventTexts(ruleset, (), language).move_text(tried)
        kind = state.prompts[-1].kind if state.prompts else ""
        return label_of(ruleset.edition, move, kind, language)

    def _zone(self, zone: str) -> str:
        return self._said.words["rulings_options"] if zone == PROMPTS else self._said.zone(zone)
