"""Events in sentences: who did what with which card, and what it caused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

import msgspec

from cards.language import quoted
from games.engine import (
    NOBODY,
    Move,
    Prompt,
    Ruleset,
    Ruling,
    Seat,
    SeenFact,
    State,
    asked_challenge,
)
from games.engine.facts import (
    ColorChanged,
    DirectionChanged,
    GameEnded,
    LastingEnded,
    LastingUsed,
    Paused,
    Resumed,
    RoundBegan,
    RoundEnded,
    ScoreChanged,
    SeatOut,
    SkipChanged,
    TurnBegan,
    UnoChanged,
)
from games.engine.moves import (
    ACTS,
    AdjustClock,
    AnswerCall,
    CallJudge,
    CancelCall,
    CatchUno,
    Choose,
    ClaimAbsent,
    Deduct,
    Expire,
    GameLoss,
    Pass,
    Pause,
    Penalize,
    Remove,
    Resign,
    Resume,
    RevokeKey,
    Stand,
    StandIn,
    TakeBack,
    Void,
    Withdraw,
)
from games.engine.seen_facts import (
    SeenAnswered,
    SeenCardsMoved,
    SeenCardsPlaced,
    SeenCardsShown,
    SeenChoose,
    SeenPrompted,
    SeenShuffled,
    SeenTaken,
)
from games.engine.zones import HERO, NO_CARD, Card
from games.ledger.rows import Actor, Start
from games.messages.prompt_messages import SentenceResponse
from games.play.selectors import PlayedEvent
from games.wording.fact_texts import BULK, CATALOG, READER, YOU, FactTexts
from games.wording.labels import card_name, label_of, seat_name
from games.wording.language import Language, Texts
from games.wording.question_texts import question
from games.wording.rules import title_of
from games.wording.situation_texts import guilty_cards, no_guilty_cards
from games.wording.viewpoint import capitalized

_TEXTS: Final = Texts(
    CATALOG,
    "event",
    {
        "after": "{head}: {rest}",
        "color": "{who} chooses {answer}",
        "color-you": "you choose {answer}",
        "pass": "{who} keeps the card drawn",
        "pass-you": "you keep the card drawn",
        "pass-again": "{who} plays no second card",
        "pass-again-you": "you play no second card",
        "draw-none": "{who} should draw a card, but none is left",
        "draw-none-you": "you should draw a card, but none is left",
        "challenge-yes": "{who} challenges {card}",
        "challenge-yes-you": "you challenge {card}",
        "challenge-no": "{who} does not challenge {card}",
        "challenge-no-you": "you do not challenge {card}",
        "bluff": "it was a bluff: {who} held {guilt}",
        "bluff-you": "it was a bluff: you held {guilt}",
        "honest": "it was no bluff: {who} held {guilt}",
        "honest-you": "it was no bluff: you held {guilt}",
        "honest-plain": "it was no bluff",
        "no-effect": "it has no effect",
        "turned-again": "it does not count, and another card is turned up",
        "asked": "{card} asks {who}: “{question}” Answer: {answer}",
        "asked-you": "{card} asks you: “{question}” Your answer: {answer}",
        "asked-hidden": "{who} answers {card}; the answer is hidden",
        "answered": "{who} answers {card}: {answer}",
        "answered-you": "you answer {card}: {answer}",
        "chosen": "{who} chooses: {answer}",
        "chosen-you": "you choose: {answer}",
        "caught": "{who} catches {whom}, who has one card left and has not called UNO",
        "caught-you": "you catch {whom}, who has one card left and has not called UNO",
        "caught-reader": "{who} catches you: you have one card left and have not called UNO",
        "expired": "{who} has run out of time, so the default answer counts",
        "expired-you": "you have run out of time, so the default answer counts",
        "stood": "the time in which the server did not run is not counted",
        "fallback": "the bot {who} failed, so the first legal move was made for it",
        "quick": "the bot {who} was low on time, so it gave its quick answer",
        "resigned": "{who} resigns and is out of the game",
        "resigned-you": "you resign and are out of the game",
        "call-judge": "{who} calls a judge",
        "call-judge-you": "you call a judge",
        "cancel-call": "{who} cancels the call for a judge",
        "cancel-call-you": "you cancel your call for a judge",
        "revoke-key": "{who} plays on without signatures",
        "revoke-key-you": "you play on without signatures",
        "claimed": "{who} claims that {whom} is away",
        "claimed-you": "you claim that {whom} is away",
        "claimed-reader": "{who} claims that you are away",
        "stand-in": "{who} lets a bot go on for {whom}, who is away",
        "stand-in-you": "you let a bot go on for {whom}, who is away",
        "stand-in-reader": "{who} lets a bot go on for you while you are away",
        "take-back": "{who} takes the seat back from the bot",
        "take-back-you": "you take your seat back from the bot",
        "call-upheld": "{who} upholds the call of {whom} for a judge",
        "call-refused": "{who} refuses the call of {whom} for a judge",
        "call-noted": "{who} notes the call of {whom} for a judge",
        "modified": "{card} changes the number of cards for {whom} from {before} to {after}",
        "remove": "{who} removes {whom} from the game",
        "game-loss": "{who} gives {whom} a game loss",
        "deduct": "{who} counts {points} points against {whom}",
        "warn": "{who} warns {whom}",
        "note": "{who} puts a note on record",
        "withdraw": "{who} withdraws the act of event {seq}",
        "penalize": "{who} lets {whom} draw cards as a penalty ({count})",
        "add-time": "{who} adds {seconds} seconds to the clock of {whom}",
        "take-time": "{who} takes {seconds} seconds from the clock of {whom}",
        "pause": "{who} pauses the game",
        "resume": "{who} lets the game go on",
        "void": "{who} voids the game",
        "correct": "{who} corrects the result of the game",
        "organiser": "the organiser {name}",
        "an-organiser": "an organiser",
        "reason": "{text}. Reason: {reason}",
        "reference": "{text} (reference: {reference})",
        "correct-out": "{text} (out of the game, but placed ahead of players still in: {seats})",
        "other": "{who}: {move}",
    },
)

_AGAINST: Final[dict[type, str]] = {
    CatchUno: "caught",
    ClaimAbsent: "claimed",
    StandIn: "stand-in",
}
"""The texts of the moves that name another seat."""

_ACTS_LATER: Final = "acts-later"
"""The sort of a sentence on a card that was played before and acts now."""

_BETWEEN: Final = frozenset({_ACTS_LATER, "uno"})
"""The sorts of sentences that stand between a card and what else it causes."""

_JOINED: Final = frozenset({"deal", "placed", "shuffled", "score", "dealer", "leave"})
"""What is told of all seats in one sentence."""


@dataclass(slots=True)
class _Sentence:
    """A sentence that is being made: its beginning, and what follows a colon.

    Facts that ``source`` causes are added to it, or others of the same ``sort``.
    """

    head: str
    source: Card = NO_CARD
    sort: str = ""
    rest: list[str] = field(default_factory=list)
    cards: dict[Card, None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ToldSentence:
    """A sentence of an event: the cards it names, its rules and its first fact."""

    text: str
    cards: tuple[Card, ...]
    rulings: tuple[Ruling, ...]
    fact: int

    def rendered(self, seq: int) -> SentenceResponse:
        """Return the sentence as the API has it."""
        rules = dict.fromkeys(ruling.rule for ruling in self.rulings)
        return SentenceResponse(seq, self.text, list(self.cards), list(rules), self.fact)


class EventTexts:
    """The events of a game in one language, for the log, the pages and the API.

    ``names`` has the players by seat, if they are known; ``you`` is the seat of the reader.
    ``organiser_of`` returns the name of an organiser by the id.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        names: Sequence[str],
        language: Language,
        you: Seat = NOBODY,
        organiser_of: Callable[[str], str] = str,
    ) -> None:
        self.ruleset = ruleset
        self.you = you
        self._names = names
        self._language: Language = language
        self._organiser_of = cache(organiser_of)
        self._full: list[str] = []
        self._short: list[str] = []

    def sentences(self, played: PlayedEvent) -> list[SentenceResponse]:
        """Return what an event did, in the order in which it happened."""
        return [one.rendered(played.event.seq) for one in self.tell(played)]

    def tell(self, played: PlayedEvent) -> list[ToldSentence]:
        """Return the sentences of an event, each with the rules behind it."""
        return _Teller(self, played).tell()

    def move_text(self, played: PlayedEvent) -> str:
        """Return the sentence that tells the move alone; "" if only its facts tell it."""
        return _Teller(self, played).tell_move()

    def _name_seats(self, state: State) -> None:
        for seat in range(state.seats):
            heroes = state.zones.get(HERO[seat])
            hero = card_name(self.ruleset.edition, heroes[-1], self._language) if heroes else ""
            self._full.append(seat_name(seat, self._language, self._names, hero))
            self._short.append(seat_name(seat, self._language, self._names))

    def facts(self, played: PlayedEvent) -> FactTexts:
        """Return the renderer of the facts of an event."""
        if not self._full:
            self._name_seats(played.state)
        full = self._short if isinstance(played.event.move, Start) else self._full
        lasting = played.before.lasting
        return FactTexts(self.ruleset, self._language, full, self._short, self.you, lasting)

    def say(self, text: str, /, **values: str | int) -> str:
        """Return a text."""
        return _TEXTS.say(text, self._language, **values)

    def sentence(self, text: str) -> str:
        """Return a clause as a sentence."""
        text = capitalized(text, self._names)
        return text if text.endswith((".", "!", "?", ".”", ". »")) else f"{text}."

    def question(self, asked: Prompt) -> str:
        """Return the question of a card, in its words."""
        asks = question(self.ruleset, asked, self._language, self._full.__getitem__)
        return quoted(asks, self._language)

    def guilt(self, asked: Prompt, color: str, *, held: bool) -> str:
        """Return which cards in the hand make a play a bluff, as held or as not held."""
        effect = asked_challenge(self.ruleset, asked)
        if effect is None:
            return ""
        cards = guilty_cards if held else no_guilty_cards
        return cards(self.ruleset, asked.source, effect, color, self._language)

    def title(self, rule: str) -> str:
        """Return the title of a rule."""
        return title_of(rule, self.ruleset.edition, self._language)

    def label(self, move: Move, kind: str) -> str:
        """Return a move in words."""
        return label_of(self.ruleset.edition, move, kind, self._language)

    def organiser(self, actor: Actor) -> str:
        """Return an organiser as the subject of a sentence."""
        if not actor.player:
            return self.say("an-organiser")
        return self.say("organiser", name=self._organiser_of(actor.player))


