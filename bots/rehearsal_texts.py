"""The texts of rehearsals, in every language."""

from __future__ import annotations

from typing import Final

from cards.language import Language
from cards.translation import FRENCH, Texts

CATALOG: Final = "bots/rehearsal"

REPORT: Final = Texts(
    CATALOG,
    "report",
    {
        "acted": "Texts seen to act: {seen} of {all}",
        "acted-title": "What the texts did",
        "all-acted": "Every text acted, and every step of every text was run.",
        "at-work": "Being resolved: {cards}",
        "base-only": "The base: {edition}",
        "by-chance": "Of {lines} lines, about {chance} would lie outside an interval of 95 % by"
        " chance. The verdicts allow for that: the chance that even one of them is wrong is 5 %"
        " at most.",
        "card": "Card",
        "cards-note": "Share of the games won by the seats that ever held or played the card,"
        " beside what their heroes win anyway (without heroes: any seat). Who holds many cards"
        " is often losing: a difference is a reason to look at a card, and no proof. Cards held"
        " in fewer than {least} games are left out.",
        "cards-title": "Wins with each card",
        "change": "Difference",
        "changes-note": "Both editions were played with the same seeds, seats, heroes and bots."
        " As long as the same cards are dealt, chance is the same too, and most of it cancels"
        " out. Where the decks differ, other cards are dealt: then a pair has the seats, the"
        " heroes and the bots in common, and the intervals are wider. {same} of {pairs} pairs"
        " were the same game.",
        "changes-title": "Compared with {edition}",
        "ended": "{count} ended: {reason}",
        "ended-title": "How the games ended",
        "expected": "Expected",
        "failed": "{kind}, {games} games: {detail}",
        "failed-first": "First with the seed {seed} at {seats} seats, at move {moves}. To play it"
        " again: {command}",
        "failed-title": "Games that failed",
        "fewer": "fewer",
        "fewer-than-base": "At {size} seats, {who} wins {least} to {most} games of a hundred"
        " less than before.",
        "fewer-than-fair": "At {size} seats, {who} wins too few games: {least} to {most} of a"
        " hundred, where {expected} would be even.",
        "games": "Games",
        "gained": "Won only now",
        "held": "Held",
        "held-won": "Won when held",
        "identical": "The two editions have the same cards.",
        "in-play": "This changes no game that has begun, and none that is over: a game is dealt"
        " from one edition, whose hash is in its first event, and is played and audited with"
        " those cards to its end. A draft is in no game. New games use an edition from the"
        " moment at which it is made current, or if they name it.",
        "in-play-title": "What a change does to games",
        "interval": "95 %",
        "length-title": "How long the games took, in moves",
        "longest": "Longest",
        "lost": "Won only before",
        "median": "Median",
        "more": "more",
        "more-than-base": "At {size} seats, {who} wins {least} to {most} games of a hundred"
        " more than before.",
        "more-than-fair": "At {size} seats, {who} wins too many games: {least} to {most} of a"
        " hundred, where {expected} would be even.",
        "never": "never",
        "never-acted": "Never seen to act: {cards}",
        "never-run": "Never run: {paths}",
        "no-change": "At {size} seats, no difference was seen in {pairs} pairs of games: one of"
        " more than {bound} games of a hundred would have been seen.",
        "no-games": "No game was played yet.",
        "no-unfairness": "At {size} seats, all win about as often as expected in {games} games:"
        " more than {bound} games of a hundred too many or too few would have been seen.",
        "none": "no difference seen",
        "of-hundred": "Of a hundred",
        "other-changes": "At {size} seats, no other difference was seen in {pairs} pairs of"
        " games: one of more than {bound} games of a hundred would have been seen.",
        "pairs": "Pairs",
        "played": "Played",
        "played-won": "Won when played",
        "range": "{least} to {most}",
        "seat": "seat {seat}",
        "seats": "Seats",
        "seed": "Its seed",
        "settings": "{games} games, {moves} moves, {seats} seats in turn, bots: {bots}, seeds"
        " from {seed}",
        "sure": "All lines at once",
        "third-quarter": "Three quarters",
        "first-quarter": "A quarter",
        "times": "Moves in which it acted",
        "undecided": "Without a winner",
        "undecided-note": "{games} games had no single winner: they failed, or the first place"
        " was shared. They count for no one; expected shares are of the others.",
        "verdict": "Verdict",
        "verdict-title": "In short",
        "who": "Who",
        "wins-note": "The interval holds for the line alone; the verdict, for all lines at once.",
        "wins-title": "Wins",
        "won": "Won",
    },
)
"""What the report of a rehearsal says."""

FAILURES: Final = Texts(
    CATALOG,
    "failure",
    {
        "crash": "Crash",
        "endless effect": "Endless effect",
        "endless game": "Endless game",
    },
)
"""The kinds of games that fail."""


def number_text(value: float, language: Language, digits: int = 1) -> str:
    """Return a number with the decimal sign of a language."""
    text = f"{value:.{digits}f}"
    return text.replace(".", ",") if language == FRENCH else text
