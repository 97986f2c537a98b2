"""The end of a game and its replay in a browser, also in a frame of another site."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from bots.tasks import on_bot_turn
from games.models import Game
from games.play import bot_turns, openings, seating
from games.players.models import Player
from games.players.services import create_guest
from tests.bots.test_turns import Queue, queue, work_off
from tests.bots.test_turns import begun as bots_begin
from tests.games.finished import VARIANTS, finished
from tests.games.tables import fresh, open_game, play_on
from tests.pages.conftest import Looking
from tests.pages.test_browser import FLAWS
from tests.pages.test_game import judge

__all__ = ["queue"]

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

SCREENS = ((390, "light", "en-CA"), (1300, "dark", "fr-CA"))


def reached(page: Page, at: int) -> None:
    """Wait until the replay shows an event."""
    expect(page.get_by_label(re.compile(rf"Event {at} of "))).to_be_visible()


def hands(page: Page) -> int:
    """Return how many cards of hands are seen on the table."""
    return page.locator(".seen-hand [data-card]").count()


@pytest.fixture(params=sorted(VARIANTS))
def game(request: pytest.FixtureRequest, editions: None) -> Game:
    """A finished game of each variant."""
    return finished(request.param, seed=12)


@pytest.mark.first
def test_a_game_is_replayed_by_keys(game: Game, live_server: LiveServer, looking: Looking) -> None:
    page = looking.page
    page.goto(f"{live_server.url}/play/{game.pk}/replay/")
    reached(page, 1)
    for key, at in (
        ("ArrowRight", 2),
        ("ArrowRight", 3),
        ("ArrowLeft", 2),
        ("End", game.seq),
        ("Home", 1),
    ):
        page.keyboard.press(key)
        reached(page, at)
        expect(page).to_have_url(re.compile(rf"\?at={at}$"))
    page.keyboard.press("End")
    expect(page.locator(".line")).to_contain_text("wins the game")


def test_every_event_is_the_position_of_the_server(
    over: Game, live_server: LiveServer, looking: Looking
) -> None:
    """What the facts of an event make of the board is what the server has after it."""
    page = looking.page
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{live_server.url}/play/{over.pk}/replay/")
    reached(page, 1)
    told = page.evaluate("""async () => {
      const replay = document.querySelector("fd-replay"), wrong = [];
      const [view] = replay.views, change = view.change.bind(view);
      view.change = (changed) => {
        if (changed.table && replay.at > 1) {
          const [one, other] = [view.board, changed.board];
          for (const [zone, {count}] of Object.entries(other.zones))
            if ((one.zones[zone]?.count ?? 0) !== count) wrong.push([replay.at, zone]);
          if (one.color !== other.color || one.direction !== other.direction)
            wrong.push([replay.at, "color or direction"]);
        }
        change(changed);
      };
      for (let at = 2; at <= replay.last; at++) await replay.go(at);
      return [wrong, replay.at];
    }""")
    assert told == [[], over.seq]


def test_it_plays_by_itself_and_stops_at_the_end(
    over: Game, live_server: LiveServer, looking: Looking
) -> None:
    page = looking.page
    page.goto(f"{live_server.url}/play/{over.pk}/replay/?at={over.seq - 3}")
    reached(page, over.seq - 3)
    page.get_by_label("Speed").select_option("4")
    page.locator("h2").first.click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    reached(page, over.seq)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_views_log_and_slider_go_to_the_same_event(
    over: Game, live_server: LiveServer, looking: Looking
) -> None:
    page = looking.page
    page.goto(f"{live_server.url}/play/{over.pk}/replay/?at=5")
    reached(page, 5)
    assert hands(page) > 5
    page.get_by_label("Seen by").select_option("public")
    expect(page).to_have_url(re.compile(r"\?at=5&as=public$"))
    assert hands(page) == 0
    page.get_by_label("Seen by").select_option("seat:1")
    expect(page.locator("fd-hand [data-card]").first).to_be_visible()
    page.get_by_label("Event 5 of").fill("9")
    reached(page, 9)
    page.locator("fd-log a", has_text=re.compile(r"^7$")).first.click()
    reached(page, 7)
    expect(page.locator("fd-log [aria-current]").first).to_contain_text("7")
    expect(page).to_have_url(re.compile(r"\?at=7&as=seat:1$"))
    page.reload()
    reached(page, 7)
    expect(page.get_by_label("Seen by")).to_have_value("seat:1")


def test_two_views_side_by_side_are_at_the_same_event(
    over: Game, live_server: LiveServer, looking: Looking
) -> None:
    page = looking.page
    page.set_viewport_size({"width": 1300, "height": 900})
    page.goto(f"{live_server.url}/play/{over.pk}/replay/?at=5&as=seat:0")
    reached(page, 5)
    page.get_by_label("Beside it").select_option("seat:1")
    views = page.locator("fd-replay-view")
    expect(views).to_have_count(2)
    expect(page).to_have_url(re.compile(r"\?at=5&as=seat:0&beside=seat:1$"))
    assert page.locator(".views h2").all_inner_texts() == ["Player 0", "Player 1"]
    left, right = (views.nth(nth).bounding_box() for nth in (0, 1))
    assert left is not None and right is not None
    assert left["y"] == right["y"] and left["x"] + left["width"] <= right["x"]
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"\?at=6&as=seat:0&beside=seat:1$"))
    page.reload()
    reached(page, 6)
    headers = {"Cookie": "", "Sec-Fetch-Site": "none"}
    for seat in (0, 1):
        cards = views.nth(seat).locator("fd-hand [data-card]")
        seen = cards.evaluate_all("all => all.map(one => one.dataset.card)")
        path = f"/api/v1/games/{over.pk}/position/?at=6&as=seat:{seat}"
        position = page.request.get(f"{live_server.url}{path}", headers=headers).json()
        assert seen == position["cards"][f"hand:{seat}"] != []
        assert f"hand:{1 - seat}" not in position["cards"]
    page.keyboard.press("Home")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_label(re.compile(r"Event 1 of "))).to_have_count(0)
    page.get_by_role("button", name="Pause").click()
    page.get_by_label("Beside it").select_option("")
    expect(views).to_have_count(1)
    expect(page).to_have_url(re.compile(r"&as=seat:0$"))


def test_an_auditor_goes_on_by_keys_compares_and_asks_the_desk(
    over: Game, live_server: LiveServer, looking: Looking
) -> None:
    page = looking.page
    page.goto(f"{live_server.url}/audit/games/{over.pk}/?at=1&as=seat:0&from=3")
    expect(page).to_have_url(re.compile(r"/replay/\?at=1&as=seat:0&since=3$"))
    api = f"{live_server.url}/api/v1/games/{over.pk}"
    headers = {"Cookie": "", "Sec-Fetch-Site": "none"}
    log = page.request.get(f"{api}/log/?limit=200", headers=headers).json()["results"]
    at = 1
    reached(page, at)
    for seat in (0, 1, 0):
        at = next(one["seq"] for one in log if one["seq"] > at and one["seat"] == seat)
        page.keyboard.press(str(seat))
        reached(page, at)
    page.keyboard.press("r")
    expect(page.get_by_role("button", name="Next refused move")).to_be_disabled()
    page.get_by_label("Compare with event").fill("1")
    page.get_by_label("Compare with event").press("Enter")
    expect(page.get_by_role("heading", name="Changed since event 1")).to_be_visible()
    expect(page).to_have_url(re.compile(rf"\?at={at}&as=seat:0&since=1$"))
    path = f"{api}/position/diff/?from=1&to={at}&as=seat:0"
    zones = page.request.get(path, headers=headers).json()["zones"]
    assert zones["hand:1"]["came"] is None
    hand = zones["hand:1"]
    changed = page.locator(".side li", has_text="Hand (Player 1)")
    expect(changed).to_have_text(f"Hand (Player 1) {hand['before']} → {hand['after']}")
    page.get_by_role("button", name="Rule").first.click()
    expect(page.locator(".rules a").first).to_have_attribute(
        "href", re.compile(rf"^/api/v1/rules/[a-z.-]+/\?edition={over.edition_id}$")
    )
    for name, path in (
        ("Appeal sheet", f"/audit/games/{over.pk}/sheet/?at={at}&as=seat:0"),
        ("Ask the rulings desk here", f"/audit/rulings/?game={over.pk}&at={at}&as=seat:0"),
        ("Verdict and evidence", f"/audit/games/{over.pk}/"),
    ):
        link = page.get_by_role("link", name=name)
        expect(link).to_have_attribute("href", path)
        assert page.request.get(f"{live_server.url}{path}").ok


@pytest.fixture
def arbiter(running: Game) -> str:
    """The cookie of staff with a grant for the running game."""
    return judge().cookies["sessionid"].value


def test_an_arbiter_is_told_what_is_put_on_record(
    running: Game, arbiter: str, live_server: LiveServer, looking: Looking
) -> None:
    page = looking.page
    page.context.add_cookies([{"name": "sessionid", "value": arbiter, "url": live_server.url}])
    page.goto(f"{live_server.url}/play/{running.pk}/replay/?at=2")
    reached(page, 2)
    expect(page.locator(".controls").first).to_contain_text("such looks are put on record")
    assert hands(page) == 0
    page.get_by_label("Seen by").select_option("full")
    expect(page.locator(".controls").first).to_contain_text("This look is on record.")
    expect(page.locator(".seen-hand").first).to_be_visible()


def test_a_running_game_is_replayed_as_the_public_sees_it(
    running: Game, live_server: LiveServer, looking: Looking
) -> None:
    page = looking.page
    page.goto(f"{live_server.url}/play/{running.pk}/replay/?at=4")
    reached(page, 4)
    assert hands(page) == 0
    assert page.get_by_label("Seen by").locator("option").count() == 1
    expect(page.get_by_label("Beside it")).to_have_count(0)


@pytest.mark.parametrize(("width", "scheme", "locale"), SCREENS)
def test_end_and_replay_fit_on_every_screen(
    heroic: Game, live_server: LiveServer, looking: Looking, width: int, scheme: str, locale: str
) -> None:
    page = looking.page
    page.set_extra_http_headers({"Accept-Language": locale})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": width, "height": 844})
    two = "replay/?at=20&beside=public"
    for path, ready in (("replay/?at=20", ".controls"), (two, ".controls"), ("", ".end")):
        page.goto(f"{live_server.url}/play/{heroic.pk}/{path}")
        page.locator(ready).wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") == width
        # The script sees no contrast on the gradient of the table.
        assert [one for one in page.evaluate(FLAWS) if not one.startswith("contrast")] == []


# ---- in a frame


def test_the_replay_runs_in_a_frame_of_another_site(
    over: Game, live_server: LiveServer, elsewhere: Page
) -> None:
    """The site is another one, not only another origin: no cookie is sent there."""
    own = elsewhere.url.replace("127.0.0.1", "localhost")
    server = live_server.url.replace("localhost", "127.0.0.1")
    elsewhere.goto(own)
    for path, is_shown in ((f"/embed/{over.pk}/?at=3", True), (f"/play/{over.pk}/replay/", False)):
        elsewhere.set_content(f'<iframe src="{server}{path}" width="640" height="640"></iframe>')
        frame = elsewhere.frame_locator("iframe")
        if not is_shown:
            expect(frame.locator("#app")).to_have_count(0)
            continue
        expect(frame.locator(".controls")).to_contain_text("Event 3 of")
        frame.get_by_role("button", name="One event forward").click()
        expect(frame.locator(".controls")).to_contain_text("Event 4 of")
        link = frame.get_by_role("link", name="Open on Fairdeal")
        expect(link).to_have_attribute("href", f"/play/{over.pk}/replay/?at=4")
        expect(frame.locator("header")).to_have_count(0)
    assert elsewhere.context.cookies() == []


def test_frames_are_allowed_for_the_replay_alone(over: Game) -> None:
    client = Client()
    embedded = client.get(f"/embed/{over.pk}/")
    assert "X-Frame-Options" not in embedded
    assert "frame-ancestors *;" in f"{embedded['Content-Security-Policy']};"
    assert not client.cookies
    for path in (f"/play/{over.pk}/", f"/play/{over.pk}/replay/"):
        page = client.get(path)
        assert page["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in page["Content-Security-Policy"]


# ---- what other sites show of a link


def test_a_link_is_previewed_with_names_words_and_picture(over: Game) -> None:
    for path, at in (("", over.seq), ("replay/?at=4", 4)):
        page = Client().get(f"/play/{over.pk}/{path}").content.decode()
        picture = re.search(r'<meta property="og:image" content="([^"]*)">', page)
        assert picture is not None
        assert picture[1] == f"http://testserver/api/v1/games/{over.pk}/picture.png?at={at}"
        assert '<meta property="og:title" content="UNO X-Men: Player 0, Player 1">' in page
        cards = f"/api/v1/editions/{over.edition_id}/pictures/?lang=en"
        assert f'<link rel="preload" as="fetch" href="{cards}" crossorigin>' in page
    french = Client().get(f"/play/{over.pk}/", headers={"Accept-Language": "fr-CA"})
    assert "La partie est terminée" in french.content.decode()


def test_the_page_of_a_hidden_game_is_that_of_no_game(over: Game) -> None:
    Game.objects.filter(pk=over.pk).update(access=Game.Admission.INVITED)
    pages = []
    for game_id in (over.pk, uuid4()):
        page = Client().get(f"/play/{game_id}/").content.decode()
        pages.append(re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page))
        pages[-1] = pages[-1].replace(str(game_id), "")
    assert pages[0] == pages[1]
    assert 'property="og:' not in pages[0]


# ---- the end

Session = tuple[Player, str]
"""A player of a browser, and the cookie of the session."""


@pytest.fixture
def me(editions: None) -> Session:
    """The guest of the browser."""
    client = Client()
    made = client.post("/api/v1/session/", {}, content_type="application/json")
    return Player.objects.get(pk=made.json()["id"]), client.cookies["sessionid"].value


def opened(looking: Looking, live_server: LiveServer, me: Session, game: Game) -> Page:
    """Open the page of a game in the session of a player."""
    cookie = {"name": "sessionid", "value": me[1], "url": live_server.url}
    looking.page.context.add_cookies([cookie])  # type: ignore[list-item]
    looking.page.goto(f"{live_server.url}/play/{game.pk}/")
    return looking.page


@pytest.fixture
def played(me: Session) -> tuple[Game, str]:
    """A finished game of the guest and Bob, and the token of Bob."""
    bob, _, secret = create_guest(name="Bob")
    game = open_game(me[0], options={"rounds": 1})
    seating.join_game(game_id=game.pk, player=bob)
    return play_on(openings.start_game(game_id=game.pk, player=me[0]).game, 5), secret


def test_a_rematch_that_another_player_asked_for_is_joined(
    me: Session, played: tuple[Game, str], live_server: LiveServer, looking: Looking
) -> None:
    game, secret = played
    page = opened(looking, live_server, me, game)
    expect(page.locator(".end")).to_contain_text("The game is over:")
    expect(page.locator(".places li")).to_have_count(2)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(page.locator(".end")).to_contain_text("What is proven, and what is not")
    verify = page.get_by_role("link", name="Verify this game")
    expect(verify).to_have_attribute("href", f"/verify/?game={game.pk}")
    headers = {"Authorization": f"Bearer {secret}", "Cookie": "", "Sec-Fetch-Site": "none"}
    rematch = f"{live_server.url}/api/v1/games/{game.pk}/rematch/"
    assert page.context.browser is not None
    bob = page.context.browser.new_context()
    table = bob.request.post(rematch, headers=headers).json()["id"]
    page.get_by_role("button", name="Join the rematch").click(timeout=60_000)
    expect(page).to_have_url(re.compile(rf"/play/{table}/$"))


@pytest.fixture
def of_bots(editions: None, queue: Queue) -> Game:
    """A finished game of bots, which move in these tests alone."""
    bot_turns.on_bot_turn.append(on_bot_turn)
    game = bots_begin("casual", "casual", variant="xmen")
    work_off(queue)
    return fresh(game)


def test_a_bot_tells_why(of_bots: Game, live_server: LiveServer, looking: Looking) -> None:
    page = looking.page
    for path in ("", "replay/"):
        page.goto(f"{live_server.url}/play/{of_bots.pk}/{path}")
        page.get_by_role("button", name="Why?").last.click()
        expect(page.locator(".rules")).to_contain_text("chose: Play", timeout=30_000)


def test_a_number_of_the_log_leads_to_the_replay_at_its_event(
    over: Game, live_server: LiveServer, looking: Looking
) -> None:
    page = looking.page
    page.goto(f"{live_server.url}/play/{over.pk}/")
    page.locator(".log").get_by_role("link", name=str(over.seq), exact=True).first.click()
    expect(page).to_have_url(re.compile(rf"/play/{over.pk}/replay/\?at={over.seq}"))
    expect(page.locator("input[type=range]")).to_have_value(str(over.seq))


def test_a_slow_reason_is_asked_for_once(
    of_bots: Game, live_server: LiveServer, looking: Looking
) -> None:
    page = looking.page
    asked: list[Route] = []
    page.route("**/why/", lambda route: asked.append(route))
    page.add_init_script("""const real = AbortSignal.timeout.bind(AbortSignal);
        AbortSignal.timeout = (ms) => real(ms === 10_000 ? 2000 : ms);""")
    page.goto(f"{live_server.url}/play/{of_bots.pk}/replay/")
    page.get_by_role("button", name="Why?").last.click()
    page.wait_for_timeout(4000)
    asked[0].fulfill(json={"sentences": ["Ada chose it."]})
    expect(page.locator(".rules")).to_contain_text("Ada chose it.")
    assert len(asked) == 1


def test_a_stream_that_always_ends_is_opened_ever_more_seldom(
    of_bots: Game, live_server: LiveServer, looking: Looking
) -> None:
    page = looking.page
    opened: list[str] = []
    page.on("request", lambda one: "stay=true" in one.url and opened.append(one.url))
    page.goto(f"{live_server.url}/play/{of_bots.pk}/")
    page.wait_for_timeout(8000)
    assert 1 < len(opened) < 7
