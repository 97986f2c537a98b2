"""What leaves the server is the same, whatever the cards are that a viewer may not know.

A game is written down as it goes on. Where it has come to some points, its twins are written beside
it: other games that differ only in what one viewer may not know. Every answer to that viewer is the
same for both, to the byte, but for digests, commitments and the games' ids, which are as long.
HIDDEN_GAMES in the environment says how many games a table plays, which is otherwise one.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec
import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import services, store
from games.api.prompts import body_of
from games.engine import NOBODY, Move, Play, State, legal_moves
from games.engine.facts import SeatOut
from games.engine.zones import HAND
from games.models import Game
from games.players.models import Player
from games.players.services import create_guest
from tests.laws.stored import Table, Told, played

pytestmark = pytest.mark.django_db

MANY = int(os.environ.get("HIDDEN_GAMES", "1"))
TABLES = [("avengers", 3), ("xmen", 4), ("ultimate", 2), ("ultimate", 4)]
POINTS = 2
"""At how many points of a game twins are written."""

BOGUS = {
    "color": "ultraviolet", "player": "9", "character": "nobody", "card": "none", "mode": "no such",
    "confirm": "perhaps",
}  # fmt: skip
"""Choices that nobody can make, one for each question that a card may ask."""


# ---- two games at one point, and who looks


@dataclass(frozen=True, slots=True)
class Pair:
    """A game and its twin for a viewer, each with where it stands."""

    told: Told
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
    listening = list(services.on_bot_turn)
    services.on_bot_turn.clear()
    yield
    services.on_bot_turn[:] = listening


@dataclass(frozen=True, slots=True)
class Somebody:
    """Who asks: with a token, or without."""

    secret: str
    client: Client


def somebody(player: Player | None = None, secret: str = "") -> Somebody:
    """A player, who is logged in on the pages too, or anybody."""
    client = Client(raise_request_exception=False)
    if player is not None:
        client.force_login(player.user)
    return Somebody(secret, client)


@dataclass(slots=True)
class Company:
    """The players of a table, and one who only looks on, each as a caller."""

    table: Table
    seats: list[Somebody]
    stranger: Somebody

    def callers(self, viewer: int) -> list[Somebody]:
        """Who may look as a viewer: its seat; as the public a stranger, and one without a token."""
        return [self.stranger, somebody()] if viewer == NOBODY else [self.seats[viewer]]


def company(variant: str, seats: int, number: int, **more: Any) -> Company:
    guests = [create_guest(name=f"Player {seat}") for seat in range(seats)]
    players = tuple(guest[0] for guest in guests)
    options = {"draw_four": "strict"} if variant == "avengers" and number % 2 else {}
    table = Table(variant, players, number, options=options, **more)
    callers = [somebody(player, secret) for player, _, secret in guests]
    stranger, _, secret = create_guest(name="Somebody else")
    return Company(table, callers, somebody(stranger, secret))


def points(course: Told, rng: Random) -> list[int]:
    """Where to look: just after the deal, after seats went out, and anywhere; never at the end."""
    last = len(course.course.turns) - 1
    outs = [
        at
        for at, turn in enumerate(course.course.turns[:last], 1)
        if any(isinstance(fact, SeatOut) for fact in turn.facts)
    ]
    some = rng.sample(range(2, last + 1), min(last - 1, POINTS))
    return sorted({1, *some, *[min(at + 2, last) for at in outs[:1]]})


def pairs(company: Company, rng: Random, viewers: Sequence[int] = ()) -> Iterator[Pair]:
    """A game at some points with its twins, each for a viewer in turn."""
    course = played(company.table)
    sitting = len(company.seats) - company.table.has_bot
    for number, until in enumerate(points(course, rng)):
        course.go_on(until)
        state = course.states[until - 1]
        out = [seat for seat in range(sitting) if state.is_out(seat)]
        turns = viewers or (out[:1] if out else [rng.randrange(sitting) if number % 3 else NOBODY])
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


def afresh() -> None:
    """Nothing is remembered but the rows."""
    store.forget()
    cache.clear()


# ---- what came back, but for what is different by nature


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request was answered, with how many questions to the database."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: str
    queries: int


OWN = ("ratelimit", "x-request-id", "date", "set-cookie", "server-timing")
"""Headers that are of the request and not of the game."""

BY_NATURE = (
    (re.compile(r"(?<![0-9a-f])[0-9a-f]{128}(?![0-9a-f])"), "signature".ljust(128, ".")),
    (re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])"), "digest".ljust(64, ".")),
    (re.compile(r"(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])"), "salt".ljust(32, ".")),
    (re.compile(r"(?!2026-01-02)\d{4}-\d\d-\d\dT[\d:.]{12}Z"), "now".ljust(24, ".")),
    (re.compile(r"urn:uuid:[0-9a-f-]{36}"), "urn:uuid:" + "." * 36),
    (re.compile(r'(csrfmiddlewaretoken" value=")[^"]{64}'), r"\1token"),
    (re.compile(r"(/(?:moveevent|refusal)/)\d+/"), r"\1row/"),
)
"""What is another in every game, by its shape; in its place stands something as long."""


def masked(text: str, game: Game) -> str:
    for key in (str(game.pk), game.pk.hex):
        text = text.replace(key, "game".ljust(len(key), "."))
    for shape, mask in BY_NATURE:
        text = shape.sub(mask, text)
    return text


def ask(
    who: Somebody, game: Game, method: str, path: str, body: object = None, **headers: str
) -> Answer:
    """Send a request about a game, and see what comes back."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if who.secret:
        sent["Authorization"] = f"Bearer {who.secret}"
    data = b"" if body is None else msgspec.json.encode(body)
    address = path.format(api=f"/api/v1/games/{game.pk}", page=f"/audit/games/{game.pk}", **{})
    with CaptureQueriesContext(connection) as queries:
        response = who.client.generic(method, address, data, "application/json", headers=sent)
        streamed = getattr(response, "streaming_content", None)
        raw = response.content if streamed is None else b"".join(streamed)
    assert response.status_code < 500, raw
    kept = sorted((name.lower(), masked(value, game)) for name, value in response.items())
    return Answer(
        response.status_code,
        tuple((name, value) for name, value in kept if not name.startswith(OWN)),
        masked(raw.decode(), game),
        len(queries),
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
        ("{api}/seats/", {}),
        ("{api}/prompts/", {}),
        ("{api}/prompts/", french),
        (f"{{api}}/events/?after={max(0, seq - 30)}&limit=7", {}),
        (f"{{api}}/events/?after={max(0, seq - 3)}", {}),
        ("{api}/events/", {"Accept": "application/x-ndjson"}),
        *((f"{{api}}/events/{at}/", {}) for at in (*some, seq)),
        ("{api}/position/", {}),
        *((f"{{api}}/position/?at={at}", {}) for at in some),
        ("{api}/position/?as=public", {}),
        ("{api}/position/?as=full", {}),
        ("{api}/position/?as=seat:1", {}),
        ("{api}/position/diff/", {}),
        (f"{{api}}/position/diff/?from=1&to={seq}", {}),
        (f"{{api}}/log/?after={max(0, seq - 40)}&limit=40", french),
        ("{api}/log/", {"Accept": "text/plain"}),
        ("{api}/log/", {"Accept": "text/csv"}),
        ("{api}/audit/", {}),
        ("{api}/audit/bundle/", {}),
        ("{api}/audit/inclusion/", {}),
    ]
    asked: list[Asked] = [("GET", path, None, headers) for path, headers in paths]
    asked += [
        ("HEAD", path, None, {})
        for path in ("{api}/", "{api}/prompts/", "{api}/position/", "{api}/audit/bundle/")
    ]
    return asked + [("GET", path, None, {}) for path in pages(some)]


