"""A round at its tables: opened, played, paused, ended with the time, and told."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.errors import NotAllowed
from games.ledger.rows import now
from games.models import Seat
from games.play.seating import SeatSpec, set_hero
from games.tournaments import table_games, tasks
from games.tournaments.models import Tournament, TournamentEvent
from games.tournaments.rules import tournament_acts as acts
from games.tournaments.rules.decide import Refused, final_order
from games.tournaments.rules.tournament_acts import Act
from games.tournaments.rules.tournament_rows import unlawful
from games.tournaments.tournament_ledger import is_intact, rows_of
from tests.games.tables import guest, open_game
from tests.tournaments.evenings import Evening


@pytest.fixture
def evening(editions: None) -> Evening:
    return Evening(7)


def test_a_club_night_is_played_at_its_tables(editions: None) -> None:
    evening = Evening(7, final=4)
    for _ in range(4):
        evening.play_round()
    state = evening.act(acts.Finish())
    assert state.stage == "over" and len(final_order(state)) == 7
    tournament = Tournament.objects.get()
    stored = TournamentEvent.objects.values_list("seq", "text", "digest")
    assert is_intact(stored) and tournament.is_over
    assert list(unlawful(rows_of(tournament), bytes(tournament.seed))) == []
    assert all(table.game and table.places for one in state.rounds for table in one.tables)


@pytest.mark.rule("tournament.time")
def test_the_time_of_a_round_ends_its_tables_where_they_stand(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(4, minutes=20)
    evening.begin()
    game = evening.sit(1)
    evening.tend()
    assert evening.state.rounds[0].tables[0].places is None
    later = now() + timedelta(minutes=21)
    monkeypatch.setattr(table_games, "now", lambda: later)
    evening.tend()
    game.refresh_from_db()
    table = evening.state.rounds[0].tables[0]
    assert game.status == "over" and game.places_by_seat == table.places
    assert sorted(table.places or ())[0] == 1


@pytest.mark.rule("tournament.round.clock")
def test_a_pause_reaches_every_table(evening: Evening) -> None:
    evening.begin()
    games = [evening.sit(1)]
    evening.act(acts.PauseRound())
    evening.tend()
    from games.ledger import store

    assert store.load(evening.game(1)).paused
    evening.act(acts.ResumeRound())
    evening.tend()
    assert not store.load(evening.game(1)).paused
    assert games


def test_a_table_is_mended_before_its_first_card_and_not_after(evening: Evening) -> None:
    evening.begin()
    first, second = (one.seats for one in evening.state.rounds[-1].tables)
    before = evening.game(1)
    evening.act(acts.Swap(first[0], second[0]))
    evening.tend()
    before.refresh_from_db()
    assert before.status == "over" and before.why == "cancelled"
    assert evening.game(1).pk != before.pk
    evening.sit(1)
    with pytest.raises(Refused, match="begun"):
        evening.act(acts.Swap(first[0], second[0]))
    evening.act(acts.Restart(1))
    evening.tend()
    assert evening.game(1).status == "open"


def test_places_by_hand_end_the_game_that_still_runs(evening: Evening) -> None:
    evening.begin()
    game, seats = evening.sit(1), evening.state.rounds[0].tables[0].seats
    evening.act(acts.Record(1, 1, tuple(range(1, len(seats) + 1))), reason="Played on wood.")
    game.refresh_from_db()
    assert (game.status, game.why) == ("over", "void")
    evening.tend()
    assert evening.state.rounds[0].tables[0].places == tuple(range(1, len(seats) + 1))


def test_tables_are_tended_at_once_when_a_row_asks_for_it(
    evening: Evening,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    sent: list[tuple[str, ...]] = []
    monkeypatch.setattr(tasks.tend_tables, "apply_async", lambda args, **_: sent.append(args))

    def woken(*chosen: Act) -> int:
        sent.clear()
        with django_capture_on_commit_callbacks(execute=True):
            evening.act(*chosen)
        assert set(sent) <= {(str(evening.tournament.pk),)}
        return len(sent)

    assert woken(acts.CloseEntries(), acts.Pair(), acts.Publish()) == 0
    assert woken(acts.StartRound()) == 1
    tasks.tend_tables(str(evening.tournament.pk))
    assert woken(acts.PauseRound()) == woken(acts.ResumeRound()) == woken(acts.Restart(1)) == 1
    assert woken(acts.Announce("Pizza.")) == 0
    assert evening.game(2).status == "open"


def test_a_game_of_no_tournament_asks_for_no_table(editions: None) -> None:
    game = open_game(guest("Alice"), SeatSpec("player"), SeatSpec("open"))
    with CaptureQueriesContext(connection) as asked:
        assert table_games.table_of(game) is None
    assert not len(asked)


def test_who_sits_down_last_has_chosen_a_hero_before(editions: None) -> None:
    evening = Evening(3, variant="ultimate", options={}, size=3)
    evening.begin()
    game = evening.game(1)
    seats = list(Seat.objects.filter(game=game).select_related("player").order_by("number"))
    player, other = seats[2].player, seats[0].player
    assert player is not None and other is not None and seats[2].kind == "invited"
    with pytest.raises(NotAllowed):
        set_hero(game_id=game.pk, player=other, seat=2, hero="shuri")
    set_hero(game_id=game.pk, player=player, seat=2, hero="shuri")
    assert evening.sit(1).status == "running"
    assert Seat.objects.get(game=game, number=2).hero == "shuri"
