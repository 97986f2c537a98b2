"""Forgeries that the owner of the server seals again with its key: what signatures show of them."""

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest

from games.audit.proof import LoggedEntry, blinded, erased_digest
from games.audit.self_check import self_fault
from tests.proof import sealer
from tests.proof.log_keys import logged
from tests.proof.played import ERASED_AT, GAME, ORGANISERS, played
from tests.proof.sealer import Json, drop_refusals
from tests.proof.test_finding_codes import BEGAN, WITNESS, codes_of_both, empty_log, proof_of
from tests.proof.test_two_verifiers import both_verdicts, common
from tests.proof.test_verify_js import DOCS

pytestmark = pytest.mark.slow


@cache
def game() -> bytes:
    """A game in which seat 0 signs its moves, with refused moves and acts of organisers."""
    return played("xmen", 3, 0, most=56)


def last_signed(bundle: Json) -> int:
    """The number of the last row with a signature."""
    signed = [one for one in bundle["events"] if one["signed"] and "signature" in one["signed"]]
    return int(signed[-1]["seq"])


# ---- changes before the last signed move


def change_the_reason_of_an_act(bundle: Json) -> None:
    act = next(one for one in bundle["events"] if one["actor"]["kind"] == "organiser")
    act["actor"] |= {"reason": "Another reason", "reference": "Appeal 99"}


def move_the_times(bundle: Json) -> None:
    for part in (*bundle["events"], *bundle["refusals"]):
        part["at"] = part["at"].replace("2026", "2020")


def rename_the_edition(bundle: Json) -> None:
    bundle["edition"]["name"] = "Another edition"
    hash_of = sha256(sealer.canonical(bundle["edition"])).hexdigest()
    bundle["events"][0]["facts"][0]["setup"]["edition"] = hash_of


def change_a_move_that_is_not_signed(bundle: Json) -> None:
    plays = (one for one in bundle["events"] if one["move"]["move"] == "play")
    move = next(one for one in plays if one["seat"] == 1)["move"]
    move["uno"] = not move["uno"]


def name_another_player(bundle: Json) -> None:
    other, start = "6f8ce1d2-54f2-4f6b-9b1e-0000000000bb", bundle["events"][0]["move"]
    before = start["seats"][1]["player"]
    start["seats"][1]["player"] = other
    for part in (*bundle["events"], *bundle["refusals"]):
        if part["actor"].get("player") == before:
            part["actor"]["player"] = other


@pytest.mark.parametrize(
    "forge",
    [
        drop_refusals,
        change_the_reason_of_an_act,
        move_the_times,
        rename_the_edition,
        change_a_move_that_is_not_signed,
        name_another_player,
    ],
)
def test_one_signing_player_fixes_the_history_before_a_move(forge: Callable[[Json], None]) -> None:
    assert not self_fault()
    bundle = json.loads(game())
    forge(bundle)
    ((js, py),) = both_verdicts([sealer.canonical(sealer.seal(bundle))])
    assert common(js) == common(py)
    questions = js["questions"]
    assert [questions[one]["answer"] for one in ("sealed", "fair", "dealt")] == ["yes"] * 3
    assert questions["authentic"]["answer"] == "no"
    findings = questions["authentic"]["findings"]
    assert {one["code"] for one in findings} <= {"move-signature", "act-signature"}
    moves = {one["first"] for one in findings if one["code"] == "move-signature"}
    assert last_signed(bundle) in moves


def test_the_last_signed_row_itself_is_not_fixed() -> None:
    bundle = json.loads(game())
    last = bundle["events"][-1]
    assert last["seq"] == last_signed(bundle)
    last["at"] = "2027-11-22T09:00:00.000Z"
    bundle["refusals"] = [one for one in bundle["refusals"] if one["seq"] < last["seq"]]
    ((js, py),) = both_verdicts([sealer.canonical(sealer.seal(bundle))])
    assert common(js) == common(py)
    assert js["questions"]["authentic"]["answer"] == "yes"


# ---- names


LATER: Final = ERASED_AT.replace("09:30", "09:40")


@pytest.mark.parametrize(
    ("seat", "given", "code"),
    [
        (0, None, "name"),
        (1, None, "name"),
        (2, {"erased": ERASED_AT}, "name"),
        (0, {"erased": ERASED_AT}, ""),
        (0, {"erased": "2026-11-22"}, "malformed"),
        (0, {"erased": ERASED_AT, "name": "Ann"}, "malformed"),
        (0, {"name": "Ann"}, "malformed"),
        (0, {}, "malformed"),
    ],
)
def test_a_name_is_left_out_only_as_erased(seat: int, given: Json | None, code: str) -> None:
    bundle = json.loads(game())
    assert bundle["names"][1:] == [{"erased": ERASED_AT}, None]
    bundle["names"][seat] = given
    ((js, py),) = both_verdicts([sealer.canonical(sealer.seal(bundle))])
    assert common(js) == common(py)
    findings = js["questions"]["sealed"]["findings"]
    assert {one["code"] for one in findings if not one["note"]} == ({code} if code else set())
    notes = [(one["code"], one["path"]) for one in findings if one["note"]]
    erased = [at for at, one in enumerate(bundle["names"]) if one and "erased" in one]
    expected = [] if code == "malformed" else [("erased-name", f"/names/{at}") for at in erased]
    assert notes == expected


