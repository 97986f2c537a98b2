"""The pages of rehearsals in the admin: start, progress, report, and what other pages say."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from bots import rehearsals
from bots.models import Rehearsal
from bots.rehearsal import Plan
from cards.language import EditionDef
from cards.language.effects import Burn
from cards.models import Card, CardSet
from cards.models import Edition as StoredEdition
from cards.selectors import current_edition, draft_text
from tests.cards.makers import change_card
from tests.shipped import load_shipped

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

SET = "ultimate-marvel-2023"


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The tasks that were sent; none is served by itself."""
    found: list[tuple[int, int]] = []
    monkeypatch.setattr(
        rehearsals.play_rehearsal, "apply_async", lambda args, queue: found.append(args)
    )
    return found


@pytest.fixture
def draft(sent: list[tuple[int, int]]) -> CardSet:
    """The shipped draft with one changed card."""
    if not CardSet.objects.exists():
        load_shipped()
    card = Card.objects.get(card_set__code=SET, code="hulk-smash")
    change_card(card=card, effects=(*card.text().effects, Burn()))
    return CardSet.objects.get(code=SET)


def text(reply: Any) -> str:
    return str(reply.content.decode())


def posted(**fields: object) -> dict[str, object]:
    """The fields of the start form."""
    usual = {"base": "", "games": 6, "seats": [2, 3], "bots": ["random"], "seed": 1}
    return usual | fields


def started(cards: EditionDef, plan: Plan, base: EditionDef | None = None) -> Rehearsal:
    return rehearsals.start_rehearsal(rehearsals.new_rehearsal(cards, base, plan))


def played(draft: CardSet, games: int = 12, base: str = "") -> Rehearsal:
    """A rehearsal of a draft that has ended."""
    cards = StoredEdition.objects.get(hash=base).text() if base else None
    rehearsal = started(draft_text(draft), Plan(games, (2, 3), ("random",), 1), cards)
    done: int | None = 0
    while done is not None:
        done = rehearsals.play_on(rehearsal.pk, done)
    return Rehearsal.objects.get(pk=rehearsal.pk)


def cancel(client: Client, rehearsal: Rehearsal) -> Any:
    """Choose a rehearsal in the list, and cancel it."""
    fields = {"action": "cancel", "_selected_action": [rehearsal.pk]}
    return client.post(reverse("admin:bots_rehearsal_changelist"), fields, follow=True)


def page_of(rehearsal: Rehearsal) -> str:
    return reverse("admin:bots_rehearsal_change", args=[rehearsal.pk])


# ---- start


@pytest.mark.django_db(transaction=True)
def test_a_rehearsal_is_started_and_its_page_shows_the_progress(
    keeper: Client, draft: CardSet, sent: list[tuple[int, int]]
) -> None:
    url = reverse("admin:bots_rehearsal_add")
    form = text(keeper.get(url, {"cards": f"draft:{draft.pk}"}))
    current = current_edition("ultimate")
    assert f'<option value="draft:{draft.pk}" selected>' in form
    assert f'<option value="edition:{current.pk}" selected>' in form, "beside the current edition"
    fields = posted(cards=f"draft:{draft.pk}", base=f"edition:{current.pk}")
    reply = keeper.post(url, fields, follow=True)
    rehearsal = Rehearsal.objects.get()
    assert reply.redirect_chain == [(page_of(rehearsal), 302)]
    assert (rehearsal.base_hash, rehearsal.started_by) == (current.hash, User.objects.get())
    assert rehearsal.text() == draft_text(draft)
    assert sent == [(rehearsal.pk, 0)]
    shown = text(reply)
    assert "No game is played yet. A worker begins" in shown
    assert reply["Refresh"] == "5" and '<progress max="6" value="0"' in shown
    assert "By chance" not in shown


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"seats": [5]}, "The game is for 2 to 4 seats."),
        ({"seats": []}, "This field is required."),
        ({"games": 0}, "greater than or equal to 1"),
        ({"games": 10**6}, "less than or equal to 20000"),
        ({"bots": ["genius"]}, "genius is not one of the available choices"),
        ({"seed": "x"}, "Enter a whole number."),
        ({"cards": "edition:99999"}, "edition:99999 is not one of the available choices"),
    ],
)
def test_a_wrong_form_is_shown_again_with_what_was_typed(
    keeper: Client, draft: CardSet, fields: dict[str, object], said: str
) -> None:
    given = posted(cards=f"draft:{draft.pk}", seed=77) | fields
    reply = keeper.post(reverse("admin:bots_rehearsal_add"), given)
    shown = text(reply)
    assert reply.status_code == 200 and said in shown
    assert "seed" in fields or 'value="77"' in shown
    assert not Rehearsal.objects.exists()


