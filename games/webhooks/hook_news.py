"""What happened that webhooks are to be told.

The rows of a game are stored with its move and stay: what a webhook has not been told follows from
them at any later time. So no move writes anything for a webhook, nor asks whether there is one; a
sweeper looks at the games of players who have one, every two seconds. The rows of tournaments are
few: what they tell is written in their transaction.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from games.models import Game, Seat
from games.tournaments.judges import actor_of
from games.tournaments.models import Tournament
from games.tournaments.rules import tournament_facts as facts
from games.tournaments.rules.tournament_facts import Fact
from games.tournaments.rules.tournament_state import State
from games.tournaments.selectors import hidden_from
from games.webhooks.models import FollowedGame, Webhook
from games.webhooks.services import HookEvent, tell

OF_GAMES: Final = ("turn", "game.started", "game.over", "invited")
BATCH: Final = 200
"""How many webhooks are looked at together."""

AGAIN: Final = timedelta(minutes=5)
"""How far back games that ended are looked at again, for commits that were late."""

NOTED: Final = timedelta(minutes=1)
"""How often the time of the last look is written."""


class SeatedGame(NamedTuple):
    """A game as the sweeper sees it, for the player of one seat."""

    game: UUID
    player: UUID
    seat: int
    kind: str
    status: str
    seq: int
    to_act: int | None
    stand_ins: int
    started_at: datetime | None
    changed_at: datetime
    why: str
    places: str

    @property
    def is_invited(self) -> bool:
        """Whether the seat is reserved for the player, who does not have it yet."""
        return self.kind == Seat.Kind.INVITED

    @property
    def is_asked(self) -> bool:
        """Whether the game waits for the player."""
        is_stood_in = bool(self.stand_ins >> self.seat & 1)
        return self.status == Game.Status.RUNNING and self.to_act == self.seat and not is_stood_in


_COLUMNS: Final = (
    "game_id",
    "player_id",
    "number",
    "kind",
    "game__status",
    "game__seq",
    "game__to_act",
    "game__stand_ins",
    "game__started_at",
    "game__changed_at",
    "game__why",
    "game__places",
)


def collect(at: datetime) -> int:
    """Write what the webhooks are to be told of games; return how many deliveries."""
    hooks = [
        one
        for one in Webhook.objects.filter(off_at=None).order_by("id")
        if set(one.events) & set(OF_GAMES)
    ]
    starts = range(0, len(hooks), BATCH)
    return sum(_collect(hooks[start : start + BATCH], at) for start in starts)


def _collect(hooks: Sequence[Webhook], at: datetime) -> int:
    since = min(one.looked_at for one in hooks) - AGAIN
    seats: dict[UUID, list[SeatedGame]] = defaultdict(list)
    for one in _seated({hook.player_id for hook in hooks}, since):
        seats[one.player].append(one)
    known: dict[UUID, dict[UUID, FollowedGame]] = defaultdict(dict)
    for followed in FollowedGame.objects.filter(webhook__in=hooks):
        known[followed.webhook_id][followed.game_id] = followed
    told = 0
    for hook in hooks:
        before, mine = known[hook.pk], seats[hook.player_id]
        here = {one.game for one in mine}
        changed = [one for one in mine if _differs(before.get(one.game), one)]
        left = [
            one.pk
            for one in before.values()
            if one.game_id not in here and one.status != Game.Status.OVER
        ]
        if changed or left:
            told += _note(hook.pk, changed, left)
    if any(at - one.looked_at >= NOTED for one in hooks):
        Webhook.objects.filter(pk__in=[one.pk for one in hooks]).update(looked_at=at)
    return told


def _seated(players: Iterable[UUID], since: datetime) -> Iterator[SeatedGame]:
    lasting = Q(ended_at=None) | Q(ended_at__gte=since)
    seats = Seat.objects.filter(lasting, player_id__in=list(players))
    for row in seats.order_by("game__changed_at").values_list(*_COLUMNS):
        yield SeatedGame(*row)


def _differs(before: FollowedGame | None, now: SeatedGame) -> bool:
    if before is None:
        return True
    stood = before.status, before.seq, before.is_invited
    return stood != (now.status, now.seq, now.is_invited)


@transaction.atomic
def _note(webhook_id: UUID, changed: Sequence[SeatedGame], left: Sequence[int]) -> int:
    """Write the deliveries to one webhook, and how its games stand with them.

    What it was told is read again on the locked webhook: a sweeper may run twice.
    """
    hook = Webhook.objects.select_for_update(no_key=True).filter(pk=webhook_id).first()
    if hook is None:
        return 0
    FollowedGame.objects.filter(pk__in=left).delete()
    known = {
        one.game_id: one
        for one in FollowedGame.objects.filter(webhook=hook, game__in=[one.game for one in changed])
    }
    told = 0
    for one in changed:
        for event in _news(hook, known.get(one.game), one):
            if event in hook.events:
                tell(hook, event, one.game, _body_of(event, one), one.changed_at)
                told += 1
    FollowedGame.objects.bulk_create(
        [
            FollowedGame(
                webhook=hook,
                game_id=one.game,
                status=one.status,
                seq=one.seq,
                is_invited=one.is_invited,
            )
            for one in changed
        ],
        update_conflicts=True,
        unique_fields=["webhook", "game"],
        update_fields=["status", "seq", "is_invited"],
    )
    return told


def _news(hook: Webhook, before: FollowedGame | None, now: SeatedGame) -> Iterator[HookEvent]:
    """Yield what is new of a game, in the order in which it happened."""
    if before is not None and before.seq > now.seq:
        return
    if before is None and now.changed_at < hook.follows_from:
        return
    was = before.status if before else Game.Status.OPEN
    if now.is_invited:
        if now.status == Game.Status.OPEN and not (before and before.is_invited):
            yield "invited"
        return
    has_begun = now.started_at is not None and now.started_at >= hook.follows_from
    if has_begun and was in (Game.Status.OPEN, Game.Status.OPENING):
        yield "game.started"
    if now.is_asked and (before is None or before.seq != now.seq):
        yield "turn"
    if now.status == Game.Status.OVER and was != Game.Status.OVER:
        yield "game.over"


def _body_of(event: HookEvent, one: SeatedGame) -> dict[str, Any]:
    """Return what a delivery says: no more than all know who know the table."""
    body: dict[str, Any] = {"game": str(one.game), "seat": one.seat, "seq": one.seq}
    if event == "game.over":
        body |= {"why": one.why, "places": _places_of(one)}
    return body


def _places_of(one: SeatedGame) -> tuple[int, ...] | None:
    return Game(places=one.places).places_by_seat


# ---- tournaments


def tell_row(tournament: Tournament, state: State, happened: Sequence[Fact], at: datetime) -> None:
    """Write what a row tells the webhooks of its staff and its players, with the row.

    The result of a table that is not public yet is told to the staff and to its own players.
    """
    news = [(fact, found) for fact in happened if (found := _news_of(fact)) is not None]
    if not news:
        return
    people = {*state.staff, *(one.player for one in state.entries.values())}
    base = {"tournament": str(tournament.pk), "code": tournament.code, "seq": tournament.seq}
    for hook in Webhook.objects.filter(off_at=None, player_id__in=people).select_related("player"):
        hidden = hidden_from(tournament, state, actor_of(state, hook.player))
        for fact, (event, more) in news:
            if isinstance(fact, facts.TableEnded) and (fact.round, fact.table) in hidden:
                continue
            if event in hook.events:
                tell(hook, event, tournament.pk, base | more, at)


def _news_of(fact: Fact) -> tuple[HookEvent, dict[str, Any]] | None:
    """Return the event that a fact is, with what it says; None for the others."""
    match fact:
        case facts.RoundStarted():
            return "round.started", {"round": fact.round}
        case facts.TableEnded():
            return "table.result", {
                "round": fact.round,
                "table": fact.table,
                "places": fact.places,
            }
        case facts.RoundClosed():
            return "standings", {"round": fact.round, "final": False}
        case facts.Finished():
            return "standings", {"final": True}
    return None
