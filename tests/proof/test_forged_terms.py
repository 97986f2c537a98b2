"""What an owner with the key can do before the deal, and what finds it in both verifiers."""

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from games.engine import encode_facts, new_game
from tests.case_runner.position import ruleset_for, setup_for
from tests.proof import sealer
from tests.proof.played import NINE, PageChance, played
from tests.proof.sealer import Json, written
from tests.proof.test_finding_codes import found_by_both
from tests.table import edition

pytestmark = pytest.mark.slow


def shared_game() -> Json:
    """A game of two players in mode `shared`."""
    game: Json = json.loads(played("xmen", 2, 1, most=1))
    return game


def deal_again(bundle: Json) -> None:
    """Deal the game again, by the seed that its shares give, and seal it."""
    ruleset = ruleset_for("a bundle", edition("xmen"), 2, {}, ())
    seed = sealer.mixed_seed(bundle["seed"], bundle["events"][0]["move"]["chance"]["shares"])
    setup = setup_for(ruleset.edition, 2, ruleset)
    dealt = new_game(ruleset, setup, PageChance(seed), at=NINE)
    (first,) = bundle["events"]
    first["facts"][1:] = json.loads(encode_facts(dealt.facts))[1:]
    first["rulings"] = msgspec.to_builtins(dealt.rulings)
    sealer.seal(bundle)


def another_share_of_the_accomplice(bundle: Json) -> None:
    """T1: choose the share of seat 0 when that of seat 1 is known."""
    chance = bundle["events"][0]["move"]["chance"]
    chance["shares"][0] = "5a" * 32
    chance["commitments"][0] = sealer.share_commitment("5a" * 32)
    deal_again(bundle)


def another_seed_of_the_server(bundle: Json) -> None:
    """T4 and T5: make the seed of the server when the shares are known."""
    bundle["seed"] = "a5" * 32
    bundle["head"]["commitment"] = sealer.seed_commitment(bundle["seed"])
    deal_again(bundle)


def void_without_share(bundle: Json) -> None:
    """Void the game, as if seat 1 had not opened its share."""
    (first,) = bundle["events"]
    first["move"]["chance"]["shares"][1] = None
    first["actor"] = {"kind": "clock"}
    first["facts"][1:] = [{"fact": "game-ended", "winner": None, "why": "void", "places": None}]
    first["rulings"] = [{"rule": "common.shares", "at": 1, "seat": 1}]
    bundle["refusals"] = []
    sealer.seal(bundle)


@pytest.mark.parametrize("forge", [another_share_of_the_accomplice, another_seed_of_the_server])
def test_only_a_receipt_of_the_terms_finds_a_deal_that_was_chosen(
    forge: Callable[[Json], None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    honest, forged = shared_game(), shared_game()
    receipt = written(tmp_path, "receipt", sealer.terms_receipt(honest))
    right = written(tmp_path, "right.json", honest)
    assert found_by_both(capsys, "--receipt", receipt, right) == [set(), set()]
    forge(forged)
    for view in (forged, sealer.seen(forged), sealer.seen(forged, 1)):
        file = written(tmp_path, "forged.json", view)
        assert found_by_both(capsys, file) == [set(), set()]
        assert found_by_both(capsys, "--receipt", receipt, file) == [{"history"}] * 2


def test_a_share_that_is_said_to_be_missing_is_found_by_its_receipt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle = shared_game()
    commitment = bundle["events"][0]["move"]["chance"]["commitments"][1]
    receipt = written(tmp_path, "receipt", sealer.share_receipt(bundle, 1, commitment))
    file = written(tmp_path, "right.json", bundle)
    assert found_by_both(capsys, "--receipt", receipt, file) == [set(), set()]
    void_without_share(bundle)
    file = written(tmp_path, "void.json", bundle)
    assert found_by_both(capsys, file) == [set(), set()]
    assert found_by_both(capsys, "--receipt", receipt, file) == [{"history"}] * 2
    other = written(tmp_path, "other", sealer.share_receipt(bundle, 0, commitment))
    assert found_by_both(capsys, "--receipt", other, file) == [{"history"}] * 2
