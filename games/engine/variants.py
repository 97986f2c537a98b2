"""The games as values: their options, their turn as a script, how their rounds start and end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from cards.language.effects import ChooseColor, Who
from games.engine.zones import Seat

# The steps of rounds and turns. They are verbs like those on cards, but no card may use them.


class Step(msgspec.Struct, frozen=True):
    """The base of the steps that only a variant's scripts use."""


class ChooseDealer(Step, frozen=True):
    """Choose the dealer: named, by lot, by drawing for it, or the next seat in later rounds."""


class Shuffle(Step, frozen=True):
    """The whole pack is gathered and shuffled."""


class Deal(Step, frozen=True):
    """Seven cards each."""


class TurnUp(Step, frozen=True):
    """The first card of the discard pile is turned up, and acts as the variant says."""


class BeginTurn(Step, frozen=True):
    """A turn begins, and what lasted until then ends."""


class AwaitPlay(Step, frozen=True):
    """The seat plays a card or draws one."""


class EndTurn(Step, frozen=True):
    """A hand without cards ends the round; otherwise the turn passes on."""


class Each(Step, frozen=True):
    """An effect that asks each player of a role: one after the other."""

    who: Who


class LayTable(Step, frozen=True):
    """Heroes take their seats; their decks and the Danger Deck are made and shuffled."""


class ChooseFirst(Step, frozen=True):
    """Who plays first: a seat named, or by lot."""


class Moment(Step, frozen=True):
    """A moment of the turn: what waits for it acts, one after the other."""

    name: str


class Battle(Step, frozen=True):
    """The card played defeats the Enemy in front if it fits the cost."""


class Danger(Step, frozen=True):
    """A card played with the Danger icon flips a Danger card."""


class Again(Step, frozen=True):
    """A second play, where the first one gave it."""


class Fire(Step, frozen=True):
    """An ability that was woken acts, if it is still in force."""


class DiscardRevealed(Step, frozen=True):
    """A Danger card that has been worked out is discarded."""


class Arrived(Step, frozen=True):
    """All that an Enemy does when flipped is done: from now on it attacks."""


class LookAtHands(Step, frozen=True):
    """Hands that cards were burned from are looked at: one is empty, or has one card left."""


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """One option of a variant: a choice of words, a whole number, or a seat.

    ``least`` and ``most`` bound a number; None as a default means that it is not set.
    """

    name: str
    kind: Literal["choice", "number", "seat"]
    default: str | int | None = None
    choices: tuple[str, ...] = ()
    least: int = 1
    most: int = 1
    text: str
    text_fr: str


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of one game, as the rules read them."""

    two_player_reverse: Literal["skip", "as_printed"] = "skip"
    draw_four: Literal["challenge", "strict"] = "challenge"
    dealer: int | None = None
    scoring: Literal["high", "low"] = "high"
    target_score: int | None = None
    rounds: int | None = None
    first_seat: int | None = None


TurnedUp = Literal["play", "effects", "dealer_first", "first_names", "again", "ignore"]
"""What a turned-up card does: it is played on; its effects hit the first player; the dealer goes
first and play runs the other way; the first player names a color; it goes back into the deck and
another is turned; or it stays beneath the next one."""


class Variant(msgspec.Struct, frozen=True, kw_only=True):
    """One of the games.

    ``own_decks``: each player has a hero with a deck of their own. ``turned_up`` is looked up by a
    card's symbol, then by its kind. ``last_card`` says whether the last card of a hand still
    resolves before the round ends, and ``last_rule`` is the rule by which it does end it.
    ``points`` is when rounds are scored, and ``win`` the rule by which points win.
    """

    code: str
    name: str
    name_fr: str
    fewest: int
    most: int
    options: tuple[Option, ...]
    scripts: Mapping[str, tuple[Any, ...]]
    own_decks: bool = False
    turned_up: Mapping[str, TurnedUp] = {}
    dealer: Literal["draw", "lot"] = "lot"
    last_card: Literal["resolves", "wins"]
    last_rule: str = "out"
    points: Literal["always", "optional", "never"]
    win: str = "win"


class OptionError(Exception):
    """An option is not one of the variant's, or its value is none; ``code`` is stable."""

    def __init__(self, option: str, code: str, params: Mapping[str, str | int] | None = None):
        super().__init__(f"{option}: {code}")
        self.option = option
        self.code = code
        self.params = dict(params or {})