def test_cards_of_another_variant_are_refused_at_their_field(
    keeper: Client, draft: CardSet
) -> None:
    xmen = current_edition("xmen")
    fields = posted(cards=f"draft:{draft.pk}", base=f"edition:{xmen.pk}")
    shown = text(keeper.post(reverse("admin:bots_rehearsal_add"), fields))
    assert "The cards are for ultimate, those to compare with for xmen." in shown


# ---- the report


def test_only_cards_of_the_same_game_are_offered_to_compare_with(
    keeper: Client, draft: CardSet
) -> None:
    shown = text(keeper.get(f"{reverse('admin:bots_rehearsal_add')}?cards=draft%3A{draft.pk}"))
    offered = shown.partition('name="base"')[2].partition("</select>")[0]
    assert "Ultimate" in offered and "Avengers" not in offered and "X-Men" not in offered


def test_the_report_has_texts_and_tables(keeper: Client, draft: CardSet) -> None:
    rehearsal = played(draft, base=current_edition("ultimate").hash)
    shown = text(keeper.get(page_of(rehearsal)))
    assert "All 12 games are played." in shown and "Texts seen to act: " in shown
    assert "Compared with before" in shown and "<progress" not in shown
    assert shown.index("No hero is stronger") < shown.index("<table") < shown.index("report-even")
    assert "Wins" in shown and "How long the games took" in shown
    reply = keeper.get(page_of(played(draft, games=1)))
    assert "Never seen to act: " in text(reply) and "Compared with before" not in text(reply)
    assert "Refresh" not in reply


def test_games_that_fail_are_listed_with_the_command_that_plays_them(
    keeper: Client, draft: CardSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*args: Any) -> Any:
        raise RuntimeError("lost <b>")

    monkeypatch.setattr("bots.rehearsal.bot_move", lost)
    shown = text(keeper.get(page_of(played(draft, games=2))))
    assert "Crash, 2 games: RuntimeError: lost &lt;b&gt;" in shown
    again = f"manage.py rehearse_cards {SET} --bots random --seats 2 --seed 1 --games 1"
    assert again in shown
    assert "2 games failed." in text(
        keeper.get(reverse("admin:cards_cardset_change", args=[draft.pk]))
    )
    assert "2 games had no single winner" in shown
    stored = current_edition("ultimate")
    rehearsal = started(stored.text(), Plan(1, (2,), ("random",), 1))
    rehearsals.play_on(rehearsal.pk, 0)
    shown = text(keeper.get(page_of(rehearsal)))
    assert f"manage.py rehearse_cards --edition {stored.hash[:12]} --bots random" in shown


def test_the_pages_are_in_french(keeper: Client, draft: CardSet) -> None:
    rehearsal = played(draft, base=current_edition("ultimate").hash)
    french = {"HTTP_ACCEPT_LANGUAGE": "fr-CA"}
    shown = text(keeper.get(page_of(rehearsal), **french))
    assert "Comparaison avec les cartes d’avant" in shown
    assert "Par hasard" in shown and "<td>50,0</td>" in shown and "left: 50.0%" in shown
    start = text(keeper.get(reverse("admin:bots_rehearsal_add"), **french))
    assert "Nombres de joueurs" in start
    listed = text(keeper.get(reverse("admin:bots_rehearsal_changelist"), **french))
    assert "terminée" in listed


