"""Many cards or deck entries changed at once, after a preview."""

from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cards.models import Card, DeckCard
from tests.cards.form_fields import Fields
from tests.cards.makers import ULTIMATE

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.cards.urls"), pytest.mark.slow]

CARDS = "admin:cards_card_changelist"
ENTRIES = "admin:cards_deckcard_changelist"


def send(client: Client, name: str, rows: Any, **data: Any) -> str:
    """Send the action with chosen rows."""
    form = {"action": "bulk", "_selected_action": [row.pk for row in rows]} | data
    reply = client.post(reverse(name), form, follow=True)
    assert reply.status_code == 200
    return unescape(reply.content.decode())


def chosen(*codes: str) -> Any:
    return Card.objects.filter(card_set__code=ULTIMATE.code, code__in=codes)


def confirm(client: Client, name: str, rows: Any, **changes: str) -> str:
    """Preview the changes, then confirm them."""
    shown = send(client, name, rows, bulk="1", _preview="1", **changes)
    seen = Fields(shown).found["seen"]
    return send(client, name, rows, bulk="1", _confirm="1", seen=seen, **changes)


def test_each_card_is_shown_before_and_after(admin: Client) -> None:
    rows = chosen("red-3", "red-4")
    first = send(admin, CARDS, rows)
    assert "Change 2 cards" in first and "Confirm the changes" not in first
    shown = send(admin, CARDS, rows, bulk="1", _preview="1", danger="yes")
    assert "Confirm the changes" in shown
    assert "red-3" in shown and "It shows the Danger icon." in shown
    assert "Red 4" not in shown  # It shows the icon already.
    assert "No new findings." in shown
    assert [one.text().danger for one in rows] == [False, True]


def test_confirmed_changes_are_saved_together(admin: Client) -> None:
    rows = chosen("red-3", "red-4")
    assert "Changed: 2." in confirm(admin, CARDS, rows, danger="yes", basis="sheet", points="5")
    assert [(one.text().danger, one.text().points, one.basis) for one in rows.all()] == [
        (True, 5, "sheet")
    ] * 2
    last = rows[0].history.first()
    assert last.history_user.username == "keeper" and rows[0].history.count() == 2
    assert "This changes nothing." in send(
        admin, CARDS, rows, bulk="1", _preview="1", points="5", danger="yes"
    )


def test_new_findings_are_shown(admin: Client) -> None:
    rows = chosen("red-3")
    shown = send(admin, CARDS, rows, bulk="1", _preview="1", copies="3")
    assert "Findings after the change" in shown and "red-3" in shown


@pytest.mark.parametrize(
    "wrong", [{"points": "-1"}, {"points": "x"}, {"copies": "0"}, {"basis": "hearsay"}]
)
def test_a_wrong_value_is_reported_and_kept(admin: Client, wrong: dict[str, str]) -> None:
    rows = chosen("red-3")
    shown = send(admin, CARDS, rows, bulk="1", _confirm="1", **wrong)
    assert "deck-wrong" in shown and "Confirm the changes" not in shown
    assert rows[0].history.count() == 1


def test_cards_that_change_after_the_preview_are_not_overwritten(admin: Client) -> None:
    rows = chosen("red-3", "red-4")
    shown = send(admin, CARDS, rows, bulk="1", _preview="1", basis="sheet")
    seen = Fields(shown).found["seen"]
    other = Card.objects.get(pk=rows[0].pk)
    other.copies = 7
    other.save()
    again = send(admin, CARDS, rows, bulk="1", _confirm="1", seen=seen, basis="sheet")
    assert "have changed since the preview" in again and "Confirm the changes" in again
    assert {one.basis for one in rows.all()} == {"ruling"}
    without = send(admin, CARDS, rows, bulk="1", _confirm="1", basis="sheet")
    assert "have changed since the preview" in without


def test_the_entries_of_a_deck_are_confirmed_together(admin: Client) -> None:
    mine = DeckCard.objects.filter(hero__code="hulk")
    shown = send(admin, ENTRIES, mine, bulk="1", _preview="1", basis="sheet")
    assert "Confirm the changes" in shown and 'name="danger"' not in shown
    assert "Changed: 43." in confirm(admin, ENTRIES, mine, basis="sheet")
    assert set(mine.values_list("basis", flat=True)) == {"sheet"}


def test_cards_of_several_sets_are_shown_apart(admin: Client) -> None:
    rows = Card.objects.filter(code="red-3")
    shown = send(admin, CARDS, rows, bulk="1", _preview="1", points="4")
    assert shown.count('class="cmp-title"') == 3
    assert "Changed: 3." in confirm(admin, CARDS, rows, points="4")
