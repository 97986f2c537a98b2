"""The texts of rehearsals, in every language."""

from __future__ import annotations

from typing import Any, Final

from django.utils.functional import lazy

from cards.language import Language
from cards.studio.studio_texts import page_language
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

PAGES: Final = Texts(
    CATALOG,
    "rehearsal-page",
    {
        "add": "Start a rehearsal",
        "base": "Compare with",
        "base-help": "Each game is then played with both, which takes twice the time.",
        "base-none": "nothing",
        "bots": "Bots",
        "bots-help": "They play in turn: each has each seat equally often. The random bot plays"
        " about a hundred games a second, the greedy one three of Ultimate, or some dozens of"
        " the other games.",
        "cancel": "Cancel the chosen rehearsals",
        "cancelled": "Cancelled after {done} of {games} games. The report is about those.",
        "cancelled-now": "The rehearsals are cancelled.",
        "cards": "Cards",
        "cards-help": "The cards are taken as they are now. Later changes of the set do not"
        " change the rehearsal.",
        "changed-since": "The set has changed since it was rehearsed: {games} games on {when}.",
        "done": "All {games} games are played.",
        "draft": "draft: {name}",
        "edition": "edition: {name}, {hash}, {when}",
        "edition-current": "edition: {name}, {hash}, {when} (current)",
        "failed": "It failed after {done} of {games} games: {error}",
        "games": "Games",
        "games-failed": "{games} games failed.",
        "games-help": "Of each number of seats in turn. With 1,000 games of each, an interval"
        " is about six games of a hundred wide.",
        "group-drafts": "Drafts",
        "group-editions": "Editions",
        "list": "Rehearsals",
        "model": "rehearsal",
        "models": "rehearsals",
        "never": "These cards were not rehearsed.",
        "progress": "Progress",
        "rehearsed": "Rehearsed: these very cards, {games} games on {when}.",
        "report": "the report",
        "running": "{done} of {games} games are played.",
        "seats": "Numbers of seats",
        "seats-help": "Those that the game does not allow are refused.",
        "seed": "First seed",
        "seed-help": "The same seed, seats and bots play the same games.",
        "start": "Started",
        "started": "{when}, {who}",
        "started-now": "The rehearsal is started.",
        "waiting": "No game is played yet. A worker begins when it has time.",
    },
)
"""What the pages about rehearsals say."""


def page_words(language: Language) -> dict[str, str]:
    """Return the texts of the pages by name, for templates: with underscores."""
    return {name.replace("-", "_"): text.template(language) for name, text in PAGES.items()}


def say(name: str, /, **params: Any) -> str:
    """Return a text of the pages in the language of the page that is rendered."""
    return PAGES.say(name, page_language(), **params)


label = lazy(say, str)
"""Return a text of the pages, translated when it is rendered."""