def test_a_rehearsal_is_cancelled(keeper: Client, draft: CardSet) -> None:
    rehearsal = started(draft_text(draft), Plan(9, (2,), ("random",), 1))
    shown = text(cancel(keeper, rehearsal))
    assert "The rehearsals are cancelled." in shown
    assert "Cancelled after 0 of 9 games." in text(keeper.get(page_of(rehearsal)))
    assert Rehearsal.objects.get(pk=rehearsal.pk).status == "cancelled"


# ---- other pages


def test_a_set_says_whether_its_cards_were_rehearsed(keeper: Client, draft: CardSet) -> None:
    pages = [
        reverse("admin:cards_cardset_change", args=[draft.pk]),
        reverse("admin:cards_cardset_publish", args=[draft.pk]),
    ]
    for page in pages:
        assert "These cards were not rehearsed." in text(keeper.get(page))
    rehearsal = played(draft)
    for page in pages:
        shown = text(keeper.get(page))
        assert "Rehearsed: these very cards, 12 games on " in shown
        assert "No hero is stronger or weaker than chance allows in 12 games." in shown
        assert page_of(rehearsal) in shown
        assert f"?cards=draft%3A{draft.pk}" in shown
    card = Card.objects.get(card_set=draft, code="hulk-smash")
    change_card(card=card, effects=card.text().effects[:-1])
    for page in pages:
        shown = text(keeper.get(page))
        assert "The set has changed since it was rehearsed: 12 games on " in shown


def test_an_edition_says_whether_it_was_rehearsed(keeper: Client, draft: CardSet) -> None:
    stored = current_edition("ultimate")
    page = reverse("admin:cards_edition_change", args=[stored.pk])
    assert f"?cards=edition%3A{stored.pk}" in text(keeper.get(page))
    started(stored.text(), Plan(9, (2,), ("random",), 1))
    assert "0 of 9 games are played." in text(keeper.get(page))


# ---- permissions


def staff(client: Client, *permissions: str) -> Client:
    user = User.objects.create_user("staff", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client.force_login(user)
    return client


@pytest.mark.parametrize(
    ("permissions", "reads", "starts"),
    [
        (["draft_card"], True, True),
        (["publish_edition"], True, True),
        (["add_rehearsal"], True, True),
        (["view_rehearsal"], True, False),
        (["view_card", "view_cardset"], False, False),
    ],
)
def test_who_may_read_and_start(
    client: Client, draft: CardSet, permissions: list[str], reads: bool, starts: bool
) -> None:
    rehearsal = started(draft_text(draft), Plan(9, (2,), ("random",), 1))
    user = staff(client, *permissions)
    for url in (page_of(rehearsal), reverse("admin:bots_rehearsal_changelist")):
        assert user.get(url).status_code == (200 if reads else 403)
    url = reverse("admin:bots_rehearsal_add")
    assert user.get(url).status_code == (200 if starts else 403)
    reply = user.post(url, posted(cards=f"draft:{draft.pk}"))
    assert reply.status_code == (302 if starts else 403)
    cancel(user, rehearsal)
    ended = Rehearsal.objects.get(pk=rehearsal.pk).status == "cancelled"
    assert ended is starts
    assert Rehearsal.objects.count() == (2 if starts else 1)


def test_a_visitor_is_sent_to_the_login(client: Client, draft: CardSet) -> None:
    reply = client.get(page_of(played(draft, games=2)))
    assert reply.status_code == 302 and "/login/" in reply["Location"]


def test_a_reader_of_sets_is_offered_no_start(client: Client, draft: CardSet) -> None:
    user = staff(client, "view_cardset")
    shown = text(user.get(reverse("admin:cards_cardset_change", args=[draft.pk])))
    assert "These cards were not rehearsed." in shown and "Start a rehearsal" not in shown


@pytest.mark.parametrize("id", ["0", "99", "x"])
def test_no_such_rehearsal(keeper: Client, id: str) -> None:
    assert keeper.get(f"/admin/bots/rehearsal/{id}/change/").status_code in (302, 404)
