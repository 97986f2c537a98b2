"""The page of a hero's deck: a grid of numbers, saved as a whole."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final, cast, get_args

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action

from bots.studio.admin_pages.admin_fragments import findings_of, lead_to, set_step, warn_of
from bots.studio.admin_pages.deck_grid import Entries, build_grid, cards_for, read_copies
from bots.studio.admin_pages.draft_rows import error_text
from bots.studio.admin_pages.stale_forms import SEEN, RefuseStale, last_version, stale_note
from bots.studio.admin_pages.studio_page import show_page
from bots.studio.drafts.drafting import SYMBOLS, make_missing, save_deck
from cards import language
from cards.draft_errors import DraftFrozen
from cards.freezing import check_editable
from cards.language import Basis
from cards.models import Card, DeckCard
from cards.page_language import page_language
from cards.selectors import draft_text
from cards.vocabulary import choice_words

NEW_BASIS: Final = "new-basis"
BASES: Final[tuple[Basis, ...]] = get_args(Basis)


class DeckPage(RefuseStale):
    """The action and page that show and save the deck of a hero."""

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """Offer the deck on the pages of heroes only."""
        actions: list[Any] = super().get_actions_detail(request, object_id)  # type: ignore[misc]
        if Card.objects.filter(pk=object_id, kind="hero").exists():
            return actions
        of_heroes = ("_deck", "_copy_hero")
        return [one for one in actions if not one.action_name.endswith(of_heroes)]

    @action(description=_("Deck"), url_path="deck", permissions=["view"])
    def deck(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show the deck of a hero as a grid, and save it."""
        with transaction.atomic():
            self.lock_set(request, object_id)
            hero = self.get_object(request, object_id)
            if not isinstance(hero, Card) or hero.kind != "hero":
                raise Http404
            if request.method != "POST":
                return self.show_deck(request, hero, stored_deck(hero))
            if not self.has_change_permission(request, hero):
                raise PermissionDenied
            return self.post_deck(request, hero)

    def post_deck(self, request: HttpRequest, hero: Card) -> HttpResponse:
        """Save the posted deck, or fill in or make cards and show it again."""
        entries = posted_deck(request.POST)
        try:
            check_editable(hero.card_set)
        except DraftFrozen as error:
            messages.error(request, error_text(error))
            return self.show_deck(request, hero, entries)
        if "_fill" in request.POST:
            return self.fill(request, hero, entries)
        if "_make" in request.POST:
            return self.make(request, hero, entries)
        if request.POST.get(SEEN) != deck_version(hero):
            return self.show_deck(request, hero, entries, is_stale=True)
        return self.save_posted(request, hero, entries)

    def save_posted(self, request: HttpRequest, hero: Card, entries: Entries) -> HttpResponse:
        """Save the deck if each number is right, else show what was typed."""
        known = {str(card.pk): card for card in hero.card_set.cards.all()}
        wrong = [
            key for key, (copies, basis) in entries.items()
            if key not in known or read_copies(copies) is None or basis not in BASES
        ]  # fmt: skip
        if wrong:
            codes = ", ".join(str(known.get(key, key)) for key in wrong)
            said = gettext("Nothing was saved. Correct the marked numbers: {cards}.")
            messages.error(request, said.format(cards=codes))
            return self.show_deck(request, hero, entries)
        wanted = {
            int(key): (read_copies(copies) or 0, cast(Basis, basis))
            for key, (copies, basis) in entries.items()
        }
        changed = save_deck(hero=hero, entries=wanted)
        total = sum(copies for copies, _ in wanted.values())
        if changed:
            said = gettext("The deck of {hero} is saved: {count} cards.")
            said = said.format(hero=hero, count=total)
            messages.success(request, said)
            lead_to(request, set_step(hero.card_set))
            self.log_change(request, hero, said)
        else:
            messages.info(request, gettext("Nothing was changed."))
        text = draft_text(hero.card_set)
        warn_of(request, findings_of(hero, text), text)
        return redirect(request.path)

    def fill(self, request: HttpRequest, hero: Card, entries: Entries) -> HttpResponse:
        """Show the typed deck with the colored cards of another deck, not saved."""
        like = hero.card_set.cards.filter(kind="hero", code=request.POST.get("like", "")).first()
        if like is None:
            return self.show_deck(request, hero, entries)
        colored = {str(card.pk) for card in cards_for(hero).exclude(kind="wild")}
        basis = request.POST.get(NEW_BASIS, "")
        filled = {key: entry for key, entry in entries.items() if key not in colored}
        filled |= {
            key: (copies, entries[key][1] if key in entries else basis)
            for key, (copies, _) in stored_deck(like).items()
            if key in colored
        }
        said = gettext("Filled in from the deck of {hero}. Not saved yet.")
        messages.info(request, said.format(hero=like))
        return self.show_deck(request, hero, filled)

    def make(self, request: HttpRequest, hero: Card, entries: Entries) -> HttpResponse:
        """Add chosen cards that the set lacks, and show the typed deck."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        chosen = [one for one in SYMBOLS if one in request.POST.getlist("make")]
        made = make_missing(card_set=hero.card_set, symbols=chosen)
        for card in made:
            self.log_addition(request, card, [{"added": {}}])
        if made:
            codes = ", ".join(map(str, made))
            said = gettext("Made: {cards}. What you typed is still here, and not saved.")
            messages.success(request, said.format(cards=codes))
        else:
            messages.warning(request, gettext("Nothing was made: choose symbols."))
        return self.show_deck(request, hero, entries)

    def show_deck(
        self, request: HttpRequest, hero: Card, entries: Entries, is_stale: bool = False
    ) -> HttpResponse:
        """Return the page with the grid; of a stale form, with who saved and when."""
        words = page_language()
        name = language.card_name(hero.text(), words)
        bases = Counter(basis for _, basis in stored_deck(hero).values())
        usual = bases.most_common(1)[0][0] if bases else "sheet"
        heroes = hero.card_set.cards.filter(kind="hero")
        seen = deck_version(hero) if is_stale else request.POST.get(SEEN, deck_version(hero))
        records = DeckCard.history.filter(hero_id=hero.pk)
        return show_page(
            self, request, "studio/deck.html", hero, hero=hero, seen=seen,
            grid=build_grid(hero, entries), like=request.POST.get("like", ""),
            title=gettext("The deck of {hero}").format(hero=name),
            stale=stale_note(hero, records) if is_stale else "",
            bases=choice_words("basis", words),
            new_basis=request.POST.get(NEW_BASIS, usual),
            heroes=[
                (one.code, language.card_name(one.text(), words), deck_url(one)) for one in heroes
            ],
            may_change=self.has_change_permission(request, hero),
            may_add=self.has_add_permission(request),
        )  # fmt: skip


def deck_url(hero: Card) -> str:
    """Return the address of the deck page of a hero."""
    return reverse("admin:cards_card_deck", args=[hero.pk])


def posted_deck(data: QueryDict) -> dict[str, tuple[str, str]]:
    """Return copies and basis by card id of a posted deck, without empty entries.

    An entry without a basis has that of new entries.
    """
    deck: dict[str, tuple[str, str]] = {}
    for name in data:
        part, _, card_id = name.partition("-")
        copies = data.get(name, "").strip()
        if part == "copies" and card_id.isascii() and card_id.isdigit() and copies.strip("0"):
            deck[card_id] = (copies, data.get(f"basis-{card_id}") or data.get(NEW_BASIS, ""))
    return deck


def stored_deck(hero: Card) -> dict[str, tuple[str, str]]:
    """Return copies and basis by card id of a hero's stored deck."""
    return {str(one.card_id): (str(one.copies), one.basis) for one in hero.deck.all()}


def deck_version(hero: Card) -> str:
    """Return the history id of the stored state of a hero's deck."""
    return last_version(DeckCard.history.filter(hero_id=hero.pk))
