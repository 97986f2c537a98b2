"""A whole club night: staff, browsers and the API on one server, and what is left to verify."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser, expect

from games.engine import share_commitment
from tests.bench.servers import Client
from tests.pages.play_person import FINGER, Person
from tests.pages.play_server import PlayServer
from tests.pages.test_club_night_browser import act, agree, entered, joined, made, record
from tests.pages.test_judge import decide
from tests.pages.test_play_proof import press_resign
from tests.platform.test_supervisor import ROOT

pytestmark = pytest.mark.slow

SHARE = "ab" * 32
COMMITMENT = share_commitment(bytes.fromhex(SHARE))
WITH = ("", "Ada", "Cleo", "Béa")  # a browser; who has none resigns first
BY_THE_API = ("Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jon", "Kim")
ABSENT, LEAVING, LATE = "Kim", "Jon", "Lou"
LONG_OPEN = """from games.models import Game
Game.objects.filter(pk="{game}").update(created_at="2020-01-01T00:00Z")"""


class Caller(Client):
    """A player who has a token and no browser."""

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        return super().ask(method, f"/api/v1/{path}", body)


Guest = Person | Caller
Table = dict[int, Guest]  # by seat


@dataclass
class Night:
    """The tournament, its head judge, and its players by name."""

    server: PlayServer
    olga: Person
    url: str
    guests: dict[str, Any] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return f"tournaments/{self.url.split('/')[-2]}/"

    def claim(self, code: str) -> Caller:
        told = Caller(self.server.port).ask("POST", "tournaments/claims/", {"code": code})
        return Caller(self.server.port, {"Authorization": f"Bearer {told['token']['secret']}"})

    def me(self, guest: Guest) -> Any:
        return guest.ask("GET", self.path)["me"]

    def begin(self) -> dict[int, Table]:
        """Start a round; return who sits where, once all tables are open."""
        act(self.olga.page, self.url, "pair", "publish", "start-round")
        self.olga.page.goto(f"{self.url}desk/")
        tables: dict[int, Table] = {}
        for one in self.guests.values():
            if (me := self.me(one))["table"]:
                tables.setdefault(me["table"], {})[me["seat"]] = one
        self.wait_for_games(*tables)
        return tables

    def wait_for_games(self, *tables: int) -> None:
        for number in tables:
            expect(self.olga.page.locator(f"#table-{number} > .inline a").first).to_be_visible()

    def sit(self, table: Table) -> str:
        """Let all sit down at a table, and return its game once the cards are dealt."""
        calling = {seat: one for seat, one in table.items() if isinstance(one, Caller)}
        looking = [one for one in table.values() if isinstance(one, Person)]
        game: str = self.me(next(iter(table.values())))["game"]
        for one in looking:
            one.page.goto(self.url)
            with one.page.expect_response(re.compile(f"/games/{game}/seats/")):
                one.page.locator(".me .primary").click()
            assert one.arrive() == game
        for seat, each in calling.items():
            body = {"seat": seat, "share_commitment": COMMITMENT}
            each.ask("POST", f"games/{game}/seats/", body)
        for each in calling.values():
            each.ask("POST", f"games/{game}/share/", {"share": SHARE})
        for one in looking:
            expect(one.page.locator(".hand li").nth(6)).to_be_visible()
        return game

    def resign(self, number: int, table: Table, game: str) -> None:
        """Let all but one resign, Béa least of all, and wait until the desk knows."""
        order = sorted(table.values(), key=lambda one: WITH.index(getattr(one, "name", "")))
        for one in order[:-1]:
            if isinstance(one, Person):
                press_resign(one)
            else:
                one.ask("POST", f"games/{game}/moves/", {"move": "resign"})
        self.olga.page.goto(f"{self.url}desk/")
        expect(self.olga.page.locator(f"#table-{number} strong.number")).to_have_count(len(table))


def touch_some(ada: Person, table: Table) -> None:
    """Play a game until three of its moves were touched in a browser."""
    while len(ada.sent) < 3:
        asked = table[ada.screen()["prompts"][-1]["seat"]]
        if isinstance(asked, Person):
            assert asked.wait_until_asked()
            asked.answer()
        else:
            prompt = asked.ask("GET", f"games/{ada.game}/prompts/")["prompts"][-1]
            asked.ask("POST", f"games/{ada.game}/moves/", prompt["options"][0]["body"])


def first_round(night: Night, floor: Person, ada: Person) -> None:
    """One does not come, one calls a judge, one gets a warning, Ada plays by touches."""
    tables, page = night.begin(), night.olga.page
    me = night.me(night.guests[ABSENT])
    del tables[number := me["table"]][me["seat"]]
    night.server.run(LONG_OPEN.format(game=me["game"]))
    page.goto(f"{night.url}desk/")
    late = page.locator(".decision", has_text=f"{ABSENT} has not sat down")
    late.get_by_role("button", name="Is absent").click()
    agree(page, night.url, "She is not here.")
    night.wait_for_games(number)
    tables[number] = {night.me(one)["seat"]: one for one in tables[number].values()}
    games = {one: night.sit(table) for one, table in tables.items()}
    called = night.me(night.guests["Dan"])["game"]
    call = {"move": "call-judge", "reason": "A card fell."}
    night.guests["Dan"].ask("POST", f"games/{called}/moves/", call)
    floor.page.goto(f"{night.url}desk/")
    floor.page.get_by_role("link", name="Go to the call").click()
    assert floor.arrive() == called
    decide(floor.page, "Uphold", reason="It was seen by all.")
    floor.page.goto(f"{night.url}desk/")
    form = floor.page.locator("details:has(> form [value=penalise])")
    form.locator("summary").click()
    form.locator("[name=entry]").select_option(label="Dan")
    form.locator("[name=rule]").fill("tournament.penalty")
    form.get_by_role("button", name="Give the penalty").click()
    agree(floor.page, night.url, "For shouting.")
    touch_some(ada, tables[night.me(ada)["table"]])
    for one, table in tables.items():
        night.resign(one, table, games[one])
    act(page, night.url, "close-round")


def between_rounds(night: Night, chromium: Browser) -> None:
    """One leaves, one comes late, and one has lost a phone."""
    page, leaving = night.olga.page, night.guests.pop(LEAVING)
    leaving.ask("POST", f"{night.path}acts/", {"act": "drop", "entry": night.me(leaving)["entry"]})
    page.goto(f"{night.url}desk/")
    page.locator("[name=names]").fill(LATE)
    page.get_by_role("button", name="Enter them").click()
    expect(page.locator("main")).to_contain_text("Entered now: 1")
    page.goto(f"{night.url}print/slips/")
    night.guests[LATE] = night.claim(page.locator(".slip .code").inner_text())
    page.goto(f"{night.url}desk/")
    page.get_by_role("button", name="New code Cleo").click()
    agree(page, night.url)
    told = page.locator("[role=status]", has_text="The new code of Cleo").inner_text()
    lost = night.guests["Cleo"]
    lost.page.goto(night.url)
    expect(lost.page.locator(".me")).to_have_count(0)
    lost.context.close()
    night.guests["Cleo"] = found = Person(chromium, lost.url, "Cleo", **FINGER)
    found.page.goto(f"{night.server.url}/t/claim/{told.split()[-1]}/")
    found.page.get_by_role("button", name="That is me: play here").click()
    expect(found.page.locator(".me h2")).to_contain_text("Cleo")


def second_round(night: Night) -> None:
    """One table is void, one is corrected, one was played with cards on wood."""
    tables, olga = night.begin(), night.olga
    void = night.me(night.guests[LATE])["table"]
    played, by_hand = [one for one in tables if one != void]
    olga.open(night.sit(tables[void]))
    decide(olga.page, "Void", twice=True, reason="The lights went out.")
    olga.page.goto(f"{night.url}desk/")
    olga.page.get_by_role("button", name="Share the places").click()
    agree(olga.page, night.url, "They agree.")
    expect(olga.page.locator(f"#table-{void} strong.number")).to_have_count(len(tables[void]))
    night.resign(played, tables[played], night.sit(tables[played]))
    record(olga.page, night.url, played, (1,) * len(tables[played]))
    record(olga.page, night.url, by_hand)
    act(olga.page, night.url, "close-round")


def audited(file: Path) -> tuple[int, str]:
    """Verify an archive in a process that has no database."""
    words, env = [sys.executable, "-m", "games.audit", str(file)], {"PATH": os.environ["PATH"]}
    found = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    return found.returncode, found.stdout + found.stderr


def test_a_whole_club_night_is_played_and_verified(
    chromium: Browser, playing: PlayServer, tmp_path: Path
) -> None:
    olga, url = made(chromium, playing.url, final="4")
    night = Night(playing, olga, url)
    floor = joined(chromium, olga, "floor", "Fred")
    for name in WITH[1:]:
        locale = "fr-CA" if name == "Béa" else "en-CA"
        night.guests[name] = entered(chromium, url, playing.url, name, locale=locale)
    for name in BY_THE_API:
        entry = {"name": name, "there": True}
        told = Caller(playing.port).ask("POST", f"{night.path}entries/", entry)
        night.guests[name] = night.claim(told["claim"])
    ada, bea = night.guests["Ada"], night.guests["Béa"]
    act(olga.page, url, "close-entries")
    first_round(night, floor, ada)
    between_rounds(night, chromium)
    second_round(night)
    [(number, table)] = night.begin().items()
    night.resign(number, table, night.sit(table))
    act(olga.page, url, "close-round", "finish")
    bea.page.goto(url)
    expect(bea.page.locator(".me")).to_contain_text("Ton rang final")
    ada.page.goto(url)
    names = {*night.guests, LEAVING}
    assert {*ada.page.locator(".standings bdi").all_inner_texts()} == names
    files = []
    for link in ("Results as a table", "Archive, to verify"):
        with ada.page.expect_download() as download:
            ada.page.get_by_role("link", name=link).click()
        files.append(tmp_path / download.value.suggested_filename)
        download.value.save_as(files[-1])
    cells = [line.split(",") for line in files[0].read_text("utf-8-sig").splitlines()[1:]]
    assert {one[4] for one in cells} == names
    status, said = audited(files[1])
    assert status == 0 and "\nPASS: Saturday night (rounds: 3" in said, said
    with ZipFile(files[1]) as archive, ZipFile(tmp_path / "changed.zip", "w") as other:
        for member in archive.namelist():
            content, is_changed = archive.read(member), member == "results.csv"
            other.writestr(member, content.replace(b"Ada", b"Eda") if is_changed else content)
    status, said = audited(tmp_path / "changed.zip")
    assert status == 1 and "FAIL: Saturday night" in said and "results.csv, line" in said, said
    for one in (olga, floor, *night.guests.values()):
        if isinstance(one, Person):
            one.leave()
