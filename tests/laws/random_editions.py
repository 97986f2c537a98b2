"""Random editions: shipped ones with other boxes, and with texts made from the card schema.

EDITION_COUNT in the environment is the number of editions of each variant, by default 4,
in a whole sweep 12.
"""

import os
import random
from collections.abc import Iterator
from functools import cache
from typing import Any, Final, cast

import msgspec
from msgspec import inspect

from cards.language import CardDef, EditionDef, decode_card, lint_card, lint_edition
from cards.language.abilities import Ability
from cards.language.effects import CardFilter, Effect
from cards.services import shipped_editions
from games.engine import VARIANTS, RulesetError
from games.engine.support import check_supported
from tests.sweeps import IS_WHOLE

EDITION_COUNT: Final = int(os.environ.get("EDITION_COUNT", "12" if IS_WHOLE else "4"))
"""How many editions of each variant the laws try."""

NAMES: Final = ("one", "two")
"""Names that effects bind; the defaults of some verbs are further ones."""
COUNTS: Final = (0, 1, 1, 1, 2, 2, 3, 7, 40)
DEPTH: Final = 3
"""How deep effects contain effects."""
TRIES: Final = 4_000
"""How many texts are tried for one card until the lint has no finding."""
TEXTED: Final = ("wild", "draw_two", "reverse", "skip", "event", "item", "enemy", "hero")

_NAMED: Final = frozenset(
    {"bind", "color_bound", "symbol_bound", "keyword_bound", "remember", "among_bound"}
)


@cache
def _type_of(of: Any) -> inspect.Type:
    return inspect.type_info(of)


class TextMaker:
    """Makes values of the types of the card language by a seeded lot.

    Lists of ``unfinished`` texts may be empty.
    """

    def __init__(self, edition: EditionDef, lots: random.Random, unfinished: bool = False) -> None:
        self.edition = edition
        self.least = 0 if unfinished else 1
        self.lots = lots
        self.symbols = sorted({card.symbol for card in edition.cards if card.symbol})

    def effects(self, most: int = 3, depth: int = DEPTH) -> list[Any]:
        """Return some effects as plain values."""
        known = cast("inspect.UnionType", _type_of(Effect)).types
        count = self.lots.randint(self.least, most)
        return [self.struct(self.lots.choice(known), depth) for _ in range(count)]

    def abilities(self, most: int) -> list[Any]:
        """Return some abilities as plain values."""
        known = cast("inspect.UnionType", _type_of(Ability)).types
        return [
            self.struct(self.lots.choice(known), DEPTH) for _ in range(self.lots.randint(0, most))
        ]

    def struct(self, of: inspect.Type, depth: int) -> dict[str, Any]:
        """Return a struct: its required members, and some of the others."""
        assert isinstance(of, inspect.StructType)
        made: dict[str, Any] = {}
        if of.tag_field:
            made[of.tag_field] = of.tag
        for field in of.fields:
            if field.required or self.lots.random() < 0.35:
                made[field.encode_name] = self.value(field.name, field.type, depth)
        return made

    def value(self, name: str, of: inspect.Type, depth: int) -> Any:
        """Return a value for a field."""
        match of:
            case inspect.UnionType(types=types):
                return self.union(name, types, depth)
            case inspect.LiteralType(values=values):
                return self.lots.choice(values)
            case inspect.StructType():
                return self.struct(of, depth)
            case inspect.VarTupleType(item_type=item):
                return self.items(name, item, depth)
            case inspect.BoolType():
                return self.lots.random() < 0.5
            case inspect.IntType():
                return self.lots.randint(0, 2) if name == "ability" else self.lots.choice(COUNTS)
            case inspect.StrType():
                return self.text(name)
            case inspect.NoneType():
                return None
        raise TypeError(f"{name}: {of}")

    def union(self, name: str, types: tuple[inspect.Type, ...], depth: int) -> Any:
        return self.value(name, self.lots.choice(types), depth)

    def items(self, name: str, item: inspect.Type, depth: int) -> list[Any]:
        if name in ("do", "otherwise"):
            return self.effects(2, depth - 1) if depth else [{"effect": "reverse"}]
        return [self.value(name, item, depth - 1) for _ in range(self.lots.randint(self.least, 2))]

    def text(self, name: str) -> str:
        if name in _NAMED:
            return self.lots.choice(NAMES)
        if name == "color":
            return self.lots.choice(self.edition.colors)
        if name == "symbol":
            return self.lots.choice(self.symbols)
        if name == "keyword":
            return self.lots.choice(("burn", "add", "draw", "skip"))
        return f"mode {self.lots.randint(1, 9)}"


