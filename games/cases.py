"""Cases: positions, moves and what must be true, read from YAML and run through the engine.

A case is in words of the game. ``read_cases`` is strict: a key, card or word that it does not know
is a ``CaseError``. ``run_case`` tells what came out otherwise than the case says.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
import yaml
from msgspec import UNSET, UnsetType

from cards.language import Edition
from games.engine import (
    NOBODY,
    VARIANTS,
    CallUno,
    CatchUno,
    Chance,
    Choose,
    Decision,
    Draw,
    Expire,
    Fact,
    IllegalMove,
    Move,
    OptionError,
    Pass,
    Play,
    Prompt,
    Resign,
    Ruleset,
    Setup,
    State,
    compile_ruleset,
    decide,
    fold,
    legal_moves,
    new_game,
    open_moves,
    read_options,
)
from games.engine.facts import (
    CardsPlaced,
    CardsShown,
    ColorChanged,
    DirectionChanged,
    GameStarted,
    RoundBegan,
    Ruling,
    ScoreChanged,
    SeatOut,
    SkipChanged,
    TurnBegan,
    UnoChanged,
)
from games.engine.zones import DISCARD, DRAW, HAND, Card, Seat

DEAL: Final = 7
FILLER_HAND: Final = 5
SEED: Final = bytes(32)
KNOWN_VARIANTS: Final = ("avengers", "xmen", "ultimate")
TURN_LIKE: Final = ("turn", "drawn")
INTERRUPTS: Final = ("call-uno", "catch-uno", "resign", "timeout")
ULTIMATE_KEYS: Final = (
    "decks",
    "deck_size",
    "burn",
    "enemies",
    "items",
    "enemies_arrived_this_turn",
    "danger_top",
    "danger_rest",
)
DEAL_KEYS: Final = ("turned_up", "dealer", "hands", "draw_top")
STEP_KEYS: Final = {
    "card": ("play",),
    "uno": ("play",),
    "kind": ("choose",),
    "choice": ("choose", "catch-uno"),
    "optional": ("choose",),
}
DIRECTIONS: Final = {1: "clockwise", -1: "counter"}

Direction = Literal["clockwise", "counter"]
Kind = Literal["color", "player", "card", "mode", "confirm", "challenge", "character"]
PromptKind = Literal["turn", "color", "player", "card", "mode", "confirm", "challenge", "character"]
Do = Literal["play", "draw", "pass", "choose", "call-uno", "catch-uno", "resign", "timeout"]
Word = str | int | bool


class CaseError(Exception):
    """A case that cannot be read or laid out: which one, and why."""


# the shape of a case


class Part(msgspec.Struct):
    """The base of the parts of a case; in each of them a key that has no field is refused."""


class AnyCards(Part, kw_only=True, forbid_unknown_fields=True):
    """So many cards, no matter which."""

    n: int


class Given(Part, kw_only=True, forbid_unknown_fields=True):
    """The position; what is not given has the default of the format."""

    current: Seat = 0
    direction: Direction = "clockwise"
    discard_top: Card = ""
    color: str = ""
    hands: dict[Seat, list[Card] | Literal["rest"]] = {}
    draw_top: list[Card] = []
    draw_size: int | None = None
    skipped: list[Seat] = []
    out_before: list[Seat] = []
    exposed: list[Seat] = []
    turned_up: list[Card] | None = None
    scores: dict[Seat, int] = {}
    dealer: Seat | None = None
    decks: dict[Seat, list[Card]] = {}
    deck_size: dict[Seat, int] = {}
    burn: dict[Seat, list[Card] | AnyCards] = {}
    enemies: dict[Seat, Card] = {}
    items: dict[Seat, list[Card]] = {}
    enemies_arrived_this_turn: list[Seat] = []
    danger_top: list[Card] = []
    danger_rest: list[Card] | None = None


class Step(Part, kw_only=True, forbid_unknown_fields=True):
    """One move."""

    seat: Seat
    do: Do
    card: Card = ""
    uno: bool = False
    kind: Kind | None = None
    choice: Word | list[Word] | None = None
    optional: bool = False


class Asked(Part, kw_only=True, forbid_unknown_fields=True):
    """An open question."""

    seat: Seat
    kind: PromptKind
    offers: list[Word] = []
    offers_not: list[Word] = []


class Sight(Part, kw_only=True, forbid_unknown_fields=True):
    """Whose hand somebody has been shown."""

    by: Seat
    of: Seat


class Then(Part, kw_only=True, forbid_unknown_fields=True):
    """What must be true; what is not said may be as it likes."""

    refused: str | UnsetType = UNSET
    current: Seat | UnsetType = UNSET
    color: str | UnsetType = UNSET
    direction: Direction | UnsetType = UNSET
    dealer: Seat | UnsetType = UNSET
    hand_size: dict[Seat, int] | UnsetType = UNSET
    hand_has: dict[Seat, list[Card]] | UnsetType = UNSET
    hand_lacks: dict[Seat, list[Card]] | UnsetType = UNSET
    skipped: dict[Seat, bool] | UnsetType = UNSET
    out: list[Seat] | UnsetType = UNSET
    winner: Seat | UnsetType | None = UNSET
    score: dict[Seat, int] | UnsetType = UNSET
    prompt: Asked | UnsetType = UNSET
    discard_top: Card | UnsetType = UNSET
    discard_top_not: Card | UnsetType = UNSET
    exposed: dict[Seat, bool] | UnsetType = UNSET
    sees_hand: Sight | list[Sight] | UnsetType = UNSET
    sees_hand_not: Sight | list[Sight] | UnsetType = UNSET
    cites: list[str] | UnsetType = UNSET
    legal_has: dict[Seat, list[Word]] | UnsetType = UNSET
    legal_lacks: dict[Seat, list[Word]] | UnsetType = UNSET
    deck_size_change: dict[Seat, int] | UnsetType = UNSET
    deck_bottom: dict[Seat, list[Card]] | UnsetType = UNSET
    burn_size: dict[Seat, int] | UnsetType = UNSET
    burn_top: dict[Seat, Card | None] | UnsetType = UNSET
    burn_has: dict[Seat, list[Card]] | UnsetType = UNSET
    burn_lacks: dict[Seat, list[Card]] | UnsetType = UNSET
    enemy: dict[Seat, Card | None] | UnsetType = UNSET
    items: dict[Seat, list[Card]] | UnsetType = UNSET
    danger_discard_has: list[Card] | UnsetType = UNSET
    danger_discard_lacks: list[Card] | UnsetType = UNSET


class Case(Part, kw_only=True, forbid_unknown_fields=True):
    """One case."""

    id: str
    variant: str
    rules: list[str]
    why: str = ""
    players: int
    heroes: list[str] = []
    options: dict[str, str | int | None] = {}
    given: Given
    when: list[Step]
    then: Then


@dataclass(frozen=True, slots=True)
class Difference:
    """What a case expects under one key, and what was seen."""

    key: str
    expected: object
    seen: object

    def __str__(self) -> str:
        return f"{self.key}: expected {_told(self.expected)}, seen {_told(self.seen)}"


def _told(value: object) -> str:
    return value if isinstance(value, str) else repr(value)


# reading


class _Loader(yaml.SafeLoader):
    """YAML in which a key that stands twice in one mapping is an error."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        for key, times in Counter(map(repr, keys)).items():
            if times > 1:
                line = node.start_mark.line + 1
                raise CaseError(f"line {line}: the key {key} stands {times} times")
        return super().construct_mapping(node, deep=deep)


