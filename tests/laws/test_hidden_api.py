"""Responses of the server do not depend on cards that the caller may not know.

A game is written down as it goes on. Where it has come to some points, its twins are written beside
it: other games that differ only in what one viewer may not know. Every answer to that viewer is the
same for both, to the byte, but for digests, commitments and the games' ids, which are as long.
HIDDEN_GAMES in the environment says how many games a table plays, which is otherwise one.
"""

import hmac
import logging
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from html import unescape
from random import Random
from typing import Any

import msgspec
import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.api.screens import INCLUDES
from games.api.streams.player_stream import ID
from games.engine import NOBODY, Choose, Expire, Move, Play, State, legal_moves
from games.engine.facts import SeatOut
from games.engine.zones import HAND
from games.ledger import sealing, store
from games.ledger.sealing import canonical
from games.ledger.seen_events import SeenEvent
from games.models import Game, MoveEvent, Refusal, Seat
from games.officials.looks import LIVE
from games.officials.models import Look
from games.play import bot_turns, last_rows, seating, selectors
from games.play.seating import SeatSpec
from games.players.models import Player, Token
from games.players.services import create_guest
from games.wording.table_texts import TableTexts
from tests.api.client import plain_body
from tests.laws.stored import BEGAN, StoredGame, Table, next_turn, played
from tests.laws.test_hidden import told as as_told
from tests.own_cache import empty_cache
from tests.sweeps import part_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

MANY = int(os.environ.get("HIDDEN_GAMES", "1"))
TABLES = part_of([("avengers", 3), ("xmen", 4), ("ultimate", 2), ("ultimate", 4)], 2)
WHOLE = ",".join(INCLUDES)
STREAM = {"Accept": "text/event-stream"}
FROM_THE_START = BEGAN.strftime(ID)
STREAMS_OF_ALL = (
    "/api/v1/me/events/",
    f"/api/v1/me/events/?after={FROM_THE_START}&include={WHOLE}",
    "/api/v1/lobby/",
)
"""Streams that are not of one game."""

POINTS = 1
"""At how many points of each sort twins are written."""

BOGUS = {
    "color": "ultraviolet", "player": "9", "character": "nobody", "card": "none", "mode": "no such",
    "confirm": "perhaps",
}  # fmt: skip
"""Choices that no player can make, one for each question that a card may ask."""


# ---- two games at one point, and who looks


@dataclass(frozen=True, slots=True)
class Pair:
    """A game and its twin for a viewer, each with where it stands."""

    stored_game: StoredGame
    viewer: int
    games: tuple[Game, Game]
    states: tuple[State, State]

    @property
    def unlike(self) -> list[str]:
        """The cards that lie elsewhere in the twin."""
        one, two = (state.zones for state in self.states)
        apart = (zip(one[zone], two[zone], strict=True) for zone in one)
        return sorted(
            {card for zone in apart for pair in zone if len({*pair}) > 1 for card in pair}
        )

    def both(self) -> Iterator[tuple[Game, State]]:
        """The one, then the other."""
        return zip(self.games, self.states, strict=True)


@pytest.fixture(autouse=True)
def _nobody_is_woken(editions: None) -> Iterator[None]:
    store.forget()
    listening = list(bot_turns.on_bot_turn)
    bot_turns.on_bot_turn.clear()
    yield
    bot_turns.on_bot_turn[:] = listening


@dataclass(frozen=True, slots=True)
class ApiCaller:
    """Who asks: with a token, or without."""

    secret: str
    client: Client


def new_caller(player: Player | None = None, secret: str = "") -> ApiCaller:
    """A player, who is logged in on the pages too, or anybody."""
    client = Client(raise_request_exception=False)
    if player is not None:
        client.force_login(player.user)
    return ApiCaller(secret, client)


