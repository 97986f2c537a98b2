"""Numbers, times, marks and players of a bundle are checked, wherever they are."""

import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest

from games.audit.bundle import MalformedBundle
from games.audit.bundle_reading import read_bundle
from games.audit.self_check import FOLDER
from games.ledger.sealing import canonical

LARGEST = 2**53 - 1
Json = dict[str, Any]


def bundle_of(variant: str = "ultimate") -> Json:
    bundle: Json = json.loads(gzip.decompress((FOLDER / f"{variant}.json.gz").read_bytes()))
    return bundle


def of_kind(bundle: Json, kind: str) -> Json:
    """The first event of an actor of a kind."""
    event: Json = next(one for one in bundle["events"] if one["actor"]["kind"] == kind)
    return event


def with_refused(bundle: Json) -> Json:
    event: Json = next(one for one in bundle["events"] if one["refused"])
    return event


def with_params(bundle: Json) -> Json:
    """The first ruling of the fourth event, with parameters."""
    ruling: Json = bundle["events"][3]["rulings"][0]
    ruling.setdefault("params", {})
    return ruling


PLACES: dict[str, Callable[[Json], tuple[Json, str]]] = {
    "the seq of the head": lambda bundle: (bundle["head"], "seq"),
    "the seq of an event": lambda bundle: (bundle["events"][3], "seq"),
    "a ruling": lambda bundle: (bundle["events"][3]["rulings"][0], "at"),
    "the words of a ruling": lambda bundle: (with_params(bundle)["params"], "number"),
    "the count of refusals": lambda bundle: (with_refused(bundle)["refused"], "count"),
    "a move": lambda bundle: (bundle["events"][3]["move"], "number"),
    "a fact": lambda bundle: (bundle["events"][3]["facts"][0], "number"),
    "a refusal": lambda bundle: (bundle["refusals"][0]["params"], "number"),
    "the seq of a refusal": lambda bundle: (bundle["refusals"][0], "seq"),
}


@pytest.mark.parametrize("place", PLACES)
def test_the_largest_number_is_that_of_canonical_json(place: str) -> None:
    bundle = bundle_of()
    holder, name = PLACES[place](bundle)
    holder[name] = LARGEST
    read_bundle(canonical(bundle))
    holder[name] = LARGEST + 1
    with pytest.raises(MalformedBundle, match=r"too large|no such fact|Expected `int` <="):
        read_bundle(json.dumps(bundle, sort_keys=True, separators=(",", ":")).encode())


@pytest.mark.parametrize("place", ["the words of a ruling", "a move", "a fact", "a refusal"])
def test_the_smallest_number_is_that_of_canonical_json(place: str) -> None:
    bundle = bundle_of()
    holder, name = PLACES[place](bundle)
    holder[name] = -LARGEST
    read_bundle(canonical(bundle))
    holder[name] = -LARGEST - 1
    with pytest.raises(MalformedBundle, match="too large"):
        read_bundle(json.dumps(bundle, sort_keys=True, separators=(",", ":")).encode())


TIMES = (
    "2026-11-21T24:00:00.000Z",
    "2026-11-21T09:60:00.000Z",
    "2026-11-21T09:00:60.000Z",
    "2026-02-30T09:00:00.000Z",
    "2026-11-21T09:00:00.00Z",
    "2026-11-21t09:00:00.000Z",
    "2026-11-21T09:00:00.0000Z",
    "２026-11-21T09:00:00.000Z",
    "",
)


@pytest.mark.parametrize("wrong", TIMES)
@pytest.mark.parametrize("place", ["events", "refusals"])
def test_a_time_has_one_form_and_exists(place: str, wrong: str) -> None:
    bundle = bundle_of()
    bundle[place][0]["at"] = "2026-11-21T23:59:59.999Z"
    read_bundle(canonical(bundle))
    bundle[place][0]["at"] = wrong
    with pytest.raises(MalformedBundle, match="no time"):
        read_bundle(canonical(bundle))


@pytest.mark.parametrize("wrong", ["0123456", "012345678", "0123456G", "ABCDEF01", " 1234567"])
def test_a_mark_has_eight_hexadecimal_digits_in_small_letters(wrong: str) -> None:
    bundle = bundle_of()
    bundle["events"][2]["mark"] = "01abcdef"
    read_bundle(canonical(bundle))
    bundle["events"][2]["mark"] = wrong
    with pytest.raises(MalformedBundle, match="mark"):
        read_bundle(canonical(bundle))


@pytest.mark.parametrize("place", ["events", "refusals"])
def test_a_player_is_named_by_a_uuid_in_small_letters(place: str) -> None:
    bundle = bundle_of()
    part = next(one for one in reversed(bundle[place]) if one["actor"]["kind"] == "player")
    right = part["actor"]["player"]
    for wrong in (right.upper().replace("0", "A"), right[:-1], right + "0", "", part["at"][:10]):
        part["actor"]["player"] = wrong
        with pytest.raises(MalformedBundle, match="no player"):
            read_bundle(canonical(bundle))