def read_cases(folder: Path) -> list[Case]:
    """The cases of a file, or of all the YAML files of a folder; raises ``CaseError``."""
    if not folder.exists():
        raise CaseError(f"{folder}: there is no such folder")
    files = (
        sorted({*folder.rglob("*.yaml"), *folder.rglob("*.yml")}) if folder.is_dir() else [folder]
    )
    cases = [case for file in files for case in _read_file(file)]
    if not cases:
        raise CaseError(f"{folder}: there are no cases")
    for name, times in Counter(case.id for case in cases).items():
        if times > 1:
            raise CaseError(f"{name}: {times} cases have this id")
    return cases


def _read_file(file: Path) -> list[Case]:
    try:
        raw = yaml.load(file.read_text(encoding="utf-8"), Loader=_Loader)
    except (yaml.YAMLError, CaseError) as error:
        raise CaseError(f"{file.name}: {error}") from error
    if raw is not None and not isinstance(raw, list):
        raise CaseError(f"{file.name}: not a list of cases")
    return [read_case(one, file.name) for one in raw or []]


def read_case(raw: object, file: str = "") -> Case:
    """One case from plain values; raises ``CaseError`` for anything that it does not know."""
    name = raw.get("id", "a case without id") if isinstance(raw, dict) else "not a case"
    where = f"{file}: {name}" if file else str(name)
    try:
        case = msgspec.convert(raw, Case)
        _check(case)
    except (msgspec.ValidationError, CaseError) as error:
        raise CaseError(f"{where}: {error}") from error
    return case


