"""A player lets a bot go on for one who is away, and who takes the seat back."""

from typing import Any

import pytest

from bots.choosing import choose_again
from bots.queues import BOTS
from bots.services import play_on
from bots.tasks import queue_of
from games.api.streams.player_events import lines_of
from games.audit.bundle_reading import read_bundle
from games.audit.verdict import audit
from games.ledger import store
from games.models import Game, Refusal, Seat
from games.play.bot_turns import has_people
from games.play.table_news import read_table
from games.proofs.runs import verdict_on
from tests.api.client import Caller, Reply, asked_of, start_game
from tests.api.test_claims_api import Pass, Table, signed
from tests.api.test_claims_api import pass_time as pass_time
from tests.api.test_contributions import KEY

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

BOT = {"absence": "bot", "absent_seconds": 45, "target_score": None, "rounds": 1}


class Standing(Table):
    """A game that waits for ``absent``, for whom a bot may go on."""

    def __init__(self, alice: Caller, bob: Caller, **more: object) -> None:
        super().__init__(alice, bob, **({"options": BOT} | more))
        self.path = f"games/{self.game}/moves/"

    def stand_in(self, caller: Caller | None = None, seat: int | None = None, **more: str) -> Reply:
        """Let a bot go on for the absent seat, or another."""
        body = {"move": "stand-in", "seat": self.seat if seat is None else seat}
        return (caller or self.claimer).post(self.path, body, **more)

    def take_back(self, caller: Caller | None = None, **more: str) -> Reply:
        """Take the absent seat back, or another."""
        return (caller or self.absent).post(self.path, {"move": "take-back"}, **more)

    @property
    def row(self) -> Game:
        """The stored game."""
        return Game.objects.get(pk=self.game)

    def let_bot_play(self) -> None:
        """Run the worker until a person is to move."""
        game = self.row
        play_on(game_id=str(game.pk), seq=game.seq)

    def place(self, caller: Caller) -> dict[str, Any]:
        """The place of the absent seat, as a caller sees it."""
        table = caller.get(f"games/{self.game}/prompts/?include=table").json["table"]
        found: dict[str, Any] = table["places"][self.seat]
        return found


def passed(game: str, caller: Caller, *, has_bots: bool = True) -> None:
    """Check that the record of a game is found as it should be."""
    bundle = read_bundle(caller.get(f"games/{game}/audit/bundle/").raw)
    told = audit(bundle, chooser=choose_again)
    wanted = ("sealed", "lawful", "fair", "dealt", *(("choices",) if has_bots else ()))
    assert {one: told.answers[one].answer for one in wanted} == dict.fromkeys(wanted, "yes")
    stored = verdict_on(Game.objects.get(pk=game))
    assert stored.answers["sealed"].answer == "yes", stored.answers["sealed"].findings


def finish(table: Standing, *callers: Caller) -> None:
    """Play on until the game is over."""
    while table.row.status == Game.Status.RUNNING:
        table.let_bot_play()
        if table.row.status == Game.Status.RUNNING:
            caller, prompt, _ = asked_of(table.game, *callers)
            assert caller.post(table.path, prompt["options"][0]["body"]).status == 201


def test_a_bot_goes_on_until_the_player_takes_the_seat_back(
    alice: Caller, bob: Caller, pass_time: Pass
) -> None:
    table = Standing(alice, bob)
    pass_time(44)
    assert (table.stand_in().status, table.stand_in().code) == (409, "not_away")
    pass_time(1)
    checked = table.claimer.post(f"{table.path}check/", {"move": "stand-in", "seat": table.seat})
    assert (checked.status, checked.json["legal"]) == (200, True)
    (event,) = table.stand_in().json["events"]
    other = 1 - table.seat
    assert event["move"] == {"move": "stand-in", "seat": other, "target": table.seat}
    assert event["facts"] == [{"fact": "stand-in-began", "seat": table.seat}]
    assert event["rulings"][0]["rule"] == "common.absence.bot"
    game = table.row
    assert (game.stand_ins, game.to_act, game.waits_for_bot) == (1 << table.seat, table.seat, True)
    assert has_people(game, store.load(game))
    table.let_bot_play()
    game = table.row
    assert (game.to_act, game.waits_for_bot) == (other, False)
    (made, *_) = table.claimer.get(f"games/{table.game}/events/?after={event['seq']}").json[
        "results"
    ]
    start = table.claimer.get(f"games/{table.game}/events/?limit=1").json["results"][0]["move"]
    named = start["stand_in"]
    assert made["actor"] == {
        "kind": "bot",
        "name": named["bot"],
        "version": named["version"],
        "budget": named["budget"],
    }
    # Out of turn.
    (back,) = table.take_back().json["events"]
    assert back["facts"] == [{"fact": "stand-in-ended", "seat": table.seat}]
    assert table.row.stand_ins == 0
    finish(table, alice, bob)
    passed(table.game, alice)


def test_the_player_makes_no_other_move_meanwhile(
    alice: Caller, bob: Caller, pass_time: Pass
) -> None:
    table = Standing(alice, bob)
    pass_time(45)
    assert table.stand_in().status == 201
    call = {"move": "call-judge", "reason": "I am back."}
    for body in (table.body, call, {"move": "stand-in", "seat": 1 - table.seat}):
        reply = table.absent.post(table.path, body)
        assert (reply.status, reply.code, reply.json["rule"]) == (
            409,
            "bot_plays",
            "common.absence.bot",
        )
        assert table.absent.post(f"{table.path}check/", body).code == "bot_plays"
    # Who moves is no matter of the rules, so it is on no record.
    assert not Refusal.objects.exists()
    told = table.absent.get(f"games/{table.game}/prompts/?include=table").json
    assert told["prompts"][-1]["options"] is None
    assert [one["body"] for one in told["open"]] == [{"move": "take-back"}]
    assert table.take_back().status == 201
    again = table.absent.get(f"games/{table.game}/prompts/").json
    assert again["prompts"][-1]["options"]
    assert table.absent.post(table.path, table.body).status == 201
    assert (table.take_back().status, table.take_back().code) == (409, "no_bot_plays")


