"""Render tournaments, as far as the caller sees them.

The rows of a round that is not published are of the staff alone: others see the
tournament as it was before them, by its number, its entries and its rounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import msgspec
from rest_framework.request import Request

from games.api.http.api_view import player_of
from games.api.http.problem_documents import RequestRefused
from games.api.replies import render_player
from games.engine import NOBODY
from games.ledger.rows import stamp
from games.messages.tournament_messages import (
    EntryState,
    RoundTableResponse,
    StandingResponse,
    StandingsResponse,
    TournamentEntryResponse,
    TournamentMeResponse,
    TournamentResponse,
    TournamentRoundResponse,
    TournamentSeatResponse,
    TournamentSetupResponse,
    TournamentStaffResponse,
    TournamentSummaryResponse,
    TournamentTask,
    WatchedTableResponse,
)
from games.play import selectors
from games.players.models import Player
from games.tournaments.judges import actor_of
from games.tournaments.models import Tournament
from games.tournaments.rules.decide import Refused, digest_of
from games.tournaments.rules.tournament_rows import Actor
from games.tournaments.rules.tournament_state import Entrant, State
from games.tournaments.selectors import Night, hidden_from
from games.tournaments.services import tournament_by_code
from games.tournaments.tournament_ledger import seen_until, state_of
from games.tournaments.watching import SeenGame, seen_game
from games.wording.board import render_board
from games.wording.language import Language
from games.wording.person_names import viewpoint_at
from games.wording.tournament_rules import refusal_words
from games.wording.viewpoint import Viewpoint


class SeenTournament:
    """A tournament as a caller sees it, now or after an earlier row."""

    def __init__(self, tournament: Tournament, player: Player | None) -> None:
        self.tournament = tournament
        self.head: State = state_of(tournament)
        self.actor: Actor = actor_of(self.head, player)
        self.hidden = hidden_from(tournament, self.head, self.actor)
        self.seq = seen_until(
            tournament, self.head, is_staff=bool(self.actor.role), hidden=self.hidden
        )

    @cached_property
    def night(self) -> Night:
        """The tournament as the caller sees it now.

        After the last row that the caller sees, or now without the results that are hidden.
        """
        return Night(self.tournament, hidden=self.hidden) if self.hidden else self.at(self.seq)

    def at(self, seq: int) -> Night:
        """Return the tournament after a row."""
        return Night(self.tournament, until=None if seq == self.tournament.seq else seq)

    @property
    def tag(self) -> str:
        """The ETag of what differs by caller: the number of the row, and who that is.

        While something is hidden also what else the caller sees.
        """
        own = self.head.entries.get(self.actor.entry)
        who = self.actor.role or (f"{self.actor.entry}-{_state(own)}" if own else "")
        mark = f"-{self.night.mark.replace('.', '-')}" if self.hidden else ""
        return f'"{self.seq}-{who or "other"}{mark}"'


def seen_tournament(request: Request, code: str) -> SeenTournament:
    """Return the tournament of a code for a caller; raises ``TournamentNotFound``."""
    return SeenTournament(tournament_by_code(code), player_of(request))


def refused_by_rules(error: Refused, language: Language) -> RequestRefused:
    """Return the problem of an act that a rule of tournaments refuses."""
    code = "tournament_not_permitted" if error.code == "not_permitted" else "tournament_refused"
    params: dict[str, str | int] = {"why": error.code}
    for name, one in error.params.items():
        params[name] = int(one) if isinstance(one, int) else str(one)
    refused = RequestRefused(code, params, rule=error.rule)
    refused.sentence = refusal_words(error, language)
    return refused


def render_line(tournament: Tournament) -> TournamentSummaryResponse:
    """Render a tournament in a list."""
    at = stamp(tournament.created_at)
    return TournamentSummaryResponse(tournament.code, tournament.name, tournament.is_over, at)


def render_tournament(
    seen: SeenTournament, player: Player | None, language: Language
) -> TournamentResponse:
    """Render a tournament."""
    night, tournament = seen.night, seen.tournament
    state, nth = night.state, night.public_round
    if seen.actor.role:
        nth = len(state.rounds)
    last = state.rounds[nth - 1] if nth else None
    return TournamentResponse(
        code=tournament.code,
        name=tournament.name,
        seq=seen.seq,
        setup=msgspec.convert(state.setup, TournamentSetupResponse, from_attributes=True),
        stage=state.stage,
        round=nth,
        round_stage=last.stage if last else None,
        paused=bool(last and last.is_paused),
        ends=stamp(night.ends) if night.ends else None,
        staff=list(_staff(state, language)),
        entries=[
            TournamentEntryResponse(number, _name(night, number), _state(one), one.seed)
            for number, one in state.entries.items()
        ],
        tables=render_tables(night, nth) if nth else [],
        byes=list(last.byes) if last else [],
        me=None if player is None else _me(seen),
    )


def _staff(state: State, language: Language) -> Iterator[TournamentStaffResponse]:
    players = {str(one.pk): one for one in Player.objects.filter(pk__in=list(state.staff))}
    for key, role in state.staff.items():
        if key in players:
            yield TournamentStaffResponse(render_player(players[key], language), role)


def _name(night: Night, entry: int) -> str:
    """Return the name of an entry alone; "" for a bot, and once it is erased."""
    return night.names.get(entry, "")


def _state(one: Entrant) -> EntryState:
    if one.out is not None:
        return "out"
    return "there" if one.is_there else "entered"


def _me(seen: SeenTournament) -> TournamentMeResponse:
    actor, night = seen.actor, seen.night
    role = seen.head.staff.get(actor.player)
    own = seen.head.entries.get(actor.entry)
    at = night.seat_of(actor.entry) if own else None
    return TournamentMeResponse(
        role=role,
        entry=actor.entry or None,
        state=_state(own) if own else None,
        table=at[0].number if at else None,
        seat=at[1].number if at else None,
        game=at[0].game if at else None,
        do=_task(seen, own),
    )


def _task(seen: SeenTournament, own: Entrant | None) -> TournamentTask:
    """Return what there is to do for the caller, as far as the rows say."""
    state = seen.night.state
    if state.stage in ("over", "cancelled"):
        return "nothing"
    if seen.actor.role:
        return "direct"
    if own is None:
        return "enter" if state.stage == "entries" else "nothing"
    if own.out is not None:
        return "nothing"
    if not own.is_there:
        return "check-in"
    at = seen.night.seat_of(seen.actor.entry)
    is_open = at is not None and at[0].game is not None and at[1].place is None
    is_running = state.last is not None and state.last.stage == "running"
    return "play" if is_open and is_running else "wait"


def render_tables(night: Night, nth: int) -> list[RoundTableResponse]:
    """Render the tables of a round."""
    found = []
    for number, table in enumerate(night.state.rounds[nth - 1].tables, 1):
        places = table.places or (None,) * len(table.seats)
        seats = [
            TournamentSeatResponse(seat, entry, _name(night, entry), place)
            for seat, (entry, place) in enumerate(zip(table.seats, places, strict=True))
        ]
        found.append(RoundTableResponse(number, table.game, seats, table.is_void))
    return found


def public_viewpoint(seen: SeenGame, language: Language) -> Viewpoint:
    """Return what the public sees of the game of a table."""
    table = selectors.table_of(seen.game)
    state = selectors.state_after(game=seen.game, at=seen.seq)
    return viewpoint_at(table, selectors.view_of(table.ruleset, state, NOBODY), language)


def render_watched_table(
    night: Night, nth: int, number: int, language: Language
) -> WatchedTableResponse:
    """Render a table as the public sees it."""
    seen = seen_game(night.tournament, night.state, nth, number)
    if seen is None or not seen.seq:
        return WatchedTableResponse(nth, number, str(seen.game.pk) if seen else None, 0, None)
    board = render_board(public_viewpoint(seen, language))
    return WatchedTableResponse(nth, number, str(seen.game.pk), seen.seq, board)


def render_round(night: Night, nth: int) -> TournamentRoundResponse:
    """Render a round, with how it was paired."""
    one, paired = night.state.rounds[nth - 1], night.paired(nth)
    return TournamentRoundResponse(
        round=nth,
        stage=one.stage,
        tables=render_tables(night, nth),
        byes=list(one.byes),
        absent=list(one.absent),
        lot=list(one.lot),
        cost=list(paired.cost) if paired else [],
    )


def render_standings(night: Night, seq: int) -> StandingsResponse:
    """Render the standings, exactly."""
    state, ranked = night.state, night.ranking.by_entry
    lines = [
        StandingResponse(
            place=place,
            entry=entry,
            name=_name(night, entry),
            points=ranked[entry].points,
            tiebreaks=[(one.numerator, one.denominator) for one in ranked[entry].tiebreaks],
            out=state.entries[entry].out is not None,
        )
        for entry, place in night.ranking.places.items()
    ]
    shown = digest_of(state, tuple(ranked.values()))
    return StandingsResponse(seq, night.part, shown, lines)
