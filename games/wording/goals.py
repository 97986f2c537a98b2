"""What each game is about: its goal, and a glossary of its words."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.messages.catalog_messages import TermResponse
from games.wording.language import Language, Texts

CATALOG: Final = "games.wording/goals"

_GOALS: Final = Texts(
    CATALOG,
    "goal",
    {
        "round": "Be the first to have no cards left in your hand: that wins the round.",
        "hand": "Be the first to have no cards left in your hand: that wins the round at once, and"
        " nothing on the last card is carried out.",
        "hand-or-last": "Be the first to have no cards left in your hand, or the last player who is"
        " still in the game.",
        "play": "On your turn, play one card that fits the top card of the discard pile: by its"
        " color, its number or its symbol. A Wild always fits.",
        "draw": "Instead, you may draw one card. If it fits you may play it at once; if not, your"
        " turn ends.",
        "draw-deck": "Instead, you may draw one card from your Character Deck. If it fits you may"
        " play it at once; if not, your turn ends.",
        "actions": "A Draw Two makes the next player draw two cards and lose the turn, a Skip makes"
        " the next player lose the turn, and a Reverse turns the direction of play.",
        "wild": "With a Wild you choose the color in play. A Wild Draw Four also makes the next"
        " player draw four cards and lose the turn, unless that player challenges it and it was"
        " a bluff.",
        "gauntlet": "With a Wild Infinity Gauntlet you lay another colored card on it: each player"
        " who holds a card of its color, you too, draws two. Then you choose the color in play.",
        "cerebro": "With a Wild Cerebro you name another player and a character: that player shows"
        " a number card of that character or a plain Wild, or draws five cards. Then you choose the"
        " color in play.",
        "uno": "Call UNO with the play that leaves you one card. If you do not, another player may"
        " catch you until the next turn begins, and you draw two cards.",
        "score": "The winner of a round scores the cards that the others still hold: a number its"
        " value; a Draw Two, a Reverse or a Skip 20; a Wild of any kind 50.",
        "target": "The first player with 500 points wins the game. The options of the game may set"
        " another target, a number of rounds, or that the lowest total wins.",
        "one-round": "A game is one round without points, unless its options set a target score or"
        " several rounds: then the winner of a round scores the cards that the others still hold.",
        "blocked": "If no player can play or draw any more, the hand with the fewest points wins"
        " the round.",
        "hero": "You play a hero with a power, and with a Character Deck of your own. If it runs"
        " out of cards, you are out of the game.",
        "words": "Cards make players add cards from the Character Deck to the hand, burn cards from"
        " it onto the Burn Pile, and recover cards from there.",
        "danger": "If you play a card with the Danger icon, you flip the top card of the Danger"
        " Deck, which is an Enemy, an Item or an Event.",
        "enemy": "An Enemy stays in front of you and attacks you. From your next turn on, you"
        " defeat it by playing a card that its text names.",
        "item": "An Item is attached to you and helps you. An Event happens once.",
        "wilds": "The Wilds of the heroes let you choose the color in play, and then do what their"
        " text says.",
    },
)

_CLASSIC_END: Final = ("uno", "score", "target", "blocked")
GOALS: Final = {
    "avengers": ("round", "play", "draw", "actions", "wild", "gauntlet", *_CLASSIC_END),
    "xmen": ("hand", "play", "draw", "actions", "wild", "cerebro", "uno", "one-round", "blocked"),
    "ultimate": (
        *("hand-or-last", "hero", "play", "draw-deck", "actions", "wilds", "words", "danger"),
        *("enemy", "item", "uno"),
    ),
}
"""The sentences that say what a variant is about, by its code."""


class _Term(NamedTuple):
    """A word of the games: title, text, forms, rules, and which labels it explains.

    The labels are those of moves, of the answers to prompts of some kinds, and of cards.
    """

    title: str
    text: str
    forms: str
    rules: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    prompts: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


_TERMS: Final = {
    "color-in-play": _Term(
        "Color in play",
        "The color that the next card must have, unless it fits by number or symbol. It is the"
        " color of the last colored card, or the one chosen with a Wild.",
        "in play, color in play",
        ("common.match", "common.wild"),
        prompts=("color",),
    ),
    "fit": _Term(
        "Fit",
        "A card fits if it has the color in play, or the number or the symbol of the top card of"
        " the discard pile. A Wild always fits.",
        "fit, fits",
        ("common.match", "common.after-wild"),
        moves=("play",),
        prompts=("turn", "again"),
    ),
    "number-card": _Term(
        "Number card",
        "A colored card with a number, from 0 or 1 to 9.",
        "number card, number cards",
        ("common.match",),
        kinds=("number",),
    ),
    "action-card": _Term(
        "Action card",
        "A Draw Two, a Reverse, a Skip or a Wild.",
        "Action card, Action cards",
    ),
    "draw-two": _Term(
        "Draw Two",
        "The next player draws two cards and loses the turn.",
        "Draw Two",
        ("common.draw-two",),
        kinds=("draw_two",),
    ),
    "reverse": _Term(
        "Reverse",
        "Play runs in the other direction. Between two players the card works as a Skip, unless the"
        " option two_player_reverse says otherwise.",
        "Reverse",
        ("common.reverse", "common.reverse-two"),
        kinds=("reverse",),
    ),
    "skip": _Term(
        "Skip",
        "The next player loses a turn.",
        "Skip, skipped, lose the turn, loses the turn",
        ("common.skip",),
        kinds=("skip",),
    ),
    "wild": _Term(
        "Wild",
        "A card without a color, which always fits. Its player chooses the color in play.",
        "Wild, Wilds",
        ("common.wild", "common.after-wild"),
        kinds=("wild",),
    ),
    "wild-draw-four": _Term(
        "Wild Draw Four",
        "The next player draws four cards and loses the turn, or challenges it. It is a bluff if"
        " its player holds a card of the color that was in play; in X-Men also with another Wild"
        " in hand.",
        "Wild Draw Four",
        cards=("wild-draw-four",),
    ),
    "challenge": _Term(
        "Challenge",
        "The next player looks at the hand of the one who played a Wild Draw Four. If it was a"
        " bluff, that one draws the four cards, and the challenger takes the turn. If not, the"
        " challenger draws six cards and loses the turn.",
        "challenge, challenges, bluff",
        prompts=("challenge",),
    ),
    "gauntlet": _Term(
        "Wild Infinity Gauntlet",
        "Its player lays a colored card from the hand on it. Each player who then holds a card of"
        " that color draws two, its player last; no turn is lost. Then its player chooses the color"
        " in play.",
        "Wild Infinity Gauntlet",
        ("avengers.gauntlet",),
        cards=("wild-infinity-gauntlet",),
    ),
    "cerebro": _Term(
        "Wild Cerebro",
        "Its player names another player and a character. That player shows a number card of the"
        " character or a plain Wild, and keeps it; or else draws five cards. No turn is lost.",
        "Wild Cerebro",
        ("xmen.cerebro", "xmen.cerebro.reveal"),
        cards=("wild-cerebro",),
    ),
    "character": _Term(
        "Character",
        "The X-Men character that a number card shows. It is the same for a number in all colors.",
        "character",
        ("xmen.cerebro",),
        prompts=("character",),
    ),
    "draw": _Term(
        "Draw",
        "Take the top card of the draw pile. On a turn, one card may be drawn instead of playing;"
        " if it fits, it may be played at once.",
        "draw, draws",
        ("common.draw",),
        moves=("draw", "pass"),
        prompts=("drawn",),
    ),
    "draw-deck": _Term(
        "Draw",
        "Take cards from the top of the own Character Deck: one instead of playing, two for a Draw"
        " Two or for being caught. To draw is not to add.",
        "draw, draws",
        ("common.draw", "ultimate.draw"),
        moves=("draw", "pass"),
        prompts=("drawn",),
    ),
    "discard-pile": _Term(
        "Discard pile",
        "The pile on which the cards are played. The next card must fit its top card.",
        "discard pile, on top",
        ("common.reshuffle",),
    ),
    "discard-pile-shared": _Term(
        "Discard pile",
        "The pile on which all players play. The next card must fit its top card.",
        "discard pile, on top",
        ("common.match",),
    ),
    "uno": _Term(
        "UNO",
        "Called with the play that leaves its player one card, or after it until the next turn"
        " begins.",
        "UNO",
        ("common.uno.call",),
        moves=("call-uno",),
    ),
    "catch": _Term(
        "Catch",
        "Another player catches one who has one card left and has not called UNO, until the next"
        " turn begins. The player caught draws two cards. A false catch costs nothing.",
        "catch, caught",
        ("common.uno.catch",),
        moves=("catch-uno",),
    ),
    "points": _Term(
        "Points",
        "At the end of a round the cards in hand count: a number its value; a Draw Two, a Reverse"
        " or a Skip 20; a Wild of any kind 50.",
        "points, scores",
    ),
    "resign": _Term(
        "Resign",
        "A player who resigns is out of the whole game. So is one who is away, if the options let"
        " another player claim it. The last player left wins.",
        "resign, Resign from the game",
        ("common.forfeit", "common.absence"),
        moves=("resign", "claim-absent"),
    ),
    "stand_in": _Term(
        "Bot for a player",
        "If the options allow it, another player lets a bot go on for one who is away, until that"
        " player takes the seat back.",
        "A bot plays, Take your seat back",
        ("common.absence.bot",),
        moves=("stand-in", "take-back"),
    ),
    "judge": _Term(
        "Judge",
        "A player may call a judge and says why, at any time. An organiser answers the call, and"
        " the player may cancel it.",
        "judge, Call a judge",
        ("common.judge",),
        moves=("call-judge", "cancel-call"),
    ),
    "signature": _Term(
        "Signature",
        "The browser of a player signs each move with a key that never leaves it. A player whose"
        " key is in another browser may play on without signatures; the record says so.",
        "signature, signatures, Play on without signatures",
        ("common.key",),
        moves=("revoke-key",),
    ),
    "hero": _Term(
        "Hero",
        "The character that a player plays. Its power is on the Character card, and its Character"
        " Deck belongs to that player alone.",
        "hero, Character card",
        ("ultimate.heroes",),
        kinds=("hero",),
    ),
    "power": _Term(
        "Character power",
        "What the Character card of a hero does. Where its text says may, it is a choice.",
        "Character power, power",
        ("ultimate.power",),
    ),
    "character-deck": _Term(
        "Character Deck",
        "The face-down cards of a hero. When the deck is empty, its player is out of the game.",
        "Character Deck",
        ("ultimate.out",),
    ),
    "burn-pile": _Term(
        "Burn Pile",
        "The face-up pile beside the Character Deck, with the cards that were burned.",
        "Burn Pile",
        ("ultimate.burn",),
    ),
    "add": _Term(
        "Add",
        "Take cards from the top of the own Character Deck into the hand. To add is not to draw.",
        "add, adds, added",
        ("ultimate.add",),
    ),
    "burn": _Term(
        "Burn",
        "Lay cards from the top of the own Character Deck face up on the Burn Pile, one at a time."
        " From the hand only where a card says so.",
        "burn, burns, burned",
        ("ultimate.burn",),
    ),
    "recover": _Term(
        "Recover",
        "Put cards from the top of the own Burn Pile under the Character Deck, one at a time.",
        "recover, recovers, recovered",
        ("ultimate.recover",),
    ),
    "danger": _Term(
        "Danger icon",
        "The player of a card with this icon flips the top card of the Danger Deck, and does what"
        " it says. It is not flipped for the last card of a hand, which wins.",
        "Danger icon, Danger card, Danger Deck",
        ("ultimate.danger",),
    ),
    "enemy": _Term(
        "Enemy",
        "A Danger card that stays in front of the player who flipped it, and attacks that player."
        " Each player has one at most: a new Enemy takes the place of the old one.",
        "Enemy, Enemies, attacks",
        ("ultimate.enemy",),
        kinds=("enemy",),
    ),
    "defeat": _Term(
        "Defeat",
        "A player defeats the own Enemy by playing a card that matches any one symbol of its cost,"
        " but not on the turn on which it came. It is then discarded.",
        "defeat, defeats, defeated",
        ("ultimate.battle", "ultimate.battle.turn"),
    ),
    "item": _Term(
        "Item",
        "A Danger card that is attached to the player who flipped it, and helps that player. A"
        " destroyed Item is discarded.",
        "Item, Items, destroy",
        ("ultimate.item",),
        kinds=("item",),
    ),
    "event": _Term(
        "Event",
        "A Danger card that happens at once and is discarded. Some wait for the next player who"
        " plays a card.",
        "Event, Events",
        ("ultimate.event",),
        kinds=("event",),
    ),
    "out": _Term(
        "Out of the game",
        "A player whose Character Deck is empty, or who has resigned, is out. The last player left"
        " wins.",
        "out of the game",
        ("ultimate.out", "ultimate.last"),
    ),
}

_TEXTS: Final = Texts(
    CATALOG,
    "term",
    {
        f"{name}:{member}": getattr(term, member)
        for name, term in _TERMS.items()
        for member in ("title", "text", "forms")
    },
)

_COMMON: Final = (
    *("color-in-play", "fit", "number-card", "action-card", "draw-two", "reverse", "skip", "wild"),
    *("uno", "catch", "resign", "stand_in", "judge", "signature"),
)
GLOSSARY: Final = {
    "avengers": (
        *_COMMON,
        *("wild-draw-four", "challenge", "gauntlet", "draw", "discard-pile", "points"),
    ),
    "xmen": (
        *_COMMON,
        *("wild-draw-four", "challenge", "cerebro", "character", "draw", "discard-pile", "points"),
    ),
    "ultimate": (
        *_COMMON,
        *("draw-deck", "discard-pile-shared", "hero", "power", "character-deck", "burn-pile"),
        *("add", "burn", "recover", "danger", "enemy", "defeat", "item", "event", "out"),
    ),
}
"""The terms of a variant, by its code."""


def goal_of(variant: str, language: Language) -> list[str]:
    """Return what a game is about, in sentences."""
    return [_GOALS[name].to(language) for name in GOALS[variant]]


def glossary_of(variant: str, language: Language) -> list[TermResponse]:
    """Return the words of a game, with what they mean."""
    return [_render_term(name, language) for name in GLOSSARY[variant]]


def _render_term(name: str, language: Language) -> TermResponse:
    term = _TERMS[name]
    return TermResponse(
        id=name,
        title=_TEXTS[f"{name}:title"].to(language),
        text=_TEXTS[f"{name}:text"].to(language),
        forms=_TEXTS[f"{name}:forms"].to(language).split(", "),
        rules=term.rules,
        moves=term.moves,
        prompts=term.prompts,
        kinds=term.kinds,
        cards=term.cards,
    )
