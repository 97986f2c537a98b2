"""Run a case: its position, its moves, and what they caused."""

from dataclasses import dataclass, field
from typing import Final

from msgspec import UNSET

from cards.language import EditionDef
from games.engine import (
    Card,
    Chance,
    Decision,
    IllegalMove,
    Move,
    Prompt,
    Ruleset,
    Ruling,
    Seat,
    State,
    Zone,
    decide,
    encode_state,
    legal_moves,
    new_game,
    open_moves,
)
from games.engine.facts import CardsShown
from games.engine.zones import HAND
from tests.case_runner.answers import AGAIN, TURN_LIKE, Answers
from tests.case_runner.case_chance import CaseChance
from tests.case_runner.position import given_state, ruleset_for, setup_for
from tests.case_runner.shape import Case, CaseError, Step
from tests.case_runner.words import check_words, move_of, word_of

INTERRUPTS: Final = ("call-uno", "catch-uno", "resign", "timeout")
"""The moves that may be made while a question is open."""


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


class Stopped(Exception):
    """A case cannot be continued; the difference says why."""

    def __init__(self, key: str, expected: object, seen: object) -> None:
        super().__init__(key)
        self.difference = Difference(key, expected, seen)


@dataclass
class Run:
    """One case being run: its current state, and what has happened."""

    case: Case
    edition: EditionDef
    ruleset: Ruleset = field(init=False)
    chance: Chance = field(init=False)
    given: State = field(init=False)
    state: State = field(init=False)
    rulings: list[Ruling] = field(default_factory=list)
    shown: list[CardsShown] = field(default_factory=list)

    def prepare(self) -> None:
        """Build the position; raises ``CaseError`` if it is impossible."""
        case, options = self.case, self.case.options
        if case.given.turned_up is not None and case.given.dealer is not None:
            options = {"dealer": case.given.dealer, **options}
        self.ruleset = ruleset_for(case.id, self.edition, case.players, options, case.heroes)
        self.chance = CaseChance(self.ruleset, case.given)
        try:
            check_words(case, self.edition)
            self._set_state()
        except CaseError as error:
            raise CaseError(f"{case.id}: {error}") from error
        self.given = self.state

    def _set_state(self) -> None:
        if self.case.given.turned_up is None:
            self.state = given_state(self.ruleset, self.case.given)
        else:
            setup = setup_for(self.edition, self.case.players, self.ruleset)
            self._took(new_game(self.ruleset, setup, self.chance))

    def play(self) -> None:
        """Make the moves, and answer the questions between them."""
        steps = list(self.case.when)
        last = steps.pop() if self.case.then.refused is not UNSET and steps else None
        at = 0
        while True:
            first = at
            while at < len(steps) and steps[at].do == "choose":
                at += 1
            following = steps[at] if at < len(steps) else None
            self._answer(Answers(steps[first:at], self.edition), following, last)
            if following is None:
                break
            self._make(move_of(following, self.edition), following.do)
            at += 1
        if last is not None:
            self._refuse(last)

    def _answer(self, answers: Answers, following: Step | None, last: Step | None) -> None:
        """Answer the open questions until the game waits for a turn."""
        while (prompt := self.question) is not None:
            move = answers.to(prompt)
            if move is None:
                if prompt.kind in TURN_LIKE or self._may_stay_open(following, last):
                    break
                raise Stopped("asked", "only what the case answers", asked(prompt))
            answers.heed(self._make(move, "choose").facts)
        if (step := answers.left()) is not None:
            wanted = f"seat {step.seat} to be asked for a {step.kind} ({step.choice})"
            raise Stopped("choose", wanted, self._waits_for())

    @property
    def question(self) -> Prompt | None:
        """The open question, unless it is that of a turn."""
        prompts = self.state.prompts
        is_turn = not prompts or (prompts[-1].kind in TURN_LIKE and prompts[-1].kind != AGAIN)
        return None if is_turn else prompts[-1]

    def _may_stay_open(self, following: Step | None, last: Step | None) -> bool:
        """Whether the case continues with a question open, or ends with it open."""
        if following is not None:
            return following.do in INTERRUPTS
        return last is not None or self.case.then.prompt is not UNSET

    def _make(self, move: Move, key: str) -> Decision:
        try:
            decision = decide(self.ruleset, self.state, move, self.chance)
        except IllegalMove as refusal:
            raise Stopped(key, f"{move} to be accepted", f"refused by {refusal}") from refusal
        self._took(decision)
        return decision

    def _took(self, decision: Decision) -> None:
        self.state = decision.state
        self.rulings.extend(decision.rulings)
        self.shown.extend(fact for fact in decision.facts if isinstance(fact, CardsShown))

    def _refuse(self, step: Step) -> None:
        before = encode_state(self.state)
        move = move_of(step, self.edition)
        expected = self.case.then.refused
        try:
            decide(self.ruleset, self.state, move, self.chance)
        except IllegalMove as refusal:
            if refusal.rule != expected:
                raise Stopped("refused", expected, refusal.rule) from refusal
        else:
            raise Stopped("refused", expected, f"{move} accepted")
        if encode_state(self.state) != before:
            raise Stopped("refused", "nothing changed", "another state")

    def _waits_for(self) -> str:
        prompts = self.state.prompts
        return f"never asked; the game waits for {asked(prompts[-1]) if prompts else 'nobody'}"

    # what is seen

    def zone(self, name: Zone) -> tuple[Card, ...]:
        """The cards of a zone, the top one last."""
        return self.state.zones[name]

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The cards of a hand."""
        return self.state.zones[HAND[seat]]

    def open_to(self, seat: Seat) -> set[str]:
        """Return the legal moves of a seat, in the words of a case."""
        moves = [
            *legal_moves(self.ruleset, self.state, seat),
            *open_moves(self.ruleset, self.state, seat),
        ]
        return {word_of(move) for move in moves}


def asked(prompt: Prompt) -> str:
    """A question in a few words."""
    return f"{prompt.kind} of seat {prompt.seat} ({', '.join(prompt.options)})"
