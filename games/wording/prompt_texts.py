"""Prompts in words, with the exact body of every answer."""

from __future__ import annotations

from typing import Final

import msgspec

from games.engine.moves import (
    CallUno,
    CatchUno,
    Choose,
    Draw,
    Move,
    Pass,
    Play,
    Resign,
    TakeBack,
)
from games.engine.prompts import Prompt
from games.engine.zones import ENEMY, ITEMS, Seat
from games.ledger.rows import moment_of, seconds_until, stamp
from games.ledger.sealing import GENESIS
from games.messages.move_messages import (
    CallUnoRequest,
    CatchUnoRequest,
    ChooseRequest,
    DrawRequest,
    MoveRequest,
    PassRequest,
    PlayRequest,
    ResignRequest,
    TakeBackRequest,
)
from games.messages.prompt_messages import (
    AskingCardResponse,
    OptionResponse,
    PromptResponse,
    PromptsResponse,
)
from games.wording.labels import CATALOG, label_of
from games.wording.language import Texts
from games.wording.option_texts import OptionTexts
from games.wording.question_texts import mode_text, progress, question
from games.wording.rules import title_of
from games.wording.situation_texts import situation
from games.wording.viewpoint import Viewpoint

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


def render_prompts(seen: Viewpoint, seq: int, digest: str = GENESIS) -> PromptsResponse:
    """Return the open questions for a viewer, and what else the viewer may do.

    A player for whom a bot plays may only take the seat back.

    ``digest`` is that of event ``seq``, if the position is that of a game.
    """
    view, texts = seen.view, OptionTexts(seen)
    last = len(view.prompts) - 1
    prompts = [
        _render_prompt(seen, texts, prompt, is_next=at == last)
        for at, prompt in enumerate(view.prompts)
    ]
    held = [_held_move(view.viewer, target) for target in view.held]
    is_stood_in = view.viewer in view.stand_ins
    may_open: tuple[Move, ...] = (TakeBack(view.viewer),) if is_stood_in else view.open
    open_now, held_now = (
        [_render_option(seen, texts, move, None) for move in moves] for moves in (may_open, held)
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
    seen: Viewpoint, texts: OptionTexts, prompt: Prompt, *, is_next: bool
) -> PromptResponse:
    options, unavailable = None, []
    deadline = seen.view.deadline if is_next else None
    is_asked = prompt.seat == seen.view.viewer and prompt.seat not in seen.view.stand_ins
    if is_asked and is_next:
        moves = (*seen.view.moves, *seen.view.uncertain_calls)
        options = [_render_answer(seen, texts, prompt, move) for move in moves]
        unavailable = texts.unavailable(prompt)
    return PromptResponse(
        seat=prompt.seat,
        kind=prompt.kind,  # type: ignore[arg-type]
        rule=prompt.rule,
        source=prompt.source or None,
        why=question_of(seen, prompt),
        deadline=None if deadline is None else stamp(moment_of(deadline)),
        seconds_left=None if deadline is None else seconds_until(deadline),
        options=options,
        card=_asking_card(seen, prompt, is_asked=is_asked),
        unavailable=unavailable,
    )


def question_of(seen: Viewpoint, prompt: Prompt) -> str:
    """Return the question and what is at stake; a card asks in its own words."""
    said = situation(seen, prompt)
    if said:
        return said
    asked = question(seen.ruleset, prompt, seen.language, seen.who)
    asked = asked or title_of(prompt.rule, seen.ruleset.edition, seen.language)
    if not prompt.source:
        return asked
    name = seen.name(prompt.source)
    if asked in ("", name):
        return name
    return _TEXTS.say("source", seen.language, card=name, question=asked)


def _asking_card(seen: Viewpoint, prompt: Prompt, *, is_asked: bool) -> AskingCardResponse | None:
    """Return the card that asks, with its text; to the seat asked also how far it is."""
    card = seen.ruleset.cards.get(prompt.source)
    if card is None:
        return None
    asked = progress(seen.ruleset, prompt, seen.language) if is_asked else (None, [], [])
    return AskingCardResponse(card.code, seen.name(card.code), seen.text(card), *asked)


def _render_answer(
    seen: Viewpoint, texts: OptionTexts, prompt: Prompt, move: Move
) -> OptionResponse:
    rendered = _render_option(seen, texts, move, prompt)
    if not isinstance(move, Choose):
        return rendered
    label = rendered.label
    if prompt.kind == "mode":
        label = mode_text(seen.ruleset, prompt, move.option, seen.language) or label
    elif prompt.kind == "card":
        label = texts.label(move, prompt) or label + _whose(seen, move)
    elif prompt.kind == "player" and move.option == str(seen.view.viewer):
        label = _TEXTS["yourself"].to(seen.language)
    return msgspec.structs.replace(rendered, label=label)


def _whose(seen: Viewpoint, move: Choose) -> str:
    """Return whose card in play an option is; "" for a card of the own."""
    view = seen.view
    for seat in seen.heroes:
        if move.option in (*view.cards[ITEMS[seat]], *view.cards[ENEMY[seat]]):
            if seat == view.viewer:
                return _TEXTS["yours"].to(seen.language)
            return _TEXTS.say("of-seat", seen.language, who=seen.who(seat))
    return ""


def _render_option(
    seen: Viewpoint, texts: OptionTexts, move: Move, prompt: Prompt | None
) -> OptionResponse:
    questions, edition = texts.questions(move), seen.ruleset.edition
    kind = prompt.kind if prompt else ""
    return OptionResponse(
        label=label_of(edition, move, kind, seen.language, seen.heroes, seen.names),
        body=body_of(move),
        then=tuple(one.kind for one in questions),
        text=texts.text(move, prompt),
        effects=tuple(texts.effects(move, prompt)),
        warnings=tuple(texts.warnings(move)),
        danger=texts.is_danger(move),
        questions=questions,
    )


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
    TakeBack: TakeBackRequest(),
}
"""The bodies of the moves without parameters."""