TURN: Final = "turn"
PASS: Final = "pass"
ROUND: Final = "round"
FIRST_TURN: Final = "first-turn"
FIRE: Final = "fire"
EVENT: Final = "event"
ENEMY_CAME: Final = "enemy-came"
LOOK: Final = "look"

_COMMON_SCRIPTS: Final = {
    FIRE: (Fire(),),
    EVENT: (DiscardRevealed(),),
    ENEMY_CAME: (Arrived(),),
    LOOK: (LookAtHands(),),
}
"""Scripts that every variant has."""

_CLASSIC_SCRIPTS: Final = {
    **_COMMON_SCRIPTS,
    ROUND: (ChooseDealer(), Shuffle(), Deal(), TurnUp()),
    TURN: (BeginTurn(), AwaitPlay(), EndTurn()),
    FIRST_TURN: (BeginTurn(), ChooseColor(), AwaitPlay(), EndTurn()),
    PASS: (EndTurn(),),
}

_TURN_AFTER_PLAY: Final = (Battle(), Danger(), Again(), Moment("turn_end"), EndTurn())

_ULTIMATE_SCRIPTS: Final = {
    **_COMMON_SCRIPTS,
    ROUND: (LayTable(), Deal(), ChooseFirst()),
    TURN: (BeginTurn(), Moment("turn_start"), AwaitPlay(), *_TURN_AFTER_PLAY),
}

_TWO_PLAYER_REVERSE: Final = Option(
    name="two_player_reverse",
    kind="choice",
    default="skip",
    choices=("skip", "as_printed"),
    text="What a Reverse card does with two players left: skip, or only turn the direction.",
    text_fr="Ce que fait une carte Inversion quand il reste deux joueurs : elle fait passer un tour"
    " ou elle change seulement le sens du jeu.",
)
_DRAW_FOUR: Final = Option(
    name="draw_four",
    kind="choice",
    default="challenge",
    choices=("challenge", "strict"),
    text="Whether a Wild Draw Four may be a bluff that the next player can challenge.",
    text_fr="Si une Carte blanche +4 peut être un bluff que le joueur suivant peut contester.",
)
_DEALER: Final = Option(
    name="dealer",
    kind="seat",
    text="The seat that deals the first round; not set, chance decides.",
    text_fr="Le siège qui distribue la première manche; sans valeur, le hasard décide.",
)
_ROUNDS: Final = Option(
    name="rounds",
    kind="number",
    least=1,
    most=100,
    text="How many rounds are played at most.",
    text_fr="Le nombre maximal de manches.",
)


def _target_score(default: int | None) -> Option:
    return Option(
        name="target_score",
        kind="number",
        default=default,
        least=1,
        most=100_000,
        text="The points at which the game ends.",
        text_fr="Le nombre de points qui met fin à la partie.",
    )


AVENGERS: Final = Variant(
    code="avengers",
    name="UNO Marvel Avengers",
    name_fr="UNO Marvel Avengers",
    fewest=2,
    most=10,
    options=(
        _TWO_PLAYER_REVERSE,
        _DRAW_FOUR,
        _DEALER,
        Option(
            name="scoring",
            kind="choice",
            default="high",
            choices=("high", "low"),
            text="Whether a round's winner scores the other hands, or each keeps the own points and"
            " the lowest total wins.",
            text_fr="Si le gagnant d’une manche marque les points des autres mains, ou si chacun"
            " garde les siens et que le total le plus bas gagne.",
        ),
        _target_score(500),
        _ROUNDS,
    ),
    scripts=_CLASSIC_SCRIPTS,
    turned_up={
        "number": "play",
        "draw_two": "effects",
        "skip": "effects",
        "reverse": "dealer_first",
        "wild": "first_names",
        "wild-draw-four": "again",
    },
    dealer="draw",
    last_card="resolves",
    points="always",
    win="win",
)

