"""The admin: drafts with findings and texts, publishing, read-only editions."""

import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from bots.studio import reviews
from bots.studio.admin_pages.stale_forms import last_version
from cards import registry
from cards.language import edition_hash, finding, indent_card
from cards.models import Card, CardSet, Edition, Release
from cards.page_language import time_text
from cards.selectors import current_edition, draft_text
from tests.cards import makers
from tests.cards.makers import card, card_set, wild
from tests.shipped import load_shipped

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.cards.urls"), pytest.mark.slow]

SETS = "admin:cards_cardset"
CARDS = "admin:cards_card"
EDITIONS = "admin:cards_edition"


@pytest.fixture
def admin(client: Client) -> Client:
    keeper = User(username="keeper", is_staff=True, is_superuser=True)
    keeper.set_unusable_password()
    keeper.save()
    client.force_login(keeper)
    return client


@pytest.fixture
def loaded(db: None) -> None:
    load_shipped()


def page(client: Client, name: str, *args: object) -> str:
    reply = client.get(reverse(name, args=args))
    assert reply.status_code == 200
    return unescape(reply.content.decode())


def test_the_lists_and_the_empty_forms_open(admin: Client, loaded: None) -> None:
    assert "Avengers (2018)" in page(admin, f"{SETS}_changelist")
    cards = page(admin, f"{CARDS}_changelist")
    assert "red-5" in cards
    cards = unescape(
        admin.get(reverse(f"{CARDS}_changelist"), {"as": "table"}, follow=True).content.decode()
    )
    searched = {"as": "pictures", "q": "burn"}
    kept = admin.get(reverse(f"{CARDS}_changelist"), searched, headers={"Referer": "//elsewhere/"})
    assert kept["Location"] == "/admin/cards/card/?q=burn"
    found = unescape(admin.get(kept["Location"]).content.decode())
    assert 'href="?as=table&q=burn"' in found or 'href="?q=burn&as=table"' in found
    assert ">remove<" in cards and ">close_small<" not in cards  # A "no" is no error.
    assert current_edition("xmen").hash[:12] in page(admin, f"{EDITIONS}_changelist")
    assert "Name in French" in page(admin, f"{SETS}_add")
    assert "definition" in page(admin, f"{CARDS}_add")


@pytest.mark.parametrize(
    ("searched", "found", "not_found"),
    [
        ("hulk-smash", "hulk-smash", "red-5"),
        ("BURN two cards", "hulk-smash", "red-5"),
        ("brûle deux", "hulk-smash", "red-5"),
        ("5 rouge", "red-5", "hulk-smash"),
        ("choose_player", "", "hulk-smash"),
    ],
)
def test_cards_are_found_by_what_is_printed_on_them(
    admin: Client, loaded: None, searched: str, found: str, not_found: str
) -> None:
    reply = admin.get(reverse(f"{CARDS}_changelist"), {"q": searched})
    codes = {one.code for one in reply.context["cl"].result_list}
    assert (found in codes or not found) and not_found not in codes


def test_a_set_shows_what_is_to_put_right(admin: Client, loaded: None) -> None:
    fine = CardSet.objects.get(code="xmen")
    assert "No findings." in page(admin, f"{SETS}_change", fine.pk)
    bad = card_set("bad", [wild({"effect": "choose_player"})])
    shown = page(admin, f"{SETS}_change", bad.pk)
    card_page = reverse(f"{CARDS}_change", args=[bad.cards.get().pk])
    assert f'href="{card_page}"><b>Own-Wild › Effects 2</b></a> <span title="unread">' in shown
    assert "“target” is chosen, but nothing reads it" in shown and "est choisi" not in shown


def test_a_card_shows_what_its_set_finds_about_it(admin: Client) -> None:
    add = {
        "ability": "trigger",
        "on": ["burn"],
        "whose": "all",
        "do": [{"effect": "add", "who": "all"}],
    }
    burn = add | {"on": ["add"], "do": [{"effect": "burn", "who": "all"}]}
    draft = card_set(
        "own",
        [
            card(),
            card("own-adds", kind="item", abilities=[add]),
            card("own-burns", kind="item", abilities=[burn], hero="wolverine"),
        ],
    )
    red, first, second = draft.cards.all()
    assert "No findings." in page(admin, f"{CARDS}_change", red.pk)
    assert "without end, together with own-burns" in page(admin, f"{CARDS}_change", first.pk)
    assert "there is no Character card wolverine" in page(admin, f"{CARDS}_change", second.pk)
    assert "No findings." not in page(admin, f"{CARDS}_add")
    assert "No findings." not in page(admin, f"{SETS}_add")


