"""The rulings desk as a page: a position, its legal moves, and what the rules say of one."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar
from uuid import UUID

import msgspec
from django.http import HttpRequest, QueryDict
from django.urls import reverse

from games import selectors
from games.api.http.errors import Flaw, Refused, flaws_in, refused_by
from games.api.http.parsing import malformed
from games.api.rulings import (
    as_asked,
    engine_move,
    names_at,
    position_of,
    refused_position,
    rule_at_table,
    rule_in_game,
    setting_of,
)
from games.engine import View, observe
from games.errors import GameError, GameNotFound
from games.ledger.rows import EVERYTHING
from games.ledger.rulesets import read_stored_options
from games.messages.audit import CitedRuleTold, VerdictTold
from games.messages.game import OptionTold
from games.messages.ruled_moves import RuledMove
from games.models import Game
from games.pages.sight import Sight, sight_of
from games.pages.table import Artist, Table
from games.rulings.desk import Case, Opened, open_case, open_position
from games.rulings.laying import PROMPTS
from games.rulings.positions import PositionAsked, PositionRefused
from games.wording.facts import Teller
from games.wording.labels import label_of
from games.wording.language import Language
from games.wording.pages import said_of, seat_names, words_in
from games.wording.prompts import told_prompts

T = TypeVar("T")

LONGEST: Final = 100_000
"""The most characters of a position that are read."""

EXAMPLE: Final = {
    "cards": {"hand:0": ["red-5", "blue-skip", "wild-draw-four"], "discard": ["blue-7"]}
}
EXAMPLE_MOVE: Final = {"move": "play", "card": "wild-draw-four", "choices": {"color": "red"}}
"""What the form holds when it is opened without a game: the example of docs/rulings.md."""

HIDDEN_PILES: Final = ("hand", "deck", "draw", "danger", "removed")
"""The kinds of zone that are drawn face down where chance has dealt their cards."""

_move_decoder = msgspec.json.Decoder(RuledMove)
_position_decoder = msgspec.json.Decoder(PositionAsked)
_options_decoder = msgspec.json.Decoder(dict[str, Any])


@dataclass(frozen=True, slots=True)
class Fields:
    """What the form of the page holds, as text."""

    variant: str = "avengers"
    seats: str = "3"
    options: str = ""
    heroes: str = ""
    edition: str = ""
    position: str = ""
    written: str = ""
    seat: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that may be chosen: in words, and the JSON of its body."""

    label: str
    move: str


@dataclass(frozen=True, slots=True)
class RuleShown:
    """A rule with its text, and where it can be read."""

    rule: CitedRuleTold
    basis: str
    address: str


@dataclass(frozen=True, slots=True)
class StepShown:
    """A part of what follows, with the titles of the rules behind it."""

    titles: tuple[str, ...]
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the rules say of a move, in words; ``then`` has the questions that follow."""

    legal: bool
    who: str
    move: str
    refusal: str
    grounds: tuple[RuleShown, ...]
    others: tuple[RuleShown, ...]
    steps: tuple[StepShown, ...]
    filled: tuple[str, ...]
    unused: tuple[str, ...]
    then: tuple[tuple[str, tuple[Choice, ...]], ...]
    next: Fields | None


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything that the page shows; ``sight`` and ``at`` if the position is of a game.

    ``view`` says in words as whom the game is seen.
    """

    fields: Fields
    sight: Sight | None = None
    at: int = 0
    view: str = ""
    variant: str = ""
    table: Table | None = None
    asked: str = ""
    choices: tuple[Choice, ...] = ()
    answer: Answer | None = None
    flaws: tuple[Flaw, ...] = ()


def desk_for(request: HttpRequest, language: Language) -> Desk:
    """Return what the page shows for a request.

    Raises ``GameNotFound`` for a game, an event or a view that is not there for the caller.
    """
    if request.method == "POST":
        return _at_table(_fields_of(request.POST), _asked_in(request.POST), language)
    if "game" in request.GET:
        return _in_game(request, language)
    example = Fields(position=_json_of(EXAMPLE), written=json.dumps(EXAMPLE_MOVE))
    return _at_table(example, "", language)


def _fields_of(given: QueryDict) -> Fields:
    names = Fields.__dataclass_fields__
    return Fields(**{name: given.get(name, "").strip()[:LONGEST] for name in names})


def _asked_in(given: QueryDict) -> str:
    """Return the move that is asked about: one chosen, else the one written if it is sent."""
    return given.get("move", "") or (given.get("written", "") if "ask" in given else "")


# ---- a position of a game


def _in_game(request: HttpRequest, language: Language) -> Desk:
    given = request.GET
    try:
        sight = sight_of(request, UUID(given["game"]))
    except ValueError as error:
        raise GameNotFound from error
    game = sight.game
    at = _event_of(given.get("at", ""), game.seq)
    position = position_of(game, sight.viewer, at)
    sight.note("rulings", at)
    names = seat_names(selectors.seats_of(game), language)
    fields = _fields_of_game(game, msgspec.to_builtins(position))
    asked = as_asked(position)
    desk = Desk(
        replace(fields, written=given.get("written", ""), seat=given.get("seat", "")),
        sight=sight,
        at=at,
        view=_view(sight, names, language),
        variant=said_of(words_in(language), "variant", game.variant),
    )
    try:
        opened = open_position(setting_of(game, asked), asked)
        state = selectors.state_after(game=game, at=at)
        view = selectors.view_of(selectors.ruleset_for(game), state, sight.viewer)
        desk = replace(desk, **_shown(opened, view, names, language))
        if move := _asked_in(given):
            body, seat = _read(move, "move", _move_decoder), _seat_of(given.get("seat", ""))
            verdict = rule_in_game(game, asked, body, seat, language, names=names)
            desk = replace(
                desk, answer=_Scribe(opened, names, language).answer(body, verdict, fields)
            )
    except (PositionRefused, GameError, Refused) as error:
        return replace(desk, flaws=_flaws_of(error, language))
    return desk