XMEN: Final = Variant(
    code="xmen",
    name="UNO X-Men",
    name_fr="UNO X-Men",
    fewest=2,
    most=10,
    options=(_TWO_PLAYER_REVERSE, _DRAW_FOUR, _DEALER, _target_score(None), _ROUNDS),
    scripts=_CLASSIC_SCRIPTS,
    turned_up={
        "number": "play",
        "draw_two": "ignore",
        "skip": "ignore",
        "reverse": "ignore",
        "wild": "ignore",
    },
    dealer="lot",
    last_card="wins",
    points="optional",
    win="score",
)

ULTIMATE: Final = Variant(
    code="ultimate",
    name="UNO Ultimate Marvel",
    name_fr="UNO Ultimate Marvel",
    fewest=2,
    most=4,
    options=(
        _TWO_PLAYER_REVERSE,
        Option(
            name="first_seat",
            kind="seat",
            text="The seat that plays first, the youngest player's; not set, chance decides.",
            text_fr="Le siège qui joue en premier, celui du plus jeune; sans valeur, le hasard"
            " décide.",
        ),
    ),
    scripts=_ULTIMATE_SCRIPTS,
    own_decks=True,
    last_card="wins",
    last_rule="win",
    points="never",
)

VARIANTS: Final[dict[str, Variant]] = {
    variant.code: variant for variant in (AVENGERS, XMEN, ULTIMATE)
}
"""The variants by code."""


def options_schema(variant: Variant) -> dict[str, Any]:
    """The options of a variant as a JSON Schema of an object."""
    return {
        "type": "object",
        "unevaluatedProperties": False,
        "properties": {option.name: _schema(variant, option) for option in variant.options},
    }


def _schema(variant: Variant, option: Option) -> dict[str, Any]:
    schema: dict[str, Any] = {"description": option.text, "default": option.default}
    if option.kind == "choice":
        return schema | {"type": "string", "enum": list(option.choices)}
    least, most = _bounds(variant, option)
    kinds = ["integer", "null"]
    return schema | {"type": kinds, "minimum": least, "maximum": most}


def _bounds(variant: Variant, option: Option) -> tuple[int, int]:
    return (0, variant.most - 1) if option.kind == "seat" else (option.least, option.most)


def read_options(
    variant: Variant, given: Mapping[str, object], seats: Seat
) -> dict[str, str | int | None]:
    """The complete options of a game at a table of so many seats.

    Raises ``OptionError`` with the code unknown_option, option_type, option_choice, option_range,
    or endless_game when nothing would end it.
    """
    known = {option.name: option for option in variant.options}
    for name in given:
        if name not in known:
            raise OptionError(name, "unknown_option", {"variant": variant.code})
    read = {
        name: _read(option, given[name], seats) if name in given else option.default
        for name, option in known.items()
    }
    if variant.points == "always" and read["target_score"] is None and read["rounds"] is None:
        raise OptionError("target_score", "endless_game")
    return read


def _read(option: Option, value: object, seats: int) -> str | int | None:
    if option.kind == "choice":
        if not isinstance(value, str):
            raise OptionError(option.name, "option_type", {"type": "string"})
        if value not in option.choices:
            raise OptionError(option.name, "option_choice", {"choices": ", ".join(option.choices)})
        return value
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        raise OptionError(option.name, "option_type", {"type": "integer"})
    least, most = (0, seats - 1) if option.kind == "seat" else (option.least, option.most)
    if not least <= value <= most:
        raise OptionError(option.name, "option_range", {"least": least, "most": most})
    return value