@pytest.mark.parametrize(
    ("seat", "at", "found"),
    [(1, ERASED_AT, set()), (1, LATER, {"erased-name"}), (0, ERASED_AT, {"erased-name"})],
    ids=["fits", "another time", "another seat"],
)
def test_a_proof_shows_that_a_name_was_erased_for_all(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    seat: int,
    at: str,
    found: set[str],
) -> None:
    bundle, proof = tmp_path / "game.json", tmp_path / "proof.txt"
    bundle.write_bytes(game())
    erased = LoggedEntry(erased_digest(GAME, seat, at), blinded(GAME), "erased")
    entries = [one for one in logged(json.loads(game())) if one.kind != "erased"]
    proof.write_text(proof_of(*entries, erased, at=BEGAN + 1830))
    given = ("--checkpoint", proof, "--witnesses", f"1of1:{WITNESS.verifier}", bundle)
    assert codes_of_both(capsys, *given) == [found] * 2
    if not found:
        proof.write_text(proof_of(*entries, erased, at=BEGAN + 1769))
        assert codes_of_both(capsys, *given) == [{"log-time"}] * 2
        alone = tmp_path / "checkpoint.txt"
        proof.write_text(proof_of(*entries, erased, at=BEGAN + 9999))
        alone.write_text(empty_log(at=BEGAN + 1830 + 601))
        assert codes_of_both(capsys, "--checkpoint", alone, *given) == [{"log-time"}] * 2


# ---- acts of organisers, after the last signed move


@cache
def corrected() -> bytes:
    """A game that is over, with acts of one organiser and a correction by two."""
    return (DOCS / "bundle-full.json").read_bytes()


def correction(bundle: Json) -> Json:
    """The last row of a game, an act of two organisers."""
    act: Json = bundle["events"][-1]
    assert act["move"]["move"] == "correct" and "second" in act["actor"]
    return act


def warning(bundle: Json) -> Json:
    """An act of one organiser."""
    found: Json = next(one for one in bundle["events"] if one["move"]["move"] == "warn")
    return found


def invent_two_directors(bundle: Json) -> None:
    """T10: a correction that no organiser made."""
    act = correction(bundle)
    act["actor"] |= {"player": "staff-1", "second": "staff-2"}
    act["signed"] = None


def name_them_before_the_deal(bundle: Json) -> None:
    """Name the invented ones in row 1; then the terms change, and what players answered."""
    invent_two_directors(bundle)
    act, ids = correction(bundle), [f"6f8ce1d2-54f2-4f6b-9b1e-0000000000d{at}" for at in (1, 2)]
    act["actor"] |= {"player": ids[0], "second": ids[1]}
    bundle["events"][0]["move"]["organisers"] += [{"player": one, "key": None} for one in ids]


def change_the_reason(bundle: Json) -> None:
    correction(bundle)["actor"]["reason"] = "Another reason"


def change_the_reference(bundle: Json) -> None:
    del correction(bundle)["actor"]["reference"]


def drop_one_signature(bundle: Json) -> None:
    correction(bundle)["signed"]["organisers"][1] = None


def drop_all_signatures(bundle: Json) -> None:
    correction(bundle)["signed"] = None


def let_one_sign_for_both(bundle: Json) -> None:
    act = correction(bundle)
    act["signed"]["organisers"][1] = act["signed"]["organisers"][0]


def use_a_signature_in_another_row(bundle: Json) -> None:
    """The act of an earlier row again, with its signature."""
    act, last = warning(bundle), correction(bundle)
    last["facts"], last["rulings"], last["seat"] = [], [], act["seat"]
    last["actor"], last["move"], last["signed"] = act["actor"], act["move"], act["signed"]


def use_a_proposal_twice(bundle: Json) -> None:
    """The correction again: who proposed it did so once."""
    act = deepcopy(correction(bundle))
    act["seq"] += 1
    act["signed"]["organisers"][1]["seq"] += 1
    bundle["events"].append(act)
    sealer.seal(bundle)
    row = (act["seq"] - 1, sealer.digests(bundle)[-2])
    second = ORGANISERS[act["actor"]["second"]]
    message = sealer.act_message(bundle["head"]["game"], row, act, proposes=False)
    act["signed"]["organisers"][1]["signature"] = second.sign(message).hex()


def move_it_to_another_game(bundle: Json) -> None:
    bundle["head"]["game"] = "6f8ce1d2-54f2-4f6b-9b1e-0000000000ab"


@pytest.mark.parametrize(
    ("forge", "found"),
    [
        (invent_two_directors, {"actor"}),
        (name_them_before_the_deal, {"move-signature", "act-signature"}),
        (change_the_reason, {"act-signature"}),
        (change_the_reference, {"act-signature"}),
        (drop_one_signature, {"unsigned-act"}),
        (drop_all_signatures, {"unsigned-act"}),
        (let_one_sign_for_both, {"act-signature"}),
        (use_a_signature_in_another_row, {"act-signature"}),
        (use_a_proposal_twice, {"act-signature"}),
        (move_it_to_another_game, {"move-signature", "act-signature"}),
    ],
)
def test_no_act_of_an_organiser_is_invented_changed_or_repeated(
    forge: Callable[[Json], None], found: set[str]
) -> None:
    bundle = json.loads(corrected())
    ((js, py),) = both_verdicts([sealer.canonical(sealer.seal(bundle))])
    assert common(js) == common(py)
    assert codes_in(js) == set()
    forge(bundle)
    ((js, py),) = both_verdicts([sealer.canonical(sealer.seal(bundle))])
    assert common(js) == common(py)
    assert codes_in(js) == found
    assert (js["verdict"], py["verdict"]) == ("fail", "fail")


def codes_in(told: Json) -> set[str]:
    """The codes of all findings but of *lawful*, without notes."""
    return {
        finding["code"]
        for name, one in told["questions"].items()
        if name != "lawful"
        for finding in one["findings"]
        if not finding["note"]
    }
