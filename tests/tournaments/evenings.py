"""A tournament on the server, which its tests play."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from games.engine import Resign, share_commitment
from games.ledger.rows import Actor
from games.models import Game, Seat
from games.play.commands import MoveCommand
from games.play.openings import deal_table, full_table, open_share
from games.play.seating import Contribution, join_game, locked_game
from games.play.submitting import submit_move
from games.players.models import Player
from games.players.services import create_guest
from games.tournaments import services, table_games
from games.tournaments.models import Tournament
from games.tournaments.rules import tournament_acts as acts
from games.tournaments.rules.tournament_acts import Act
from games.tournaments.rules.tournament_state import State
from games.tournaments.tournament_ledger import state_of

SHARE = "ab" * 32
TERMS = {"variant": "avengers", "options": {"rounds": 1, "target_score": None}, "size": 4,
         "rounds": 3}  # fmt: skip


class Evening:
    """A tournament on the server, with its head judge and its entries."""

    def __init__(self, players: int, **terms: Any) -> None:
        self.head = create_guest(name="Olga")[0]
        self.tournament = services.create_tournament(
            maker=self.head, name="Tuesday night", terms=TERMS | terms
        )
        self.entrants = [
            services.enter(
                tournament_id=self.tournament.pk, name=f"Player {one}", by=self.head, is_there=True
            )
            for one in range(players)
        ]

    def act(self, *chosen: Act, reason: str = "So decided.", by: Player | None = None) -> State:
        for one in chosen:
            services.act(
                tournament_id=self.tournament.pk, act=one, player=by or self.head, reason=reason
            )
        return self.state

    @property
    def state(self) -> State:
        return state_of(Tournament.objects.get(pk=self.tournament.pk))

    def begin(self) -> None:
        """Pair a round, start it, and open its tables."""
        if self.state.stage == "entries":
            self.act(acts.CloseEntries())
        self.act(acts.Pair(), acts.Publish(), acts.StartRound())
        self.tend()

    def tend(self) -> None:
        table_games.tend(self.tournament.pk)

    def game(self, table: int) -> Game:
        found = self.state.rounds[-1].tables[table - 1].game
        assert found is not None
        return Game.objects.get(pk=found)

    def sit(self, table: int) -> Game:
        """Let all players of a table sit down and open their shares."""
        game = self.game(table)
        players = [seat.player for seat in Seat.objects.filter(game=game).order_by("number")]
        own = Contribution(commitment=share_commitment(bytes.fromhex(SHARE)))
        for one in filter(None, players):
            join_game(game_id=game.pk, player=one, own=own)
        table_games_start(game)
        for one in filter(None, players):
            open_share(game_id=game.pk, player=one, share=SHARE)
        return Game.objects.get(pk=game.pk)

    def play(self, table: int) -> tuple[int, ...]:
        """Let all but the last seat of a table resign, in turn; return the places."""
        game = self.sit(table)
        for number in range(game.seats - 1):
            resign(game, number)
        game.refresh_from_db()
        assert game.places_by_seat
        return game.places_by_seat

    def play_round(self) -> None:
        self.begin()
        for number, _ in enumerate(self.state.rounds[-1].tables, 1):
            self.play(number)
        self.tend()
        self.act(acts.CloseRound())


def table_games_start(game: Game) -> None:
    """Start a table that is full, as the request that takes the last seat does."""
    with transaction.atomic():
        table = full_table(locked_game(game.pk))
        if table is not None:
            deal_table(table)


def resign(game: Game, number: int) -> None:
    seat = Seat.objects.get(game=game, number=number)
    actor = Actor(kind="player", player=str(seat.player_id))
    submit_move(Game.objects.get(pk=game.pk), MoveCommand(Resign(number), actor))
