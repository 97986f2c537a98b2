"""The rights of organisers: to direct a game, or to see it whole while it runs.

A right is bound to one game or to one set of games. A person with a seat in a game has no right in
it, whatever account was granted one.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final, Literal

import msgspec
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from games.errors import SetupRefused
from games.ledger.rows import NamedOrganiser, now
from games.ledger.signatures import is_public_key
from games.models import Game, Seat
from games.officials.models import GameSet, Grant
from games.players.models import Player
from games.players.persons import accounts_of

Right = Literal["direct", "look"]

FIELDS: Final[dict[Right, str]] = {"direct": "may_direct", "look": "may_look"}


def has_seat(game: Game, caller: Player | User) -> bool:
    """Whether a person has a seat in a game, or had one; a reserved seat is a seat."""
    return Seat.objects.filter(game_id=game.pk, player_id__in=accounts_of(caller)).exists()


def is_granted(right: Right, game: Game, caller: Player | User) -> bool:
    """Whether an account has a right in a game, without regard to seats."""
    return grants_in(game, right).filter(player__user_id=_user_id(caller)).exists()


def grants_in(game: Game, right: Right) -> QuerySet[Grant]:
    """Return the grants of a right that cover a game."""
    return _covering(game).filter(**{FIELDS[right]: True})


def _covering(game: Game) -> QuerySet[Grant]:
    """Return the grants that cover a game.

    Its sets are looked up first: of a join PostgreSQL would read the games of every set.
    """
    in_sets = GameSet.games.through.objects.filter(game=game.pk).values_list("gameset", flat=True)
    covers = Q(game=game.pk) | Q(game_set__in=list(in_sets))
    return Grant.objects.filter(covers, revoked_at=None)


def held_grants(right: Right, caller: Player | User) -> QuerySet[Grant]:
    """Return the grants of a right that an account has."""
    return Grant.objects.filter(
        revoked_at=None, player__user_id=_user_id(caller), **{FIELDS[right]: True}
    )


def grant(
    *,
    player: Player,
    scope: Game | GameSet,
    may_direct: bool = True,
    may_look: bool = False,
    by: User | None = None,
) -> Grant:
    """Give a player rights in a game or in a set of games."""
    return Grant.objects.create(
        player=player,
        game=scope if isinstance(scope, Game) else None,
        game_set=scope if isinstance(scope, GameSet) else None,
        may_direct=may_direct,
        may_look=may_look,
        granted_by=by,
    )


def name_organisers(game: Game, organisers: Sequence[tuple[Player, str | None]]) -> None:
    """Let the creator of a new game name who may direct it, and no other may.

    Each may have a public key, which must then sign the acts. Raises ``SetupRefused`` for a person
    who has a seat in the game, or is named twice, for a key that is none, and for one organiser of
    a game that needs two.
    """
    players = [player for player, _ in organisers]
    for at, (player, key) in enumerate(organisers):
        pointer, params = f"/organisers/{at}", {"player": str(player.pk)}
        if player in players[:at]:
            raise SetupRefused("organiser_twice", pointer, params)
        if has_seat(game, player):
            raise SetupRefused("organiser_seated", pointer, params)
        if key is not None and not is_public_key(key):
            raise SetupRefused("key_wrong", f"{pointer}/key")
    if len(organisers) < game.directors:
        raise SetupRefused("organiser_alone", "/organisers")
    named = [NamedOrganiser(player=str(player.pk), key=key) for player, key in organisers]
    game.organisers = msgspec.json.encode(named).decode()
    game.save(update_fields=["organisers"])
    Grant.objects.bulk_create(
        Grant(player=player, game=game, granted_by=game.creator.user, by_creator=True)
        for player in players
    )


def add_organiser(game: Game, player: Player) -> None:
    """Let a player direct a locked game that has named organisers.

    Its terms name the player too unless they are settled. A player with a seat gets no right.
    """
    if has_seat(game, player) or is_named(game, player):
        return
    named = json.loads(game.organisers or "[]")
    if game.status == Game.Status.OPEN and str(player.pk) not in [one["player"] for one in named]:
        named.append(msgspec.to_builtins(NamedOrganiser(player=str(player.pk), key=None)))
        game.organisers = json.dumps(named)
        game.save(update_fields=["organisers"])
    Grant.objects.create(player=player, game=game, granted_by=game.creator.user, by_creator=True)


def is_named(game: Game, player: Player) -> bool:
    """Whether the creator of a game has named a player as its organiser."""
    return grants_in(game, "direct").filter(player=player, by_creator=True).exists()


def people_with_rights(game: Game) -> list[Grant]:
    """Return the grants that count in a game, those for it alone first.

    Those of people who have or had a seat in it do not count.
    """
    held = _covering(game).select_related("player__user").order_by("game_set_id", "id")
    return [one for one in held if not has_seat(game, one.player)]


def revoke(grants: QuerySet[Grant], *, by: User | None) -> int:
    """Revoke grants; return how many were in force."""
    return grants.filter(revoked_at=None).update(revoked_at=now(), revoked_by=by)


def _user_id(caller: Player | User) -> int:
    return caller.pk if isinstance(caller, User) else caller.user_id