def _check(case: Case) -> None:
    if case.variant not in KNOWN_VARIANTS:
        raise CaseError(f"unknown variant {case.variant}")
    for key in _given_in_vain(case):
        raise CaseError(f"{key} has no meaning here")
    for step in case.when:
        _check_step(step)
    for seat in _seats_named(case):
        if not 0 <= seat < case.players:
            raise CaseError(f"there is no seat {seat} at a table of {case.players}")


def _given_in_vain(case: Case) -> Iterator[str]:
    """The keys that would be passed over, were the case run."""
    plain, is_ultimate = Given(), case.variant == "ultimate"
    if case.heroes and not is_ultimate:
        yield "heroes"
    for key in Given.__struct_fields__:
        if getattr(case.given, key) == getattr(plain, key):
            continue
        if key in ULTIMATE_KEYS and not is_ultimate:
            yield key
        if case.given.turned_up is not None and key not in DEAL_KEYS and not is_ultimate:
            yield f"{key} beside turned_up"


def _check_step(step: Step) -> None:
    for key, meant_for in STEP_KEYS.items():
        if getattr(step, key) not in ("", None, False) and step.do not in meant_for:
            raise CaseError(f"{step.do} has no {key}")
    if step.do == "play" and not step.card:
        raise CaseError(f"seat {step.seat} plays no card")
    if step.do == "choose" and (step.kind is None or step.choice is None):
        raise CaseError(f"seat {step.seat} chooses without kind or choice")
    if step.do == "catch-uno" and not isinstance(step.choice, int):
        raise CaseError(f"seat {step.seat} catches nobody")


def _seats_named(case: Case) -> Iterator[Seat]:
    given, then = case.given, case.then
    yield from (step.seat for step in case.when)
    yield given.current
    for part in (given, then):
        for name in part.__struct_fields__:
            value = getattr(part, name)
            if isinstance(value, dict):
                yield from value
    yield from (*given.skipped, *given.out_before, *given.exposed)


# running


def is_playable(case: Case) -> bool:
    """Whether the engine plays the variant of a case."""
    return case.variant in VARIANTS


def run_case(case: Case, edition: Edition) -> list[Difference]:
    """What came out otherwise than the case says; empty when all is well.

    Raises ``CaseError`` for a position that cannot be laid or a key that has no check.
    """
    return _Run(case, edition).differences()


class _Stopped(Exception):
    """A case cannot be played on; the difference says why."""

    def __init__(self, key: str, expected: object, seen: object) -> None:
        super().__init__(key)
        self.difference = Difference(key, expected, seen)