def test_a_card_shows_its_words_in_both_languages(admin: Client, loaded: None) -> None:
    mine = Card.objects.get(card_set__code="xmen", code="red-draw-two")
    shown = page(admin, f"{CARDS}_change", mine.pk)
    assert 'placeholder="The next player draws two cards and loses their turn."' in shown
    assert 'placeholder="Le joueur suivant pige deux cartes et perd son tour."' in shown


def save(client: Client, mine: Card, definition: str) -> str:
    form = {"card_set": mine.card_set_id, "definition": definition, "copies": 1, "position": 0}
    form["seen"] = last_version(mine.history)
    reply = client.post(reverse(f"{CARDS}_change", args=[mine.pk]), form, follow=True)
    assert reply.status_code == 200
    return unescape(reply.content.decode())


def test_a_saved_card_leads_on_to_its_deck_and_its_set(admin: Client) -> None:
    wilds = [card(code, kind="wild", symbol="wild", hero="hulk") for code in ("roar", "growl")]
    draft = card_set("own", [card(), wilds[0], card("hulk", kind="hero")])
    red, roar, hulk = draft.cards.all()
    page_of_set = f'<a class="underline" href="{reverse(f"{SETS}_change", args=[draft.pk])}">'
    deck = f'<a class="underline" href="{reverse(f"{CARDS}_deck", args=[hulk.pk])}">'
    shown = save(admin, red, red.definition)
    assert f"Next: {page_of_set}The set own</a>" in shown and deck not in shown
    assert f"Next: {deck}Put it into the deck of Hulk</a>" in save(admin, roar, roar.definition)
    hulk.deck.create(card=roar)
    for one in (roar, hulk):
        shown = save(admin, one, one.definition)
        assert f"Next: {deck}The deck of Hulk</a> · {page_of_set}" in shown
    new = {"card_set": draft.pk, "definition": indent_card(wilds[1]), "copies": 1}
    reply = admin.post(reverse(f"{CARDS}_add"), new, follow=True)
    assert "Put it into the deck of Hulk" in reply.content.decode()


def test_a_card_is_changed_and_its_history_kept(admin: Client) -> None:
    mine = card_set("own", [card()]).cards.get()
    save(admin, mine, indent_card(card("red-2", symbol="2")))
    mine.refresh_from_db()
    assert mine.code == "red-2"
    assert mine.history.count() == 2
    assert "red-2" in page(admin, f"{CARDS}_history", mine.pk)


def test_a_wrong_definition_is_refused_with_its_path(admin: Client) -> None:
    mine = card_set("own", [card()]).cards.get()
    shown = save(admin, mine, '{"code": "x", "name": "X", "kind": "wild", "effects": [{}]}')
    assert re.search(r"line 1, column \d+: an effect needs the field effect", shown)
    assert Card.objects.get().code == "red-1"


def test_a_senseless_definition_is_saved_with_a_warning(admin: Client) -> None:
    mine = card_set("own", [card()]).cards.get()
    assert "“target” is chosen" in save(admin, mine, indent_card(wild({"effect": "choose_player"})))
    assert Card.objects.get().code == "own-wild"


def publish(client: Client, draft: CardSet, **form: str) -> str:
    """The page that follows publishing a set that is approved, or needs no review."""
    given = {"then": "current", "reason": "tried at the club", "seen": hash_of(draft)} | form
    reply = client.post(reverse(f"{SETS}_publish", args=[draft.pk]), given, follow=True)
    assert reply.status_code == 200
    return unescape(reply.content.decode())


def approved_set() -> CardSet:
    """A draft of one card, in review and approved."""
    draft = card_set("own", [card()])
    makers.approve(draft)
    return draft


def hash_of(draft: CardSet) -> str:
    return edition_hash(draft_text(draft))


def test_a_draft_is_published_and_made_current_with_a_reason(admin: Client) -> None:
    draft = card_set("own", [card()])
    makers.approve(draft)
    asked = page(admin, f"{SETS}_publish", draft.pk)
    assert "These cards were never published." in asked
    assert "No edition is current: no game can be created." in asked
    shown = publish(admin, draft)
    made = Edition.objects.get()
    assert f"Published: {made}." in shown
    assert "It is now the current edition of UNO X-Men." in shown
    assert made.text().cards == (card(),)
    keeper = User.objects.get(username="keeper")
    assert (made.published_by, made.means, made.reason) == (keeper, "admin", "tried at the club")
    (release,) = Release.objects.all()
    assert (release.edition, release.variant, release.by) == (made, "xmen", keeper)
    assert (release.means, release.reason) == ("admin", "tried at the club")


