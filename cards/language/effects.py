"""Everything an effect on a card can say: one frozen, tagged struct for each verb.

Amounts are numbers or tallies of the table; people are named by role, never by seat. A name that a
choice binds (``bind``) is read by later effects of the same script.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

Kind = Literal["number", "draw_two", "reverse", "skip", "wild", "hero", "event", "item", "enemy"]
"""What sort of card it is; draw_two, reverse, skip and wild are the Action cards."""

COLORED: tuple[Kind, ...] = ("number", "draw_two", "reverse", "skip")
"""The kinds of card that have a color."""
PLAYED: tuple[Kind, ...] = (*COLORED, "wild")
"""The kinds of card that are played from a hand."""
ACTIONS: tuple[Kind, ...] = ("draw_two", "reverse", "skip", "wild")
"""The kinds of card that are Action cards."""
DANGER: tuple[Kind, ...] = ("event", "item", "enemy")
"""The kinds of card in the Danger Deck."""

Who = Literal["self", "next", "others", "all", "others_then_self", "target", "they"]
"""A role: the effect's own seat, the next one, all others in turn order from it, everybody
beginning or (others_then_self) ending with it, the player chosen, or whoever woke the ability."""

MANY: Final = ("others", "all", "others_then_self")
"""The roles that may be several seats."""

Tally = Literal["others", "items", "enemies", "removed"]
"""A number read from the table: other players still in, own Items, Enemies in play, cards that
this effect removed."""

Which = Literal["chosen", "this", "all"]
"""A card in play: the one chosen, the card that speaks, or every one."""

Until = Literal["your_next_turn", "turn_ends", "used"]
"""When a lasting effect ends."""


class Value(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A piece of the language without a tag: part of an effect."""


class CardFilter(Value, frozen=True, kw_only=True, cache_hash=True):
    """Which cards are meant: each field given must hold, and any one entry of a field will do.

    ``color_bound``, ``symbol_bound`` and ``keyword_bound`` name something chosen earlier.
    ``keyword`` means a card whose own text features that word, as in ``ultimate.features``.
    """

    kind: tuple[Kind, ...] = ()
    not_kind: tuple[Kind, ...] = ()
    color: tuple[str, ...] = ()
    color_bound: str = ""
    symbol: tuple[str, ...] = ()
    symbol_bound: str = ""
    danger: bool | None = None
    keyword: str = ""
    keyword_bound: str = ""
    not_this: bool = False

    def bindings(self) -> tuple[str, ...]:
        """The names that the filter reads, in the order color, symbol, keyword."""
        if not (self.color_bound or self.symbol_bound or self.keyword_bound):
            return ()
        names = (self.color_bound, self.symbol_bound, self.keyword_bound)
        return tuple([name for name in names if name])


class When(Value, frozen=True, kw_only=True):
    """A condition: every field given must hold. ``who`` is the seat it asks about."""

    who: Who = "self"
    burned_at_least: int = 0
    has: Literal["", "item", "enemy"] = ""
    holds: tuple[CardFilter, ...] = ()
    owner: Literal["", "self", "others"] = ""
    played: CardFilter | None = None
    card: CardFilter | None = None
    cause: tuple[Literal["play", "wild", "action", "item", "hero", "event", "enemy"], ...] = ()
    by: Literal["", "self", "others"] = ""
    count_at_least: int = 0


class Verb(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="effect",
):
    """The base of all effects; in JSON the field ``effect`` names the verb."""


# cards


class Add(Verb, frozen=True, kw_only=True, tag="add"):
    """Take cards from the top of the own Character Deck into the hand (ultimate.add)."""

    who: Who = "self"
    count: int | Tally = 1


class Draw(Verb, frozen=True, kw_only=True, tag="draw"):
    """Draw cards into the hand: from the draw pile, or in Ultimate from the own deck."""

    who: Who = "self"
    count: int | Tally = 1


class Burn(Verb, frozen=True, kw_only=True, tag="burn"):
    """Burn cards from the top of the own deck; never fewer than ``floor`` after changes."""

    who: Who = "self"
    count: int | Tally = 1
    floor: int = 0


class BurnUntil(Verb, frozen=True, kw_only=True, tag="burn_until"):
    """Burn from the deck, one by one, until a card that fits has been burned."""

    who: Who = "self"
    card: CardFilter


class BurnFromHand(Verb, frozen=True, kw_only=True, tag="burn_from_hand"):
    """Burn ``count`` fitting cards of the hand, by choice or at random.

    With ``upto`` the player may stop earlier; ``keep`` cards always stay in the hand.
    """

    who: Who = "self"
    card: CardFilter = CardFilter()
    count: int = 1
    upto: bool = False
    keep: int = 0
    at_random: bool = False


class Recover(Verb, frozen=True, kw_only=True, tag="recover"):
    """Put cards from the burn pile under the deck; from its top, or by choice."""

    who: Who = "self"
    count: int | Tally = 1
    chosen: bool = False


class Exchange(Verb, frozen=True, kw_only=True, tag="exchange"):
    """Swap a hand card with any card of the own burn pile; the hand card goes on top of it."""

    who: Who = "self"


