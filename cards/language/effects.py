"""The effects of cards: one frozen, tagged struct for each verb.

Amounts are numbers or tallies; players are named by role, never by seat. Later effects of the same
script read the name that a choice binds (``bind``).
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Final, Literal, NamedTuple, Self, final

import msgspec

Kind = Literal["number", "draw_two", "reverse", "skip", "wild", "hero", "event", "item", "enemy"]
"""The kind of a card; draw_two, reverse, skip and wild are the Action cards."""

COLORED: tuple[Kind, ...] = ("number", "draw_two", "reverse", "skip")
"""The kinds of card that have a color."""
PLAYED: tuple[Kind, ...] = (*COLORED, "wild")
"""The kinds of card that are played from a hand."""
ACTIONS: tuple[Kind, ...] = ("draw_two", "reverse", "skip", "wild")
"""The kinds of card that are Action cards."""
DANGER: tuple[Kind, ...] = ("event", "item", "enemy")
"""The kinds of card in the Danger Deck."""

Who = Literal["self", "next", "others", "all", "others_then_self", "target", "they"]
"""A role: the seat of the effect, the next one, all others in turn order from it, all beginning or
(others_then_self) ending with it, the player chosen, or the one who fired the trigger."""

MANY: Final = ("others", "all", "others_then_self")
"""The roles that may be several seats."""

Tally = Literal["others", "items", "enemies", "removed"]
"""A number read from the table: other players still in, own Items, Enemies in play, cards that
this effect removed."""

Every = Literal["all"]
"""As many as there are."""

Which = Literal["chosen", "this", "all"]
"""A card in play: the one chosen, the card with the effect, or every one."""

Moment = Literal[
    "play",
    "color",
    "add",
    "draw",
    "burn",
    "recover",
    "skip",
    "reveal",
    "destroy",
    "defeat",
    "turn_start",
    "turn_end",
]
"""What fires a trigger: an act with cards, or a moment of a turn.

``reveal``: a Danger card is flipped, even if it is discarded at once.
"""

Until = Literal["your_next_turn", "turn_ends", "used"]
"""When a lasting effect ends."""


class Value(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """The base of the parts of effects, which have no tag."""


class CardFilter(Value, frozen=True, kw_only=True, cache_hash=True):
    """A filter of cards: each field must match, by any one of its entries.

    ``color_bound``, ``symbol_bound`` and ``keyword_bound`` are names bound by earlier choices.
    ``keyword`` matches a card whose own effect can make a player do that (``ultimate.features``).
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
        """Return the names that the filter reads, in the order color, symbol, keyword."""
        if not (self.color_bound or self.symbol_bound or self.keyword_bound):
            return ()
        names = (self.color_bound, self.symbol_bound, self.keyword_bound)
        return tuple([name for name in names if name])


class When(Value, frozen=True, kw_only=True):
    """A condition: every field must hold, for the seat ``who``."""

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


Question = Literal["", "card", "challenge", "character", "color", "confirm", "mode", "player"]
"""The kind of question that an effect asks; "" for an effect that asks nothing."""

Gain = Literal[
    "always", "ban", "burn_pile", "card", "cost", "elsewhere", "exchange", "name", "turn"
]
"""When an effect changes something, for a player who may refuse it.

``always``: it is assumed to. ``name``: never, it only binds a name for later effects. ``cost``:
never, it only costs. ``burn_pile``: its player has a burn pile. ``exchange``: its player has a burn
pile and a hand. ``turn``: its player does not yet lose the next turn. ``card``: there is a card to
choose. ``elsewhere``: the card is not in front of its new owner yet. ``ban``: the ability it grants
does more than forbid plays, or another player has a turn to lose by it.
"""

Need = Literal["", "decks", "dangers", "second-play"]
"""What only some games have: decks and Burn Piles of players, Danger cards, a second play."""

