"""Assign the answers of a case to the open questions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from cards.language import EditionDef
from games.engine import Choose, Fact, Pass, Prompt
from games.engine.facts import Taken
from tests.case_runner.shape import Step, Word
from tests.case_runner.words import option_of

AGAIN: Final = "again"
TURN_LIKE: Final = ("turn", "drawn", AGAIN)
"""The questions of a turn, which the next move of the case answers."""

DECLINE: Final = "no"
NO_MORE: Final = "done"


def decline_of(prompt: Prompt) -> str:
    """Return the option that declines an optional effect within a question, "" if none."""
    if prompt.kind == "confirm":
        return ""
    return next((option for option in (DECLINE, NO_MORE) if option in prompt.options), "")


@dataclass
class Answer:
    """A step of choices, with those that have been used; a list is several cards in order."""

    step: Step
    edition: EditionDef
    words: list[Word] = field(init=False)
    used: int = 0
    was_asked: bool = False

    def __post_init__(self) -> None:
        choice = self.step.choice
        self.words = list(choice) if isinstance(choice, list) else [choice]  # type: ignore[list-item]

    @property
    def is_spent(self) -> bool:
        """Whether all its choices have been used."""
        return self.used == len(self.words)

    @property
    def word(self) -> str:
        """The next choice."""
        return option_of(self.words[self.used], self.step.kind, self.edition)

    def take(self) -> str:
        """Return the next choice, and mark it as used."""
        word = self.word
        self.used += 1
        self.was_asked = True
        return word

    def is_to(self, prompt: Prompt, kind: str) -> bool:
        """Whether it is a choice of some kind by the seat that is asked."""
        return (self.step.seat, self.step.kind) == (prompt.seat, kind)

    def names(self, prompt: Prompt) -> bool:
        """Whether its next word answers a question of the same seat and kind."""
        if self.is_spent or not self.is_to(prompt, prompt.kind):
            return False
        must_be_offered = prompt.kind == "card" or decline_of(prompt)
        return not must_be_offered or self.word in prompt.options

    def says(self, word: str, prompt: Prompt) -> bool:
        """Whether it is a yes, or a no, to a may of the seat that is asked."""
        return not self.is_spent and self.is_to(prompt, "confirm") and self.word == word

    def is_empty_list(self, prompt: Prompt) -> bool:
        """Whether it chooses no card at all."""
        return not self.words and not self.was_asked and self.is_to(prompt, prompt.kind)


class Answers:
    """The steps of choices that follow one move."""

    def __init__(self, steps: Iterable[Step], edition: EditionDef) -> None:
        self._all = [Answer(step, edition) for step in steps]
        self._list: Answer | None = None
        self._asked: Prompt | None = None

    def to(self, prompt: Prompt) -> Choose | Pass | None:
        """Return the answer to an open question, None if the steps have none.

        It is the first unused one of the seat and kind. A may that is folded into another question
        is declined by a no, and a yes goes with what is chosen, or with the only thing to choose.
        """
        if prompt.kind == AGAIN:
            return self._to_second_play(prompt)
        option = self._end_of_list(prompt)
        if not option:
            option = next(filter(None, (self._by(one, prompt) for one in self._all)), "")
        if not option and self._goes_on(prompt):
            option = NO_MORE
        self._asked = prompt
        return Choose(prompt.seat, option) if option else None

    def _to_second_play(self, prompt: Prompt) -> Pass | None:
        """A second play is like a turn: a yes needs nothing more, and a no passes."""
        for one in self._all:
            if one.says("no", prompt):
                one.take()
                return Pass(prompt.seat)
            if one.says("yes", prompt):
                one.take()
                return None
        return None

    def _goes_on(self, prompt: Prompt) -> bool:
        """Whether a question asks for one more card after the last one."""
        before = self._asked
        return (
            before is not None
            and NO_MORE in prompt.options
            and (before.seat, before.kind, before.source)
            == (prompt.seat, prompt.kind, prompt.source)
        )

    def _end_of_list(self, prompt: Prompt) -> str:
        """No more, once all cards of a list are named."""
        one = self._list
        return NO_MORE if one is not None and one.is_spent and self._goes_on(prompt) else ""

    def _by(self, one: Answer, prompt: Prompt) -> str:
        """The option by which one of the steps answers a question, "" if it does not."""
        decline = decline_of(prompt)
        if one.names(prompt):
            if decline == DECLINE:
                self._use_up_a_yes(prompt)
            return self._take(one)
        if decline and one.says("no", prompt):
            one.take()
            return decline
        if decline == DECLINE and one.says("yes", prompt) and (option := self._meant(prompt)):
            one.take()
            return option
        if decline == NO_MORE and one.is_empty_list(prompt):
            one.was_asked = True
            return NO_MORE
        return ""

    def _take(self, one: Answer) -> str:
        self._list = one if isinstance(one.step.choice, list) else None
        return one.take()

    def _use_up_a_yes(self, prompt: Prompt) -> None:
        for one in self._all:
            if one.says("yes", prompt):
                one.take()
                return

    def _meant(self, prompt: Prompt) -> str:
        """What a yes alone means: what another step names, or the only thing there is."""
        for one in self._all:
            if one.names(prompt):
                return self._take(one)
        options = [option for option in prompt.options if option != DECLINE]
        return options[0] if len(options) == 1 else ""

    def heed(self, facts: Sequence[Fact]) -> None:
        """Skip cards of a list that were taken without a question, because no others were left."""
        one = self._list
        for fact in facts:
            if one is None or one.is_spent or not isinstance(fact, Taken):
                continue
            if (fact.seat, fact.kind, fact.option) == (one.step.seat, "card", one.word):
                one.take()

    def left(self) -> Step | None:
        """Return the first step that no question has used."""
        for one in self._all:
            if not one.step.optional and not (one.is_spent and one.was_asked):
                return one.step
        return None
