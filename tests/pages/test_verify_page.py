"""The page /verify/: it verifies in the browser, and connects to nothing."""

import gzip
import json
from pathlib import Path
from typing import Literal

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.test import Client
from playwright.sync_api import Page, Request, expect
from pytest_django.live_server_helper import LiveServer

from games.audit.bundle import MAX_BYTES
from games.models import Game
from games.wording.verifier_texts import TEXTS
from tests.pages.conftest import Looking
from tests.pages.test_browser import FLAWS, WIDTHS
from tests.pages.test_policies import policy_of
from tests.proof import sealer
from tests.proof.played import played

PROGRAM = Path(__file__).parents[2] / "games" / "static" / "verify" / "verify.js"
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
DROP = """([files]) => {
  const given = new DataTransfer();
  for (const [name, text] of files) given.items.add(new File([text], name));
  document.dispatchEvent(new DragEvent("drop", { dataTransfer: given, cancelable: true }));
}"""


@pytest.fixture
def bundle() -> str:
    """The bundle of a game, as the text of its file."""
    return played("avengers", 4, most=30).decode()


@pytest.fixture
def page(live_server: LiveServer, looking: Looking) -> Page:
    """The page, after which no request may follow; it has no network."""
    page = looking.page
    # The browser asks for the icon when it likes, even after the page is loaded.
    page.route("**/favicon.svg", lambda route: route.fulfill(status=204))
    page.goto(f"{live_server.url}/verify/", wait_until="networkidle")

    def refuse(request: Request) -> None:
        if not request.url.endswith("/favicon.svg"):
            looking.wrong.append(f"request: {request.url}")

    page.on("request", refuse)
    page.context.set_offline(True)
    return page


def drop(page: Page, **files: str) -> None:
    """Drop files onto the page."""
    page.evaluate(DROP, [[[name.replace("_", "."), text] for name, text in files.items()]])


def changed(bundle: str) -> str:
    """The bundle with another card played in event 3."""
    value = json.loads(bundle)
    value["events"][2]["facts"].append({"fact": "color-changed", "color": "red"})
    return sealer.canonical(sealer.sign(value)).decode()


