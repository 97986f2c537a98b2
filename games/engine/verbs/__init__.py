"""What each verb of the language and each step of a script does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cards.language import effects as language
from games.engine import variants
from games.engine.intents import changed, layer, next_replacement
from games.engine.prompts import Intent, Prompt
from games.engine.queries import Standing, in_turn_order
from games.engine.resolution import Resolution, Verb
from games.engine.verbs import cards, choices, classic, control, rounds, turns

VERBS: Final[dict[type, Verb]] = {
    variants.ChooseDealer: rounds.choose_dealer,
    variants.Shuffle: rounds.shuffle,
    variants.Deal: rounds.deal,
    variants.TurnUp: rounds.turn_up,
    variants.BeginTurn: turns.begin_turn,
    variants.AwaitPlay: turns.await_play,
    variants.EndTurn: turns.end_turn,
    language.Draw: cards.draw,
    language.ShowHand: cards.show_hand,
    language.Skip: turns.skip,
    language.Reverse: turns.reverse,
    language.SetColor: turns.set_color,
    language.ChooseColor: choices.choose_color,
    language.ChoosePlayer: choices.choose_player,
    language.ChooseMode: choices.choose_mode,
    language.May: choices.may,
    language.OnlyIf: control.only_if,
    language.ForEach: control.for_each,
    language.Grant: control.grant,
    language.Challenge: classic.challenge,
    language.LayColor: classic.lay_color,
    language.NameCharacter: classic.name_character,
}
"""The function of each verb. An edition that uses another verb is refused when it is compiled."""

OUTCOMES: Final[dict[str, Callable[[Resolution, Intent], None]]] = {
    "draw": cards.carry_out_draw,
    "skip": turns.carry_out_skip,
}
"""What an intent does once nothing changes it any more."""


def settle(work: Resolution, intent: Intent, answer: str | None) -> None:
    """Let replacements edit an intent until none is left, then carry it out."""
    if work.state.is_out(intent.seat):
        return
    if work.state.lasting:
        one = next_replacement(work.ruleset, work.state, intent)
        if one is not None:
            _replace(work, intent, one, answer)
            return
    OUTCOMES[intent.verb](work, intent)


def _replace(work: Resolution, intent: Intent, one: Standing, answer: str | None) -> None:
    """Apply a replacement, once its owner has said what there is to say."""
    options, kind = _question(work, one)
    if answer is None and len(options) > 1:
        work.agenda.append(intent)
        _ask(work, one, kind, options)
        return
    if answer == "no":
        work.agenda.append(_marked(intent, (*intent.applied, one.name)))
        return
    target = int(answer or options[0]) if kind == "player" else None
    work.spend(one)
    after = changed(intent, one, target)
    count = 0 if after is None else after.count
    params: dict[str, int | str] = {"before": intent.count, "after": count}
    work.rule(work.ruleset.rules[one.card], intent.seat, params)
    if after is not None:
        work.agenda.append(after)


def _question(work: Resolution, one: Standing) -> tuple[tuple[str, ...], str]:
    """What the owner of a replacement is asked: whether, or to whom; one option is no question."""
    may = getattr(one.ability, "may", False)
    if layer(one.ability) == "redirect":
        seats = in_turn_order(work.state, one.seat)
        others = tuple(str(seat) for seat in seats if seat != one.seat)
        return (("no", *others) if may else others), "player"
    return (("yes", "no") if may else ("yes",)), "confirm"


def _marked(intent: Intent, applied: tuple[str, ...]) -> Intent:
    return Intent(intent.verb, intent.seat, intent.count, intent.cause, intent.floor, applied)


def _ask(work: Resolution, one: Standing, kind: str, options: tuple[str, ...]) -> None:
    work.suspend(
        Prompt(
            seat=one.seat,
            kind=kind,
            options=options,
            default="no" if "no" in options else options[0],
            source=one.card,
            rule=work.ruleset.rules[one.card],
            resume=work.marks(),
        )
    )


__all__ = ["OUTCOMES", "VERBS", "settle"]
