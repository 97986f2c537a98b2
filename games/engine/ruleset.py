"""Compile an edition and the setup of a game to lookup tables, which never change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, final

import msgspec

from cards.language import finding
from cards.language.abilities import Ability, Replacement, Restriction, Suppression, Trigger
from cards.language.cards import CardDef, EditionDef
from cards.language.effects import (
    MANY,
    CardFilter,
    Challenge,
    Effect,
    LayColor,
)
from cards.language.walk import effects_of, grants
from games.engine.bindings import Bound, lookup
from games.engine.facts import Answered, CardsMoved, Prompted, Setup, TurnBegan
from games.engine.moves import Draw, Play
from games.engine.prompts import Bookmark, Prompt
from games.engine.rulebook import load_rulebook
from games.engine.support import NotPlayable, RulesetError, check_supported
from games.engine.variants import (
    DANGER_KINDS,
    DEAL,
    TURN,
    VARIANTS,
    AwaitPlay,
    BeginTurn,
    Each,
    Options,
    Variant,
)
from games.engine.zones import (
    DISCARD,
    ENEMY,
    HAND,
    HERO,
    ITEMS,
    MAX_SEATS,
    NO_COLOR,
    Card,
    Color,
    Seat,
    Zone,
)

_FEATURED: Final = ("add", "burn")
"""The keywords of ultimate.features."""

Indexes = dict[Card, tuple[int, ...]]
"""Indexes of abilities, by card."""


Face = tuple[Card, str, Color, str]
"""A card with its kind, color and symbol, which decide what it matches."""

Fits = dict[Card, dict[Color, frozenset[Card]]]
"""The cards that may follow a top card with a color in play."""

MadeOnce = tuple[
    tuple[dict[Card, Play], ...],
    tuple[dict[str, Answered], ...],
    tuple[dict[Card, CardsMoved], ...],
]
"""By seat: its plays, its answers to the question of a turn, and the facts of cards played."""

KEPT: Final = 32
"""Of how many editions the tables are kept that all their rulesets share."""

MatchingBound = tuple[tuple[str, ...], dict[tuple[str, ...], frozenset[Card]]]
"""The names that a filter reads, and the cards that match it by the values of these names."""


@final
@dataclass(frozen=True, slots=True)
class AbilityPlace:
    """A zone to search for abilities, with its owner.

    ``table`` has the abilities of the cards that may be there.
    """

    owner: Seat
    zone: Zone
    table: Indexes


@dataclass(frozen=True, slots=True)
class AbilityIndex:
    """Abilities of one sort: those of cards in play, by zone, and lasting ones.

    ``places`` has, for each seat that an ability may apply to, the zones to search: first its own
    ones, for abilities that apply to their owner only, then all zones, for abilities that apply to
    other seats too.
    """

    places: tuple[tuple[AbilityPlace, ...], ...] = ((),) * MAX_SEATS
    lasting: Indexes = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.lasting) or any(self.places)


EMPTY_INDEX: Final = AbilityIndex()
_PLACES: Final = {"enemy": ENEMY, "item": ITEMS, "hero": HERO}


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset:
    """Everything about a game that does not change while it is played.

    ``kind``, ``color``, ``symbol`` and ``points`` are by card code; ``colored`` are the cards that
    have a color. ``rules`` has the rule id of each card, ``point_ids`` the rule ids of this variant
    and of all games, by the id without its first part. ``fits[top][color]`` are the cards that may
    be played on a top card with a color in play. ``scripts`` has every list of effects by its path
    (``wild-cerebro.effects[2].modes[0].do``), ``effects`` the path of each card's script. ``box``
    is the one pack of all players; it is empty if each hero has one of ``decks`` and some
    ``dangers``. ``heroes`` are the requested ones, by seat. ``triggers`` by moment,
    ``replacements`` by verb, ``restrictions`` and ``suppressions`` index the abilities of the
    cards. ``only_fits``: only the match decides which card may be played. ``asks_at_once``: a turn
    begins with its question. ``empties_hands`` are the cards whose texts may take cards out of
    hands, besides one that is laid. The immutable values ``turn_prompts``, ``turns_began``,
    ``plays``, ``draws``, ``turns_answered`` and ``cards_played`` are made once.
    """

    edition: EditionDef
    variant: Variant
    options: Options
    seats: int
    heroes: tuple[str, ...]
    box: tuple[Card, ...]
    decks: dict[str, tuple[Card, ...]]
    dangers: dict[str, tuple[Card, ...]]
    cards: dict[Card, CardDef]
    kind: dict[Card, str]
    color: dict[Card, Color]
    colored: frozenset[Card]
    symbol: dict[Card, str]
    points: dict[Card, int]
    rules: dict[Card, str]
    point_ids: dict[str, str] = field(repr=False)
    fits: Fits
    scripts: dict[str, tuple[Any, ...]]
    effects: dict[Card, str]
    challenges: dict[Card, Challenge]
    lays: frozenset[Card]
    danger: frozenset[Card]
    awaits: int
    triggers: dict[str, AbilityIndex]
    replacements: dict[str, AbilityIndex]
    restrictions: AbilityIndex
    suppressions: AbilityIndex
    has_abilities: bool
    only_fits: bool
    asks_at_once: bool
    empties_hands: frozenset[Card]
    turn_prompts: tuple[Prompted, ...] = field(repr=False)
    turns_began: tuple[TurnBegan, ...] = field(repr=False)
    plays: tuple[dict[Card, Play], ...] = field(repr=False)
    draws: tuple[Draw, ...] = field(repr=False)
    turns_answered: tuple[dict[str, Answered], ...] = field(repr=False)
    cards_played: tuple[dict[Card, CardsMoved], ...] = field(repr=False)
    _matching: dict[CardFilter, frozenset[Card]] = field(default_factory=dict, repr=False)
    _matching_bound: dict[CardFilter, MatchingBound] = field(default_factory=dict, repr=False)

    def rule(self, point: str) -> str:
        """Return the id that the variant's own rule with a name has."""
        return f"{self.variant.code}.{point}"

    @property
    def is_scored(self) -> bool:
        """Whether rounds score points."""
        options = self.options
        return (
            self.variant.points == "always"
            or options.target_score is not None
            or (options.rounds or 1) > 1
        )

    def point(self, name: str) -> str:
        """Return the id of the rule with a name: that of the variant, else the common one.

        A name is an id without its first part: that of ``xmen.score`` is ``score``.
        """
        return self.point_ids.get(name, f"common.{name}")

    def matching(self, wanted: CardFilter, bound: Bound = ()) -> frozenset[Card]:
        """Return the cards that match a filter, given the values of bound names."""
        found = self._matching.get(wanted)
        if found is not None:
            return found
        known = self._matching_bound.get(wanted)
        if known is None:
            names = wanted.bindings()
            if not names:
                return self._matching.setdefault(wanted, self._search(wanted, {}))
            known = self._matching_bound[wanted] = (names, {})
        names, by_values = known
        values = tuple([lookup(bound, name) for name in names])
        found = by_values.get(values)
        if found is None:
            found = by_values[values] = self._search(wanted, dict(zip(names, values, strict=True)))
        return found

    def _search(self, wanted: CardFilter, values: Mapping[str, str]) -> frozenset[Card]:
        return frozenset(
            code for code, card in self.cards.items() if _matches(card, wanted, values)
        )

    def ability(self, card: Card, index: int) -> Ability:
        """Return an ability of a card."""
        return self.cards[card].abilities[index]