@dataclass
class _Run:
    """One case being run: the state it stands at, and what has happened."""

    case: Case
    edition: Edition
    ruleset: Ruleset = field(init=False)
    chance: CaseChance = field(init=False)
    state: State = field(init=False)
    rulings: list[Ruling] = field(default_factory=list)
    shown: list[CardsShown] = field(default_factory=list)

    def differences(self) -> list[Difference]:
        """Lay the position, make the moves, look at everything that is asserted."""
        case = self.case
        self._check_words()
        self._lay()
        try:
            self._play()
        except _Stopped as stopped:
            return [stopped.difference]
        found: list[Difference] = []
        for key, expected in said(case.then):
            if key not in CHECKS:
                raise CaseError(f"{case.id}: {key} has no check in {case.variant}")
            found.extend(CHECKS[key](self, expected))
        return found

    def _check_words(self) -> None:
        """Every card, color and option of the case is one of its variant."""
        case = self.case
        cards = {card.code for card in self.edition.cards}
        for card in cards_named(case):
            if card not in cards:
                raise CaseError(f"{case.id}: unknown card {card}")
        for color in (case.given.color, case.then.color):
            if isinstance(color, str) and color and color not in self.edition.colors:
                raise CaseError(f"{case.id}: unknown color {color}")

    def _lay(self) -> None:
        case = self.case
        options = case.options
        if case.given.turned_up is not None and "dealer" not in options:
            options = {**options, "dealer": case.given.dealer}
        self.ruleset = ruleset_for(case.id, self.edition, case.players, options)
        self.chance = CaseChance(self.ruleset, case.given)
        if case.given.turned_up is not None:
            setup = setup_for(self.edition, case.players, self.ruleset)
            self._took(new_game(self.ruleset, setup, self.chance))
        else:
            try:
                self.state = lay(self.ruleset, case.given)
            except CaseError as error:
                raise CaseError(f"{case.id}: {error}") from error

    def _took(self, decision: Decision) -> None:
        self.state = decision.state
        self.rulings.extend(decision.rulings)
        self.shown.extend(fact for fact in decision.facts if isinstance(fact, CardsShown))

    # the moves

    def _play(self) -> None:
        steps = list(self.case.when)
        last = steps.pop() if self.case.then.refused is not UNSET and steps else None
        answers: list[_Answer] = []
        at = 0
        while True:
            while at < len(steps) and steps[at].do == "choose":
                answers.append(_Answer(steps[at]))
                at += 1
            following = steps[at] if at < len(steps) else last
            self._answer(answers, following)
            if at == len(steps):
                break
            answers = []
            self._make(steps[at])
            at += 1
        if last is not None:
            self._refuse(last)

    def _answer(self, answers: list[_Answer], following: Step | None) -> None:
        """Give the open questions their answers, until the game waits for a turn."""
        while (prompt := self._question()) is not None:
            answer = next((one for one in answers if one.fits(prompt, self.edition)), None)
            if answer is None:
                if self._may_stay_open(prompt, following):
                    break
                raise _Stopped("asked", "only what the case answers", _asked(prompt))
            self._make_move(Choose(prompt.seat, answer.take(prompt, self.edition)), "choose")
        for answer in answers:
            if not answer.may_be_left():
                raise _Stopped("choose", answer.step, self._waits_for())

    def _question(self) -> Prompt | None:
        """The open question, unless it is that of a turn."""
        prompts = self.state.prompts
        return prompts[-1] if prompts and prompts[-1].kind not in TURN_LIKE else None

    def _may_stay_open(self, prompt: Prompt, following: Step | None) -> bool:
        if following is None:
            return self.case.then.prompt is not UNSET
        return following.do in INTERRUPTS or self.case.then.refused is not UNSET

    def _make(self, step: Step) -> None:
        self._make_move(_move(step, self.edition), step.do)

    def _make_move(self, move: Move, key: str) -> None:
        try:
            self._took(decide(self.ruleset, self.state, move, self.chance))
        except IllegalMove as refusal:
            raise _Stopped(key, f"{move} to be accepted", f"refused by {refusal}") from refusal

    def _refuse(self, step: Step) -> None:
        before = msgspec.json.encode(self.state)
        move = _move(step, self.edition)
        expected = self.case.then.refused
        try:
            decide(self.ruleset, self.state, move, self.chance)
        except IllegalMove as refusal:
            if refusal.rule != expected:
                raise _Stopped("refused", expected, refusal.rule) from refusal
        else:
            raise _Stopped("refused", expected, f"{move} accepted")
        if msgspec.json.encode(self.state) != before:
            raise _Stopped("refused", "nothing changed", "another state")

    def _waits_for(self) -> str:
        prompts = self.state.prompts
        return f"never asked; the game waits for {_asked(prompts[-1]) if prompts else 'nobody'}"

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The cards of a hand."""
        return self.state.zones[HAND[seat]]

    def open_to(self, seat: Seat) -> set[str]:
        """What a seat may do now, in the words of a case."""
        moves = [
            *legal_moves(self.ruleset, self.state, seat),
            *open_moves(self.ruleset, self.state, seat),
        ]
        return {_word(move) for move in moves}


def _word(move: Move) -> str:
    match move:
        case Play(card=card):
            return card
        case Choose(option=option):
            return option
        case _:
            return str(msgspec.to_builtins(move)["move"])


def _asked(prompt: Prompt) -> str:
    return f"{prompt.kind} of seat {prompt.seat} ({', '.join(prompt.options)})"


@dataclass
class _Answer:
    """A choose step on its way to the question it answers."""

    step: Step
    words: list[Word] = field(init=False)
    used: int = 0

    def __post_init__(self) -> None:
        choice = self.step.choice
        self.words = list(choice) if isinstance(choice, list) else [choice]  # type: ignore[list-item]

    def fits(self, prompt: Prompt, edition: Edition) -> bool:
        """Whether this is the answer to a question that is open."""
        step = self.step
        if self.used == len(self.words) or step.seat != prompt.seat:
            return False
        option = option_of(self.words[self.used], step.kind, edition)
        if step.kind == prompt.kind:
            return step.kind != "card" or option in prompt.options
        return step.kind == "confirm" and option == "no" and "no" in prompt.options

    def take(self, prompt: Prompt, edition: Edition) -> str:
        """The option it names, used up by this."""
        self.used += 1
        return option_of(self.words[self.used - 1], self.step.kind, edition)

    def may_be_left(self) -> bool:
        """Whether nothing of it had to be asked for any more."""
        return self.step.optional or self.used == len(self.words)


def option_of(word: Word, kind: str | None, edition: Edition) -> str:
    """A choice of a case as the engine's option: yes and no, numbers, characters by name."""
    if isinstance(word, bool):
        return "yes" if word else "no"
    if kind == "character":
        return characters(edition).get(_slug(str(word)), str(word))
    return str(word)


