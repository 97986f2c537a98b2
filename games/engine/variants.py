"""The variants as values: options, scripts of turns and rounds, scoring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from cards.language.effects import ChooseColor, Who
from games.engine.facts import OptionValue
from games.engine.zones import Seat

DEAL: Final = 7
"""How many cards each player is dealt (common.deal)."""

DANGER_KINDS: Final = ("event", "item", "enemy")
"""The kinds of Danger card."""

ABSENT_SECONDS: Final = 60
"""How long a player is away before a claim, unless the options say so (common.absence)."""

# The steps of rounds and turns. They are like the effects of cards, but no card may use them.


class TurnStep(msgspec.Struct, frozen=True):
    """The base of the steps of rounds and turns."""


class ChooseDealer(TurnStep, frozen=True):
    """Choose the dealer: by option, lot or drawn cards, later the next seat."""


class Shuffle(TurnStep, frozen=True):
    """Gather and shuffle the whole pack."""


class Deal(TurnStep, frozen=True):
    """Deal seven cards to each seat."""


class TurnUp(TurnStep, frozen=True):
    """Turn up the first card of the discard pile, which acts as the variant says."""


class BeginTurn(TurnStep, frozen=True):
    """Begin a turn, and end the effects that lasted until then."""


class AwaitPlay(TurnStep, frozen=True):
    """Wait until the seat plays a card or draws one."""


class EndTurn(TurnStep, frozen=True):
    """End the round if the hand is empty, else the turn."""


class Each(TurnStep, frozen=True):
    """Run an effect that asks, for each player of a role in turn."""

    who: Who


class SetUpTable(TurnStep, frozen=True):
    """Place the heroes; build and shuffle their decks and the Danger Deck."""


class ChooseFirst(TurnStep, frozen=True):
    """Choose the seat that plays first, by option or by lot."""


class Moment(TurnStep, frozen=True):
    """Run the abilities that wait for a moment of the turn, one after the other."""

    name: str


class Battle(TurnStep, frozen=True):
    """Defeat the Enemy in front of the seat if the card played matches its cost."""


class Danger(TurnStep, frozen=True):
    """Flip a Danger card if the card played has the Danger icon."""


class Again(TurnStep, frozen=True):
    """Allow a second play if the first one granted it."""


class RunTrigger(TurnStep, frozen=True):
    """Run a triggered ability, if it is still in force."""


class DiscardRevealed(TurnStep, frozen=True):
    """Discard a Danger card that has been resolved."""


class Arrived(TurnStep, frozen=True):
    """End the flip effect of an Enemy: from now on it attacks."""


class LookAtHands(TurnStep, frozen=True):
    """Check the hands that lost cards to effects: none left, or one."""


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """One option: a choice of words, an integer, a seat, or the terms of a clock.

    ``least`` and ``most`` bound a number; None as a default means that it is not set.
    """

    name: str
    kind: Literal["choice", "number", "seat", "clock"]
    default: str | int | None = None
    choices: tuple[str, ...] = ()
    least: int = 1
    most: int = 1
    text: str


class ClockTerms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The terms of a clock, in seconds (common.clock).

    ``seconds`` are for each prompt, ``bank`` is for the whole game and each seat, and ``increment``
    refills it with each answer that is given in time. ``call_stops``: a call for a judge pauses the
    game until the answer (common.judge).
    """

    seconds: int
    bank: int = 0
    increment: int = 0
    call_stops: bool = False


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of one game, as the rules read them."""

    two_player_reverse: Literal["skip", "as_printed"] = "skip"
    draw_four: Literal["challenge", "strict"] = "challenge"
    dealer: int | None = None
    scoring: Literal["high", "low"] = "high"
    target_score: int | None = None
    rounds: int | None = None
    first_seat: int | None = None
    clock: ClockTerms | None = None
    timeouts_out: int | None = 3
    uno_window: int | None = 0
    absence: Literal["wait", "out", "bot"] = "wait"
    absent_seconds: int | None = ABSENT_SECONDS


TurnedUp = Literal["play", "effects", "dealer_first", "first_names", "again", "ignore"]
"""What a turned-up card does.

