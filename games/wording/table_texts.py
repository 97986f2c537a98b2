"""What is in sight on a table, in sentences for one viewer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from cards.language import sentence
from games.engine.facts import LastingEffect
from games.engine.zones import (
    ARRIVING,
    BURN,
    DANGER,
    DECK,
    DISCARD,
    DRAW,
    ENEMY,
    HAND,
    ITEMS,
    Card,
    Seat,
)
from games.messages.table_messages import NearEndResponse
from games.wording.labels import ending_of, enumerated
from games.wording.language import Language, Texts
from games.wording.viewpoint import Viewpoint

CATALOG: Final = "games.wording/table"

_TEXTS: Final = Texts(
    CATALOG,
    "table",
    {
        "turn-you": "It is your turn.",
        "turn": "It is the turn of {who}.",
        "paused": "The game is paused.",
        "color": "{color} is in play, and {top} is on top of the discard pile.",
        "no-color": "No color is in play: any card may follow {top}.",
        "no-pile": "No card has been played yet, and no color is in play: any card may be played.",
        "clockwise": "Play runs clockwise, from lower to higher seat numbers.",
        "counter": "Play runs counter-clockwise, from higher to lower seat numbers.",
        "next": "{who} is next.",
        "next-skipped": "{who} is next, but loses that turn.",
        "next-you": "You are next.",
        "next-you-skipped": "You are next, but lose that turn.",
        "draw-pile": "Cards in the draw pile: {count}.",
        "dangers": "Cards in the Danger Deck: {count}.",
        "round": "This is round {round}.",
        "points": "Points: {points}.",
        "points-of": "{who} {points}",
        "target-high": "The first player with {target} points or more wins the game.",
        "rounds": "Rounds in this game: {rounds} at most.",
        "target-low": "When a player has {target} points or more, the lowest total wins.",
    },
)

_RESULT: Final = Texts(
    CATALOG,
    "result",
    {
        "won": "The game is over: {who} won ({why}).",
        "won-you": "The game is over: you won ({why}).",
        "void": "The game is void, and no seat has won.",
        "none": "The game is over: {why}.",
    },
)

_PLACE: Final = Texts(
    CATALOG,
    "place",
    {
        "you": "you",
        "is": "{who}: {what}.",
        "hand": "{count} cards in hand",
        "hand-one": "1 card in hand",
        "hand-none": "no cards in hand",
        "deck": "{count} in the Character Deck",
        "burn": "{count} in the Burn Pile",
        "items": "Items: {items}.",
        "enemy": "Enemy: {enemy}.",
        "skipped": "Loses the next turn.",
        "stand-in": "A bot plays for the player, who was away.",
        "stand-in-you": "A bot plays for you.",
        "out": "out of the game",
        "exposed": "Has not called UNO and can be caught.",
        "exposed-you": "You have not called UNO and can be caught: call it.",
    },
)

_ENEMY: Final = Texts(
    CATALOG,
    "enemy",
    {
        "defeat-you": "To defeat it, play {cost} on your turn.",
        "defeat": "To defeat it, {who} must play {cost} on that player’s turn.",
        "later-you": "It came on this turn. To defeat it, play {cost} on your next turn or later.",
        "later": "It came on this turn. To defeat it, {who} must play {cost} on that player’s next"
        " turn or later.",
    },
)

_LASTS: Final = Texts(
    CATALOG,
    "lasts",
    {
        "your_next_turn-you": "It is yours, and lasts until your next turn begins.",
        "your_next_turn": "It belongs to {who}, and lasts until that player’s next turn begins.",
        "turn_ends-you": "It is yours, and lasts until this turn ends.",
        "turn_ends": "It belongs to {who}, and lasts until this turn ends.",
        "used-you": "It is yours, and lasts until it has acted.",
        "used": "It belongs to {who}, and lasts until it has acted.",
        "once": "It can act once.",
        "times": "It can act {count} times.",
    },
)
"""How long an effect lasts, by its ``until``."""

_NEAR: Final = Texts(
    CATALOG,
    "near-end",
    {
        "one-card": "{who} has one card left, and wins {what} by playing it.",
        "one-card-you": "You have one card left: play it and you win {what}.",
        "deck-low": "Cards left in the Character Deck of {who}: {count}. Without any, that player"
        " is out of the game.",
        "deck-low-you": "Cards left in your Character Deck: {count}. Without any, you are out of"
        " the game.",
        "points": "{who} has {points} of {target} points.",
        "points-you": "You have {points} of {target} points.",
        "game": "the game",
        "round": "the round",
    },
)

LOW_DECK: Final = 5
"""With how many cards in the Character Deck a player is said to be near the end."""

NEAR_TARGET: Final = 0.8
"""From which part of the target score on a player is said to be near the end."""


class TableTexts:
    """Describes a table for the viewer of a view."""

    def __init__(self, seen: Viewpoint) -> None:
        self._seen = seen
        self._ruleset, self._view = seen.ruleset, seen.view
        self._language: Language = seen.language
        self._in = seen.seats_in

    # the whole table

    def lines(self) -> Iterator[str]:
        """Yield what is true of the whole table: turn, color, direction, piles, points."""
        view, tell = self._view, self._tell
        result = self.result()
        if result:
            yield result
        else:
            if view.paused:
                yield tell(_TEXTS, "paused")
            if view.current >= 0:
                yield self._of(_TEXTS, "turn", view.current)
            yield self._pile()
            yield " ".join(self._direction())
        if view.counts.get(DRAW) is not None:
            yield tell(_TEXTS, "draw-pile", count=view.counts[DRAW])
        if DANGER in view.counts:
            yield tell(_TEXTS, "dangers", count=view.counts[DANGER])
        if self._ruleset.is_scored:
            yield " ".join(self._points())

    def result(self) -> str:
        """Return who has won and why, "" while the game runs."""
        result = self._view.result
        if result is None:
            return ""
        why = self.why_ended()
        if result.why == "void":
            return self._tell(_RESULT, "void")
        if result.winner < 0:
            return self._tell(_RESULT, "none", why=why)
        return self._of(_RESULT, "won", result.winner, why=why)

    def why_ended(self) -> str:
        """Return why the game ended, "" while it runs."""
        result = self._view.result
        if result is None:
            return ""
        hand = self._view.counts[HAND[result.winner]] if result.winner >= 0 else 0
        return ending_of(result.why, hand, self._language)

    def _pile(self) -> str:
        view, pile = self._view, self._view.cards.get(DISCARD, ())
        if not pile:
            return self._tell(_TEXTS, "no-pile")
        top = self._seen.object(pile[-1])
        if not view.color:
            return self._tell(_TEXTS, "no-color", top=top)
        return self._tell(_TEXTS, "color", color=self._seen.color(view.color), top=top)

    def _direction(self) -> Iterator[str]:
        view = self._view
        if len(self._in) > 2:
            yield self._tell(_TEXTS, "clockwise" if view.direction > 0 else "counter")
        if view.current < 0:
            return
        after = (view.current + view.direction) % view.seats
        while after in view.out:
            after = (after + view.direction) % view.seats
        name = "next-you" if after == view.viewer else "next"
        name += "-skipped" if after in view.skipped else ""
        yield self._tell(_TEXTS, name, who=self._who(after))

    def _points(self) -> Iterator[str]:
        view, options = self._view, self._ruleset.options
        yield self._tell(_TEXTS, "round", round=view.round)
        points = [
            self._say(_TEXTS, "points-of", who=self._who(seat, or_you=True), points=score)
            for seat, score in enumerate(view.scores)
        ]
        yield self._tell(_TEXTS, "points", points=", ".join(points))
        if options.target_score:
            name = f"target-{options.scoring}"
            yield self._tell(_TEXTS, name, target=options.target_score)
        if options.rounds:
            yield self._tell(_TEXTS, "rounds", rounds=options.rounds)

    # seats

    def near_end(self) -> Iterator[NearEndResponse]:
        """Yield who may soon win, or go out, and how."""
        view, target = self._view, self._ruleset.options.target_score
        if view.result is not None:
            return
        for seat in self._in:
            if view.counts[HAND[seat]] == 1:
                what = self._say(_NEAR, "round" if self._ruleset.is_scored else "game")
                said = self._of(_NEAR, "one-card", seat, what=what)
                yield NearEndResponse(seat, "one_card", said)
            deck = view.counts.get(DECK[seat])
            if deck is not None and deck <= LOW_DECK:
                said = self._of(_NEAR, "deck-low", seat, count=deck)
                yield NearEndResponse(seat, "deck", said)
            if target and view.scores[seat] >= NEAR_TARGET * target:
                points = view.scores[seat]
                said = self._of(_NEAR, "points", seat, points=points, target=target)
                yield NearEndResponse(seat, "points", said)

    def place(self, seat: Seat) -> str:
        """Return what is in front of a seat, in sentences."""
        return " ".join(self._place(seat))

    def _place(self, seat: Seat) -> Iterator[str]:
        view = self._view
        is_you = seat == view.viewer
        if seat in view.out:
            what = self._say(_PLACE, "out")
            yield self._tell(_PLACE, "is", who=self._who(seat, or_you=True), what=what)
            return
        hand = view.counts[HAND[seat]]
        name = {0: "hand-none", 1: "hand-one"}.get(hand, "hand")
        counts = [self._say(_PLACE, name, count=hand)]
        if DECK[seat] in view.counts:
            counts.append(self._say(_PLACE, "deck", count=view.counts[DECK[seat]]))
            counts.append(self._say(_PLACE, "burn", count=view.counts[BURN[seat]]))
        what = ", ".join(counts)
        yield self._tell(_PLACE, "is", who=self._who(seat, or_you=True), what=what)
        items = [self._seen.name(one) for one in view.cards.get(ITEMS[seat], ())]
        if items:
            yield self._tell(_PLACE, "items", items=enumerated(items, self._language))
        for enemy in view.cards.get(ENEMY[seat], ()):
            yield self._tell(_PLACE, "enemy", enemy=self._seen.name(enemy))
        if seat in view.stand_ins:
            yield self._tell(_PLACE, "stand-in-you" if is_you else "stand-in")
        if seat in view.skipped:
            yield self._tell(_PLACE, "skipped")
        if seat in view.exposed:
            yield self._tell(_PLACE, "exposed-you" if is_you else "exposed")

    def enemy_attacks(self, enemy: Card) -> str:
        """Return what an Enemy does while it attacks; *you* is the player attacked."""
        speech = self._seen.speech(enemy)
        abilities = self._ruleset.cards[enemy].abilities
        return " ".join(sentence(speech.ability(one)) for one in abilities)

    def enemy_defeat(self, seat: Seat, cost: str) -> str:
        """Return how the Enemy of a seat is defeated, "" if no card does it."""
        if not cost:
            return ""
        is_old = ARRIVING < self._view.enemy_since[seat] < self._view.turn
        return self._of(_ENEMY, "defeat" if is_old else "later", seat, cost=cost)

    def lasts(self, effect: LastingEffect) -> str:
        """Return whose a lasting effect is, and until when it lasts."""
        said = [self._of(_LASTS, effect.until, effect.seat)]
        if effect.uses == 1 and effect.until != "used":
            said.append(self._tell(_LASTS, "once"))
        elif effect.uses > 1:
            said.append(self._tell(_LASTS, "times", count=effect.uses))
        return " ".join(said)

    # parts of sentences

    def _of(self, texts: Texts, name: str, seat: Seat, **values: str | int) -> str:
        """Return a sentence about a seat; about the viewer, the one with *you*."""
        if seat == self._view.viewer:
            return self._tell(texts, f"{name}-you", **values)
        return self._tell(texts, name, who=self._who(seat), **values)

    def _tell(self, texts: Texts, name: str, /, **values: str | int) -> str:
        """Return a sentence."""
        return self._seen.capitalized(self._say(texts, name, **values))

    def _say(self, texts: Texts, name: str, /, **values: str | int) -> str:
        return texts.say(name, self._language, **values)

    def _who(self, seat: Seat, *, or_you: bool = False) -> str:
        if or_you and seat == self._view.viewer:
            you = _PLACE["you"].to(self._language)
            names = list(self._seen.names) or [you] * self._view.seats
            names[seat] = you
            return replace(self._seen, names=names).who(seat)
        return self._seen.who(seat)
