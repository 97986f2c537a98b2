"""Organisers' acts on stored games: each is an event, and nothing else changes."""

from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.contrib.auth import get_user_model

from bots.services import take_turn
from games.audit.bundle import Event
from games.audit.findings import Answer
from games.audit.proof import blinded
from games.audit.verdict import audit
from games.engine import (
    NOBODY,
    Act,
    AdjustClock,
    Correct,
    Deduct,
    GameLoss,
    Note,
    Pause,
    Penalize,
    Remove,
    Resign,
    Resume,
    Void,
    Warn,
    Withdraw,
)
from games.errors import (
    NotAllowed,
    NotStarted,
    NotWithdrawable,
)
from games.models import Game, MoveEvent
from games.officials.grants import grant
from games.officials.models import RefusedAct
from games.play import openings
from games.play.commands import Outcome
from games.play.directing import (
    AskedAct,
    is_reason,
    organiser_of,
    organiser_on_staff,
)
from games.play.seating import SeatSpec
from games.players.models import Player
from games.players.services import player_for
from games.proofs import bundle_making
from games.proofs import runs as auditing
from games.proofs import selectors as log
from games.proofs.checking import findings
from games.proofs.models import LogEntry
from games.proofs.services import append_new, make_checkpoint
from tests.games import finished as played
from tests.games.finished import VARIANTS, finished, short, taken_away
from tests.games.tables import begun, direct, fresh, guest, make, open_game, play_on

pytestmark = pytest.mark.django_db

WHY = "The table was disturbed."
ACTS: list[Act] = [
    *(GameLoss(0), Deduct(0, 5), Note(), Remove(0), Warn(0), Penalize(0, 2), AdjustClock(0, 5)),
    *(Pause(), Resume(), Void(), Correct(winner=0)),
]


@pytest.fixture
def olga(editions: None) -> Player:
    return guest("Olga")


@pytest.fixture
def game(running: Game) -> Game:
    return running


def directed(game: Game, act: Act, by: Player) -> Outcome:
    """An organiser with a grant does something, for the usual reason."""
    grant(player=by, scope=game)
    return direct(AskedAct(fresh(game), act, organiser_of(by), WHY))


def over(alice: Player, bob: Player) -> Game:
    """A game that Bob has won."""
    return fresh(make(begun(alice, bob), Resign(0)).game)


# ---- the events


def test_a_finished_game_keeps_its_rows_and_its_end_whatever_becomes_of_its_result(
    alice: Player, bob: Player, olga: Player
) -> None:
    game = over(alice, bob)
    before = list(MoveEvent.objects.filter(game=game).order_by("seq").values())
    voided = directed(game, Void(), olga).game
    assert (voided.winner, voided.why, voided.seq) == (None, "void", game.seq + 1)
    corrected = directed(game, Correct(winner=0), olga).game
    assert (corrected.winner, corrected.why) == (0, "corrected")
    stored = fresh(game)
    assert (stored.winner, stored.why, stored.status) == (0, "corrected", "over")
    assert stored.ended_at == game.ended_at
    rows = list(MoveEvent.objects.filter(game=game).order_by("seq").values())
    assert rows[: len(before)] == before
    assert [row["seat"] for row in rows[len(before) :]] == [None, None]


def test_an_organiser_withdraws_an_own_warning_or_note_once(game: Game, olga: Player) -> None:
    directed(game, Warn(0), guest("Pat"))
    directed(game, Note(), olga)
    directed(game, Pause(), olga)
    for seq in (1, 2, 4, 5, 6, 99):
        with pytest.raises(NotWithdrawable):
            directed(game, Withdraw(seq=seq), olga)
    (row,) = directed(game, Withdraw(seq=3), olga).rows
    assert (row.seq, row.facts) == (5, ())
    with pytest.raises(NotWithdrawable):
        directed(game, Withdraw(seq=3), olga)
    assert RefusedAct.objects.filter(code="not_withdrawable").count() == 7
    assert auditing.verdict_on(directed(game, Void(), olga).game).word == "result_changed"


def test_there_is_nothing_to_direct_before_a_game_begins(alice: Player, olga: Player) -> None:
    for act in ACTS:
        with pytest.raises(NotStarted):
            directed(open_game(alice), act, olga)


# ---- who, and why


@pytest.mark.parametrize("act", ACTS)
def test_nobody_directs_a_game_with_a_seat_of_the_own(
    act: Act, alice: Player, bob: Player, olga: Player
) -> None:
    game = begun(alice, bob, olga)
    make(game, Resign(2))
    for player in (alice, olga):
        with pytest.raises(NotAllowed):
            directed(game, act, player)
    assert fresh(game).seq == game.seq + 1