def test_the_page_may_connect_to_nothing(db: None) -> None:
    policy = policy_of(Client(), "/verify/")
    assert policy["connect-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    page = Client().get("/verify/").content.decode()
    assert "<script>" not in page
    assert Client().get("/audit/").content.decode().count('href="/verify/"') == 1


def test_for_a_game_the_page_may_connect_to_its_own_server_and_says_so(db: None) -> None:
    game = "00000000-0000-4000-8000-000000000000"
    assert policy_of(Client(), f"/verify/?game={game}")["connect-src"] == "'self'"
    page = Client().get(f"/verify/?game={game}").content.decode()
    assert f'data-bundle="/audit/games/{game}/bundle/"' in page
    assert "gets the file of the game from this server" in page
    assert page.index('id="verify-results"') < page.index('<form id="verify"')
    for other in ("/verify/?game=", "/verify/?game=https://elsewhere.example/", "/verify/?game=1"):
        assert policy_of(Client(), other)["connect-src"] == "'none'"
        assert "data-bundle" not in Client().get(other).content.decode()


def test_the_verdict_of_the_server_stands_beside_that_of_the_page(
    over: Game, running: Game
) -> None:
    page = Client().get(f"/verify/?game={over.pk}").content.decode()
    assert "The server’s own check of every rule: passed." in page
    assert page.index('id="verify-results"') < page.index('id="server-verdict"')
    for other in (running.pk, "00000000-0000-4000-8000-000000000000"):
        page = Client().get(f"/verify/?game={other}").content.decode()
        assert "The server has no verdict on this game." in page
        assert "own check of every rule" not in page
    Game.objects.filter(pk=over.pk).update(access="invited")
    assert "own check of every" not in Client().get(f"/verify/?game={over.pk}").content.decode()


def test_the_page_is_translated(db: None) -> None:
    page = Client().get("/verify/", headers={"Accept-Language": "fr-CA"}).content.decode()
    assert 'lang="fr-CA"' in page and "<h1>Vérifier une partie</h1>" in page
    assert Client().post("/verify/").status_code in (403, 405)


def test_the_page_has_a_sentence_for_each_code_of_the_program() -> None:
    program = PROGRAM.read_text()
    for name in TEXTS:
        kind, _, code = name.partition("_")
        if kind == "code":
            assert f'"{code}"' in program, code
    assert 'find("' in program


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.first
def test_a_dropped_bundle_passes(page: Page, bundle: str) -> None:
    drop(page, game_json=bundle)
    expect(page.locator("section.verdict .badge")).to_have_text("◐ MOVES NOT JUDGED")
    expect(page.locator(".answer.yes")).to_have_count(4)
    expect(page.locator("#verify-status")).to_have_text("game.json: MOVES NOT JUDGED")
    expect(page.get_by_text("Everything in this game was checked and is right")).to_be_visible()
    expect(page.get_by_text("Not examined: Lawful, Choices")).to_be_visible()
    expect(page.locator(".answer").first).not_to_be_visible()
    page.get_by_text("Each question").click()
    expect(page.locator(".answer").first).to_be_visible()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.first
def test_a_changed_bundle_fails_with_the_event(page: Page, bundle: str) -> None:
    drop(page, game_json=changed(bundle))
    expect(page.locator("section.verdict .badge")).to_have_text("✗ FAIL")
    expect(page.locator('[data-code="altered"]')).to_contain_text("event 3")
    drop(page, game_json=bundle + "\n")
    expect(page.locator('[data-code="malformed"]')).to_be_visible()
    expect(page.get_by_text("Download it again from the server.")).to_be_visible()
    expect(page.locator(".answer")).to_have_count(1)
    drop(page, game_json="no JSON <b>at all</b>")
    expect(page.locator('[data-code="malformed"]')).to_be_visible()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_files_are_compared_with_receipts_and_older_bundles(page: Page, bundle: str) -> None:
    full = json.loads(bundle)
    older = played("avengers", 4, most=12).decode()
    receipt = json.dumps(sealer.receipt(json.loads(older)))
    drop(page, game_json=bundle, older_json=older, receipt_json=receipt)
    expect(page.locator("section.verdict")).to_have_count(1)
    expect(page.locator("section.verdict .badge")).to_have_text("◐ MOVES NOT JUDGED")
    drop(page, game_json=sealer.canonical(sealer.seal(rewritten(full))).decode(), older_json=older)
    expect(page.locator('[data-code="history"]')).to_contain_text("event 12")
    drop(page, receipt_json=receipt)
    expect(page.get_by_role("alert")).to_contain_text("No bundle of this game was given.")


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_packed_bundle_is_unpacked(page: Page, bundle: str) -> None:
    files = {
        "game.json.gz": gzip.compress(bundle.encode()),
        "cut.json.gz": gzip.compress(bundle.encode())[:-9],
        "long.json.gz": gzip.compress(bundle.encode() + b" " * MAX_BYTES),
    }
    page.locator("#verify-files").set_input_files(
        [
            {"name": name, "mimeType": "application/gzip", "buffer": content}
            for name, content in files.items()
        ]
    )
    badges = page.locator("section.verdict .badge")
    expect(badges).to_have_text(["◐ MOVES NOT JUDGED", "✗ FAIL", "✗ FAIL"])
    expect(page.locator('[data-code="malformed"]')).to_have_count(2)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_files_of_a_stranger_convict_none(page: Page, bundle: str) -> None:
    stranger = Ed25519PrivateKey.from_private_bytes(b"s" * 32)
    other = sealer.seal(rewritten(json.loads(bundle)), stranger)
    receipt = sealer.receipt_of(json.loads(bundle)["head"] | {"digest": "ab" * 32}, stranger)
    older = sealer.sign(json.loads(played("avengers", 4, most=12)), stranger)
    drop(page, game_json=bundle, receipt_json=json.dumps(receipt))
    expect(page.locator("section.verdict .badge")).to_have_text("◐ MOVES NOT JUDGED")
    expect(page.get_by_role("alert")).to_contain_text(
        "receipt.json It is about none of the bundles"
    )
    drop(page, game_json=bundle, older_json=sealer.canonical(older).decode())
    expect(page.locator("section.verdict .badge")).to_have_text(["◐ MOVES NOT JUDGED"] * 2)
    drop(page, game_json=bundle, other_json=sealer.canonical(other).decode())
    expect(page.locator("section.verdict .badge").first).to_have_text("◐ MOVES NOT JUDGED")
    expect(page.locator('[data-code="two-histories"]')).to_have_count(0)
    ours = sealer.seal(rewritten(json.loads(bundle)))
    drop(page, game_json=bundle, other_json=sealer.canonical(ours).decode())
    expect(page.locator("section.verdict .badge")).to_have_text(["✗ FAIL"] * 2)
    found = page.locator('[data-code="two-histories"]').first
    expect(found).to_contain_text(
        f"(other.json. Signed with the key {sealer.receipt(ours)['key']})"
    )


def rewritten(bundle: sealer.Json) -> sealer.Json:
    """The game with another time in event 5, which the server's key can seal."""
    bundle["events"][4]["at"] = bundle["events"][4]["at"][:-2] + "9Z"
    return bundle


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_key_that_is_not_trusted_is_named(page: Page, bundle: str) -> None:
    page.locator("#verify-files").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": bundle.encode()}
    )
    expect(page.locator("section.verdict .badge")).to_have_text("◐ MOVES NOT JUDGED")
    page.locator("form summary").press("Enter")
    page.locator("#verify-keys").fill("ab" * 32)
    page.locator("#verify-keys").press("Enter")
    expect(page.locator('[data-code="key"]')).to_be_visible()
    page.locator("#verify-keys").fill("no key")
    page.get_by_role("button", name="Verify again").click()
    expect(page.get_by_role("alert")).to_be_visible()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("width", WIDTHS)
def test_the_page_is_whole_on_every_screen(page: Page, bundle: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    drop(page, game_json=changed(bundle), other_json=bundle)
    expect(page.locator("section.verdict")).to_have_count(2)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.evaluate(FLAWS) == []


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_page_of_a_game_leads_to_its_verification(
    heroic: Game, live_server: LiveServer, looking: Looking
) -> None:
    page = looking.page
    page.goto(f"{live_server.url}/audit/games/{heroic.pk}/", wait_until="networkidle")
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if one.resource_type == "fetch" else None)
    page.get_by_role("link", name="Verify it in this browser").click()
    expect(page.locator("section.verdict .badge")).to_have_text("◐ MOVES NOT JUDGED")
    assert asked == [f"{live_server.url}/audit/games/{heroic.pk}/bundle/"]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_game_without_a_file_is_an_error(live_server: LiveServer, looking: Looking) -> None:
    page = looking.page
    page.goto(f"{live_server.url}/verify/?game=00000000-0000-4000-8000-000000000000")
    expect(page.get_by_role("alert")).to_contain_text("The server did not send the file.")
    assert "404" in looking.wrong.pop()