@dataclass(slots=True)
class Company:
    """The players of a table, and one who only looks on, each as a caller."""

    table: Table
    seats: list[ApiCaller]
    stranger: ApiCaller

    def callers(self, viewer: int) -> list[ApiCaller]:
        """Who may look as a viewer: its seat; as the public a stranger, and one without a token."""
        return [self.stranger, new_caller()] if viewer == NOBODY else [self.seats[viewer]]


def company(variant: str, seats: int, number: int, **more: Any) -> Company:
    """The players of a table, the first of whom has an open table in the lobby too."""
    guests = [create_guest(name=f"Player {seat}") for seat in range(seats)]
    players = tuple(guest[0] for guest in guests)
    options = {"draw_four": "strict"} if variant == "avengers" and number % 2 else {}
    table = Table(variant, players, number, options=options, **more)
    open_seat = SeatSpec("open")
    seating.create_game(creator=players[0], variant="xmen", seats=[SeatSpec("player"), open_seat])
    callers = [new_caller(player, secret) for player, _, secret in guests]
    stranger, _, secret = create_guest(name="A stranger")
    return Company(table, callers, new_caller(stranger, secret))


def points(course: StoredGame, rng: Random) -> list[int]:
    """Where to look: just after the deal, where a hidden question is open, after a seat has gone
    out, and anywhere; never at the end."""
    last = len(course.course.turns) - 1
    outs = [
        at
        for at, turn in enumerate(course.course.turns[:last], 1)
        if any(isinstance(fact, SeatOut) for fact in turn.facts)
    ]
    asked = [
        at
        for at, state in enumerate(course.states[:last], 1)
        if any(prompt.hidden for prompt in state.prompts)
    ]
    some = [rng.randint(2, last) for _ in range(POINTS)]
    hidden = rng.sample(asked, min(len(asked), POINTS))
    return sorted({1, *some, *hidden, *[min(at + 2, last) for at in outs[:1]]})


def onlookers(state: State, sitting: int) -> list[int]:
    """Those who sit there and are not asked; first of all who is out."""
    asked = {prompt.seat for prompt in state.prompts}
    out = [seat for seat in range(sitting) if state.is_out(seat)]
    return out or [seat for seat in range(sitting) if seat not in asked] or [NOBODY]


def pairs(
    company: Company, rng: Random, viewers: Sequence[int] = (), most: int = 9
) -> Iterator[Pair]:
    """A game at some points, the last ones, with its twins, each for a viewer in turn."""
    course = played(company.table)
    sitting = len(company.seats) - company.table.has_bot
    for number, until in enumerate(points(course, rng)[-most:]):
        course.write_until(until)
        state = course.states[until - 1]
        turns = viewers or [rng.choice(onlookers(state, sitting)) if number % 3 else NOBODY]
        for viewer in turns:
            with undone():
                twin, other = course.twin(viewer, rng)
                yield Pair(course, viewer, (course.game, twin), (state, other))


@contextmanager
def undone() -> Iterator[None]:
    """Nothing that happens inside stays."""
    with transaction.atomic():
        mark = transaction.savepoint()
        yield
        transaction.savepoint_rollback(mark)
    afresh()


@contextmanager
def only(game: Game, pair: Pair) -> Iterator[None]:
    """One game of a pair goes on; the other has ended long ago, and has no seats.
    Nothing that happens inside stays."""
    with undone():
        other = pair.games[game == pair.games[0]]
        Seat.objects.filter(game=other).delete()
        Game.objects.filter(pk=other.pk).update(status=Game.Status.OVER, ended_at=BEGAN)
        yield


TOKENS = Token._meta.db_table
"""A token is read again, and its use noted, once a minute: that says nothing of a game."""


def afresh() -> None:
    """Nothing is remembered but the rows."""
    store.forget()
    selectors._sitting.clear()
    selectors.forget_names()
    last_rows._last_rows.clear()
    empty_cache()


# ---- what came back, but for what is different by nature


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request was answered, with how many questions to the database, without tokens."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: str
    queries: int


OWN = ("ratelimit", "x-request-id", "date", "expires", "last-modified", "set-cookie")
"""Headers that are of the request and not of the game."""

