"""The working copy of one move: facts are emitted, questions asked, suspended work run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, final

import msgspec

from cards.language.effects import CardFilter
from games.engine.chance import Chance
from games.engine.evolve import FOLDS
from games.engine.facts import (
    CardsMoved,
    ColorChanged,
    Fact,
    LastingEnded,
    LastingUsed,
    Prompted,
    Ruling,
    Taken,
    UnoChanged,
    Withdrawn,
)
from games.engine.prompts import Bookmark, Bound, Cause, Intent, Prompt
from games.engine.queries import CARD, NEXT, PLAYED, Standing, listening, lookup, role
from games.engine.ruleset import Ruleset
from games.engine.state import State
from games.engine.triggers import MOMENTS, Happening, happening, is_met
from games.engine.variants import FIRE, FIRST_TURN, TURN
from games.engine.zones import HAND, NO_CARD, NOBODY, Card, Seat, Zone

ABILITY: Final = "ability"
KEY: Final = "key"
"""Names bound for an ability that was woken: its index, and the key of what lasts."""

TURNS: Final = (TURN, FIRST_TURN)
"""The scripts of a turn."""

MOST_STEPS: Final = 10_000
"""A move that takes more steps than this has cards that wake each other without end."""


class EndlessEffect(Exception):
    """A move takes too many steps: the edition has effects that never stop (common.endless)."""


@final
class Frame(msgspec.Struct, gc=False):
    """A script being worked through: a bookmark that moves.

    ``at`` is the next step; ``answer`` is what was just answered to the step that asks.
    """

    script: str
    steps: tuple[Any, ...]
    at: int
    seat: Seat
    source: Card = NO_CARD
    they: Seat = NOBODY
    bound: Bound = ()
    answer: Any = None

    def bookmark(self) -> Bookmark:
        """Where this frame stands, as a value."""
        return Bookmark(self.script, self.at, self.seat, self.source, self.they, self.bound)

    def bind(self, name: str, value: str) -> None:
        """Give later steps a name to read."""
        self.bound += ((name, value),)

    def rebind(self, name: str, value: str = "") -> None:
        """Let a name stand for another value, or for nothing."""
        kept = self.bound
        for pair in kept:
            if pair[0] == name:
                kept = tuple(other for other in kept if other[0] != name)
                break
        self.bound = (*kept, (name, value)) if value else kept

    def read(self, name: str) -> str:
        """The value bound to a name, "" without one."""
        return lookup(self.bound, name)


Verb = Callable[["Resolution", Any, Frame], None]
"""What an effect or a step does."""


class Resolution(msgspec.Struct, eq=False):
    """One move being worked out on a copy of the state.

    ``emit`` is the only thing that changes the state. The agenda holds what is still to do, top
    last; a question takes all of it along, and the answer brings it back. A struct, because one is
    made for each move and a plain class takes twice as long.
    """

    ruleset: Ruleset
    state: State
    chance: Chance
    verbs: Mapping[type, Verb]
    agenda: list[Frame | Intent] = []
    facts: list[Fact] = []
    rulings: list[Ruling] = []
    answer: str | None = None

    # what happens

    def emit(self, fact: Fact) -> None:
        """Let a fact happen: it is folded at once, and wakes what listens to it."""
        FOLDS[type(fact)](self.state, fact)
        self.facts.append(fact)
        listens = self.ruleset.triggers
        if listens and type(fact) is CardsMoved:
            moment = MOMENTS.get(fact.verb)
            if moment in listens:
                self.wake(happening(self.ruleset, moment, fact))

    def rule(self, rule: str, seat: Seat, params: dict[str, int | str] | None = None) -> None:
        """Cite the rule behind the facts that come next."""
        self.rulings.append(Ruling(rule, len(self.facts), seat, params))

    def cite(self, name: str, seat: Seat) -> None:
        """Cite a point of this variant, or of all, behind the facts that come next."""
        point = self.ruleset.point_ids.get(name)
        if point is not None:
            self.rulings.append(Ruling(point, len(self.facts), seat))

    def move_cards(
        self,
        verb: str,
        seat: Seat,
        cards: tuple[Card, ...],
        source: Zone,
        target: Zone,
        *,
        bottom: bool = False,
        cause: Card = NO_CARD,
    ) -> None:
        """Move cards, and forget what was said about a hand that no longer holds one card."""
        self.emit(CardsMoved(verb, seat, cards, source, target, bottom, cause))
        if self.state.uno[seat] and len(self.state.zones[HAND[seat]]) != 1:
            self.emit(UnoChanged(seat, ""))

    def change_color(self, color: str, seat: Seat, cause: str) -> None:
        """Put a color in play; it changes one only if there was one before (ultimate.first)."""
        before = self.state.color
        if color != before:
            self.emit(ColorChanged(color))
            if before and "color" in self.ruleset.triggers:
                self.wake(Happening("color", seat, cause=cause))

    # what is still to do

    def push(
        self,
        script: str,
        seat: Seat,
        source: Card = NO_CARD,
        *,
        they: Seat = NOBODY,
        bound: Bound = (),
    ) -> None:
        """Put a script on top of the agenda."""
        steps = self.ruleset.scripts[script]
        self.agenda.append(Frame(script, steps, 0, seat, source, they, bound))

    def push_part(self, frame: Frame, part: str, *, they: Seat | None = None) -> None:
        """Put a list of effects inside the current step on top of the agenda."""
        script = f"{frame.script}[{frame.at - 1}].{part}"
        steps = self.ruleset.scripts[script]
        other = frame.they if they is None else they
        self.agenda.append(Frame(script, steps, 0, frame.seat, frame.source, other, frame.bound))

    def hand_over(self, frame: Frame) -> None:
        """End a script whose last step starts another, so that turns do not pile up."""
        self.agenda.remove(frame)

    def intend(
        self,
        verb: str,
        seats: list[Seat],
        count: int,
        cause: Cause,
        *,
        floor: int = 0,
        until: CardFilter | None = None,
    ) -> None:
        """Let something be about to happen to some seats, one after the other in that order."""
        for seat in reversed(seats):
            self.agenda.append(Intent(verb, seat, count, cause, floor, (), until))

    def suspend(self, prompt: Prompt) -> None:
        """Ask a question; all that is still to do waits for its answer."""
        self.emit(Prompted(prompt))
        self.agenda.clear()

    def resume(self, prompt: Prompt, answer: Any) -> None:
        """Take an answer to the top question, and go on where it was asked."""
        self.bring_back(prompt)
        top = self.agenda[-1]
        if type(top) is Frame:
            top.answer = answer
        else:
            self.answer = answer

    def bring_back(self, prompt: Prompt) -> None:
        """Put the work behind a question on the agenda again."""
        scripts = self.ruleset.scripts
        for mark in prompt.resume:
            if type(mark) is Bookmark:
                script = mark.script
                steps, they = scripts[script], mark.they
                self.agenda.append(
                    Frame(script, steps, mark.at, mark.seat, mark.source, they, mark.bound)
                )
            else:
                self.agenda.append(mark)

    def run(
        self, settle: Callable[[Resolution, Intent, str | None], None], most: int | None = None
    ) -> None:
        """Work until a question is open or nothing is left to do.

        Raises ``EndlessEffect`` after ``most`` steps, without it after ``MOST_STEPS``.
        """
        agenda, verbs = self.agenda, self.verbs
        for _ in range(MOST_STEPS if most is None else most):
            if not agenda:
                return
            top = agenda[-1]
            if type(top) is Frame:
                at, steps = top.at, top.steps
                if at >= len(steps):
                    agenda.pop()
                    continue
                top.at = at + 1
                step = steps[at]
                verbs[type(step)](self, step, top)
            else:
                agenda.pop()
                answer, self.answer = self.answer, None
                settle(self, top, answer)
        raise EndlessEffect

    # questions

    def choose(
        self,
        frame: Frame,
        seat: Seat,
        kind: str,
        options: tuple[str, ...],
        *,
        rule: str,
        default: str = "",
        hidden: bool = False,
    ) -> str | None:
        """The option a seat chooses, or None when it has to be asked first.

        The step is run again with the answer. A choice with one option is taken without asking.
        """
        if frame.answer is not None:
            answer: str = frame.answer
            frame.answer = None
            return answer
        if len(options) == 1:
            self.emit(Taken(seat, kind, options[0], hidden))
            return options[0]
        frame.at -= 1
        self.suspend(
            Prompt(
                seat=seat,
                kind=kind,
                options=options,
                default=default or options[0],
                source=frame.source,
                rule=rule,
                hidden=hidden,
                resume=self.marks(),
            )
        )
        return None

    def marks(self) -> tuple[Bookmark | Intent, ...]:
        """The agenda as values."""
        return tuple([entry.bookmark() if type(entry) is Frame else entry for entry in self.agenda])

    def withdraw_all(self) -> None:
        """Withdraw every open question; what waited for them is on the agenda again, at the end."""
        prompts = self.state.prompts
        for prompt in reversed(prompts):
            self.emit(Withdrawn(prompt.seat))
        now = self.agenda[:]
        self.agenda.clear()
        for prompt in prompts:
            self.bring_back(prompt)
        self.agenda.extend(now)

    # roles

    def seats(self, who: str, frame: Frame) -> list[Seat]:
        """The seats of a role that are still in, in the order in which an effect takes them."""
        seats = role(self.state, who, frame.seat, frame.they, frame.bound)
        if who == "next" and seats and not frame.read(NEXT):
            frame.bind(NEXT, str(seats[0]))
        return seats

    def turn_frame(self) -> Frame | None:
        """The frame of the turn that is being played, None outside one."""
        for frame in self.agenda:
            if type(frame) is Frame and frame.script in TURNS:
                return frame
        return None

    def drop_woken(self, seat: Seat) -> None:
        """Forget the abilities of a seat that were woken and have not acted yet."""
        self.agenda[:] = [
            frame
            for frame in self.agenda
            if not (type(frame) is Frame and frame.script == FIRE and frame.seat == seat)
        ]

    # abilities

    def spend(self, one: Standing) -> None:
        """One use less of what lasts; the last use ends it."""
        for effect in self.state.lasting:
            if effect.key == one.key and effect.uses:
                self.rule(self.ruleset.rules[one.card], one.seat)
                self.emit(LastingUsed(one.key))
                if effect.uses == 1:
                    self.emit(LastingEnded(one.key, "used"))

    def wake(self, what: Happening) -> None:
        """Put the abilities that something wakes on the agenda, in their order.

        They act next, or once the card is done: then just above the turn.
        """
        woken = [
            one
            for one in listening(self.ruleset, self.state, what.moment, what.seat)
            if is_met(self.ruleset, one, what)
        ]
        if not woken:
            return
        at_once = [one for one in woken if not getattr(one.ability, "after_card", False)]
        at = self._below_woken()
        self.agenda[at:at] = [self.firing(one, what) for one in reversed(at_once)]
        if len(at_once) < len(woken):
            self._put_after_card([one for one in woken if one not in at_once], what)
        for one in woken:
            self.spend(one)

    def _below_woken(self) -> int:
        """The place under what the same step has woken before, which acts first (common.order)."""
        at = len(self.agenda)
        while at and _waits(self.agenda[at - 1]):
            at -= 1
        return at

    def firing(self, one: Standing, what: Happening) -> Frame:
        """An ability that was woken, with what it is about."""
        names = [(ABILITY, str(one.index))]
        if one.key:
            names.append((KEY, str(one.key)))
        if what.cards and what.cards[-1]:
            names.append((PLAYED if what.moment == "play" else CARD, what.cards[-1]))
        steps = self.ruleset.scripts[FIRE]
        return Frame(FIRE, steps, 0, one.seat, one.card, what.seat, (*one.bound, *names))

    def _put_after_card(self, woken: list[Standing], what: Happening) -> None:
        turn = self.turn_frame()
        at = 0 if turn is None else self.agenda.index(turn) + 1
        for one in woken:
            self.agenda.insert(at, self.firing(one, what))


def _waits(entry: Frame | Intent) -> bool:
    """Whether it is an ability that was woken and has not acted yet."""
    return type(entry) is Frame and entry.script == FIRE and not entry.at