def test_staff_is_named_by_an_id_that_is_neither_name_nor_address(game: Game) -> None:
    user = get_user_model().objects.create_superuser("sam", email="sam@example.org")
    organiser = organiser_on_staff(user)
    grant(player=player_for(user=user), scope=game)
    outcome = direct(AskedAct(fresh(game), Void(), organiser, WHY))
    assert outcome.rows[0].actor.player == f"staff-{user.pk}"
    assert organiser_on_staff(user) == organiser


def test_staff_who_play_are_players_first(alice: Player, bob: Player) -> None:
    alice.user.is_staff = alice.user.is_superuser = True
    organiser = organiser_on_staff(alice.user)
    with pytest.raises(NotAllowed):
        direct(AskedAct(begun(alice, bob), Void(), organiser, WHY))


@pytest.mark.parametrize(
    "reason",
    ["", " ", "\t", "two\nlines", "an end\n", "bell\a", "\x85", "\u2028", "\u202eback", "x" * 501],
)
def test_a_reason_is_one_line_of_plain_text(reason: str, game: Game, olga: Player) -> None:
    assert not is_reason(reason)
    with pytest.raises(ValueError, match="needs a reason"):
        direct(AskedAct(fresh(game), Void(), organiser_of(olga), reason))


@pytest.mark.parametrize("reason", ["x", "Pause déjeuner… «fin» ☂", " =1+1 ", "x" * 500])
def test_any_words_will_do(reason: str) -> None:
    assert is_reason(reason)


# ---- bots


def test_a_bot_waits_while_a_game_is_paused_and_goes_on_after_it(
    alice: Player, olga: Player
) -> None:
    seats = (SeatSpec("bot", bot="random"), SeatSpec("bot", bot="random"))
    game = openings.start_game(game_id=open_game(alice, *seats).pk, player=alice).game
    paused = directed(game, Pause(), olga).game
    assert not paused.waits_for_bot
    assert paused.to_act == game.to_act
    assert take_turn(game_id=str(game.pk), seq=paused.seq) is None
    assert fresh(game).seq == paused.seq
    assert auditing.verdict_on(paused).passed
    resumed = directed(paused, Resume(), olga).game
    assert resumed.waits_for_bot
    assert take_turn(game_id=str(game.pk), seq=resumed.seq) is not None


def test_a_bot_does_nothing_more_in_a_voided_game(alice: Player, olga: Player) -> None:
    seats = (SeatSpec("bot", bot="random"), SeatSpec("bot", bot="random"))
    game = openings.start_game(game_id=open_game(alice, *seats).pk, player=alice).game
    assert game.waits_for_bot
    voided = directed(game, Void(), olga).game
    for seq in (game.seq, voided.seq):
        assert take_turn(game_id=str(game.pk), seq=seq) is None
    assert fresh(game).seq == voided.seq


def test_the_next_bot_is_notified_when_one_is_removed(alice: Player, olga: Player) -> None:
    seats = [SeatSpec("bot", bot="random")] * 3
    game = openings.start_game(game_id=open_game(alice, *seats).pk, player=alice).game
    assert game.to_act is not None
    left = directed(game, Remove(game.to_act), olga).game
    assert left.waits_for_bot and left.to_act != game.to_act
    assert take_turn(game_id=str(game.pk), seq=left.seq) is not None


# ---- the audit


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_that_was_directed_is_sound_as_stored_and_taken_away(
    variant: str, olga: Player
) -> None:
    game = played.running(variant, guest("A"), guest("B"), guest("C"))
    directed(game, Remove(1), olga)
    play_on(game, 3, moves=5)
    for act in (Void(), Correct(winner=1), Correct(winner=2), Void()):
        verdict = auditing.verdict_on(directed(game, act, olga).game)
        assert verdict.word == "result_changed"
        assert (verdict.lawful.answer, verdict.fair.answer) == ("yes", "yes")
    bundle = taken_away(fresh(game))
    assert bundle.is_over
    assert bundle.seed == bytes(game.server_seed).hex()
    assert audit(bundle).word == "result_changed"


def test_a_run_records_the_verdict_that_the_page_shows(olga: Player) -> None:
    """Also if one with the same answers is on record, without the note on the result."""
    game = fresh(directed(finished("avengers"), Void(), olga).game)
    verdict = auditing.verdict_on(game)
    before = msgspec.structs.replace(verdict, sealed=Answer("yes"))
    auditing._save_run(game, uuid4(), before)
    assert auditing.known_verdicts([game])[game.pk].word == "pass"
    for _ in range(2):
        shown = auditing.known_verdict(game)
        assert shown.verdict.word == "result_changed"
        assert auditing.known_verdicts([game])[game.pk] == auditing.in_short(shown)
    assert game.audits.count() == 2


