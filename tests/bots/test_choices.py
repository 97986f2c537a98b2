"""The question choices: did the bots of a bundle choose as they are programmed?"""

import json
from collections.abc import Iterator
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest
from django.db import transaction
from django.test import TestCase

from bots import services, tasks
from bots.choosing import choose, choose_again
from bots.strategies import STRATEGIES
from games.audit.__main__ import main
from games.audit.bundle import FULL, BotActor, Bundle, OrganiserActor, encode_bundle
from games.audit.bundle_reading import read_bundle
from games.audit.choices import CHOOSER, Choice
from games.audit.findings import Verdict
from games.audit.verdict import audit
from games.engine import NOBODY, Note, Play, Void, observe
from games.ledger import store
from games.ledger.bot_seeds import seed_of_choice
from games.ledger.rows import EVERYTHING, Actor
from games.ledger.sealing import canonical
from games.models import Game, Seat
from games.play.commands import MoveCommand
from games.play.openings import start_game
from games.play.seating import SeatSpec, bot_terms, create_game
from games.play.selectors import ruleset_for
from games.play.submitting import submit_move
from games.players.services import create_guest
from games.proofs.bundle_making import bundle_of
from tests.games.tables import fresh, moves_now
from tests.games.test_tampering import resealed

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("editions")]

ROUNDS: dict[str, dict[str, Any]] = {
    "avengers": {"rounds": 1},
    "xmen": {"rounds": 1},
    "ultimate": {},
}