def characters(edition: Edition) -> dict[str, str]:
    """The number of each character, by its name as a slug."""
    return {_slug(card.character): card.symbol for card in edition.cards if card.character}


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _move(step: Step, edition: Edition) -> Move:
    seat = step.seat
    match step.do:
        case "play":
            return Play(seat, step.card, step.uno)
        case "draw":
            return Draw(seat)
        case "pass":
            return Pass(seat)
        case "call-uno":
            return CallUno(seat)
        case "catch-uno":
            assert isinstance(step.choice, int)
            return CatchUno(seat, step.choice)
        case "resign":
            return Resign(seat)
        case "timeout":
            return Expire(seat)
        case "choose":
            word = step.choice[0] if isinstance(step.choice, list) else step.choice
            assert word is not None
            return Choose(seat, option_of(word, step.kind, edition))


# laying a position


def ruleset_for(
    name: str, edition: Edition, players: int, options: Mapping[str, object]
) -> Ruleset:
    """The rules of a table with these options; raises ``CaseError`` for an option it has not."""
    variant = VARIANTS[edition.variant]
    try:
        complete = read_options(variant, options, players)
    except OptionError as error:
        raise CaseError(f"{name}: option {error}") from error
    return compile_ruleset(edition, Setup(edition.variant, edition.code, players, complete))


def setup_for(edition: Edition, players: int, ruleset: Ruleset) -> Setup:
    """What a game with these rules starts from."""
    options = msgspec.structs.asdict(ruleset.options)
    known = {option.name for option in ruleset.variant.options}
    chosen = {name: value for name, value in options.items() if name in known}
    return Setup(edition.variant, edition.code, players, chosen)


def lay(ruleset: Ruleset, given: Given) -> State:
    """The position as a state, in which every card of the box lies somewhere."""
    return fold(State(), _position(ruleset, given))


def _position(ruleset: Ruleset, given: Given) -> Iterator[Fact]:
    """The facts that lead to a position."""
    seats = ruleset.seats
    yield GameStarted(setup_for(ruleset.edition, seats, ruleset))
    zones = lay_cards(ruleset, given)
    yield from (CardsPlaced(zone, cards) for zone, cards in zones.items())
    yield RoundBegan(1, seats - 1 if given.dealer is None else given.dealer)
    if given.direction == "counter":
        yield DirectionChanged(-1)
    top = zones[DISCARD][-1]
    color = given.color or ruleset.color[top]
    if not color:
        raise CaseError(f"no color is given for {top}")
    yield ColorChanged(color)
    yield from (ScoreChanged(seat, score, score) for seat, score in given.scores.items() if score)
    yield from (SeatOut(seat, "resigned") for seat in given.out_before)
    yield from (SkipChanged(seat, True) for seat in given.skipped)
    for seat in range(seats):
        if len(zones[HAND[seat]]) == 1:
            yield UnoChanged(seat, "exposed" if seat in given.exposed else "missed")
        elif seat in given.exposed:
            raise CaseError(f"seat {seat} is exposed without having one card")
    yield TurnBegan(given.current)
    yield ruleset.turn_prompts[given.current]


