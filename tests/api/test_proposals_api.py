"""Proposals and releases over the API: the way of a draft, and each refusal."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.utils import timezone

from cards import registry
from cards.language import EditionDef, LintFinding, finding, plain_card
from cards.models import CardSet, Edition, Proposal, Release, ScheduledRelease
from cards.releases import schedules as releases
from cards.selectors import current_edition, draft_text
from games.players.scopes import CATALOG_PUBLISH, CATALOG_REVIEW, CATALOG_WRITE
from tests.api.client import Caller, Reply, fits, guest
from tests.api.test_draft_sets import staff
from tests.cards.makers import card, card_set, publish, wild

pytestmark = pytest.mark.django_db

ALL = (CATALOG_WRITE, CATALOG_REVIEW, CATALOG_PUBLISH)


@pytest.fixture(autouse=True)
def _no_games_before_publishing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "edition_checks", [])


@pytest.fixture
def ann(db: None) -> Caller:
    """An editor who may also review."""
    return staff("ann", "draft_card", "review_edition", scopes=ALL)


@pytest.fixture
def ben(db: None) -> Caller:
    """A reviewer."""
    return staff("ben", "review_edition", scopes=(CATALOG_REVIEW,))


@pytest.fixture
def pam(db: None) -> Caller:
    """A publisher."""
    return staff("pam", "publish_edition", "release_edition", scopes=(CATALOG_PUBLISH,))


@pytest.fixture
def draft() -> CardSet:
    return card_set("own", [card(), wild({"effect": "draw", "count": 2})])


def submit(caller: Caller, **more: Any) -> Reply:
    return caller.post("proposals/", {"set": "own", "reason": "ready"} | more)


@pytest.fixture
def path(ann: Caller, draft: CardSet) -> str:
    """The address of a proposal in review."""
    return f"proposals/{submit(ann).json['id']}/"


def test_a_set_goes_from_nothing_to_current_and_back(
    ann: Caller, ben: Caller, pam: Caller, editions: None
) -> None:
    before = current_edition("xmen").hash
    ann.post("sets/", {"code": "own", "name": "Own", "variant": "xmen", "colors": ["red", "blue"]})
    assert ann.post("sets/own/cards/", {"definition": plain_card(card())}).status == 201
    assert ann.get("sets/own/lint/").json["findings"] == []
    made = submit(ann)
    fits("Review", made.json)
    path = made.headers["Location"]
    assert (made.json["state"], made.json["yours"]) == ("in_review", True)
    assert ann.get("sets/own/").json["frozen"] is True
    assert ben.post(f"{path}comments/", {"text": "Good.", "card": "red-1"}).status == 201
    approved = ben.post(f"{path}approve/")
    assert (approved.status, approved.json["state"]) == (200, "approved")
    fits("Comparison", ben.get(f"{path}compare/").json)
    published = pam.post(f"{path}publish/", {"reason": "new box", "current": True})
    fits("Published", published.json)
    edition = published.json["edition"]
    assert published.json["release"]["means"] == "api"
    assert current_edition("xmen").hash == edition
    done = ann.get(path).json
    assert [one["action"] for one in done["steps"]] == [
        "submitted", "commented", "approved", "published",
    ]  # fmt: skip
    assert [one["by"] for one in done["steps"]] == ["ann", "ben", "ben", "pam"]
    assert (done["edition"], done["state"]) == (edition, "published")
    assert Edition.objects.get(hash=edition).means == "api"
    back = pam.post("releases/", {"edition": before, "reason": "too strong"})
    assert back.status == 201
    fits("Release", back.json)
    assert current_edition("xmen").hash == before
    listed = pam.get("releases/?variant=xmen&limit=2").json
    fits("ReleasePage", listed)
    assert [one["edition"] for one in listed["results"]] == [before, edition]
    assert [one["reason"] for one in pam.get(listed["next"]).json["results"]] != []


def test_nobody_approves_their_own(ann: Caller, path: str) -> None:
    reply = ann.post(f"{path}approve/")
    assert (reply.status, reply.code) == (403, "own_proposal")
    assert ann.get(path).json["state"] == "in_review"


def test_an_author_by_the_history_cannot_approve_either(ann: Caller, draft: CardSet) -> None:
    bob = staff("bob", "draft_card", "review_edition", scopes=ALL)
    tag = bob.get("sets/own/cards/red-1/").headers["ETag"]
    body = {"definition": plain_card(card(name="One"))}
    assert bob.ask("PUT", "sets/own/cards/red-1/", body, If_Match=tag).status == 200
    path = submit(ann).headers["Location"]
    assert bob.post(f"{path}approve/").code == "own_proposal"


def test_a_proposal_is_returned_and_submitted_again(ann: Caller, ben: Caller, path: str) -> None:
    assert ben.post(f"{path}return/", {"reason": ""}).json["errors"][0]["pointer"] == "/reason"
    returned = ben.post(f"{path}return/", {"reason": "The name is wrong."})
    assert returned.json["state"] == "returned"
    assert ann.get("sets/own/").json["frozen"] is False
    again = submit(ann)
    assert again.status == 201
    page = ann.get("proposals/?set=own&limit=1").json
    fits("ReviewPage", page)
    assert [one["id"] for one in page["results"]] == [again.json["id"]]
    assert [one["state"] for one in ann.get(page["next"]).json["results"]] == ["returned"]
    only = ann.get("proposals/?state=returned").json["results"]
    assert [one["state"] for one in only] == ["returned"]


def test_an_author_withdraws(ann: Caller, ben: Caller, path: str) -> None:
    assert ben.post(f"{path}withdraw/").code == "missing_scope"
    other = staff("eve", "draft_card")
    assert other.post(f"{path}withdraw/").code == "missing_permission"
    assert ann.post(f"{path}withdraw/").json["state"] == "withdrawn"
    again = ann.post(f"{path}withdraw/")
    assert (again.status, again.code) == (409, "proposal_state")
    assert again.json["params"] == {"state": "withdrawn"}


def test_a_draft_is_in_one_review_at_a_time(ann: Caller, path: str) -> None:
    reply = submit(ann)
    assert (reply.status, reply.code) == (409, "draft_frozen")


def test_a_draft_with_findings_is_not_proposed(ann: Caller) -> None:
    card_set("own", [wild({"effect": "choose_player"})])
    reply = submit(ann)
    assert (reply.status, reply.code) == (422, "not_publishable")
    assert "own-wild, effects[1]" in reply.json["errors"][0]["detail"]
    ann.language = "fr-CA"
    assert "est choisi" in submit(ann).json["errors"][0]["detail"]


def test_published_cards_are_not_proposed_again(ann: Caller, draft: CardSet) -> None:
    publish(draft)
    assert submit(ann).code == "already_published"


def test_a_draft_that_was_not_approved_is_not_published(pam: Caller, path: str) -> None:
    reply = pam.post(f"{path}publish/", {"reason": "now"})
    assert (reply.status, reply.code) == (409, "proposal_state")
    assert not Edition.objects.exists()


def test_publishing_current_needs_the_right_to_release(ann: Caller, ben: Caller, path: str) -> None:
    only = staff("pat", "publish_edition", scopes=(CATALOG_PUBLISH,))
    ben.post(f"{path}approve/")
    reply = only.post(f"{path}publish/", {"reason": "now", "current": True})
    assert (reply.status, reply.code) == (403, "missing_permission")
    assert only.post(f"{path}publish/", {"reason": "now"}).json["release"] is None


def test_a_draft_is_published_without_review_if_the_server_permits_it(
    pam: Caller, draft: CardSet, settings: Any
) -> None:
    settings.CARDS_REVIEW = True
    reply = pam.post("sets/own/publish/", {"reason": "now"})
    assert (reply.status, reply.code) == (409, "review_required")
    settings.CARDS_REVIEW = False
    done = pam.post("sets/own/publish/", {"reason": "now", "current": True})
    assert (done.status, done.json["created"]) == (200, True)
    assert current_edition("xmen").text() == draft_text(draft)


@pytest.mark.parametrize(
    ("act", "body", "pointer"),
    [
        ("comments", {"text": ""}, "/text"),
        ("comments", {"text": "x" * 2001}, "/text"),
        ("comments", {"text": "x", "card": "blue-9"}, "/card"),
        ("approve", {"reason": "two\nlines"}, "/reason"),
        ("return", {"reason": "x" * 301}, "/reason"),
        ("return", {}, "/reason"),
    ],
)
def test_a_wrong_body_has_its_place(
    ben: Caller, path: str, act: str, body: Any, pointer: str
) -> None:
    reply = ben.post(f"{path}{act}/", body)
    assert (reply.status, reply.code) == (400, "malformed")
    assert reply.json["errors"][0]["pointer"] == pointer


def test_an_act_on_a_proposal_that_has_moved_on_is_412(ben: Caller, path: str) -> None:
    seen = ben.get(path).headers["ETag"]
    assert ben.get(path, If_None_Match=seen).status == 304
    ben.post(f"{path}comments/", {"text": "Wait."})
    reply = ben.post(f"{path}approve/", If_Match=seen)
    assert (reply.status, reply.code) == (412, "stale_draft")
    assert ben.post(f"{path}approve/", If_Match=reply.headers["ETag"]).status == 200


def test_a_repeated_comment_is_one_step(ben: Caller, path: str) -> None:
    for _ in range(2):
        ben.post(f"{path}comments/", {"text": "Once."}, Idempotency_Key="k")
    steps = ben.get(path).json["steps"]
    assert [one["action"] for one in steps] == ["submitted", "commented"]


def test_a_key_publishes_a_proposal_once(ann: Caller, ben: Caller, pam: Caller, path: str) -> None:
    ben.post(f"{path}approve/")
    body = {"reason": "new box", "current": True}
    first, again = (pam.post(f"{path}publish/", body, Idempotency_Key="k") for _ in range(2))
    assert (again.status, again.raw) == (first.status, first.raw) == (200, first.raw)
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    assert (Edition.objects.count(), Release.objects.count()) == (1, 1)
    other = pam.post(f"{path}publish/", body | {"reason": "other"}, Idempotency_Key="k")
    assert (other.status, other.code) == (422, "key_reused")
    assert pam.post(f"{path}publish/", body, Idempotency_Key="l").code == "proposal_state"


def test_a_key_publishes_a_draft_once(pam: Caller, draft: CardSet, settings: Any) -> None:
    settings.CARDS_REVIEW = False
    body = {"reason": "now"}
    first, again = (pam.post("sets/own/publish/", body, Idempotency_Key="k") for _ in range(2))
    assert (first.json["created"], again.raw) == (True, first.raw)
    assert Proposal.objects.count() == 1
    other = pam.post("sets/own/publish/", body | {"current": True}, Idempotency_Key="k")
    assert (other.status, other.code) == (422, "key_reused")


def test_a_key_releases_and_rolls_back_once(pam: Caller, draft: CardSet) -> None:
    old = publish(draft)
    publish(card_set("other", [card(points=5)]))
    body = {"edition": old.hash, "reason": "back"}
    first, again = (pam.post("releases/", body, Idempotency_Key="k") for _ in range(2))
    assert (first.status, again.raw) == (201, first.raw)
    assert Release.objects.filter(edition=old).count() == 2
    other = pam.post("releases/", body | {"reason": "other"}, Idempotency_Key="k")
    assert (other.status, other.code) == (422, "key_reused")


def test_a_key_schedules_once(pam: Caller, draft: CardSet) -> None:
    old = publish(draft, current=False)
    at = (timezone.now() + timedelta(hours=1)).isoformat()
    body = {"edition": old.hash, "reason": "Friday", "at": at}
    first, again = (pam.post("releases/schedules/", body, Idempotency_Key="k") for _ in range(2))
    assert (first.status, again.raw) == (201, first.raw)
    assert ScheduledRelease.objects.count() == 1


def test_a_refusal_stores_no_key(ben: Caller, pam: Caller, path: str) -> None:
    body = {"reason": "now"}
    assert pam.post(f"{path}publish/", body, Idempotency_Key="k").code == "proposal_state"
    ben.post(f"{path}approve/")
    assert pam.post(f"{path}publish/", body, Idempotency_Key="k").status == 200


@pytest.mark.parametrize(
    "findings", [[], [finding("$", "no-colors")]], ids=["passes", "fails afterwards"]
)
def test_two_requests_with_a_key_publish_once(
    ben: Caller,
    pam: Caller,
    path: str,
    findings: list[LintFinding],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The second is carried out while the checks of the first run."""
    ben.post(f"{path}approve/")
    body = {"reason": "now"}
    replies: list[Reply] = []

    def meanwhile(text: EditionDef) -> list[LintFinding]:
        if not replies:
            replies.append(Reply(0, {}, b""))
            replies[0] = pam.post(f"{path}publish/", body, Idempotency_Key="k")
            return findings
        return []

    monkeypatch.setattr(registry, "edition_checks", [meanwhile])
    first = pam.post(f"{path}publish/", body, Idempotency_Key="k")
    assert (first.status, first.raw) == (200, replies[0].raw)
    assert first.headers["Idempotent-Replayed"] == "true"
    assert Edition.objects.count() == 1


