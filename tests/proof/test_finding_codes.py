"""Each code of a finding: a file for which the verifiers find it. The lists here are complete."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from games.audit.__main__ import main
from games.audit.finding_texts import FINDINGS
from games.audit.note import LOG_KEY, WITNESS_KEY
from games.audit.proof import LoggedEntry
from games.audit.self_check import self_fault
from games.audit.tree import root_of
from tests.proof import sealer
from tests.proof.changes import GAMES, Inapplicable, change_game
from tests.proof.log_keys import SignerKey, cosign, logged, sign_checkpoint, sign_proof
from tests.proof.played import ORGANISERS, PLAYER_KEY, played
from tests.proof.sealer import Json
from tests.proof.test_two_verifiers import both_verdicts, common, verdict_in_python
from tests.proof.test_verify_js import run

TESTS: Final = Path(__file__).resolve().parents[1]
FINISHED: Final = TESTS.parent / "docs" / "bundle-full.json"

Make = Callable[[Json], object]


@cache
def game() -> bytes:
    """A game with a bot, signed moves, refused moves, and a share."""
    return played("xmen", 3, 0, most=60)


# ---- changes of the file, signed again


def another_format(bundle: Json) -> None:
    bundle["format"] = "fairdeal-bundle-v3"


def no_signature(bundle: Json) -> None:
    bundle["signature"] = None


def another_head_signature(bundle: Json) -> None:
    bundle["signature"]["head"] = "0" * 128


def no_seed(bundle: Json) -> None:
    bundle["seed"] = None
    sealer.sign(bundle)


def another_seed(bundle: Json) -> None:
    bundle["seed"] = "ab" * 32
    sealer.sign(bundle)


def an_event_twice(bundle: Json) -> None:
    bundle["events"].insert(4, bundle["events"][4])
    sealer.sign(bundle)


def no_end(bundle: Json) -> None:
    del bundle["events"][-1]
    sealer.sign(bundle)


def another_time(bundle: Json) -> None:
    bundle["events"][4]["at"] = bundle["events"][4]["at"][:-2] + "9Z"
    sealer.sign(bundle)


def another_head(bundle: Json) -> None:
    bundle["head"]["digest"] = "0" * 64
    sealer.sign(bundle)


FILES: Final[dict[str, Make]] = {
    "malformed": lambda bundle: bundle.pop("names"),
    "format": another_format,
    "unsigned": no_signature,
    "head-signature": another_head_signature,
    "view": no_seed,
    "seed": another_seed,
    "inserted": an_event_twice,
    "cut": no_end,
    "altered": another_time,
    "head": another_head,
}

# ---- changes of the game, sealed again


def facts(bundle: Json, kind: str) -> list[tuple[Json, Json]]:
    """The events with the facts of a kind."""
    return [
        (event, fact)
        for event in bundle["events"]
        for fact in event["facts"]
        if fact["fact"] == kind
    ]


def moved_from(bundle: Json, zone: str) -> Json:
    """The last move of cards from a zone."""
    moved = [one for _, one in facts(bundle, "cards-moved") if one["source"].startswith(zone)]
    return moved[-1]


def another_top(bundle: Json) -> None:
    moved_from(bundle, "draw")["cards"][0] += "-x"


def absent(bundle: Json) -> None:
    moved_from(bundle, "hand")["cards"][0] += "-x"


def of_bot(bundle: Json) -> Json:
    """A row of a bot."""
    found: Json = next(one for one in bundle["events"] if one["actor"]["kind"] == "bot")
    return found


def unnamed(bundle: Json) -> None:
    bundle["events"][0]["move"]["organisers"] = []


def upgraded(bundle: Json) -> None:
    of_bot(bundle)["actor"]["version"] = "99"


def revoked(bundle: Json) -> None:
    """Let the last row that a player signed revoke the key instead."""
    signed = [one for one in bundle["events"] if one["signed"] and "signature" in one["signed"]]
    row = signed[-1]
    row |= {"signed": None, "move": {"move": "revoke-key", "seat": row["seat"]}}


SEALED_AGAIN: Final[dict[str, Make]] = {
    "top": another_top,
    "absent": absent,
    "bot-version": upgraded,
    "key-revoked": revoked,
    "erased-name": lambda bundle: None,
    "no-names": lambda bundle: bundle.update(names=None),
    "unnamed-organisers": unnamed,
    "unnamed-result": unnamed,
}

BY_NAME: Final = {
    "setup": "another count of seats",
    "edition": "another edition",
    "name": "another name",
    "result": "another winner",
    "missing": "other numbers",
    "hidden": "a part not hidden",
    "refusals": "another count of refused moves",
    "actor": "another player",
    "time": "an earlier time",
    "shuffle": "another order",
    "pick": "another lot",
    "nth": "another number of a use of chance",
    "share": "a share of a bot",
    "box": "another card from the box",
    "pile": "other cards shuffled",
    "zone": "another zone",
    "shown": "cards shown otherwise",
    "unsigned-move": "no signature",
    "signed": "a signature too many",
    "move-signature": "another signature",
    "choice": "another answer",
    "unsigned-act": "an act without a signature",
    "act-signature": "another act than signed",
}
"""The change of `GAMES` for which a code is found."""

# ---- what only the rules find


def no_cards(bundle: Json) -> None:
    bundle["edition"] = {"name": "none"}
    hashed = sha256(sealer.canonical(bundle["edition"])).hexdigest()
    bundle["events"][0]["facts"][0]["setup"]["edition"] = hashed


def an_unknown_fact(bundle: Json) -> None:
    bundle["events"][3]["facts"].append({"fact": "unknown"})


def another_seat(bundle: Json) -> None:
    event = of_bot(bundle)
    event["seat"] -= 1


def another_card(bundle: Json) -> None:
    play = next(one for one in bundle["events"] if one["move"]["move"] == "play")
    play["move"]["card"] = "wild-none"


def another_color(bundle: Json) -> None:
    bundle["events"][3]["facts"].append({"fact": "color-changed", "color": "red"})


def no_rulings(bundle: Json) -> None:
    bundle["events"][3]["rulings"] = []


def a_legal_move_refused(bundle: Json) -> None:
    event = of_bot(bundle)
    before = bundle["events"][event["seq"] - 2]
    bundle["refusals"] = [
        {
            "seq": before["seq"],
            "nth": 1,
            "seat": event["seat"],
            "actor": {"kind": "bot", "name": "greedy", "version": "3", "budget": 10000},
            "before": [],
            "move": event["move"],
            "code": "not_your_prompt",
            "rule": "common.turn",
            "params": {},
            "signed": None,
            "at": before["at"],
        }
    ]


def another_refusal(bundle: Json) -> None:
    bundle["refusals"][0]["rule"] = "common.turn.none"


def other_choices(bundle: Json) -> None:
    row = next(one for one in bundle["events"] if one["signed"] and "by" in one["signed"])
    row["signed"] = None


RULES: Final[dict[str, Make]] = {
    "unplayable": no_cards,
    "unreadable": an_unknown_fact,
    "unfoldable": absent,
    "seat": another_seat,
    "illegal": another_card,
    "facts": another_color,
    "rulings": no_rulings,
    "refused-though-legal": a_legal_move_refused,
    "refused-otherwise": another_refusal,
    "unforeseen": other_choices,
}
"""By code: what only `games.audit` finds."""

ELSEWHERE: Final = {
    "line": "games/test_tampering.py",
    "bot-choice": "bots/test_choices.py",
    "key": "proof/test_verify_js.py",
    "claim": "proof/test_claims.py",
}
"""By code: the file of the test that has a database, bots, or a key."""

OF_CLOCKS: Final = {"answered-late", "calls", "clock", "expired-early"}
"""The codes that need a game with a clock: ``test_clocks_proof`` has both verifiers find them."""

OF_SEVERAL: Final = {"two-histories", "seed-reused"}
"""The codes that need several files: ``test_together`` has both verifiers find them."""

EVIDENCE: Final = frozenset(
    ("receipt-signature", "history", "log", "log-signature", "log-time", "witnesses")
)
"""The codes that need a player's own evidence."""