def lay_cards(ruleset: Ruleset, given: Given) -> dict[str, tuple[Card, ...]]:
    """Where every card of the box lies in a position; the top card is the last."""
    if given.discard_top in ("", "none"):
        raise CaseError("a position needs a discard_top")
    box = Counter(ruleset.box)
    listed = {seat: hand for seat, hand in given.hands.items() if not isinstance(hand, str)}
    take(box, [given.discard_top, *given.draw_top])
    for seat, hand in listed.items():
        if seat in given.out_before and hand:
            raise CaseError(f"seat {seat} is out and cannot have a hand")
        take(box, hand)
    hands: dict[Seat, tuple[Card, ...]] = {seat: tuple(hand) for seat, hand in listed.items()}
    rest = [seat for seat, hand in given.hands.items() if hand == "rest"]
    if len(rest) > 1:
        raise CaseError("two hands cannot both have the rest")
    for seat in range(ruleset.seats):
        if seat in given.out_before:
            hands[seat] = ()
        elif seat not in given.hands:
            hands[seat] = take(box, _fillers(ruleset, box)[:FILLER_HAND])
    left = _fillers(ruleset, box)
    beneath = 0 if given.draw_size is None else given.draw_size - len(given.draw_top)
    if beneath < 0:
        raise CaseError("draw_top has more cards than draw_size")
    if rest:
        below = take(box, left[:beneath])
        hands[rest[0]] = take(box, list(box.elements()))
    elif given.draw_size is None:
        below = take(box, left)
    elif beneath > len(left):
        raise CaseError(f"only {len(left)} cards are left for the draw pile")
    else:
        below = take(box, left[:beneath])
    draw = (*reversed(below), *reversed(given.draw_top))
    discard = (*reversed(_fillers(ruleset, box)), given.discard_top)
    return {HAND[seat]: hands[seat] for seat in sorted(hands)} | {DRAW: draw, DISCARD: discard}


def take(box: Counter[Card], cards: Sequence[Card]) -> tuple[Card, ...]:
    """Take cards out of the box; raises ``CaseError`` for one that is not in it any more."""
    for card in cards:
        if not box[card]:
            raise CaseError(f"the pack has no {card} left")
        box[card] -= 1
    return tuple(cards)


def _fillers(ruleset: Ruleset, box: Counter[Card]) -> list[Card]:
    """The cards left in the box: numbers first, one of each color in turn, then the others."""
    colors = {color: rank for rank, color in enumerate(ruleset.edition.colors)}
    left: list[tuple[bool, int, str, int, Card]] = []
    for card, copies in box.items():
        is_number = ruleset.kind[card] == "number"
        rank = colors.get(ruleset.color[card], len(colors))
        symbol = ruleset.symbol[card]
        left.extend((not is_number, copy, symbol, rank, card) for copy in range(copies))
    return [card for *_, card in sorted(left)]


