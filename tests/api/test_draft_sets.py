"""Drafts of card sets over the API: who may, what is written, and what is refused."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User

from cards.language import edition_hash, plain_card
from cards.models import Card, CardSet
from cards.releases import reviews
from cards.selectors import current_edition, draft_text
from games.api.openapi.components import examples
from games.players.scopes import CATALOG_PUBLISH, CATALOG_REVIEW, CATALOG_WRITE
from games.players.services import issue_token, player_for
from tests.api.catalog_examples import catalog_examples
from tests.api.client import Caller, Reply, fits, guest
from tests.cards.makers import card, card_set, wild

pytestmark = pytest.mark.django_db

NEW = {"code": "panther", "name": "Black Panther", "variant": "xmen", "colors": ["red", "blue"]}
RED = plain_card(card())
HERO = card("own-hero", kind="hero", name="Hero")


def staff(name: str, *codenames: str, scopes: tuple[str, ...] = (CATALOG_WRITE,)) -> Caller:
    """A client of a user with these permissions of the cards, and a token with the scopes."""
    user, _ = User.objects.get_or_create(username=name, is_staff=True)
    rights = Permission.objects.filter(content_type__app_label="cards", codename__in=codenames)
    user.user_permissions.add(*rights)
    _, secret = issue_token(player=player_for(user=user), scopes=scopes)
    return Caller(secret)


@pytest.fixture
def editor(db: None) -> Caller:
    return staff("ann", "draft_card")


@pytest.fixture
def draft() -> CardSet:
    return card_set("own", [card(), card("red-2", symbol="2"), HERO])


def put(caller: Caller, path: str, body: Any, **headers: str) -> Reply:
    return caller.ask("PUT", path, body, **headers)


def etag(caller: Caller, path: str) -> str:
    return caller.get(path).headers["ETag"]


# ---- sets


def test_a_set_is_created_changed_listed_and_deleted(editor: Caller) -> None:
    made = editor.post("sets/", NEW)
    assert (made.status, made.headers["Location"]) == (201, "/api/v1/sets/panther/")
    fits("Set", made.json)
    tag = made.headers["ETag"]
    assert made.json["etag"] == tag
    path = "sets/panther/"
    renamed = editor.ask("PATCH", path, {"name_fr": "Panthère noire"}, If_Match=tag)
    assert (renamed.status, renamed.json["name_fr"]) == (200, "Panthère noire")
    assert renamed.json["name"] == "Black Panther"
    assert renamed.headers["ETag"] == etag(editor, path) != tag
    listed = editor.get("sets/").json
    fits("SetPage", listed)
    assert [one["code"] for one in listed["results"]] == ["panther"]
    gone = editor.ask("DELETE", path, If_Match=renamed.headers["ETag"])
    assert (gone.status, gone.raw) == (204, b"")
    assert editor.get(path).code == "not_found"


def test_the_history_names_the_account_of_the_token(editor: Caller) -> None:
    editor.post("sets/", NEW)
    made = editor.post("sets/panther/cards/", {"definition": RED})
    user = User.objects.get(username="ann")
    assert CardSet.history.get().history_user == user
    put(editor, "sets/panther/cards/red-1/", {"definition": RED | {"name": "One"}},
        If_Match=made.headers["ETag"])  # fmt: skip
    assert [one.history_user for one in Card.history.all()] == [user, user]


def test_pages_of_sets_follow_each_other(editor: Caller) -> None:
    for code in ("a", "b", "c"):
        card_set(code, [])
    page = editor.get("sets/?limit=2").json
    assert [one["code"] for one in page["results"]] == ["a", "b"]
    rest = editor.get(page["next"]).json
    assert ([one["code"] for one in rest["results"]], rest["next"]) == (["c"], None)
    for cursor in ("x", "YmVmb3JlOjA=", "YWZ0ZXI6"):
        assert editor.get(f"sets/?cursor={cursor}").code == "invalid_parameter"


def test_a_set_is_asked_again_by_its_tag(editor: Caller, draft: CardSet) -> None:
    tag = etag(editor, "sets/own/")
    assert editor.get("sets/own/", If_None_Match=tag).status == 304
    draft.cards.get(code="red-2").delete()
    assert editor.get("sets/own/", If_None_Match=tag).status == 200


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        (NEW | {"code": "Panther"}, "malformed", "/code"),
        (NEW | {"variant": "ultmate"}, "malformed", "/variant"),
        (NEW | {"colors": ["pink"]}, "malformed", "/colors"),
        (NEW | {"colors": "red"}, "malformed", "/colors"),
        (NEW | {"name": "a\u202eb"}, "malformed", "/name"),
        (NEW | {"text": "x"}, "malformed", "/text"),
        (NEW | {"code": "own"}, "set_exists", "/code"),
    ],
)
def test_a_wrong_set_is_refused_with_its_place(
    editor: Caller, draft: CardSet, body: Any, code: str, pointer: str
) -> None:
    reply = editor.post("sets/", body)
    assert reply.code == code
    assert reply.json["errors"][0]["pointer"] == pointer
    assert CardSet.objects.count() == 1


def test_a_repeated_request_creates_one_set(editor: Caller) -> None:
    replies = [editor.post("sets/", NEW, Idempotency_Key="k") for _ in range(2)]
    assert [one.status for one in replies] == [201, 201]
    assert replies[1].headers["Idempotent-Replayed"] == "true"
    assert replies[0].json == replies[1].json
    other = editor.post("sets/", NEW | {"code": "x"}, Idempotency_Key="k")
    assert other.code == "key_reused"


def test_the_code_of_another_set_cannot_be_taken(editor: Caller, draft: CardSet) -> None:
    card_set("other", [])
    reply = editor.ask("PATCH", "sets/own/", {"code": "other"}, If_Match="*")
    assert (reply.status, reply.code) == (409, "set_exists")
    same = editor.ask("PATCH", "sets/own/", {"code": "own", "colors": ["red"]}, If_Match="*")
    assert same.json["colors"] == ["red"]


# ---- cards


def test_a_card_is_added_replaced_renamed_and_deleted(editor: Caller, draft: CardSet) -> None:
    own = plain_card(wild({"effect": "burn", "count": 2}))
    made = editor.post("sets/own/cards/", {"definition": own, "copies": 4})
    assert made.headers["Location"] == "/api/v1/sets/own/cards/own-wild/"
    fits("DraftCard", made.json)
    assert (made.json["copies"], made.json["position"], made.json["definition"]) == (4, 3, own)
    assert made.json["text"]["en"] == "Choose the color in play. Burn two cards."
    own["effects"][1]["count"] = 3
    path = "sets/own/cards/own-wild/"
    changed = put(editor, path, {"definition": own}, If_Match=made.headers["ETag"])
    assert (changed.status, changed.json["copies"]) == (200, 4)
    assert "trois" in changed.json["text"]["fr-CA"]
    named = put(editor, path, {"definition": own | {"code": "burns"}, "position": 0},
                If_Match=changed.headers["ETag"])  # fmt: skip
    assert named.headers["Location"] == "/api/v1/sets/own/cards/burns/"
    listed = editor.get("sets/own/cards/").json
    fits("DraftCardList", listed)
    assert {one["code"] for one in listed["cards"]} == {"red-1", "red-2", "own-hero", "burns"}
    assert editor.ask("DELETE", "sets/own/cards/burns/", If_Match=named.json["etag"]).status == 204
    assert editor.get("sets/own/cards/burns/").status == 404


def test_a_stale_write_is_refused_with_what_differs(editor: Caller, draft: CardSet) -> None:
    path = "sets/own/cards/red-1/"
    seen = etag(editor, path)
    put(editor, path, {"definition": RED | {"name": "Theirs"}}, If_Match=seen)
    mine = {"definition": RED | {"name": "Mine"}, "copies": 3}
    reply = put(editor, path, mine, If_Match=seen)
    assert (reply.status, reply.code) == (412, "stale_draft")
    assert reply.json["differences"] == [
        {"path": "name", "change": "changed", "before": "Theirs", "after": "Mine"},
        {"path": "copies", "change": "changed", "before": 1, "after": 3},
    ]
    assert reply.headers["ETag"] == etag(editor, path)
    assert draft.cards.get(code="red-1").text().name == "Theirs"
    assert put(editor, path, mine, If_Match=f"W/{reply.headers['ETag']}").status == 200


def test_a_stale_set_says_what_differs(editor: Caller, draft: CardSet) -> None:
    seen = etag(editor, "sets/own/")
    draft.name = "Theirs"
    draft.save()
    reply = editor.ask("PATCH", "sets/own/", {"name": "Mine", "name_fr": ""}, If_Match=seen)
    assert [one["path"] for one in reply.json["differences"]] == ["name"]
    assert editor.ask("DELETE", "sets/own/", If_Match=seen).json["differences"] == []


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "sets/own/", {"name": "x"}),
        ("DELETE", "sets/own/", None),
        ("PUT", "sets/own/cards/red-1/", {"definition": RED}),
        ("DELETE", "sets/own/cards/red-1/", None),
        ("PUT", "sets/own/decks/own-hero/", {"entries": []}),
    ],
)
def test_a_change_without_if_match_is_428(
    editor: Caller, draft: CardSet, method: str, path: str, body: Any
) -> None:
    reply = editor.ask(method, path, body)
    assert (reply.status, reply.code) == (428, "precondition_required")
    reply = editor.ask(method, path, body, If_Match="nonsense")
    assert (reply.status, reply.code) == (400, "invalid_header")
    reply = editor.ask(method, path, body, If_Match='"another"')
    assert (reply.status, reply.code) == (412, "stale_draft")
    assert draft_text(draft) == draft_text(CardSet.objects.get())


@pytest.mark.parametrize(
    ("definition", "pointer", "said"),
    [
        ({**RED, "effects": [{"effect": "drwa"}]}, "/definition/effects/0", "draw"),
        ({**RED, "text": "x"}, "/definition/text", "text"),
        ({"code": "x"}, "/definition", "name"),
        ([], "/definition", "object"),
        ("", "/definition", "object"),
    ],
)
def test_what_is_no_card_is_refused_with_its_place(
    editor: Caller, draft: CardSet, definition: Any, pointer: str, said: str
) -> None:
    for path in ("sets/own/cards/", "sets/own/preview/"):
        reply = editor.post(path, {"definition": definition})
        assert (reply.status, reply.code) == (400, "malformed")
        (flaw,) = reply.json["errors"]
        assert flaw["pointer"] == pointer
        assert said in flaw["detail"]
    assert draft.cards.count() == 3


def test_a_field_that_is_given_twice_is_refused(editor: Caller, draft: CardSet) -> None:
    body = json.dumps({"definition": RED}).replace('"name"', '"name": "x", "name"').encode()
    reply = editor.post("sets/own/cards/", body)
    assert reply.json["errors"][0]["pointer"] == "/definition/name"


def test_the_fault_of_a_definition_is_said_in_french(draft: CardSet, editor: Caller) -> None:
    editor.language = "fr-CA"
    reply = editor.post("sets/own/cards/", {"definition": RED | {"points": "deux"}})
    assert "un nombre entier" in reply.json["errors"][0]["detail"]


@pytest.mark.parametrize("more", [{"copies": 0}, {"copies": 101}, {"position": -1}])
def test_numbers_out_of_range_are_refused(editor: Caller, draft: CardSet, more: Any) -> None:
    reply = editor.post("sets/own/cards/", {"definition": RED | {"code": "x"}} | more)
    assert (reply.status, draft.cards.count()) == (400, 3)


def test_the_code_of_another_card_cannot_be_taken(editor: Caller, draft: CardSet) -> None:
    for reply in (
        editor.post("sets/own/cards/", {"definition": RED}),
        put(editor, "sets/own/cards/red-2/", {"definition": RED}, If_Match="*"),
    ):
        assert (reply.status, reply.code) == (409, "card_exists")
        assert reply.json["errors"][0]["pointer"] == "/definition/code"


def test_an_unknown_set_card_or_hero_is_not_found(editor: Caller, draft: CardSet) -> None:
    for path in ("sets/x/", "sets/x/cards/", "sets/own/cards/x/", "sets/own/decks/red-1/",
                 "sets/x/lint/", "sets/x/definition.json", "sets/own/compare/0/"):  # fmt: skip
        assert editor.get(path).code == "not_found", path


# ---- decks, lint, preview, export, comparison


def test_a_deck_is_replaced_whole(editor: Caller, draft: CardSet) -> None:
    path = "sets/own/decks/own-hero/"
    empty = editor.get(path)
    fits("DraftDeck", empty.json)
    assert (empty.json["card_count"], empty.json["entries"]) == (0, [])
    body = {"entries": [{"card": "red-2", "copies": 3}, {"card": "red-1", "basis": "ruling"}]}
    filled = put(editor, path, body, If_Match=empty.headers["ETag"])
    assert filled.json["card_count"] == 4
    assert filled.json["entries"] == [
        {"card": "red-1", "copies": 1, "basis": "ruling"},
        {"card": "red-2", "copies": 3, "basis": "sheet"},
    ]
    assert editor.get(path, If_None_Match=filled.headers["ETag"]).status == 304
    other = {"entries": [{"card": "red-2", "copies": 5}]}
    stale = put(editor, path, other, If_Match=empty.headers["ETag"])
    assert [one["path"] for one in stale.json["differences"]] == ["red-1", "red-2"]
    assert put(editor, path, other, If_Match=filled.headers["ETag"]).json["card_count"] == 5


@pytest.mark.parametrize("codes", [["red-1", "red-9"], ["red-1", "red-1"]])
def test_a_deck_of_unknown_or_repeated_cards_is_refused(
    editor: Caller, draft: CardSet, codes: list[str]
) -> None:
    body = {"entries": [{"card": code} for code in codes]}
    reply = put(editor, "sets/own/decks/own-hero/", body, If_Match="*")
    assert (reply.status, reply.json["errors"][0]["pointer"]) == (400, "/entries/1/card")


def test_findings_have_their_places_in_both_languages(editor: Caller) -> None:
    card_set("bad", [card(), wild({"effect": "choose_player"})])
    reply = editor.get("sets/bad/lint/")
    fits("Lint", reply.json)
    (one,) = reply.json["findings"]
    assert (one["card"], one["pointer"], one["code"]) == ("own-wild", "/effects/1", "unread")
    assert "target est choisi" in one["message"]["fr-CA"]
    warnings = {(one["card"], one["pointer"], one["code"]) for one in reply.json["warnings"]}
    assert ("red-1", "/name_fr", "untranslated") in warnings
    assert (None, None, "untranslated") in warnings


def test_a_preview_has_text_picture_and_findings_and_stores_nothing(
    editor: Caller, draft: CardSet
) -> None:
    card = plain_card(wild({"effect": "choose_player"}))
    reply = editor.post("sets/own/preview/", {"definition": card})
    fits("Preview", reply.json)
    assert reply.json["picture"]["fr-CA"].startswith("<svg")
    assert {one["code"] for one in reply.json["findings"]} >= {"unread"}
    assert draft.cards.count() == 3
    same = editor.post("sets/own/preview/", {"definition": RED, "replaces": "red-1"}).json
    again = editor.post("sets/own/preview/", {"definition": RED}).json
    codes = [{one["code"] for one in found["findings"]} for found in (same, again)]
    assert "duplicate-code" not in codes[0]
    assert "duplicate-code" in codes[1]
    unknown = editor.post("sets/own/preview/", {"definition": RED, "replaces": "x"})
    assert (unknown.code, unknown.json["errors"][0]["pointer"]) == ("unknown_card", "/replaces")


def test_the_export_has_the_bytes_of_the_hash(editor: Caller, draft: CardSet) -> None:
    from hashlib import sha256

    found = editor.get("sets/own/").json["hash"]
    assert sha256(editor.get("sets/own/definition.json").raw).hexdigest() == found
    assert found == edition_hash(draft_text(draft))


def test_a_set_is_imported_whole_or_not_at_all(editor: Caller, editions: None) -> None:
    edition = current_edition("xmen")
    made = editor.ask("PUT", "sets/mine/definition.json", edition.canonical.encode())
    assert (made.status, made.json["code"]) == (201, "mine")
    assert made.json["card_count"] == edition.text().size()
    history = Card.history.filter(card_set__code="mine")
    assert {one.history_user.username for one in history} == {"ann"}
    body = json.loads(editor.get("sets/mine/definition.json").raw)
    first = body["cards"][0]
    first["name"] = "Changed"
    path = "sets/mine/definition.json"
    assert put(editor, path, body).code == "precondition_required"
    assert put(editor, path, body, If_Match='"x"').code == "stale_draft"
    done = put(editor, path, body, If_Match=made.headers["ETag"])
    assert (done.status, done.json["etag"]) == (200, etag(editor, "sets/mine/"))
    assert CardSet.objects.get(code="mine").cards.get(code=first["code"]).text().name == "Changed"
    body["cards"][0]["hero"] = "wolverine"
    refused = put(editor, path, body, If_Match="*")
    assert (refused.status, refused.code) == (400, "malformed")
    assert "wolverine" in refused.json["errors"][0]["detail"]
    assert put(editor, "sets/new/definition.json", body).status == 400
    assert editor.ask("PUT", path, b"{", If_Match="*").status == 400
    assert CardSet.objects.get(code="mine").cards.get(code=first["code"]).text().hero == ""


def test_a_draft_is_compared_with_an_edition(
    editor: Caller, draft: CardSet, editions: None
) -> None:
    reply = editor.get(f"sets/own/compare/{current_edition('xmen').hash}/")
    fits("Comparison", reply.json)
    assert reply.json["after"] == edition_hash(draft_text(draft))


# ---- who may


WRITES = [
    ("POST", "sets/", NEW),
    ("PATCH", "sets/own/", {"name": "x"}),
    ("DELETE", "sets/own/", None),
    ("POST", "sets/own/cards/", {"definition": RED | {"code": "x"}}),
    ("PUT", "sets/own/cards/red-1/", {"definition": RED | {"name": "x"}}),
    ("DELETE", "sets/own/cards/red-1/", None),
    ("PUT", "sets/own/definition.json", {}),
    ("PUT", "sets/own/decks/own-hero/", {"entries": []}),
]
READS = ["sets/", "sets/own/", "sets/own/cards/", "sets/own/cards/red-1/", "sets/own/lint/",
         "sets/own/decks/own-hero/", "sets/own/definition.json"]  # fmt: skip


def test_drafts_are_not_public(draft: CardSet) -> None:
    player = guest("Eve")
    for path in READS:
        assert Caller().get(path).code == "not_authenticated"
        assert player.get(path).code == "missing_scope"
    for method, path, body in WRITES:
        assert Caller().ask(method, path, body).code == "not_authenticated"
        assert player.ask(method, path, body, If_Match="*").code == "missing_scope"


def test_a_scope_without_the_permission_is_not_enough(draft: CardSet) -> None:
    nobody = staff("eve", scopes=(CATALOG_WRITE, CATALOG_REVIEW, CATALOG_PUBLISH))
    for path in READS:
        assert nobody.get(path).code == "missing_permission"
    for method, path, body in WRITES:
        reply = nobody.ask(method, path, body, If_Match="*")
        assert (reply.status, reply.code) == (403, "missing_permission")
        assert reply.json["params"] == {"permission": "cards.draft_card"}


def test_translators_and_reviewers_read_and_do_not_write(draft: CardSet) -> None:
    before = draft_text(draft)
    for name, scope in (("translate_card", CATALOG_WRITE), ("review_edition", CATALOG_REVIEW)):
        reader = staff(name, name, scopes=(scope,))
        for path in READS:
            assert reader.get(path).status == 200
        for method, path, body in WRITES:
            assert reader.ask(method, path, body, If_Match="*").status == 403
    assert draft_text(CardSet.objects.get()) == before


def test_an_account_that_was_disabled_may_nothing(editor: Caller, draft: CardSet) -> None:
    User.objects.filter(username="ann").update(is_active=False)
    assert editor.get("sets/").code in ("invalid_token", "missing_permission")


def test_a_frozen_draft_is_409(editor: Caller, draft: CardSet) -> None:
    author = User.objects.create(username="author", is_superuser=True)
    draft.cards.get(code="own-hero").delete()
    proposal = reviews.submit(card_set=draft, by=author, reason="ready")
    found = editor.get("sets/own/").json
    assert (found["frozen"], found["proposal"]) == (True, proposal.pk)
    for method, path, body in WRITES[1:6]:
        reply = editor.ask(method, path, body, If_Match="*")
        assert (reply.status, reply.code) == (409, "draft_frozen"), path


def test_the_examples_are_true() -> None:
    for name, value in catalog_examples().items():
        fits(name, value)
        assert examples()[name] == value
