"""Comparisons and histories in the admin and on the command line."""

from html import unescape
from io import StringIO

import msgspec
import pytest
from django.contrib.auth.models import Permission, User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from bots.studio.admin_pages.shown_changes import place_words, shown_comparison, value_words
from cards.language import (
    LANGUAGES,
    CardDef,
    CardFilter,
    CardWords,
    compare_cards,
    fingerprint,
    indent_card,
)
from cards.models import Card, CardSet, DeckCard, Edition
from cards.page_language import time_text
from cards.selectors import draft_text
from cards.services import record_edition
from tests.cards.makers import (
    BY_COMMAND,
    ULTIMATE,
    approve,
    card,
    card_set,
    edition,
    item,
    publish,
    wild,
)

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.cards.urls")]

BURN = {"effect": "burn", "count": 2}
DRAW = {"effect": "draw"}
TWO = DRAW | {"count": 2}
HERO = card("own-hero", kind="hero", name="Hero")


@pytest.fixture
def draft() -> CardSet:
    """A set whose edition is current, and in which a number has changed since."""
    made = card_set("own", [card(), wild(TWO)])
    publish(made)
    change(made.cards.get(code="own-wild"), wild(TWO | {"count": 3}))
    return made


def change(row: Card, text: CardDef) -> None:
    row.definition = indent_card(text)
    row.save()


def page(client: Client, address: str, tag: str = "en") -> str:
    reply = client.get(address, headers={"Accept-Language": tag})
    assert reply.status_code == 200
    return " ".join(unescape(reply.content.decode()).split())


# ---- words


def test_a_place_is_said_in_words_in_both_languages() -> None:
    before, after = wild(DRAW, BURN), wild(BURN | {"count": 3})
    removed, changed = compare_cards(before, after)
    assert place_words(after, changed) == "Effects › 2. Burn cards › How many"
    with override("fr-ca"):
        assert place_words(after, changed).startswith("Effets › 2. ")
    assert place_words(after, removed) == "Effects › 2. Draw cards"


def test_the_place_of_what_was_removed_is_that_of_the_newer_list_around_it() -> None:
    turn = {"ability": "trigger", "on": ["turn_start"], "do": [BURN, DRAW]}
    before = item(turn)
    after = item({"ability": "restriction", "forbid": {"kind": ["wild"]}}, turn | {"do": [BURN]})
    added, removed = compare_cards(before, after)
    assert place_words(after, added) == "Abilities › 1. Forbid cards"
    assert removed.path == "abilities[1].do[1]"
    words = place_words(after, removed)
    assert words == "Abilities › 2. Whenever something happens › What happens › 2. Draw cards"


def test_costs_and_choices_have_a_place_too() -> None:
    costs = [{"color": ["red"]}, {"color": ["blue"]}]
    enemies = [card("x", kind="enemy", defeat=costs[:count]) for count in (1, 2)]
    (added,) = compare_cards(*enemies)
    assert place_words(enemies[1], added) == "Cost to defeat it › 2. Cards that fit"
    modes = [{"name": "a", "do": [DRAW]}, {"name": "b", "do": [BURN]}]
    both = [wild({"effect": "choose_mode", "modes": modes[:count]}) for count in (1, 2)]
    (added,) = compare_cards(*both)
    assert place_words(both[1], added) == "Effects › 2. Choose one of several › Choices › 2. Choice"


@pytest.mark.parametrize(
    ("value", "english"),
    [(True, "yes"), (False, "no"), (None, "none"), ("", "none"), ([], "none"), (2, "2"),
     ("red", "red"), (["red", "blue"], "red, blue"), ({"color": ["red"]}, "Color: red"),
     (BURN, "Burn cards (How many: 2)"), ([DRAW, BURN], "Draw cards, Burn cards (How many: 2)"),
    ],
)  # fmt: skip
def test_a_value_is_said_plainly(value: object, english: str) -> None:
    assert value_words(value) == english


def test_every_part_of_the_shipped_cards_has_words() -> None:
    blank = edition(code=ULTIMATE.code)
    for words in LANGUAGES:
        with override(words):
            found = shown_comparison(blank, ULTIMATE, ("A", "B"), {})
        assert [count for _, count in found.counts] == [len(ULTIMATE.cards), len(ULTIMATE.decks)]
    for one in ULTIMATE.cards:
        bare = CardDef(code=one.code, name=one.name, kind=one.kind, defeat=CardFilter())
        for change in compare_cards(bare, one):
            assert place_words(one, change)


