"""Lists of games: every page of every search has what a look at each game finds."""

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from uuid import UUID

import pytest

from cards.models import Edition
from games.models import Game, Seat
from games.officials.grants import grant
from games.play.listed import own_games
from games.play.sight import visible_games
from games.players.models import Player
from games.search import listing
from games.search.listing import Page, Place, decode_place, encode_place, find_games
from games.search.models import SearchTerm
from games.search.selectors import SORTS, GameQuery
from tests.games.tables import guest

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 1, tzinfo=UTC)
STATUSES = ("open", "running", "over", "over", "over")
GAMES = 36


class World:
    """Games of all kinds, with rows in no table but those that lists read."""

    def __init__(self) -> None:
        rng = random.Random(7)
        self.players = [guest(name) for name in ("Ada", "Bea", "Ada Two", "Cy")]
        self.auditor = guest("Vera")
        edition = Edition.objects.all()[0]
        for number in range(GAMES):
            self._add(rng, number, edition)
        self.games = list(Game.objects.all())
        self.seats = {(seat.game_id, seat.player_id): seat for seat in Seat.objects.all()}
        self.terms = set(SearchTerm.objects.values_list("game", "term"))
        self.granted = next(one for one in self.games if one.access == "invited")
        grant(player=self.players[3], scope=self.granted)

    def _add(self, rng: random.Random, number: int, edition: Edition) -> None:
        creator, *others = rng.sample(self.players, 3)
        # Some are created at the same moment.
        created, status = START + timedelta(hours=number // 3 * 3), rng.choice(STATUSES)
        is_over, length = status == "over", rng.randrange(3, 9)
        ended = created + timedelta(minutes=rng.randrange(3)) if is_over else None
        game = Game.objects.create(
            variant=rng.choice(("avengers", "xmen")), edition=edition, seats=2, creator=creator,
            access=rng.choice(("open", "open", "invited")), status=status, created_at=created,
            changed_at=created, ended_at=ended, seq=length if is_over else 2,
            result_seq=length if is_over else None, winner=rng.randrange(2) if is_over else None,
        )  # fmt: skip
        for seat, player in enumerate(others):
            Seat.objects.create(
                game=game, number=seat, kind="player", player=player, created_at=created,
                ended_at=ended,
            )  # fmt: skip
        for term in ("rule:common.deal", "card:red-7") if is_over else ():
            if term.startswith("rule") or rng.random() < 0.3:
                SearchTerm.objects.create(
                    game=game, term=term, first=1, count=1, seats="01", created_at=created
                )

    def concerns(self, game: Game, player: Player) -> bool:
        """Whether a player may see a game also if it is by invitation."""
        is_granted = player == self.players[3] and game == self.granted
        return game.creator_id == player.pk or self.has_seat(game, player) or is_granted

    def has_seat(self, game: Game, *players: Player) -> bool:
        """Whether one of some players has a seat."""
        return any((game.pk, player.pk) in self.seats for player in players)


@pytest.fixture
def world(editions: None) -> World:
    return World()


Test = Callable[[World, Game], bool]

QUERIES: dict[str, tuple[GameQuery, Test]] = {
    "all": (GameQuery(), lambda _, game: True),
    "open": (GameQuery(status="open"), lambda _, game: game.status == "open"),
    "over": (GameQuery(status="over"), lambda _, game: game.status == "over"),
    "variant": (GameQuery(variant="xmen"), lambda _, game: game.variant == "xmen"),
    "running-variant": (
        GameQuery(variant="xmen", status="running"),
        lambda _, game: (game.variant, game.status) == ("xmen", "running"),
    ),
    "days": (
        GameQuery(since=date(2026, 1, 2), until=date(2026, 1, 2)),
        lambda _, game: game.created_at.date() == date(2026, 1, 2),
    ),
    "one-player": (
        GameQuery(player="bea"),
        lambda world, game: world.has_seat(game, world.players[1]),
    ),
    "players": (
        GameQuery(player="Ada"),
        lambda world, game: world.has_seat(game, world.players[0], world.players[2]),
    ),
    "winner": (
        GameQuery(winner="Cy"),
        lambda world, game: (
            world.has_seat(game, world.players[3])
            and world.seats[game.pk, world.players[3].pk].number == game.winner
        ),
    ),
    "not-won": (
        GameQuery(winner="none"),
        lambda _, game: game.status == "over" and game.winner is None,
    ),
    "rule": (
        GameQuery(rule="common.deal"),
        lambda world, game: (game.pk, "rule:common.deal") in world.terms,
    ),
    "card": (
        GameQuery(card="red-7", variant="avengers"),
        lambda world, game: game.variant == "avengers" and (game.pk, "card:red-7") in world.terms,
    ),
    "card-player": (
        GameQuery(card="red-7", rule="common.deal", player="Bea"),
        lambda world, game: (
            world.has_seat(game, world.players[1]) and (game.pk, "card:red-7") in world.terms
        ),
    ),
}


def expected(world: World, query: GameQuery, meets: Test, shown: Test) -> list[Game]:
    column, is_descending = SORTS[query.sort]
    games = [game for game in world.games if meets(world, game) and shown(world, game)]
    games = [game for game in games if getattr(game, column) is not None]
    return sorted(games, key=lambda one: (getattr(one, column), one.pk), reverse=is_descending)


def pages(query: GameQuery, sources: list[listing.GameSource], limit: int) -> list[Page]:
    """Read a list to its end."""
    found, after = [find_games(query, sources, limit=limit)], None
    while (after := found[-1].more) is not None:
        assert len(found) < 200
        again = decode_place(encode_place(after), query.sort)
        assert again == after
        found.append(find_games(query, sources, limit=limit, after=again))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("looked_at", "few"), [(3, 0), (1000, 1000)], ids=["many", "few"])