``play``: nothing but to start the pile. ``effects``: its effects apply to the first player.
``dealer_first``: the dealer plays first, in the other direction. ``first_names``: the first player
names a color. ``again``: it is shuffled into the deck, and another is turned up. ``ignore``:
another is turned up on top of it.
"""


class Variant(msgspec.Struct, frozen=True, kw_only=True):
    """One of the games.

    ``own_decks``: each player has a hero with its own deck. ``turned_up`` is read by a card's
    symbol, then by its kind. ``last_card`` says whether the last card of a hand still resolves
    before the round ends, and ``last_rule`` is the rule by which it ends. ``points`` says when
    rounds are scored, and ``win`` is the rule by which points win.
    """

    code: str
    name: str
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
    """An unknown option, or a value that it cannot have; ``code`` is stable."""

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
    FIRE: (RunTrigger(),),
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
    ROUND: (SetUpTable(), Deal(), ChooseFirst()),
    TURN: (BeginTurn(), Moment("turn_start"), AwaitPlay(), *_TURN_AFTER_PLAY),
}

_TWO_PLAYER_REVERSE: Final = Option(
    name="two_player_reverse",
    kind="choice",
    default="skip",
    choices=("skip", "as_printed"),
    text="What a Reverse card does with two players left: skip, or only turn the direction.",
)
_DRAW_FOUR: Final = Option(
    name="draw_four",
    kind="choice",
    default="challenge",
    choices=("challenge", "strict"),
    text="Whether a Wild Draw Four may be a bluff that the next player can challenge.",
)
_DEALER: Final = Option(
    name="dealer",
    kind="seat",
    text="The seat that deals the first round; not set, chance decides.",
)
_ROUNDS: Final = Option(
    name="rounds",
    kind="number",
    least=1,
    most=100,
    text="How many rounds are played at most, unless the best totals are equal then.",
)


_CLOCK: Final = Option(
    name="clock",
    kind="clock",
    text="The clock, in seconds: `seconds` to answer a prompt; when they are used up the seat's"
    " `bank` runs, which each answer in time refills by `increment`. With `call_stops` a call"
    " for a judge pauses the game until an organiser answers. Not set, there is no clock.",
)
_TIMEOUTS_OUT: Final = Option(
    name="timeouts_out",
    kind="number",
    default=3,
    least=0,
    most=100,
    text="With a clock: how many prompts in a row a seat lets run out before it is out; 0: it stays"
    " in, and the game is void once all seats let three in a row run out.",
)
_UNO_WINDOW: Final = Option(
    name="uno_window",
    kind="number",
    default=0,
    least=0,
    most=10,
    text="How many seconds the game waits when a hand of one card is exposed; calls and catches"
    " that come meanwhile are held in secret and worked out together, and after that the hand can"
    " no longer be caught.",
)
_ABSENCE: Final = Option(
    name="absence",
    kind="choice",
    default="wait",
    choices=("wait", "out", "bot"),
    text="What happens while the game waits for a player who is away: nothing, or another player"
    " may claim that the player is out of the game, or let a bot go on until the player takes the"
    " seat back.",
)
_ABSENT_SECONDS: Final = Option(
    name="absent_seconds",
    kind="number",
    default=ABSENT_SECONDS,
    least=30,
    most=3600,
    text="For how many seconds a player is away, and nothing happens in the game, before another"
    " may claim that the player is out, or let a bot go on.",
)
_TIMES: Final = (_CLOCK, _TIMEOUTS_OUT, _UNO_WINDOW, _ABSENCE, _ABSENT_SECONDS)

CLOCK_BOUNDS: Final = {
    "seconds": (1, 2_592_000),
    "bank": (0, 31_536_000),
    "increment": (0, 2_592_000),
}
"""The least and the most of each term of a clock: 30 days, a year and 30 days."""

CALL_STOPS: Final = "call_stops"
"""The term of a clock that is no time."""


def _target_score(default: int | None) -> Option:
    return Option(
        name="target_score",
        kind="number",
        default=default,
        least=1,
        most=100_000,
        text="The points at which the game ends.",
    )


AVENGERS: Final = Variant(
    code="avengers",
    name="UNO Marvel Avengers",
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
        ),
        _target_score(500),
        _ROUNDS,
        *_TIMES,
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
    fewest=2,
    most=10,
    options=(_TWO_PLAYER_REVERSE, _DRAW_FOUR, _DEALER, _target_score(None), _ROUNDS, *_TIMES),
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
    fewest=2,
    most=4,
    options=(
        _TWO_PLAYER_REVERSE,
        Option(
            name="first_seat",
            kind="seat",
            text="The seat that plays first, the youngest player's; not set, chance decides.",
        ),
        *_TIMES,
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
    """Return the options of a variant as a JSON Schema of an object."""
    return {
        "type": "object",
        "unevaluatedProperties": False,
        "properties": {option.name: _schema(variant, option) for option in variant.options},
    }


def _schema(variant: Variant, option: Option) -> dict[str, Any]:
    schema: dict[str, Any] = {"description": option.text, "default": option.default}
    if option.kind == "choice":
        return schema | {"type": "string", "enum": list(option.choices)}
    if option.kind == "clock":
        return schema | {
            "type": ["object", "null"],
            "properties": {
                name: {"type": "integer", "minimum": least, "maximum": most}
                for name, (least, most) in CLOCK_BOUNDS.items()
            }
            | {CALL_STOPS: {"type": "boolean"}},
            "required": ["seconds"],
            "additionalProperties": False,
        }
    least, most = _bounds(variant, option)
    kinds = ["integer", "null"]
    return schema | {"type": kinds, "minimum": least, "maximum": most}


def _bounds(variant: Variant, option: Option) -> tuple[int, int]:
    return (0, variant.most - 1) if option.kind == "seat" else (option.least, option.most)


def read_options(
    variant: Variant, given: Mapping[str, object], seats: Seat
) -> dict[str, OptionValue]:
    """Return the complete options of a game for a number of seats, with defaults.

    Raises ``OptionError`` with the code unknown_option, option_type, option_choice, option_range,
    or endless_game if no option ends the game.
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


