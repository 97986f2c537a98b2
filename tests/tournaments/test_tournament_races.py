"""Many at once in a tournament, on PostgreSQL: nothing is done twice, nothing waits endlessly."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from threading import Barrier

import pytest
from django.db import connection

from games.errors import GameError
from games.models import Game
from games.play.commands import MoveRefused
from games.tournaments import services, table_games
from games.tournaments.models import TableGame, Tournament, TournamentEvent
from games.tournaments.rules import tournament_acts as acts
from games.tournaments.rules.decide import Refused
from games.tournaments.rules.tournament_rows import unlawful
from games.tournaments.services import TooManyTournaments
from games.tournaments.tournament_ledger import is_intact, rows_of
from tests.tournaments.evenings import TERMS, Evening, resign

pytestmark = [
    pytest.mark.services,
    pytest.mark.skipif(
        not os.environ.get("DATABASE_URL", "").startswith("postgres"),
        reason="needs the PostgreSQL of DATABASE_URL",
    ),
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("editions"),
]


def at_once(*works: Callable[[], object]) -> list[str]:
    """Run all at the same time; return "done" or why it was refused of each."""
    start = Barrier(len(works))

    def run(work: Callable[[], object]) -> str:
        try:
            start.wait()
            work()
        except Refused as error:
            return error.code
        except GameError as error:
            return error.code
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))


def check_rows(evening: Evening) -> None:
    """The rows are in one chain, and each follows from those before it."""
    stored = TournamentEvent.objects.filter(tournament=evening.tournament).order_by("seq")
    assert is_intact(stored.values_list("seq", "text", "digest"))
    tournament = Tournament.objects.get(pk=evening.tournament.pk)
    assert not list(unlawful(rows_of(tournament), bytes(tournament.seed)))


def doing(evening: Evening, act: acts.Act, seq: int | None = None) -> Callable[[], object]:
    return partial(
        services.act, tournament_id=evening.tournament.pk, act=act, player=evening.head,
        reason="So decided.", seq=seq,
    )  # fmt: skip


def test_all_who_enter_at_once_have_an_entry_each() -> None:
    evening = Evening(0)
    entering = [
        partial(services.enter, tournament_id=evening.tournament.pk, name=f"Player {one}",
                by=None, is_there=True)
        for one in range(20)
    ]  # fmt: skip
    assert at_once(*entering) == ["done"] * 20
    assert sorted(evening.state.entries) == list(range(1, 21))
    check_rows(evening)


def test_of_a_button_pressed_twice_one_act_is_done() -> None:
    evening = Evening(8)
    evening.act(acts.CloseEntries())
    seq = Tournament.objects.get(pk=evening.tournament.pk).seq
    done = at_once(*[doing(evening, acts.Pair(), seq)] * 6)
    assert sorted(done) == ["done", *["tournament_moved_on"] * 5]
    check_rows(evening)


def test_one_person_has_no_more_tournaments_than_one_may() -> None:
    evening = Evening(0)
    making = [
        partial(services.create_tournament, maker=evening.head, name=f"Night {one}", terms=TERMS)
        for one in range(10)
    ]
    done = at_once(*making)
    assert done.count("done") == services.MAX_RUNNING - 1
    assert set(done) == {"done", TooManyTournaments.code}


def test_a_tournament_that_is_asked_for_twice_is_made_once() -> None:
    evening = Evening(0)
    making = partial(services.create_tournament, maker=evening.head, name="Night", terms=TERMS)
    assert at_once(*[making] * 4) == ["done"] * 4
    assert Tournament.objects.filter(name="Night").count() == 1


def test_a_table_opens_once_however_often_it_is_tended() -> None:
    evening = Evening(16)
    evening.act(acts.CloseEntries(), acts.Pair(), acts.Publish(), acts.StartRound())
    tending = partial(table_games.tend, evening.tournament.pk)
    pausing = doing(evening, acts.PauseRound())
    assert at_once(*[tending] * 6, pausing, doing(evening, acts.Announce("Hello"))) == ["done"] * 8
    assert TableGame.objects.count() == Game.objects.count() == 4
    evening.tend()
    assert all(one.game for one in evening.state.rounds[-1].tables)
    check_rows(evening)


@pytest.mark.parametrize("last", [acts.Cancel(), acts.Restart(1), acts.Record(1, 1, (1, 2, 3, 4))])
def test_games_end_while_their_tables_are_judged(last: acts.Act) -> None:
    evening = Evening(12)
    evening.begin()
    games = [evening.sit(table) for table in (1, 2, 3)]
    ending = [partial(_resign_all, game) for game in games]
    tending = partial(table_games.tend, evening.tournament.pk)
    done = at_once(*ending, *[tending] * 4, doing(evening, last))
    assert "done" in done[-1:]
    evening.tend()
    check_rows(evening)
    untold = TableGame.objects.filter(tournament=evening.tournament, is_told=False)
    assert not untold.filter(game__status=Game.Status.OVER).exists()


def _resign_all(game: Game) -> None:
    """Let the players resign until the game is over, or was ended."""
    for number in range(game.seats - 1):
        with suppress(MoveRefused):
            resign(game, number)
