"""Every request and task that lists or counts what grows with the games stored.

``tests/games/test_growth.py`` fails for an address, a list of the admin or a task that is neither
here nor among those that list nothing of that kind.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final
from unittest.mock import patch
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import Count
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bots.rehearsals import sweep_rehearsals
from bots.tasks import sweep
from games.api.http.bot_games import quotas, thinking_seats
from games.api.streams.player_events import PlayerOrder, read_players
from games.api.streams.shared_reads import Looked, look
from games.models import Game
from games.officials.grants import grant
from games.officials.models import GameSet
from games.players.access import Access
from games.players.models import Player
from games.players.scopes import AUDIT_LIVE, AUDIT_READ, PLAY, SCOPES
from games.players.services import issue_token, player_for
from games.proofs.tasks import make_checkpoint
from games.search.listing import Place, encode_place
from games.search.tasks import index_games
from games.tasks import audit_finished, close_openings, delete_guests, run_clocks, tend_tables
from games.tournaments.tasks import tend_tournaments
from games.webhooks.models import Webhook
from games.webhooks.services import create_webhook
from games.webhooks.tasks import sweep_webhooks, tidy_webhooks
from tests.bench.stored_games import COLLECTOR, COMMON_TERM, OLD_HAND, OLD_TERM, SEASON
from tests.games.tables import guest

COMMON_RULE, OLD_CARD = COMMON_TERM.partition(":")[2], OLD_TERM.partition(":")[2]


@dataclass(frozen=True)
class Person:
    """A caller: a client with a token, or with a login of staff."""

    client: Client
    player: Player | None = None
    access: Access | None = None

    def listed(self, path: str, **query: str) -> int:
        """Return how many entries a page of the API has."""
        reply = self._get(f"/api/v1/{path}", query)
        if "results" in reply.headers.get("Content-Disposition", ""):
            return b"".join(reply.streaming_content).count(b"\n") - 1
        return len(reply.json()["results"])

    def shown(self, path: str, **query: str) -> int:
        """Return how many games a page of the auditors shows, or an export has."""
        reply = self._get(path, query)
        if reply.streaming:
            return b"".join(reply.streaming_content).count(b"\n") - 1
        return len(re.findall(r"<tr>\s*<th scope=.row", reply.content.decode()))

    def administered(self, path: str, **query: str) -> int:
        """Return how many entries a list of the admin shows."""
        return len(self._get(path, query).context_data["cl"].result_list)

    def read(self, path: str) -> int:
        """Read something that is not a list of games."""
        return len(self._get(path, {}).content.splitlines())

    def _get(self, path: str, query: dict[str, str]) -> Any:
        reply = self.client.get(f"{path}?{urlencode(query)}")
        assert reply.status_code == 200, (path, query, reply.status_code, reply.content[:500])
        return reply


@dataclass(frozen=True)
class Callers:
    """Those who make the requests."""

    stranger: Person
    newcomer: Person
    regular: Person
    old_hand: Person
    auditor: Person
    arbiter: Person
    collector: Person
    organiser: Person
    staff: Person


def callers() -> Callers:
    """Return the callers; they are created for it, or chosen among the players."""
    by_games = Player.objects.annotate(games=Count("seats")).order_by("-games")
    judge, user = guest("Olga"), User.objects.create_superuser("staff", password="staff")
    for player in (judge, player_for(user=user)):
        for game in Game.objects.filter(access="invited", status="running")[:2]:
            grant(player=player, scope=game, may_look=True)
        evening, _ = GameSet.objects.get_or_create(name=EVENING)
        evening.games.set(Game.objects.filter(status="over")[:200])
        grant(player=player, scope=evening, may_look=True)
    organiser = guest("Otto")
    season = GameSet.objects.get(name=SEASON)
    grant(player=organiser, scope=season, may_look=True)
    for player in by_games.exclude(name=OLD_HAND)[1:3]:
        create_webhook(player=player, url="https://hooks.example/", events=["turn", "game.over"])
    staff = Person(Client())
    staff.client.force_login(user)
    return Callers(
        stranger=Person(Client()),
        newcomer=_with_token(guest("Newcomer")),
        regular=_with_token(by_games.exclude(name=OLD_HAND)[1]),
        old_hand=_with_token(Player.objects.get(name=OLD_HAND)),
        auditor=_with_token(guest("Vera"), AUDIT_READ),
        arbiter=_with_token(judge, AUDIT_READ, AUDIT_LIVE),
        collector=_with_token(Player.objects.get(name=COLLECTOR), PLAY),
        organiser=_with_token(organiser, *SCOPES),
        staff=staff,
    )


def _with_token(player: Player, *scopes: str) -> Person:
    token, secret = issue_token(player=player, scopes=list(scopes))
    access = Access(token.id, player.pk, player.user_id, player.name, True, scopes, None)
    return Person(Client(headers={"Authorization": f"Bearer {secret}"}), player, access)


FAR: Final = encode_place(Place(datetime(2023, 1, 1, 10, tzinfo=UTC), UUID(int=0)))
"""A place near the end of the list of all games."""

EVENING: Final = "Club night"
"""The name of a set of games that the arbiter may see whole."""

Request = Callable[[Callers], int]
"""A request; it returns how many entries it shows."""


def _games(who: str, **query: str) -> Request:
    return lambda callers: getattr(callers, who).listed("games/", **query)


def _export(who: str, **query: str) -> Request:
    return lambda callers: getattr(callers, who).listed("games/export/", **query)


def _page(who: str, **query: str) -> Request:
    return lambda callers: getattr(callers, who).shown("/audit/", **query)


SEARCHES: Final[dict[str, dict[str, str]]] = {
    "all": {},
    **{f"status-{status}": {"status": status} for status in Game.Status.values},
    "variant": {"variant": "ultimate"},
    "variant-open": {"variant": "xmen", "status": "open"},
    "player": {"player": "Chloé 2"},
    "player-part": {"player": "o 3"},
    "player-many": {"player": "guest"},
    "player-none": {"player": "Zebulon"},
    "player-bot": {"player": "casual"},
    "player-old": {"player": OLD_HAND},
    "player-old-longest": {"player": OLD_HAND, "sort": "longest"},
    "winner": {"winner": "Chloé 2"},
    "winner-none": {"winner": "none"},
    "rule": {"rule": COMMON_RULE},
    "rule-player": {"rule": COMMON_RULE, "player": OLD_HAND},
    "card-old": {"card": OLD_CARD},
    "card-none": {"card": "no-such-card"},
    "refused": {"refused": "true"},
    "acts": {"acts": "any"},
    "since": {"since": "2023-01-01", "sort": "oldest"},
    "until": {"until": "2023-01-02"},
    "far": {"cursor": FAR},
    "far-variant": {"cursor": FAR, "variant": "xmen"},
    "far-player": {"cursor": FAR, "player": OLD_HAND},
    **{sort: {"sort": sort} for sort in ("oldest", "ended", "longest", "shortest")},
    "ended-running": {"sort": "ended", "status": "running"},
    "ended-variant": {"sort": "ended", "variant": "ultimate"},
}
"""Searches of games, in the words of the API."""

VERDICTS: Final = {
    **{f"verdict-{word}": {"verdict": word} for word in ("none", "passed", "failed", "sealed")},
    "finding": {"finding": "seed"},
}
"""Searches that only the pages have."""

LISTS: Final[dict[str, Request]] = {
    **{f"games/{name}": _games("stranger", **query) for name, query in SEARCHES.items()},
    **{
        f"games/{name}/{who}": _games(who, **SEARCHES[name])
        for who in ("newcomer", "regular", "auditor", "arbiter")
        for name in ("all", "status-open", "status-over", "variant", "player", "card-old", "ended")
    },
    **{
        f"games/mine/{who}{''.join(more.values())}": _games(who, mine="true", **more)
        for who in ("newcomer", "regular", "old_hand")
        for more in ({}, {"status": "running"}, {"variant": "xmen"}, {"sort": "longest"})
    },
    **{
        f"export/{name}": _export("stranger", **SEARCHES[name])
        for name in ("all", "rule", "player")
    },
    **{f"audit/{name}": _page("stranger", **q) for name, q in (SEARCHES | VERDICTS).items()},
    **{f"audit/{name}/staff": _page("staff", **q) for name, q in (SEARCHES | VERDICTS).items()},
    "games/player-id": lambda callers: callers.stranger.listed(
        "games/", player=str(callers.old_hand.player.pk)
    ),
    "audit/far": _page("staff", after=FAR),
    "audit/export/results": lambda callers: callers.stranger.shown("/audit/export/results.csv"),
    "lobby": lambda callers: callers.regular.listed("lobby/"),
    "keys": lambda callers: callers.stranger.read("/api/v1/keys/"),
    "tournaments": lambda callers: callers.regular.listed("tournaments/"),
    "me/tokens": lambda callers: callers.regular.listed("me/tokens/"),
    "me/deliveries": lambda callers: _delivered(callers.regular),
    "me/events/regular": lambda callers: _followed(callers.regular),
    "me/events/old_hand": lambda callers: _followed(callers.old_hand),
    **{
        f"acts/{name}": lambda callers, query=query: callers.arbiter.listed("acts/", **query)
        for name, query in (
            ("all", {}),
            ("open", {"open": "true"}),
            ("set", {"set": EVENING, "kind": "warn"}),
        )
    },
    "acts/player": lambda callers: callers.arbiter.listed(
        "acts/", player=str(callers.regular.player.pk)
    ),
    "metrics": lambda callers: callers.stranger.read("/metrics"),
    "bots/limits": lambda callers: _limited(callers.regular),
    **{
        f"admin/{model._meta.label_lower}": lambda callers, model=model: callers.staff.administered(
            reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        )
        for model in admin.site._registry
    },
    **{
        f"admin/{path}?{urlencode(query)}": lambda callers, path=path, query=query: (
            callers.staff.administered(f"/admin/{path}/", **query)
        )
        for path, query in (
            ("games/game", {"status__exact": "open"}),
            ("games/game", {"variant__exact": "ultimate"}),
            ("games/game", {"access__exact": "invited"}),
            ("games/game", {"q": "00000"}),
            ("games/game", {"created_at__gte": "2026-01-01 00:00:00+00:00"}),
            ("games/auditrun", {"sealed__exact": "no"}),
            ("games/auditfinding", {"code__exact": "seed"}),
            ("auth/user", {"is_staff__exact": "1"}),
            ("auth/user", {"q": "guest-0"}),
            ("players/player", {"q": "Chloé 2"}),
            ("officials/grant", {"q": "Olga"}),
        )
    },
}
"""The requests by name."""

TASKS: Final[dict[str, Callable[[], object]]] = {
    task.name: task
    for task in (
        run_clocks,
        close_openings,
        tend_tables,
        tend_tournaments,
        delete_guests,
        sweep,
        sweep_rehearsals,
        make_checkpoint,
        index_games,
        audit_finished,
        sweep_webhooks,
        tidy_webhooks,
    )
}
"""The tasks of the timetable, by name."""


def requests(callers: Callers) -> dict[str, Callable[[], int]]:
    """Return all requests and tasks by name; a task shows nothing, and sends no other."""

    def run(task: Callable[[], object]) -> int:
        with patch("celery.app.task.Task.apply_async"):
            task()
        return 0

    lists = {name: partial(request, callers) for name, request in LISTS.items()}
    return lists | {name: partial(run, task) for name, task in TASKS.items()}


def _followed(person: Person) -> int:
    """Look at the games of a player as a stream does, and read them."""
    assert person.player is not None and person.access is not None
    look([Looked(person.access.token, player=person.player.pk)])
    (lines,) = read_players([PlayerOrder(person.access, timezone.now())])
    assert not isinstance(lines, Exception)
    return len(lines)


def _delivered(person: Person) -> int:
    """List what the first webhook of a player was told."""
    (hook, *_) = Webhook.objects.filter(player=person.player)
    return person.listed(f"me/webhooks/{hook.pk}/deliveries/")


def _limited(person: Person) -> int:
    """Count the games with bots of a player and an address, and the bots that think."""
    game = Game(creator=person.player, seats=2, origin="0" * 32)
    return len(list(quotas(game))) + thinking_seats()