def test_a_seat_checks_a_voided_game_with_its_own_view(olga: Player) -> None:
    game = finished("avengers", reveal="seats")
    directed(game, Void(), olga)
    for viewer in (0, 1, NOBODY):
        assert audit(taken_away(fresh(game), viewer)).word == "result_changed"


def changed(event: Event, **more: Any) -> Event:
    """An event with another actor."""
    parts = msgspec.to_builtins(event)
    actor = {"kind": more["kind"]} | ({"player": PLAYER} if more["kind"] == "player" else {})
    if more["kind"] == "organiser":
        actor |= {"player": "staff-1", "reason": more["reason"]}
    return msgspec.convert(parts | {"actor": actor}, Event)


PLAYER = "00000000-0000-4000-8000-000000000000"


def test_an_act_of_nobody_in_charge_or_without_a_reason_does_not_pass(olga: Player) -> None:
    game = directed(short("avengers"), Void(), olga).game
    bundle = bundle_making.unsigned(game=game)
    with pytest.raises(msgspec.ValidationError, match="reason"):
        changed(bundle.events[-1], kind="organiser", reason="")
    bundle.events[-1] = changed(bundle.events[-1], kind="player")
    found = audit(bundle, is_signed=False).sealed.findings
    assert ("actor", game.seq, "/actor") in {(one.code, one.first, one.path) for one in found}


def test_a_reference_is_sealed_with_its_act(olga: Player) -> None:
    game = short("avengers")
    grant(player=olga, scope=game)
    direct(AskedAct(fresh(game), Void(), organiser_of(olga), WHY, reference="A-7"))
    bundle = bundle_making.unsigned(game=fresh(game))
    found = audit(bundle, is_signed=False).sealed.findings
    notes = [("unnamed-organisers", True), ("unnamed-result", True)]
    assert [(one.code, one.note) for one in found] == notes
    actor = msgspec.structs.replace(bundle.events[-1].actor, reference="A-8")
    bundle.events[-1] = msgspec.structs.replace(bundle.events[-1], actor=actor)
    codes = {one.code for one in audit(bundle, is_signed=False).sealed.findings}
    assert "altered" in codes


def test_an_organiser_plays_no_card_for_a_player(olga: Player) -> None:
    game = short("avengers")
    bundle = bundle_making.unsigned(game=game)
    bundle.events[1] = changed(bundle.events[1], kind="organiser", reason=WHY)
    found = audit(bundle, is_signed=False).sealed.findings
    assert ("actor", 2) in {(one.code, one.first) for one in found}


# ---- the log of games


def test_a_game_whose_result_changed_gets_another_entry_and_keeps_the_old_one(
    alice: Player, bob: Player, olga: Player
) -> None:
    game = over(alice, bob)
    assert make_checkpoint() is not None
    other = over(alice, bob)
    corrected = directed(game, Correct(winner=0), olga).game
    assert make_checkpoint() is not None
    assert append_new() == 0
    rows = LogEntry.objects.values_list("number", "kind", "game", "length", "digest")
    results = [one for one in rows if one[1] in ("ended", "changed")]
    assert results == [
        (4, "ended", game.pk, game.seq, game.head),
        (9, "ended", other.pk, other.seq, other.head),
        (10, "changed", game.pk, corrected.seq, corrected.head),
    ]
    assert [at for at, _ in log.proof_of(game).of_game(blinded(str(game.pk)))][-1] == 10
    assert list(findings()) == []


def test_a_game_that_was_corrected_within_a_minute_has_both_entries(
    alice: Player, bob: Player, olga: Player
) -> None:
    game = over(alice, bob)
    directed(game, Void(), olga)
    assert make_checkpoint() is not None
    assert logged() == ["key", "created", "opened", "begun", "ended", "changed", "map"]
    assert list(findings()) == []


def test_a_void_game_is_told_from_one_that_ended(alice: Player, bob: Player, olga: Player) -> None:
    directed(begun(alice, bob), Void(), olga)
    assert make_checkpoint() is not None
    assert logged() == ["key", "created", "opened", "begun", "void", "map"]
    assert list(findings()) == []


def logged() -> list[str]:
    return list(LogEntry.objects.values_list("kind", flat=True))
