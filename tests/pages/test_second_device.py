"""A player plays on from a device that has no key of the seat."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, expect

from tests.pages.play_person import FINGER, MOUSE, Person
from tests.pages.play_server import PlayServer
from tests.pages.test_play_proof import chip, evidence_of, one_round

pytestmark = pytest.mark.slow

REVOKED: Final = "Your seat is played on without your key, from another device."


def other_device(chromium: Browser, person: Person, **look: Any) -> Person:
    """The same player at the same table, in another browser."""
    other = Person(chromium, person.url, person.name, **look)
    other.context.add_cookies(person.context.cookies())  # type: ignore[arg-type]
    other.game = person.game
    other.page.goto(f"{person.url}/play/{person.game}/")
    return other


@pytest.mark.parametrize("look", [FINGER, MOUSE], ids=("phone", "desktop"))
def test_a_second_device_plays_on_unsigned_and_the_first_one_says_so(
    chromium: Browser, playing: PlayServer, tmp_path: Path, look: dict[str, Any]
) -> None:
    ada = one_round(Person(chromium, playing.url, "Ada").sign_in())
    assert ada.wait_until_asked()
    phone = other_device(chromium, ada, **look)
    dialog = phone.page.get_by_role("dialog")
    expect(dialog).to_contain_text("This seat is signed by another device.")
    dialog.get_by_role("button", name="Play on here, unsigned").click()
    expect(dialog).to_contain_text("it cannot be undone")
    dialog.get_by_role("button", name="Yes, play on unsigned").click()
    expect(dialog).to_be_hidden()
    expect(chip(ada)).to_contain_text(REVOKED)
    (mine,) = [one for one in ada.ask("GET", f"games/{ada.game}/")["seats"] if one["you"]]
    since = mine["unsigned_from"]
    expect(chip(ada)).to_contain_text(f"(Event {since})")
    for person in (phone, ada):
        # What the other one has answered is on this screen, too.
        person.check_screen()
        assert person.wait_until_asked()
        person.answer()
    phone.page.reload()
    expect(chip(phone)).to_have_text("Sealed by the server only")
    chip(phone).click()
    expect(dialog).to_contain_text(f"From event {since} on you play without signatures")
    expect(dialog.get_by_role("button", name="Play on here, unsigned")).to_have_count(0)
    dialog.get_by_role("button", name="Close", exact=True).click()
    phone.ask("POST", f"games/{ada.game}/moves/", {"move": "resign"})
    for person in (phone, ada):
        person.page.wait_for_selector(".end")
    status, printed = evidence_of(ada, tmp_path)
    assert status == 2 and "key-revoked" in printed and "NOT JUDGED" in printed, printed
    for person in (phone, ada):
        person.leave()


def test_who_only_watches_on_a_second_device_revokes_nothing(
    chromium: Browser, playing: PlayServer
) -> None:
    ada = one_round(Person(chromium, playing.url, "Ada").sign_in())
    phone = other_device(chromium, ada, **FINGER)
    dialog = phone.page.get_by_role("dialog")
    expect(dialog).to_contain_text("This seat is signed by another device.")
    dialog.get_by_role("button", name="Close", exact=True).click()
    expect(dialog).to_be_hidden()
    assert ada.wait_until_asked()
    ada.answer()
    expect(chip(ada)).to_have_text(re.compile("Your record: 1 move"))
    chip(phone).click()
    expect(dialog.get_by_role("button", name="Play on here, unsigned")).to_be_visible()
    for person in (phone, ada):
        person.leave()


REVOKE_FOR: Final = """
from games.engine import Resign, RevokeKey
from games.ledger.rows import Actor
from games.models import Seat
from games.play.selectors import stored_game
from games.play.commands import MoveCommand
from games.play.submitting import submit_move
seat = Seat.objects.get(game="{game}", number=0)
actor = Actor(kind="player", player=str(seat.player_id))
for move in (RevokeKey(0), Resign(0)):
    submit_move(stored_game("{game}"), MoveCommand(move, actor, key=seat.key))
"""


def test_an_owner_who_revokes_the_key_of_a_player_turns_the_chip_red_at_once(
    chromium: Browser, playing: PlayServer, tmp_path: Path
) -> None:
    ada = one_round(Person(chromium, playing.url, "Ada").sign_in())
    assert ada.wait_until_asked()
    ada.answer()
    playing.run(REVOKE_FOR.format(game=ada.game))
    expect(chip(ada)).to_contain_text(REVOKED)
    status, printed = evidence_of(ada, tmp_path)
    assert status == 2 and "key-revoked" in printed, printed
    ada.leave()


def test_an_owner_who_revokes_the_key_while_the_page_is_closed_turns_the_chip_red_when_it_opens(
    chromium: Browser, playing: PlayServer
) -> None:
    ada = one_round(Person(chromium, playing.url, "Ada").sign_in())
    assert ada.wait_until_asked()
    ada.answer()
    ada.page.goto("about:blank")
    playing.run(REVOKE_FOR.format(game=ada.game))
    ada.page.goto(f"{ada.url}/play/{ada.game}/")
    expect(chip(ada)).to_contain_text(REVOKED)
    ada.leave()