BY_NATURE = (
    (re.compile(r"(?<![0-9a-f])[0-9a-f]{128}(?![0-9a-f])"), "signature".ljust(128, ".")),
    (re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])"), "digest".ljust(64, ".")),
    (re.compile(r"(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])"), "salt".ljust(32, ".")),
    (re.compile(r'("mark":")[0-9a-f]{8}(?=")'), r"\1" + "mark".ljust(8, ".")),
    (re.compile(r"(?!2026-01-02)\d{4}-\d\d-\d\dT[\d:.]{12}(\d{3})?Z"), "now".ljust(24, ".")),
    (re.compile(r"urn:uuid:[0-9a-f-]{36}"), "urn:uuid:" + "." * 36),
    (re.compile(r'(csrfmiddlewaretoken" value=")[^"]{64}'), r"\1token"),
    (re.compile(r'((?:-id|__id__exact)" value=")\d+'), r"\1row"),
    (re.compile(r"(/(?:moveevent|refusal)/)\d+/"), r"\1row/"),
)
"""What is another in every game, by its shape; in its place stands something as long."""


def masked(text: str, game: Game) -> str:
    for key in (str(game.pk), str(game.pk).capitalize(), game.pk.hex):
        text = text.replace(key, "game".ljust(len(key), "."))
    for shape, mask in BY_NATURE:
        text = shape.sub(mask, text)
    return text