class CaseChance(Chance):
    """Chance that turns up what a case wishes, and number cards where it wishes nothing."""

    __slots__ = ("_dealt", "_hands", "_ruleset", "_top", "_wished")

    def __init__(self, ruleset: Ruleset, given: Given) -> None:
        super().__init__(SEED)
        self._ruleset = ruleset
        self._wished = list(given.turned_up or ())
        self._top = list(given.draw_top) if given.turned_up is not None else []
        self._hands = given.hands if given.turned_up is not None else {}
        self._dealt = False

    def shuffle(self, cards: Sequence[Any], nth: int) -> tuple[Any, ...]:
        """The nth shuffle, with the cards that the case names where it wants them."""
        pack = super().shuffle(cards, nth)
        size, dealt = len(self._ruleset.box), DEAL * self._ruleset.seats
        if len(pack) == size:
            return self._whole(pack)
        if len(pack) == size - dealt and self._dealt:
            return self._arranged(pack, [], self._turned())
        return pack

    def _whole(self, pack: tuple[Card, ...]) -> tuple[Card, ...]:
        """The pack before a deal: hands, then what is turned up, then what is drawn first."""
        first, self._dealt = not self._dealt, True
        if not first:
            return self._arranged(pack, [], [])
        return self._arranged(pack, self._hands_dealt(), self._turned())

    def _hands_dealt(self) -> list[tuple[Seat, list[Card]]]:
        return [(seat, hand) for seat, hand in self._hands.items() if not isinstance(hand, str)]

    def _turned(self) -> list[Card]:
        """What is turned up until the game goes on or the pack is shuffled again."""
        ways = self._ruleset.variant.turned_up
        turned: list[Card] = []
        while self._wished:
            card = self._wished.pop(0)
            turned.append(card)
            kind, symbol = self._ruleset.kind[card], self._ruleset.symbol[card]
            if (ways.get(symbol) or ways[kind]) == "again":
                return turned
        return turned + self._top

    def _arranged(
        self,
        pack: tuple[Card, ...],
        hands: list[tuple[Seat, list[Card]]],
        turned: list[Card],
    ) -> tuple[Card, ...]:
        """The pack with its top cards in the order in which they leave it."""
        ruleset = self._ruleset
        box = Counter(pack)
        wished = take(box, turned)
        listed = {seat: take(box, hand) for seat, hand in hands}
        order = [card for card in reversed(pack) if ruleset.kind[card] == "number"]
        order += [card for card in reversed(pack) if ruleset.kind[card] != "number"]
        fillers = (card for card in order if box[card] and not box.subtract([card]))
        leaving: list[Card] = []
        if len(pack) == len(ruleset.box):
            dealer = ruleset.options.dealer or 0
            for place in range(ruleset.seats):
                seat = (dealer + 1 + place) % ruleset.seats
                leaving += listed.get(seat) or (next(fillers) for _ in range(DEAL))
        leaving += wished
        leaving += fillers
        return tuple(reversed(leaving))


# what must be true

Check = Callable[[_Run, Any], Iterable[Difference]]


def said(part: Then) -> Iterator[tuple[str, Any]]:
    """What a part of a case says, by key."""
    for name in part.__struct_fields__:
        value = getattr(part, name)
        if value is not UNSET:
            yield name, value


def cards_named(case: Case) -> Iterator[Card]:
    """Every card that a case names, but those among open moves and offers."""
    given, then = case.given, case.then
    yield from (step.card for step in case.when if step.card)
    yield from (str(step.choice) for step in case.when if step.kind == "card")
    if given.discard_top:
        yield given.discard_top
    yield from (*given.draw_top, *(given.turned_up or ()))
    for hand in given.hands.values():
        if not isinstance(hand, str):
            yield from hand
    for card in (then.discard_top, then.discard_top_not):
        if isinstance(card, str):
            yield card
    for hands in (then.hand_has, then.hand_lacks):
        if isinstance(hands, dict):
            for cards in hands.values():
                yield from cards


def _is(key: str, expected: object, seen: object) -> Iterator[Difference]:
    if expected != seen:
        yield Difference(key, expected, seen)


def _each(
    key: str, seen: Callable[[_Run, Seat], object]
) -> Callable[[_Run, dict[Seat, object]], Iterator[Difference]]:
    """A check of one value a seat."""

    def check(run: _Run, expected: dict[Seat, object]) -> Iterator[Difference]:
        for seat, value in expected.items():
            yield from _is(f"{key} of seat {seat}", value, seen(run, seat))

    return check


def _refused(run: _Run, expected: str) -> Iterator[Difference]:
    """The move itself was looked at when it was made."""
    if not run.case.when:
        yield Difference("refused", expected, "no move")


def _winner(run: _Run, expected: Seat | None) -> Iterator[Difference]:
    result = run.state.result
    return _is("winner", expected, None if result is None else result.winner)


def _out(run: _Run, expected: list[Seat]) -> Iterator[Difference]:
    seats = range(run.state.seats)
    return _is("out", sorted(expected), [seat for seat in seats if run.state.is_out(seat)])


def _hand_has(run: _Run, expected: dict[Seat, list[Card]]) -> Iterator[Difference]:
    for seat, cards in expected.items():
        if Counter(cards) - Counter(run.hand(seat)):
            yield Difference(f"hand_has of seat {seat}", cards, list(run.hand(seat)))


def _hand_lacks(run: _Run, expected: dict[Seat, list[Card]]) -> Iterator[Difference]:
    for seat, cards in expected.items():
        if set(cards) & set(run.hand(seat)):
            yield Difference(f"hand_lacks of seat {seat}", cards, list(run.hand(seat)))


