"""The page of a game: what it shows to each viewer."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
import segno
from django.conf import settings
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext

from cards.language.effects import Until
from games.engine import Correct, IllegalMove, Play, Void
from games.ledger import store
from games.ledger.signatures import fingerprint
from games.ledger.signing import public_key
from games.models import Game
from games.officials.grants import grant
from games.officials.models import Look, RefusedLook
from games.play import selectors
from games.play.directing import AskedAct, organiser_of
from games.play.selectors import PlayedEvent
from games.players.models import Player
from games.players.services import player_for
from games.proofs.models import LogEntry
from games.proofs.services import make_checkpoint
from games.wording.labels import card_name
from games.wording.language import Language
from tests.games.finished import VARIANTS, finished, short
from tests.games.finished import running as begun
from tests.games.tables import direct, fresh, guest, make, open_game
from tests.sweeps import part_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def address(game: Game, rest: str = "") -> str:
    return f"/audit/games/{game.pk}/{rest}"


def page_of(game: Game, rest: str = "", client: Client | None = None, **headers: str) -> str:
    """A page that is there, less what is new in each."""
    reply = (client or Client()).get(address(game, rest), headers=headers)
    assert reply.status_code == 200, reply
    page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", reply.content.decode())
    return page


def judge(*, is_staff: bool = True, may: bool = True, granted: bool = True) -> Client:
    """A browser in which a user of the site is logged in, with a grant for all games so far."""
    user = User.objects.create_user("judge", is_staff=is_staff)
    if may:
        user.user_permissions.add(Permission.objects.get(codename="audit_live"))
    for game in Game.objects.all() if granted else ():
        grant(player=player_for(user=user), scope=game, may_direct=False, may_look=True)
    client = Client()
    client.force_login(user)
    return client


# ---- a finished game


def test_a_finished_game_has_its_verdict_on_top(over: Game) -> None:
    page = page_of(over)
    assert "PASS" in page
    for answer in ("Sealed: ✓ yes", "Lawful: ✓ yes", "Fair: ✓ yes"):
        assert answer in page
    assert f'href="/play/{over.pk}/replay/"' in page


def test_the_page_shows_the_entries_of_the_log_with_their_proofs(over: Game) -> None:
    assert "In no checkpoint yet." in page_of(over)
    signed = make_checkpoint()
    assert signed is not None
    signed.cosignatures.create(name="witness.example/w1", line="— w AAAAAAA=\n", time=1)
    page = page_of(over)
    assert "Entries 1, 2, 3, 4 of the signed" in " ".join(page.split())
    assert "witnesses: witness.example/w1" in page
    for link in ("/log/checkpoint", "audit/inclusion/"):
        assert link in page
    french = page_of(over, accept_language="fr-CA")
    assert "Inscriptions 1, 2, 3, 4" in french


def test_a_game_that_was_altered_says_where(over: Game) -> None:
    Game.objects.filter(pk=over.pk).update(commitment="0" * 64)
    page = page_of(over)
    assert "FAIL" in page
    assert "Sealed: ✗ no" in page
    assert "<code>seed</code>" in page


def test_an_address_of_an_event_leads_to_the_same_place_in_the_replay(
    over: Game, running: Game
) -> None:
    replay = f"/play/{over.pk}/replay/"
    for rest, there in (
        ("?at=3", "?at=3"),
        ("?at=5&as=seat:0&beside=seat:1", "?at=5&as=seat:0&beside=seat:1"),
        ("?at=6&from=2", "?at=6&since=2"),
        ("?as=full", f"?at={over.seq}&as=full"),
        ("?at=<x>", "?at=%3Cx%3E"),
    ):
        reply = Client().get(address(over, rest))
        assert (reply.status_code, reply.headers["Location"]) == (302, replay + there)
    Game.objects.filter(pk=running.pk).update(access=Game.Admission.INVITED)
    assert Client().get(address(running, "?at=1")).status_code == 404


@pytest.mark.parametrize("rest", ["?at=0", "?at=99999", "?at=x", "?at=-1", "?as=seat:9", "?as=me"])
def test_there_is_no_event_and_no_view_but_those_of_the_game(over: Game, rest: str) -> None:
    reply = Client().get(address(over, f"sheet/{rest}"))
    assert reply.status_code == 404
    assert "There is no such page" in reply.content.decode()


def test_the_bundle_and_the_log_are_there_to_take_away(over: Game) -> None:
    page = page_of(over)
    for rest, start in (("bundle/", b"{"), ("log.txt", b"    1"), ("log.csv", b"\xef\xbb\xbfseq")):
        assert f'href="{address(over, rest)}"' in page
        reply = Client().get(address(over, rest))
        assert reply.content.startswith(start)
    assert Client().get(address(over, "log.exe")).status_code == 404


def refuse(game: Game) -> None:
    """Try to play a card that is in no hand."""
    asked = store.load(game).prompts[-1].seat
    with pytest.raises(IllegalMove):
        make(game, Play(asked, "no-such-card"))


# ---- appeals


def test_who_won_and_what_organisers_did_is_on_top(over: Game) -> None:
    olga = guest("Olga")
    grant(player=olga, scope=over)
    act = Correct(winner=1 - (over.winner or 0))
    direct(AskedAct(fresh(over), act, organiser_of(olga), "A mistake"))
    summary = page_of(over).split('class="summary">', 1)[1].split("</p>", 1)[0]
    assert f"Winner: Player {act.winner} (seat {act.winner})" in summary
    assert "an organiser corrected the result" in summary
    assert f'/replay/?at={over.seq + 1}">{over.seq + 1}</a>' in summary
    assert "1. Player" in summary and "Duration: 0:00:0" in summary


def test_the_fingerprint_of_the_key_is_beside_the_verdict_and_on_the_sheet(over: Game) -> None:
    shown = f'<code class="fingerprint">{fingerprint(public_key().public)}</code>'
    assert shown in page_of(over)
    assert shown in page_of(over, "sheet/?at=3")


def test_an_appeal_sheet_has_the_event_the_rules_in_full_and_the_address(over: Game) -> None:
    page = page_of(over, "sheet/?at=3")
    assert f"http://testserver/play/{over.pk}/replay/?at=3" in page
    event = selectors.events(game=over, viewer=-1, after=2, limit=1)[0]
    for ruling in event.rulings:
        assert f"<code>{ruling.rule}</code>" in page
    assert "Event 3 of" in page and "Ruling" in page and event.digest in page
    assert '<p class="move">Player ' in page
    assert "✓ PASS" in page
    steps = re.findall(r'rel="(prev|next)" href="([^"]+)"', page)
    assert steps == [("prev", "?at=2"), ("next", "?at=4")]


def test_a_sheet_whose_rows_make_no_sense_says_so(
    over: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> Iterator[object]:
        raise msgspec.ValidationError("no facts")

    monkeypatch.setattr("games.ledger.store.history", broken)
    page = page_of(over, "sheet/?at=3")
    assert "The table cannot be drawn here" in page and "PASS" in page
    assert "PASS" in page_of(over)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_event_of_a_finished_game_has_a_sheet(editions: None, variant: str) -> None:
    game = short(variant)
    for at in part_of(range(1, game.seq + 1), 5):
        language, word = (("en", "of"), ("fr-CA", "sur"))[at % 2]
        page = page_of(game, f"sheet/?at={at}", Accept_Language=language)
        assert f"{at} {word} {game.seq} " in page


def test_a_sheet_shows_what_the_view_sees_and_speaks_to_no_seat(over: Game) -> None:
    state = store.state_at(over, 5)
    names = [
        ", ".join(card_name(selectors.ruleset_for(over).edition, code, "en") for code in cards)
        for cards in (state.zones["hand:0"], state.zones["hand:1"])
    ]
    for view, seen in (("full", (0, 1)), ("seat:1", (1,)), ("public", ())):
        page = page_of(over, f"sheet/?at=5&as={view}").split('id="table-title"')[1]
        assert [nth for nth in range(2) if names[nth] in page] == list(seen)
        assert not re.search(r"\b[Yy]ou(r|rs)?\b", page)


SHEET = (
    "by the rules of version",
    "The result is entry",
    "of the signed",
    "In no checkpoint yet.",
    "QR code of the address of the file",
)


@pytest.mark.parametrize("language", ["en", "fr-CA"])
def test_an_appeal_sheet_says_how_to_check_the_game(over: Game, language: Language) -> None:
    page = page_of(over, "sheet/?at=3", accept_language=language)
    bundle = f"http://testserver{address(over, 'bundle/')}"
    assert Client().get(bundle).headers["Content-Type"] == "application/json"
    key = public_key()
    shown = (bundle, over.head, key.id, fingerprint(key.public))
    assert all(f">{one}</code>" in page for one in shown)
    with translation.override(language):
        judged, ended, of_signed, none, code = map(gettext, SHEET)
    assert none in page
    run = over.audits.get()
    at = f"{run.created_at:%Y-%m-%d %H:%M:%S} UTC"
    assert f"Fairdeal {settings.RELEASE}, {judged} {run.rules_version}, {at}" in page
    qr = segno.make_qr(bundle).svg_inline(omitsize=True, svgclass="qr", light="white")
    assert qr in page and code in page
    make_checkpoint()
    number = LogEntry.objects.get(game_id=over.pk, kind="ended").number
    page = page_of(over, "sheet/?at=3", accept_language=language)
    assert f"{ended} {number} {of_signed}" in page
    assert f"<code>{settings.LOG_ORIGIN}</code>" in page


def sheets(game: Game, client: Client | None = None, rest: str = "") -> list[str]:
    """Whose hands the sheets of a game's events print."""
    found = [
        re.findall(r"<li>(Hand of[^:]*):", page_of(game, f"sheet/?at={at}{rest}", client))
        for at in range(1, game.seq + 1)
    ]
    return sorted({one for page in found for one in page})