def ask(
    who: ApiCaller, game: Game, method: str, path: str, body: object = None, **headers: str
) -> Answer:
    """Send a request about a game, and see what comes back."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if who.secret:
        sent["Authorization"] = f"Bearer {who.secret}"
    data = b"" if body is None else msgspec.json.encode(body)
    data = data.replace(b"{game}", str(game.pk).encode())
    address = path.format(
        api=f"/api/v1/games/{game.pk}", page=f"/audit/games/{game.pk}", game=game.pk
    )
    with CaptureQueriesContext(connection) as queries:
        response = who.client.generic(method, address, data, "application/json", headers=sent)
        streamed = getattr(response, "streaming_content", None)
        raw = response.content if streamed is None else b"".join(streamed)
    assert response.status_code < 500, raw
    kept = sorted((name.lower(), masked(value, game)) for name, value in response.items())
    return Answer(
        response.status_code,
        tuple((name, value) for name, value in kept if not name.startswith(OWN)),
        masked(raw.decode(errors="backslashreplace"), game),
        sum(TOKENS not in one["sql"] for one in queries),
    )


Asked = tuple[str, str, object, dict[str, str]]


def looks(seq: int, rng: Random) -> list[Asked]:
    """Every way to look at a game."""
    some = sorted({1, max(1, seq - 1), rng.randint(1, seq)})
    french = {"Accept_Language": "fr-CA"}
    paths: list[tuple[str, dict[str, str]]] = [
        ("{api}/", {}),
        ("{api}/", french),
        ("{api}/", {"If_None_Match": f'"{seq}"'}),
        ("{api}/prompts/", {}),
        ("{api}/prompts/", french),
        (f"{{api}}/prompts/?include={WHOLE}", {}),
        (f"{{api}}/prompts/?include={WHOLE}", french),
        (f"{{api}}/events/?after={max(0, seq - 30)}&limit=7", {}),
        (f"{{api}}/events/?after={max(0, seq - 3)}", {}),
        *((f"{{api}}/events/{at}/", {}) for at in (*some, seq)),
        ("{api}/position/", {}),
        *((f"{{api}}/position/?at={at}", {}) for at in some),
        ("{api}/position/?as=public", {}),
        ("{api}/position/?as=full", {}),
        ("{api}/position/?as=seat:1", {}),
        ("{api}/position/diff/", {}),
        (f"{{api}}/position/diff/?from=1&to={seq}", {}),
        (f"{{api}}/log/?after={max(0, seq - 40)}&limit=40", french),
        ("{api}/events/?limit=9&as=seat:1", {}),
        ("{api}/log/?limit=9&as=full", {}),
        ("{api}/log/?since=my-turn", {}),
        ("{api}/log/?since=my-turn", french),
        ("{api}/log/", {"Accept": "text/plain"}),
        ("{api}/log/", {"Accept": "text/csv"}),
        ("{api}/audit/", {}),
        ("{api}/audit/bundle/", {}),
        ("{api}/audit/inclusion/", {}),
        ("{api}/receipt/", {}),
        ("{api}/organisers/", {}),
        ("{api}/events/", STREAM),
        (f"{{api}}/events/?after={max(0, seq - 3)}&include={WHOLE}", STREAM | french),
        *((path, STREAM) for path in STREAMS_OF_ALL),
        *((path, STREAM | french) for path in STREAMS_OF_ALL[1:]),
        ("{api}/picture.svg", {}),
        (f"{{api}}/picture.svg?at={some[-1]}", french),
        ("{api}/picture.png", {}),
    ]
    asked: list[Asked] = [("GET", path, None, headers) for path, headers in paths]
    asked += [
        ("HEAD", path, None, {})
        for path in ("{api}/", "{api}/prompts/", "{api}/position/", "{api}/audit/bundle/")
    ]
    asked += rulings(some)
    return asked + [("GET", path, None, {}) for path in pages(some)]


def rulings(some: Sequence[int]) -> Iterator[Asked]:
    """Questions to the rulings desk about moves of every seat."""
    moves: list[dict[str, object]] = [{"move": "play", "card": "red-5"}, {"move": "pass"}]
    moves += [{"move": "draw"}, {"move": "resign", "seat": 1}, {"move": "expire"}]
    moves += [{"move": "catch-uno", "seat": 0, "target": 1}]
    for at in some:
        for move in moves:
            yield "POST", "/api/v1/rulings/", {"game": "{game}", "at": at, "move": move}, {}
    for view in ("public", "full", "seat:0", "seat:1"):
        body = {"game": "{game}", "move": {"move": "draw", "seat": 1}}
        yield "POST", f"/api/v1/rulings/?as={view}", body, {}


def pages(some: Sequence[int]) -> list[str]:
    return [
        "{page}/",
        f"{{page}}/?at={some[-1]}",
        f"{{page}}/sheet/?at={some[-1]}",
        "{page}/sheet/?as=full",
        *(f"{{page}}/sheet/?as=seat:{seat}" for seat in range(4)),
        "{page}/bundle/",
        "/play/{game}/",
        f"/play/{{game}}/replay/?at={some[-1]}&as=seat:0",
        f"/embed/{{game}}/?at={some[-1]}",
        f"/audit/rulings/?game={{game}}&at={some[-1]}",
        "/audit/rulings/?game={game}&move=%7B%22move%22:%22draw%22%7D",
        "/audit/rulings/?game={game}&ask=card&card=red-5",
        *(f"/audit/rulings/?game={{game}}&as=seat:{seat}" for seat in range(2)),
    ]


def tries(pair: Pair, rng: Random) -> list[tuple[object, str, dict[str, str]]]:
    """Moves that a caller may send: of all kinds, and the cards that are others in the twin."""
    state, cards = pair.states[0], pair.stored_game.ruleset.cards
    elsewhere = rng.sample(pair.unlike, min(3, len(pair.unlike)))
    hand = state.zones[HAND[pair.viewer]] if pair.viewer >= 0 else ()
    named = dict.fromkeys([*elsewhere, *hand[:3], rng.choice(sorted(cards))])
    seq = pair.games[0].seq
    bodies: list[object] = [{"move": "play", "card": card} for card in named]
    bodies += [{"move": "choose", "option": option} for option in ("yes", "red", *elsewhere[:1])]
    bodies += [{"move": "catch-uno", "seat": seat} for seat in range(state.seats)]
    bodies += [{"move": name} for name in ("draw", "pass", "call-uno")]
    bodies += [{"move": "play"}, {"move": "drow"}, {"move": "draw", "seat": 0}, []]
    bodies += [{"move": "play", "card": f"{card}x"} for card in elsewhere]
    french = {"Accept_Language": "fr-CA"}
    sent: list[tuple[object, str, dict[str, str]]] = [(body, "check/", {}) for body in bodies]
    sent += [(body, "check/", french) for body in bodies[:: max(1, len(bodies) // 5)]]
    for at in (seq - 1, seq - 2, seq - 20):
        sent.append(({"move": "draw"}, "", french | {"If_Match": f'"{max(1, at)}"'}))
    sent.append(({"move": "drow"}, "", {}))
    for body in ({"move": "drow"}, {"move": "draw"}, *bodies[:2]):
        sent.append((body, f"check/?include={WHOLE}", {}))
        sent.append((body, f"check/?include={WHOLE}", french))
    sent.append(({"move": "draw"}, f"?include={WHOLE}", {"If_Match": f'"{max(1, seq - 3)}"'}))
    return sent


def replies(pair: Pair, who: ApiCaller, asked: Sequence[Asked]) -> None:
    """Ask both games the same, each while the other is not there, and compare."""
    found = []
    for game in pair.games:
        afresh()
        with only(game, pair):
            ask(who, game, "GET", "/api/v1/me/")
            found.append(
                [
                    ask(who, game, method, path, body, **headers)
                    for method, path, body, headers in asked
                ]
            )
    for one, two, (method, path, body, _) in zip(*found, asked, strict=True):
        check_same(one, two, (method, path, body))


def check_same(one: Answer, two: Answer, asked: object) -> None:
    """Two answers are the same; where they are not, it says from where on."""
    if one.body != two.body:
        pairs = enumerate(zip(one.body, two.body, strict=False))
        at = next((at for at, (mine, other) in pairs if mine != other), len(two.body))
        around = slice(max(0, at - 200), at + 100)
        raise AssertionError((asked, one.body[around], two.body[around]))
    assert one == two, asked


# ---- the law


@pytest.mark.parametrize(("variant", "seats"), TABLES)
@pytest.mark.parametrize("number", range(MANY))
def test_games_that_differ_in_what_a_viewer_may_not_know_answer_it_the_same(
    variant: str, seats: int, number: int, caplog: pytest.LogCaptureFixture
) -> None:
    number += seats
    rng = Random(number)
    there = company(variant, seats, number, has_bot=bool(number % 2))
    caplog.set_level(logging.INFO)
    unlike = 0
    for pair in pairs(there, rng):
        for game, cards in zip(pair.games, (pair.unlike, pair.unlike[::-1]), strict=True):
            others = [seat for seat in range(seats) if seat != pair.viewer]
            pair.stored_game.refuse(game, others[0], cards[:2])
            if pair.viewer >= 0:
                pair.stored_game.refuse(game, pair.viewer, ["red-1"])
            # How many moves were refused is public, which ones is not.
            pair.stored_game.refuse(game, others[-1], cards[-1:])
        unlike += bool(pair.unlike)
        for who in there.callers(pair.viewer):
            replies(pair, who, looks(pair.games[0].seq, rng))
            moves = [
                ("POST", f"{{api}}/moves/{query}", body, headers)
                for body, query, headers in (tries(pair, rng) if who.secret else [])
            ]
            replies(pair, who, moves)
        check_refused(pair, there)
    assert unlike > 1
    check_logs(caplog, pair.stored_game)


def check_refused(pair: Pair, there: Company) -> None:
    """Moves that are refused, and put on record, are answered the same."""
    if pair.viewer < 0:
        return
    who, legal = there.seats[pair.viewer], _legal(pair)
    moves = [Play(pair.viewer, card) for card in pair.unlike[:2]]
    refused = [move for move in moves if move not in legal]
    bodies: list[Asked] = [
        ("POST", f"{{api}}/moves/{query}", plain_body(move), {})
        for move in refused
        for query in ("", f"?include={WHOLE}")
    ]
    replies(pair, who, [*bodies, ("GET", "{api}/audit/bundle/", None, {})])


def _legal(pair: Pair) -> list[Move]:
    return legal_moves(pair.stored_game.ruleset, pair.states[0], pair.viewer)


def check_logs(caplog: pytest.LogCaptureFixture, stored_game: StoredGame) -> None:
    """No line of the logs names a card, or a seed."""
    lines = "\n".join(f"{record.getMessage()} {record.__dict__}" for record in caplog.records)
    for card in stored_game.ruleset.cards:
        assert not re.search(rf"\b{card}\b", lines), card
    assert stored_game.game.secret.hex() not in lines
    assert bytes(stored_game.game.server_seed).hex() not in lines


# ---- moves that are made


@pytest.mark.parametrize(("variant", "seats"), TABLES)
@pytest.mark.parametrize("number", range(MANY))
def test_the_reply_to_a_move_reveals_no_other_cards_to_a_viewer(
    variant: str, seats: int, number: int
) -> None:
    rng = Random(number)
    made = asked = 0
    for other in range(3):
        there = company(variant, seats, 2 * number + 100 * other)
        for pair in pairs(there, rng, range(NOBODY, seats)):
            made += check_made(pair, there)
            asked += check_choices_that_nobody_can_make(pair, there, rng)
    assert made > 2
    assert asked > 2


def check_made(pair: Pair, there: Company) -> bool:
    """The move that comes next is told the same, where it brings the viewer the same."""
    move, decision = next_turn(pair.stored_game, pair.states[1], pair.games[1])
    here = pair.stored_game.course.turns[pair.stored_game.until]
    if decision is None or isinstance(move, Expire) or decision.state.result is not None:
        return False
    if as_told(decision.facts, pair.viewer) != as_told(here.facts, pair.viewer):
        return False
    who = there.callers(pair.viewer)[0]
    seq, found = pair.games[0].seq, []
    for game in pair.games:
        afresh()
        mover = there.seats[move.seat]
        for caller in (who, mover):
            ask(caller, game, "GET", "/api/v1/me/")
        with only(game, pair):
            reply = ask(mover, game, "POST", f"{{api}}/moves/?include={WHOLE}", plain_body(move))
            assert reply.status == 201, reply
            screen = f"/prompts/?include={WHOLE}"
            paths = [
                "/",
                "/prompts/",
                screen,
                f"/events/?after={seq}",
                "/position/",
                "/position/diff/",
            ]
            answers = [ask(who, game, "GET", f"{{api}}{path}") for path in paths]
            answers += [ask(who, game, "GET", path, **STREAM) for path in STREAMS_OF_ALL]
            found.append([reply] * (move.seat == pair.viewer) + answers)
    for one, two in zip(*found, strict=True):
        check_same(one, two, move)
    return True


def check_choices_that_nobody_can_make(pair: Pair, there: Company, rng: Random) -> int:
    """A refused choice takes its move back: it tells no more than was known before."""
    legal = legal_moves(pair.stored_game.ruleset, pair.states[0], pair.viewer)
    moves = [move for move in legal if isinstance(move, Play | Choose)]
    for move in rng.sample(moves, min(4, len(moves))):
        found = []
        for game in pair.games:
            with undone():
                body = plain_body(move) | {"choices": BOGUS}
                found.append(ask(there.seats[pair.viewer], game, "POST", "{api}/moves/", body))
        assert found[0].status == found[1].status
        assert found[0].status == 201 or found[0] == found[1]
    return min(4, len(moves))


# ---- when it is over, and each seat keeps what it saw


@pytest.mark.parametrize("variant", ["xmen", "ultimate"])
def test_a_game_that_opens_to_its_seats_shows_each_what_it_saw(variant: str) -> None:
    rng = Random(9)
    there = company(variant, 3, 4, reveal="seats")
    course = played(there.table)
    course.write_until(len(course.states))
    for viewer in (NOBODY, 1):
        with undone():
            twin, other = course.twin(viewer, rng)
            pair = Pair(course, viewer, (course.game, twin), (course.states[-1], other))
            assert pair.unlike
            assert twin.status == course.game.status == Game.Status.OVER
            asked = [
                one
                for one in looks(course.until, rng)
                # The verdict is another, for a twin follows from no seed.
                if not one[1].startswith(("{page}/?", "{page}/", "{api}/audit/"))
            ]
            for who in there.callers(viewer):
                bundle: Asked = ("GET", "{api}/audit/bundle/", None, {})
                replies(pair, who, [*asked, bundle])


# ---- people who run the server


def test_a_link_preview_is_of_the_public_for_every_visitor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its text is here all that its view has, so that another view is another text."""
    monkeypatch.setattr(TableTexts, "lines", lambda one: [msgspec.json.encode(one._view).decode()])
    there = company("avengers", 3, 1)
    pair = next(iter(pairs(there, Random(1), [NOBODY], most=1)))
    game = pair.games[0]
    public = msgspec.json.encode(selectors.position(game=game, viewer=NOBODY, at=game.seq)).decode()
    for path in ("/play/{game}/", "/play/{game}/replay/"):
        for who in (*there.seats, there.stranger, new_caller()):
            page = ask(who, game, "GET", path).body
            (text,) = re.findall('<meta property="og:description" content="([^"]*)', page)
            assert unescape(text) == masked(public, game)