@pytest.mark.parametrize("name", QUERIES)
def test_pages_have_every_game_once_and_in_order(
    world: World, name: str, looked_at: int, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "LOOKED_AT", looked_at)
    monkeypatch.setattr(listing, "FEW", few)
    plain, meets = QUERIES[name]
    ada, cy = world.players[0], world.players[3]
    is_open: Test = lambda _, game: game.access == "open"  # noqa: E731
    callers: list[tuple[list[listing.GameSource], Test]] = [
        (visible_games(caller=None), is_open),
        (
            visible_games(caller=cy),
            lambda world, game: game.access == "open" or world.concerns(game, cy),
        ),
        (own_games(ada), lambda world, game: world.concerns(game, ada)),
        (
            visible_games(caller=world.auditor, is_auditor=True),
            lambda _, game: game.access == "open" or game.status == "over",
        ),
    ]
    for sort in ("newest", "oldest", "ended", "shortest"):
        query = replace(plain, sort=sort)
        for sources, shown in callers:
            read = pages(query, sources, limit=9)
            games = [game for page in read for game in page.games]
            assert games == expected(world, query, meets, shown)
            assert all(len(page.games) <= 9 for page in read)


def test_a_page_of_a_rare_search_is_short_and_the_list_goes_on(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "LOOKED_AT", 5)
    monkeypatch.setattr(listing, "ROUNDS", 1)
    oldest = Game.objects.filter(access="open", status="over").order_by("created_at", "pk")[0]
    Game.objects.filter(status="over").update(winner=0)
    Game.objects.filter(pk=oldest.pk).update(winner=None)
    first, *_, last = pages(GameQuery(winner="none"), visible_games(caller=None), limit=7)
    assert first.games == [] and first.more is not None
    assert last.games == [oldest]


@pytest.mark.parametrize("cursor", ["", "x", "IA==", "MjAyNg=="])
def test_what_is_no_place_is_refused(cursor: str) -> None:
    for sort in SORTS:
        with pytest.raises(ValueError):
            decode_place(cursor, sort)


def test_a_place_without_a_time_zone_is_refused() -> None:
    place = Place(datetime(2026, 1, 1), UUID(int=0))
    with pytest.raises(ValueError):
        decode_place(encode_place(place), "newest")
