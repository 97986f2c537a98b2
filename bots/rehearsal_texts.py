"""The texts of rehearsals, in every language."""

from __future__ import annotations

from typing import Any, Final

from django.utils.functional import lazy

from cards.language import Language, decimal
from cards.studio.studio_texts import page_language
from cards.translation import Texts

CATALOG: Final = "bots/rehearsal"

REPORT: Final = Texts(
    CATALOG,
    "rehearsal",
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
        "again": "Rehearse again, with other seeds",
        "axis-change": "games of a hundred, more or fewer than before",
        "axis-length": "moves",
        "axis-share": "games won of a hundred",
        "base": "Compare with",
        "base-help": "Each game is then played with both, which takes twice the time.",
        "base-none": "nothing",
        "bots": "Bots",
        "bots-help": "They play in turn: each has each seat equally often. The random bot plays"
        " about a hundred games a second, the greedy one three of Ultimate, or some dozens of"
        " the other games.",
        "cancel": "Cancel",
        "cancelled": "Cancelled after {done} of {games} games. The report is about those.",
        "cancelled-now": "The rehearsal is cancelled.",
        "cards": "Cards",
        "cards-help": "The cards are taken as they are now. Later changes of the set do not"
        " change the rehearsal.",
        "changed-since": "The set has changed since it was rehearsed: {games} games on {when}.",
        "draft": "draft: {name}",
        "edition": "edition: {name}, {hash}, {when}",
        "edition-current": "edition: {name}, {hash}, {when} (current)",
        "failed": "It failed after {done} of {games} games: {error}",
        "finished": "All {games} games are played.",
        "games": "Games",
        "games-help": "Of each number of seats in turn. With 1,000 games of each, differences"
        " of about six games of a hundred are seen.",
        "group-drafts": "Drafts",
        "group-editions": "Editions",
        "length-desc": "A bar for each range of moves, as high as the number of games. The"
        " median is {median} moves, half of the games took {first} to {third}.",
        "length-title": "Lengths of the games at {size} seats",
        "list": "Rehearsals",
        "marks": "▲ more, ▼ fewer, ● no difference seen. The thick bar is the"
        " interval of the line, the thin one that of all lines at once.",
        "model": "rehearsal",
        "models": "rehearsals",
        "never": "These cards were not rehearsed.",
        "no-script": "The page is loaded again every few seconds.",
        "of": "{done} of {games}",
        "open-card": "Cards named here:",
        "progress": "Progress",
        "refused": "The rehearsal was not started",
        "rehearsed": "Rehearsed: these very cards, {games} games on {when}.",
        "report": "the report",
        "running": "{done} of {games} games are played.",
        "running-long": "Games are played when no person waits for a bot. You may leave this"
        " page. The report is about the games so far: verdicts hold at the end.",
        "seats": "Numbers of seats",
        "seats-help": "Those that the game does not allow are refused.",
        "seed": "First seed",
        "seed-help": "The same seed, seats and bots play the same games.",
        "share-desc": "A line for each hero and seat, with its share of games won and its"
        " interval.",
        "share-title": "Games won of a hundred at {size} seats",
        "change-desc": "A line for each hero and seat, with its difference and its interval.",
        "change-title": "Difference of games won at {size} seats",
        "start": "Start",
        "started": "Started by {who} on {when}",
        "started-now": "The rehearsal is started.",
        "status-cancelled": "cancelled",
        "status-done": "done",
        "status-failed": "failed",
        "status-running": "running",
        "table": "As a table",
        "title": "Rehearsal: {name}",
        "waiting": "No game is played yet. A worker begins when it has time.",
        "what": "Bots play seeded games on the cards, in the background. The report says how"
        " often each hero and seat wins, how long games take, which texts never act, and what"
        " fails.",
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


def number_text(value: float, language: Language, digits: int = 1) -> str:
    """Return a number with the decimal sign of a language."""
    return decimal(f"{value:.{digits}f}", language)