@pytest.mark.parametrize("may_look_live", [False, True])
def test_staff_see_a_running_game_as_the_public_does_unless_a_look_is_put_on_record(
    may_look_live: bool,
) -> None:
    rng = Random(8)
    user = get_user_model().objects.create_user("staff", is_staff=True)
    allowed = Permission.objects.filter(codename__startswith="view_")
    user.user_permissions.set(allowed)
    app, code = LIVE.split(".")
    if may_look_live:
        live = Permission.objects.get(content_type__app_label=app, codename=code)
        user.user_permissions.add(live)
    who = new_caller()
    who.client.force_login(user)
    there = company("ultimate", 3, 1, has_bot=True)
    for pair in pairs(there, rng, [NOBODY], most=2):
        for game, cards in zip(pair.games, (pair.unlike, pair.unlike[::-1]), strict=True):
            pair.stored_game.refuse(game, 0, cards[:2])
        # The first time, Django learns what it remembers of its own tables.
        _, one, two = (staff_sees(who, game) for game in (pair.games[0], *pair.games))
        assert len(one) > 6
        for mine, other in zip(one, two, strict=True):
            check_same(mine, other, pair.games[0].seq)
        assert not Look.objects.exists()


def staff_sees(who: ApiCaller, game: Game) -> list[Answer]:
    """The pages of the admin that are about a game, and those of the audit."""
    afresh()
    last = MoveEvent.objects.get(game=game, seq=game.seq)
    rows = f"?game__id__exact={game.pk}"
    refused = Refusal.objects.filter(game=game).order_by("pk")
    paths = [
        f"/admin/games/game/{game.pk}/change/",
        f"/admin/games/moveevent/{rows}",
        f"/admin/games/moveevent/{last.pk}/change/",
        f"/admin/games/refusal/{rows}",
        *(f"/admin/games/refusal/{one.pk}/change/" for one in refused),
        "/admin/officials/look/",
        f"/audit/games/{game.pk}/",
        f"/audit/games/{game.pk}/sheet/?at=1",
        f"/play/{game.pk}/replay/?at=1",
        f"/audit/games/{game.pk}/bundle/",
    ]
    found = [ask(who, game, "GET", path) for path in paths]
    assert {one.status for one in found} == {200}
    return [shown_of(one, path) for one, path in zip(found, paths, strict=True)]


