"""The bounds of docs/bundle.md, in both verifiers."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from tests.proof import sealer
from tests.proof.played import played
from tests.proof.sealer import Json
from tests.proof.test_two_verifiers import both_verdicts, common

pytestmark = pytest.mark.slow

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"
VECTORS: Final = json.loads((DOCS / "bounds-vectors.json").read_text())


def made(recipe: Json) -> bytes:
    """The file of a vector."""
    bundle = json.loads((DOCS / f"bundle-{recipe['file']}.json").read_bytes())
    if not recipe["path"]:
        return sealer.canonical(recipe["value"])
    holder, last = sealer.holder_of(bundle, recipe["path"])
    if "entries" in recipe:
        holder[last] = holder[last][:1] * recipe["entries"]
    elif "bytes" in recipe:
        holder[last] = ""
        holder[last] = "a" * (recipe["bytes"] - len(sealer.canonical(bundle)))
    else:
        holder[last] = recipe["value"]
    return sealer.canonical(bundle)


def codes(told: Any) -> set[str]:
    """The codes of the findings of *sealed*."""
    return {one["code"] for one in told["questions"]["sealed"]["findings"]}


@pytest.mark.parametrize("kind", ["allowed", "malformed"])
def test_what_is_beyond_a_bound_is_malformed_and_what_is_not_is_read(kind: str) -> None:
    wrong = []
    recipes = VECTORS[kind]
    for recipe, (js, py) in zip(
        recipes, both_verdicts([made(one) for one in recipes]), strict=True
    ):
        expected = kind == "malformed"
        for told in (js, py):
            if (codes(told) == {"malformed"}) != expected or told["verdict"] == "error":
                wrong.append((recipe["path"], codes(told)))
        if common(js) != common(py):
            wrong.append((recipe["path"], "differ"))
    assert not wrong


def test_a_shuffle_has_at_most_65536_cards() -> None:
    """Its stream has no fair place for more, so that it would be read without end."""
    bundle = json.loads(played("avengers", 2, most=4))
    fact = next(one for one in bundle["events"][0]["facts"] if one["fact"] == "shuffled")
    fact["order"] = [""] * 65_537
    for told in both_verdicts([sealer.canonical(sealer.seal(bundle))])[0]:
        found = {one["code"] for one in told["questions"]["fair"]["findings"]}
        assert found == {"shuffle"}


def test_a_seat_of_a_view_has_one_digit() -> None:
    bundle = json.loads((DOCS / "bundle-seat.json").read_bytes())
    for view in ("seat:" + "9" * 5000, "seat:01", "seat:10"):
        bundle["view"] = view
        for told in both_verdicts([sealer.canonical(sealer.sign(bundle))])[0]:
            assert "view" in codes(told) and told["verdict"] == "fail"


# ---- what must be there


def without_uno(bundle: Json) -> None:
    del _play(bundle)["uno"]


def with_a_number_as_uno(bundle: Json) -> None:
    _play(bundle)["uno"] = 1


def _play(bundle: Json) -> Json:
    """The move of the first card that is played."""
    moves = (event["move"] for event in bundle["events"])
    played: Json = next(move for move in moves if move["move"] == "play")
    return played


def with_a_hidden_part(bundle: Json) -> None:
    hidden = bundle["events"][0]["hidden"]
    hidden[next(iter(hidden))] = {"commitment": "0" * 64}


def with_paths_alone(bundle: Json) -> None:
    bundle["events"][0]["hidden"] = list(bundle["events"][0]["hidden"])


def with_a_hidden_refusal(bundle: Json) -> None:
    bundle["refusals"][0] = {"seq": 2, "nth": 1, "commitment": "0" * 64}


def with_a_refusal_without_salt(bundle: Json) -> None:
    del bundle["refusals"][0]["salt"]


@pytest.mark.parametrize(
    "change",
    [
        *(without_uno, with_a_number_as_uno, with_a_hidden_part, with_paths_alone),
        *(with_a_hidden_refusal, with_a_refusal_without_salt),
    ],
    ids=lambda change: change.__name__,
)
def test_what_a_full_file_must_say_is_malformed_without_it(change: Callable[[Json], None]) -> None:
    bundle = json.loads((DOCS / "bundle-full.json").read_bytes())
    change(bundle)
    for told in both_verdicts([sealer.canonical(bundle)])[0]:
        assert codes(told) == {"malformed"}


# ---- true is not 1


def flags(value: Any, path: str = "", kind: str = "") -> dict[str, str]:
    """The path of one number 0 or 1 of each kind of place."""
    if isinstance(value, dict | list):
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        name = str(value.get("fact", "")) if isinstance(value, dict) else ""
        found: dict[str, str] = {}
        for key, part in parts:
            step = key if isinstance(value, dict) else "*"
            for one, at in flags(part, f"{path}/{key}", f"{kind}/{name}/{step}").items():
                found.setdefault(one, at)
        return found
    return {kind: path} if type(value) is int and value in (0, 1) else {}


def test_true_is_not_1_and_false_is_not_0() -> None:
    source = played("avengers", 3, 0, most=60, times=(2, 3, 1, 1))
    sources = []
    for path in flags(json.loads(source)["events"]).values():
        bundle = json.loads(source)
        holder, last = sealer.holder_of(bundle["events"], path)
        holder[last] = bool(holder[last])
        sources.append(sealer.canonical(sealer.seal(bundle)))
    assert len(sources) > 30
    for js, py in both_verdicts(sources):
        assert common(js) == common(py)
