"""What the page of a rehearsal shows: its report with plots, and links to cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString

from bots import rehearsal_statistics as statistics
from bots import rehearsals
from bots.models import Rehearsal
from bots.rehearsal_plots import PlotLine, Words, histogram, interval_plot
from bots.rehearsal_report import Report, Section
from bots.rehearsal_statistics import ChangeLine, WinLine
from bots.rehearsal_tally import Results
from bots.rehearsal_texts import PAGES, REPORT, page_words
from cards.language import EditionDef, Language, card_name
from cards.models import Card, CardSet, Edition

HIDDEN_TABLES: Final = frozenset({"wins", "changes", "texts", "cards", "lengths"})
"""The parts whose table can be folded."""

ENDS: Final = {
    Rehearsal.Status.RUNNING: "running",
    Rehearsal.Status.DONE: "finished",
    Rehearsal.Status.CANCELLED: "cancelled",
    Rehearsal.Status.FAILED: "failed",
}


@dataclass(frozen=True, slots=True)
class PagePart:
    """A part of the report with its plots, and links to the cards it names."""

    section: Section
    plots: list[SafeString]
    links: list[tuple[str, str]]


def page_context(rehearsal: Rehearsal, language: Language) -> dict[str, Any]:
    """Return what the page of a rehearsal shows."""
    report = rehearsals.report_on(rehearsal, language)
    parts = _parts(rehearsal, report, language) if rehearsal.done else []
    return {
        "w": page_words(language),
        "rehearsal": rehearsal,
        "report": report,
        "parts": parts,
        "state": state_of(rehearsal, language),
        "started": PAGES.say(
            "started",
            language,
            who=rehearsal.started_by or "–",
            when=f"{rehearsal.started_at:%Y-%m-%d %H:%M}",
        ),
        "again_url": _again_url(rehearsal),
        "in_play": REPORT.say("in-play", language),
        "in_play_title": REPORT.say("in-play-title", language),
    }


def state_of(rehearsal: Rehearsal, language: Language) -> str:
    """Return how far a rehearsal is, or how it ended, in words."""
    name = ENDS[Rehearsal.Status(rehearsal.status)]
    if rehearsal.is_running and not rehearsal.done:
        name = "waiting"
    return PAGES.say(
        name, language, done=rehearsal.done, games=rehearsal.games, error=rehearsal.error
    )


def _parts(rehearsal: Rehearsal, report: Report, language: Language) -> list[PagePart]:
    plotter = _Plotter(rehearsal.results(), rehearsal.text(), rehearsal.base_text(), language)
    plots = {
        "wins": plotter.shares,
        "changes": plotter.changes,
        "lengths": plotter.lengths,
    }
    pages = _card_pages(rehearsal.code)
    names = plotter.names
    return [
        PagePart(
            one,
            plots[one.name]() if one.name in plots else [],
            [(names.get(code, code), pages[code]) for code in one.cards if code in pages],
        )
        for one in report.sections
    ]


def _again_url(rehearsal: Rehearsal) -> str:
    """Return the start form with the same cards and the next seeds; "" for none."""
    edition = Edition.objects.filter(hash=rehearsal.hash).only("pk").first()
    draft = CardSet.objects.filter(code=rehearsal.code).only("pk").first()
    chosen = f"edition:{edition.pk}" if edition else f"draft:{draft.pk}" if draft else ""
    following = {"cards": chosen, "seed": rehearsal.plan.seed_of(rehearsal.games - 1) + 1}
    return f"{reverse('admin:bots_rehearsal_add')}?{urlencode(following)}" if chosen else ""


def _card_pages(code: str) -> dict[str, str]:
    """Return the pages of the cards of a draft by code."""
    cards = Card.objects.filter(card_set__code=code).values_list("code", "pk")
    return {code: reverse("admin:cards_card_change", args=[pk]) for code, pk in cards}


class _Plotter:
    """Makes the plots of a report in a language."""

    def __init__(
        self, results: Results, cards: EditionDef, base: EditionDef | None, language: Language
    ) -> None:
        self.results = results
        self.language = language
        every = [*(base.cards if base else ()), *cards.cards]
        self.names = {card.code: card_name(card, language) for card in every}

    def shares(self) -> list[SafeString]:
        """Return a plot of the wins for each number of seats."""
        lines = statistics.win_lines(self.results.new)
        return [
            interval_plot(
                f"share-{size}",
                [self._line(one, one.share) for one in lines if one.size == size],
                self._words("share", size),
                1 / size,
                from_zero=True,
            )
            for size in sorted({one.size for one in lines})
        ]

    def changes(self) -> list[SafeString]:
        """Return a plot of the differences for each number of seats."""
        lines = statistics.change_lines(self.results)
        return [
            interval_plot(
                f"change-{size}",
                [self._line(one, one.difference) for one in lines if one.size == size],
                self._words("change", size),
                0.0,
                from_zero=False,
            )
            for size in sorted({one.size for one in lines})
        ]

    def lengths(self) -> list[SafeString]:
        """Return a histogram of the lengths for each number of seats."""
        found = []
        for one in statistics.length_lines(self.results.new):
            if one.lengths:
                first, median, third = one.quartiles
                words = self._words("length", one.size, first=first, median=median, third=third)
                found.append(histogram(f"length-{one.size}", one.lengths, median, words))
        return found

    def _words(self, name: str, size: int, **params: int) -> Words:
        title = PAGES.say(f"{name}-title", self.language, size=size)
        description = PAGES.say(f"{name}-desc", self.language, **params)
        return Words(title, description, PAGES.say(f"axis-{name}", self.language), self.language)

    def _line(self, one: WinLine | ChangeLine, value: float) -> PlotLine:
        is_seat = one.kind == "seat"
        who = REPORT.say("seat", self.language, seat=one.who) if is_seat else self.names[one.who]
        return PlotLine(who, value, one.interval, one.sure, one.verdict)
