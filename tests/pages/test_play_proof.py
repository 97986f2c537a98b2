"""A person who only plays in a browser holds the proof of the game."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from playwright.sync_api import Browser, Locator, Route, expect

from games.ledger.signing import KEY_FILE
from tests.pages.play_person import Person
from tests.pages.play_server import PlayServer
from tests.platform.test_supervisor import ROOT
from tests.proof import sealer
from tests.proof.sealer import Json

pytestmark = pytest.mark.slow

VERIFIED: Final = "Verified: sealed, fair, dealt, yours"


def chip(person: Person) -> Locator:
    """The chip that says what holds for a person."""
    return person.page.locator(".proof-chip")


def one_round(person: Person, absence: str = "wait") -> Person:
    """Make a table with a bot by the form of the lobby, of one round."""
    page = person.page
    page.goto(f"{person.url}/play/#new")
    form = page.locator("form[name=make]")
    form.locator("[name=seats]").select_option("2")
    form.locator("[name=bots]").select_option("1")
    form.get_by_text("More options").click()
    form.locator("[name=absence]").select_option(absence)
    form.locator("[name=rounds]").fill("1")
    form.locator("[name=target_score]").fill("")
    form.get_by_role("button", name="Make a table").click()
    person.arrive()
    page.wait_for_selector(".table")
    return person


def test_a_game_in_a_browser_is_signed_and_verified(chromium: Browser, playing: PlayServer) -> None:
    ada = one_round(Person(chromium, playing.url, "Ada").sign_in())
    game = ada.ask("GET", f"games/{ada.game}/")
    assert game["chance"]["mode"] == "shared" and game["seats"][0]["key"]
    expect(chip(ada)).to_have_text("Sealed before the deal")
    for moves, _ in enumerate(ada.turns(), 1):
        if moves in (1, 3):
            told = "Your record: 1 move" if moves == 1 else f"Your record: {moves} moves"
            expect(chip(ada)).to_have_text(told)
    expect(chip(ada)).to_have_text(VERIFIED)
    expect(ada.page.locator(".end")).to_contain_text("was checked and is right, but for the rules")
    expect(ada.page.locator(".end")).to_contain_text("The server’s own check of every rule: passed")
    ada.leave()


def evidence_of(person: Person, folder: Path) -> tuple[int, str]:
    """Save the evidence by the chip; return what the command finds in it, and its status."""
    chip(person).click()
    with person.page.expect_download() as download:
        person.page.get_by_role("button", name="Save the evidence").click()
    person.page.get_by_role("button", name="Close", exact=True).last.click()
    file = folder / "evidence.zip"
    download.value.save_as(file)
    found = subprocess.run(
        [sys.executable, "-m", "games.audit", str(file)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return found.returncode, found.stdout + found.stderr


def resign(person: Person) -> None:
    """Leave the game by the button for it, which ends it."""
    press_resign(person)
    person.page.wait_for_selector(".end")


def press_resign(person: Person) -> None:
    """Press the button to leave the game, and again to be sure."""
    more = person.page.get_by_text("More", exact=True)
    if person.is_touching:
        drawer = person.page.locator("[aria-controls=happened]")
        if drawer.get_attribute("aria-expanded") != "true":
            drawer.click()
    more.click()
    person.page.locator("fd-more button", has_text=re.compile("Resign", re.IGNORECASE)).click()
    person.page.get_by_role("button", name="Really? Press again").click()


def changed(person: Person, path: str, change: Callable[[bytes], bytes]) -> None:
    """Let the server say something else at an address of the game from now on."""

    def between(route: Route) -> None:
        reply = route.fetch()
        route.fulfill(response=reply, body=change(reply.body()))

    person.page.route(re.compile(f"/api/v1/games/{person.game or '[^/]+'}/{path}"), between)


def forged(server: PlayServer, change: Callable[[Json], object]) -> Callable[[bytes], bytes]:
    """What the owner makes of a bundle with the key of the server."""
    secret = bytes.fromhex((server.data / KEY_FILE).read_text())

    def forge(source: bytes) -> bytes:
        bundle = json.loads(source)
        change(bundle)
        sealer.seal(bundle, Ed25519PrivateKey.from_private_bytes(secret))
        return sealer.canonical(bundle)

    return forge


def another_winner(bundle: Json) -> None:
    """Let the other seat win."""
    ends = [fact for event in bundle["events"] for fact in event["facts"]]
    result = next(one for one in ends if one["fact"] == "game-ended")
    result["winner"] = 1 - result["winner"]
    result["places"] = result["places"][::-1]


def another_move(bundle: Json) -> None:
    """Let the first move have been without a consequence."""
    bundle["events"][1]["facts"] = []


def another_deal(bundle: Json) -> None:
    """Choose another seed of the server, when the shares are open."""
    bundle["seed"] = "ab" * 32
    bundle["head"]["commitment"] = sealer.seed_commitment(bundle["seed"])


@pytest.mark.parametrize(
    ("forge", "findings"),
    [
        (another_winner, ["history", "facts"]),
        (another_move, ["history"]),
        (another_deal, ["history", "shuffle"]),
    ],
)
def test_a_game_that_the_owner_changed_turns_the_chip_red_at_its_end(
    chromium: Browser,
    playing: PlayServer,
    tmp_path: Path,
    forge: Callable[[Json], object],
    findings: list[str],
) -> None:
    ada = one_round(Person(chromium, playing.url, "Ada").sign_in())
    changed(ada, "audit/bundle/", forged(playing, forge))
    assert ada.wait_until_asked()
    ada.answer()
    expect(chip(ada)).to_have_text("Your record: 1 move")
    resign(ada)
    expect(chip(ada)).to_have_attribute("data-state", "wrong")
    expect(chip(ada)).to_contain_text("The server has changed what happened in this game.")
    status, printed = evidence_of(ada, tmp_path)
    assert status == 1 and all(one in printed for one in findings), printed
    ada.leave()


def test_terms_that_do_not_bind_the_share_keep_it_closed(
    chromium: Browser, playing: PlayServer
) -> None:
    def exchange(source: bytes) -> bytes:
        screen = json.loads(source)
        screen["terms"]["chance"]["commitments"][0] = "f" * 64
        return sealer.canonical(screen)

    ada = Person(chromium, playing.url, "Ada").sign_in()
    changed(ada, "prompts/", exchange)
    ada.page.goto(playing.url)
    ada.page.get_by_role("button", name="Play now").first.click()
    expect(chip(ada)).to_have_text("The seed is not the one that was fixed before the deal.")
    assert ada.ask("GET", f"games/{ada.arrive()}/")["chance"]["missing"] == [0]
    assert not any(one.endswith("/share/") for one in ada.requests)
    ada.leave()


def test_a_row_that_is_not_what_the_server_said_turns_the_chip_red_at_once(
    chromium: Browser, playing: PlayServer
) -> None:
    def tell_it_otherwise(source: bytes) -> bytes:
        reply = json.loads(source)
        for event in reply.get("events", ()):
            event["at"] = "2020-01-01T00:00:00.000Z"
        return sealer.canonical(reply)

    ada = one_round(Person(chromium, playing.url, "Ada").sign_in())
    assert ada.wait_until_asked()
    changed(ada, "moves/", tell_it_otherwise)
    ada.answer()
    expect(chip(ada)).to_contain_text("The server has changed what happened in this game.")
    ada.leave()


RESIGN_FOR: Final = """
from games.engine import Resign
from games.ledger.rows import Actor
from games.models import Seat
from games.play.selectors import stored_game
from games.play.commands import MoveCommand
from games.play.submitting import make_move