def _discard_top_not(run: _Run, expected: Card) -> Iterator[Difference]:
    if run.state.zones[DISCARD][-1] == expected:
        yield Difference("discard_top_not", f"anything but {expected}", expected)


def _is_exposed(run: _Run, seat: Seat) -> bool:
    return any(
        isinstance(move, CatchUno) and move.target == seat
        for other in range(run.state.seats)
        for move in open_moves(run.ruleset, run.state, other)
    )


def _has_seen(run: _Run, sight: Sight) -> bool:
    return any(
        fact.verb == "hand" and fact.seat == sight.of and fact.to in (sight.by, NOBODY)
        for fact in run.shown
    )


def _sees_hand(run: _Run, expected: Sight | list[Sight]) -> Iterator[Difference]:
    for sight in expected if isinstance(expected, list) else [expected]:
        yield from _is(f"seat {sight.by} sees the hand of {sight.of}", True, _has_seen(run, sight))


def _sees_hand_not(run: _Run, expected: Sight | list[Sight]) -> Iterator[Difference]:
    for sight in expected if isinstance(expected, list) else [expected]:
        yield from _is(f"seat {sight.by} sees the hand of {sight.of}", False, _has_seen(run, sight))


def _cites(run: _Run, expected: list[str]) -> Iterator[Difference]:
    cited = sorted({ruling.rule for ruling in run.rulings})
    if set(expected) - set(cited):
        yield Difference("cites", expected, cited)


def _legal_has(run: _Run, expected: dict[Seat, list[Word]]) -> Iterator[Difference]:
    for seat, words in expected.items():
        if set(map(str, words)) - run.open_to(seat):
            yield Difference(f"legal_has of seat {seat}", words, sorted(run.open_to(seat)))


def _legal_lacks(run: _Run, expected: dict[Seat, list[Word]]) -> Iterator[Difference]:
    for seat, words in expected.items():
        if set(map(str, words)) & run.open_to(seat):
            yield Difference(f"legal_lacks of seat {seat}", words, sorted(run.open_to(seat)))


def _prompt(run: _Run, expected: Asked) -> Iterator[Difference]:
    prompts = run.state.prompts
    if not prompts:
        yield Difference("prompt", expected, "no question is open")
        return
    prompt = prompts[-1]
    kind = "turn" if prompt.kind in TURN_LIKE else prompt.kind
    yield from _is("prompt", (expected.seat, expected.kind), (prompt.seat, kind))
    offered = run.open_to(prompt.seat) if kind == "turn" else set(prompt.options)
    wanted = {option_of(word, kind, run.edition) for word in expected.offers}
    unwanted = {option_of(word, kind, run.edition) for word in expected.offers_not}
    if wanted - offered:
        yield Difference("offers of the prompt", sorted(wanted), sorted(offered))
    if unwanted & offered:
        yield Difference("offers_not of the prompt", sorted(unwanted), sorted(offered))


CHECKS: Final[dict[str, Check]] = {
    "refused": _refused,
    "current": lambda run, seat: _is("current", seat, run.state.current),
    "color": lambda run, color: _is("color", color, run.state.color),
    "direction": lambda run, way: _is("direction", way, DIRECTIONS[run.state.direction]),
    "dealer": lambda run, seat: _is("dealer", seat, run.state.dealer),
    "hand_size": _each("hand_size", lambda run, seat: len(run.hand(seat))),
    "hand_has": _hand_has,
    "hand_lacks": _hand_lacks,
    "skipped": _each("skipped", lambda run, seat: bool(run.state.skipped >> seat & 1)),
    "out": _out,
    "winner": _winner,
    "score": _each("score", lambda run, seat: run.state.scores[seat]),
    "prompt": _prompt,
    "discard_top": lambda run, card: _is("discard_top", card, run.state.zones[DISCARD][-1]),
    "discard_top_not": _discard_top_not,
    "exposed": _each("exposed", _is_exposed),
    "sees_hand": _sees_hand,
    "sees_hand_not": _sees_hand_not,
    "cites": _cites,
    "legal_has": _legal_has,
    "legal_lacks": _legal_lacks,
}
"""The check of each key of ``then`` that speaks of Avengers and X-Men."""
