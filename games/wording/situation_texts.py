"""What a prompt asks when no card asks in its own words.

These are turns, drawn cards and challenges. Also the sentences for the other viewers,
who wait for the seat that is asked.
"""

from __future__ import annotations

from typing import Final

from cards.language import listed, speech_of
from cards.language.effects import CardFilter, Challenge
from games.engine import Ruleset, asked_challenge
from games.engine.bindings import COLOR_BEFORE
from games.engine.moves import Play
from games.engine.prompts import Bookmark, Prompt
from games.engine.zones import DISCARD, HAND, Card, Seat
from games.wording.labels import CATALOG
from games.wording.language import Language, Texts
from games.wording.restriction_texts import forbidding
from games.wording.viewpoint import Viewpoint

_TEXTS: Final = Texts(
    CATALOG,
    "situation",
    {
        "turn-any": "Your turn. No color is in play: play any card, or draw one.",
        "turn-fits": "Your turn. {top} is on top and {color} is in play: play {fitting}, or draw a"
        " card.",
        "turn-none": "Your turn. None of your {count} cards can be played on {top} with {color} in"
        " play: draw a card. If it can be played, you may play it at once.",
        "turn-none-one": "Your turn. Your only card cannot be played on {top} with {color} in play:"
        " draw a card. If it can be played, you may play it at once.",
        "drawn": "You drew {card}, and it fits: play it now, or keep it and end your turn.",
        "again-any": "You may play a second card: any card.",
        "again": "You may play a second card: {fitting}. You cannot draw instead.",
        "first-color": "A Wild was turned up at the start: choose the color in play, then take your"
        " turn.",
        "challenge": "{who} played {card} while {color} was in play, which is a bluff for a player"
        " who holds {guilt}. Without a challenge you draw {count} cards and lose your turn. If you"
        " challenge, you see that hand: if it was a bluff, {who} draws {count} cards and you take"
        " your turn; if not, you draw {penalty} cards and lose your turn.",
        "challenge-plain": "{who} played {card} while {color} was in play. Without a challenge you"
        " draw {count} cards and lose your turn. If you challenge, you draw {penalty} cards and"
        " lose your turn, because it was no bluff.",
        "wait-turn": "Waiting for {who} to play or draw a card.",
        "wait-drawn": "Waiting for {who} to play the card just drawn, or to keep it.",
        "wait-again": "Waiting for {who} to play a second card, or none.",
        "wait-color": "Waiting for {who} to choose the color in play.",
        "wait-challenge": "Waiting for {who} to challenge {card}, or to accept it.",
        "wait-card": "Waiting for {who} to answer a question of {card}.",
        "wait": "Waiting for {who}.",
        "window": "A hand has one card: the game waits for calls of UNO and catches.",
        "window-held": "A hand has one card: the game waits for calls of UNO and catches. Yours is"
        " held until then, and no other player can see it.",
        "paused": "The game is paused: no player can move until an organiser lets it go on.",
        "no-color": "no color",
        "none-of": "no {card}",
        "neither": "neither a {one} nor a {other}",
        "number": "a {number}",
        "number-8": "an 8",
        "or": "or",
    },
)


def situation(seen: Viewpoint, prompt: Prompt) -> str:
    """Return what the viewer is asked, and what is at stake.

    It is "" if a card asks in its own words.
    """
    view, language = seen.view, seen.language
    if view.paused:
        return _TEXTS["paused"].to(language)
    if view.window is not None:
        return _TEXTS["window-held" if view.held else "window"].to(language)
    if prompt.seat != view.viewer:
        return waiting(seen, prompt)
    match prompt.kind:
        case "turn":
            return _turn(seen)
        case "drawn":
            return _TEXTS.say("drawn", language, card=seen.object(prompt.options[0]))
        case "again":
            fitting = fitting_cards(seen)
            return _TEXTS.say("again" if fitting else "again-any", language, fitting=fitting)
        case "challenge":
            return _challenge(seen, prompt)
        case "color" if not prompt.source:
            return _TEXTS["first-color"].to(language)
        case _:
            return ""