Sort = Literal[
    "",
    "a color",
    "a number of cards removed",
    "a player",
    "a symbol",
    "a word",
    "an enemy",
    "an item",
]
"""The sort of a bound value; "" for an effect that binds none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """What the linter, the engine and the prose need to know of a verb.

    A verb states its actor, and what differs from the defaults. A property of ``Verb`` narrows one
    for a single effect.
    """

    actor: Literal["who", "of", "self", "next"]
    """The field with the role that acts or is asked, or that role itself."""
    asks: Question = ""
    """What it asks that role, by ``Resolution.choose``."""
    gain: Gain = "always"
    """When it changes something, for a player who may refuse it."""
    sure: Moment | Literal[""] = ""
    """The moment that it is sure to cause, however often it runs; "" for none."""
    binds: Sort = ""
    """What its field ``bind`` names."""
    fills_hand: bool = False
    """Whether it may put cards into the hand of that role."""
    empties_hand: bool = False
    """Whether it may take cards out of the hand of that role."""
    needs: Need = ""
    """What a game must have to carry it out."""
    repeats: bool = False
    """Whether it takes ``count`` steps for each player of that role, and not one step."""
    said_alone: bool = False
    """Whether the text of a card never joins it with its neighbors by "and"."""


@dataclass(frozen=True, slots=True)
class Done:
    """An act that an effect is sure to do to a player.

    ``count`` 0 is an unknown number, ``kind`` "" an unknown kind of card.
    """

    moment: Moment
    who: Who
    count: int = 0
    kind: str = ""
    color: str = ""


class Condition(NamedTuple):
    """A condition inside an effect, and its path from there."""

    path: str
    when: When


class EffectPart(NamedTuple):
    """Effects inside an effect, and their path from there.

    They are done only if ``condition`` holds. They may be repeated: for each player of the role
    ``they``, who is *they* inside, or a number of ``times``.
    """

    path: str
    do: tuple[Effect, ...]
    condition: Condition | None = None
    they: Who | None = None
    times: int | Tally | None = None

    @property
    def is_repeated(self) -> bool:
        """Whether it may be done more than once."""
        return self.they is not None or self.times is not None


class Verb(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="effect",
):
    """The base of all effects; in JSON the field ``effect`` names the verb."""

    @property
    @abstractmethod
    def traits(self) -> Traits:
        """What the linter, the engine and the prose need to know of the verb."""

    @property
    @abstractmethod
    def parts(self) -> tuple[EffectPart, ...]:
        """The effects inside this one."""

    @property
    def role(self) -> Who:
        """The role that acts or is asked."""
        actor = self.traits.actor
        if actor == "self" or actor == "next":
            return actor
        role: Who = getattr(self, actor)
        return role

    def for_role(self, role: Who) -> Self:
        """Return the same effect with another role that acts or is asked."""
        return msgspec.structs.replace(self, **{self.traits.actor: role})

    @property
    def asks(self) -> Question:
        """The kind of question it asks; "" if it asks nothing."""
        return self.traits.asks

    @property
    def gain(self) -> Gain:
        """When it changes something, for a player who may refuse it."""
        return self.traits.gain

    @property
    def binds(self) -> Sort:
        """What its field ``bind`` names."""
        return self.traits.binds

    @property
    def amount(self) -> int | Tally:
        """How many steps it takes for each player of its role."""
        amount: int | Tally = getattr(self, "count", 1) if self.traits.repeats else 1
        return amount

    @property
    def done(self) -> Done | None:
        """What it is sure to do."""
        if not self.traits.sure:
            return None
        count = self.amount if self.traits.repeats else 0
        return Done(self.traits.sure, self.role, count if isinstance(count, int) else 0)


# cards


@final
class Add(Verb, frozen=True, kw_only=True, tag="add"):
    """Take cards from the top of the own Character Deck into the hand (ultimate.add)."""

    who: Who = "self"
    count: int | Tally = 1

    traits: ClassVar[Traits] = Traits(
        actor="who", sure="add", fills_hand=True, needs="decks", repeats=True
    )
    parts: ClassVar[tuple[EffectPart, ...]] = ()


@final
class Draw(Verb, frozen=True, kw_only=True, tag="draw"):
    """Draw cards into the hand: from the draw pile, or in Ultimate from the own deck."""

    who: Who = "self"
    count: int | Tally = 1

    traits: ClassVar[Traits] = Traits(actor="who", sure="draw", fills_hand=True, repeats=True)
    parts: ClassVar[tuple[EffectPart, ...]] = ()


@final
class Burn(Verb, frozen=True, kw_only=True, tag="burn"):
    """Burn cards from the top of the own deck, at least ``floor`` after replacements."""

    who: Who = "self"
    count: int | Tally = 1
    floor: int = 0

    traits: ClassVar[Traits] = Traits(actor="who", sure="burn", needs="decks", repeats=True)
    parts: ClassVar[tuple[EffectPart, ...]] = ()


@final
class BurnUntil(Verb, frozen=True, kw_only=True, tag="burn_until"):
    """Burn cards from the deck, one by one, until one that matches is burned."""

    who: Who = "self"
    card: CardFilter

    traits: ClassVar[Traits] = Traits(actor="who", sure="burn", needs="decks")
    parts: ClassVar[tuple[EffectPart, ...]] = ()


@final
class BurnFromHand(Verb, frozen=True, kw_only=True, tag="burn_from_hand"):
    """Burn ``count`` fitting cards of the hand, by choice or at random.

    With ``upto`` the player may stop earlier; ``keep`` cards always stay in the hand. If all are
    burned, they leave at once, unless there is a choice which of them stay.
    """

    who: Who = "self"
    card: CardFilter = CardFilter()
    count: int | Every = 1
    upto: bool = False
    keep: int = 0
    at_random: bool = False

    traits: ClassVar[Traits] = Traits(
        actor="who", asks="card", sure="burn", empties_hand=True, needs="decks"
    )
    parts: ClassVar[tuple[EffectPart, ...]] = ()

    @property
    def asks(self) -> Question:
        are_chosen = self.count != "all" or self.upto or self.keep
        return "card" if are_chosen and not self.at_random else ""

    @property
    def done(self) -> Done | None:
        return None if self.upto else Done("burn", self.who, 1)


@final
class Recover(Verb, frozen=True, kw_only=True, tag="recover"):
    """Put cards from the burn pile under the deck; from its top, or by choice."""

    who: Who = "self"
    count: int | Tally = 1
    chosen: bool = False

    traits: ClassVar[Traits] = Traits(
        actor="who", asks="card", gain="burn_pile", sure="recover", needs="decks", repeats=True
    )
    parts: ClassVar[tuple[EffectPart, ...]] = ()

    @property
    def asks(self) -> Question:
        return "card" if self.chosen else ""


@final
class Exchange(Verb, frozen=True, kw_only=True, tag="exchange"):
    """Swap a hand card with any card of the own burn pile.

    The hand card goes on top of it.
    """

    who: Who = "self"

    traits: ClassVar[Traits] = Traits(actor="who", asks="card", gain="exchange", needs="decks")
    parts: ClassVar[tuple[EffectPart, ...]] = ()


@final
class ShowHand(Verb, frozen=True, kw_only=True, tag="show_hand"):
    """Show a hand to others.

    With ``card``, only one matching card of its owner's choice.
    """

    of: Who = "target"
    to: Who = "self"
    card: tuple[CardFilter, ...] = ()

    traits: ClassVar[Traits] = Traits(actor="of", asks="card")
    parts: ClassVar[tuple[EffectPart, ...]] = ()

    @property
    def asks(self) -> Question:
        return "card" if self.card else ""


# turns


@final
class Skip(Verb, frozen=True, kw_only=True, tag="skip"):
    """Make a player lose the next turn."""

    who: Who = "next"

    traits: ClassVar[Traits] = Traits(actor="who", gain="turn")
    parts: ClassVar[tuple[EffectPart, ...]] = ()


@final
class Reverse(Verb, frozen=True, kw_only=True, tag="reverse"):
    """Reverse the direction of play."""

    traits: ClassVar[Traits] = Traits(actor="self")
    parts: ClassVar[tuple[EffectPart, ...]] = ()


@final
class PlayAgain(Verb, frozen=True, kw_only=True, tag="play_again"):
    """Allow the player of the card to play one more card at once."""

    traits: ClassVar[Traits] = Traits(actor="self", needs="second-play", said_alone=True)
    parts: ClassVar[tuple[EffectPart, ...]] = ()


@final
class SetColor(Verb, frozen=True, kw_only=True, tag="set_color"):
    """Set the color in play."""

    color: str

    traits: ClassVar[Traits] = Traits(actor="self", sure="color")
    parts: ClassVar[tuple[EffectPart, ...]] = ()

    @property
    def done(self) -> Done:
        return Done("color", "self", color=self.color)


# danger


@final
class Flip(Verb, frozen=True, kw_only=True, tag="flip"):
    """Flip the top Danger card for a player."""

    who: Who = "self"

    traits: ClassVar[Traits] = Traits(actor="who", sure="reveal", needs="dangers")
    parts: ClassVar[tuple[EffectPart, ...]] = ()


@final
class FlipUntil(Verb, frozen=True, kw_only=True, tag="flip_until"):
    """Flip Danger cards until one of this kind turns up, which the player gets."""

    kind: Literal["item", "enemy"]

    traits: ClassVar[Traits] = Traits(actor="self", sure="reveal", needs="dangers")
    parts: ClassVar[tuple[EffectPart, ...]] = ()

    @property
    def done(self) -> Done:
        return Done("reveal", "self", kind=self.kind)


@final
class Defeat(Verb, frozen=True, kw_only=True, tag="defeat"):
    """Defeat an Enemy, or all; ``bind`` names the tally of cards removed."""

    which: Which = "chosen"
    bind: str = ""

    traits: ClassVar[Traits] = Traits(
        actor="self",
        gain="card",
        sure="defeat",
        binds="a number of cards removed",
        needs="dangers",
    )
    parts: ClassVar[tuple[EffectPart, ...]] = ()

    @property
    def gain(self) -> Gain:
        return "card" if self.which == "chosen" else "always"

    @property
    def done(self) -> Done:
        return Done("defeat", "all", kind="enemy")


@final
class Destroy(Verb, frozen=True, kw_only=True, tag="destroy"):
    """Destroy an Item, or all; ``bind`` names the tally of cards removed."""

    which: Which = "chosen"
    bind: str = ""

    traits: ClassVar[Traits] = Traits(
        actor="self",
        gain="card",
        sure="destroy",
        binds="a number of cards removed",
        needs="dangers",
    )
    parts: ClassVar[tuple[EffectPart, ...]] = ()

    @property
    def gain(self) -> Gain:
        gains: dict[Which, Gain] = {"chosen": "card", "this": "cost", "all": "always"}
        return gains[self.which]

    @property
    def done(self) -> Done:
        return Done("destroy", "all", kind="item")


@final
class Take(Verb, frozen=True, kw_only=True, tag="take"):
    """Move a card in play in front of a player: a chosen Item, or an Enemy to ``to``."""

    which: Literal["chosen", "this"] = "chosen"
    to: Who = "self"

    traits: ClassVar[Traits] = Traits(actor="self", gain="card", needs="dangers")
    parts: ClassVar[tuple[EffectPart, ...]] = ()

    @property
    def gain(self) -> Gain:
        return "card" if self.which == "chosen" else "elsewhere"


# choices


@final
class ChooseColor(Verb, frozen=True, kw_only=True, tag="choose_color"):
    """Name a color: the color in play, or with ``bind`` only a name for later effects."""

    who: Who = "self"
    bind: str = ""

    traits: ClassVar[Traits] = Traits(
        actor="who", asks="color", gain="name", binds="a color", said_alone=True
    )
    parts: ClassVar[tuple[EffectPart, ...]] = ()


@final
class ChoosePlayer(Verb, frozen=True, kw_only=True, tag="choose_player"):
    """Name a player, among the others or among all."""

    among: Literal["others", "all"] = "others"
    bind: str = "target"

    traits: ClassVar[Traits] = Traits(
        actor="self", asks="player", gain="name", binds="a player", said_alone=True
    )
    parts: ClassVar[tuple[EffectPart, ...]] = ()


@final
class ChooseCard(Verb, frozen=True, kw_only=True, tag="choose_card"):
    """Choose an Item or an Enemy in play, of the seats named."""

    side: Literal["item", "enemy"]
    of: Literal["self", "others", "all"] = "all"
    bind: str = "card"

    traits: ClassVar[Traits] = Traits(
        actor="self", asks="card", gain="name", binds="an item", needs="dangers", said_alone=True
    )
    parts: ClassVar[tuple[EffectPart, ...]] = ()

    @property
    def binds(self) -> Sort:
        return "an item" if self.side == "item" else "an enemy"


class Mode(Value, frozen=True, kw_only=True):
    """A mode of a choice; possible only if ``needs`` holds."""

    name: str
    do: tuple[Effect, ...] = ()
    needs: When | None = None


@final
class ChooseMode(Verb, frozen=True, kw_only=True, tag="choose_mode"):
    """Ask a player to choose a mode; ``bind`` binds its name for later effects."""

    who: Who = "self"
    modes: tuple[Mode, ...]
    bind: str = ""

    traits: ClassVar[Traits] = Traits(actor="who", asks="mode", binds="a word", said_alone=True)

    @property
    def parts(self) -> tuple[EffectPart, ...]:
        return tuple(
            EffectPart(
                f"modes[{index}].do",
                mode.do,
                Condition(f"modes[{index}].needs", mode.needs) if mode.needs else None,
            )
            for index, mode in enumerate(self.modes)
        )


@final
class May(Verb, frozen=True, kw_only=True, tag="may"):
    """Ask a player whether to run some effects."""

    do: tuple[Effect, ...]
    who: Who = "self"

    traits: ClassVar[Traits] = Traits(actor="who", asks="confirm")

    @property
    def parts(self) -> tuple[EffectPart, ...]:
        return (EffectPart("do", self.do),)


# control


@final
class OnlyIf(Verb, frozen=True, kw_only=True, tag="only_if"):
    """Run effects if a condition holds, and others if not."""

    when: When
    do: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()

    traits: ClassVar[Traits] = Traits(actor="self")

    @property
    def parts(self) -> tuple[EffectPart, ...]:
        condition = Condition("when", self.when)
        return (EffectPart("do", self.do, condition), EffectPart("otherwise", self.otherwise))


@final
class ForEach(Verb, frozen=True, kw_only=True, tag="for_each"):
    """Run effects for each player of a role (as *they*), or a number of times."""

    do: tuple[Effect, ...]
    who: Who | None = None
    times: int | Tally | None = None

    traits: ClassVar[Traits] = Traits(actor="self")

    @property
    def parts(self) -> tuple[EffectPart, ...]:
        return (EffectPart("do", self.do, they=self.who, times=self.times),)


@final
class Grant(Verb, frozen=True, kw_only=True, tag="grant"):
    """Put an ability of this card in force for a time; ``uses`` 0 is no limit.

    ``remember`` names bound values that the ability keeps.
    """

    ability: int
    until: Until
    uses: int = 0
    remember: tuple[str, ...] = ()

    traits: ClassVar[Traits] = Traits(actor="self", gain="ban")
    parts: ClassVar[tuple[EffectPart, ...]] = ()

    @property
    def gain(self) -> Gain:
        return "ban" if self.until == "your_next_turn" else "always"


# classic


@final
class Challenge(Verb, frozen=True, kw_only=True, tag="challenge"):
    """Make the next player draw ``count`` and lose the turn, or challenge the play.

    Guilty means that the player of the card holds another card of the color in play before it
    (with ``wilds_match`` any other Wild too). Innocent: the challenger draws ``penalty``.
    """

    count: int = 4
    penalty: int = 6
    wilds_match: bool = False

    traits: ClassVar[Traits] = Traits(actor="next", asks="challenge", repeats=True)
    parts: ClassVar[tuple[EffectPart, ...]] = ()

    @property
    def amount(self) -> int:
        return max(self.count, self.penalty)


@final
class LayColor(Verb, frozen=True, kw_only=True, tag="lay_color"):
    """Lay a colored card from the hand on top of this one; its color is bound."""

    bind: str = "color"

    traits: ClassVar[Traits] = Traits(
        actor="self", asks="card", binds="a color", empties_hand=True, said_alone=True
    )
    parts: ClassVar[tuple[EffectPart, ...]] = ()


@final
class NameCharacter(Verb, frozen=True, kw_only=True, tag="name_character"):
    """Name a character, which is the number of its cards; the number is bound."""

    bind: str = "symbol"

    traits: ClassVar[Traits] = Traits(
        actor="self", asks="character", binds="a symbol", said_alone=True
    )
    parts: ClassVar[tuple[EffectPart, ...]] = ()


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
"""Any effect of a card."""
