"""manage.py compare_cards: what changes between two drafts or editions."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cards.language import LANGUAGES, EditionDef
from cards.models import CardSet, Edition
from cards.selectors import draft_text
from cards.studio.shown_changes import ShownCard, ShownChange, ShownText, shown_comparison
from cards.translation import ENGLISH


class Command(BaseCommand):
    """Print what changes from one draft or edition to another."""

    help = "Print what changes from A to B, by card, member, text and deck."

    def add_arguments(self, parser: ArgumentParser) -> None:
        for name in ("before", "after"):
            parser.add_argument(
                name, help="the code of a draft, or the hash of an edition (first characters)"
            )
        parser.add_argument("--language", choices=LANGUAGES, default=ENGLISH)

    def handle(self, *args: Any, **options: Any) -> None:
        (old_name, old), (new_name, new) = (
            find_cards(options[name]) for name in ("before", "after")
        )
        found = shown_comparison(old, new, (old_name, new_name), {}, options["language"])
        self.stdout.write(found.title)
        if not found.differs:
            self.stdout.write(found.texts["same"])
        for title, count in found.counts:
            self.stdout.write(f"{title}: {count}")
        if found.is_reordered:
            self.stdout.write(found.texts["moved"])
        for change in found.members:
            self.stdout.write(change_line(change))
        for section in found.sections:
            self.stdout.write(f"\n{section.title}")
            for card in section.cards:
                self.stdout.writelines(f"{line}\n" for line in card_lines(card))
            for deck in section.decks:
                self.stdout.write(f"  {deck.title} ({deck.size})")
                for entry in deck.entries:
                    self.stdout.write(f"  {change_line(entry)}")


def find_cards(name: str) -> tuple[str, EditionDef]:
    """Return the name and the cards of a draft, or of the edition with a hash."""
    card_set = CardSet.objects.filter(code=name).first()
    if card_set is not None:
        return f"{card_set.code} (draft)", draft_text(card_set)
    found = list(Edition.objects.filter(hash__startswith=name)[:2])
    if len(found) != 1:
        what = "Several editions have" if found else "No draft has the code, and no edition has"
        raise CommandError(f"{what} a hash that begins with {name}.")
    return str(found[0]), found[0].text()


def change_line(change: ShownChange) -> str:
    """Return a change as a line: its place, then the values before and after."""
    place = f"{change.place} [{change.path}]" if "[" in change.path else change.place
    return f"  {place}: {change.before or '–'} → {change.after or '–'}"


def card_lines(card: ShownCard) -> Iterator[str]:
    """Yield the lines of a card: its name, its changes, its texts."""
    yield f"  {card.name} ({card.code}) {card.note}".rstrip()
    for change in card.changes:
        yield f"  {change_line(change)}"
    for text in card.texts:
        yield from _text_lines(text)


def _text_lines(text: ShownText) -> Iterator[str]:
    for mark, parts in (("-", text.before), ("+", text.after)):
        if parts:
            yield f"    {mark} {text.language}: {''.join(part.text for part in parts)}"