@pytest.fixture(autouse=True)
def _no_worker(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A key of the tests' own, and no task for any turn."""
    settings.SIGNING_KEY = "11" * 32
    monkeypatch.setattr(tasks, "send", lambda *_: None)
    monkeypatch.setattr("games.play.seating.fresh_seed", lambda: bytes(range(32)))
    store.forget()
    yield


def begun(variant: str, *bots: str, person: bool = False) -> Game:
    """A running game of bots, with a person on seat 0 if asked for."""
    creator, _, _ = create_guest(name="Alice")
    seats = [SeatSpec("bot", bot=name) for name in bots]
    game = create_game(
        creator=creator,
        variant=variant,
        seats=([SeatSpec("player")] if person else []) + seats,
        options=ROUNDS[variant],
    )
    return start_game(game_id=game.pk, player=creator).game


def played(game: Game, rows: int = 10_000) -> Game:
    """The game after some rows; a person plays the first move with its choices.

    A bot looks at the state that this process remembers, or at that of the shared cache.
    """
    game = fresh(game)
    while game.status == Game.Status.RUNNING and game.seq < rows:
        with TestCase.captureOnCommitCallbacks(execute=True):
            if game.waits_for_bot:
                services.take_turn(game_id=str(game.pk), seq=game.seq)
            else:
                actor, move = Actor(kind="player", player=str(game.creator_id)), moves_now(game)[0]
                given = {"color": "red", "player": 1} if isinstance(move, Play) else {}
                submit_move(game, MoveCommand(move, actor, choices=given))
        if game.seq % 2:
            store.forget()
        game = fresh(game)
    return game


def full(game: Game) -> Bundle:
    """The game in a file that hides nothing; one that is still running is voided."""
    if game.status == Game.Status.RUNNING:
        actor = Actor(kind="organiser", player="staff-1", reason="It is late")
        submit_move(game, MoveCommand(Void(), actor))
    return read_bundle(encode_bundle(bundle_of(game=fresh(game), viewer=EVERYTHING)))


def verdict(bundle: Bundle) -> Verdict:
    return audit(bundle, chooser=choose_again)


@pytest.fixture
def small_budget(monkeypatch: pytest.MonkeyPatch) -> int:
    """Let seats of the thinker have a budget that a test can wait for."""
    terms = bot_terms["thinker"]._replace(budget=1_500)
    monkeypatch.setitem(bot_terms, "thinker", terms)
    return 1_500


@pytest.mark.parametrize("variant", ROUNDS)
def test_each_shipped_bot_chooses_the_same_again(variant: str, small_budget: int) -> None:
    bundle = full(played(begun(variant, "greedy", "random", "thinker", person=True), rows=60))
    assert bundle.view == FULL
    found = verdict(bundle)
    assert (found.choices.answer, found.choices.findings) == ("yes", ())
    is_void = any(event.move["move"] == "void" for event in bundle.events)
    assert found.word == ("result_changed" if is_void else "pass")


def test_the_budget_is_that_of_row_1() -> None:
    creator, _, _ = create_guest(name="Alice")
    bots = [SeatSpec("bot", bot="greedy"), SeatSpec("bot", bot="greedy")]
    game = create_game(creator=creator, variant="avengers", seats=bots)
    Seat.objects.filter(game=game, number=1).update(bot_budget=777)
    bundle = full(played(start_game(game_id=game.pk, player=creator).game, rows=8))
    budgets = set()

    def chooser(**given: Any) -> Choice | None:
        budgets.add(given["budget"])
        return choose_again(**given)

    audit(bundle, chooser=chooser)
    assert budgets == {10_000, 777}


def test_a_budget_other_than_that_of_row_1_is_found() -> None:
    bundle = full(played(begun("xmen", "greedy", "greedy"), rows=4))
    found = verdict(changed(bundle, budget=20_000))
    assert [(one.first, one.path) for one in found.choices.findings] == [(2, "/actor")]


def test_the_budget_of_each_choice_is_in_its_event() -> None:
    bundle = full(played(begun("xmen", "greedy", "random"), rows=6))
    budgets = {
        (event.actor.name, event.actor.budget)
        for event in bundle.events
        if isinstance(event.actor, BotActor)
    }
    assert budgets == {(name, STRATEGIES[name].budget) for name in ("greedy", "random")}


def by_hand(game: Game) -> int:
    """Make another legal move than the bot to move chooses; return the number of its row."""
    assert game.to_act is not None
    ruleset, seat = ruleset_for(game), game.to_act
    view = observe(ruleset, store.load(game), seat)
    number = store.count_choices(game, seat)
    seed = seed_of_choice(seed=bytes(game.seed), number=number, seat=seat)
    choice = choose(name="greedy", ruleset=ruleset, view=view, seed=seed)
    others = [move for move in view.moves if move != choice.move]
    return submit_move(game, MoveCommand(others[-1], choice.actor)).game.seq


@pytest.mark.parametrize("variant", ROUNDS)
def test_a_bot_that_is_played_by_hand_is_found(variant: str) -> None:
    game = played(begun(variant, "greedy", "greedy"), rows=4)
    seq = by_hand(game)
    bundle = full(played(game, rows=seq + 3))
    found = verdict(bundle)
    (finding,) = found.choices.findings
    assert (finding.code, finding.first, finding.path) == ("bot-choice", seq, "/move")
    assert finding.seat == bundle.events[seq - 1].seat
    assert found.word == "fail"
    others = {name: one.answer for name, one in audit(bundle).answers.items()}
    assert others == {
        **dict.fromkeys(others, "yes"),
        "authentic": "unanswered",
        "choices": "unanswered",
    }


def note(game: Game, many: int) -> Game:
    """The game after notes of an organiser whom row 1 does not name."""
    actor = Actor(kind="organiser", player="staff-1", reason="Nothing")
    for _ in range(many):
        game = submit_move(game, MoveCommand(Note(), actor)).game
    return fresh(game)


@pytest.mark.parametrize("bots", [("random", "random"), ("casual", "skilled")])
def test_rows_of_others_steer_no_choice(bots: tuple[str, ...], small_budget: int) -> None:
    game = played(begun("xmen", *bots), rows=5)
    moves = list[Any]()
    for many in (0, 1, 2, 3, 4):
        with transaction.atomic():
            noted = note(game, many)
            services.take_turn(game_id=str(game.pk), seq=noted.seq)
            moves.append(next(store.history(fresh(game), after=noted.seq)).move)
            transaction.set_rollback(True)
        store.forget()
    assert moves == moves[:1] * 5
    bundle = full(played(note(played(note(game, 3), rows=14), 2), rows=30))
    assert sum(isinstance(event.actor, OrganiserActor) for event in bundle.events) >= 5
    assert verdict(bundle).choices.answer == "yes"


def changed(bundle: Bundle, seq: int = 2, **actor: Any) -> Bundle:
    """The bundle with another actor of a row, sealed and signed again."""
    parts = json.loads(encode_bundle(bundle))
    parts["events"][seq - 1]["actor"] |= actor
    return read_bundle(canonical(resealed(parts)))


def test_a_fallback_that_was_none_is_found() -> None:
    bundle = full(played(begun("xmen", "random", "random"), rows=4))
    found = verdict(changed(bundle, fallback=True, reason="failed"))
    assert [(one.first, one.path) for one in found.choices.findings] == [(2, "/actor")]


@pytest.mark.parametrize("actor", [{"version": "0"}, {"name": "oracle"}])
def test_an_unknown_bot_is_not_judged(
    actor: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle = full(played(begun("xmen", "random", "random"), rows=4))
    parts = json.loads(encode_bundle(bundle))
    for event in parts["events"]:
        if event["actor"]["kind"] == "bot":
            event["actor"] |= actor
    for seat in parts["events"][0]["move"]["seats"]:
        seat["version"], seat["bot"] = actor.get("version", "2"), actor.get("name", "random")
    (tmp_path / "one.json").write_bytes(canonical(resealed(parts)))
    assert main([str(tmp_path / "one.json")]) == 5
    assert main([str(tmp_path / "one.json"), "--choices"]) == 2
    assert "choices: not judged, because the bot is unknown here" in capsys.readouterr().out


def test_the_command_names_seq_seat_and_question(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = played(begun("xmen", "greedy", "greedy"), rows=4)
    seq = by_hand(game)
    bundle = full(fresh(game))
    (tmp_path / "one.json").write_bytes(encode_bundle(bundle))
    assert main([str(tmp_path / "one.json"), "--choices"]) == 1
    seat = bundle.events[seq - 1].seat
    assert f"choices: event {seq}, seat {seat}: bot-choice at /move" in capsys.readouterr().out
    assert main([str(tmp_path / "one.json"), "--choices", "--json"]) == 1
    (told,) = json.loads(capsys.readouterr().out)["files"]
    (finding,) = told["questions"]["choices"]["findings"]
    assert (finding["first"], finding["seat"], finding["path"]) == (seq, seat, "/move")


def test_the_question_has_no_answer_without_bots_or_a_full_view() -> None:
    game = played(begun("xmen", "random", "random"), rows=3)
    shown = read_bundle(encode_bundle(bundle_of(game=game, viewer=NOBODY)))
    assert verdict(shown).choices.why == "own_view"
    bundle = full(game)
    assert audit(bundle).choices.why == "not_asked"
    parts = json.loads(encode_bundle(bundle))
    del parts["events"][1:3]
    assert verdict(read_bundle(canonical(resealed(parts)))).choices.why == "no_bots"


def test_the_choices_of_the_bots_are_loaded_by_name() -> None:
    assert resolve_name(CHOOSER) is choose_again