player = Seat.objects.get(game="{game}", number=0).player_id
make_move(stored_game("{game}"), MoveCommand(Resign(0), Actor(kind="player", player=str(player))))
"""


def test_a_move_in_the_name_of_a_player_turns_the_chip_red_at_once(
    chromium: Browser, playing: PlayServer, tmp_path: Path
) -> None:
    ada = one_round(Person(chromium, playing.url, "Ada").sign_in())
    assert ada.wait_until_asked()
    ada.answer()
    playing.run(RESIGN_FOR.format(game=ada.game))
    expect(chip(ada)).to_contain_text("A move was made in your name that you did not sign.")
    status, printed = evidence_of(ada, tmp_path)
    assert status == 1 and "unsigned-move" in printed, printed
    ada.leave()


BOT_FOR: Final = """
from games.engine import legal_moves
from games.ledger import store
from games.ledger.rows import Actor
from games.play.selectors import ruleset_for, stored_game
from games.play.commands import MoveCommand
from games.play.submitting import make_move

game = stored_game("{game}")
move = legal_moves(ruleset_for(game), store.load(game), 0)[-1]
make_move(game, MoveCommand(move, Actor(kind="bot", name="greedy", version="3", budget=10000)))
"""


def test_a_bot_that_plays_for_a_player_unasked_turns_the_chip_red_at_once(
    chromium: Browser, playing: PlayServer, tmp_path: Path
) -> None:
    ada = one_round(Person(chromium, playing.url, "Ada").sign_in())
    assert ada.wait_until_asked()
    ada.answer()
    assert ada.wait_until_asked()
    playing.run(BOT_FOR.format(game=ada.game))
    expect(chip(ada)).to_contain_text("A move was made in your name that you did not sign.")
    assert ada.ask("GET", f"games/{ada.game}/")["status"] == "running"
    resign(ada)
    status, printed = evidence_of(ada, tmp_path)
    assert status == 1 and "actor" in printed, printed
    ada.leave()


STAND_IN_FOR: Final = """
from django.db import transaction
from games.engine import Pause, StandIn, legal_moves
from games.ledger import store
from games.ledger.rows import Actor
from games.play import deciding
from games.play.commands import MoveCommand
from games.play.submitting import make_move
from games.play.selectors import ruleset_for, stored_game