def test_a_sheet_of_a_running_game_shows_the_public_no_hidden_card(running: Game) -> None:
    assert sheets(running) == []
    page = page_of(running, "sheet/?at=3")
    assert "<svg" not in page and running.head not in page
    assert running.secret.hex() not in page + page_of(running)
    for view in ("full", "seat:0", "seat:1"):
        assert Client().get(address(running, f"sheet/?as={view}")).status_code == 404


def test_a_game_that_stays_closed_to_the_public_has_no_hands_on_its_sheets(
    editions: None,
) -> None:
    game = finished("avengers", reveal="seats")
    assert "Hand of" not in page_of(game, "sheet/?at=3")
    assert game.secret.hex() not in page_of(game)
    assert Client().get(address(game, "sheet/?as=full")).status_code == 404


def test_two_games_that_differ_only_in_hidden_cards_have_the_same_sheet(
    running: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = page_of(running, "sheet/")
    played_events, swapped = selectors.played_events, []

    def others(**asked: Any) -> Iterator[PlayedEvent]:
        """The same events, but that Alice has the cards that lie on the draw pile."""
        for played in played_events(**asked):
            state = played.state.copy()
            hand, pile = state.zones["hand:0"], state.zones["draw"]
            state.zones["hand:0"] = pile[: len(hand)]
            state.zones["draw"] = hand + pile[len(hand) :]
            swapped.append(state != played.state)
            yield replace(played, state=state)

    monkeypatch.setattr(selectors, "played_events", others)
    assert page_of(running, "sheet/") == before
    assert swapped and all(swapped)


# ---- a running game


def test_a_running_game_is_not_judged_yet(running: Game) -> None:
    assert "Not yet: a game is judged when it is over." in page_of(running)


def test_a_game_that_has_not_begun_says_so(alice: Player) -> None:
    assert "The game has not begun" in page_of(open_game(alice))


def test_a_refused_move_of_a_running_game_is_not_for_the_public(running: Game) -> None:
    before = page_of(running), page_of(running, "sheet/")
    refuse(running)
    assert (page_of(running), page_of(running, "sheet/")) == before


# ---- organisers


def test_what_an_organiser_did_is_reported_with_the_reason(over: Game) -> None:
    olga = guest("Olga")
    organiser, organiser_name = organiser_of(olga), olga.tagged_name
    grant(player=olga, scope=over)
    for act in (Correct(winner=1 - (over.winner or 0)), Void()):
        direct(AskedAct(fresh(over), act, organiser, "A <b>quarrel</b>"))
    page = page_of(over, "sheet/")
    assert f"the organiser {organiser_name}" in page
    assert "voids the game. Reason: A &lt;b&gt;quarrel&lt;/b&gt;." in page
    assert "The game is void: no player wins it." in page
    assert "an organiser corrected the result" in page_of(over, f"sheet/?at={over.seq + 1}")
    assert "result changed by organisers that the table did not name" in page


def test_players_whose_names_look_alike_are_distinguished(editions: None) -> None:
    one, other = guest("Ace"), guest("Асе")
    game = begun("avengers", one, other)
    for page in (page_of(game), Client().get("/audit/").content.decode()):
        assert one.tagged_name in page
        assert other.tagged_name in page


# ---- arbiters


def test_staff_with_the_permission_see_a_running_game_whole_and_each_look_is_on_record(
    running: Game,
) -> None:
    client = judge()
    assert len(re.findall("<li>Hand of", page_of(running, "sheet/?at=2&as=full", client))) == 2
    assert "This look is on record" in page_of(running, "sheet/?as=seat:0", client)
    client.get(address(running, "bundle/?as=full"))
    looks = [(look.view, look.what, look.at, look.seq) for look in Look.objects.order_by("id")]
    assert looks == [
        ("full", "page", 2, running.seq),
        ("seat:0", "page", running.seq, running.seq),
        ("full", "bundle", running.seq, running.seq),
    ]
    assert {look.player.name for look in Look.objects.all()} == {"judge"}


def test_nobody_takes_the_seed_of_a_running_game_away(running: Game) -> None:
    whole = judge().get(address(running, "bundle/?as=full")).json()
    assert (whole["view"], whole["seed"]) == ("public", None)
    assert running.secret.hex() not in str(whole)


def test_staff_who_look_as_the_public_leave_no_record(running: Game, over: Game) -> None:
    client = judge()
    page_of(running, "", client)
    page_of(over, "", client)
    assert not Look.objects.exists()


@pytest.mark.parametrize(("is_staff", "may"), [(True, False), (False, True)])
def test_without_the_permission_or_without_being_staff_nobody_sees_more(
    running: Game, is_staff: bool, may: bool
) -> None:
    client = judge(is_staff=is_staff, may=may)
    assert client.get(address(running, "sheet/?as=full")).status_code == 404
    assert sheets(running, client) == []


def test_staff_without_a_grant_see_no_more_than_the_public_until_the_game_is_over(
    running: Game,
) -> None:
    client = judge(granted=False)
    assert sheets(running, client) == []
    assert client.get(address(running, "sheet/?as=full")).status_code == 404
    assert [(one.view, one.why) for one in RefusedLook.objects.all()] == [("full", "grant")]


def test_a_player_of_the_game_is_never_its_arbiter(running: Game, alice: Player) -> None:
    user = alice.user
    user.is_staff = user.is_superuser = True
    user.save()
    client = Client()
    client.force_login(user)
    assert client.get(address(running, "sheet/?as=full")).status_code == 404
    assert sheets(running, client, "&as=seat:0") == ["Hand of Alice (seat 0)"]
    assert not Look.objects.exists()


def test_a_game_by_invitation_is_there_for_its_players_and_arbiters_alone(
    alice: Player, bob: Player
) -> None:
    game = begun("avengers", alice, bob, access="invited")
    assert Client().get(address(game)).status_code == 404
    client = judge(granted=False)
    assert client.get(address(game)).status_code == 404
    player = player_for(user=User.objects.get(username="judge"))
    grant(player=player, scope=game, may_direct=False, may_look=True)
    page_of(game, "", client)
    assert [look.view for look in Look.objects.all()] == ["public"]


# ---- how it is told


def test_the_page_is_in_the_language_of_the_browser_or_of_the_switch(over: Game) -> None:
    client = Client()
    assert '<html lang="en">' in page_of(over, "", client)
    page = page_of(over, "", client, Accept_Language="fr-CA,fr;q=0.9")
    assert '<html lang="fr-CA">' in page
    assert "Conforme aux règles\u00a0: ✓ oui" in page
    switch = {"language": "fr-ca", "next": address(over, "sheet/?at=2")}
    assert client.post("/audit/language/", switch).headers["Location"] == address(
        over, "sheet/?at=2"
    )
    assert '<html lang="fr-CA">' in page_of(over, "", client, Accept_Language="en")


def test_the_name_of_a_player_is_text(editions: None) -> None:
    mallory = guest("<img src=x onerror=alert(1)>")
    game = begun("avengers", mallory, guest("Bob"))
    for rest in ("", "sheet/?at=1"):
        page = page_of(game, rest)
        assert "<img src=x" not in page
        assert "&lt;img src=x onerror=alert(1)&gt;" in page


def test_a_page_loads_nothing_of_others_and_runs_nothing_inline(over: Game) -> None:
    reply = Client().get(address(over))
    policy = reply.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    page = reply.content.decode()
    assert not re.search(r"<style|style=|\son\w+=|<script>|https?://", page)
    assert reply.headers["Cache-Control"] == "private, no-store"


def test_a_page_can_only_be_read(over: Game) -> None:
    assert Client().post(address(over)).status_code == 405


def test_every_sentence_of_a_fact_is_used_and_exists() -> None:
    from games.engine.zones import DANGER, DANGER_DISCARD, DISCARD, DRAW
    from games.wording.fact_texts import _PARTS, _PLAIN, YOU

    source = Path("games/wording/fact_texts.py").read_text().split("class FactTexts", 1)[1]
    named = set(re.findall(r'"([a-z-]+)"', source)) | {DRAW, DISCARD, DANGER, DANGER_DISCARD}
    texts = {name.removesuffix(YOU) for name in (*_PLAIN, *_PARTS)}
    made = {f"lasting-{until}" for until in get_args(Until)}
    assert texts - named == made | {"direction-clockwise", "direction-counter"}
    assert set(re.findall(r'_plain\(\s*"([a-z-]+)"', source)) <= set(_PLAIN)
    assert set(re.findall(r'_part\(\s*"([a-z-]+)"', source)) <= set(_PARTS)


def test_every_word_is_in_both_languages() -> None:
    from games.wording.page_texts import TEXTS

    assert all(text.en and text.to("fr-CA") for text in TEXTS.values())
