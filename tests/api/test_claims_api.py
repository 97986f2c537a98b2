"""A player claims over the API that another is out, who is away while the game waits."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from games.audit.bundle_reading import read_bundle
from games.audit.verdict import audit
from games.ledger import rows
from games.ledger.heads import move_message
from games.models import Refusal
from games.play import presence
from tests.api.client import Caller, Reply, asked_of, start_game
from tests.api.test_contributions import KEY, SECRET
from tests.own_cache import empty_cache

pytestmark = pytest.mark.django_db

Pass = Callable[[float], None]
OUT = {"absence": "out", "absent_seconds": 45}


@pytest.fixture
def pass_time(monkeypatch: pytest.MonkeyPatch) -> Pass:
    """Let seconds pass on the clock of the server, while the cache is asked all the time."""
    empty_cache()
    clock = [1_800_000_000.0]
    monkeypatch.setattr(presence, "time", lambda: clock[0])
    monkeypatch.setattr(rows, "wall_time", lambda: datetime.fromtimestamp(clock[0], UTC))

    def pass_seconds(seconds: float) -> None:
        clock[0] += seconds
        presence.seconds_away([])

    pass_seconds(0)
    pass_seconds(1000)
    return pass_seconds


class Table:
    """A game that waits for ``absent``, at ``seat``; ``claimer`` may claim that."""

    def __init__(self, alice: Caller, bob: Caller, **more: object) -> None:
        self.game = start_game(alice, bob, **({"options": OUT} | more))
        self.absent, prompt, self.seq = asked_of(self.game, alice, bob)
        self.seat = prompt["seat"]
        self.body = prompt["options"][0]["body"]
        self.claimer = bob if self.absent is alice else alice

    def claim(self, caller: Caller | None = None, seat: int | None = None, **more: str) -> Reply:
        """Claim that the absent seat is out, or another."""
        body = {"move": "claim-absent", "seat": self.seat if seat is None else seat}
        return (caller or self.claimer).post(f"games/{self.game}/moves/", body, **more)


def test_who_is_away_long_enough_is_claimed_out(
    alice: Caller, bob: Caller, pass_time: Pass
) -> None:
    table = Table(alice, bob)
    pass_time(44)
    assert (table.claim().status, table.claim().code) == (409, "not_away")
    pass_time(1)
    checked = table.claimer.post(
        f"games/{table.game}/moves/check/", {"move": "claim-absent", "seat": table.seat}
    )
    assert (checked.status, checked.json["legal"]) == (200, True)
    reply = table.claim(Idempotency_Key="claimed-once")
    assert reply.status == 201, reply
    (event,) = reply.json["events"]
    assert event["seat"] != table.seat
    move = {"move": "claim-absent", "seat": event["seat"], "target": table.seat}
    assert event["move"] == move
    assert event["facts"][0] == {"fact": "seat-out", "seat": table.seat, "why": "absent", "nth": 1}
    assert event["rulings"][0]["rule"] == "common.absence"
    again = table.claim(Idempotency_Key="claimed-once")
    assert (again.status, again.headers["Idempotent-Replayed"]) == (201, "true")
    assert table.absent.post(f"games/{table.game}/moves/", table.body).code == "game_over"
    # What is not away is no matter of the rules, so it is on no record.
    assert not Refusal.objects.exists()
    told = audit(read_bundle(alice.get(f"games/{table.game}/audit/bundle/").raw))
    assert {told.answers[one].answer for one in ("sealed", "lawful", "fair", "dealt")} == {"yes"}


def test_who_asks_for_the_game_is_not_away(alice: Caller, bob: Caller, pass_time: Pass) -> None:
    table = Table(alice, bob)
    pass_time(44)
    table.absent.get(f"games/{table.game}/prompts/")
    pass_time(44)
    reply = table.claim()
    assert (reply.status, reply.code) == (409, "not_away")
    assert reply.json["params"] == {"seat": table.seat, "seconds": 45}
    assert reply.json["detail"].startswith(f"A claim counts once the player of seat {table.seat}")
    pass_time(1)
    assert table.claim().status == 201


def test_a_claim_counts_from_the_last_event(alice: Caller, bob: Caller, pass_time: Pass) -> None:
    table = Table(alice, bob)
    pass_time(44)
    call = {"move": "call-judge", "reason": "Is anybody there?"}
    assert table.claimer.post(f"games/{table.game}/moves/", call).status == 201
    pass_time(44)
    assert table.claim().code == "not_away"
    pass_time(1)
    assert table.claim().status == 201


def test_a_bot_is_never_away(alice: Caller, pass_time: Pass) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    game = alice.post("games/", {"variant": "xmen", "seats": seats, "options": OUT}).json["id"]
    alice.post(f"games/{game}/start/")
    while (prompt := alice.get(f"games/{game}/prompts/").json["prompts"][-1])["options"]:
        alice.post(f"games/{game}/moves/", prompt["options"][-1]["body"])
    pass_time(5000)
    reply = alice.post(f"games/{game}/moves/", {"move": "claim-absent", "seat": 1})
    assert (reply.status, reply.code) == (409, "not_away")


def signed(caller: Caller, game: str, body: dict[str, object]) -> dict[str, str]:
    """The headers of a move of seat 0, which has the key."""
    last = caller.get(f"games/{game}/prompts/").json
    move = {**body, "seat": 0}
    if body["move"] == "claim-absent":
        move["target"] = body["seat"]
    if body["move"] == "play":
        move["uno"] = bool(body.get("uno"))
    message = move_message(game=game, seq=last["seq"], digest=last["digest"], move=move, choices={})
    return {"Move_Signature": SECRET.sign(message).hex(), "If_Match": f'"{last["seq"]}"'}


def test_a_claim_is_signed_by_the_key_of_who_claims(
    alice: Caller, bob: Caller, pass_time: Pass
) -> None:
    options, signer = {"options": OUT}, {"kind": "me", "key": KEY}
    game = start_game(alice, bob, seats=[signer, {"kind": "open"}], **options)
    path = f"games/{game}/moves/"
    while asked_of(game, alice, bob)[0] is alice:
        body = asked_of(game, alice)[1]["options"][-1]["body"]
        assert alice.post(path, body, **signed(alice, game, body)).status == 201
    pass_time(45)
    claim = {"move": "claim-absent", "seat": 1}
    assert alice.post(path, claim).code == "signature_missing"
    headers = signed(alice, game, claim)
    reply = alice.post(path, claim, **headers)
    assert reply.status == 201, reply
    assert reply.json["events"][0]["signed"]["signature"] == headers["Move_Signature"]


def test_in_words(alice: Caller, bob: Caller, pass_time: Pass) -> None:
    table = Table(alice, bob)
    pass_time(45)
    table.claim()
    told = {
        language: [
            sentence["text"]
            for sentence in Caller(language=language)
            .get(f"games/{table.game}/log/")
            .json["results"][-1]["sentences"]
        ]
        for language in ("en", "fr-CA")
    }
    assert any("claims that" in one and "is away" in one for one in told["en"]), told
    assert any("away while the game waited" in one for one in told["en"]), told
    assert any("déclare l’absence de" in one for one in told["fr-CA"]), told
