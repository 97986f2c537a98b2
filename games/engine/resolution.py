"""Run a move on a copy of the state: facts, prompts, suspended work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from cards.language.effects import CardFilter
from games.engine.bindings import ABILITY, CALLED, CARD, KEY, NEXT, PLAYED, Bound, lookup
from games.engine.chance import Chance
from games.engine.facts import (
    CardsMoved,
    ColorChanged,
    Fact,
    GameEnded,
    LastingEnded,
    LastingUsed,
    Prompted,
    Ruling,
    Taken,
    UnoChanged,
    Withdrawn,
)
from games.engine.folds import FOLDS
from games.engine.places import final_places
from games.engine.prompts import Bookmark, Cause, Intent, Prompt
from games.engine.queries import ActiveAbility, seats_of_role, triggered_abilities
from games.engine.ruleset import Ruleset
from games.engine.state import State
from games.engine.triggers import MOMENTS, Occasion, occasion_of, trigger_matches
from games.engine.variants import FIRE, FIRST_TURN, LOOK, TURN
from games.engine.zones import HAND, NO_CARD, NOBODY, Card, Seat, Zone, owner_of

TURNS: Final = (TURN, FIRST_TURN)
"""The scripts of a turn."""

OWN_CHECKS: Final = ("play", "lay", "deal", "gather")
"""The words for moves of cards after which hands are checked as the turn or the round ends."""

HANDS: Final = frozenset(HAND)

MAX_STEPS = 10_000
"""The most steps of a move; one that takes more has cards that trigger each other endlessly.

