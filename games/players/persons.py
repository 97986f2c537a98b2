"""Which accounts belong to one person: conflicts of interest follow the person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from uuid import UUID, uuid4

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from games.players.models import Player


def accounts_of(caller: Player | User) -> set[UUID]:
    """Return the ids of the players of the person behind a caller.

    Players belong to one person if they have the same login, if staff linked them, or if their
    logins have the same e-mail address.
    """
    user_id = caller.pk if isinstance(caller, User) else caller.user_id
    email = User.objects.filter(pk=user_id).values_list(Lower("email"), flat=True).first()
    emails, persons = {email or ""} - {""}, set[UUID]()
    found: set[UUID] = set()
    while True:
        known = len(found)
        for player, person, address in _accounts(user_id, emails, persons):
            found.add(player)
            persons |= set() if person is None else {person}
            emails |= {address} - {""}
        if len(found) == known:
            return found


def is_same_person(one: Player | User, other: Player | User) -> bool:
    """Whether two accounts belong to one person."""
    logins = [each.pk if isinstance(each, User) else each.user_id for each in (one, other)]
    return logins[0] == logins[1] or not accounts_of(one).isdisjoint(accounts_of(other))


def _accounts(
    user_id: int, emails: set[str], persons: set[UUID]
) -> Iterator[tuple[UUID, UUID | None, str]]:
    """Yield players, their persons and addresses; each filter has an index."""
    players = Player.objects.order_by().alias(address=Lower("user__email"))
    yield from _rows(players.filter(user=user_id))
    if persons:
        yield from _rows(players.filter(person__in=persons))
    if emails:
        yield from _rows(players.filter(address__in=emails))


def _rows(players: QuerySet[Player]) -> Iterator[tuple[UUID, UUID | None, str]]:
    return players.values_list("pk", "person", Lower("user__email")).iterator()


@transaction.atomic
def link_accounts(players: Iterable[Player]) -> UUID:
    """Record that players, and all linked to them before, are one person."""
    chosen = Player.objects.filter(pk__in=[one.pk for one in players])
    linked = chosen.exclude(person=None).values_list("person", flat=True)
    person = uuid4()
    same = Q(pk__in=list(chosen.values_list("pk", flat=True))) | Q(person__in=list(linked))
    Player.objects.filter(same).update(person=person)
    return person


def unlink_accounts(players: Iterable[Player]) -> None:
    """Remove players from the persons that they were linked to."""
    Player.objects.filter(pk__in=[one.pk for one in players]).update(person=None)