def waiting(seen: Viewpoint, prompt: Prompt) -> str:
    """Return for whom the game waits, and for what."""
    name = f"wait-{prompt.kind}"
    if name not in _TEXTS or (prompt.kind == "color" and prompt.source):
        name = "wait-card" if prompt.source else "wait"
    card = seen.object(prompt.source) if prompt.source else ""
    return _TEXTS.say(name, seen.language, who=seen.who(prompt.seat), card=card)


def _turn(seen: Viewpoint) -> str:
    view, language = seen.view, seen.language
    pile = view.cards.get(DISCARD, ())
    if not pile or not view.color:
        return _TEXTS["turn-any"].to(language)
    top, color = seen.object(pile[-1]), seen.color(view.color)
    if any(type(move) is Play for move in view.moves):
        fitting = fitting_cards(seen)
        return _TEXTS.say("turn-fits", language, top=top, color=color, fitting=fitting)
    count = view.counts[HAND[view.viewer]]
    name = "turn-none-one" if count == 1 else "turn-none"
    return _TEXTS.say(name, language, top=top, color=color, count=count)


def fitting_cards(seen: Viewpoint) -> str:
    """Return which cards fit, such as "a red card, a 4 or a Wild"; "" if all do."""
    view, pile = seen.view, seen.view.cards.get(DISCARD, ())
    if not pile or not view.color:
        return ""
    top, speech = seen.ruleset.cards[pile[-1]], seen.speech(pile[-1])
    parts = [speech.cards([CardFilter(color=(view.color,))])]
    if top.kind == "number":
        name = "number-8" if top.symbol == "8" else "number"
        parts.append(_TEXTS.say(name, seen.language, number=top.symbol))
    elif top.kind != "wild":
        parts.append(speech.cards([CardFilter(kind=(top.kind,))]))
    wild = CardFilter(kind=("wild",))
    if not all(any(forbidding(seen, card)) for card in seen.ruleset.matching(wild)):
        parts.append(speech.cards([wild]))
    return listed(parts, _TEXTS["or"].to(seen.language))


def _challenge(seen: Viewpoint, prompt: Prompt) -> str:
    mark, effect = challenge_mark(prompt), asked_challenge(seen.ruleset, prompt)
    if mark is None or effect is None:
        return ""
    seat, color = mark
    guilt = guilty_cards(seen.ruleset, prompt.source, effect, color, seen.language)
    said = _TEXTS.say(
        "challenge" if guilt else "challenge-plain",
        seen.language,
        who=seen.who(seat),
        card=seen.object(prompt.source),
        color=seen.color(color) if color else _TEXTS["no-color"].to(seen.language),
        guilt=guilt,
        count=effect.count,
        penalty=effect.penalty,
    )
    return seen.capitalized(said)


def challenge_mark(prompt: Prompt) -> tuple[Seat, str] | None:
    """Return who played a card that may be challenged, and the color before it."""
    mark = prompt.resume[-1] if prompt.resume else None
    if not isinstance(mark, Bookmark):
        return None
    return mark.seat, mark.read(COLOR_BEFORE)


def guilty_cards(
    ruleset: Ruleset, card: Card, effect: Challenge, color: str, language: Language
) -> str:
    """Return which cards in the hand of its player make a Draw Four a bluff."""
    wanted = _guilt(effect, color)
    return speech_of(ruleset.cards[card], language).cards(wanted)


def no_guilty_cards(
    ruleset: Ruleset, card: Card, effect: Challenge, color: str, language: Language
) -> str:
    """Return which cards are not held, without which a Draw Four is no bluff."""
    speech = speech_of(ruleset.cards[card], language)
    kinds = [speech.cards([wanted]).partition(" ")[2] for wanted in _guilt(effect, color)]
    if len(kinds) == 1:
        return _TEXTS.say("none-of", language, card=kinds[0])
    return _TEXTS.say("neither", language, one=kinds[0], other=kinds[1]) if kinds else ""


def _guilt(effect: Challenge, color: str) -> tuple[CardFilter, ...]:
    """Return which cards make a Draw Four a bluff; in some games Wilds do."""
    wanted = (CardFilter(color=(color,)),) if color else ()
    wilds = (CardFilter(kind=("wild",)),) if effect.wilds_match else ()
    return (*wanted, *wilds)