# ---- pages


def test_a_draft_is_compared_with_the_current_edition(keeper: Client, draft: CardSet) -> None:
    address = reverse("admin:cards_cardset_compare", args=[draft.pk])
    shown = page(keeper, address)
    assert "Cards changed: <b>1</b>" in shown
    assert "Effects › 2. Draw cards › How many" in shown
    assert "Draw <del>two</del> cards" in shown
    assert "Draw <ins>three</ins> cards" in shown
    french = page(keeper, address, "fr-ca")
    assert "Cartes modifiées : <b>1</b>" in french
    assert "Pige <del>deux</del> cartes" in french
    row = draft.cards.get(code="own-wild")
    assert f'href="{reverse("admin:cards_card_change", args=[row.pk])}"' in shown


def test_the_page_of_a_set_says_how_much_changes(keeper: Client, draft: CardSet) -> None:
    address = reverse("admin:cards_cardset_change", args=[draft.pk])
    assert "Cards changed: 1 <a" in page(keeper, address)
    publish(draft)
    assert "Nothing differs" in page(keeper, address)
    assert "See what changes" not in page(keeper, reverse("admin:cards_cardset_add"))


def test_the_page_of_publishing_shows_what_changes(keeper: Client, draft: CardSet) -> None:
    approve(draft)
    shown = page(keeper, reverse("admin:cards_cardset_publish", args=[draft.pk]))
    assert "Draw <ins>three</ins> cards" in shown
    assert shown.index("No findings.") < shown.index('name="reason"')
    assert shown.index('name="reason"') < shown.index("<ins>three</ins>")


def test_the_page_of_a_release_shows_what_changes(keeper: Client, draft: CardSet) -> None:
    old = Edition.objects.get()
    publish(draft)
    shown = page(keeper, reverse("admin:cards_edition_release", args=[old.pk]))
    assert "Draw <del>three</del> cards" in shown
    new = Edition.objects.exclude(pk=old.pk).get()
    again = page(keeper, reverse("admin:cards_edition_release", args=[new.pk]))
    assert "<del>" not in again


def test_an_edition_is_compared_with_the_previous_or_any_other(
    keeper: Client, draft: CardSet
) -> None:
    first = Edition.objects.get()
    second = publish(draft)
    change(draft.cards.get(code="red-1"), card("red-1", name="One"))
    third = publish(draft, current=False)
    address = reverse("admin:cards_edition_compare", args=[third.pk])
    assert "<del>Red-1</del>" in page(keeper, address)
    assert "<del>two</del>" not in page(keeper, address)
    assert "<del>two</del>" in page(keeper, f"{address}?with={first.hash}")
    assert f'value="{second.hash}" selected' in page(keeper, f"{address}?with=nonsense")
    assert f"{time_text(second.published_at)} (current)" in page(keeper, address)
    assert address in page(keeper, reverse("admin:cards_edition_change", args=[third.pk]))
    alone = page(keeper, reverse("admin:cards_edition_compare", args=[first.pk]))
    assert "From Own" not in alone
    assert "<ins>two</ins>" in alone


def test_editions_of_other_games_are_not_offered(keeper: Client, draft: CardSet) -> None:
    other = publish(card_set("other", [card()], variant="avengers"))
    address = reverse("admin:cards_cardset_compare", args=[draft.pk])
    assert other.hash not in page(keeper, address)
    assert "<del>two</del>" in page(keeper, f"{address}?with={other.hash}")


def test_an_edition_without_another_has_nothing_to_compare_with(keeper: Client) -> None:
    only = publish(card_set("own", [card()]), current=False)
    shown = page(keeper, reverse("admin:cards_edition_compare", args=[only.pk]))
    assert "No other edition is published" in shown
    draft = CardSet.objects.get()
    Edition.objects.all()
    assert "–" in page(keeper, reverse("admin:cards_cardset_change", args=[draft.pk]))