def changed(make: Make, *, is_sealed: bool) -> bytes:
    """The game with a change."""
    bundle = json.loads(game())
    make(bundle)
    return sealer.canonical(sealer.seal(bundle) if is_sealed else bundle)


def changed_by_name(name: str) -> bytes:
    """The game with a change of `GAMES`, or another game if it has no place for it."""
    rng = Random(3)
    for source in (game(), FINISHED.read_bytes()) * 30:
        try:
            return change_game(json.loads(source), name, rng).source
        except Inapplicable:
            continue
    raise AssertionError(f"no game has a place for {name}")


def codes(told: Any, *, notes: bool = True) -> set[str]:
    """The codes of all findings of a verdict, or of those that are no notes."""
    findings = (one for each in told["questions"].values() for one in each["findings"])
    return {one["code"] for one in findings if notes or not one["note"]}


def test_the_lists_have_every_code() -> None:
    both = {*FILES, *SEALED_AGAIN, *BY_NAME, *EVIDENCE, *OF_CLOCKS, *OF_SEVERAL}
    by_clocks = (TESTS / "proof/test_clocks_proof.py").read_text()
    assert all(f'"{code}"' in by_clocks for code in OF_CLOCKS)
    assert both.isdisjoint(RULES) and set(BY_NAME.values()) <= set(GAMES)
    assert both | set(RULES) | set(ELSEWHERE) | {"undecidable"} == set(FINDINGS)
    for code, file in ELSEWHERE.items():
        assert f'"{code}"' in (TESTS / file).read_text()


