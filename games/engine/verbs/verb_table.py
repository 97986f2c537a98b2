"""The tables of the functions that carry out effects, steps and intents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from cards.language import effects as language
from games.engine import variants
from games.engine.intents import apply_replacement, layer, next_replacement
from games.engine.prompts import Intent, Prompt
from games.engine.queries import ActiveAbility, in_turn_order
from games.engine.resolution import Resolution, Verb
from games.engine.verbs import asking, card_moves, classic, control, dangers, decks, rounds, turns

VERBS: Final[dict[type, Verb]] = {
    variants.ChooseDealer: rounds.choose_dealer,
    variants.Shuffle: rounds.shuffle,
    variants.Deal: rounds.deal,
    variants.TurnUp: rounds.turn_up,
    variants.BeginTurn: turns.begin_turn,
    variants.AwaitPlay: turns.await_play,
    variants.EndTurn: turns.end_turn,
    variants.SetUpTable: rounds.set_up_table,
    variants.ChooseFirst: rounds.choose_first,
    variants.Moment: control.moment,
    variants.Battle: turns.battle,
    variants.Danger: turns.danger,
    variants.Again: turns.again,
    variants.RunTrigger: control.run_trigger,
    variants.Each: control.each,
    variants.Arrived: dangers.arrived,
    variants.DiscardRevealed: dangers.discard_revealed,
    variants.LookAtHands: turns.look_at_hands,
    language.Add: decks.add,
    language.Burn: decks.burn,
    language.BurnUntil: decks.burn_until,
    language.BurnFromHand: decks.burn_from_hand,
    language.Recover: decks.recover,
    language.Exchange: decks.exchange,
    language.Flip: dangers.flip,
    language.FlipUntil: dangers.flip_until,
    language.Defeat: dangers.defeat,
    language.Destroy: dangers.destroy,
    language.Take: dangers.take,
    language.ChooseCard: dangers.choose_card,
    language.PlayAgain: turns.play_again,
    language.Draw: card_moves.draw,
    language.ShowHand: card_moves.show_hand,
    language.Skip: turns.skip,
    language.Reverse: turns.reverse,
    language.SetColor: turns.set_color,
    language.ChooseColor: asking.choose_color,
    language.ChoosePlayer: asking.choose_player,
    language.ChooseMode: asking.choose_mode,
    language.May: asking.may,
    language.OnlyIf: control.only_if,
    language.ForEach: control.for_each,
    language.Grant: control.grant,
    language.Challenge: classic.challenge,
    language.LayColor: classic.lay_color,
    language.NameCharacter: classic.name_character,
}
"""The function of each verb of the language and of each step of a script."""

OUTCOMES: Final[dict[str, Callable[[Resolution, Intent], None]]] = {
    "draw": card_moves.carry_out_draw,
    "penalty": card_moves.carry_out_penalty,
    "skip": turns.carry_out_skip,
    "add": decks.carry_out_add,
    "burn": decks.carry_out_burn,
    "recover": decks.carry_out_recover,
    "flip": dangers.carry_out_flip,
    "attack": dangers.carry_out_attack,
}
"""The function that carries out an intent after its replacements, by its verb."""

INSTEAD: Final[dict[str, Callable[[Resolution, Intent], None]]] = {
    "attack": dangers.discard_warded_enemy
}
"""The fallback of an intent that is prevented, or whose seat has gone out, by its verb."""


def resolve_intent(work: Resolution, intent: Intent, answer: str | None) -> None:
    """Apply the replacements to an intent one by one, then carry it out.

    A skip of a seat that is skipped already changes nothing, so no replacement applies to it
    (ultimate.skip).
    """
    state, seat = work.state, intent.seat
    if state.out >> seat & 1:
        _carry_out_instead(work, intent)
        return
    is_idle = intent.verb == "skip" and state.skipped >> seat & 1
    if intent.verb in work.ruleset.replacements and not is_idle:
        one = next_replacement(work.ruleset, state, intent)
        if one is not None:
            _replace(work, intent, one, answer)
            return
    OUTCOMES[intent.verb](work, intent)


def _carry_out_instead(work: Resolution, intent: Intent) -> None:
    if intent.verb in INSTEAD:
        INSTEAD[intent.verb](work, intent)


def _replace(work: Resolution, intent: Intent, one: ActiveAbility, answer: str | None) -> None:
    """Apply a replacement; ask its owner first if there is a choice."""
    options, kind = _question(work, one)
    if answer is None and len(options) > 1:
        work.agenda.append(intent)
        _ask(work, one, kind, options)
        return
    if answer == "no":
        applied = (*intent.applied, one.name)
        work.agenda.append(msgspec.structs.replace(intent, applied=applied))
        return
    target = int(answer or options[0]) if kind == "player" else None
    work.spend(one)
    after = apply_replacement(intent, one, target)
    count = 0 if after is None else after.count
    params: dict[str, int | str] = {"before": intent.count, "after": count}
    if intent.verb == "burn" and count != intent.count:
        _cite_change(work, intent, one)
    work.rule(work.ruleset.rules[one.card], intent.seat, params)
    if after is None:
        _carry_out_instead(work, intent)
    else:
        work.agenda.append(after)


def _cite_change(work: Resolution, intent: Intent, one: ActiveAbility) -> None:
    """Cite the rules by which the number of burned cards changes."""
    work.cite("modify", intent.seat)
    if layer(one.ability) == "increase":
        work.cite("account", one.seat)
    elif any(_reduces(work, name) for name in intent.applied):
        work.cite("two-reducers", intent.seat)


def _reduces(work: Resolution, name: str) -> bool:
    """Whether a replacement, by its name, reduces a number."""
    card, _, index = name.partition("@")[0].partition("/")
    return layer(work.ruleset.ability(card, int(index))) == "reduce"


def _question(work: Resolution, one: ActiveAbility) -> tuple[tuple[str, ...], str]:
    """Return the options of the owner of a replacement, and the kind of the question."""
    may = getattr(one.ability, "may", False)
    if layer(one.ability) == "redirect":
        seats = in_turn_order(work.state, one.seat)
        others = tuple(str(seat) for seat in seats if seat != one.seat)
        return (("no", *others) if may else others), "player"
    return (("yes", "no") if may else ("yes",)), "confirm"


def _ask(work: Resolution, one: ActiveAbility, kind: str, options: tuple[str, ...]) -> None:
    work.suspend(
        Prompt(
            seat=one.seat,
            kind=kind,
            options=options,
            default="no" if "no" in options else options[0],
            source=one.card,
            rule=work.ruleset.rules[one.card],
            resume=work.bookmarks(),
            called=work.has_called(),
        )
    )