def shown_of(page: Answer, path: str) -> Answer:
    """A page of the admin without the numbers of its rows, which are not as long everywhere; of a
    list the table alone: beside it stand all games to choose from."""
    if not path.startswith("/admin/"):
        return page
    body = page.body
    if "?game__id" in path:
        _, found, rest = body.partition('id="result_list"')
        assert found
        body = rest.partition("</table>")[0]
    return Answer(page.status, (), body, page.queries)


# ---- guessing


def test_no_card_fits_a_commitment_without_its_salt() -> None:
    there = company("ultimate", 3, 3, has_bot=True)
    course = played(there.table)
    course.write_until(40)
    game, rows = course.game, list(store.history(course.game))
    cards = sorted(course.ruleset.cards)
    tried = opened = 0
    for viewer in (NOBODY, 0):
        told_rows = [selectors.redacted_event(game, row, viewer) for row in rows]
        salts = public_salts(game, told_rows)
        for row, shown in zip(rows, told_rows, strict=True):
            for path, standing in shown.sealed.items():
                own = sealing.salt(game.secret, row.seq, path)
                assert (path in shown.salts) is (own in salts)
                if path in shown.salts:
                    opened += 1
                    continue
                at_path = [salt_of(key, row.seq, path) for key in public_keys(game, shown)]
                for value in values(cards, path):
                    written = canonical(value)
                    assert not any(
                        sha256(PREFIX + salt + written).hexdigest() == standing
                        for salt in [*salts, *at_path]
                    )
                    tried += 1
                truth = canonical(part(row.to_dict(), path))
                assert sha256(PREFIX + own + truth).hexdigest() == standing
    assert tried > 2000
    assert opened > 3