@pytest.mark.slow
def test_each_code_of_a_file_is_found_by_both() -> None:
    sources = {code: changed(make, is_sealed=False) for code, make in FILES.items()}
    sources |= {code: changed(make, is_sealed=True) for code, make in SEALED_AGAIN.items()}
    sources |= {code: changed_by_name(name) for code, name in BY_NAME.items()}
    verdicts = both_verdicts(list(sources.values()))
    for code, told in zip(sources, verdicts, strict=True):
        assert [code in codes(one) for one in told] == [True, True], code
        assert common(told[0]) == common(told[1]), code


@pytest.mark.slow
def test_each_code_of_the_rules_is_found() -> None:
    sources = [changed(make, is_sealed=True) for make in RULES.values()]
    for code, (js, py) in zip(RULES, both_verdicts(sources), strict=True):
        assert code in codes(py), code
        assert common(js) == common(py), code
        assert js["questions"]["lawful"]["why"] == "no_rules"


def test_a_move_that_the_rules_cannot_decide_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise LookupError

    assert self_fault() == ""  # It runs once in a process: before the rules fail.
    monkeypatch.setattr("games.audit.lawful.decide", fail)
    verdict = verdict_in_python(played("avengers", 2, 1, most=20))
    # Nor can they decide again what was refused.
    found = {one.code for one in verdict.lawful.findings}
    assert found - {"refused-otherwise"} == {"undecidable"}


# ---- evidence

WITNESS: Final = SignerKey("witness.example/w1", WITNESS_KEY, bytes([2]) * 32)
LOG: Final = SignerKey("fairdeal.example/log", LOG_KEY, bytes(32))


def codes_of_both(
    capsys: pytest.CaptureFixture[str], *arguments: str | Path, notes: bool = True
) -> list[set[str]]:
    """The codes that verify.js and `games.audit` find with some arguments; they say the same."""
    _, printed = run("--json", *arguments)
    js = json.loads(printed)
    main(["--json", *map(str, arguments)])
    py = json.loads(capsys.readouterr().out)
    assert common(js["files"][0]) == common(py["files"][0])
    return [codes(told["files"][0], notes=notes) for told in (js, py)]