def make(move, kind, **actor):
    make_move(stored_game("{game}"), MoveCommand(move, Actor(kind=kind, **actor)))

deciding._check_away = lambda *_: None
bot = dict(name="greedy", version="3", budget=10000)
game = stored_game("{game}")
with transaction.atomic():
    make(StandIn(1, 0), "bot", **bot)
    make(legal_moves(ruleset_for(game), store.load(game), 0)[-1], "bot", **bot)
    make(Pause(), "organiser", player="staff-1", reason="No bot plays on.")
"""


def test_a_bot_that_was_let_go_on_does_not_turn_the_chip_red(
    chromium: Browser, playing: PlayServer
) -> None:
    ada = one_round(Person(chromium, playing.url, "Ada").sign_in(), absence="bot")
    assert ada.wait_until_asked()
    ada.answer()
    assert ada.wait_until_asked()
    playing.run(STAND_IN_FOR.format(game=ada.game))
    ada.page.reload()
    ada.page.get_by_role("button", name="Take your seat back").click()
    expect(chip(ada)).to_have_text("Your record: 2 moves")
    ada.leave()


EMPTY: Final = """() => new Promise((done, fail) => {
  const request = indexedDB.deleteDatabase("proof");
  request.onsuccess = done;
  request.onerror = fail;
})"""


def test_a_page_whose_storage_is_emptied_plays_on_and_a_new_one_says_why_it_cannot(
    chromium: Browser, playing: PlayServer, tmp_path: Path
) -> None:
    ada = one_round(Person(chromium, playing.url, "Ada").sign_in())
    assert ada.wait_until_asked()
    ada.answer()
    ada.page.evaluate(EMPTY)
    assert ada.wait_until_asked()
    ada.answer()
    expect(chip(ada)).to_have_text("Your record: 2 moves")
    ada.page.reload()
    expect(chip(ada)).to_have_text("Your record: 2 moves")
    resign(ada)
    expect(chip(ada)).to_have_text(VERIFIED)
    status, printed = evidence_of(ada, tmp_path)
    assert status == 0, printed
    ada.page.evaluate(EMPTY)
    ada.page.reload()
    expect(chip(ada)).to_have_text("Sealed by the server only")
    chip(ada).click()
    expect(ada.page.get_by_role("dialog")).to_contain_text("is not in this browser")
    ada.leave()


NO_ED25519: Final = """
crypto.subtle.generateKey = () => Promise.reject(new DOMException("", "NotSupportedError"));
"""


def test_a_browser_without_ed25519_plays_and_says_why_it_signs_nothing(
    chromium: Browser, playing: PlayServer
) -> None:
    ada = Person(chromium, playing.url, "Ada").sign_in()
    ada.context.add_init_script(NO_ED25519)
    one_round(ada)
    assert ada.wait_until_asked()
    ada.answer()
    expect(chip(ada)).to_have_text("Sealed by the server only")
    chip(ada).click()
    expect(ada.page.get_by_role("dialog")).to_contain_text("cannot make keys of this kind")
    ada.page.keyboard.press("Escape")
    for _ in ada.turns():
        pass
    expect(chip(ada)).to_have_text("Verified: sealed, fair, dealt")
    ada.leave()


def test_another_key_of_the_seat_turns_the_chip_red_when_the_page_opens(
    chromium: Browser, playing: PlayServer
) -> None:
    ada = one_round(Person(chromium, playing.url, "Ada").sign_in())
    assert ada.wait_until_asked()
    key = ada.ask("GET", f"games/{ada.game}/")["seats"][0]["key"].encode()
    changed(ada, "$", lambda source: source.replace(key, b"ab" * 32))
    ada.page.reload()
    expect(chip(ada)).to_have_text(
        "The server gives your seat another key than the one that it signed."
    )
    expect(ada.page.get_by_role("button", name="Play on here, unsigned")).to_have_count(0)
    ada.leave()