def test_a_draft_is_published_and_not_made_current(admin: Client) -> None:
    shown = publish(admin, approved_set(), then="publish")
    assert "Published: " in shown and "is the current edition" not in shown
    assert "It was never current." in shown
    assert not Release.objects.exists()


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ({"reason": " "}, "This field is required."),
        ({"reason": "r" * 301}, "at most 300 characters"),
        ({"reason": "\u202eno"}, "It holds U+202E"),
        ({"then": "later"}, "Select a valid choice"),
        ({"seen": "0" * 64}, "The set has changed since this page was loaded."),
    ],
)
def test_a_draft_is_not_published_without_a_reason(
    admin: Client, form: dict[str, str], message: str
) -> None:
    assert message in publish(admin, approved_set(), **form)
    assert not Edition.objects.exists()


def test_a_draft_is_not_published_before_it_is_approved(admin: Client) -> None:
    draft = card_set("own", [card()])
    assert "must be reviewed before" in page(admin, f"{SETS}_publish", draft.pk)
    assert "must be reviewed before" in publish(admin, draft)
    author = User.objects.create(username="author", is_superuser=True)
    made = reviews.submit(card_set=draft, by=author, reason="ready")
    assert 'name="reason"' not in page(admin, f"{SETS}_publish", draft.pk)
    assert ">in review<" in publish(admin, draft)
    assert not Edition.objects.exists()
    reviews.approve(proposal=made, by=User.objects.get(username="keeper"))
    assert "Published: " in publish(admin, draft)


def test_the_same_cards_are_published_once_and_may_be_made_current_again(
    admin: Client, settings: Any
) -> None:
    settings.CARDS_REVIEW = False
    draft = card_set("own", [card()])
    publish(admin, draft)
    first = Edition.objects.get()
    mine = draft.cards.get()
    save(admin, mine, indent_card(card(points=5)))
    publish(admin, draft)
    second = current_edition("xmen")
    assert second != first
    save(admin, mine, indent_card(card()))
    assert f"{first}, on {time_text(first.published_at)}: the same cards" in page(
        admin, f"{SETS}_publish", draft.pk
    )
    was = f"{first} was published on {time_text(first.published_at)}: the same cards."
    shown = publish(admin, draft, then="publish")
    assert was in shown and current_edition("xmen") == second
    shown = publish(admin, draft)
    assert was in shown and "It is now the current edition of UNO X-Men." in shown
    assert current_edition("xmen") == first
    assert (Edition.objects.count(), Release.objects.count()) == (2, 3)
    assert "is the current edition" not in publish(admin, draft)
    assert Release.objects.count() == 3


def test_a_senseless_draft_is_not_published(admin: Client) -> None:
    draft = card_set("own", [wild({"effect": "choose_player"})])
    shown = page(admin, f"{SETS}_publish", draft.pk)
    assert "Own-Wild › Effects 2" in shown and "“target” is chosen" in shown
    assert 'name="reason"' not in shown and "Correct the findings first." in shown
    publish(admin, draft)
    assert not Edition.objects.exists()


