"""The games of the tables of a round: made, paused, ended with the time, and told.

Each table is a transaction of its own, which may run twice or not at all: the sweeper finds what is
left to do.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import lru_cache, partial
from itertools import pairwise
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Max, QuerySet

from games.engine import Act as GameAct
from games.engine import Correct, Pause, Resume, Void, final_places
from games.ledger import store
from games.ledger.rows import TournamentTable, now
from games.models import Game, Seat
from games.officials.grants import add_organiser, name_organisers, revoke
from games.officials.models import Grant
from games.play.directing import AskedAct, act_command, organiser_of
from games.play.seating import SeatSpec, cancel_table, create_game, locked_game
from games.play.selectors import ruleset_for
from games.play.submitting import submit_move
from games.players.models import Player
from games.tournaments.judges import SERVER
from games.tournaments.models import TableGame, Tournament
from games.tournaments.rules import tournament_acts as acts
from games.tournaments.rules import tournament_facts as facts
from games.tournaments.rules.deal_seeds import deal_seed
from games.tournaments.rules.decide import BOT, JUDGES, Refused, decide
from games.tournaments.rules.tournament_facts import Places, Seats
from games.tournaments.rules.tournament_rows import Row
from games.tournaments.rules.tournament_state import State
from games.tournaments.tournament_ledger import (
    chance_of,
    locked,
    rows_of,
    state_of,
    topic_of,
    write,
)
from games.wakeups import after_commit, of_game

logger = logging.getLogger(__name__)

FILLER: Final = "fair"
"""The level of the bots that fill tables (tournament.bots)."""

LAST_MOVE: Final = timedelta(seconds=30)
"""How long after its time a table may end the move that is being made (tournament.time)."""


def tend_tournaments() -> int:
    """Tend the tables of all tournaments; return how many were tended."""
    found = set(Tournament.objects.filter(is_over=False).values_list("pk", flat=True))
    left = TableGame.objects.filter(is_told=False, tournament__is_over=True)
    found.update(left.values_list("tournament", flat=True))
    return sum(_tried(partial(tend, one), one) for one in found)


def tend(tournament_id: UUID) -> None:
    """Open the tables of the round, do what was asked, and tell their ends."""
    tournament = Tournament.objects.get(pk=tournament_id)
    state = state_of(tournament)
    last = state.last
    if state.stage == "playing" and last is not None and last.stage == "running":
        for number, table in enumerate(last.tables, 1):
            if table.game is None and table.places is None and not table.is_void:
                _tried(partial(open_table, tournament_id, number), tournament_id)
    for one in TableGame.objects.filter(tournament=tournament, wish__gt="").select_related("game"):
        _tried(partial(grant_wish, one.pk), tournament_id)
    ends = round_ends(tournament, state)
    if ends is not None and ends <= now():
        for one in TableGame.objects.filter(tournament=tournament, is_told=False):
            _tried(partial(end_by_time, one.pk, ends), tournament_id)
    untold = TableGame.objects.filter(tournament=tournament, is_told=False).select_related("game")
    for one in untold:
        if one.game.status == Game.Status.OVER:
            _tried(partial(tell_end, one.pk), tournament_id)
        elif one.game.status == Game.Status.RUNNING and not _is_current(state, one):
            _tried(partial(end_left, one.pk), tournament_id)
    show(due_tables(tournament, state_of(Tournament.objects.get(pk=tournament_id))))


def _tried(work: Callable[[], object], tournament_id: UUID) -> bool:
    """Do one thing; an error in one table must not keep the others waiting."""
    try:
        work()
    except Exception:
        logger.exception("A table of the tournament %s could not be tended.", tournament_id)
        return False
    return True


# ---- opened


@transaction.atomic
def open_table(tournament_id: UUID, number: int) -> Game | None:
    """Make the game of a table of the round that runs; None if it has one.

    The seats are reserved for the players, who sit down themselves, each with a share of the seed
    unless the deal is shared. The public sees it later (tournament.delay).
    """
    tournament = locked(tournament_id)
    state = state_of(tournament)
    last = state.last
    if last is None or last.stage != "running":
        return None
    nth, table = len(state.rounds), last.tables[number - 1]
    if table.game is not None or table.places is not None or table.is_void:
        return None
    made = TableGame.objects.filter(tournament=tournament, round=nth, table=number)
    attempt = 1 + (made.aggregate(last=Max("attempt"))["last"] or 0)
    shared_seed = None
    if state.setup.deals == "shared":
        shared_seed = deal_seed(bytes(tournament.seed), nth, len(table.seats))
    game = create_game(
        creator=tournament.player,
        variant=state.setup.variant,
        seats=_seats(state, table.seats),
        options=state.options(nth),
        access="invited",
        chance="shared" if shared_seed is None else "plain",
        start_when_full=True,
        shared_seed=shared_seed,
    )
    name_organisers(game, [(one, None) for one in _directors(tournament, state)])
    # A table that is opened while the round is paused stands as the others do.
    wish = TableGame.Wish.PAUSE if last.is_paused else TableGame.Wish.NONE
    TableGame.objects.create(
        tournament=tournament,
        round=nth,
        table=number,
        attempt=attempt,
        game=game,
        wish=wish,
        is_hidden=True,
    )
    _write(tournament, state, acts.OpenTable(number, str(game.pk)))
    return game


def table_of(game: Game) -> TournamentTable | None:
    """Return the table that a game is of, for its terms; None for any other game.

    Only games that are made as those of tables are looked up.
    """
    if game.access != "invited" or not game.start_when_full:
        return None
    one = TableGame.objects.filter(game=game).first()
    if one is None:
        return None
    return TournamentTable(tournament=str(one.tournament_id), round=one.round, table=one.table)


def _seats(state: State, seats: Seats) -> list[SeatSpec]:
    players = {
        str(one.pk): one
        for one in Player.objects.filter(pk__in=[state.entries[at].player for at in seats if at])
    }
    return [
        SeatSpec("bot", bot=FILLER)
        if entry == BOT
        else SeatSpec("invited", players[state.entries[entry].player])
        for entry in seats
    ]


def _directors(tournament: Tournament, state: State) -> list[Player]:
    """Return who may direct the tables: the tournament itself, and its judges."""
    judges = [player for player, role in state.staff.items() if role in JUDGES]
    return [tournament.player, *Player.objects.filter(pk__in=judges).order_by("created_at", "id")]


def name_judge(tournament: Tournament, nth: int, key: str, role: facts.Role | None) -> None:
    """Let who gets a role direct the tables of the round, and who loses it no table."""
    player = Player.objects.get(pk=key)
    games = Game.objects.filter(table_of__tournament=tournament)
    if role not in JUDGES:
        revoke(Grant.objects.filter(game__in=games, player=player), by=None)
        return
    for game_id in games.filter(table_of__round=nth).values_list("pk", flat=True):
        add_organiser(locked_game(game_id), player)


def _write(tournament: Tournament, state: State, act: acts.Act) -> None:
    """Write what the server does, which the rules decide too."""
    happened = decide(state, act, SERVER.by(), chance_of(tournament))
    write(tournament, SERVER, act, happened)


# ---- the clock of a round


def round_ends(tournament: Tournament, state: State) -> datetime | None:
    """Return when the time of the round is over; None without a clock that runs."""
    last, minutes = state.last, state.setup.minutes
    if minutes is None or last is None or last.stage != "running" or last.is_paused:
        return None
    return _ends(tournament.pk, tournament.head, len(state.rounds), minutes)


@lru_cache(maxsize=64)
def _ends(tournament_id: UUID, _: str, nth: int, minutes: int) -> datetime | None:
    """Return when a round ends, remembered for the head of the tournament."""
    return ends_at(rows_of(Tournament.objects.get(pk=tournament_id)), nth, minutes)


def ends_at(rows: list[Row], nth: int, minutes: int) -> datetime | None:
    """Return when a round ends by its rows, None before it has started.

    A pause that goes on is left out.
    """
    began, stood, more = None, list[datetime](), 0
    for row in rows:
        at = datetime.fromisoformat(row.at)
        for fact in row.facts:
            match fact:
                case facts.RoundStarted(round=found) if found == nth:
                    began = at
                case facts.RoundPaused(round=found) | facts.RoundResumed(round=found):
                    stood += [at] if found == nth else []
                case facts.TimeAdded(round=found, seconds=seconds) if found == nth:
                    more += seconds
    if began is None:
        return None
    pauses = list(pairwise(stood))[::2]
    paused = sum((end - begin for begin, end in pauses), timedelta())
    return began + timedelta(minutes=minutes, seconds=more) + paused


@transaction.atomic
def end_by_time(table_game_id: int, ends: datetime) -> None:
    """End a table whose time is over where it stands (tournament.time)."""
    one = TableGame.objects.select_related("tournament__player").get(pk=table_game_id)
    tournament = locked(one.tournament_id)
    game = locked_game(one.game_id)
    state = state_of(tournament)
    if one.is_told or not _is_current(state, one):
        return
    if game.status in (Game.Status.OPEN, Game.Status.OPENING):
        if game.status == Game.Status.OPEN:
            cancel_table(game, "cancelled")
            _told(tournament, state, one, None)
        return
    if game.status != Game.Status.RUNNING:
        return
    stands = store.load(game)
    is_between = all(one.kind == "turn" for one in stands.prompts) and not stands.window
    if not is_between and now() < ends + LAST_MOVE:
        return
    places = final_places(ruleset_for(game), stands, -1)
    winner = places.index(1) if places.count(1) == 1 else None
    reason = f"The time of round {one.round} is over."
    for act in (Void(), Correct(winner=winner, places=places)):
        game = direct(one, locked_game(one.game_id), act, reason)
    _told(tournament, state, one, places, by_time=True)


def direct(one: TableGame, game: Game, act: GameAct, reason: str) -> Game:
    """Let the tournament itself act at one of its tables; return the game after it."""
    reference = f"{one.tournament.code}, round {one.round}, table {one.table}"
    asked = AskedAct(game, act, organiser_of(one.tournament.player), reason, reference)
    return submit_move(game, act_command(asked)).game


@transaction.atomic
def grant_wish(table_game_id: int) -> None:
    """Pause a table, or let it go on, as was asked for its whole round."""
    one = TableGame.objects.select_related("tournament__player").get(pk=table_game_id)
    locked(one.tournament_id)
    one.refresh_from_db(fields=["wish"])
    game = locked_game(one.game_id)
    if game.status == Game.Status.OPENING:
        return
    if game.status == Game.Status.RUNNING:
        pauses = one.wish == TableGame.Wish.PAUSE
        if store.load(game).paused != pauses:
            reason = f"All tables of round {one.round}."
            direct(one, game, Pause() if pauses else Resume(), reason)
        one.wish = TableGame.Wish.NONE
    elif game.status == Game.Status.OVER or one.wish == TableGame.Wish.RESUME:
        one.wish = TableGame.Wish.NONE
    one.save(update_fields=["wish"])


# ---- told


@transaction.atomic
def tell_end(table_game_id: int) -> None:
    """Write what became of a game that is over."""
    one = TableGame.objects.get(pk=table_game_id)
    tournament = locked(one.tournament_id)
    one.refresh_from_db()
    if one.is_told:
        return
    state = state_of(tournament)
    game = Game.objects.get(pk=one.game_id)
    if not _is_current(state, one):
        one.is_told = True
        one.save(update_fields=["is_told"])
        return
    _told(tournament, state, one, game.places_by_seat)


def _told(
    tournament: Tournament,
    state: State,
    one: TableGame,
    places: Places | None,
    *,
    by_time: bool = False,
) -> None:
    table = state.rounds[one.round - 1].tables[one.table - 1]
    if places is not None and len(places) != len(table.seats):
        places = None
    _write(tournament, state, acts.EndTable(one.table, places, by_time))
    one.is_told = True
    one.save(update_fields=["is_told"])


def _is_current(state: State, one: TableGame) -> bool:
    """Whether a game gives its table the places, in the round that runs."""
    last = state.last
    if state.stage != "playing" or last is None or last.stage != "running":
        return False
    table = last.tables[one.table - 1]
    is_its = one.round == len(state.rounds) and table.game == str(one.game_id)
    return is_its and table.places is None


# ---- shown


def due_tables(tournament: Tournament, state: State) -> QuerySet[TableGame]:
    """Return the hidden games that the public may see by now (tournament.delay).

    Those of rounds that are over, and without an end of its round those that have begun, or have
    ended long enough ago.
    """
    hidden = TableGame.objects.filter(tournament=tournament, is_hidden=True)
    last, delay = state.last, state.setup.delay
    if last is None or state.stage == "cancelled":
        return hidden
    if delay is None or state.setup.deals == "shared":
        return hidden.filter(round__lt=len(state.rounds))
    if not delay:
        return hidden.filter(game__seq__gt=0)
    return hidden.filter(game__ended_at__lte=now() - timedelta(minutes=delay))


@transaction.atomic
def show(found: QuerySet[TableGame]) -> None:
    """Make hidden games public, with their results, and let held ones open."""
    shown = list(found)
    games = [one.game_id for one in shown]
    Game.objects.filter(pk__in=games, is_held=True).update(is_held=False)
    Game.objects.filter(pk__in=games, seq__gt=0).update(access=Game.Admission.OPEN)
    TableGame.objects.filter(pk__in=[one.pk for one in shown]).update(is_hidden=False)
    if shown:
        after_commit(topic_of(shown[0].tournament_id), *map(of_game, games))


# ---- closed


def clear_table(tournament: Tournament, game_id: str, reason: str, *, by_force: bool) -> None:
    """End a game that its table does not have any more.

    In the transaction that takes it away. Raises ``Refused`` if its cards are dealt, unless it
    is ended by force; one that waits for the shares of its players is ended once it is dealt.
    """
    one = TableGame.objects.select_related("tournament__player").get(game_id=game_id)
    game = locked_game(one.game_id)
    if game.status == Game.Status.OPEN:
        cancel_table(game, "cancelled")
    elif not by_force:
        raise Refused("tournament.repair", "begun", table=one.table)
    elif game.status == Game.Status.OPENING:
        return
    elif game.status == Game.Status.RUNNING:
        direct(one, game, Void(), reason)
    one.is_told, one.wish = True, TableGame.Wish.NONE
    one.save(update_fields=["is_told", "wish"])


@transaction.atomic
def end_left(table_game_id: int) -> None:
    """End a game that was dealt when its table needed it no more."""
    one = TableGame.objects.get(pk=table_game_id)
    tournament = locked(one.tournament_id)
    if not _is_current(state_of(tournament), one):
        clear_table(tournament, str(one.game_id), "The table does not need it.", by_force=True)
        if not one.is_hidden:
            show(TableGame.objects.filter(pk=one.pk))


def check_not_come(game_id: str | None, player: str) -> None:
    """Raise ``Refused`` for a player who has sat down in a game."""
    seats = Seat.objects.filter(player_id=player, kind=Seat.Kind.PLAYER)
    if game_id is not None and seats.filter(game_id=game_id).exists():
        raise Refused("tournament.no-show", "has_come")


def end_untold(tournament: Tournament, game_id: str | None, reason: str, *, is_head: bool) -> None:
    """End the game of a table whose places were recorded by hand, if it still runs.

    Raises ``Refused`` for a game whose cards are dealt, which only the head judge ends.
    """
    untold = TableGame.objects.filter(tournament=tournament, is_told=False).select_related("game")
    one = untold.filter(game_id=game_id).first() if game_id else None
    if one is None:
        return
    if one.game.status == Game.Status.RUNNING and not is_head:
        raise Refused("tournament.staff", "not_permitted", role="score")
    clear_table(tournament, str(one.game_id), reason, by_force=True)
