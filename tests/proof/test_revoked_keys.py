"""A player who plays on without the key of the seat: what three verifiers say of the file."""

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache

import msgspec
import pytest

from games.engine import Move, Resign, RevokeKey, legal_moves
from tests.games.test_bundle_page import program as program
from tests.proof import sealer
from tests.proof.sealer import Json
from tests.proof.test_owner_table import cut, go_on, rules_of, signed_game
from tests.proof.test_two_verifiers import both_verdicts, common

pytestmark = pytest.mark.slow


def by_player(game: Json, move: Move) -> None:
    """Add the row of a move that the player of its seat makes, without a signature."""
    seats = game["events"][0]["move"]["seats"]
    assert move.seat is not None
    go_on(game, move, {"kind": "player", "player": seats[move.seat]["player"]})


@cache
def _half() -> bytes:
    game = signed_game()
    turns = [one for one in game["events"] if one["seat"] == 0 and one["signed"]]
    cut(game, turns[len(turns) // 2]["seq"] - 1)
    return sealer.canonical(game)


def revoked() -> Json:
    """A game in which seat 0 signs, until it revokes its key, makes two moves and resigns."""
    game: Json = json.loads(_half())
    by_player(game, RevokeKey(0))
    by_player(game, legal_moves(*rules_of(game), 0)[-1])
    by_player(game, Resign(0))
    return game


def first_of(game: Json) -> int:
    """The number of the row that revoked a key."""
    (seq,) = [one["seq"] for one in game["events"] if one["move"]["move"] == "revoke-key"]
    return int(seq)


def verdicts(game: Json, program: Json) -> tuple[Json, str]:
    """The verdict of Python, with which verify.js agrees, and what the small verifier says."""
    source = sealer.canonical(sealer.seal(game))
    ((js, py),) = both_verdicts([source])
    assert common(js) == common(py)
    return py, program["authentic"](program["read"](source))


def test_no_verifier_says_yes_of_a_seat_that_plays_on_unsigned(program: Json) -> None:
    game = revoked()
    told, small = verdicts(game, program)
    answers = {name: one["answer"] for name, one in told["questions"].items()}
    expected = dict.fromkeys(("sealed", "lawful", "fair", "dealt"), "yes")
    assert answers == expected | {"authentic": "not_judged", "choices": "unanswered"}
    authentic, first = told["questions"]["authentic"], first_of(game)
    assert authentic["why"] == "key_revoked"
    (note,) = authentic["findings"]
    assert (note["code"], note["note"], note["seat"]) == ("key-revoked", True, 0)
    assert (note["first"], note["last"]) == (first, first + 2)
    assert told["verdict"] == "not_judged"
    assert small == ""
    seats = game["events"][0]["move"]["seats"]
    assert program["revoked_keys"](game["events"], seats) == {0: first}


def unsigned_before(game: Json) -> tuple[str, str, int]:
    """A move before the key was revoked is not signed."""
    rows = [one for one in game["events"] if one["signed"] and one["seat"] == 0]
    rows[-1]["signed"] = None
    return "authentic", "unsigned-move", rows[-1]["seq"]


def signed_after(game: Json) -> tuple[str, str, int]:
    """A move after it is signed."""
    row = game["events"][first_of(game)]
    row["signed"] = {"choices": {}, "signature": "0" * 128}
    return "authentic", "signed", row["seq"]


def signed_itself(game: Json) -> tuple[str, str, int]:
    """The revoking is signed."""
    row = game["events"][first_of(game) - 1]
    row["signed"] = {"choices": {}, "signature": "0" * 128}
    return "authentic", "signed", row["seq"]


def signed_as_held(game: Json) -> tuple[str, str, int]:
    """A move after it has a signature as if it had been held since before, and is another's."""
    row = game["events"][first_of(game)]
    row["signed"] = {"choices": {}, "seq": first_of(game) - 1, "signature": "0" * 128}
    return "authentic", "move-signature", row["seq"]


def of_a_seat_without_a_key(game: Json) -> tuple[str, str, int]:
    """The seat that revokes a key has none."""
    for row in game["events"]:
        row["signed"] = None if row["seat"] == 0 else row["signed"]
    for one in game["refusals"]:
        one["signed"] = None if one["seat"] == 0 else one["signed"]
    game["events"][0]["move"]["seats"][0]["key"] = None
    return "sealed", "actor", first_of(game)


def by_the_clock(game: Json) -> tuple[str, str, int]:
    """The clock revokes a key."""
    game["events"][first_of(game) - 1]["actor"] = {"kind": "clock"}
    return "sealed", "actor", first_of(game)


CHANGES = (
    unsigned_before,
    signed_after,
    signed_itself,
    signed_as_held,
    of_a_seat_without_a_key,
    by_the_clock,
)


@pytest.mark.parametrize("change", CHANGES)
def test_what_does_not_follow_from_the_revoking_is_found(
    change: Callable[[Json], tuple[str, str, int]], program: Json
) -> None:
    game = deepcopy(revoked())
    question, code, seq = change(game)
    told, small = verdicts(game, program)
    found = told["questions"][question]
    assert found["answer"] == "no"
    assert (code, seq) in [(one["code"], one["first"]) for one in found["findings"]]
    assert told["verdict"] == "fail"
    if question == "authentic":
        assert small == f"{code} {seq}".replace("unsigned-move", "unsigned")


@pytest.mark.parametrize(
    ("before", "code", "rule"),
    [
        (RevokeKey(0), "key_is_revoked", "common.key"),
        (Resign(0), "already_out", "common.forfeit"),
        (None, "game_over", "common.over"),
    ],
)
def test_no_refusal_of_a_revoking_passes_for_a_move_that_needs_no_signature(
    before: Move | None, code: str, rule: str
) -> None:
    """An owner could let a player have tried anything before it."""
    game = deepcopy(signed_game())
    cut(game, [event["seq"] for event in game["events"] if event["signed"]][-1])
    last, seats = game["events"][-1], game["events"][0]["move"]["seats"]
    refusal = {
        **{"seq": last["seq"], "seat": 0, "nth": 1, "at": last["at"], "salt": "0" * 32},
        "before": [] if before is None else [msgspec.to_builtins(before)],
        **{"move": msgspec.to_builtins(RevokeKey(0)), "code": code, "rule": rule},
        **{"params": {"seat": 0}, "signed": None},
        "actor": {"kind": "player", "player": seats[0]["player"]},
    }
    game["refusals"].append(refusal)
    ((javascript, python),) = both_verdicts([sealer.canonical(sealer.seal(game))])
    for one in (javascript, python):
        authentic = one["questions"]["authentic"]
        assert authentic["answer"] == "no"
        assert [found["code"] for found in authentic["findings"]] == ["unsigned-move"]