def test_what_a_check_finds_is_shown_line_by_line(
    admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [finding("$.cards[0]", "not-dealt", seats=seats, reason="no") for seats in (2, 3)]
    monkeypatch.setattr(registry, "edition_checks", [lambda _: found])
    shown = publish(admin, approved_set())
    assert "<li>Red-1: it cannot be dealt to 2 seats: no</li>" in shown
    assert "<li>Red-1: it cannot be dealt to 3 seats: no</li>" in shown
    assert not Edition.objects.exists()


def test_the_list_leads_to_the_page_of_one_set(admin: Client) -> None:
    one, other = card_set("one", []), card_set("other", [])

    def act(*chosen: CardSet) -> str:
        form = {"action": "publish_one", "_selected_action": [draft.pk for draft in chosen]}
        reply = admin.post(reverse(f"{SETS}_changelist"), form, follow=True)
        return unescape(reply.content.decode())

    assert "Publish this set" in act(one)
    assert "Choose one set: each publication needs its own reason." in act(one, other)


def helper_with(client: Client, *codenames: str) -> None:
    """Log in a staff user with these permissions of the app."""
    helper = User.objects.create(username="helper", is_staff=True)
    rights = Permission.objects.filter(content_type__app_label="cards")
    helper.user_permissions.set(rights.filter(codename__in=codenames))
    client.force_login(helper)


def test_publishing_and_releasing_need_their_permissions(client: Client) -> None:
    draft = card_set("own", [card()])
    publish_page = reverse(f"{SETS}_publish", args=[draft.pk])
    makers.approve(draft)
    helper_with(client, "draft_card", "view_edition")
    assert client.get(publish_page).status_code == 403
    assert client.post(publish_page, {"reason": "mine"}).status_code == 403
    assert not Edition.objects.exists()
    assert publish_page not in page(client, f"{SETS}_change", draft.pk)

    rights = Permission.objects.filter(content_type__app_label="cards")
    helper = User.objects.get(username="helper")
    helper.user_permissions.add(rights.get(codename="publish_edition"))
    assert publish_page in page(client, f"{SETS}_change", draft.pk)
    assert "all new games use it" not in page(client, f"{SETS}_publish", draft.pk)
    assert "Select a valid choice" in publish(client, draft, then="current")
    publish(client, draft, then="publish")
    made = Edition.objects.get()
    release_page = reverse(f"{EDITIONS}_release", args=[made.pk])
    assert client.post(release_page, {"reason": "mine"}).status_code == 403
    assert release_page not in page(client, f"{EDITIONS}_change", made.pk)
    assert not Release.objects.exists()

    helper.user_permissions.add(rights.get(codename="release_edition"))
    assert release_page in page(client, f"{EDITIONS}_change", made.pk)
    assert client.post(release_page, {"reason": "mine"}).status_code == 302
    assert current_edition("xmen") == made


def test_an_edition_is_rolled_back_with_a_reason(admin: Client) -> None:
    first = makers.publish(card_set("one", [card()]))
    second = makers.publish(card_set("two", [card(points=5)]))
    path = reverse(f"{EDITIONS}_release", args=[first.pk])
    assert f"{second}</a>, since" in page(admin, f"{EDITIONS}_release", first.pk)
    assert "This field is required." in admin.post(path, {}).content.decode()
    assert current_edition("xmen") == second
    shown = admin.post(path, {"reason": "five was too many"}, follow=True)
    assert f"{first} is now the current edition of UNO X-Men." in unescape(shown.content.decode())
    assert current_edition("xmen") == first
    again = admin.post(path, {"reason": "a second time"})
    assert "is already current." in again.content.decode()
    assert Release.objects.count() == 3
    shown = page(admin, f"{EDITIONS}_change", first.pk)
    assert "by keeper: five was too many" in shown and "This edition." in shown
    assert path not in shown
    assert "five was too many" in page(admin, "admin:cards_release_changelist")
    assert "five was too many" in page(
        admin,
        "admin:cards_release_change",
        Release.objects.first().pk,  # type: ignore[union-attr]
    )


def test_an_edition_that_cannot_be_played_is_not_made_current(
    admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = makers.publish(card_set("own", [card()]), current=False)
    found = [finding("$", "not-dealt", seats=2, reason="too few cards")]
    monkeypatch.setattr(registry, "edition_checks", [lambda _: found])
    path = reverse(f"{EDITIONS}_release", args=[made.pk])
    assert "too few cards" in admin.post(path, {"reason": "mine"}).content.decode()
    assert not Release.objects.exists()


def test_the_history_of_an_edition_names_who_when_and_why(admin: Client) -> None:
    publish(admin, approved_set())
    shown = page(admin, f"{EDITIONS}_history", Edition.objects.get().pk)
    assert shown.count("keeper") >= 2 and shown.count("tried at the club") == 2
    assert "Published" in shown and "Made current" in shown
    assert "probably" not in shown


def test_an_edition_of_before_has_a_history_too(admin: Client) -> None:
    made = Edition.objects.create(hash="0" * 64, code="old", variant="xmen")
    assert "not recorded" in page(admin, f"{EDITIONS}_history", made.pk)


def test_releases_are_read_only(admin: Client) -> None:
    makers.publish(card_set("own", [card()]))
    release = Release.objects.get()
    assert admin.get(reverse("admin:cards_release_add")).status_code == 403
    for act in ("change", "delete"):
        path = reverse(f"admin:cards_release_{act}", args=[release.pk])
        assert admin.post(path, {"reason": "other"}).status_code == 403


def test_an_edition_is_read_only(admin: Client, loaded: None) -> None:
    made = current_edition("avengers")
    shown = page(admin, f"{EDITIONS}_change", made.pk)
    assert "<summary>4 × Wild Infinity Gauntlet</summary>" in shown
    assert made.hash in shown
    assert 'name="_save"' not in shown
    path = reverse(f"{EDITIONS}_change", args=[made.pk])
    assert admin.post(path, {"name": "Other"}).status_code == 403
    assert admin.post(reverse(f"{EDITIONS}_delete", args=[made.pk])).status_code == 403
    assert admin.get(reverse(f"{EDITIONS}_add")).status_code == 403