def test_the_checks_hold_no_transaction(
    ben: Caller, pam: Caller, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They take seconds, during which others write."""
    depths: list[int] = []

    def check(text: EditionDef) -> list[LintFinding]:
        depths.append(len(connection.savepoint_ids))
        return []

    monkeypatch.setattr(registry, "edition_checks", [check])
    ben.post(f"{path}approve/")
    before = len(connection.savepoint_ids)
    assert pam.post(f"{path}publish/", {"reason": "now"}, Idempotency_Key="k").status == 200
    assert depths == [before]


def test_unknown_proposals_sets_and_editions(ann: Caller, pam: Caller) -> None:
    for path in ("proposals/9/", f"proposals/{10**30}/", "proposals/9/compare/"):
        assert ann.get(path).code == "not_found"
    assert ann.post("proposals/", {"set": "x", "reason": "y"}).code == "not_found"
    unknown = pam.post("releases/", {"edition": "0" * 64, "reason": "x"})
    assert (unknown.code, unknown.json["errors"][0]["pointer"]) == ("unknown_edition", "/edition")
    cancel = f"releases/schedules/{10**30}/cancel/"
    assert pam.post(cancel, {"reason": "x"}).code == "not_found"
    assert pam.get("releases/?cursor=YWZ0ZXI6eA==").code == "invalid_parameter"


# ---- releases at a time


def test_a_release_is_scheduled_carried_out_and_cancelled(pam: Caller, editions: None) -> None:
    newest = current_edition("xmen")
    other = publish(card_set("own", [card()]), current=False)
    at = (timezone.now() + timedelta(hours=1)).isoformat()
    body = {"edition": other.hash, "at": at, "reason": "on Friday"}
    made = pam.post("releases/schedules/", body)
    fits("Schedule", made.json)
    assert (made.status, made.json["state"]) == (201, "waiting")
    assert current_edition("xmen") == newest
    listed = pam.get("releases/schedules/?limit=1").json
    fits("SchedulePage", listed)
    assert [one["id"] for one in listed["results"]] == [made.json["id"]]
    path = f"releases/schedules/{made.json['id']}/cancel/"
    assert pam.post(path, {}).json["errors"][0]["pointer"] == "/reason"
    gone = pam.post(path, {"reason": "not yet"})
    assert (gone.json["state"], gone.json["outcome"]) == ("cancelled", "not yet")
    assert pam.post(path, {"reason": "again"}).code == "schedule_state"
    assert releases.release_due() == []


def test_a_release_in_the_past_is_refused(pam: Caller, editions: None) -> None:
    edition = current_edition("xmen")
    body = {"edition": edition.hash, "at": "2020-01-01T00:00:00Z", "reason": "x"}
    assert pam.post("releases/schedules/", body).json["errors"][0]["pointer"] == "/at"
    again = pam.post("releases/", {"edition": edition.hash, "reason": "x"})
    assert (again.status, again.code) == (409, "already_current")
    assert Release.objects.filter(variant="xmen").count() == 1


# ---- who may

ACTS: list[tuple[str, str, Any]] = [
    ("", "", {"set": "own", "reason": "x"}),
    ("1", "comments/", {"text": "x"}),
    ("1", "approve/", {}),
    ("1", "return/", {"reason": "x"}),
    ("1", "withdraw/", {}),
    ("1", "publish/", {"reason": "x"}),
]


@pytest.mark.parametrize(("of", "act", "body"), ACTS)
def test_scopes_and_permissions_are_both_needed(path: str, of: str, act: str, body: Any) -> None:
    address = f"{path}{act}" if of else "proposals/"
    assert Caller().post(address, body).code == "not_authenticated"
    assert guest("Eve").post(address, body).code == "missing_scope"
    assert staff("eve", scopes=ALL).post(address, body).code == "missing_permission"
    translator = staff("tom", "translate_card", scopes=ALL)
    reply = translator.post(address, body)
    assert reply.status == (201 if act == "comments/" else 403)


@pytest.mark.parametrize("address", ["releases/", "releases/schedules/", "sets/own/publish/"])
def test_only_publishers_publish_and_release(draft: CardSet, address: str) -> None:
    body = {"edition": "0" * 64, "reason": "x", "at": "2030-01-01T00:00:00Z"}
    for caller in (guest("Eve"), staff("ann", "draft_card", "review_edition")):
        assert caller.post(address, body).code == "missing_scope"
    able = staff("kim", "draft_card", "review_edition", scopes=ALL)
    assert able.post(address, body).code == "missing_permission"
    if address != "sets/own/publish/":
        assert guest("Eve").get(address).code == "missing_scope"
        assert able.get(address).status == 200


def test_permissions_of_a_group_count(path: str) -> None:
    from django.contrib.auth.models import Group

    caller = staff("gil", scopes=ALL)
    group = Group.objects.create(name="some reviewers")
    group.permissions.add(Permission.objects.get(codename="review_edition"))
    User.objects.get(username="gil").groups.add(group)
    assert caller.post(f"{path}approve/").json["state"] == "approved"
