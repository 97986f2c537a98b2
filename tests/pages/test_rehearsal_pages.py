"""The pages of rehearsals in the admin: start, progress, report, and what other pages say."""

from __future__ import annotations

import re
from threading import Thread
from typing import Any
from xml.etree import ElementTree

import pytest
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.test import Client
from django.urls import reverse
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from bots import rehearsals, tasks
from bots.models import Rehearsal
from bots.rehearsal import Plan
from bots.rehearsal_plots import PlotLine, Words, histogram, interval_plot
from cards.language.effects import Burn
from cards.models import Card, CardSet
from cards.models import Edition as StoredEdition
from cards.selectors import current_edition, draft_text
from cards.services import change_card, load_cards
from tests.pages.conftest import Looking

pytestmark = pytest.mark.django_db

SET = "ultimate-marvel-2023"
SVG = re.compile(r'<svg class="plot".*?</svg>', re.DOTALL)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The tasks that were sent; none is served by itself."""
    found: list[tuple[int, int]] = []
    monkeypatch.setattr(tasks.play_rehearsal, "apply_async", lambda args, queue: found.append(args))
    return found


@pytest.fixture
def draft(sent: list[tuple[int, int]]) -> CardSet:
    """The shipped draft with one changed card."""
    if not CardSet.objects.exists():
        load_cards()
    card = Card.objects.get(card_set__code=SET, code="hulk-smash")
    change_card(card=card, effects=(*card.text().effects, Burn()))
    return CardSet.objects.get(code=SET)


@pytest.fixture
def keeper(client: Client, db: None) -> Client:
    """A client with the session of a superuser."""
    client.force_login(User.objects.create_superuser("keeper"))
    return client


def text(reply: Any) -> str:
    return str(reply.content.decode())


def posted(**fields: object) -> dict[str, object]:
    """The fields of the start form."""
    usual = {"base": "", "games": 6, "seats": [2, 3], "bots": ["random"], "seed": 1}
    return usual | fields


def played(draft: CardSet, games: int = 12, base: str = "") -> Rehearsal:
    """A rehearsal of a draft that has ended."""
    cards = StoredEdition.objects.get(hash=base).text() if base else None
    rehearsal = rehearsals.start_rehearsal(
        cards=draft_text(draft), base=cards, plan=Plan(games, (2, 3), ("random",), 1), by=None
    )
    done: int | None = 0
    while done is not None:
        done = rehearsals.play_on(rehearsal.pk, done)
    return rehearsals.read_rehearsal(rehearsal.pk)


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
    assert '<progress max="6" value="0"' in shown
    progress = reverse("admin:bots_rehearsal_progress", args=[rehearsal.pk])
    assert progress in shown
    assert keeper.get(progress).json() == {
        "status": "running", "done": 0, "games": 6, "percent": 0, "error": "",
        "state": "No game is played yet. A worker begins when it has time.",
    }  # fmt: skip


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
    assert "The rehearsal was not started" in shown
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


def test_the_report_has_verdicts_plots_and_tables(keeper: Client, draft: CardSet) -> None:
    rehearsal = played(draft, base=current_edition("ultimate").hash)
    shown = text(keeper.get(page_of(rehearsal)))
    assert "At 2 seats, no difference was seen in 6 pairs of games" in shown
    assert "Compared with Ultimate Marvel (2023)" in shown
    assert "This changes no game that has begun" in shown
    assert "progress.js" not in shown and "<progress" not in shown
    plots = SVG.findall(shown)
    assert len(plots) == 2 * 3
    ids: list[str] = []
    for plot in plots:
        root = ElementTree.fromstring(plot)
        title, desc = root[0], root[1]
        assert (title.tag, desc.tag) == ("title", "desc") and title.text and desc.text
        assert root.attrib["aria-labelledby"] == f"{title.attrib['id']} {desc.attrib['id']}"
        assert "style" not in plot
        ids += [title.attrib["id"], desc.attrib["id"]]
    assert len(set(ids)) == len(ids)
    assert shown.count("<table>") == 4
    assert "Rehearse again, with other seeds" in shown and "seed=7" in shown


def test_cards_that_never_act_are_links_to_their_pages(keeper: Client, draft: CardSet) -> None:
    rehearsal = played(draft, games=1)
    shown = text(keeper.get(page_of(rehearsal)))
    assert "Never seen to act: " in shown
    card = Card.objects.get(card_set=draft, code="theft")
    assert f'href="{reverse("admin:cards_card_change", args=[card.pk])}">Theft</a>' in shown


def test_games_that_fail_are_listed_with_the_command_that_plays_them(
    keeper: Client, draft: CardSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*args: Any) -> Any:
        raise RuntimeError("lost <b>")

    monkeypatch.setattr("bots.rehearsal.bot_move", lost)
    shown = text(keeper.get(page_of(played(draft, games=2))))
    assert "Crash, 2 games: RuntimeError: lost &lt;b&gt;" in shown
    again = f"manage.py rehearse_cards {SET} --seats 2 --seed 1 --games 1 --bots random"
    assert again in shown
    assert "2 games had no single winner" in shown
    stored = current_edition("ultimate")
    rehearsal = rehearsals.start_rehearsal(
        cards=stored.text(), plan=Plan(1, (2,), ("random",), 1), by=None
    )
    rehearsals.play_on(rehearsal.pk, 0)
    shown = text(keeper.get(page_of(rehearsal)))
    assert f"manage.py rehearse_cards --edition {stored.hash[:12]} --seats 2" in shown


def test_the_pages_are_in_french(keeper: Client, draft: CardSet) -> None:
    rehearsal = played(draft, base=current_edition("ultimate").hash)
    french = {"HTTP_ACCEPT_LANGUAGE": "fr-CA"}
    shown = text(keeper.get(page_of(rehearsal), **french))
    assert "À 2 joueurs, aucun écart observé en 6 paires de parties" in shown
    assert "Rien ne change pour une partie commencée" in shown
    assert '<th scope="col">Attendu</th>' in shown and "de 2" in shown
    start = text(keeper.get(reverse("admin:bots_rehearsal_add"), **french))
    assert "Commencer une répétition" in start and "Nombres de joueurs" in start
    listed = text(keeper.get(reverse("admin:bots_rehearsal_changelist"), **french))
    assert "12 sur 12" in listed and "terminée" in listed


def test_a_rehearsal_is_cancelled(keeper: Client, draft: CardSet) -> None:
    rehearsal = rehearsals.start_rehearsal(
        cards=draft_text(draft), plan=Plan(9, (2,), ("random",), 1), by=None
    )
    url = reverse("admin:bots_rehearsal_cancel", args=[rehearsal.pk])
    assert keeper.get(url).status_code == 405
    shown = text(keeper.post(url, follow=True))
    assert "The rehearsal is cancelled." in shown and "Cancelled after 0 of 9 games." in shown
    assert rehearsals.read_rehearsal(rehearsal.pk).status == "cancelled"


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
        assert page_of(rehearsal) in shown and "At 2 seats, all win about as often" in shown
        assert f"?cards=draft%3A{draft.pk}" in shown
    card = Card.objects.get(card_set=draft, code="hulk-smash")
    change_card(card=card, effects=card.text().effects[:-1])
    for page in pages:
        shown = text(keeper.get(page))
        assert "The set has changed since it was rehearsed: 12 games on " in shown
        assert "At 2 seats" not in shown


def test_an_edition_says_whether_it_was_rehearsed(keeper: Client, draft: CardSet) -> None:
    stored = current_edition("ultimate")
    page = reverse("admin:cards_edition_change", args=[stored.pk])
    assert f"?cards=edition%3A{stored.pk}" in text(keeper.get(page))
    rehearsals.start_rehearsal(cards=stored.text(), plan=Plan(9, (2,), ("random",), 1), by=None)
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
    rehearsal = played(draft, games=2)
    user = staff(client, *permissions)
    progress = reverse("admin:bots_rehearsal_progress", args=[rehearsal.pk])
    listed = reverse("admin:bots_rehearsal_changelist")
    for url in (page_of(rehearsal), progress, listed):
        assert user.get(url).status_code == (200 if reads else 403)
    url = reverse("admin:bots_rehearsal_add")
    assert user.get(url).status_code == (200 if starts else 403)
    reply = user.post(url, posted(cards=f"draft:{draft.pk}"))
    assert reply.status_code == (302 if starts else 403)
    cancel = reverse("admin:bots_rehearsal_cancel", args=[rehearsal.pk])
    assert user.post(cancel).status_code == (302 if starts else 403)
    assert Rehearsal.objects.count() == (2 if starts else 1)


def test_a_visitor_is_sent_to_the_login(client: Client, draft: CardSet) -> None:
    rehearsal = played(draft, games=2)
    for name in ("change", "progress"):
        reply = client.get(reverse(f"admin:bots_rehearsal_{name}", args=[rehearsal.pk]))
        assert reply.status_code == 302 and "/login/" in reply["Location"]


def test_a_reader_of_sets_is_offered_no_start(client: Client, draft: CardSet) -> None:
    user = staff(client, "view_cardset")
    shown = text(user.get(reverse("admin:cards_cardset_change", args=[draft.pk])))
    assert "These cards were not rehearsed." in shown and "Start a rehearsal" not in shown


@pytest.mark.parametrize("id", ["0", "99", "x"])
def test_no_such_rehearsal(keeper: Client, id: str) -> None:
    assert keeper.get(f"/admin/bots/rehearsal/{id}/change/").status_code == 404


# ---- plots


WORDS = Words("Title <b>", "Description", "games", "fr-CA")


def test_names_in_plots_are_escaped() -> None:
    line = PlotLine("<script>", 0.5, (0.4, 0.6), (0.3, 0.7), "more")
    plot = interval_plot("one", [line], WORDS, 0.25, from_zero=True)
    assert "<script>" not in plot and "Title <b>" not in plot
    assert "▲ &lt;script&gt;" in plot and "50,0" in plot


def test_a_difference_has_its_sign() -> None:
    lines = [
        PlotLine(name, value, (value - 0.02, value + 0.02), (-0.1, 0.1), "none")
        for name, value in (("up", 0.015), ("down", -0.015))
    ]
    plot = interval_plot("one", lines, WORDS, 0.0, from_zero=False)
    assert ">+1,5<" in plot and ">−1,5<" in plot and ">−10<" in plot


def test_a_histogram_has_a_bar_for_each_range() -> None:
    plot = histogram("one", {1: 2, 3: 1, 100: 4}, 3, WORDS)
    assert re.findall(r"<title>(.*?)</title>", plot) == ["0–4: 3", "100–104: 4"]


# ---- in a browser


@pytest.fixture
def running(draft: CardSet) -> tuple[int, str]:
    """A rehearsal, and the session of a superuser, before the browser starts."""
    plan = Plan(4, (2,), ("random",), 1)
    rehearsal = rehearsals.start_rehearsal(cards=draft_text(draft), plan=plan, by=None)
    client = Client()
    client.force_login(User.objects.create_superuser("keeper"))
    return rehearsal.pk, client.cookies["sessionid"].value


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_progress_is_updated_and_the_report_appears(
    running: tuple[int, str], live_server: LiveServer, browser: BrowserContext, looking: Looking
) -> None:
    id, session = running
    browser.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page = looking.page
    page.set_default_timeout(60_000)
    page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
    page.goto(f"{live_server.url}/admin/bots/rehearsal/{id}/change/")
    expect(page.locator("progress")).to_have_attribute("value", "0")
    task = Thread(target=play_all, args=(id,))
    task.start()
    expect(page.locator("#part-wins")).to_be_visible(timeout=60_000)
    task.join()
    expect(page.locator("progress")).to_have_count(0)
    page.get_by_text("As a table").first.click()
    expect(page.locator("table").first).to_be_visible()


def play_all(id: int) -> None:
    """Play a rehearsal to its end, in a thread."""
    done: int | None = 0
    while done is not None:
        done = rehearsals.play_on(id, done)
    connection.close()
