"""Prompts in words, with the exact body of every answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from cards.language import card_text
from games.engine import Ruleset, View
from games.engine.moves import CallUno, CatchUno, Choose, Draw, Move, Pass, Play, Resign
from games.engine.prompts import Prompt
from games.engine.zones import ENEMY, HERO, ITEMS, Card, Seat
from games.ledger.rows import moment_of, seconds_until, stamp
from games.ledger.sealing import GENESIS
from games.messages.game import (
    AskingCardResponse,
    CallUnoRequest,
    CatchUnoRequest,
    ChooseRequest,
    DrawRequest,
    MoveRequest,
    OptionResponse,
    PassRequest,
    PlayRequest,
    PromptResponse,
    PromptsResponse,
    ResignRequest,
)
from games.wording.labels import CATALOG, card_name, label_of
from games.wording.language import Language, Texts
from games.wording.option_texts import OptionTexts
from games.wording.question_texts import mode_text, progress, question
from games.wording.rules import title_of
from games.wording.situation_texts import seat_in_words, situation

_TEXTS: Final = Texts(
    CATALOG,
    "prompt",
    {
        "source": "{card}: {question}",
        "yourself": "Choose yourself",
        "yours": ", in front of you",
        "of-seat": ", in front of {who}",
    },
)


def render_prompts(
    ruleset: Ruleset,
    view: View,
    seq: int,
    language: Language,
    names: Sequence[str] = (),
    digest: str = GENESIS,
) -> PromptsResponse:
    """Return the open questions for a viewer, and what else the viewer may do.

    ``names`` has the players by seat, if they are known. ``digest`` is that of event ``seq``, if
    the position is that of a game.
    """
    last = len(view.prompts) - 1
    texts = OptionTexts(ruleset, view, language, names)
    prompts = [
        _render_prompt(ruleset, view, texts, prompt, is_next=at == last, language=language)
        for at, prompt in enumerate(view.prompts)
    ]
    held = [_held_move(view.viewer, target) for target in view.held]
    open_now, held_now = (
        [_render_option(ruleset, view, texts, move, None, language) for move in moves]
        for moves in (view.open, held)
    )
    until, left = _time_left(view.window)
    return PromptsResponse(seq, digest, prompts, open_now, until, left, held_now)


def _held_move(seat: Seat, target: Seat) -> Move:
    return CallUno(seat) if target == seat else CatchUno(seat, target)


def _time_left(window: int | None) -> tuple[str | None, float | None]:
    """Return until when a window is open, and how many seconds that is, or None."""
    left = None if window is None else seconds_until(window)
    return (stamp(moment_of(window)), left) if window is not None and left else (None, None)


def _render_prompt(
    ruleset: Ruleset,
    view: View,
    texts: OptionTexts,
    prompt: Prompt,
    *,
    is_next: bool,
    language: Language,
) -> PromptResponse:
    options, unavailable = None, []
    deadline = view.deadline if is_next else None
    is_asked = prompt.seat == view.viewer
    if is_asked and is_next:
        options = [
            _render_answer(ruleset, view, texts, prompt, move, language) for move in view.moves
        ]
        unavailable = texts.unavailable(prompt)
    return PromptResponse(
        seat=prompt.seat,
        kind=prompt.kind,  # type: ignore[arg-type]
        rule=prompt.rule,
        source=prompt.source or None,
        why=question_of(ruleset, view, prompt, language, texts.players),
        deadline=None if deadline is None else stamp(moment_of(deadline)),
        seconds_left=None if deadline is None else seconds_until(deadline),
        options=options,
        card=_asking_card(ruleset, prompt, language, is_asked=is_asked),
        unavailable=unavailable,
    )


def question_of(
    ruleset: Ruleset, view: View, prompt: Prompt, language: Language, names: Sequence[str] = ()
) -> str:
    """Return the question and what is at stake; a card asks in its own words."""
    said = situation(ruleset, view, prompt, language, names)
    if said:
        return said
    asked = question(
        ruleset, prompt, language, lambda seat: seat_in_words(ruleset, view, seat, language, names)
    )
    asked = asked or title_of(prompt.rule, ruleset.edition, language)
    if not prompt.source:
        return asked
    name = card_name(ruleset.edition, prompt.source, language)
    if asked in ("", name):
        return name
    return _TEXTS.say("source", language, card=name, question=asked)


def _asking_card(
    ruleset: Ruleset, prompt: Prompt, language: Language, *, is_asked: bool
) -> AskingCardResponse | None:
    """Return the card that asks, with its text; to the seat asked also how far it is."""
    card = ruleset.cards.get(prompt.source)
    if card is None:
        return None
    you, done, remaining = progress(ruleset, prompt, language) if is_asked else (None, [], [])
    return AskingCardResponse(
        code=card.code,
        name=card_name(ruleset.edition, card.code, language),
        text=card_text(card, ruleset.edition, language),
        you=you,
        done=done,
        remaining=remaining,
    )


def _render_answer(
    ruleset: Ruleset,
    view: View,
    texts: OptionTexts,
    prompt: Prompt,
    move: Move,
    language: Language,
) -> OptionResponse:
    rendered = _render_option(ruleset, view, texts, move, prompt, language)
    if not isinstance(move, Choose):
        return rendered
    if prompt.kind == "mode":
        label = mode_text(ruleset, prompt, move.option, language)
        return msgspec.structs.replace(rendered, label=label or rendered.label)
    if prompt.kind == "card":
        whose = _whose(ruleset, view, move, texts, language)
        label = texts.label(move, prompt) or rendered.label + whose
        return msgspec.structs.replace(rendered, label=label)
    if prompt.kind == "player" and move.option == str(view.viewer):
        return msgspec.structs.replace(rendered, label=_TEXTS["yourself"].to(language))
    return rendered


def _whose(
    ruleset: Ruleset, view: View, move: Choose, texts: OptionTexts, language: Language
) -> str:
    """Return whose card in play an option is; "" for a card of the own."""
    for seat in range(view.seats) if heroes_at(view) else ():
        lying = (*view.cards[ITEMS[seat]], *view.cards[ENEMY[seat]])
        if move.option in lying:
            if seat == view.viewer:
                return _TEXTS["yours"].to(language)
            who = seat_in_words(ruleset, view, seat, language, texts.players)
            return _TEXTS.say("of-seat", language, who=who)
    return ""


def _render_option(
    ruleset: Ruleset,
    view: View,
    texts: OptionTexts,
    move: Move,
    prompt: Prompt | None,
    language: Language,
) -> OptionResponse:
    questions = texts.questions(move)
    kind = prompt.kind if prompt else ""
    return OptionResponse(
        label=label_of(ruleset.edition, move, kind, language, heroes_at(view), texts.players),
        body=body_of(move),
        then=tuple(one.kind for one in questions),
        text=texts.text(move, prompt),
        effects=tuple(texts.effects(move, prompt)),
        warnings=tuple(texts.warnings(move)),
        danger=texts.is_danger(move),
        questions=questions,
    )


def heroes_at(view: View) -> dict[Seat, Card]:
    """Return the heroes at the table, by seat."""
    if HERO[0] not in view.cards:
        return {}
    return {seat: view.cards[HERO[seat]][-1] for seat in range(view.seats)}


def body_of(move: Move) -> MoveRequest:
    """Return the body that makes a move."""
    match move:
        case Play(card=card, uno=uno):
            return PlayRequest(card, uno)
        case Choose(option=option):
            return ChooseRequest(option)
        case CatchUno(target=target):
            return CatchUnoRequest(target)
        case _:
            return _BARE[type(move)]


_BARE: Final[dict[type, MoveRequest]] = {
    Draw: DrawRequest(),
    Pass: PassRequest(),
    CallUno: CallUnoRequest(),
    Resign: ResignRequest(),
}
"""The bodies of the moves without parameters."""
