"""An edition and a variant compiled to tables by card: the immutable half of every call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from cards.language.abilities import Ability, Trigger
from cards.language.cards import CardDef, Edition
from cards.language.effects import (
    CardFilter,
    Challenge,
    ChooseMode,
    Effect,
    ForEach,
    LayColor,
    May,
    OnlyIf,
)
from games.engine.facts import Prompted, Setup, TurnBegan
from games.engine.moves import Draw, Play
from games.engine.prompts import Bookmark, Prompt
from games.engine.support import RulesetError, check_supported
from games.engine.variants import TURN, VARIANTS, AwaitPlay, Options, Variant
from games.engine.zones import MOST_SEATS, NO_COLOR, Card, Color

ACTIONS: Final = frozenset({"draw_two", "reverse", "skip", "wild"})
"""The kinds of card that are Action cards."""

DEAL: Final = 7
"""How many cards each player is dealt (common.deal)."""


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset:
    """Everything about a game that never changes while it is played.

    The tables are by card code: its kind, color, symbol and points; ``rules`` has the rule id of
    what a card does; ``fits[top][color]`` the cards that may go on a top card with a color in play;
    ``scripts`` every list of effects by its path (``wild-cerebro.effects[2].modes[0].do``);
    ``effects`` the script of a card. ``only_fits`` says that nothing but the match decides which
    card may be played. Values that are the same each time are made once: the prompt and the
    beginning of a turn, plays and draws.
    """

    edition: Edition
    variant: Variant
    options: Options
    seats: int
    box: tuple[Card, ...]
    cards: dict[Card, CardDef]
    kind: dict[Card, str]
    color: dict[Card, Color]
    symbol: dict[Card, str]
    points: dict[Card, int]
    rules: dict[Card, str]
    fits: dict[Card, dict[Color, frozenset[Card]]]
    scripts: dict[str, tuple[Any, ...]]
    effects: dict[Card, str]
    challenges: dict[Card, Challenge]
    lays: frozenset[Card]
    awaits: int
    has_abilities: bool
    only_fits: bool
    turn_prompts: tuple[Prompted, ...] = field(repr=False)
    turns_began: tuple[TurnBegan, ...] = field(repr=False)
    plays: tuple[dict[Card, Play], ...] = field(repr=False)
    draws: tuple[Draw, ...] = field(repr=False)
    _meant: dict[tuple[CardFilter, tuple[str, ...]], frozenset[Card]] = field(
        default_factory=dict, repr=False
    )

    def rule(self, point: str) -> str:
        """The id of a rule of this variant."""
        return f"{self.variant.code}.{point}"

    def meant(self, wanted: CardFilter, names: tuple[str, ...]) -> frozenset[Card]:
        """The cards that a filter means, given the values of the names it reads, in their order."""
        key = (wanted, names)
        found = self._meant.get(key)
        if found is None:
            values = dict(zip(wanted.bindings(), names, strict=True))
            found = self._meant[key] = frozenset(
                code for code, card in self.cards.items() if _is_meant(card, wanted, values)
            )
        return found

    def ability(self, card: Card, index: int) -> Ability:
        """One ability of a card."""
        return self.cards[card].abilities[index]


def compile_ruleset(edition: Edition, setup: Setup) -> Ruleset:
    """The tables for a game; raises ``RulesetError`` where edition and setup do not fit."""
    variant = VARIANTS.get(setup.variant)
    if variant is None or edition.variant != setup.variant:
        raise RulesetError(f"{edition.code} is no edition of {setup.variant}")
    check_supported(edition)
    cards = {card.code: card for card in edition.cards}
    box = tuple(sorted(code for code in cards for _ in range(edition.count(code))))
    scripts: dict[str, tuple[Any, ...]] = dict(variant.scripts)
    for card in edition.cards:
        _add_script(scripts, f"{card.code}.effects", card.effects)
        for index, ability in enumerate(card.abilities):
            if isinstance(ability, Trigger):
                _add_script(scripts, f"{card.code}.abilities[{index}].do", ability.do)
    options = msgspec.convert(setup.options, Options)
    has_abilities = any(card.abilities for card in edition.cards)
    awaits = next(at for at, step in enumerate(scripts[TURN]) if isinstance(step, AwaitPlay))
    return Ruleset(
        edition=edition,
        variant=variant,
        options=options,
        seats=setup.seats,
        box=box,
        cards=cards,
        kind={code: card.kind for code, card in cards.items()},
        color={code: card.color for code, card in cards.items()},
        symbol={code: card.symbol for code, card in cards.items()},
        points={code: card.points for code, card in cards.items()},
        rules={code: card.rule or f"card.{code}" for code, card in cards.items()},
        fits=_fits(edition),
        scripts=scripts,
        effects={code: f"{code}.effects" for code, card in cards.items() if card.effects},
        challenges={
            card.code: effect
            for card in edition.cards
            for effect in card.effects
            if isinstance(effect, Challenge)
        },
        lays=frozenset(
            card.code
            for card in edition.cards
            if any(isinstance(effect, LayColor) for effect in card.effects)
        ),
        awaits=awaits,
        has_abilities=has_abilities,
        only_fits=not has_abilities and options.draw_four == "challenge",
        turn_prompts=tuple(_turn_prompt(seat, awaits) for seat in range(MOST_SEATS)),
        turns_began=tuple(TurnBegan(seat) for seat in range(MOST_SEATS)),
        draws=tuple(Draw(seat) for seat in range(MOST_SEATS)),
        plays=tuple({code: Play(seat, code) for code in cards} for seat in range(MOST_SEATS)),
    )


def _add_script(
    scripts: dict[str, tuple[Any, ...]], path: str, effects: tuple[Effect, ...]
) -> None:
    scripts[path] = effects
    for at, effect in enumerate(effects):
        here = f"{path}[{at}]"
        match effect:
            case May() | ForEach():
                _add_script(scripts, f"{here}.do", effect.do)
            case OnlyIf():
                _add_script(scripts, f"{here}.do", effect.do)
                _add_script(scripts, f"{here}.otherwise", effect.otherwise)
            case ChooseMode():
                for index, mode in enumerate(effect.modes):
                    _add_script(scripts, f"{here}.modes[{index}].do", mode.do)


def _is_meant(card: CardDef, wanted: CardFilter, values: Mapping[str, str]) -> bool:
    return (
        (not wanted.kind or card.kind in wanted.kind)
        and card.kind not in wanted.not_kind
        and (not wanted.color or card.color in wanted.color)
        and (not wanted.symbol or card.symbol in wanted.symbol)
        and (wanted.danger is None or card.danger == wanted.danger)
        and (not wanted.color_bound or card.color == (values[wanted.color_bound] or None))
        and (not wanted.symbol_bound or card.symbol == values[wanted.symbol_bound])
    )


def _fits(edition: Edition) -> dict[Card, dict[Color, frozenset[Card]]]:
    """common.match: by color in play, by number or symbol; a Wild always."""
    wilds = frozenset(card.code for card in edition.cards if card.kind == "wild")
    by_color = {
        color: frozenset(card.code for card in edition.cards if card.color == color)
        for color in (NO_COLOR, *edition.colors)
    }
    by_color[NO_COLOR] = frozenset()
    by_symbol: dict[str, frozenset[Card]] = {}
    for card in edition.cards:
        by_symbol[card.symbol] = by_symbol.get(card.symbol, frozenset()) | {card.code}
    return {
        top.code: {color: wilds | by_symbol[top.symbol] | same for color, same in by_color.items()}
        for top in edition.cards
    }


def _turn_prompt(seat: int, awaits: int) -> Prompted:
    """The question of a turn is the same each time: it is made once."""
    resume = (Bookmark(script=TURN, at=awaits, seat=seat),)
    return Prompted(
        Prompt(seat=seat, kind="turn", default="draw", rule="common.match", resume=resume)
    )
