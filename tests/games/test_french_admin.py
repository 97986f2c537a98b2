"""Every page of the admin is in the language of its user: found from the registry."""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from html.parser import HTMLParser
from uuid import uuid4

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, User
from django.db.models import Model
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils import timezone, translation

from bots.models import Rehearsal
from cards.models import Edition, Proposal, ProposalStep
from games.models import AuditFinding, AuditRun, Game, Refusal, RefusalCount, Seat
from games.officials import models as directing
from games.officials.models import Look, RefusedLook
from tests.shipped import load_shipped

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SAME = {
    "act", "action", "api", "code", "copies", "date", "description", "english", "français", "id",
    "json", "message", "note",
    "options", "places", "permissions", "position", "question", "source", "suggestions", "type",
    "signature", "variant",
}  # fmt: skip
"""Words that are the same in both languages, or of which one is the other's."""
INLINES: tuple[type[Model], ...] = (Seat, AuditFinding, ProposalStep)
OWN = ("bots", "cards", "games", "officials", "players")


@pytest.fixture
def rows(running: Game) -> None:
    """A row of each model in the admin."""
    load_shipped()
    keeper = User.objects.create_superuser("1")
    player, now = running.creator, timezone.now()
    Group.objects.get_or_create(name="1")
    edition = Edition.objects.order_by("pk")[0]
    cards = {"code": "1", "name": "1", "hash": edition.hash, "canonical": edition.canonical}
    Proposal.objects.create(
        variant="1", author=keeper, reason="1", state="published", edition=edition, **cards
    )
    at = now + timedelta(days=1)
    night = directing.GameSet.objects.create(name="1")
    directing.Grant.objects.create(player=player, game_set=night, granted_by=keeper)
    act = {"game": running, "organiser": "1", "act": '{"move":"void"}', "reason": "1"}
    directing.Proposal.objects.create(account=keeper, created_at=now, until=at, **act)
    directing.RefusedAct.objects.create(seq=1, code="1", created_at=now, **act)
    look = {"game": running, "player": player, "view": "1", "seq": 1, "created_at": now}
    Look.objects.create(what="1", at=1, **look)
    RefusedLook.objects.create(why="1", **look)
    move = {"actor": "{}", "move": "{}", "code": "1", "rule": "1", "nth": 1, "link": "1"}
    Refusal.objects.create(game=running, seq=1, seat=0, created_at=now, **move)
    RefusalCount.objects.create(game=running, seq=1, seat=0, count=1)
    run = AuditRun.objects.create(
        batch=uuid4(), game=running, head="1", seq=1, rules_version="1", sealed="yes",
        lawful="yes", fair="yes", created_at=now,
    )  # fmt: skip
    finding = {"question": "sealed", "code": "malformed", "first": 1, "last": 1}
    AuditFinding.objects.create(run=run, rule="", path="", note=False, **finding)
    Rehearsal.objects.create(
        variant="1", games=2, seats=[2], bots=["random"], seed=1, started_by=keeper, **cards
    )


class Labels(HTMLParser):
    """The words of a page that are labels: of fields, columns, buttons and pages."""

    LABELS = frozenset({"label", "legend", "button", "thead", "h1", "h2", "h3", "nav"})
    SILENT = frozenset({"script", "style", "svg", "icon"})
    VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "source"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[tuple[str, str]] = []
        self.found: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Enter an element; an icon is the name of a sign of a font."""
        if tag not in self.VOID:
            icon = "material-symbols" in (dict(attrs).get("class") or "")
            self.open.append((tag, "icon" if icon else tag))

    def handle_endtag(self, tag: str) -> None:
        """Leave an element, and those inside it that have no end."""
        if tag in [one for one, _ in self.open]:
            while self.open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        """Keep the words of a label."""
        inside = {kind for _, kind in self.open}
        words = " ".join(data.split()).strip(" :*.").lower()
        if inside & self.LABELS and not inside & self.SILENT and re.search("[a-z]{2}", words):
            self.found.add(words)


def names_of(model: type[Model], language: str) -> dict[str, str]:
    """Return the names of a model and of its fields by what they name."""
    options = model._meta
    fields = [*options.local_fields, *options.local_many_to_many]
    with translation.override(language):
        names = {f"{options.label}.{one.name}": str(one.verbose_name) for one in fields}
        names[options.label] = str(options.verbose_name)
        names[f"{options.label}, several"] = str(options.verbose_name_plural)
        names[options.app_label] = str(options.app_config.verbose_name)
    return names


def registered() -> list[type[Model]]:
    """Return the models of the admin, and those inside their pages."""
    return [*admin.site._registry, *INLINES]


def test_every_model_and_field_of_the_admin_has_a_french_name() -> None:
    own = [one for one in registered() if one._meta.app_label in OWN]
    assert len(own) > 20
    untranslated = [
        f"{code}: {name}"
        for model in own
        for code, name in names_of(model, "en").items()
        if name == names_of(model, "fr-ca")[code] and name.lower() not in SAME
    ]
    assert untranslated == []


def pages_of(model: type[Model]) -> Iterator[str]:
    """Yield the address of each page of a model; a row must be stored."""
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    row = model._default_manager.order_by("-pk").first()
    assert row is not None, f"no row of {model._meta.label}"
    yield reverse(f"{name}_changelist")
    yield reverse(f"{name}_add")
    for page in admin.site.get_model_admin(model).get_urls():
        with suppress(NoReverseMatch):
            yield reverse(f"admin:{page.name}", args=[row.pk])


def labels(client: Client, address: str, language: str) -> set[str]:
    """Return the labels of a page in a language; none if it is none for this row."""
    client.cookies["django_language"] = language
    reply = client.get(address)
    assert reply.status_code < 500, address
    is_page = reply.status_code == 200 and reply["Content-Type"].startswith("text/html")
    return Labels(reply.content.decode()).found if is_page else set()


@pytest.mark.rest
def test_no_page_of_the_admin_has_an_english_label_in_french(rows: None, client: Client) -> None:
    client.force_login(User.objects.get(username="1"))
    english = {
        name.lower()
        for model in registered()
        for code, name in names_of(model, "en").items()
        if name.lower() != names_of(model, "fr-ca")[code].lower()
    } - SAME
    pages = [reverse("admin:index")]
    pages += [page for model in admin.site._registry for page in pages_of(model)]
    assert len(pages) > 100
    left: dict[str, str] = {}
    for page in pages:
        shown = labels(client, page, "fr-ca")
        both = shown & labels(client, page, "en")
        left |= dict.fromkeys(shown & english, page)
        left |= {one: page for one in both if one not in SAME and not DATA.search(one)}
    assert left == {}, left


DATA = re.compile(r"\d|#[a-f]{6}$|fairdeal|json|avengers|marvel|x-men|(red|wild)-|wild cerebro")
"""What tells a name of a row from a label."""
