"""What the game waits for, with the exact body of every answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from cards.language.effects import Effect
from games.engine.moves import CallUno, CatchUno, Choose, Draw, Move, Pass, Play, Resign
from games.engine.observe import View
from games.engine.prompts import Prompt
from games.engine.ruleset import Ruleset
from games.engine.zones import ENEMY, HERO, ITEMS, Card, Seat
from games.messages.game import (
    CallUnoAsked,
    CatchUnoAsked,
    ChooseAsked,
    DrawAsked,
    MoveAsked,
    OptionTold,
    PassAsked,
    PlayAsked,
    PromptsTold,
    PromptTold,
    ResignAsked,
)
from games.wording.labels import card_name, label_of
from games.wording.language import FRENCH, Language, Text
from games.wording.questions import mode_text, question
from games.wording.rules import title_of

_YOURS: Final = Text(" (in front of you)", " (devant toi)")
_OF_SEAT: Final = Text(" (in front of seat {seat})", " (devant le siège {seat})")


def told_prompts(ruleset: Ruleset, view: View, seq: int, language: Language) -> PromptsTold:
    """The open questions as a viewer may see them, and what else is open to the viewer."""
    last = len(view.prompts) - 1
    asked = [
        _told_prompt(ruleset, view, prompt, is_next=at == last, language=language)
        for at, prompt in enumerate(view.prompts)
    ]
    open_now = [_told_option(ruleset, view, move, "", language) for move in view.open]
    return PromptsTold(seq, asked, open_now)


def _told_prompt(
    ruleset: Ruleset, view: View, prompt: Prompt, *, is_next: bool, language: Language
) -> PromptTold:
    options = None
    is_asked = prompt.seat == view.viewer
    if is_asked and is_next:
        options = [_told_answer(ruleset, view, prompt, move, language) for move in view.moves]
    return PromptTold(
        seat=prompt.seat,
        kind=prompt.kind,  # type: ignore[arg-type]
        rule=prompt.rule,
        source=prompt.source or None,
        why=_why(ruleset, prompt, language, is_asked=is_asked),
        deadline=None,
        options=options,
    )


def _why(ruleset: Ruleset, prompt: Prompt, language: Language, *, is_asked: bool) -> str:
    """Which card asks, and to the seat asked also what, in the words of the card."""
    title = title_of(prompt.rule, ruleset.edition, language)
    if not prompt.source:
        return title
    name = card_name(ruleset.edition, prompt.source, language)
    asked = question(ruleset, prompt, language) if is_asked else ""
    said = asked or title
    colon = " : " if language == FRENCH else ": "
    return name if said in ("", name) else f"{name}{colon}{said}"


def _told_answer(
    ruleset: Ruleset, view: View, prompt: Prompt, move: Move, language: Language
) -> OptionTold:
    told = _told_option(ruleset, view, move, prompt.kind, language)
    if prompt.kind == "mode" and isinstance(move, Choose):
        label = mode_text(ruleset, prompt, move.option, language)
        return msgspec.structs.replace(told, label=label or told.label)
    if prompt.kind == "card" and isinstance(move, Choose):
        return msgspec.structs.replace(
            told, label=told.label + _whose(view, prompt, move, language)
        )
    return told


def _whose(view: View, prompt: Prompt, move: Choose, language: Language) -> str:
    """In front of whom a card in play lies that may be chosen; "" for a card of the own."""
    for seat in range(view.seats) if heroes_at(view) else ():
        lying = (*view.cards[ITEMS[seat]], *view.cards[ENEMY[seat]])
        if move.option in lying:
            whose = _YOURS if seat == prompt.seat else _OF_SEAT
            return whose.to(language).format(seat=seat)
    return ""


def _told_option(
    ruleset: Ruleset, view: View, move: Move, kind: str, language: Language
) -> OptionTold:
    then = _then(ruleset, move.card) if isinstance(move, Play) else ()
    label = label_of(ruleset.edition, move, kind, language, heroes_at(view))
    return OptionTold(label, body_of(move), then)


def heroes_at(view: View) -> dict[Seat, Card]:
    """The heroes at the table, by seat."""
    if HERO[0] not in view.cards:
        return {}
    return {seat: view.cards[HERO[seat]][-1] for seat in range(view.seats)}


def body_of(move: Move) -> MoveAsked:
    """The body that makes a move a seat may make."""
    match move:
        case Play(card=card, uno=uno):
            return PlayAsked(card, uno)
        case Choose(option=option):
            return ChooseAsked(option)
        case CatchUno(target=target):
            return CatchUnoAsked(target)
        case _:
            return _BARE[type(move)]


_BARE: Final[dict[type, MoveAsked]] = {
    Draw: DrawAsked(),
    Pass: PassAsked(),
    CallUno: CallUnoAsked(),
    Resign: ResignAsked(),
}
"""The bodies of the moves that say nothing but themselves."""


def _then(ruleset: Ruleset, card: str) -> tuple[str, ...]:
    """The choices that a card asks of its own player, in the order in which it asks them."""
    effects = ruleset.cards[card].effects
    return tuple(dict.fromkeys(_asked(effects))) if effects else ()


def _asked(effects: Iterable[Effect]) -> Iterator[str]:
    for effect in effects:
        if effect.asks:
            if effect.role != "self":
                continue
            yield effect.asks
        for part in effect.parts:
            yield from _asked(part.do)