class HeroError(Exception):
    """Heroes that a game cannot have: a stable code and the parameters of its text.

    The codes: no_heroes, hero_count, unknown_hero, hero_taken.
    """

    def __init__(self, code: str, **params: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


def read_heroes(edition: EditionDef, given: Sequence[str], seats: int) -> tuple[str, ...]:
    """Return the heroes of a game by seat, "" for one dealt by lot.

    By default all of them are. Raises ``HeroError`` for a hero of another edition, one that two
    seats request, another number of heroes than seats, or heroes in a game that has none.
    """
    variant = VARIANTS[edition.variant]
    if not variant.own_decks:
        if any(given):
            raise HeroError("no_heroes", variant=variant.code)
        return ()
    heroes = tuple(given) or ("",) * seats
    if len(heroes) != seats:
        raise HeroError("hero_count", heroes=len(heroes), seats=seats)
    known = {deck.hero for deck in edition.decks}
    for at, hero in enumerate(heroes):
        if hero and hero not in known:
            raise HeroError("unknown_hero", hero=hero)
        if hero and hero in heroes[:at]:
            raise HeroError("hero_taken", hero=hero)
    return heroes


def compile_ruleset(edition: EditionDef, setup: Setup) -> Ruleset:
    """Return the ruleset of a game.

    Raises ``RulesetError`` if edition and setup do not match.
    """
    variant = VARIANTS.get(setup.variant)
    if variant is None or edition.variant != setup.variant:
        raise RulesetError(f"{edition.code} is no edition of {setup.variant}")
    check_supported(variant, edition)
    if variant.own_decks:
        _check_heroes(edition, setup)
    cards = {card.code: card for card in edition.cards}
    scripts = _scripts(variant, edition)
    options = msgspec.convert(setup.options, Options)
    seats = setup.seats
    has_abilities = any(card.abilities for card in edition.cards)
    fits = _fits(
        edition.colors,
        tuple([(card.code, card.kind, card.color, card.symbol) for card in edition.cards]),
    )
    plays, turns_answered, cards_played = _made_once(tuple(cards))
    awaits = next(at for at, step in enumerate(scripts[TURN]) if isinstance(step, AwaitPlay))
    return Ruleset(
        edition=edition,
        variant=variant,
        options=options,
        seats=seats,
        heroes=setup.heroes,
        box=() if variant.own_decks else _in_all(edition, cards),
        decks=_decks(edition),
        dangers=_dangers(edition),
        cards=cards,
        kind={code: card.kind for code, card in cards.items()},
        color={code: card.color for code, card in cards.items()},
        colored=frozenset(card.code for card in edition.cards if card.color),
        symbol={code: card.symbol for code, card in cards.items()},
        points={code: card.points for code, card in cards.items()},
        rules={code: card.rule or f"card.{code}" for code, card in cards.items()},
        point_ids=_point_ids(variant),
        fits=fits,
        scripts=scripts,
        effects={code: f"{code}.effects" for code, card in cards.items() if card.effects},
        challenges=_challenges(edition),
        lays=frozenset(card.code for card in edition.cards if _lays_color(card)),
        danger=frozenset(card.code for card in edition.cards if card.danger),
        awaits=awaits,
        triggers=_index_by_name(
            edition, seats, lambda one: one.on if isinstance(one, Trigger) else ()
        ),
        replacements=_index_by_name(
            edition, seats, lambda one: one.instead_of if isinstance(one, Replacement) else ()
        ),
        restrictions=_of_sort(edition, seats, Restriction),
        suppressions=_of_sort(edition, seats, Suppression),
        has_abilities=has_abilities,
        only_fits=not has_abilities and options.draw_four == "challenge",
        asks_at_once=isinstance(scripts[TURN][0], BeginTurn) and awaits == 1,
        empties_hands=frozenset(card.code for card in edition.cards if _empties_hands(card)),
        turn_prompts=tuple(_turn_prompt(seat, awaits) for seat in range(MAX_SEATS)),
        turns_began=tuple(TurnBegan(seat) for seat in range(MAX_SEATS)),
        draws=tuple(Draw(seat) for seat in range(MAX_SEATS)),
        plays=plays,
        turns_answered=turns_answered,
        cards_played=cards_played,
    )


def _scripts(variant: Variant, edition: EditionDef) -> dict[str, tuple[Any, ...]]:
    """Return the scripts of the variant, of cards and of triggered abilities, by path."""
    scripts: dict[str, tuple[Any, ...]] = dict(variant.scripts)
    for card in edition.cards:
        _add_script(scripts, f"{card.code}.effects", card.effects)
        for index, ability in enumerate(card.abilities):
            if isinstance(ability, Trigger):
                _add_script(scripts, f"{card.code}.abilities[{index}].do", ability.do)
    return scripts


def _challenges(edition: EditionDef) -> dict[Card, Challenge]:
    """Return the challenges that cards allow, by card."""
    return {
        card.code: effect
        for card in edition.cards
        for effect in card.effects
        if isinstance(effect, Challenge)
    }


def _empties_hands(card: CardDef) -> bool:
    """Whether a card may take cards out of hands, besides one that is laid."""
    return any(
        effect.traits.empties_hand and not isinstance(effect, LayColor)
        for effect in effects_of(card)
    )


def _lays_color(card: CardDef) -> bool:
    """Whether a card lets its player lay a card of a color."""
    return any(isinstance(effect, LayColor) for effect in card.effects)


def _check_heroes(edition: EditionDef, setup: Setup) -> None:
    try:
        heroes = read_heroes(edition, setup.heroes, setup.seats)
    except HeroError as error:
        raise RulesetError(f"{error.code}: {error.params}") from error
    if heroes != setup.heroes:
        raise RulesetError("a setup names a hero for each seat, or the lot")
    if len(heroes) > len(edition.decks):
        raise NotPlayable(finding("$", "few-heroes"))


def check_deal(ruleset: Ruleset) -> None:
    """Raise ``NotPlayable`` unless a round can be dealt after any shuffle."""
    if not ruleset.edition.colors:
        raise NotPlayable(finding("$", "no-colors"))
    if ruleset.variant.own_decks:
        _check_decks(ruleset)
    else:
        _check_pack(ruleset)


def _check_decks(ruleset: Ruleset) -> None:
    for hero, deck in ruleset.decks.items():
        if len(deck) < DEAL:
            small = finding("$", "deck-too-small", hero=hero, count=len(deck), least=DEAL)
            raise NotPlayable(small)


def _check_pack(ruleset: Ruleset) -> None:
    """Check that any shuffle gives a first discard, and that dealing ends."""
    kind, symbol, turned_up = ruleset.kind, ruleset.symbol, ruleset.variant.turned_up
    for card in ruleset.box:
        if kind[card] not in turned_up:
            raise NotPlayable(finding("$", "not-for-box", code=card, kind=kind[card]))
    acts = [turned_up.get(symbol[card]) or turned_up[kind[card]] for card in ruleset.box]
    passed_over = sum(act in ("again", "ignore") for act in acts)
    least = ruleset.seats * DEAL + passed_over + 1
    if len(acts) < least:
        counts = {"count": len(acts), "least": least, "dealt": DEAL, "passed": passed_over}
        raise NotPlayable(finding("$", "box-too-small", **counts))
    drawn = {ruleset.points[card] if kind[card] == "number" else 0 for card in ruleset.box}
    if ruleset.variant.dealer == "draw" and len(drawn) < 2:
        raise NotPlayable(finding("$", "all-count-the-same"))


def _in_all(edition: EditionDef, cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(code for code in cards for _ in range(edition.count(code))))


def _decks(edition: EditionDef) -> dict[str, tuple[Card, ...]]:
    return {
        deck.hero: tuple(sorted(one.card for one in deck.cards for _ in range(one.copies)))
        for deck in edition.decks
    }


def _dangers(edition: EditionDef) -> dict[str, tuple[Card, ...]]:
    return {
        deck.hero: tuple(
            sorted(
                card.code
                for card in edition.cards
                if card.kind in DANGER_KINDS and card.hero == deck.hero
                for _ in range(edition.count(card.code))
            )
        )
        for deck in edition.decks
    }


def _index_by_name(
    edition: EditionDef, seats: int, names: Callable[[Ability], Iterable[str]]
) -> dict[str, AbilityIndex]:
    """Return the abilities by each of their names."""
    found: dict[str, list[tuple[CardDef, int]]] = {}
    for card in edition.cards:
        for index, ability in enumerate(card.abilities):
            for name in names(ability):
                found.setdefault(name, []).append((card, index))
    return {name: _index_abilities(abilities, seats) for name, abilities in found.items()}


def _of_sort(edition: EditionDef, seats: int, sort: type) -> AbilityIndex:
    found = _index_by_name(edition, seats, lambda one: ("all",) if isinstance(one, sort) else ())
    return found.get("all", EMPTY_INDEX)


def _index_abilities(abilities: Iterable[tuple[CardDef, int]], seats: int) -> AbilityIndex:
    """Return the index of some abilities.

    Those that a card grants are only in force while they last.
    """
    own: dict[str, Indexes] = {}
    others: dict[str, Indexes] = {}
    lasting: Indexes = {}
    for card, index in abilities:
        granted = {one.ability for one in grants(card)}
        if index in granted:
            table = lasting
        else:
            side = own if _whose(card.abilities[index]) == "self" else others
            table = side.setdefault(card.kind, {})
        table[card.code] = (*table.get(card.code, ()), index)
    every_seat = range(seats)
    by_others = _in_places(others, every_seat)
    return AbilityIndex(
        tuple((*_in_places(own, [seat]), *by_others) for seat in every_seat), lasting
    )


def _whose(ability: Ability) -> str:
    match ability:
        case Restriction(who=who):
            return who
        case Suppression():
            return "self"
        case _:
            return ability.whose


def _in_places(tables: dict[str, Indexes], seats: Iterable[Seat]) -> list[AbilityPlace]:
    return [
        AbilityPlace(seat, zones[seat], tables[kind])
        for kind, zones in _PLACES.items()
        if kind in tables
        for seat in seats
    ]


def _add_script(
    scripts: dict[str, tuple[Any, ...]], path: str, effects: tuple[Effect, ...]
) -> None:
    scripts[path] = tuple(_step(effect) for effect in effects)
    for at, effect in enumerate(effects):
        here = f"{path}[{at}]"
        if _is_for_each(effect):
            _add_script(scripts, f"{here}.each", (effect.for_role("they"),))
            continue
        for part in effect.parts:
            _add_script(scripts, f"{here}.{part.path}", part.do)


def _step(effect: Effect) -> Any:
    return Each(effect.role) if _is_for_each(effect) else effect


def _is_for_each(effect: Effect) -> bool:
    """Whether an effect runs once for each of several players.

    It asks each of them, or takes cards out of each hand.
    """
    return bool(effect.asks or effect.traits.empties_hand) and effect.role in MANY


def _matches(card: CardDef, wanted: CardFilter, values: Mapping[str, str]) -> bool:
    keyword = wanted.keyword or (values[wanted.keyword_bound] if wanted.keyword_bound else "")
    return (
        not (wanted.keyword_bound and not keyword)
        and (not keyword or _features(card, keyword))
        and (not wanted.kind or card.kind in wanted.kind)
        and card.kind not in wanted.not_kind
        and (not wanted.color or card.color in wanted.color)
        and (not wanted.symbol or card.symbol in wanted.symbol)
        and (wanted.danger is None or card.danger == wanted.danger)
        and (not wanted.color_bound or card.color == (values[wanted.color_bound] or None))
        and (not wanted.symbol_bound or card.symbol == values[wanted.symbol_bound])
    )


def _features(card: CardDef, keyword: str) -> bool:
    """Whether the text of a card can make a player do what a keyword says.

    See ultimate.features.
    """
    return (
        card.kind == "wild"
        and keyword in _FEATURED
        and any(effect.traits.sure == keyword for effect in effects_of(card))
    )


def _point_ids(variant: Variant) -> dict[str, str]:
    """Return the common and the variant's rule ids by the part after the first dot."""
    found = {}
    for code in ("common", variant.code):
        for rule in load_rulebook():
            before, _, name = rule.id.partition(".")
            if before == code:
                found[name] = rule.id
    return found


@lru_cache(maxsize=KEPT)
def _fits(colors: tuple[Color, ...], faces: tuple[Face, ...]) -> Fits:
    """Return the cards that match each top card with each color in play.

    With no color in play, any card does (common.wild). See common.match.
    """
    wilds = frozenset(code for code, kind, _, _ in faces if kind == "wild")
    by_color = {
        wanted: frozenset(code for code, _, color, _ in faces if color == wanted)
        for wanted in colors
    }
    by_color[NO_COLOR] = frozenset(code for code, _, _, _ in faces)
    by_symbol: dict[str, frozenset[Card]] = {}
    for code, _, _, symbol in faces:
        by_symbol[symbol] = by_symbol.get(symbol, frozenset()) | {code}
    return {
        top: {color: wilds | by_symbol[symbol] | same for color, same in by_color.items()}
        for top, _, _, symbol in faces
    }


@lru_cache(maxsize=KEPT)
def _made_once(cards: tuple[Card, ...]) -> MadeOnce:
    """Return ``Ruleset.plays``, ``turns_answered`` and ``cards_played``."""
    seats = range(MAX_SEATS)
    plays = tuple({card: Play(seat, card) for card in cards} for seat in seats)
    answered = tuple(
        {option: Answered(seat, option, hidden=False) for option in (*cards, "draw")}
        for seat in seats
    )
    played = tuple(
        {card: CardsMoved("play", seat, (card,), HAND[seat], DISCARD) for card in cards}
        for seat in seats
    )
    return plays, answered, played


def _turn_prompt(seat: int, awaits: int) -> Prompted:
    """Return the fact of a turn's question, which is the same each time."""
    resume = (Bookmark(script=TURN, at=awaits, seat=seat),)
    return Prompted(
        Prompt(seat=seat, kind="turn", default="draw", rule="common.match", resume=resume)
    )