It is not Final, which would compile it into the code: the tests lower it.
"""


class EndlessEffect(Exception):
    """A move takes too many steps: the edition has effects that never end.

    See common.endless.
    """


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Frame:
    """A script being run.

    ``at`` is the next step; ``answer`` is the answer to the step that asked.
    """

    __slots__ = ("answer", "at", "bound", "script", "seat", "source", "steps", "they")

    def __init__(
        self,
        script: str,
        steps: tuple[Any, ...],
        at: int,
        seat: Seat,
        source: Card = NO_CARD,
        they: Seat = NOBODY,
        bound: Bound = (),
    ) -> None:
        self.script = script
        self.steps = steps
        self.at = at
        self.seat = seat
        self.source = source
        self.they = they
        self.bound = bound
        self.answer: Any = None

    def bookmark(self) -> Bookmark:
        """Return the place of this frame in its script, as a value."""
        return Bookmark(self.script, self.at, self.seat, self.source, self.they, self.bound)

    def retry(self) -> None:
        """Run the current step again, next or with the answer to the question it asks."""
        self.at -= 1

    def bind(self, name: str, value: str) -> None:
        """Bind a name to a value, for later steps."""
        self.bound += ((name, value),)

    def rebind(self, name: str, value: str = "") -> None:
        """Replace the value of a name; "" removes it."""
        others = self.bound
        for pair in others:
            if pair[0] == name:
                others = tuple(other for other in others if other[0] != name)
                break
        self.bound = (*others, (name, value)) if value else others

    def read(self, name: str) -> str:
        """Return the value bound to a name, "" if there is none."""
        return lookup(self.bound, name)


Verb = Callable[["Resolution", Any, Frame], None]
"""The function that carries out an effect or a step."""


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Resolution:
    """One move being carried out on a copy of the state.

    Only ``emit`` changes the state. The agenda holds the work that is left, top last; a question
    stores all of it, and the answer restores it. While it ``is_silent``, facts trigger no ability.
    """

    __slots__ = (
        "agenda",
        "answer",
        "chance",
        "facts",
        "is_silent",
        "ruleset",
        "rulings",
        "state",
        "verbs",
    )

    def __init__(
        self, ruleset: Ruleset, state: State, chance: Chance, verbs: dict[type, Verb]
    ) -> None:
        self.ruleset = ruleset
        self.state = state
        self.chance = chance
        self.verbs = verbs
        self.agenda: list[Frame | Intent] = []
        self.facts: list[Fact] = []
        self.rulings: list[Ruling] = []
        self.answer: str | None = None
        self.is_silent = False

    # facts and rulings

    def emit(self, fact: Fact) -> None:
        """Apply a fact to the state, record it, and queue the abilities that it triggers."""
        FOLDS[type(fact)](self.state, fact)
        self.facts.append(fact)
        triggers = self.ruleset.triggers
        if triggers and type(fact) is CardsMoved:
            moment = MOMENTS.get(fact.verb)
            if moment in triggers:
                self.queue_triggers(occasion_of(self.ruleset, moment, fact))

    def rule(self, rule: str, seat: Seat, params: dict[str, int | str] | None = None) -> None:
        """Cite a rule by its id for the facts that follow."""
        self.rulings.append(Ruling(rule, len(self.facts), None if seat < 0 else seat, params))

    def cite(self, name: str, seat: Seat) -> None:
        """Cite a rule of this variant, or a common one, by its name.

        Nothing if there is none.
        """
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
        """Move cards, and reset the UNO status of a hand that no longer has one card."""
        self.emit(CardsMoved(verb, seat, cards, source, target, bottom, cause))
        if self.state.uno[seat] and len(self.state.zones[HAND[seat]]) != 1:
            self.emit(UnoChanged(seat, ""))

    def change_color(self, color: str, seat: Seat, cause: str) -> None:
        """Put a color in play; without one before, no ability is triggered.

        See ultimate.first.
        """
        before = self.state.color
        if color != before:
            self.emit(ColorChanged(color))
            if before and "color" in self.ruleset.triggers:
                self.queue_triggers(Occasion("color", seat, cause=cause))

    def end_game(self, winner: Seat, why: str) -> None:
        """End the game with a winner, and give all seats their places."""
        self.emit(GameEnded(winner, why, final_places(self.ruleset, self.state, winner)))

    # the agenda

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
        """Put a list of effects that the current step contains on top of the agenda."""
        script = f"{frame.script}[{frame.at - 1}].{part}"
        steps = self.ruleset.scripts[script]
        other = frame.they if they is None else they
        self.agenda.append(Frame(script, steps, 0, frame.seat, frame.source, other, frame.bound))

    def drop_frame(self, frame: Frame) -> None:
        """Remove the frame of a script whose last step starts another (a tail call)."""
        self.agenda.remove(frame)

    def queue_intents(
        self,
        verb: str,
        seats: list[Seat],
        count: int,
        cause: Cause,
        *,
        floor: int = 0,
        until: CardFilter | None = None,
    ) -> None:
        """Put an intent for each of some seats on the agenda, the first seat on top."""
        for seat in reversed(seats):
            self.agenda.append(Intent(verb, seat, count, cause, floor, (), until))

    def suspend(self, prompt: Prompt) -> None:
        """Ask a question, whose prompt holds the agenda, and clear the agenda."""
        self.emit(Prompted(prompt))
        self.agenda.clear()

    def resume(self, prompt: Prompt, answer: Any) -> None:
        """Restore the work behind a question, with the answer to it."""
        self.restore(prompt)
        top = self.agenda[-1]
        if type(top) is Frame:
            top.answer = answer
        else:
            self.answer = answer

    def restore(self, prompt: Prompt) -> None:
        """Put the work behind a question back on the agenda."""
        scripts = self.ruleset.scripts
        for mark in prompt.resume:
            if type(mark) is Bookmark:
                steps = scripts[mark.script]
                self.agenda.append(
                    Frame(
                        mark.script, steps, mark.at, mark.seat, mark.source, mark.they, mark.bound
                    )
                )
            else:
                self.agenda.append(mark)

    def run(
        self, settle: Callable[[Resolution, Intent, str | None], None], most: int | None = None
    ) -> None:
        """Run the agenda until a question is asked or it is empty.

        Raises ``EndlessEffect`` after ``most`` steps, by default ``MAX_STEPS``.
        """
        agenda, verbs = self.agenda, self.verbs
        left: int = MAX_STEPS if most is None else most
        while left > 0:
            left -= 1
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
                done = len(self.facts)
                verbs[type(step)](self, step, top)
                if top.source and len(self.facts) > done:
                    self._look_after(top, top.source, done)
            else:
                agenda.pop()
                answer, self.answer = self.answer, None
                done = len(self.facts)
                settle(self, top, answer)
                if len(self.facts) > done:
                    self._look_after(top, top.cause.card, done)
        raise EndlessEffect

    # hands

    def _look_after(self, entry: Frame | Intent, card: Card, done: int) -> None:
        """Check hands after the card has resolved, if a step of it took cards out of one.

        See ultimate.hand-empty. ``done`` is the number of facts before the step.
        """
        change = _change_of_hands(self.facts[done:])
        if all(count >= 0 or self.state.is_out(seat) for seat, count in change.items()):
            return
        assert type(self.facts[-1]) is not Prompted, "a step asks before it takes cards"
        agenda = self.agenda
        at = agenda.index(entry) if entry in agenda else len(agenda)
        while at and _is_part_of_card(agenda[at - 1], card):
            at -= 1
        below = agenda[at - 1] if at else None
        if type(below) is not Frame or below.script != LOOK:
            agenda.insert(at, Frame(LOOK, self.ruleset.scripts[LOOK], 0, entry.seat))

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
        """Return the option that a seat chooses; None after the question has been asked.

        The caller returns then, and its step runs again with the answer. A choice with one option
        is made without a question.
        """
        if frame.answer is not None:
            answer: str = frame.answer
            frame.answer = None
            return answer
        if len(options) == 1:
            self.emit(Taken(seat, kind, options[0], hidden))
            return options[0]
        frame.retry()
        self.suspend(
            Prompt(
                seat=seat,
                kind=kind,
                options=options,
                default=default or options[0],
                source=frame.source,
                rule=rule,
                hidden=hidden,
                resume=self.bookmarks(),
                called=self.has_called(),
            )
        )
        return None

    def bookmarks(self) -> tuple[Bookmark | Intent, ...]:
        """Return the agenda as values."""
        return tuple([entry.bookmark() if type(entry) is Frame else entry for entry in self.agenda])

    def withdraw_all(self) -> None:
        """Withdraw every open question, and restore the work behind them below the agenda."""
        prompts = self.state.prompts
        for prompt in reversed(prompts):
            self.emit(Withdrawn(prompt.seat))
        now = self.agenda[:]
        self.agenda.clear()
        for prompt in prompts:
            self.restore(prompt)
        self.agenda.extend(now)

    # roles

    def seats(self, who: str, frame: Frame) -> list[Seat]:
        """Return the seats of a role that are still in, in the order of the effect.

        The seat that is *next* stays the same for the rest of the script.
        """
        seats = seats_of_role(self.state, who, frame.seat, frame.they, frame.bound)
        if who == "next" and seats and not frame.read(NEXT):
            frame.bind(NEXT, str(seats[0]))
        return seats

    def turn_frame(self) -> Frame | None:
        """Return the frame of the current turn; None outside a turn."""
        for frame in self.agenda:
            if type(frame) is Frame and frame.script in TURNS:
                return frame
        return None

    def has_called(self) -> bool:
        """Whether UNO was called with the play that is being resolved."""
        turn = self.turn_frame()
        return turn is not None and bool(turn.read(CALLED))

    def drop_triggers(self, seat: Seat) -> None:
        """Remove the queued triggers of a seat from the agenda."""
        self.agenda[:] = [
            frame
            for frame in self.agenda
            if not (type(frame) is Frame and frame.script == FIRE and frame.seat == seat)
        ]

    # abilities

    def spend(self, one: ActiveAbility) -> None:
        """Count a use of an ability with limited uses; the last one ends it."""
        for effect in self.state.lasting:
            if effect.key == one.key and effect.uses:
                self.rule(self.ruleset.rules[one.card], one.seat)
                self.emit(LastingUsed(one.key))
                if effect.uses == 1:
                    self.emit(LastingEnded(one.key, "used"))

    def queue_triggers(self, what: Occasion) -> None:
        """Put the abilities that an occasion triggers on the agenda, in their order.

        They run next, or, just above the turn, after the current card.
        """
        if self.is_silent:
            return
        triggered = [
            one
            for one in triggered_abilities(self.ruleset, self.state, what.moment, what.seat)
            if trigger_matches(self.ruleset, one, what)
        ]
        if not triggered:
            return
        at_once = [one for one in triggered if not getattr(one.ability, "after_card", False)]
        at = self._place_of_next_trigger()
        self.agenda[at:at] = [self.trigger_frame(one, what) for one in reversed(at_once)]
        if len(at_once) < len(triggered):
            self._put_after_card([one for one in triggered if one not in at_once], what)
        for one in triggered:
            self.spend(one)

    def _place_of_next_trigger(self) -> int:
        """Return the place below the triggers that this step has queued already.

        See common.order.
        """
        at = len(self.agenda)
        while at and _is_queued_trigger(self.agenda[at - 1]):
            at -= 1
        return at

    def trigger_frame(self, one: ActiveAbility, what: Occasion) -> Frame:
        """Return the frame that runs a triggered ability, with what the occasion binds."""
        names = [(ABILITY, str(one.index))]
        if one.key:
            names.append((KEY, str(one.key)))
        if what.cards and what.cards[-1]:
            names.append((PLAYED if what.moment == "play" else CARD, what.cards[-1]))
        steps = self.ruleset.scripts[FIRE]
        return Frame(FIRE, steps, 0, one.seat, one.card, what.seat, (*one.bound, *names))

    def _put_after_card(self, triggered: list[ActiveAbility], what: Occasion) -> None:
        turn = self.turn_frame()
        at = 0 if turn is None else self.agenda.index(turn) + 1
        for one in triggered:
            self.agenda.insert(at, self.trigger_frame(one, what))


def _is_queued_trigger(entry: Frame | Intent) -> bool:
    """Whether an entry is a triggered ability that has not run yet."""
    return type(entry) is Frame and entry.script == FIRE and not entry.at


def _change_of_hands(facts: list[Fact]) -> dict[Seat, int]:
    """Return how many more cards each seat has in hand after some facts of an effect."""
    change: dict[Seat, int] = {}
    for fact in facts:
        if type(fact) is CardsMoved and fact.verb not in OWN_CHECKS:
            for zone, sign in ((fact.source, -1), (fact.target, 1)):
                if zone in HANDS:
                    seat = owner_of(zone)
                    change[seat] = change.get(seat, 0) + sign * len(fact.cards)
    return change


def _is_part_of_card(entry: Frame | Intent, card: Card) -> bool:
    return type(entry) is Frame and entry.source == card and entry.script != FIRE
