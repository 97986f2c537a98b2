"""The table in a player's words: what lies where, and what still goes on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from cards.language import card_text
from cards.language.abilities import Ability
from cards.language.prose import speech_of
from cards.language.speech import sentence
from games.engine import Ruleset, View
from games.engine.facts import LastingEffect
from games.engine.prompts import Bound
from games.engine.queries import lookup
from games.engine.zones import (
    ARRIVING,
    BURN,
    DANGER,
    DANGER_DISCARD,
    DECK,
    DISCARD,
    DRAW,
    ENEMY,
    HAND,
    ITEMS,
    REVEALED,
    Seat,
)
from games.messages.game import DangersTold, EnemyTold, LastingTold, PlaceTold, TableTold
from games.wording.labels import card_name, reason_of
from games.wording.language import Language
from games.wording.prompts import heroes_at


def told_board(ruleset: Ruleset, view: View, language: Language) -> TableTold:
    """The table as a viewer may know it."""
    pile = view.cards.get(DISCARD, ())
    return TableTold(
        current=view.current if view.current >= 0 else None,
        direction=1 if view.direction > 0 else -1,
        color=view.color or None,
        places=[_place(ruleset, view, seat, language) for seat in range(view.seats)],
        discard_top=pile[-1] if pile else None,
        draw_pile=view.counts.get(DRAW),
        dangers=_dangers(view),
        lasting=[_lasting(ruleset, effect, language) for effect in view.lasting],
        ended=reason_of(view.result.why, language) if view.result else None,
    )


def _place(ruleset: Ruleset, view: View, seat: Seat, language: Language) -> PlaceTold:
    heroes = heroes_at(view)
    return PlaceTold(
        seat=seat,
        hand=view.counts[HAND[seat]],
        cards=view.cards.get(HAND[seat]),
        hero=heroes.get(seat),
        deck=view.counts.get(DECK[seat]),
        burn_pile=view.cards.get(BURN[seat]),
        enemy=next(_enemies(ruleset, view, seat, language), None),
        items=view.cards.get(ITEMS[seat]),
        skipped=seat in view.skipped,
        out=seat in view.out,
        exposed=seat in view.exposed,
    )


def _enemies(ruleset: Ruleset, view: View, seat: Seat, language: Language) -> Iterator[EnemyTold]:
    for code in view.cards.get(ENEMY[seat], ()):
        card = ruleset.cards[code]
        cost = speech_of(card, language).cost_text()
        yield EnemyTold(
            card=code,
            name=card_name(ruleset.edition, code, language),
            cost=cost,
            since=view.enemy_since[seat],
            can_be_defeated=bool(cost) and ARRIVING < view.enemy_since[seat] < view.turn,
            text=card_text(card, ruleset.edition, language),
        )


def _dangers(view: View) -> DangersTold | None:
    if DANGER not in view.counts:
        return None
    return DangersTold(
        deck=view.counts[DANGER],
        discard=view.cards[DANGER_DISCARD],
        revealed=view.cards[REVEALED],
    )


def _lasting(ruleset: Ruleset, effect: LastingEffect, language: Language) -> LastingTold:
    card = ruleset.cards[effect.card]
    ability = settled(card.abilities[effect.ability], effect.bound)
    return LastingTold(
        card=effect.card,
        name=card_name(ruleset.edition, effect.card, language),
        seat=effect.seat,
        text=sentence(speech_of(card, language).ability(ability, uses=effect.uses)),
        until=effect.until,
        uses=effect.uses or None,
    )


def settled(ability: Ability, bound: Bound) -> Ability:
    """An ability in which the names chosen before stand as what was chosen."""
    if not bound:
        return ability
    told = _settled(msgspec.to_builtins(ability), bound)
    return msgspec.convert(told, type(ability))


def _settled(part: Any, bound: Bound) -> Any:
    if isinstance(part, list):
        return [_settled(one, bound) for one in part]
    if not isinstance(part, dict):
        return part
    made = {name: _settled(value, bound) for name, value in part.items()}
    for name in ("color", "symbol", "keyword"):
        chosen = lookup(bound, made.get(f"{name}_bound", ""))
        if chosen:
            del made[f"{name}_bound"]
            made[name] = chosen if name == "keyword" else [chosen]
    return made