def _view(sight: Sight, names: Sequence[str], language: Language) -> str:
    """Return as whom the game is seen, in words."""
    if sight.viewer >= 0:
        return names[sight.viewer]
    return words_in(language)[f"view_{sight.name}"]


def _event_of(given: str, last: int) -> int:
    if not given and last:
        return last
    if not (given.isascii() and given.isdigit() and len(given) < 10 and 1 <= int(given) <= last):
        raise GameNotFound
    return int(given)


def _fields_of_game(game: Game, position: dict[str, Any]) -> Fields:
    options = {k: v for k, v in read_stored_options(game.options).items() if v is not None}
    return Fields(
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


def _at_table(fields: Fields, move: str, language: Language) -> Desk:
    desk = Desk(fields, variant=said_of(words_in(language), "variant", fields.variant))
    try:
        case = _case_of(fields)
        opened = open_case(case)
        names = names_at(opened, language)
        desk = replace(desk, **_shown(opened, _known_view(opened), names, language))
        if move:
            body, seat = _read(move, "move", _move_decoder), _seat_of(fields.seat)
            verdict = rule_at_table(case, body, seat, language)
            answer = _Scribe(opened, names, language).answer(body, verdict, fields)
            desk = replace(desk, answer=answer)
    except (PositionRefused, GameError, Refused) as error:
        return replace(desk, flaws=_flaws_of(error, language))
    return desk


def _case_of(fields: Fields) -> Case:
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


def _known_view(opened: Opened) -> View:
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
        return decoder.decode(text[:LONGEST])
    except msgspec.ValidationError as error:
        refused = malformed(str(error), decoder.type)
        refused.flaws = tuple(
            msgspec.structs.replace(flaw, pointer=f"/{name}{flaw.pointer or ''}")
            for flaw in refused.flaws
        )
        raise refused from error
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        flaw = Flaw("malformed_json", "", pointer=f"/{name}")
        raise Refused("malformed_json", flaws=[flaw]) from error


def _flaws_of(error: Exception, language: Language) -> tuple[Flaw, ...]:
    """Return everything that keeps a question from being ruled on, in words."""
    if isinstance(error, PositionRefused):
        error = refused_position(error, language)
    return tuple(flaws_in(refused_by(error), language))


# ---- what is shown


def _shown(opened: Opened, view: View, names: Sequence[str], language: Language) -> dict[str, Any]:
    """Return the table of a position, who is asked, and the legal moves if they are known."""
    ruleset, state = opened.ruleset, opened.state
    artist = Artist(opened.edition, ruleset, names, language)
    found: dict[str, Any] = {"table": artist.draw(view, (), ())}
    if not state.prompts:
        return found
    seat = state.prompts[-1].seat
    found["asked"] = names[seat]
    if not opened.is_hidden and f"hand:{seat}" not in opened.filled:
        prompts = told_prompts(ruleset, observe(ruleset, state, seat), 0, language)
        options = [*(prompts.prompts[-1].options or ()), *prompts.open]
        found["choices"] = tuple(map(_choice, options))
    return found


def _choice(option: OptionTold) -> Choice:
    return Choice(option.label, json.dumps(msgspec.to_builtins(option.body)))


class _Scribe:
    """Puts verdicts into words for the page."""

    def __init__(self, opened: Opened, names: Sequence[str], language: Language) -> None:
        self._opened = opened
        self._names = names
        self._language = language
        self._words = words_in(language)

    def answer(self, body: RuledMove, verdict: VerdictTold, fields: Fields) -> Answer:
        """Return a verdict on a move, with the form that leads on from it."""
        rules = {one.id: self._rule(one) for one in verdict.rules}
        grounds = verdict.permitted_by if verdict.legal else [verdict.rule or ""]
        return Answer(
            legal=verdict.legal,
            who=self._who(verdict.seat),
            move=self._move(body, verdict.seat),
            refusal=verdict.refusal or "",
            grounds=tuple(rule for name, rule in rules.items() if name in grounds),
            others=tuple(rule for name, rule in rules.items() if name not in grounds),
            steps=tuple(
                StepShown(
                    tuple(rules[name].rule.title for name in step.rules if name in rules),
                    tuple(step.sentences),
                )
                for step in verdict.steps
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

    def _rule(self, cited: CitedRuleTold) -> RuleShown:
        basis = ", ".join(said_of(self._words, "basis", one) for one in cited.basis)
        address = reverse("rule", kwargs={"rule": cited.id})
        return RuleShown(cited, basis, f"{address}?edition={self._opened.edition}")

    def _who(self, seat: int) -> str:
        return self._names[seat] if 0 <= seat < len(self._names) else self._words["organiser"]

    def _move(self, body: RuledMove, seat: int) -> str:
        prompts = self._opened.state.prompts
        kind = prompts[-1].kind if prompts else ""
        move = engine_move(body, seat, self._language)
        return label_of(self._opened.ruleset.edition, move, kind, self._language)

    def _zone(self, zone: str) -> str:
        if zone == PROMPTS:
            return self._words["rulings_options"]
        return Teller(self._opened.ruleset, self._names, self._language).zone(zone)

    def _next(self, verdict: VerdictTold, fields: Fields) -> Fields | None:
        """Return the form with the position after the move."""
        if verdict.position is None:
            return None
        position = _json_of(msgspec.to_builtins(verdict.position))
        return replace(fields, position=position, written="", seat="", heroes="")