class ShowHand(Verb, frozen=True, kw_only=True, tag="show_hand"):
    """Show a hand to others; with ``card``, only one fitting card of its owner's choice."""

    of: Who = "target"
    to: Who = "self"
    card: tuple[CardFilter, ...] = ()


# turns


class Skip(Verb, frozen=True, kw_only=True, tag="skip"):
    """A player loses the next turn."""

    who: Who = "next"


class Reverse(Verb, frozen=True, kw_only=True, tag="reverse"):
    """The direction of play turns round."""


class PlayAgain(Verb, frozen=True, kw_only=True, tag="play_again"):
    """The player of the card may play one more card at once."""


class SetColor(Verb, frozen=True, kw_only=True, tag="set_color"):
    """The color in play becomes this one."""

    color: str


# danger


class Flip(Verb, frozen=True, kw_only=True, tag="flip"):
    """Flip the top Danger card for a player."""

    who: Who = "self"


class FlipUntil(Verb, frozen=True, kw_only=True, tag="flip_until"):
    """Flip Danger cards until one of this kind turns up, which comes to the player."""

    kind: Literal["item", "enemy"]


class Defeat(Verb, frozen=True, kw_only=True, tag="defeat"):
    """Defeat an Enemy, or all; ``bind`` names the tally of cards removed."""

    which: Which = "chosen"
    bind: str = ""


class Destroy(Verb, frozen=True, kw_only=True, tag="destroy"):
    """Destroy an Item, or all; ``bind`` names the tally of cards removed."""

    which: Which = "chosen"
    bind: str = ""


class Take(Verb, frozen=True, kw_only=True, tag="take"):
    """Move a card in play in front of a player: a chosen Item, or an Enemy to ``to``."""

    which: Literal["chosen", "this"] = "chosen"
    to: Who = "self"


# choices


class ChooseColor(Verb, frozen=True, kw_only=True, tag="choose_color"):
    """Name a color: the color in play, or with ``bind`` only a name for later effects."""

    who: Who = "self"
    bind: str = ""


class ChoosePlayer(Verb, frozen=True, kw_only=True, tag="choose_player"):
    """Name a player, among the others or among all."""

    among: Literal["others", "all"] = "others"
    bind: str = "target"


class ChooseCard(Verb, frozen=True, kw_only=True, tag="choose_card"):
    """Choose an Item or an Enemy in play, of the seats named."""

    side: Literal["item", "enemy"]
    of: Literal["self", "others", "all"] = "all"
    bind: str = "card"


class Mode(Value, frozen=True, kw_only=True):
    """One of several things to do; offered only while ``needs`` holds."""

    name: str
    do: tuple[Effect, ...] = ()
    needs: When | None = None


class ChooseMode(Verb, frozen=True, kw_only=True, tag="choose_mode"):
    """A player chooses one of several things; ``bind`` keeps its name for later effects."""

    who: Who = "self"
    modes: tuple[Mode, ...]
    bind: str = ""


class May(Verb, frozen=True, kw_only=True, tag="may"):
    """A player decides whether this is done."""

    do: tuple[Effect, ...]
    who: Who = "self"


# control


class OnlyIf(Verb, frozen=True, kw_only=True, tag="only_if"):
    """Do this only if a condition holds, and otherwise that."""

    when: When
    do: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()


class ForEach(Verb, frozen=True, kw_only=True, tag="for_each"):
    """Do this for each player of a role (who is then *they*), or a number of times."""

    do: tuple[Effect, ...]
    who: Who | None = None
    times: int | Tally | None = None


class Grant(Verb, frozen=True, kw_only=True, tag="grant"):
    """An ability of this card begins to last; ``uses`` 0 is without number.

    ``remember`` names bound values that the ability keeps.
    """

    ability: int
    until: Until
    uses: int = 0
    remember: tuple[str, ...] = ()


# classic


class Challenge(Verb, frozen=True, kw_only=True, tag="challenge"):
    """The next player draws ``count`` and loses the turn, or challenges the legality of the play.

    Guilty means that the player of the card holds another card of the color in play before it
    (with ``wilds_match`` any other Wild too). Innocent: the challenger draws ``penalty``.
    """

    count: int = 4
    penalty: int = 6
    wilds_match: bool = False


class LayColor(Verb, frozen=True, kw_only=True, tag="lay_color"):
    """Lay a colored card from the hand on top of this one; its color is bound."""

    bind: str = "color"


class NameCharacter(Verb, frozen=True, kw_only=True, tag="name_character"):
    """Name a character, which is the number of its cards; the number is bound."""

    bind: str = "symbol"


Effect = (
    Add
    | Draw
    | Burn
    | BurnUntil
    | BurnFromHand
    | Recover
    | Exchange
    | ShowHand
    | Skip
    | Reverse
    | PlayAgain
    | SetColor
    | Flip
    | FlipUntil
    | Defeat
    | Destroy
    | Take
    | ChooseColor
    | ChoosePlayer
    | ChooseCard
    | ChooseMode
    | May
    | OnlyIf
    | ForEach
    | Grant
    | Challenge
    | LayColor
    | NameCharacter
)
"""Any effect a card can have."""
