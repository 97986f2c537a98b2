"""What the game waits for, with the exact body of every answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from cards.language.effects import (
    BurnFromHand,
    ChooseCard,
    ChooseColor,
    ChooseMode,
    ChoosePlayer,
    Effect,
    Exchange,
    ForEach,
    LayColor,
    May,
    NameCharacter,
    OnlyIf,
    Recover,
)
from games.api.labels import card_name, label_of
from games.api.rules import title_of
from games.api.serializers import OptionTold, PromptsTold, PromptTold
from games.api.words import Language
from games.engine.moves import CatchUno, Choose, Move, Play
from games.engine.observe import View
from games.engine.prompts import Prompt
from games.engine.ruleset import Ruleset


def told_prompts(ruleset: Ruleset, view: View, seq: int, language: Language) -> PromptsTold:
    """The open questions as a viewer may see them, and what else is open to the viewer."""
    last = len(view.prompts) - 1
    asked = [
        _told_prompt(ruleset, view, prompt, is_next=at == last, language=language)
        for at, prompt in enumerate(view.prompts)
    ]
    open_now = [_told_option(ruleset, move, "", language) for move in view.open]
    return PromptsTold(seq, asked, open_now)


def _told_prompt(
    ruleset: Ruleset, view: View, prompt: Prompt, *, is_next: bool, language: Language
) -> PromptTold:
    options = None
    if prompt.seat == view.viewer and is_next:
        options = [_told_option(ruleset, move, prompt.kind, language) for move in view.moves]
    return PromptTold(
        seat=prompt.seat,
        kind=prompt.kind,  # type: ignore[arg-type]
        rule=prompt.rule,
        source=prompt.source or None,
        why=_why(ruleset, prompt, language),
        deadline=None,
        options=options,
    )


def _why(ruleset: Ruleset, prompt: Prompt, language: Language) -> str:
    title = title_of(prompt.rule, language)
    if not prompt.source:
        return title
    name = card_name(ruleset.edition, prompt.source, language)
    return name if title in ("", name) else f"{name}: {title}"


def _told_option(ruleset: Ruleset, move: Move, kind: str, language: Language) -> OptionTold:
    then = _then(ruleset, move.card) if isinstance(move, Play) else ()
    return OptionTold(label_of(ruleset.edition, move, kind, language), body_of(move), then)


def body_of(move: Move) -> dict[str, Any]:
    """The body that makes a move."""
    match move:
        case Play(card=card, uno=True):
            return {"move": "play", "card": card, "uno": True}
        case Play(card=card):
            return {"move": "play", "card": card}
        case Choose(option=option):
            return {"move": "choose", "option": option}
        case CatchUno(target=target):
            return {"move": "catch-uno", "seat": target}
        case _:
            return {"move": move.__struct_config__.tag}


def _then(ruleset: Ruleset, card: str) -> tuple[str, ...]:
    """The choices that a card asks of its own player, in the order in which it asks them."""
    effects = ruleset.cards[card].effects
    return tuple(dict.fromkeys(_asked(effects))) if effects else ()


def _asked(effects: Iterable[Effect]) -> Iterator[str]:
    for effect in effects:
        match effect:
            case ChooseColor(who="self"):
                yield "color"
            case ChoosePlayer():
                yield "player"
            case NameCharacter():
                yield "character"
            case ChooseCard() | LayColor() | Exchange(who="self") | Recover(chosen=True):
                yield "card"
            case BurnFromHand(who="self", at_random=False):
                yield "card"
            case ChooseMode(who="self", modes=modes):
                yield "mode"
                for mode in modes:
                    yield from _asked(mode.do)
            case May(who="self", do=do):
                yield "confirm"
                yield from _asked(do)
            case OnlyIf(do=do, otherwise=otherwise):
                yield from _asked(do)
                yield from _asked(otherwise)
            case ForEach(do=do):
                yield from _asked(do)
            case _:
                pass
