"""Forgeries of a game without signatures, sealed again with the key: what finds each of them."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.proof import sealer
from tests.proof.log_keys import logged
from tests.proof.played import PLAYER_KEY, played
from tests.proof.sealer import Json, drop_refusals, written
from tests.proof.test_finding_codes import BEGAN, found_by_both, proof_of

pytestmark = pytest.mark.slow

Forge = Callable[[Json], object]

STRANGER: Final = "6f8ce1d2-54f2-4f6b-9b1e-0000000000bb"
SIGNER: Final = Ed25519PrivateKey.from_private_bytes(bytes([9]) * 32)


@cache
def signed_game() -> Json:
    """A finished game of three people and a bot, in which seat 0 signs, and no organiser."""
    game: Json = json.loads(played("xmen", 4, 34))
    for named in start_of(game)["organisers"]:
        named["key"] = None
    for act in rows_of(game, "organiser"):
        act["signed"] = None
    return sealer.seal(game, player=PLAYER_KEY)


@cache
def unsigned_game() -> Json:
    """The same game without keys."""
    return sealer.seal(remove_all_keys(deepcopy(signed_game())))


def start_of(bundle: Json) -> Json:
    start: Json = bundle["events"][0]["move"]
    return start


def moves_of(bundle: Json) -> Iterator[Json]:
    """The rows and the refusals."""
    yield from bundle["events"]
    yield from bundle["refusals"]


def rows_of(bundle: Json, kind: str) -> list[Json]:
    return [one for one in bundle["events"] if one["actor"]["kind"] == kind]


def remove_all_keys(bundle: Json) -> Json:
    """Take all keys and signatures away, as if no player had a key."""
    for seat in start_of(bundle)["seats"]:
        if seat["kind"] == "player":
            seat["key"] = None
    for part in moves_of(bundle):
        part["signed"] = None
    return bundle


# ---- forgeries


def another_winner(bundle: Json) -> None:
    ends = [fact for one in bundle["events"] for fact in one["facts"]]
    result = next(one for one in ends if one["fact"] == "game-ended")
    result |= {"winner": 1, "places": [4, 1, 2, 3]}


def more_penalty_cards(bundle: Json) -> None:
    next(one for one in bundle["events"] if one["move"]["move"] == "penalize")["move"]["count"] += 1


def an_unknown_rulebook(bundle: Json) -> None:
    another_winner(bundle)
    start_of(bundle)["rules"]["digest"] = "0" * 64


def an_unknown_option(bundle: Json) -> None:
    bundle["events"][0]["facts"][0]["setup"]["options"]["bonus"] = 500


def another_ruling(bundle: Json) -> None:
    next(one for one in bundle["events"] if one["rulings"])["rulings"][0]["rule"] = (
        "common.invented"
    )


def an_invented_refusal_of_the_bot(bundle: Json) -> None:
    row = next(one for one in rows_of(bundle, "bot") if one["move"]["move"] == "play")
    bundle["refusals"] = [one for one in bundle["refusals"] if one["seq"] != row["seq"]]
    refusal = {"seq": row["seq"], "nth": 1, "seat": row["seat"], "actor": row["actor"]}
    refusal |= {"before": [], "move": row["move"], "signed": None, "at": row["at"]}
    refusal |= {"code": "not_your_turn", "rule": "common.turn", "params": {}}
    bundle["refusals"] = sorted(
        [*bundle["refusals"], refusal], key=lambda one: (one["seq"], one["nth"])
    )


def a_penalty_without_bound(bundle: Json) -> None:
    row = next(one for one in bundle["events"] if one["move"]["move"] == "penalize")
    row["move"]["count"] = 2**53 - 1


def exchanged_players(bundle: Json) -> None:
    one, two = start_of(bundle)["seats"][:2]
    players = {one["player"]: two["player"], two["player"]: one["player"]}
    for seat in (one, two):
        seat["player"] = players[seat["player"]]
    for part in moves_of(bundle):
        if part["actor"].get("player") in players:
            part["actor"]["player"] = players[part["actor"]["player"]]


def another_name(bundle: Json) -> None:
    bundle["names"][0] = {"name": "Hana\u202e", "salt": "11" * 16}
    commitment = sealer.name_commitment("11" * 16, "Hana\u202e")
    start_of(bundle)["seats"][0]["name"] = commitment


def another_reason(bundle: Json) -> None:
    rows_of(bundle, "organiser")[0]["actor"] |= {"reason": "Invented", "reference": "Appeal 99"}


def no_warning(bundle: Json) -> None:
    warned = next(one for one in bundle["events"] if one["move"]["move"] == "warn")
    bundle["events"].remove(warned)
    bundle["refusals"] = [one for one in bundle["refusals"] if one["seq"] != warned["seq"]]
    for part in moves_of(bundle):
        part["seq"] -= part["seq"] > warned["seq"]


def an_invented_organiser(bundle: Json) -> None:
    rows_of(bundle, "organiser")[0]["actor"]["player"] = "staff-1"


def an_invented_tournament(bundle: Json) -> None:
    start_of(bundle)["event"] = {"tournament": STRANGER, "round": 7, "table": 1}


def hidden_after_the_end(bundle: Json) -> None:
    start_of(bundle)["reveal"] = "seats"


def of_edition(bundle: Json) -> None:
    hash_of = sha256(sealer.canonical(bundle["edition"])).hexdigest()
    bundle["events"][0]["facts"][0]["setup"]["edition"] = hash_of


def more_copies_of_a_card(bundle: Json) -> None:
    copies = bundle["edition"]["copies"]
    copies[next(iter(copies))] += 1
    of_edition(bundle)


def another_name_of_the_edition(bundle: Json) -> None:
    bundle["edition"]["name"] = "Another edition"
    of_edition(bundle)


def another_bot(bundle: Json) -> None:
    start_of(bundle)["seats"][3] |= {"version": "99", "budget": 1}
    for part in moves_of(bundle):
        if part["actor"]["kind"] == "bot":
            part["actor"] |= {"version": "99", "budget": 1}


def other_times(bundle: Json) -> None:
    for part in moves_of(bundle):
        part["at"] = part["at"].replace("2026", "2020")


def without_the_end(bundle: Json) -> None:
    del bundle["events"][-5:]
    last = bundle["events"][-1]["seq"]
    bundle["refusals"] = [one for one in bundle["refusals"] if one["seq"] <= last]


def two_dealt_cards_exchanged(bundle: Json) -> None:
    facts = bundle["events"][0]["facts"]
    one, two = [fact for fact in facts if fact["fact"] == "cards-moved"][:2]
    one["cards"][0], two["cards"][0] = two["cards"][0], one["cards"][0]


def another_seed(bundle: Json) -> None:
    bundle["seed"] = "a5" * 32
    bundle["head"]["commitment"] = sealer.seed_commitment(bundle["seed"])


def a_bot_in_the_seat_of_a_person(bundle: Json) -> None:
    seats, player = start_of(bundle)["seats"], start_of(bundle)["seats"][1]["player"]
    seats[1], bundle["names"][1] = seats[3], None
    actor = {name: part for name, part in seats[3].items() if name != "bot"}
    for part in moves_of(bundle):
        if part["actor"].get("player") == player and part["seq"] > 1:
            part["actor"] = actor | {"name": seats[3]["bot"]}


def another_key(bundle: Json) -> None:
    start_of(bundle)["seats"][0]["key"] = sealer.public_of(SIGNER)
    sealer.seal(bundle, player=SIGNER)


UNSIGNED: Final[dict[Forge, tuple[set[str], set[str]]]] = {
    # What is found in the file alone: without the rules of the games, and what else with them.
    another_winner: (set(), {"facts"}),
    more_penalty_cards: (set(), {"facts"}),
    an_unknown_option: (set(), {"unplayable"}),
    another_ruling: (set(), {"rulings"}),
    an_invented_refusal_of_the_bot: (set(), {"refused-otherwise"}),
    a_penalty_without_bound: (set(), {"unreadable"}),
    an_unknown_rulebook: (set(), set()),
    exchanged_players: (set(), set()),
    another_name: (set(), set()),
    drop_refusals: (set(), set()),
    another_reason: (set(), set()),
    no_warning: (set(), set()),
    an_invented_organiser: ({"actor"}, set()),
    an_invented_tournament: (set(), set()),
    hidden_after_the_end: (set(), set()),
    more_copies_of_a_card: ({"box"}, {"facts", "rulings"}),
    another_name_of_the_edition: (set(), set()),
    another_bot: (set(), set()),
    a_bot_in_the_seat_of_a_person: (set(), set()),
    other_times: (set(), set()),
    without_the_end: (set(), set()),
    two_dealt_cards_exchanged: ({"top"}, {"facts", "illegal", "unfoldable"}),
    another_seed: ({"pick", "shuffle"}, set()),
}
SIGNED: Final[tuple[Forge, ...]] = (remove_all_keys, another_key)


def proof_of_the_end(folder: Path, bundle: Json) -> Path:
    """A proof of all that the log has of a game."""
    path = folder / "proof"
    path.write_text(proof_of(*logged(bundle), at=BEGAN + 99999))
    return path


@pytest.mark.parametrize("forge", [*UNSIGNED, *SIGNED], ids=lambda forge: forge.__name__)
def test_a_receipt_or_a_proof_finds_each_forgery(
    forge: Forge, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    without_rules, by_rules = UNSIGNED.get(forge, (set(), set()))
    honest = signed_game() if forge in SIGNED else unsigned_game()
    forged = deepcopy(honest)
    forge(forged)
    file = written(tmp_path, "forged.json", sealer.seal(forged))
    found = [without_rules, without_rules | by_rules]
    assert found_by_both(capsys, file) == found
    receipt = written(tmp_path, "receipt", sealer.receipt(honest))
    proof = proof_of_the_end(tmp_path, honest)
    for option, evidence, code in ("--receipt", receipt, "history"), ("--checkpoint", proof, "log"):
        with_it = found_by_both(capsys, option, evidence, file)
        assert with_it == [one | {code} for one in found]
