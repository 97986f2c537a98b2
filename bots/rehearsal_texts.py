"""The texts of reports and refusals of rehearsals, in every language."""

from __future__ import annotations

from typing import Final

from cards.translation import Texts

CATALOG: Final = "bots/rehearsal"

REPORT: Final = Texts(
    CATALOG,
    "rehearsal",
    {
        "acted": "Texts seen to act: {seen} of {all}",
        "acted-title": "What the texts did",
        "at-work": "Being resolved: {cards}",
        "changes-note": "Each pair of games has the same seed, seats, heroes and bots. A line shows"
        " more than chance if its two counts differ by more than twice the square root of their"
        " sum.",
        "changes-title": "Compared with {edition}",
        "even": "Even",
        "failed": "{kind}, {games} games: {detail}",
        "failed-first": "First at move {moves}. To play it again: {command}",
        "failed-title": "Games that failed",
        "games": "Games",
        "gained": "Won only now",
        "interval": "95 %",
        "length-title": "How long the games took, in moves",
        "longest": "Longest",
        "lost": "Won only before",
        "median": "Median",
        "never-acted": "Never seen to act: {cards}",
        "never-run": "Never run: {paths}",
        "of-hundred": "Of a hundred",
        "pairs": "Pairs",
        "seat": "seat {seat}",
        "seats": "Seats",
        "seed": "Its seed",
        "settings": "{games} games, {moves} moves, {seats} seats in turn, bots: {bots}, seeds"
        " from {seed}",
        "undecided": "{games} games had no single winner: they failed, or the first place"
        " was shared. They count for no one.",
        "who": "Who",
        "wins-title": "Wins",
        "won": "Won",
    },
)
"""What the report of a rehearsal says."""

FAILURES: Final = Texts(
    CATALOG,
    "rehearsal-failure",
    {
        "crash": "Crash",
        "endless effect": "Endless effect",
        "endless game": "Endless game",
    },
)
"""The kinds of games that fail."""


REFUSALS: Final = Texts(
    CATALOG,
    "rehearsal-refused",
    {
        "bot": "There is no bot {bot}; there are: {bots}.",
        "busy": "{most} rehearsals are running. Wait until one has ended, or cancel one.",
        "draft": "The draft cannot be read: {reason}",
        "games": "The number of games must be 1 to {most}.",
        "no-bots": "Choose a bot.",
        "no-seats": "Choose one or more numbers of seats, each once.",
        "no-variant": "There is no variant {variant}.",
        "not-dealt": "The cards cannot be dealt to {seats} seats: {reason}",
        "seats": "The game is for {least} to {most} seats.",
        "seed": "The first seed must be 0 to {most}.",
        "variant": "The cards are for {variant}, those to compare with for {other}.",
    },
)
"""Why a rehearsal cannot be started."""