def test_only_who_may_see_a_set_may_compare_it(client: Client, draft: CardSet) -> None:
    user = User.objects.create(username="clerk", is_staff=True)
    client.force_login(user)
    addresses = [
        reverse("admin:cards_cardset_compare", args=[draft.pk]),
        reverse("admin:cards_edition_compare", args=[Edition.objects.get().pk]),
        reverse("admin:cards_card_history", args=[draft.cards.first().pk]),  # type: ignore[union-attr]
    ]
    assert [client.get(one).status_code for one in addresses] == [403, 403, 403]
    user.user_permissions.add(Permission.objects.get(codename="view_cardset"))
    assert [client.get(one).status_code for one in addresses] == [200, 403, 403]
    client.logout()
    assert client.get(addresses[0]).status_code == 302
    assert client.get(addresses[0].replace(str(draft.pk), "999")).status_code == 302


def test_names_of_cards_are_escaped(keeper: Client, draft: CardSet) -> None:
    change(draft.cards.get(code="red-1"), card("red-1", name="<script>x</script>"))
    reply = keeper.get(reverse("admin:cards_cardset_compare", args=[draft.pk]))
    assert b"<script>x" not in reply.content
    assert b"&lt;script&gt;x" in reply.content


def test_an_own_text_is_compared_as_text_without_json(keeper: Client, draft: CardSet) -> None:
    row = draft.cards.get(code="own-wild")
    text = row.text()
    own = {"en": CardWords(text="Draw a lot.", written_for=fingerprint(text))}
    change(row, msgspec.structs.replace(text, texts=own))
    shown = changes_of(page(keeper, reverse("admin:cards_cardset_compare", args=[draft.pk])))
    assert "English, After" in shown and "en, After" not in shown
    assert "<ins>lot</ins>" in shown and "written_for" not in shown and "{" not in shown


def changes_of(shown: str) -> str:
    """The part of a page that compares."""
    return shown.partition('<section class="cmp"')[2].partition("</section>")[0]


def test_many_entries_of_a_deck_are_a_grid_with_totals_and_few_are_a_list(keeper: Client) -> None:
    numbers = [card(f"{color}-{n}", color=color, symbol=str(n))
               for color in ("red", "blue") for n in range(5)]  # fmt: skip
    made = card_set("own", [HERO, *numbers, wild(TWO)], variant="ultimate")
    record_edition(text=draft_text(made), origin=BY_COMMAND, current=True)
    hero, *cards = made.cards.all()
    rows = [DeckCard.objects.create(hero=hero, card=one, copies=2) for one in cards]
    address = reverse("admin:cards_cardset_compare", args=[made.pk])
    shown = changes_of(page(keeper, address))
    assert "0 → 22 cards" in shown and "× (printed on the sheet)" not in shown
    assert (
        '<th scope="row">red</th><td>2</td><td>2</td><td>2</td><td>2</td><td>2</td><td>10</td>'
        in shown
    )
    assert '<th scope="row">Total</th><td>4</td>' in shown and "<td>20</td>" in shown
    assert "<li>Own-Wild: 2</li>" in shown
    record_edition(text=draft_text(made), origin=BY_COMMAND, current=True)
    for row in rows[:9]:
        DeckCard.objects.filter(pk=row.pk).update(copies=3)
    shown = changes_of(page(keeper, address))
    assert '<th scope="row">red</th><td><del>2</del> <ins>3</ins></td>' in shown
    for row in rows[1:9]:
        DeckCard.objects.filter(pk=row.pk).update(copies=2)
    shown = changes_of(page(keeper, address))
    assert (
        "Red-0: <del>2 × (printed on the sheet)</del> → <ins>3 × (printed on the sheet)</ins>"
        in shown
    )
    assert "<table" not in shown


# ---- histories


def test_the_history_of_a_card_has_members_and_both_texts(keeper: Client, draft: CardSet) -> None:
    row = draft.cards.get(code="own-wild")
    row.copies = 4
    row.save()
    address = reverse("admin:cards_card_history", args=[row.pk])
    shown = page(keeper, address)
    assert "Card Own-Wild changed" in shown
    assert "<del>two</del>" in shown
    assert "Copies in the box" in shown
    assert "Effects › 2. Draw cards › How many" in shown
    assert "[30 chars]" not in shown
    assert "Carte Own-Wild modifiée" in page(keeper, address, "fr-ca")


def test_the_history_names_the_user(keeper: Client, draft: CardSet) -> None:
    row = draft.cards.get(code="red-1")
    row._history_user = User.objects.get(username="keeper")  # type: ignore[attr-defined]
    row.position = 7
    row.save()
    shown = page(keeper, reverse("admin:cards_card_history", args=[row.pk]))
    assert "<span>keeper</span>" in shown
    assert "the program" in shown
    assert "are in another order" in shown


