"""What the lint can find."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

MAX_COUNT = 1000
"""No count, copy or value of points on a card is above this."""

FINDING_TEXTS: dict[str, str] = {
    "ability-asleep": "no effect grants this ability, and the card does not stay in play",
    "all-count-the-same": "all cards count the same, so drawing for the dealer never ends",
    "another-hero": "{code} is a card of {hero}, so it cannot be in this deck",
    "bad-code": "{code} is no code: lower-case letters, digits and single hyphens",
    "bad-copies": "{count} copies of {code}: there must be 1 to {most}",
    "bad-language": "{tag} is no language tag, such as fr-CA",
    "bad-number": "“{field}” is {count}: it must be {least} to {most}",
    "box-too-small": (
        "the box holds {count} of the {least} cards needed ({dealt} a seat, 1 to turn up, {passed}"
        " that cannot start the discard pile)"
    ),
    "color-missing": "a {kind} card needs a color",
    "color-unasked": "nothing on this Wild names the color that goes on",
    "color-unwanted": "a {kind} card has no color",
    "cost-missing": "an Enemy needs a cost to defeat it",
    "cost-unwanted": "only an Enemy has a cost to defeat it",
    "count-above-deck": "this is about {count} cards, and the largest deck has {most}",
    "counted-twice": "the decks say how many copies of {code} there are",
    "does-nothing": "this card does nothing: it has neither effects nor abilities",
    "dead-branch": "this branch is never taken or does nothing",
    "duplicate-code": "another card has the code {code} already",
    "duplicate-color": "{color} is named twice",
    "deck-too-small": "the deck of {hero} holds {count} cards: at least {least}",
    "deck-missing": "the hero {code} has no Character Deck",
    "duplicate-deck": "{hero} has another deck already",
    "duplicate-foil": "{foil} is named twice",
    "duplicate-in-deck": "{code} stands in this deck already: change its number of copies instead",
    "duplicate-name": "another card has the name {name}, or one that looks like it",
    "duplicate-mode": "two modes are called {name}",
    "endless": "this ability wakes itself again, without end: {verbs}",
    "endless-together": (
        "this ability wakes itself again, without end, together with {cards}: {verbs}"
    ),
    "few-heroes": "there are fewer heroes than seats",
    "filter-fits-nothing": "no card can fit this filter",
    "game-crashes": (
        "a random game with {seats} seats could not be played on ({detail}; seed {seed}, at work: "
        "{cards})"
    ),
    "game-endless": "a random game with {seats} seats did not end ({detail} Seed {seed})",
    "grant-out-of-range": "there is no ability {number} on this card",
    "hero-missing": "a {kind} card belongs to a hero",
    "in-no-deck": "{code} stands in no Character Deck, so it is never played",
    "move-endless": (
        "a move of a random game with {seats} seats did not end (seed {seed}, at work: {cards})"
    ),
    "name-elsewhere": "a name in {tag} is given in “{field}”",
    "name-blank": "“{field}” shows nothing",
    "name-marks": "“{field}” has a letter with too many accents",
    "name-missing": "the card needs a name",
    "name-scripts": "a word of “{field}” mixes scripts whose letters are easily confused",
    "needs-dangers": "“{what}” needs heroes or Danger cards in play, and this game has none",
    "needs-decks": "“{what}” needs the deck or the Burn Pile of a player, and this game has none",
    "needs-second-play": (
        "“{what}” needs a turn that may have a second play, and this game has none"
    ),
    "needs-turn-moments": "“{what}”: in this game no ability acts when a turn starts or ends",
    "never-fires": "“{field}” is empty, so this ability never does anything",
    "never-happens": "a {kind} card is never played or flipped, so this never happens",
    "no-choice": "there is nothing to choose between",
    "not-dealt": "it cannot be dealt to {seats} seats: {reason}",
    "not-for-box": "{code} is of the kind {kind}, which this pack cannot hold",
    "not-for-decks": "{code} is a {kind} card, which stands in no Character Deck",
    "not-in-play": (
        "“{verb}” cannot be about this card: a {kind} card is never in front of a player"
    ),
    "not-one-change": (
        "exactly one change must be given: prevented, for another player, more or fewer"
    ),
    "not-one-count": "either the players or the number of times must be given",
    "one-of-each": "{count} copies of {code}: there is one of each {kind} card",
    "out-of-place": "“{field}” means nothing here",
    "no-words": "there are no words in {tag}",
    "no-colors": "the edition needs at least one color",
    "stale-text": (
        "the text in {tag} was written for other effects, so the one made of the effects is used"
    ),
    "symbol-missing": "a {kind} card needs a symbol to be matched by",
    "text-adds": "the text in {tag} says “{words}”, and the effects do not",
    "text-lacks": "the text in {tag} does not say “{words}”, as the effects do",
    "text-for-nothing": "a text needs the fingerprint of the effects it was written for: {wanted}",
    "too-late": "this ability begins after the moment it waits for and ends before the next one",
    "too-long": "“{field}” has {length} characters: {most} at most",
    "too-many-steps": "this can take {steps} steps: {most} at most",
    "unbound": "nothing before this chooses “{name}”",
    "unknown-card": "there is no card {code}",
    "unfit-character": "“{field}” holds {character}, which cannot be printed",
    "unknown-color": "the edition has no color {color}",
    "unknown-copies": "copies of {code}, but there is no such card",
    "unknown-hero": "there is no Character card {hero}",
    "unknown-symbol": "no card of the edition has the symbol {symbol}",
    "unknown-variant": "there is no variant {code}: {choices}",
    "unknown-word": "{word} is no verb of the cards, so no card features it",
    "unlisted-color": "{color} is no color of these games: {choices}",
    "untranslated": "there is no name in {tag}",
    "unusual-deck": "the deck has {count} cards, and the other decks have {usual}",
    "unread": "“{name}” is chosen, but nothing reads it",
    "wrong-sort": "“{name}” is {given}, where {wanted} is needed",
}


@dataclass(frozen=True, slots=True)
class LintFinding:
    """A flaw of a card: its place, its stable code, the parameters of its text.

    A parameter may be a finding too: why something is not possible.
    """

    path: str
    code: str
    params: Mapping[str, object]

    @property
    def message(self) -> str:
        """The finding in English; `cards.findings.lint_texts` has it in other languages."""
        return FINDING_TEXTS[self.code].format_map(self.params)

    def __str__(self) -> str:
        return self.message if self.path == "$" else f"{self.path}: {self.message}"


def finding(path: str, code: str, /, **params: object) -> LintFinding:
    """Return a finding with a code and the parameters of its text."""
    return LintFinding(path, code, params)