PREFIX = b"fairdeal-seal-v4/hidden/"


def values(cards: Sequence[str], path: str) -> Iterator[object]:
    """What may stand at a path: a card or a few, a choice, a number."""
    if path.endswith("/cards"):
        yield from ([card] for card in cards)
    elif path.endswith(("/option", "/default")):
        yield from (*cards, "pass", "done", "yes", "no")
    elif path.endswith("/options"):
        yield from ([card, "pass"] for card in cards)
    elif path.endswith("/picked"):
        yield from range(20)


def public_salts(game: Game, rows: Sequence[SeenEvent]) -> list[bytes]:
    """Salts that a viewer was given, and some guesses."""
    given = [bytes.fromhex(salt) for row in rows for salt in row.salts.values()]
    assert len(set(given)) == len(given)
    return [*given, bytes(16), game.pk.bytes, bytes.fromhex(game.commitment)[:16]]


def public_keys(game: Game, row: SeenEvent) -> list[bytes]:
    """What anybody could take for the secret."""
    return [
        bytes(32),
        bytes.fromhex(game.commitment),
        bytes.fromhex(row.digest),
        bytes.fromhex(game.edition_id),
        sha256(game.pk.bytes).digest(),
        sha256(str(game.pk).encode()).digest(),
    ]


def salt_of(key: bytes, seq: int, path: str) -> bytes:
    """The salt at a path, if a key were the secret."""
    return hmac.digest(key, f"fairdeal-seal-v4/salt/{seq}{path}".encode(), "sha256")[:16]


def part(value: Any, path: str) -> Any:
    """What is at a path of a row."""
    for step in path[1:].split("/"):
        value = value[int(step)] if isinstance(value, list | tuple) else value[step]
    return value


@pytest.mark.rest
def test_commitments_look_random_and_none_comes_twice() -> None:
    there = company("avengers", 3, 6, has_bot=True)
    course = played(there.table)
    course.write_until(len(course.states) - 1)
    rows = selectors.events(game=course.game, viewer=NOBODY, limit=None)
    standing = [one for row in rows for one in row.sealed.values()]
    assert len(set(standing)) == len(standing) > 30
    assert {len(one) for one in standing} == {64}
    ones = sum(int(one, 16).bit_count() for one in standing)
    bits = 256 * len(standing)
    # Six standard deviations of as many fair coins.
    assert abs(ones - bits / 2) < 6 * (bits / 4) ** 0.5
    # Fewer than twelve first digits would come up once in millions of games.
    assert len({one[0] for one in standing}) >= 12
