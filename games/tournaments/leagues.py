"""Make leagues, add tournaments to them, and close them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256

import msgspec
from django.db import transaction

from games.errors import NotAllowed
from games.ledger.rows import now
from games.players.device_codes import new_code, read_code
from games.players.models import Player
from games.players.names import checked_name
from games.tournaments.models import League, Tournament
from games.tournaments.rules.decide import final_order
from games.tournaments.rules.league_table import LeagueLine, league_table
from games.tournaments.selectors import Night
from games.tournaments.services import (
    MAX_RUNNING,
    TooManyTournaments,
    TournamentNotFound,
    tournament_by_code,
)


@transaction.atomic
def create_league(*, maker: Player, name: str, points: Sequence[int], best: int) -> League:
    """Make a league; raises ``NameRefused``, ``TooManyTournaments``."""
    Player.objects.select_for_update(no_key=True).get(pk=maker.pk)
    if League.objects.filter(maker=maker, digest="").count() >= MAX_RUNNING:
        raise TooManyTournaments({"most": MAX_RUNNING})
    return League.objects.create(
        code=new_code(),
        name=checked_name(name),
        maker=maker,
        points=json.dumps(list(points)),
        best=best,
        created_at=now(),
    )


def league_by_code(code: str) -> League:
    """Return the league that a code leads to; raises ``TournamentNotFound``."""
    found = League.objects.filter(code=read_code(code)).first()
    if found is None:
        raise TournamentNotFound
    return found


def nights_of(league: League) -> list[Tournament]:
    """Return the tournaments of a league that are over, in their order."""
    return list(league.nights.filter(is_over=True).order_by("created_at", "id"))


def standings_of(league: League) -> list[LeagueLine]:
    """Return the standings of a league; who has the same name is the same player.

    An entry whose name was erased takes its place, and is no player of the league.
    """
    nights = [Night(one) for one in nights_of(league)]
    orders = [
        [
            one.entrants[entry].name if entry in one.entrants else ""
            for entry in final_order(one.state)
        ]
        for one in nights
    ]
    lines = league_table(orders, json.loads(league.points), league.best)
    return [one for one in lines if one.name]


@transaction.atomic
def add_night(*, league: League, code: str, by: Player | None) -> None:
    """Add a tournament to a league; raises ``NotAllowed`` and ``TournamentNotFound``."""
    _own(league, by).nights.add(tournament_by_code(code))


@transaction.atomic
def close_league(*, league: League, by: Player | None) -> None:
    """Close a league: the digest of its standings is kept, no night is added."""
    own = _own(league, by)
    shown = [[one.place, one.name, one.total, list(one.nights)] for one in standings_of(own)]
    own.digest = sha256(msgspec.json.encode(shown)).hexdigest()
    own.save(update_fields=["digest"])


def _own(league: League, by: Player | None) -> League:
    """Return a league that is still open, locked, for its maker."""
    found = League.objects.select_for_update().get(pk=league.pk)
    if by is None or found.maker_id != by.pk or found.digest:
        raise NotAllowed("creator")
    return found