def test_the_player_may_resign_meanwhile(alice: Caller, bob: Caller, pass_time: Pass) -> None:
    table = Standing(alice, bob)
    pass_time(45)
    table.stand_in()
    assert table.absent.post(table.path, {"move": "resign"}).status == 201
    assert (table.row.status, table.row.stand_ins) == (Game.Status.OVER, 0)
    passed(table.game, alice, has_bots=False)


def test_all_see_for_whom_a_bot_plays(
    alice: Caller, bob: Caller, carol: Caller, pass_time: Pass
) -> None:
    table = Standing(alice, bob)
    player = Seat.objects.get(game=table.game, number=table.seat).player_id
    assert player is not None
    assert [one.is_asked for one in lines_of([player], table.row.created_at)[player]] == [True]
    assert not table.place(carol)["stand_in"]
    pass_time(45)
    table.stand_in()
    for caller, words in (
        (carol, "A bot plays for the player, who was away."),
        (table.absent, "A bot plays for you."),
    ):
        place = table.place(caller)
        assert place["stand_in"]
        assert words in place["text"]
    assert [one.is_asked for one in lines_of([player], table.row.created_at)[player]] == [False]
    # The hand is hidden from all but its owner, as before.
    assert table.place(carol)["cards"] is table.place(table.claimer)["cards"] is None
    assert table.place(table.absent)["cards"]


def test_what_a_bot_did_is_no_own_move(alice: Caller, bob: Caller, pass_time: Pass) -> None:
    table = Standing(alice, bob)
    pass_time(45)
    table.stand_in()
    seq = table.row.seq
    table.let_bot_play()
    since = table.absent.get(f"games/{table.game}/prompts/?include=since").json["since"]
    assert since["seq"] < seq
    assert "lets a bot go on for you" in " ".join(one["text"] for one in since["sentences"])


def test_without_people_the_bots_play_on_until_one_returns(
    alice: Caller, bob: Caller, pass_time: Pass
) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}]
    options = BOT | {"dealer": 2}
    table = Standing(alice, bob, variant="xmen", seats=seats, options=options)
    pass_time(45)
    assert table.stand_in().status == 201
    # Who has a bot in the own place lets none go on for another: one person plays at least.
    table.let_bot_play()
    while table.row.to_act != 1 - table.seat:
        table.let_bot_play()
    pass_time(45)
    assert table.stand_in(table.absent, 1 - table.seat).code == "bot_plays"
    assert table.claimer.post(table.path, {"move": "resign"}).status == 201
    game = table.row
    assert (game.status, game.waits_for_bot) == (Game.Status.RUNNING, True)
    assert not has_people(game, store.load(game))
    assert queue_of(game) == BOTS
    assert table.take_back().status == 201
    game = table.row
    assert has_people(game, store.load(game))


def test_a_seat_with_a_key_is_taken_back_with_a_signature(
    alice: Caller, bob: Caller, pass_time: Pass
) -> None:
    signer = {"kind": "me", "key": KEY}
    game = start_game(alice, bob, seats=[signer, {"kind": "open"}], options=BOT)
    path = f"games/{game}/moves/"
    while asked_of(game, alice, bob)[0] is bob:
        bob.post(path, asked_of(game, bob)[1]["options"][-1]["body"])
    pass_time(45)
    assert bob.post(path, {"move": "stand-in", "seat": 0}).status == 201
    row = Game.objects.get(pk=game)
    play_on(game_id=game, seq=row.seq)
    back = {"move": "take-back"}
    assert alice.post(path, back).code == "signature_missing"
    reply = alice.post(path, back, **signed(alice, game, back))
    assert reply.status == 201, reply
    bob.post(path, {"move": "resign"})
    bundle = read_bundle(alice.get(f"games/{game}/audit/bundle/").raw)
    assert audit(bundle).answers["authentic"].answer == "yes"
    passed(game, alice)


def test_a_table_shows_in_time_who_is_away(alice: Caller, bob: Caller, pass_time: Pass) -> None:
    table = Standing(alice, bob)
    pass_time(40)
    assert read_table(table.row).away == ()
    pass_time(6)
    assert [seat for seat, _ in read_table(table.row).away] == [0, 1]
    waiting = Standing(alice, bob, options={"absent_seconds": 45})
    pass_time(46)
    assert read_table(waiting.row).away == ()
    pass_time(20)
    assert [seat for seat, _ in read_table(waiting.row).away] == [0, 1]


def test_in_words(alice: Caller, bob: Caller, pass_time: Pass) -> None:
    table = Standing(alice, bob)
    pass_time(45)
    table.stand_in()
    table.take_back()
    said = {
        language: [
            one["sentences"][0]["text"]
            for one in Caller(language=language)
            .get(f"games/{table.game}/log/?after={table.row.seq - 2}")
            .json["results"]
        ]
        for language in ("en", "fr-CA")
    }
    for language, words in (
        ("en", ("lets a bot go on for", "takes the seat back from the bot")),
        ("fr-CA", ("laisse un robot continuer pour", "reprend son siège au robot")),
    ):
        assert all(word in one for word, one in zip(words, said[language], strict=True)), said
