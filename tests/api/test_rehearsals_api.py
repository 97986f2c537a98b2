"""Rehearsals over the API: start, progress, results, comparison, refusals."""

from typing import Any

import pytest

from bots import rehearsals
from bots.models import Rehearsal
from cards.models import CardSet
from cards.selectors import current_edition
from games.players.scopes import CATALOG_REVIEW
from tests.api.client import Caller, fits, guest
from tests.api.test_draft_sets import staff
from tests.shipped import load_shipped

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_task_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsals, "_send", lambda id, done: None)


@pytest.fixture
def editor(editions: None) -> Caller:
    return staff("ann", "draft_card")


def body(**more: Any) -> dict[str, Any]:
    plan = {"cards": current_edition("xmen").hash, "games": 4, "seats": [2], "bots": ["random"]}
    return plan | more


def play(key: int) -> None:
    """Play a rehearsal to its end, as its tasks do."""
    done: int | None = 0
    while done is not None:
        done = rehearsals.play_on(key, done)


def test_a_rehearsal_is_started_watched_and_read(editor: Caller) -> None:
    made = editor.post("rehearsals/", body())
    assert made.status == 201, made.json
    fits("Rehearsal", made.json)
    assert (made.json["status"], made.json["done"], made.json["report"]) == ("running", 0, None)
    assert made.json["started_by"] == "ann"
    path = made.headers["Location"]
    seen = editor.get(path).headers["ETag"]
    assert editor.get(path, If_None_Match=seen).status == 304
    play(made.json["id"])
    done = editor.get(path, If_None_Match=seen)
    fits("Rehearsal", done.json)
    assert (done.json["status"], done.json["percent"]) == ("done", 100)
    report = done.json["report"]
    assert (report["games"], report["troubles"], report["changes"]) == (4, [], [])
    assert [(one["seat"], one["played"]) for one in report["wins"]] == [("0", 4), ("1", 4)]
    assert done.json["ended_at"].endswith("Z")


def test_two_editions_are_compared_on_the_same_deals(editor: Caller) -> None:
    hash = current_edition("xmen").hash
    made = editor.post("rehearsals/", body(base=hash))
    play(made.json["id"])
    found = editor.get(made.headers["Location"]).json
    assert found["base"] == hash
    changes = [(one["seat"], one["pairs"], one["gained"]) for one in found["report"]["changes"]]
    assert changes == [("0", 4, 0), ("1", 4, 0)]


def test_a_draft_is_rehearsed_by_its_code(editor: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    load_shipped()
    code = CardSet.objects.get(variant="xmen").code
    made = editor.post("rehearsals/", body(cards=code, base=current_edition("xmen").hash))
    assert (made.status, made.json["code"]) == (201, code)


def test_rehearsals_are_listed_in_pages(editor: Caller) -> None:
    keys = [editor.post("rehearsals/", body(seed=seed)).json["id"] for seed in (1, 2, 3)]
    page = editor.get(f"rehearsals/?limit=2&hash={current_edition('xmen').hash}").json
    fits("RehearsalPage", page)
    assert [one["id"] for one in page["results"]] == keys[:0:-1]
    rest = editor.get(page["next"]).json
    assert ([one["id"] for one in rest["results"]], rest["next"]) == (keys[:1], None)
    assert editor.get("rehearsals/?code=none").json["results"] == []


def test_a_rehearsal_is_cancelled_and_keeps_its_games(editor: Caller) -> None:
    path = editor.post("rehearsals/", body()).headers["Location"]
    for _ in range(2):
        assert editor.post(f"{path}cancel/").json["status"] == "cancelled"
    assert Rehearsal.objects.get().status == "cancelled"


def test_a_repeated_request_starts_one(editor: Caller) -> None:
    replies = [editor.post("rehearsals/", body(), Idempotency_Key="k") for _ in range(2)]
    assert replies[0].json["id"] == replies[1].json["id"]
    assert Rehearsal.objects.count() == 1


@pytest.mark.parametrize(
    ("more", "code", "pointer"),
    [
        ({"cards": "0" * 64}, "unknown_edition", "/cards"),
        ({"base": "nothing"}, "unknown_edition", "/base"),
        ({"games": 0}, "malformed", "/games"),
        ({"games": 20_001}, "malformed", "/games"),
        ({"seats": []}, "malformed", "/seats"),
        ({"seats": [1]}, "malformed", "/seats"),
        ({"seats": [2, 2]}, "malformed", "/seats"),
        ({"bots": []}, "malformed", "/bots"),
        ({"bots": ["deep-thought"]}, "malformed", "/bots"),
        ({"seed": -1}, "malformed", "/seed"),
    ],
)
def test_a_wrong_plan_has_its_place(
    editor: Caller, more: dict[str, Any], code: str, pointer: str
) -> None:
    reply = editor.post("rehearsals/", body(**more))
    assert reply.code == code
    assert reply.json["errors"][0]["pointer"] == pointer
    assert not Rehearsal.objects.exists()


def test_editions_of_two_games_cannot_be_compared(editor: Caller) -> None:
    reply = editor.post("rehearsals/", body(base=current_edition("avengers").hash))
    assert reply.json["errors"][0]["pointer"] == "/base"


def test_only_some_run_at_once(editor: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsals, "MAX_RUNNING", 1)
    editor.post("rehearsals/", body())
    reply = editor.post("rehearsals/", body(seed=2))
    assert (reply.status, reply.code) == (409, "too_many_rehearsals")


def test_who_may_rehearse(editor: Caller) -> None:
    path = editor.post("rehearsals/", body()).headers["Location"]
    translator = staff("tom", "translate_card")
    for method, address in (("GET", path), ("GET", "rehearsals/"), ("POST", f"{path}cancel/")):
        assert Caller().ask(method, address).code == "not_authenticated"
        assert guest("Eve").ask(method, address).code == "missing_scope"
        assert translator.ask(method, address).code == "missing_permission"
    reviewer = staff("rob", "review_edition", scopes=(CATALOG_REVIEW,))
    assert reviewer.get(path).status == 200
    assert editor.get(f"rehearsals/{10**30}/").code == "not_found"
