"""The current edition: release, rollback, upgrade, and the record of them."""

from collections.abc import Callable
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client

from cards import registry, services
from cards.append_only import AppendOnlyError
from cards.language import EditionDef as EditionText
from cards.language import finding
from cards.models import Edition, Means, Release
from cards.selectors import current_edition, current_release, current_releases, is_current
from cards.services import AlreadyCurrent, NotPublishable, Origin, load_cards, release_edition
from tests.cards.makers import BY_COMMAND, card, card_set, edition, publish, wild

pytestmark = pytest.mark.django_db

SHIPPED = edition(card(), code="shipped")
NEWER = edition(card(points=7), code="shipped")


@pytest.fixture
def keeper() -> User:
    return User.objects.create(username="keeper")


@pytest.fixture
def ships(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Load these cards as if they came with the program; what became of the current edition."""

    def load(text: EditionText) -> str:
        monkeypatch.setattr(services, "shipped_editions", lambda: [text])
        (loaded,) = load_cards()
        return loaded.current

    return load


def two() -> tuple[Edition, Edition]:
    """Two editions, published and made current one after the other."""
    return publish(card_set("one", [card()])), publish(card_set("two", [card(points=5)]))


# ---- what is current


def test_the_last_release_is_what_is_current() -> None:
    first, second = two()
    assert current_edition("xmen") == second and is_current(second) and not is_current(first)
    release_edition(edition=first, origin=BY_COMMAND)
    assert current_edition("xmen") == first
    assert [one.edition for one in Release.objects.all()] == [first, second, first]
    assert {code: one.edition for code, one in current_releases().items()} == {"xmen": first}


def test_publishing_alone_makes_nothing_current() -> None:
    made = publish(card_set("own", [card()]), current=False)
    assert not is_current(made)
    with pytest.raises(Edition.DoesNotExist):
        current_edition("xmen")


def test_what_is_current_is_not_released_again() -> None:
    _, second = two()
    with pytest.raises(AlreadyCurrent, match="is already current"):
        release_edition(edition=second, origin=BY_COMMAND)
    assert Release.objects.count() == 2


def test_an_edition_that_cannot_be_played_is_not_released(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = two()
    found = finding("$", "not-dealt", seats=2, reason="too few")
    monkeypatch.setattr(registry, "edition_checks", [lambda _: [], lambda _: [found]])
    with pytest.raises(NotPublishable, match="too few"):
        release_edition(edition=first, origin=BY_COMMAND)
    assert current_edition("xmen") == second


# ---- what an upgrade does


def test_an_upgrade_follows_its_own_releases(ships: Callable[..., str]) -> None:
    assert [ships(SHIPPED), ships(SHIPPED), ships(NEWER)] == ["released", "unchanged", "released"]
    release = current_release("xmen")
    assert release and release.edition.text() == NEWER
    assert (release.means, release.by) == (Means.SHIPPED, None)
    assert release.edition.means == Means.SHIPPED
    assert ships(SHIPPED) == "released"


def test_an_upgrade_never_moves_what_a_person_released(
    ships: Callable[..., str], keeper: User
) -> None:
    ships(SHIPPED)
    mine = publish(card_set("mine", [card(points=5)]), current=False)
    release_edition(edition=mine, origin=Origin(Means.ADMIN, "for the club", keeper))
    assert ships(NEWER) == "other"
    assert current_edition("xmen") == mine
    assert Edition.objects.filter(code="shipped").count() == 2


def test_an_upgrade_leaves_a_shipped_edition_that_a_person_rolled_back_to(
    ships: Callable[..., str], keeper: User
) -> None:
    ships(SHIPPED)
    first = current_edition("xmen")
    ships(NEWER)
    release_edition(edition=first, origin=Origin(Means.ADMIN, "the old one", keeper))
    assert ships(NEWER) == "other"
    assert current_edition("xmen") == first


def test_load_cards_says_what_it_leaves(
    ships: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ships(SHIPPED)
    publish(card_set("mine", [card(points=5)]))
    out = StringIO()
    call_command("load_cards", stdout=out)
    assert "not made current: mine, " in out.getvalue()
    assert "stays (a command)" in out.getvalue()
    monkeypatch.setattr(services, "shipped_editions", lambda: [edition(wild(), colors=())])
    with pytest.raises(CommandError, match="colors: the edition needs at least one color"):
        call_command("load_cards", stdout=out)


# ---- the command


def test_the_command_rolls_back() -> None:
    first, second = two()
    out = StringIO()
    call_command("release_edition", first.hash[:12], "--reason", "too strong", stdout=out)
    assert out.getvalue() == f"{first} is the current edition of xmen.\n"
    release = current_release("xmen")
    assert release and (release.edition, release.by) == (first, None)
    assert (release.means, release.reason) == (Means.COMMAND, "too strong")
    for hash, reason, message in (
        (first.hash, "again", "is already current"),
        ("z", "why", "No editions begin with z"),
        ("", "why", "2 editions begin with"),
        (second.hash, " ", "Give a reason"),
    ):
        with pytest.raises(CommandError, match=message):
            call_command("release_edition", hash, "--reason", reason)


# ---- on record for good


@pytest.mark.parametrize("table", ["cards_release", "cards_edition"])
@pytest.mark.parametrize("change", ["UPDATE {} SET variant = 'ultimate'", "DELETE FROM {}"])
def test_the_database_refuses_to_change_what_is_on_record(table: str, change: str) -> None:
    publish(card_set("own", [card()]))
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change.format(table))
    assert Release.objects.get().variant == Edition.objects.get().variant == "xmen"


def test_python_refuses_it_too() -> None:
    publish(card_set("own", [card()]))
    release = Release.objects.get()
    release.reason = "other"
    for act in (release.save, release.delete, Release.objects.all().delete):
        with pytest.raises(AppendOnlyError):
            act()
    with pytest.raises(AppendOnlyError):
        Release.objects.update(reason="other")


# ---- the API


def test_the_variants_report_their_current_editions(client: Client, editions: None) -> None:
    reply = client.get("/api/v1/variants/")
    told = {one["code"]: one["edition"] for one in reply.json()["results"]}
    for code in ("avengers", "xmen", "ultimate"):
        made = current_edition(code)
        assert told[code]["hash"] == made.hash
        assert told[code]["name"]["en"] == made.name
        assert client.get(told[code]["href"]).json()["hash"] == made.hash
    assert client.get("/api/v1/variants/xmen/").json()["edition"] == told["xmen"]
    assert reply["Cache-Control"] == "public, max-age=60"


def test_a_roll_back_is_reported_with_its_time(client: Client) -> None:
    assert client.get("/api/v1/variants/xmen/").json()["edition"] is None
    first, second = two()
    hashes = []
    for made in (first, second):
        if not is_current(made):
            release_edition(edition=made, origin=BY_COMMAND)
        told = client.get("/api/v1/variants/xmen/").json()["edition"]
        release = current_release("xmen")
        assert release and told["since"] == f"{release.at:%Y-%m-%dT%H:%M:%S.%f}"[:-3] + "Z"
        hashes.append(told["hash"])
    assert hashes == [first.hash, second.hash]
