"""What an option does, and why an expected card is not among the options.

Everything here follows from the view of the seat that is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Final

from cards.language import card_text, sentence, speech_of
from cards.language.effects import (
    BurnFromHand,
    ChooseCard,
    ChoosePlayer,
    Effect,
    Exchange,
    LayColor,
    May,
    Recover,
    Reverse,
    ShowHand,
    Skip,
)
from games.engine import Bookmark, Prompt, Ruleset, asked_challenge
from games.engine.bindings import GIVEN
from games.engine.moves import CallUno, CatchUno, Choose, Draw, Move, Pass, Play, Resign
from games.engine.zones import (
    ARRIVING,
    BURN,
    DECK,
    DISCARD,
    ENEMY,
    HAND,
    ITEMS,
    Card,
    Seat,
)
from games.messages.prompt_messages import QuestionResponse, UnavailableResponse
from games.wording.labels import CATALOG, definite_name, enumerated
from games.wording.language import Language, Texts
from games.wording.question_texts import asking
from games.wording.restriction_texts import forbidding
from games.wording.rules import refusal_by
from games.wording.situation_texts import challenge_mark, guilty_cards
from games.wording.viewpoint import Viewpoint

_TEXTS: Final = Texts(
    CATALOG,
    "option-text",
    {
        "last-wins": "Your last card: you win with it at once.",
        "last-plain": "Your last card: you win the round with it.",
        "last-resolves": "Your last card: if your hand is still empty after its effects, you win"
        " the round.",
        "color": "Then {color} is in play.",
        "defeats": "Defeats {enemy}.",
        "danger": "Danger icon: you flip a Danger card.",
        "reverse-two": "Between two players it works as a Skip: you play again.",
        "reverse": "Play changes direction: {who} is next.",
        "skip": "{who} loses the turn.",
        "skip-two": "{who} loses the turn, so you play again.",
        "next": "The next player is {who}.",
        "bluff": "A bluff: you hold {cards}. If {who} challenges it, you draw {count} cards.",
        "honest": "No bluff: if {who} challenges it, {who} draws {penalty} cards.",
        "uno-missed": "UNO must be called: without the call the others may catch you until the next"
        " turn begins, and then you draw two cards.",
        "uno-called": "With UNO called you cannot be caught.",
        "uno-uncertain": "If one card is left after its effects, UNO is called and you cannot be"
        " caught.",
        "no-enemy": "There is no Enemy in play, so that part of the card does nothing.",
        "no-item": "There is no Item in play, so that part of the card does nothing.",
        "no-colored": "You have no other colored card to lay, so only the color counts.",
        "draw": "You take the top card of the draw pile. If it can be played, you may play it at"
        " once; if not, your turn ends.",
        "draw-deck": "You take the top card of your Character Deck. If it can be played, you may"
        " play it at once; if not, your turn ends.",
        "deck-low": "Your Character Deck has {count} left: who draws the last card is out of the"
        " game.",
        "pass": "Your turn ends.",
        "call-uno": "You have one card. Until you call, the others may catch you.",
        "catch-uno": "That player has one card and has not called UNO: caught, the player draws two"
        " cards. The chance ends when the next turn begins.",
        "resign": "You leave the game and cannot come back.",
        "challenge-yes": "You see the hand of {who}. With {guilt} in it, {who} draws {count} cards"
        " and you take your turn; without, you draw {penalty} cards and lose your turn.",
        "challenge-no": "You draw {count} cards and lose your turn.",
        "when-played": "When it is played: {text}",
        "confirm-no": "You leave that undone.",
        "hold-color": "You hold {cards}.",
        "hold-none": "You hold no card of this color.",
        "hand-of": "Cards in that hand: {count}.",
        "hand-deck-of": "Cards in that hand: {count}; in that Character Deck: {deck}.",
        "same-color": "You keep {cards} of the same color.",
        "lay-burn": "Lay {card} on the Burn Pile",
        "take-back": "Take {card}",
        "burn": "Burn {card}",
        "lay": "Lay {card}",
        "show": "Show {card}",
        "recover": "Recover {card}",
        "forbidden": "{card} is forbidden now by {source} of {who}: “{text}”",
        "forbidden-yours": "{card} is forbidden now by {source} in front of you: “{text}”",
        "forbidden-now": "{card} is forbidden now.",
        "bluff-refused": "{card} would be a bluff: you hold {cards}, and bluffs are not allowed in"
        " this game.",
        "indestructible": "It cannot be destroyed.",
        "just-came": "It came on this turn and cannot be defeated yet.",
        "not-meant": "The text of the card does not allow it.",
    },
)


class _CardTexts:
    """The texts of the cards of a ruleset, each composed once."""

    def __init__(self, ruleset: Ruleset, language: Language) -> None:
        self._ruleset = ruleset
        self._language: Language = language
        self._texts: dict[Card, str] = {}
        self._names: dict[Card, str] = {}
        self._questions: dict[tuple[Card, int], QuestionResponse] = {}

    def text(self, code: Card) -> str:
        """Return what a card does; "" for a number card that does nothing."""
        text = self._texts.get(code)
        if text is None:
            card = self._ruleset.cards.get(code)
            acts = card is not None and (card.kind != "number" or card.effects)
            text = card_text(card, self._ruleset.edition, self._language) if card and acts else ""
            self._texts[code] = text
        return text

    def name(self, code: Card) -> str:
        """Return a card as the object of a sentence."""
        name = self._names.get(code)
        if name is None:
            name = definite_name(self._ruleset.edition, code, self._language)
            self._names[code] = name
        return name

    def question(self, code: Card, effect: Effect) -> QuestionResponse:
        """Return what an effect of a card asks."""
        known = self._questions.get((code, id(effect)))
        if known is None:
            speech = speech_of(self._ruleset.cards[code], self._language)
            said = " ".join(sentence(one) for one in speech.phrases([effect]))
            known = self._questions[code, id(effect)] = QuestionResponse(effect.asks, said)
        return known


@lru_cache(maxsize=256)
def _card_texts(ruleset: Ruleset, language: Language) -> _CardTexts:
    return _CardTexts(ruleset, language)


class OptionTexts:
    """Describes the options of one viewer at one position."""

    def __init__(self, seen: Viewpoint) -> None:
        self._seen = seen
        self._ruleset, self._view = seen.ruleset, seen.view
        self._language: Language = seen.language
        self._cards = _card_texts(seen.ruleset, seen.language)
        self._seat: Seat = seen.view.viewer

    def _say(self, name: str, **values: str | int) -> str:
        return _TEXTS.say(name, self._language, **values)

    def _capitalized(self, name: str, **values: str | int) -> str:
        return self._seen.capitalized(self._say(name, **values))

    def _names(self, cards: Iterable[Card]) -> str:
        names = [self._cards.name(card) for card in dict.fromkeys(cards)]
        return enumerated(names, self._language)

    # what a move does

    def text(self, move: Move, prompt: Prompt | None) -> str:
        """Return what a move does in general: the text of its card, or of the move."""
        match move:
            case Play(card=card):
                return self._cards.text(card)
            case Draw():
                return self._say("draw-deck" if self._has_decks else "draw")
            case Pass():
                return self._say("pass")
            case CallUno():
                return self._say("call-uno")
            case CatchUno():
                return self._say("catch-uno")
            case Resign():
                return self._say("resign")
            case Choose(option=option) if prompt is not None:
                return self._of_answer(prompt, option)
            case _:
                return ""

    def label(self, move: Move, prompt: Prompt) -> str:
        """Return what happens to a card that is chosen; "" if it is only chosen."""
        steps = asking(self._ruleset, prompt) if prompt.kind == "card" else ()
        if not isinstance(move, Choose) or not steps or move.option not in self._ruleset.cards:
            return ""
        name = _choice_name(steps[0], prompt)
        return self._say(name, card=self._cards.name(move.option)) if name else ""

    def effects(self, move: Move, prompt: Prompt | None) -> Iterator[str]:
        """Yield what a move causes at this position."""
        if isinstance(move, Play):
            yield from self._of_play(move)
        elif isinstance(move, Choose) and prompt is not None:
            yield from self._of_choice(move, prompt)

    def _of_choice(self, move: Choose, prompt: Prompt) -> Iterator[str]:
        counts = self._view.counts
        if prompt.kind == "player" and move.option.isdigit() and int(move.option) != self._seat:
            seat = int(move.option)
            name = "hand-deck-of" if self._has_decks else "hand-of"
            yield self._say(name, count=counts[HAND[seat]], deck=counts.get(DECK[seat], 0))
        elif prompt.kind == "color" and (prompt.rule == "common.wild" or not prompt.source):
            held = [one for one in self._rest("") if self._ruleset.color[one] == move.option]
            name = "hold-color" if held else "hold-none"
            yield self._say(name, cards=self._names(sorted(held)))
        elif prompt.kind == "card":
            steps = asking(self._ruleset, prompt)
            if steps and isinstance(steps[0], LayColor):
                color = self._ruleset.color.get(move.option, "")
                same = [one for one in self._rest(move.option) if self._ruleset.color[one] == color]
                if same:
                    yield self._say("same-color", cards=self._names(sorted(same)))

    def warnings(self, move: Move) -> Iterator[str]:
        """Yield the ways in which a move may harm its player, or be wasted."""
        if isinstance(move, Draw):
            count = self._view.counts.get(DECK[self._seat], 99)
            if count <= 3:
                yield self._say("deck-low", count=count)
        if not isinstance(move, Play) or self._wins(move):
            return
        if not move.uno and self._may_call(move):
            yield self._say("uno-missed")
        if move.card in self._ruleset.challenges and self.guilty(move.card):
            effect = self._ruleset.challenges[move.card]
            cards, who = self._names(self.guilty(move.card)), self._seen.who(self._next)
            if self._ruleset.options.draw_four == "challenge":
                yield self._say("bluff", cards=cards, who=who, count=effect.count)
        yield from self._without_use(move.card)

    def questions(self, move: Move) -> tuple[QuestionResponse, ...]:
        """Return what a play asks its own player, as far as this is known before."""
        if not isinstance(move, Play) or self._wins(move):
            return ()
        effects = self._ruleset.cards[move.card].effects
        found: dict[str, QuestionResponse] = {}
        for effect in self._asked(effects, move.card):
            found.setdefault(effect.asks, self._cards.question(move.card, effect))
        return tuple(found.values())

    def is_danger(self, move: Move) -> bool:
        """Whether a play flips a Danger card."""
        return isinstance(move, Play) and move.card in self._ruleset.danger and not self._wins(move)

    # plays

    def _of_play(self, move: Play) -> Iterator[str]:
        ruleset, view, card = self._ruleset, self._view, self._ruleset.cards[move.card]
        if view.counts[HAND[self._seat]] == 1:
            acts = "last-resolves" if card.effects else "last-plain"
            yield self._say("last-wins" if self._wins(move) else acts)
        if self._wins(move):
            return
        if card.color and view.color and card.color != view.color:
            yield self._say("color", color=self._seen.color(card.color))
        yield from (
            self._say("defeats", enemy=self._cards.name(one)) for one in self._beaten(card.code)
        )
        if self.is_danger(move):
            yield self._say("danger")
        yield from self._of_next(card.effects, is_reverse=card.kind == "reverse")
        is_open = ruleset.options.draw_four == "challenge" and view.counts[HAND[self._seat]] > 1
        if is_open and card.code in ruleset.challenges and not self.guilty(card.code):
            penalty = ruleset.challenges[card.code].penalty
            yield self._say("honest", who=self._seen.who(self._next), penalty=penalty)
        if move.uno:
            yield self._say("uno-called" if self._may_call(move) else "uno-uncertain")

    def _of_next(self, effects: Sequence[Effect], *, is_reverse: bool) -> Iterator[str]:
        """Yield who is next, and whether that player loses the turn."""
        is_two = len(self._in) == 2
        if any(isinstance(one, Reverse) for one in effects):
            if is_two and is_reverse and self._ruleset.options.two_player_reverse == "skip":
                yield self._say("reverse-two")
            else:
                yield self._capitalized("reverse", who=self._seen.who(self._after(-1)))
        elif any(isinstance(one, Skip) and one.who == "next" for one in effects):
            who = self._seen.who(self._next)
            yield self._capitalized("skip-two" if is_two else "skip", who=who)
        elif any(one.role == "next" and one.asks != "challenge" for one in effects):
            yield self._say("next", who=self._seen.who(self._next))

    def _wins(self, move: Play) -> bool:
        is_last = self._view.counts[HAND[self._seat]] == 1
        return is_last and self._ruleset.variant.last_card == "wins"

    def _may_call(self, move: Play) -> bool:
        return Play(move.seat, move.card, uno=True) in self._view.moves

    def _beaten(self, card: Card) -> Iterator[Card]:
        view, ruleset = self._view, self._ruleset
        if not self._has_decks or not ARRIVING < view.enemy_since[self._seat] < view.turn:
            return
        for enemy in view.cards.get(ENEMY[self._seat], ()):
            costs = [one for one in ruleset.cards[enemy].costs if not one.bindings()]
            if any(card in ruleset.matching(one) for one in costs):
                yield enemy

    def guilty(self, card: Card) -> list[Card]:
        """Return the cards of the hand with which a Draw Four is a bluff."""
        ruleset, color = self._ruleset, self._view.color
        wilds = ruleset.challenges[card].wilds_match
        return sorted(
            one
            for one in self._rest(card)
            if (color and ruleset.color[one] == color) or (wilds and ruleset.kind[one] == "wild")
        )

    def _without_use(self, card: Card) -> Iterator[str]:
        for effect in self._ruleset.cards[card].effects:
            first = effect.do[0] if isinstance(effect, May) else effect
            if isinstance(first, ChooseCard) and not self._to_choose(first):
                yield self._say(f"no-{first.side}")
            if isinstance(first, LayColor) and not self._colored(card):
                yield self._say("no-colored")

    def _asked(self, effects: Iterable[Effect], card: Card) -> Iterator[Effect]:
        """Yield the effects that ask the player now.

        A choice with a single answer is made without asking.
        """
        for effect in effects:
            if isinstance(effect, May) and not self._may_do(effect):
                continue
            if effect.asks:
                if effect.role != "self":
                    continue
                if self._has_choice(effect, card):
                    yield effect
            for part in effect.parts:
                yield from self._asked(part.do, card)

    def _may_do(self, effect: May) -> bool:
        first = effect.do[0]
        return not isinstance(first, ChooseCard) or bool(self._to_choose(first))

    def _has_choice(self, effect: Effect, card: Card) -> bool:
        match effect:
            case ChoosePlayer(among=among):
                return len(self._in) - (among == "others") > 1
            case ChooseCard():
                return len(self._to_choose(effect)) > 1
            case LayColor():
                return len(self._colored(card)) > 1
            case Exchange():
                return bool(self._rest(card) and self._view.cards.get(BURN[self._seat]))
            case BurnFromHand():
                return bool(self._rest(card))
            case _:
                return True

    def _to_choose(self, effect: ChooseCard) -> list[Card]:
        """Return the Items or Enemies in play that an effect may choose."""
        zones = ITEMS if effect.side == "item" else ENEMY
        seats = {"self": [self._seat], "all": self._in}.get(
            effect.of, [one for one in self._in if one != self._seat]
        )
        return [card for seat in seats for card in self._view.cards.get(zones[seat], ())]

    # answers

    def _of_answer(self, prompt: Prompt, option: str) -> str:
        if prompt.kind == "challenge":
            return self._of_challenge(prompt, option)
        if prompt.kind == "card":
            return self._of_card(option)
        if prompt.kind == "confirm" and option == "no":
            return self._say("confirm-no")
        return ""

    def _of_card(self, code: Card) -> str:
        """Return the text of a card to choose; of one that is played, that it is its text."""
        text, card = self._cards.text(code), self._ruleset.cards.get(code)
        if not text or card is None or card.kind in ("enemy", "item", "event"):
            return text
        return self._say("when-played", text=text)

    def _of_challenge(self, prompt: Prompt, option: str) -> str:
        mark, effect = challenge_mark(prompt), asked_challenge(self._ruleset, prompt)
        if mark is None or effect is None:
            return ""
        seat, color = mark
        guilt = guilty_cards(self._ruleset, prompt.source, effect, color, self._language)
        who = self._seen.who(seat)
        values: dict[str, str | int] = {
            "who": who,
            "guilt": guilt,
            "count": effect.count,
            "penalty": effect.penalty,
        }
        return self._capitalized(f"challenge-{option}", **values)

    # what is not among the options

    def unavailable(self, prompt: Prompt) -> list[UnavailableResponse]:
        """Return the cards that the player may expect among the options, with the reasons."""
        if self._view.paused or self._view.window is not None:
            return []
        if prompt.kind in ("turn", "again"):
            plays = {move.card for move in self._view.moves if isinstance(move, Play)}
            hand = sorted({*self._view.cards.get(HAND[self._seat], ())} - plays)
            return [self._missing(card, self.why_not_played(card)) for card in hand]
        steps = asking(self._ruleset, prompt) if prompt.kind == "card" else ()
        if steps and isinstance(steps[0], ChooseCard):
            step = steps[0]
            zones = ITEMS if step.side == "item" else ENEMY
            there = [card for seat in self._in for card in self._view.cards.get(zones[seat], ())]
            missing = [card for card in there if card not in prompt.options]
            return [self._missing(card, self._why_not_chosen(card)) for card in missing]
        return []

    def _missing(self, card: Card, why: str) -> UnavailableResponse:
        return UnavailableResponse(card, self._seen.name(card), why)

    def why_not_played(self, card: Card) -> str:
        """Return why a card of the hand may not be played at this position."""
        ruleset, view, name = self._ruleset, self._view, self._cards.name(card)
        pile = view.cards.get(DISCARD, ())
        if pile and card not in ruleset.fits[pile[-1]][view.color]:
            color = self._seen.color(view.color)
            params = {"card": name, "top": self._cards.name(pile[-1]), "color": color}
            return refusal_by("common.match", self._language, params)
        if card in ruleset.challenges and ruleset.options.draw_four == "strict":
            return self._capitalized(
                "bluff-refused", card=name, cards=self._names(self.guilty(card))
            )
        found = next(forbidding(self._seen, card), None)
        if found is None:
            return self._capitalized("forbidden-now", card=name)
        return self._capitalized(
            "forbidden-yours" if found.seat == self._seat else "forbidden",
            card=name,
            source=self._cards.name(found.card),
            who=self._seen.who(found.seat),
            text=found.text,
        )

    def _why_not_chosen(self, card: Card) -> str:
        definition = self._ruleset.cards[card]
        if definition.indestructible:
            return self._say("indestructible")
        seat = next((one for one in self._in if card in self._view.cards[ENEMY[one]]), None)
        if seat is not None and self._view.enemy_since[seat] >= self._view.turn:
            return self._say("just-came")
        return self._say("not-meant")

    # the table

    @property
    def _has_decks(self) -> bool:
        return self._ruleset.variant.own_decks

    @cached_property
    def _in(self) -> list[Seat]:
        """Return the seats still in the game."""
        return self._seen.seats_in

    @cached_property
    def _next(self) -> Seat:
        return self._after(1)

    def _after(self, way: int) -> Seat:
        """Return the next seat in the direction of play, or against it for -1."""
        step, seat = self._view.direction * way, self._seat
        for _ in range(self._view.seats):
            seat = (seat + step) % self._view.seats
            if seat in self._in:
                break
        return seat

    def _rest(self, card: Card) -> list[Card]:
        """Return the hand without one copy of a card."""
        hand = list(self._view.cards.get(HAND[self._seat], ()))
        if card in hand:
            hand.remove(card)
        return hand

    def _colored(self, card: Card) -> frozenset[Card]:
        return self._ruleset.colored.intersection(self._rest(card))


def _choice_name(step: Effect, prompt: Prompt) -> str:
    match step:
        case Exchange():
            mark = prompt.resume[-1]
            given = mark.read(GIVEN) if isinstance(mark, Bookmark) else ""
            return "take-back" if given else "lay-burn"
        case BurnFromHand():
            return "burn"
        case LayColor():
            return "lay"
        case ShowHand():
            return "show"
        case Recover():
            return "recover"
        case _:
            return ""