def pages(some: Sequence[int]) -> list[str]:
    return [
        "{page}/",
        f"{{page}}/?at={some[-1]}",
        "{page}/?as=full",
        *(f"{{page}}/?as=seat:{seat}" for seat in range(4)),
        "{page}/bundle/",
    ]


def tries(pair: Pair, rng: Random) -> list[tuple[object, str, dict[str, str]]]:
    """Moves that a caller may send: of all kinds, and the cards that are others in the twin."""
    state, cards = pair.states[0], pair.told.ruleset.cards
    elsewhere = rng.sample(pair.unlike, min(3, len(pair.unlike)))
    hand = state.zones[HAND[pair.viewer]] if pair.viewer >= 0 else ()
    named = dict.fromkeys([*elsewhere, *hand[:3], rng.choice(sorted(cards))])
    seq = pair.games[0].seq
    bodies: list[object] = [{"move": "play", "card": card} for card in named]
    bodies += [{"move": "choose", "option": option} for option in ("yes", "red", *elsewhere[:1])]
    bodies += [{"move": "catch-uno", "seat": seat} for seat in range(state.seats)]
    bodies += [{"move": name} for name in ("draw", "pass", "call-uno")]
    bodies += [{"move": "play"}]
    sent: list[tuple[object, str, dict[str, str]]] = [
        (body, "?dry_run=true", {}) for body in bodies
    ]
    sent.append(({"move": "draw"}, "", {"If_Match": f'"{max(1, seq - 2)}"'}))
    return sent


def replies(pair: Pair, who: Somebody, asked: Sequence[Asked]) -> None:
    """Ask both games the same, and compare."""
    afresh()
    ask(who, pair.games[0], "GET", "/api/v1/me/")
    for method, path, body, headers in asked:
        one, two = (ask(who, game, method, path, body, **headers) for game in pair.games)
        assert one == two, (method, path, body)


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
            pair.told.refuse(game, others[0], cards[:2])
            if pair.viewer >= 0:
                pair.told.refuse(game, pair.viewer, ["red-1"])
        pair.told.refuse(pair.games[1], others[-1], pair.unlike[:1])
        unlike += bool(pair.unlike)
        for who in there.callers(pair.viewer):
            replies(pair, who, looks(pair.games[0].seq, rng))
            moves = [
                ("POST", f"{{api}}/moves/{query}", body, headers)
                for body, query, headers in (tries(pair, rng) if who.secret else [])
            ]
            replies(pair, who, moves)
        check_refused(pair, there)
    assert unlike > 2
    check_logs(caplog, pair.told)


def check_refused(pair: Pair, there: Company) -> None:
    """Moves that are refused, and put on record, are answered the same."""
    if pair.viewer < 0:
        return
    who, legal = there.seats[pair.viewer], _legal(pair)
    moves = [Play(pair.viewer, card) for card in pair.unlike[:2]]
    refused = [move for move in moves if move not in legal]
    bodies: list[Asked] = [("POST", "{api}/moves/", body_of(move), {}) for move in refused]
    replies(pair, who, [*bodies, ("GET", "{api}/audit/bundle/", None, {})])


def _legal(pair: Pair) -> list[Move]:
    return legal_moves(pair.told.ruleset, pair.states[0], pair.viewer)


def check_logs(caplog: pytest.LogCaptureFixture, told: Told) -> None:
    """No line of the logs names a card, or a seed."""
    lines = "\n".join(f"{record.getMessage()} {record.__dict__}" for record in caplog.records)
    for card in told.ruleset.cards:
        assert not re.search(rf"\b{card}\b", lines), card
    assert told.game.secret.hex() not in lines