def test_the_history_of_a_hero_has_the_changes_of_the_deck(keeper: Client) -> None:
    made = card_set("own", [HERO, card(), card("red-2", symbol="2")])
    hero, one, two = made.cards.all()
    entry = DeckCard.objects.create(hero=hero, card=one, copies=2)
    entry.copies, entry.basis = 5, "ruling"
    entry.save()
    DeckCard.objects.create(hero=hero, card=two).delete()
    shown = page(keeper, reverse("admin:cards_card_history", args=[hero.pk]))
    assert "Deck of Hero" in shown
    assert "<del>2 × (printed on the sheet)</del>" in shown
    assert "<ins>5 × (a ruling: a guess until it is checked)</ins>" in shown
    assert "Red-2" in shown
    two.delete()
    assert "Red-2" in page(keeper, reverse("admin:cards_card_history", args=[hero.pk]))
    assert "Deck of Hero" in page(keeper, reverse("admin:cards_card_history", args=[one.pk]))


def test_the_history_of_a_set_has_its_cards_deleted_ones_too(
    keeper: Client, draft: CardSet
) -> None:
    draft.name, draft.colors = "Mine", ["red"]
    draft.save()
    draft.cards.get(code="red-1").delete()
    shown = page(keeper, reverse("admin:cards_cardset_history", args=[draft.pk]))
    for said in ("Set own created", "Card Red-1 created", "Card Own-Wild changed",
                 "Set Mine changed", "<ins>Mine</ins>", "<del>red, blue</del>",
                 "Card Red-1 deleted"):  # fmt: skip
        assert said in shown, said


def test_a_long_history_has_pages(keeper: Client) -> None:
    row = card_set("own", [card()]).cards.get()
    for copies in range(2, 40):
        row.copies = copies
        row.save()
    address = reverse("admin:cards_card_history", args=[row.pk])
    assert "Page 1 of 2" in page(keeper, address)
    assert "Card Red-1 created" in page(keeper, f"{address}?p=2")


def test_a_definition_that_is_no_card_any_more_is_shown_as_text(keeper: Client) -> None:
    row = card_set("own", [card()]).cards.get()
    row.history.update(definition='{"verb": 1}')
    row.copies = 2
    row.save()
    shown = page(keeper, reverse("admin:cards_card_history", args=[row.pk]))
    assert '<del>{"verb": 1}</del>' in shown


def test_an_unknown_card_has_no_history(keeper: Client) -> None:
    for key in ("999", "x"):
        assert keeper.get(f"/admin/cards/card/{key}/history/").status_code == 404


# ---- the command line


def run(*names: str) -> str:
    out = StringIO()
    call_command("compare_cards", *names, stdout=out)
    return out.getvalue()


def test_the_command_compares_drafts_and_editions(draft: CardSet) -> None:
    hash = Edition.objects.get().hash
    shown = run(hash[:10], "own")
    assert "Effects › 2. Draw cards › How many [effects[1].count]: 2 → 3" in shown
    assert "- en: Choose the color in play. Draw two cards." in shown
    assert "+ en: Choose the color in play. Draw three cards." in shown
    assert "Cartes modifiées: 1" in run(hash, "own", "--language", "fr-CA")
    assert "Nothing differs" in run("own", "own")


def test_the_command_prints_members_decks_and_the_order() -> None:
    first = card_set("own", [HERO, card(), card("red-2", symbol="2")])
    hero, one, _ = first.cards.all()
    DeckCard.objects.create(hero=hero, card=one, copies=3)
    second = card_set("other", [HERO, card("red-2", symbol="2"), card()])
    shown = run("own", "other")
    assert "Code: own → other" in shown
    assert "another order" in shown
    assert "Deck of Hero (3 → 0 cards)" in shown
    assert "Red-1: 3 × (printed on the sheet) → –" in shown
    assert second.cards.count() == 3


@pytest.mark.parametrize("name", ["", "nothing", "own-edition"])
def test_the_command_refuses_what_is_no_draft_and_no_edition(draft: CardSet, name: str) -> None:
    publish(draft)
    with pytest.raises(CommandError, match="editions begin with"):
        run("own", name)
