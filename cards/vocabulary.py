"""The words for verbs, abilities, fields and choices, in every language.

The texts are for card authors: the form of a card, findings and the vocabulary show them. The
help of a verb, an ability or a part is the docstring of its struct.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, get_args

import msgspec

from cards.language import (
    COLORS,
    Ability,
    CardDef,
    CardFilter,
    CardWords,
    Effect,
    Language,
    Mode,
    When,
)
from cards.translation import Texts

CATALOG: Final = "cards/vocabulary"
VERBS: Final[dict[str, type[msgspec.Struct]]] = {
    str(verb.__struct_config__.tag): verb for verb in get_args(Effect)
}
"""The struct of each verb, in the order of the source."""
ABILITIES: Final[dict[str, type[msgspec.Struct]]] = {
    str(ability.__struct_config__.tag): ability for ability in get_args(Ability)
}
"""The struct of each sort of ability."""
PARTS: Final[dict[str, type[msgspec.Struct]]] = {
    one.__name__: one for one in (CardDef, CardFilter, When, Mode, CardWords)
}
"""The structs without a tag that a card is made of, by name."""

FIELD_NAMES: Final = Texts(
    CATALOG,
    "field",
    {
        "ability": "Number of the ability, from 0",
        "abilities": "Abilities",
        "after_card": "Only after the current card",
        "among": "Among",
        "at_random": "At random",
        "basis": "Source of the text",
        "bind": "Name for later effects",
        "burned_at_least": "Cards in the burn pile, at least",
        "by": "Caused by",
        "card": "Cards that fit",
        "cause": "Because of",
        "character": "Character on the picture",
        "chosen": "Of the player’s choice",
        "code": "Code",
        "color": "Color",
        "color_bound": "Color chosen before, by its name",
        "count": "How many",
        "count_at_least": "How many, at least",
        "danger": "Danger icon",
        "defeat": "Cost to defeat it",
        "do": "What happens",
        "effects": "Effects",
        "floor": "Never fewer than",
        "foils": "Foil versions",
        "forbid": "Cards that are forbidden",
        "has": "Has",
        "hero": "Hero whose card it is",
        "holds": "Holds in the hand",
        "increase": "More by",
        "indestructible": "No other card destroys it",
        "instead_of": "Instead of",
        "keep": "Cards that stay in the hand",
        "keyword": "Word in the text of the card",
        "keyword_bound": "Word chosen before, by its name",
        "kind": "Kind of card",
        "may": "The player is asked each time",
        "modes": "Choices",
        "name": "Name",
        "name_fr": "Name in French",
        "needs": "Possible only if",
        "not_kind": "Not of the kind",
        "not_this": "Not this card",
        "of": "Whose",
        "on": "After",
        "otherwise": "What happens if not",
        "owner": "The chosen card is in front of",
        "penalty": "How many for a wrong challenge",
        "played": "The card played",
        "points": "Points",
        "prevent": "It does not happen",
        "redirect": "Another player is chosen for it",
        "reduce": "Fewer by",
        "remember": "Names to keep",
        "rule": "Rule id",
        "side": "Item or Enemy",
        "suppress": "Kinds of card without effect",
        "symbol": "Number or symbol",
        "symbol_bound": "Symbol chosen before, by its name",
        "text": "Text in place of the one that is made",
        "texts": "Words of translators",
        "times": "How many times",
        "to": "To whom",
        "until": "Until",
        "upto": "The player may stop earlier",
        "uses": "How many uses (0: no limit)",
        "when": "Only if",
        "which": "Which",
        "who": "Who",
        "whose": "By whom",
        "written_for": "Effects that the text was written for",
        "wilds_match": "Another Wild is guilty too",
    },
)
"""The label of each field."""

_TITLES: Final = {
    "add": "Add cards from the deck",
    "draw": "Draw cards",
    "burn": "Burn cards",
    "burn_until": "Burn cards until one fits",
    "burn_from_hand": "Burn cards of the hand",
    "recover": "Recover cards",
    "exchange": "Exchange a card with the burn pile",
    "show_hand": "Show a hand",
    "skip": "Skip a turn",
    "reverse": "Reverse the direction",
    "set_color": "Set the color",
    "flip": "Flip a Danger card",
    "flip_until": "Flip Danger cards until one fits",
    "defeat": "Defeat an Enemy",
    "destroy": "Destroy an Item",
    "take": "Take a card in play",
    "choose_color": "Choose a color",
    "choose_player": "Choose a player",
    "choose_card": "Choose an Item or an Enemy",
    "choose_mode": "Choose one of several",
    "grant": "Grant an ability for a time",
    "challenge": "Draw, or challenge",
    "lay_color": "Lay a colored card",
    "name_character": "Name a character",
}

VERB_NAMES: Final = Texts(
    CATALOG,
    "verb",
    {verb: _TITLES.get(verb, verb.replace("_", " ").capitalize()) for verb in VERBS},
)
"""The name of each verb in words: that of its tag if it says enough."""

ABILITY_NAMES: Final = Texts(
    CATALOG,
    "ability",
    {
        "trigger": "Whenever something happens",
        "replacement": "Instead of something",
        "restriction": "Forbid cards",
        "suppression": "Disable other cards",
    },
)
"""The name of each sort of ability in words."""

PART_NAMES: Final = Texts(
    CATALOG,
    "part",
    {
        "CardDef": "Card",
        "CardFilter": "Cards that fit",
        "When": "Condition",
        "Mode": "Choice",
        "CardWords": "Words in a language",
        "effect": "Effect",
        "ability": "Ability",
        "number": "A number",
        "tally": "Counted at the table",
        "every": "Without a number",
        "filters": "One of several",
        "yes": "yes",
        "no": "no",
    },
)
"""The name of each part of a card in words."""

_WHOSE: Final = {"self": "the player of the card", "others": "other players", "all": "all players"}
_SIDES: Final = {"item": "an Item", "enemy": "an Enemy"}
_ANY: Final = {"": "any"}
CHOICES: Final[Mapping[str, Mapping[str, str]]] = {
    "who": {
        "self": "the player of the card",
        "next": "the next player",
        "others": "each other player",
        "all": "every player",
        "others_then_self": "every player, the player of the card last",
        "target": "the player chosen",
        "they": "the player it is about",
    },
    "tally": {
        "others": "one for each other player",
        "items": "one for each own Item",
        "enemies": "one for each Enemy in play",
        "removed": "one for each card removed by this effect",
    },
    "every": {"all": "all that fit"},
    "kind": {
        "number": "Number",
        "draw_two": "Draw Two",
        "reverse": "Reverse",
        "skip": "Skip",
        "wild": "Wild",
        "hero": "Character",
        "event": "Event",
        "item": "Item",
        "enemy": "Enemy",
    },
    "moment": {
        "play": "a card is played",
        "color": "the color in play changes",
        "add": "cards are added",
        "draw": "cards are drawn, on a turn or by a card",
        "burn": "cards are burned",
        "recover": "cards are recovered",
        "skip": "a turn is lost",
        "reveal": "a Danger card is flipped",
        "destroy": "an Item is destroyed",
        "defeat": "an Enemy is defeated",
        "turn_start": "a turn starts",
        "turn_end": "a turn ends",
    },
    "until": {
        "your_next_turn": "the next turn of the player",
        "turn_ends": "the end of this turn",
        "used": "it is used",
    },
    "which": {"chosen": "the card chosen", "this": "this card", "all": "all of them"},
    "which_one": {"chosen": "the card chosen", "this": "this card"},
    "whose": _WHOSE,
    "among": {"others": "the other players", "all": "all players"},
    "side": _SIDES,
    "has": {"": "nothing in particular", **_SIDES},
    "by": _ANY | {"self": "the player of the card", "others": "another player"},
    "cause": {
        "play": "a card played",
        "wild": "a Wild",
        "action": "an Action card",
        "item": "an Item",
        "hero": "a Character power",
        "event": "an Event",
        "enemy": "an Enemy",
    },
    "instead_of": {
        "add": "adding cards",
        "draw": "drawing cards because of a card",
        "burn": "burning cards",
        "skip": "losing a turn",
        "attack": "being attacked by an Enemy",
    },
    "basis": {
        "sheet": "printed on the sheet",
        "guide": "from the written guide",
        "ruling": "a ruling: a guess until it is checked",
    },
    "rarity": {
        "common": "common",
        "uncommon": "uncommon",
        "rare": "rare",
        "super_rare": "super rare",
        "ultra_rare": "ultra rare",
    },
    "color": {one: one for one in COLORS},
}
"""Every list of choices: the values in reading order, in words."""

CHOICE_TEXTS: Final = Texts(
    CATALOG,
    "choice",
    {
        f"{name}.{value or 'none'}": words
        for name, choices in CHOICES.items()
        for value, words in choices.items()
    },
)
"""The words of each value of a list of choices, as NAME.VALUE."""
_RULE_IDS: Final = re.compile(r" \([a-z]+\.[a-z-]+\)")
_IN_WORDS: Final = {
    "burn": "Burn cards from the top of the own deck. Other cards may change how many; a least"
    " number can be set.",
    "burn_from_hand": "Burn fitting cards of the hand, by choice or at random. The player may be"
    " allowed to stop earlier, and some cards can be kept in the hand. If all are burned, they"
    " leave at once, and the player is asked only if there is a choice which of them stay.",
    "show_hand": "Show a hand to others, or only one fitting card of its owner’s choice.",
    "defeat": "Defeat an Enemy, or all. With a name, later effects can count the cards removed.",
    "destroy": "Destroy an Item, or all. With a name, later effects can count the cards removed.",
    "take": "Move a card in play in front of a player: a chosen Item, or this Enemy.",
    "choose_color": "Name a color: the color in play. With a name, the color in play stays, and"
    " later effects use the color by that name.",
    "choose_mode": "Ask a player to choose one of several. With a name, later effects can use the"
    " name of the choice.",
    "for_each": "Run effects for each player of a role (“the player it is about”), or a number of"
    " times.",
    "grant": "Put an ability of this card in force for a time, for a number of uses or without"
    " limit. It can keep colors, players or words that were chosen, by their names.",
    "challenge": "Make the next player draw cards and lose the turn, or challenge the play. Guilty"
    " means that the player of the card holds another card of the color in play before it. If the"
    " player is innocent, the challenger draws the penalty.",
    "trigger": "Run effects after one of some moments, at once or after the current card. The cards"
    " of a penalty, or of a missed UNO, trigger nothing.",
    "replacement": "Change what is about to happen, in exactly one way: it does not happen, another"
    " player is chosen for it, it is more, or it is fewer. The owner can be asked each time."
    " The one card drawn on a turn, and the cards of a penalty or of a missed UNO, are not"
    " changed.",
    "CardDef": "A printed card. The number of copies is part of the set. The code is its stable"
    " name: lower-case letters, digits and hyphens. A Wild has no color. The number or symbol is"
    " what must match when a card is played.",
    "CardFilter": "Cards that fit: each field given must match, by any one of its entries. A card"
    " features add or burn if its own effect can make a player do that.",
    "When": "A condition: every field given must hold, for the player named.",
    "Mode": "One of the choices. It can depend on a condition.",
    "CardWords": "Words of translators in one language. A text replaces the one that is made of the"
    " effects. If the effects are not those that it was written for, it is stale and is not used."
    " The page of the words writes these.",
}
"""The help of structs whose docstrings name fields, in words."""


def help_of(name: str, struct: type[msgspec.Struct]) -> str:
    """Return what a struct does or is, by default its docstring without rule ids."""
    return _IN_WORDS.get(name) or _RULE_IDS.sub("", " ".join((struct.__doc__ or "").split()))


HELP: Final = Texts(
    CATALOG,
    "help",
    {name: help_of(name, struct) for name, struct in {**VERBS, **ABILITIES, **PARTS}.items()},
)
"""What each verb, ability and part does or is."""


def choice_list(values: list[Any]) -> str:
    """Return the name of the list of choices with exactly these values."""
    return next(name for name, choices in CHOICES.items() if set(choices) == set(values))


def choice_words(name: str, language: Language) -> dict[str, str]:
    """Return the values of a list of choices in reading order, in words."""
    return {
        value: CHOICE_TEXTS[f"{name}.{value or 'none'}"].to(language) for value in CHOICES[name]
    }