class _Teller:
    """Makes the sentences of one event."""

    def __init__(self, texts: EventTexts, played: PlayedEvent) -> None:
        self._texts = texts
        self._event = played.event
        self._asked = played.asked
        self._turn = played.before.current
        self._facts = texts.facts(played)
        self._made: list[_Sentence] = []
        self._marks: list[tuple[int, int]] = []
        self._skip: _Sentence | None = None
        self._bluffs = {
            one.at: one for one in self._event.rulings if one.params and "guilty" in one.params
        }
        self._modified = [
            one for one in self._event.rulings if one.params and "before" in one.params
        ]

    def tell(self) -> list[ToldSentence]:
        """Return the sentences of the event; there is one at least."""
        event = self._event
        self._tell_who_acts()
        dropped = set(self._dropped())
        for at, fact in enumerate(event.facts):
            if at in self._bluffs:
                self._tell_bluff(self._bluffs[at])
            self._tell_modified(at)
            if at not in dropped:
                self._tell_fact(at, fact)
        self._tell_modified(len(event.facts))
        if not self._made:
            self._tell_label()
        first = dict(reversed([(nth, at) for at, nth in self._marks]))
        return [
            ToldSentence(self._text_of(one), tuple(one.cards), rulings, first.get(nth, 0))
            for nth, (one, rulings) in enumerate(zip(self._made, self._rulings(), strict=True))
        ]

    def tell_move(self) -> str:
        """Return the sentence that tells the move itself; "" if its facts do."""
        self._tell_who_acts()
        return self._text_of(self._made[0]) if self._made else ""

    def _text_of(self, one: _Sentence) -> str:
        """Return a sentence."""
        text = one.head
        if one.rest and one.source:
            text = self._texts.say("after", head=text, rest="; ".join(one.rest))
        else:
            text = "; ".join((text, *one.rest))
        return self._texts.sentence(text)

    def _rulings(self) -> list[tuple[Ruling, ...]]:
        """Return the rulings behind each sentence.

        A ruling stands behind the first fact after it that a sentence tells.
        """
        cited: list[list[Ruling]] = [[] for _ in self._made]
        marks = sorted(self._marks)
        for ruling in self._event.rulings:
            nth = next((nth for at, nth in marks if at >= ruling.at), len(cited) - 1)
            cited[nth].append(ruling)
        return [tuple(one) for one in cited]

    # ---- the beginning

    def _tell_who_acts(self) -> None:
        event, move = self._event, self._event.move
        if isinstance(move, ACTS):
            self._tell_act(move, event.actor)
        elif isinstance(move, CatchUno | ClaimAbsent | StandIn):
            name = _AGAINST[type(move)]
            if move.target == self._texts.you:
                self._add(self._texts.say(name + READER, who=self._facts.who(move.seat)))
            else:
                self._add(self._of(name, move.seat, whom=self._facts.whom(move.target)))
        elif isinstance(move, Expire):
            self._add(self._of("expired", move.seat))
        elif isinstance(move, Stand):
            self._add(self._texts.say("stood"))
        elif isinstance(move, Resign):
            self._add(self._of("resigned", move.seat))
        elif isinstance(move, CallJudge):
            text = self._of("call-judge", move.seat)
            self._add(self._texts.say("reason", text=text, reason=move.reason))
        elif isinstance(move, CancelCall | RevokeKey | TakeBack):
            self._add(self._of(str(move.__struct_config__.tag), move.seat))
        if event.actor.fallback and event.seat is not None:
            name = "quick" if event.actor.reason == "time" else "fallback"
            self._add(self._texts.say(name, who=self._facts.who(event.seat)))

    def _tell_act(self, move: Move, actor: Actor) -> None:
        name, values = str(move.__struct_config__.tag), dict[str, int]()
        if isinstance(move, Penalize):
            values["count"] = move.count
        elif isinstance(move, Deduct):
            values["points"] = move.points
        elif isinstance(move, AnswerCall):
            name = f"call-{move.outcome}"
        elif isinstance(move, Withdraw):
            values["seq"] = move.seq
        elif isinstance(move, AdjustClock):
            name = "add-time" if move.seconds > 0 else "take-time"
            values["seconds"] = abs(move.seconds)
        whom = "" if move.seat is None else self._facts.whom(move.seat)
        who = self._texts.organiser(actor)
        text = self._texts.say(name, who=who, whom=whom, **values)
        ahead = [one.seat for one in self._event.rulings if one.rule == "common.correct.out"]
        if ahead:
            seats = ", ".join(map(self._facts.who, ahead))
            text = self._texts.say("correct-out", text=text, seats=seats)
        if actor.reference:
            text = self._texts.say("reference", text=text, reference=actor.reference)
        if actor.reason:
            text = self._texts.say("reason", text=text, reason=actor.reason)
        self._add(text)

    def _tell_label(self) -> None:
        """Tell an event without facts that say something by the label of its move."""
        move, asked = self._event.move, self._asked
        kind = asked.kind if asked else ""
        if isinstance(move, Start):
            return
        made = Choose(move.seat, move.option or "") if isinstance(move, SeenChoose) else move
        who = self._facts.who(self._event.seat)
        self._add(self._texts.say("other", who=who, move=self._texts.label(made, kind)))

    # ---- facts

    def _dropped(self) -> Iterator[int]:
        """Yield the facts that add nothing to what the others say."""
        facts, move = self._event.facts, self._event.move
        used = {one.key for one in facts if isinstance(one, LastingUsed)}
        seen: set[tuple[str, Seat]] = set()
        for at, fact in enumerate(facts):
            match fact:
                case LastingEnded(key=key, why="used") if key in used:
                    yield at
                case SeenTaken(option=None):
                    yield at
                case SeenCardsMoved(verb="gather" | "leave" as verb):
                    whose = (verb, fact.seat if verb == "leave" else NOBODY)
                    if whose in seen:
                        yield at
                    seen.add(whose)
                case SeenCardsMoved(verb="discard") if not self._is_without_effect(at):
                    yield at
                case SeenAnswered(option=None, seat=seat) if self._shows_choice(seat):
                    yield at
                case RoundBegan(dealer=None) if isinstance(move, Start):
                    yield at
                case RoundEnded() if self._ends_with_round:
                    yield at
                case UnoChanged(status="missed") if isinstance(move, CatchUno):
                    yield at
                case SeatOut() if (
                    isinstance(move, Resign | Remove | GameLoss) and fact.seat == move.seat
                ):
                    yield at
                case Paused() | Resumed() if isinstance(move, Pause | Resume):
                    yield at
                case GameEnded(why="void") if isinstance(move, Void):
                    yield at
                case ColorChanged(color=color) if self._names_color(color):
                    yield at
                case _:
                    pass

    def _is_without_effect(self, at: int) -> bool:
        """Whether a card is discarded at once after it was flipped."""
        fact, before = self._event.facts[at], self._event.facts[at - 1] if at else None
        if not isinstance(before, SeenCardsMoved) or not isinstance(fact, SeenCardsMoved):
            return False
        return before.verb == "flip" and before.cards == fact.cards

    def _is_turned_again(self, at: int) -> bool:
        """Whether a card is turned up at the start, and another one after it."""
        first, after = self._event.facts[at], self._event.facts[at + 1 : at + 2]
        pair = [one for one in (first, *after) if isinstance(one, SeenCardsMoved)]
        return [one.verb for one in pair] == ["turn-up", "turn-up"]

    def _shows_choice(self, seat: Seat) -> bool:
        """Whether a hidden answer is seen in what the seat does with the card chosen."""
        return any(
            isinstance(one, SeenCardsMoved) and one.seat == seat and one.verb in ("lay", "exchange")
            for one in self._event.facts
        )

    @property
    def _ends_with_round(self) -> bool:
        """Whether the game ends because its only round does."""
        return any(isinstance(one, GameEnded) and one.why == "round" for one in self._event.facts)

    def _why_round_ended(self) -> str:
        return next(one.why for one in self._event.facts if isinstance(one, RoundEnded))

    def _names_color(self, color: str) -> bool:
        """Whether the move itself names a color."""
        first = self._event.facts[0]
        is_color = self._asked is not None and self._asked.kind == "color"
        return is_color and isinstance(first, SeenAnswered) and first.option == color

    def _tell_fact(self, at: int, fact: SeenFact) -> None:
        match fact:
            case SeenAnswered():
                self._tell_answer(at, fact)
            case SeenCardsMoved(verb="play" | "flip" | "lay" | "attack" | "turn-up"):
                cards = fact.cards or ()
                source = cards[0] if len(cards) == 1 else NO_CARD
                self._add(self._facts.clause(fact), at, source=source, cards=cards)
                if self._is_turned_again(at):
                    self._made[-1].rest.append(self._texts.say("turned-again"))
            case SeenCardsMoved(verb="discard"):
                self._go_on(self._facts.clause(fact), at)
            case SeenCardsMoved() if fact.cause != NO_CARD:
                cards = () if fact.verb in BULK else fact.cards or ()
                self._tell_of(fact.cause, self._facts.clause(fact), at, cards)
            case SeenCardsMoved():
                cards = () if fact.verb in BULK else fact.cards or ()
                self._add(self._facts.clause(fact), at, sort=fact.verb, cards=cards)
            case SeenCardsShown():
                self._add(self._facts.clause(fact), at, sort=fact.verb, cards=fact.cards or ())
            case SeenCardsPlaced():
                self._add(self._facts.clause(fact), at, sort="placed")
            case SeenShuffled():
                self._add(self._facts.clause(fact), at, sort="shuffled")
            case ScoreChanged():
                self._add(self._facts.clause(fact), at, sort="score")
            case UnoChanged():
                self._add(self._facts.clause(fact), at, sort="uno")
            case SkipChanged():
                self._tell_skip(at, fact)
            case DirectionChanged() | ColorChanged():
                self._go_on(self._facts.clause(fact), at)
            case LastingUsed():
                source = self._facts.lasting_card(fact.key)
                self._add(self._facts.clause(fact), at, source=source, sort=_ACTS_LATER)
                if self._comes_to_nothing(at, source):
                    self._made[-1].rest.append(self._texts.say("no-effect"))
            case SeenTaken():
                self._tell_taken(at, fact)
            case GameEnded(why="round"):
                ended = msgspec.structs.replace(fact, why=self._why_round_ended())
                self._add(self._facts.clause(ended), at)
            case TurnBegan():
                self._tell_turn(at, fact)
            case _:
                self._add(self._facts.clause(fact), at)

    def _tell_of(self, source: Card, clause: str, at: int, cards: Sequence[Card]) -> None:
        """Tell what a card causes: in the sentence of that card, if it is the last one."""
        if source == NO_CARD:
            self._add(clause, at, cards=cards)
            return
        if not self._made or self._made[-1].source != source:
            self._add(self._facts.object(source), at, source=source, cards=(source,))
        self._made[-1].rest.append(clause)
        self._made[-1].cards.update(dict.fromkeys(cards))
        self._mark(at)

    def _comes_to_nothing(self, at: int, source: Card) -> bool:
        """Whether a triggered card causes nothing before the turn or the game ends."""
        later = self._event.facts[at + 1 :]
        if any(isinstance(one, SeenCardsMoved) and one.cause == source for one in later):
            return False
        return any(isinstance(one, TurnBegan | GameEnded) for one in later)

    def _tell_skip(self, at: int, fact: SkipChanged) -> None:
        """Tell where it is caused that a seat loses a turn, which may come later."""
        facts = self._event.facts
        lost = SkipChanged(fact.seat, on=False)
        if fact.on and lost in facts[at:]:
            self._skip = self._go_on(self._facts.clause(lost), at)
        elif not fact.on and SkipChanged(fact.seat, on=True) in facts[:at] and self._skip:
            self._marks.append((at, self._made.index(self._skip)))
        else:
            self._skip = self._go_on(self._facts.clause(fact), at) if fact.on else None
            if not fact.on:
                self._add(self._facts.clause(fact), at)
                self._skip = self._made[-1]

    def _tell_turn(self, at: int, fact: TurnBegan) -> None:
        """Tell whose turn begins if the reader would not expect it."""
        begins = isinstance(self._event.move, Start) or any(
            isinstance(one, RoundBegan) for one in self._event.facts
        )
        is_again = fact.seat == self._turn
        self._turn = fact.seat
        if begins:
            self._add(self._facts.plays_first(fact.seat), at)
        elif is_again:
            clause = self._facts.plays_again(fact.seat)
            if self._skip is not None:
                self._skip.rest.append(clause)
                self._marks.append((at, self._made.index(self._skip)))
            else:
                self._add(clause, at)

    def _tell_taken(self, at: int, fact: SeenTaken) -> None:
        source = self._source_after(at)
        self._tell_of(source, self._facts.taken(fact, source), at, ())

    def _source_after(self, at: int) -> Card:
        """Return the card that left a choice: it causes what follows, or acted last."""
        for one in self._event.facts[at + 1 :]:
            if isinstance(one, SeenPrompted):
                break
            if isinstance(one, SeenCardsMoved):
                if one.cause == NO_CARD:
                    break
                return one.cause
        source = self._made[-1].source if self._made else NO_CARD
        if source == NO_CARD and self._asked is not None:
            source = self._asked.source
        return source

    def _tell_bluff(self, ruling: Ruling) -> None:
        params, seat = ruling.params or {}, ruling.seat
        color = str(params.get("color", ""))
        guilt = ""
        if self._asked is not None:
            guilt = self._texts.guilt(self._asked, color, held=bool(params["guilty"]))
        if seat is None or not guilt:
            self._add(self._texts.say("honest-plain"), ruling.at)
            return
        name = "bluff" if params["guilty"] else "honest"
        self._add(self._of(name, seat, guilt=guilt), ruling.at)

    def _tell_modified(self, at: int) -> None:
        """Tell which cards changed how much happens before a fact."""
        for ruling in self._modified:
            if ruling.at == at:
                self._tell_change(ruling)

    def _tell_change(self, ruling: Ruling) -> None:
        """Tell that a card changed how much happens."""
        params = ruling.params or {}
        card, whom = self._texts.title(ruling.rule), self._facts.whom(ruling.seat or 0)
        before, after = params["before"], params["after"]
        if before == after:
            return
        clause = self._texts.say("modified", card=card, whom=whom, before=before, after=after)
        facts = self._event.facts
        next_one = facts[ruling.at] if ruling.at < len(facts) else None
        if isinstance(next_one, SeenCardsMoved) and next_one.seat == ruling.seat:
            self._tell_of(next_one.cause, clause, ruling.at, ())
        else:
            self._add(clause, ruling.at)

    def _go_on(self, clause: str, at: int) -> _Sentence:
        """Add a clause to the sentence of the card that acts, else begin one."""
        for nth, one in reversed(list(enumerate(self._made))):
            if one.sort in _BETWEEN:
                continue
            if one.source == NO_CARD:
                break
            one.rest.append(clause)
            self._marks.append((at, nth))
            return one
        self._add(clause, at)
        return self._made[-1]

    # ---- answers

    def _tell_answer(self, at: int, fact: SeenAnswered) -> None:
        asked, option = self._asked, fact.option
        if asked is None:
            return
        cards: tuple[Card, ...] = (asked.source,) if asked.source else ()
        match asked.kind:
            case "turn" | "drawn" | "again":
                text = self._turn_answer(asked, fact)
            case "color" if option and (asked.rule == "common.wild" or not asked.source):
                text = self._of("color", fact.seat, answer=self._facts.option("color", option))
            case "challenge" if option is not None:
                card = self._facts.object(asked.source)
                text = self._of(f"challenge-{option}", fact.seat, card=card)
            case _:
                text = self._card_answer(asked, fact)
                chosen = asked.kind == "card" and option in self._texts.ruleset.cards
                cards = (*cards, option) if chosen and option else cards
        if text:
            self._add(text, at, cards=cards)

    def _turn_answer(self, asked: Prompt, fact: SeenAnswered) -> str:
        if fact.option == "pass" or isinstance(self._event.move, Pass):
            return self._of("pass-again" if asked.kind == "again" else "pass", fact.seat)
        has_drawn = any(
            isinstance(one, SeenCardsMoved) and one.verb == "draw" for one in self._event.facts
        )
        if fact.option == "draw" and not has_drawn:
            return self._of("draw-none", fact.seat)
        return ""

    def _card_answer(self, asked: Prompt, fact: SeenAnswered) -> str:
        card = self._facts.object(asked.source) if asked.source else ""
        if fact.option is None:
            return self._texts.say("asked-hidden", who=self._facts.who(fact.seat), card=card)
        name = "answered" if card else "chosen"
        wording = self._texts.question(asked)
        who = "" if fact.seat == self._texts.you else self._facts.who(fact.seat)
        answer = self._facts.option(asked.kind, fact.option, asked.source)
        return self._texts.say(
            ("asked" if wording else name) + ("" if who else YOU),
            who=who,
            card=card,
            question=wording,
            answer=answer,
        )

    # ---- sentences

    def _of(self, name: str, seat: Seat, **values: str | int) -> str:
        """Return a text whose subject is a seat."""
        which = name + YOU if seat == self._texts.you else name
        return self._texts.say(which, who=self._facts.who(seat), **values)

    def _add(
        self,
        text: str,
        at: int = 0,
        *,
        source: Card = NO_CARD,
        sort: str = "",
        cards: Iterable[Card] = (),
    ) -> None:
        """Begin a sentence, or go on with the last one if it is of the same sort."""
        if not text:
            return
        last = self._made[-1] if self._made else None
        if last is not None and sort in _JOINED and last.sort == sort:
            last.head = f"{last.head}; {text}"
            last.cards.update(dict.fromkeys(cards))
        else:
            self._made.append(_Sentence(text, source, sort, cards=dict.fromkeys(cards)))
        self._mark(at)

    def _mark(self, at: int) -> None:
        """Note that the last sentence tells a fact."""
        self._marks.append((at, len(self._made) - 1))
