"""Lint cards and editions: report what the codec accepts but makes no sense."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cards.language import box
from cards.language.abilities import Replacement, Restriction, Suppression, Trigger
from cards.language.cards import CardDef, EditionDef
from cards.language.effects import (
    COLORED,
    DANGER,
    MANY,
    PLAYED,
    CardFilter,
    ChooseCard,
    ChooseColor,
    ChooseMode,
    Effect,
    ForEach,
    Grant,
    Kind,
    May,
    OnlyIf,
    Verb,
    When,
    Who,
)
from cards.language.game_needs import ONE_PACK, unsupported
from cards.language.lint_findings import MAX_COUNT, LintFinding, finding
from cards.language.loops import loops
from cards.language.steps import MAX_TEXT_STEPS, steps_of
from cards.language.texts import card_texts, edition_texts
from cards.language.walk import every_effect
from cards.language.wordings import card_words, same_names, set_names

_CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_IN_FORCE = ("hero", "item", "enemy")
_OF_MOMENT: dict[str, tuple[Kind, ...]] = {
    "reveal": DANGER,
    "destroy": ("item",),
    "defeat": ("enemy",),
}
_CAUSED = frozenset({"add", "draw", "burn", "recover", "defeat", "destroy", "color"})
_WORDS = frozenset(verb.__struct_config__.tag for verb in Verb.__subclasses__())
_IN_PLAY = {"destroy": ("item",), "defeat": ("enemy",), "take": ("item", "enemy")}


def lint_edition(edition: EditionDef) -> list[LintFinding]:
    """Return the findings about an edition, in the order of its text."""
    return list(_edition(edition))


def lint_card(
    card: CardDef,
    colors: tuple[str, ...],
    path: str = "$",
    symbols: frozenset[str] | None = None,
) -> list[LintFinding]:
    """Return the findings about one card of an edition with these colors and symbols."""
    return _Lint(card, colors, symbols).card(path)


def _edition(edition: EditionDef) -> Iterator[LintFinding]:
    if not _CODE.fullmatch(edition.code):
        yield finding("$.code", "bad-code", code=edition.code or "“”")
    yield from edition_texts(edition)
    yield from set_names(edition)
    yield from box.colors(edition)
    symbols = frozenset(card.symbol for card in edition.cards)
    seen: set[str] = set()
    for number, card in enumerate(edition.cards):
        path = f"$.cards[{number}]"
        if card.code in seen:
            yield finding(f"{path}.code", "duplicate-code", code=card.code)
        seen.add(card.code)
        found = lint_card(card, edition.colors, path, symbols)
        yield from found
        known = {(one.path, one.code) for one in found}
        for one in unsupported(card, path, one_pack=edition.variant in ONE_PACK):
            if (one.path, one.code) not in known:
                yield one
    yield from same_names(edition)
    yield from box.copies(edition)
    yield from box.heroes(edition)
    yield from box.decks(edition)
    yield from box.abilities(edition)


@dataclass(slots=True)
class _Name:
    """A name bound by a choice: its sort, its path, and whether any effect reads it."""

    sort: str
    path: str
    read: bool = False


@dataclass(frozen=True, slots=True)
class _Scope:
    """What an effect may read: bound names, *they*, parts of conditions.

    ``cards`` are the kinds of card that may have triggered the ability.
    """

    names: dict[str, _Name]
    they: bool = False
    asks: frozenset[str] = frozenset()
    cards: tuple[Kind, ...] = ()

    def inner(self, they: bool = False) -> _Scope:
        """Return the scope of a branch, whose own names are not seen outside."""
        return _Scope(dict(self.names), self.they or they, self.asks, self.cards)


@dataclass(slots=True)
class _Lint:
    """Collects the findings about one card."""

    on: CardDef
    colors: tuple[str, ...]
    symbols: frozenset[str] | None
    found: list[LintFinding] = field(default_factory=list)
    grants: dict[int, list[tuple[Grant, dict[str, str]]]] = field(default_factory=dict)
    paths: dict[int, str] = field(default_factory=dict)

    def say(self, path: str, code: str, /, **params: object) -> None:
        self.found.append(finding(path, code, **params))

    # the card

    def card(self, path: str) -> list[LintFinding]:
        """Return all findings about the card."""
        self.print_data(path)
        self.script(self.on.effects, f"{path}.effects", _Scope({}))
        self.length(self.on.effects, f"{path}.effects")
        # An ability may grant another one, so the abilities in force are checked first.
        numbers = list(range(len(self.on.abilities)))
        done: set[int] = set()
        while ready := [n for n in numbers if n not in done and self.can_be_in_force(n)]:
            done.update(ready)
            for number in ready:
                self.ability(number, f"{path}.abilities[{number}]")
        for number in sorted(set(numbers) - done):
            self.say(f"{path}.abilities[{number}]", "ability-asleep")
        for loop in loops([self.on]):
            self.say(f"{path}.abilities[{loop.sources[0].index}]", "endless", verbs=loop.way())
        return self.found

    def can_be_in_force(self, number: int) -> bool:
        """Whether an ability can be in force: granted, or of a card that stays in play."""
        if number in self.grants:
            return True
        return self.on.kind in _IN_FORCE and not self.is_granted_later(number)

    def is_granted_later(self, number: int) -> bool:
        """Whether another ability of the card grants this one."""
        return any(
            isinstance(effect, Grant) and effect.ability == number
            for ability in self.on.abilities
            if isinstance(ability, Trigger)
            for effect in every_effect(ability.do)
        )

    def print_data(self, path: str) -> None:
        """Check what is printed beside the text: code, name, color, symbol, points, cost."""
        card = self.on
        if not _CODE.fullmatch(card.code):
            self.say(f"{path}.code", "bad-code", code=card.code or "“”")
        self.found.extend(card_texts(card, path))
        self.found.extend(card_words(card, path))
        if not card.name:
            self.say(f"{path}.name", "name-missing")
        if card.kind in COLORED and not card.color:
            self.say(f"{path}.color", "color-missing", kind=card.kind)
        if card.kind not in COLORED and card.color:
            self.say(f"{path}.color", "color-unwanted", kind=card.kind)
        self.color(card.color, f"{path}.color")
        if card.kind in (*COLORED, "wild") and not card.symbol:
            self.say(f"{path}.symbol", "symbol-missing", kind=card.kind)
        self.number("points", card.points, f"{path}.points", least=0)
        if card.danger and card.kind not in PLAYED:
            self.say(f"{path}.danger", "out-of-place", field="danger")
        if card.indestructible and card.kind != "item":
            self.say(f"{path}.indestructible", "out-of-place", field="indestructible")
        for number, foil in enumerate(card.foils):
            if foil in card.foils[:number]:
                self.say(f"{path}.foils[{number}]", "duplicate-foil", foil=foil)
        self.cost(f"{path}.defeat")
        if card.kind == "hero" and card.effects:
            self.say(f"{path}.effects", "never-happens", kind=card.kind)
        if card.kind in ("event", "item") and not (card.effects or card.abilities):
            self.say(path, "does-nothing")
        named = any(
            isinstance(one, ChooseColor) and not one.bind for one in every_effect(card.effects)
        )
        if card.kind == "wild" and not named:
            self.say(f"{path}.effects", "color-unasked")

    def cost(self, path: str) -> None:
        """Check which cards defeat an Enemy."""
        card = self.on
        if card.kind == "enemy" and not card.costs:
            self.say(path, "cost-missing")
        if card.defeat is not None and card.kind != "enemy":
            self.say(path, "cost-unwanted")
        if isinstance(card.defeat, CardFilter):
            self.filter(card.defeat, path, _Scope({}))
        else:
            self.filters(card.costs, path, _Scope({}))

    # abilities

    def ability(self, number: int, path: str) -> None:
        """Check one ability, with the names that the effects that grant it bind."""
        ability = self.on.abilities[number]
        granted = self.grants.get(number, [])
        names = {
            name: _Name(sort, path)
            for _, remembered in granted
            for name, sort in remembered.items()
        }
        match ability:
            case Trigger():
                self.trigger(ability, path, names)
                if granted and all(_is_too_late(ability, grant) for grant, _ in granted):
                    self.say(path, "too-late")
            case Replacement():
                self.replacement(ability, path, names)
            case Restriction(forbid=forbid):
                self.filter(forbid, f"{path}.forbid", _Scope(names))
            case Suppression(suppress=suppress):
                if not suppress:
                    self.say(path, "never-fires", field="suppress")
        self.unread(names, {})

    def trigger(self, ability: Trigger, path: str, names: dict[str, _Name]) -> None:
        for part in ("on", "do"):
            if not getattr(ability, part):
                self.say(path, "never-fires", field=part)
        on = set(ability.on)
        asks = {"cause"} if on & _CAUSED else set()
        if on & {"play", "color"}:
            asks.add("played")
        if on & set(_OF_MOMENT):
            asks.add("card")
        if on & {"add", "draw", "burn", "recover"}:
            asks.add("count_at_least")
        cards = tuple(kind for moment in ability.on for kind in _OF_MOMENT.get(moment, ()))
        scope = _Scope(names, they=True, asks=frozenset(asks), cards=cards)
        if ability.when:
            self.ability_when(ability.when, f"{path}.when", scope)
        self.script(ability.do, f"{path}.do", scope)
        self.length(ability.do, f"{path}.do")

    def replacement(self, ability: Replacement, path: str, names: dict[str, _Name]) -> None:
        if not ability.instead_of:
            self.say(path, "never-fires", field="instead_of")
        changes = (ability.prevent, ability.redirect, ability.increase, ability.reduce)
        if sum(map(bool, changes)) != 1:
            self.say(path, "not-one-change")
        self.number("increase", ability.increase, f"{path}.increase", least=0)
        self.number("reduce", ability.reduce, f"{path}.reduce", least=0)
        counted = set(ability.instead_of) & {"add", "draw", "burn"}
        if (ability.increase or ability.reduce) and ability.instead_of and not counted:
            self.say(path, "out-of-place", field="increase" if ability.increase else "reduce")
        if ability.when:
            asks = frozenset({"cause", "by"} | ({"count_at_least"} if counted else set()))
            scope = _Scope(names, they=True, asks=asks)
            self.ability_when(ability.when, f"{path}.when", scope)

    # effects

    def script(self, effects: Sequence[Effect], path: str, scope: _Scope) -> None:
        """Check effects in order: each reads the names bound before it."""
        before = dict(scope.names)
        for number, effect in enumerate(effects):
            self.effect(effect, f"{path}[{number}]", scope)
        self.unread(scope.names, before)

    def length(self, effects: Sequence[Effect], path: str) -> None:
        """Check the number of steps of a script, with its repetitions."""
        steps = steps_of(effects)
        if steps > MAX_TEXT_STEPS:
            self.say(path, "too-many-steps", steps=steps, most=MAX_TEXT_STEPS)

    def unread(self, names: dict[str, _Name], before: dict[str, _Name]) -> None:
        for name, bound in names.items():
            if not bound.read and bound is not before.get(name):
                self.say(bound.path, "unread", name=name)

    def branch(
        self, effects: Sequence[Effect], path: str, scope: _Scope, they: bool = False
    ) -> None:
        """Check effects that run conditionally; their names are not seen outside."""
        if not effects:
            self.say(path, "dead-branch")
        self.script(effects, path, scope.inner(they))

    def effect(self, effect: Effect, path: str, scope: _Scope) -> None:
        match effect:
            case ChooseMode():
                self.choose_mode(effect, path, scope)
            case May(do=do, who=who):
                self.who(who, f"{path}.who", scope)
                self.branch(do, f"{path}.do", scope, they=who in MANY)
            case OnlyIf():
                self.only_if(effect, path, scope)
            case ForEach():
                self.for_each(effect, path, scope)
            case Grant():
                self.grant(effect, path, scope)
            case ChooseCard():
                self.bind(effect.bind, effect.binds, path, scope)
            case _:
                self.plain(effect, path, scope)

    def plain(self, effect: Effect, path: str, scope: _Scope) -> None:
        """Check the fields that mean the same in every verb, then the name that it binds."""
        for name in effect.__struct_fields__:
            value, place = getattr(effect, name), f"{path}.{name}"
            match name:
                case "who" | "of" | "to":
                    self.who(value, place, scope)
                case "count":
                    self.count(name, value, path, scope)
                case "penalty":
                    self.number(name, value, place)
                case "floor" | "keep":
                    self.number(name, value, place, least=0)
                case "card":
                    if isinstance(value, CardFilter):
                        self.filter(value, place, scope)
                    else:
                        self.filters(value, place, scope)
                case "color":
                    self.color(value, place, needed=True)
                case "which":
                    self.which(str(effect.__struct_config__.tag), value, path, scope)
        self.bind(getattr(effect, "bind", ""), effect.binds, path, scope)

    def choose_mode(self, effect: ChooseMode, path: str, scope: _Scope) -> None:
        self.who(effect.who, f"{path}.who", scope)
        if len(effect.modes) < 2:
            self.say(f"{path}.modes", "no-choice")
        names = [mode.name for mode in effect.modes]
        for number, mode in enumerate(effect.modes):
            here = f"{path}.modes[{number}]"
            if not _CODE.fullmatch(mode.name):
                self.say(f"{here}.name", "bad-code", code=mode.name or "“”")
            if mode.name in names[:number]:
                self.say(f"{here}.name", "duplicate-mode", name=mode.name)
            if mode.needs:
                self.when(mode.needs, f"{here}.needs", scope)
            self.script(mode.do, f"{here}.do", scope.inner(they=effect.who in MANY))
        if not effect.bind and effect.modes and not any(mode.do for mode in effect.modes):
            self.say(path, "no-choice")
        self.bind(effect.bind, effect.binds, path, scope)

    def only_if(self, effect: OnlyIf, path: str, scope: _Scope) -> None:
        self.when(effect.when, f"{path}.when", scope)
        self.branch(effect.do, f"{path}.do", scope)
        if effect.otherwise:
            self.branch(effect.otherwise, f"{path}.otherwise", scope)

    def for_each(self, effect: ForEach, path: str, scope: _Scope) -> None:
        if (effect.who is None) == (effect.times is None):
            self.say(path, "not-one-count")
        if effect.who is not None:
            self.who(effect.who, f"{path}.who", scope)
        if effect.times is not None:
            self.count("times", effect.times, path, scope)
        self.branch(effect.do, f"{path}.do", scope, they=effect.who is not None)

    def grant(self, effect: Grant, path: str, scope: _Scope) -> None:
        if not 0 <= effect.ability < len(self.on.abilities):
            self.say(f"{path}.ability", "grant-out-of-range", number=effect.ability)
            return
        self.number("uses", effect.uses, f"{path}.uses", least=0)
        remembered: dict[str, str] = {}
        for number, name in enumerate(effect.remember):
            bound = self.reads(name, f"{path}.remember[{number}]", scope)
            if bound:
                remembered[name] = bound.sort
        self.grants.setdefault(effect.ability, []).append((effect, remembered))

    # parts of effects

    def count(self, part: str, count: int | str, path: str, scope: _Scope) -> None:
        """Check a number above zero, or a tally, which an effect must have counted."""
        if isinstance(count, int):
            self.number(part, count, f"{path}.{part}")
        elif count == "removed":
            self.reads(count, f"{path}.{part}", scope, "a number of cards removed")

    def number(self, part: str, count: int, path: str, least: int = 1) -> None:
        if not least <= count <= MAX_COUNT:
            self.say(path, "bad-number", field=part, count=count, least=least, most=MAX_COUNT)

    def who(self, who: Who, path: str, scope: _Scope) -> None:
        if who == "target":
            self.reads("target", path, scope, "a player")
        if who == "they" and not scope.they:
            self.say(path, "unbound", name="they")

    def which(self, verb: str, which: str, path: str, scope: _Scope) -> None:
        """Check which card in play an effect applies to: one chosen before, or this one."""
        if which == "this" and self.on.kind not in _IN_PLAY[verb]:
            self.say(path, "not-in-play", verb=verb, kind=self.on.kind)
        if which == "chosen":
            sorts = tuple(f"an {kind}" for kind in _IN_PLAY[verb])
            self.reads("card", path, scope, *sorts)

    def bind(self, name: str, sort: str, path: str, scope: _Scope) -> None:
        """Bind a name; a binding that it replaces must have been read.

        Two tallies of one name are added.
        """
        if not name:
            return
        hidden = scope.names.get(name)
        if hidden and hidden.sort == sort == "a number of cards removed":
            return
        if hidden and not hidden.read:
            self.say(hidden.path, "unread", name=name)
        scope.names[name] = _Name(sort, path)

    def reads(self, name: str, path: str, scope: _Scope, *sorts: str) -> _Name | None:
        """Record that a name is read; it must be bound, to one of these sorts."""
        bound = scope.names.get(name)
        if bound is None:
            self.say(path, "unbound", name=name)
            return None
        bound.read = True
        if sorts and bound.sort not in sorts:
            self.say(path, "wrong-sort", name=name, given=bound.sort, wanted=" / ".join(sorts))
        return bound

    def color(self, color: str, path: str, needed: bool = False) -> None:
        if (color or needed) and color not in self.colors:
            self.say(path, "unknown-color", color=color or "“”")

    def filters(self, filters: Sequence[CardFilter], path: str, scope: _Scope) -> None:
        for number, card in enumerate(filters):
            self.filter(card, f"{path}[{number}]", scope)

    def filter(
        self, card: CardFilter, path: str, scope: _Scope, among: tuple[Kind, ...] = PLAYED
    ) -> None:
        """Check a filter: its colors and symbols exist, and its kinds are possible here."""
        for number, color in enumerate(card.color):
            self.color(color, f"{path}.color[{number}]", needed=True)
        for number, symbol in enumerate(card.symbol):
            if self.symbols is not None and symbol not in self.symbols:
                self.say(f"{path}.symbol[{number}]", "unknown-symbol", symbol=symbol or "“”")
        if card.keyword and card.keyword not in _WORDS:
            self.say(f"{path}.keyword", "unknown-word", word=card.keyword)
        for name, part, sort in (
            (card.color_bound, "color_bound", "a color"),
            (card.symbol_bound, "symbol_bound", "a symbol"),
            (card.keyword_bound, "keyword_bound", "a word"),
        ):
            if name:
                self.reads(name, f"{path}.{part}", scope, sort)
        kinds = set(card.kind or among) & set(among) - set(card.not_kind)
        if card.color or card.color_bound:
            kinds &= set(COLORED)
        if not kinds:
            self.say(path, "filter-fits-nothing")

    def ability_when(self, when: When, path: str, scope: _Scope) -> None:
        """Check the condition of an ability, before which no card is chosen."""
        if when.owner:
            self.say(f"{path}.owner", "out-of-place", field="owner")
        self.when(when, path, scope)

    def when(self, when: When, path: str, scope: _Scope) -> None:
        """Check a condition: it has a field, and only fields that are known here."""
        if when == When(who=when.who):
            self.say(path, "dead-branch")
        self.who(when.who, f"{path}.who", scope)
        for part in ("played", "card", "cause", "by", "count_at_least"):
            if getattr(when, part) and part not in scope.asks:
                self.say(f"{path}.{part}", "out-of-place", field=part)
        if when.owner:
            self.reads("card", f"{path}.owner", scope, "an item", "an enemy")
        for part in ("burned_at_least", "count_at_least"):
            self.number(part, getattr(when, part), f"{path}.{part}", least=0)
        self.filters(when.holds, f"{path}.holds", scope)
        if when.played is not None:
            self.filter(when.played, f"{path}.played", scope)
        if when.card is not None:
            self.filter(when.card, f"{path}.card", scope, scope.cards or DANGER)


def _is_too_late(ability: Trigger, grant: Grant) -> bool:
    """Whether an ability waits for a start of turn but ends when that turn begins."""
    return (ability.on, ability.whose) == (("turn_start",), "self") and grant.until != "used"