def found_by_both(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> list[set[str]]:
    """The codes that both find, but for notes."""
    return codes_of_both(capsys, *arguments, notes=False)


BEGAN: Final = 1795338000
"""The Unix time 2026-11-22T09:00:00Z, at which the games of the tests begin."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("late", "code"), [(0, None), (-59, None), (-62, "log-time")], ids=["right", "edge", "late"]
)
def test_a_row_is_not_later_than_the_checkpoint_that_has_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], late: int, code: str | None
) -> None:
    bundle = tmp_path / "game.json"
    bundle.write_bytes(game())
    proof = tmp_path / "proof.txt"
    proof.write_text(proof_of(*logged(json.loads(game()))[:3], at=BEGAN + late))
    witnesses = ("--witnesses", f"1of1:{WITNESS.verifier}")
    found = found_by_both(capsys, "--checkpoint", proof, *witnesses, bundle)
    assert found == [{code} if code else set[str]()] * 2
    assert found_by_both(capsys, "--checkpoint", proof, bundle) == [set(), set()]


@pytest.mark.slow
@pytest.mark.parametrize(("early", "code"), [(599, None), (602, "log-time")])
def test_a_row_is_not_earlier_than_the_checkpoint_without_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], early: int, code: str | None
) -> None:
    bundle = tmp_path / "game.json"
    bundle.write_bytes(game())
    proof, alone = tmp_path / "proof.txt", tmp_path / "checkpoint.txt"
    proof.write_text(proof_of(*logged(json.loads(game()))[:3], at=BEGAN + 9999))
    alone.write_text(empty_log(at=BEGAN + early))
    given = ("--checkpoint", proof, "--checkpoint", alone)
    found = found_by_both(capsys, *given, "--witnesses", f"1of1:{WITNESS.verifier}", bundle)
    assert found == [{code} if code else set[str]()] * 2


@pytest.mark.slow
def test_the_proof_of_a_closed_table_fixes_the_terms(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A row 0 that was replaced is found, though row 1 is sealed again for it."""
    bundle, forged, proof = (tmp_path / name for name in ("game.json", "forged.json", "proof.txt"))
    bundle.write_bytes(game())
    other = json.loads(game())
    other["events"][0]["move"]["directors"] = 3 - other["events"][0]["move"]["directors"]
    forged.write_bytes(
        sealer.canonical(sealer.seal(other, player=PLAYER_KEY, organisers=ORGANISERS))
    )
    for late, code in ((0, None), (-62, "log-time")):
        proof.write_text(proof_of(*logged(json.loads(game()))[:2], at=BEGAN + late))
        given = ("--checkpoint", proof, "--witnesses", f"1of1:{WITNESS.verifier}")
        assert found_by_both(capsys, *given, bundle) == [{code} if code else set[str]()] * 2
        assert found_by_both(capsys, "--checkpoint", proof, forged) == [{"log"}] * 2
    assert found_by_both(capsys, forged) == [set(), set()]


def empty_log(*, at: int) -> str:
    """A checkpoint of an empty log, cosigned at a Unix time."""
    empty = sign_checkpoint(LOG.name, 0, root_of([]), LOG)
    return empty.with_lines(cosign(empty, at, WITNESS)).note


def proof_of(
    *entries: LoggedEntry,
    at: int,
    log: SignerKey = LOG,
    placed: Sequence[tuple[int, LoggedEntry]] | None = None,
) -> str:
    """A proof of entries that follow each other, cosigned at a Unix time: see ``sign_proof``."""
    size = 1 + max(len(entries), len(placed or ()))
    proof = sign_proof(list(enumerate(entries)), size, log, placed=placed)
    signed = proof.checkpoint.with_lines(cosign(proof.checkpoint, at, WITNESS))
    return replace(proof, checkpoint=signed).text


@pytest.mark.slow
def test_each_code_of_evidence_is_found_by_both(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle, receipt = tmp_path / "game.json", tmp_path / "receipt.json"
    bundle.write_bytes(game())
    told = sealer.receipt(json.loads(game()))
    receipt.write_text(json.dumps(told | {"signature": "0" * 128}))
    assert found_by_both(capsys, "--receipt", receipt, bundle) == [{"receipt-signature"}] * 2
    other = json.loads(game())
    other["events"][4]["at"] = other["events"][4]["at"][:-2] + "9Z"
    older = tmp_path / "older.json"
    older.write_bytes(sealer.canonical(sealer.seal(other)))
    assert found_by_both(capsys, "--since", older, bundle) == [{"history"}] * 2
    strange = sealer.sign(json.loads(game()), PLAYER_KEY)
    older.write_bytes(sealer.canonical(strange))
    assert found_by_both(capsys, "--since", older, bundle) == [{"receipt-signature"}] * 2
    proof = tmp_path / "proof.txt"
    other = msgspec.structs.replace(logged(json.loads(game()))[0], digest="0" * 64)
    proof.write_text(proof_of(other, at=BEGAN))
    assert found_by_both(capsys, "--checkpoint", proof, bundle) == [{"log"}] * 2
    proof.write_text(proof_of(*logged(json.loads(game()))[:3], at=BEGAN))
    own = SignerKey("w2", WITNESS_KEY, Ed25519PrivateKey.generate().private_bytes_raw())
    given = ("--witnesses", f"1of1:{own.verifier}")
    assert found_by_both(capsys, "--checkpoint", proof, *given, bundle) == [{"witnesses"}] * 2
    given = ("--log", str(SignerKey(LOG.name, LOG_KEY, bytes([5]) * 32).verifier))
    assert found_by_both(capsys, "--checkpoint", proof, *given, bundle) == [{"log-signature"}] * 2