def random_text(card: CardDef, edition: EditionDef, lots: random.Random) -> CardDef | None:
    """Return a card with another text that its variant can play, or None.

    The lint has no finding about it.
    """
    make = TextMaker(edition, lots)
    plain = cast("dict[str, Any]", msgspec.to_builtins(card))
    symbols = frozenset(make.symbols)
    variant = VARIANTS[edition.variant]
    for _ in range(TRIES):
        tried = dict(plain)
        tried["effects"] = [] if card.kind == "hero" else make.effects()
        if card.kind == "wild":
            tried["effects"] = [{"effect": "choose_color"}, *tried["effects"]]
        tried["abilities"] = make.abilities(3 if card.kind in ("hero", "item", "enemy") else 2)
        if card.kind == "enemy":
            tried["defeat"] = make.struct(_type_of(CardFilter), 0)
        found = decode_card(msgspec.json.encode(tried))
        if lint_card(found, edition.colors, "$", symbols):
            continue
        try:
            check_supported(variant, msgspec.structs.replace(edition, cards=(found,)))
        except RulesetError:
            continue
        return found
    return None


def random_edition(edition: EditionDef, lots: random.Random) -> EditionDef:
    """Return an edition with other texts on some cards, in which the lint finds nothing."""
    numbers = [at for at, card in enumerate(edition.cards) if card.kind in TEXTED]
    chosen = lots.sample(numbers, min(len(numbers), lots.choice((1, 3, 8, 20))))
    for at in chosen:
        card = random_text(edition.cards[at], edition, lots)
        if card is None:
            continue
        cards = (*edition.cards[:at], card, *edition.cards[at + 1 :])
        tried = msgspec.structs.replace(edition, cards=cards)
        if not lint_edition(tried):
            edition = tried
    tried = other_box(edition, lots)
    return edition if lint_edition(tried) else tried


def other_box(edition: EditionDef, lots: random.Random) -> EditionDef:
    """Return an edition with other numbers of copies, and without some number cards."""
    gone = {card.code for card in edition.cards if card.kind == "number" and lots.random() < 0.1}
    cards = tuple(card for card in edition.cards if card.code not in gone)
    in_box = {card.code for card in cards if card.kind in ("wild", "number")}
    copies = {code: lots.randint(1, 5) for code in sorted(in_box) if not edition.decks}
    decks = tuple(
        msgspec.structs.replace(
            deck,
            cards=tuple(
                msgspec.structs.replace(one, copies=lots.choice((1, 1, 2, 4)))
                for one in deck.cards
                if one.card not in gone
            ),
        )
        for deck in edition.decks
    )
    kept = {code: count for code, count in edition.copies.items() if code not in gone}
    return msgspec.structs.replace(edition, cards=cards, copies=kept | copies, decks=decks)


def random_editions(variant: str) -> Iterator[tuple[int, EditionDef]]:
    """Yield seeds and the random editions of a variant that they make."""
    shipped = next(one for one in shipped_editions() if one.variant == variant)
    for seed in range(EDITION_COUNT):
        made = random_edition(shipped, random.Random(f"{variant} {seed}"))
        if made != shipped:
            yield seed, made