def _read(option: Option, value: object, seats: int) -> OptionValue:
    if option.kind == "choice":
        if not isinstance(value, str):
            raise OptionError(option.name, "option_type", {"type": "string"})
        if value not in option.choices:
            raise OptionError(option.name, "option_choice", {"choices": ", ".join(option.choices)})
        return value
    if value is None:
        return None
    if option.kind == "clock":
        return _read_clock(option.name, value)
    least, most = (0, seats - 1) if option.kind == "seat" else (option.least, option.most)
    return _read_number(option.name, value, least, most)


def _read_number(name: str, value: object, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise OptionError(name, "option_type", {"type": "integer"})
    if not least <= value <= most:
        raise OptionError(name, "option_range", {"least": least, "most": most})
    return value


def _read_clock(name: str, value: object) -> dict[str, int | bool]:
    """Return the terms of a clock, complete."""
    if not isinstance(value, Mapping):
        raise OptionError(name, "option_type", {"type": "object"})
    terms = (*CLOCK_BOUNDS, CALL_STOPS)
    if any(term not in terms for term in value):
        raise OptionError(name, "option_choice", {"choices": ", ".join(terms)})
    stops = value.get(CALL_STOPS, False)
    if not isinstance(stops, bool):
        raise OptionError(name, "option_type", {"type": "boolean"})
    times = {
        term: _read_number(name, value.get(term, 0), *bounds)
        for term, bounds in CLOCK_BOUNDS.items()
    }
    return times | {CALL_STOPS: stops}
