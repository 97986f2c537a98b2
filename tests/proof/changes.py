"""Single changes of a bundle, and the question that a verifier must name for each.

There are four kinds. Changes of *bytes* make a file that a careless parser reads as the same value.
*Plain* changes give one value, or the place of one part, another content; the file is not signed
again. *Signed* ones are the same, and the holder of the server's key signs head and file again.
*Sealed* ones are seals of a changed game: rows, refusals, head and file fit together, so that
only a contradiction can show them. All are chosen by a seed.
"""

import json
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any

from tests.proof import sealer
from tests.proof.sealer import Json

SEALED, FAIR, DEALT, AUTHENTIC = "sealed", "fair", "dealt", "authentic"


@dataclass(frozen=True, slots=True)
class Change:
    """A changed file, and what must be found in it.

    `question` must be answered with no, by a finding with one of the `codes` (any, if there are
    none) about event `seq` (any, if it is 0). If `is_sealed`, *sealed* is answered with yes. If
    there is no `question`, perhaps nothing is found, but two verifiers must agree.
    """

    name: str
    source: bytes
    question: str = SEALED
    codes: frozenset[str] = frozenset()
    seq: int = 0
    is_sealed: bool = False


class Inapplicable(Exception):
    """The bundle has nothing that this change could change."""


def changes(source: bytes, seed: int, many: int) -> Iterator[Change]:
    """Yield that many changes of a bundle; in the view `full` of all kinds, else without seals."""
    rng = Random(seed)
    kinds: list[Callable[[bytes, Json, Random], Change]] = [_of_bytes, _plain, _signed, _signed]
    if json.loads(source)["view"] == "full":
        kinds += [_sealed, _sealed, _sealed, _sealed_anyhow]
    made = 0
    while made < many:
        try:
            change = kinds[rng.randrange(len(kinds))](source, json.loads(source), rng)
        except Inapplicable:
            continue
        if change.source != source:
            made += 1
            yield change


def _any(rng: Random, found: list[Any]) -> Any:
    if not found:
        raise Inapplicable
    return rng.choice(found)


# ---- bytes


def _of_bytes(source: bytes, _bundle: Json, rng: Random) -> Change:
    return change_bytes(source, rng.choice(list(BYTES)), rng)


def change_bytes(source: bytes, name: str, rng: Random) -> Change:
    """A change of `BYTES`; raises Inapplicable if the file has no place for it."""
    return Change(f"bytes: {name}", BYTES[name](source, rng), codes=frozenset({"malformed"}))


def _at(pattern: bytes, change: Callable[[bytes], bytes]) -> Callable[[bytes, Random], bytes]:
    """Change one of the places at which a pattern fits."""

    def changed(source: bytes, rng: Random) -> bytes:
        match = _any(rng, list(re.finditer(pattern, source)))
        return source[: match.start()] + change(match[0]) + source[match.end() :]

    return changed


NUMBER = rb'(?<=":)-?\d+(?=[,}])'
MEMBER = rb'(?<=[{,])"[a-z_]+":(?:"[^"\\]*"|-?\d+|null|true|false)(?=[,}])'
HEXADECIMAL = rb'(?<=")(?=[0-9]*[a-f])(?:[0-9a-f]{8}|[0-9a-f]{16,})(?=")'

BYTES: dict[str, Callable[[bytes, Random], bytes]] = {
    "a member twice": _at(MEMBER, lambda one: one + b"," + one),
    "a member twice, the first another": _at(
        MEMBER, lambda one: one.partition(b":")[0] + b":0," + one
    ),
    "a point": _at(NUMBER, lambda one: one + b".0"),
    "an exponent": _at(NUMBER, lambda one: one + b"e0"),
    "a large exponent": _at(NUMBER, lambda one: one + b"E+0"),
    "a minus before zero": _at(rb'(?<=":)0(?=[,}])', lambda _: b"-0"),
    "a leading zero": _at(NUMBER, lambda one: one.replace(one.lstrip(b"-"), b"0" + one)),
    "a plus": _at(NUMBER, lambda one: b"+" + one),
    "a number too large": _at(NUMBER, lambda _: b"9007199254740993"),
    "capitals": _at(HEXADECIMAL, bytes.upper),
    "a blank": _at(rb'(?<=")[:,](?=")', lambda one: one + b" "),
    "a line end inside": _at(rb"[,{]", lambda one: one + b"\n"),
    "a tab before": lambda source, _: b"\t" + source,
    "an escape": _at(rb'(?<=")[a-z]', lambda one: b"\\u%04x" % one[0]),
    "an escaped slash": _at(rb'(?<=")(?=[a-z])', lambda _: b"\\/"),
    "half of a surrogate pair": _at(rb'(?<=:")[A-Za-z](?=[a-z])', lambda _: b"\\ud800"),
    "a byte order mark": lambda source, _: b"\xef\xbb\xbf" + source,
    "a line end after": lambda source, _: source + b"\n",
    "a zero byte after": lambda source, _: source + b"\0",
    "another value after": lambda source, _: source + b"{}",
    "no end": lambda source, _: source[:-1],
    "not UTF-8": _at(rb'(?<=:")[A-Z]', lambda _: b"\xff"),
    "UTF-8 that is too long": _at(rb'(?<=:")[A-Z]', lambda one: bytes([0xC1, 0x80 | one[0] & 63])),
    "a member that is not ASCII": _at(rb'(?<=[{,])"(?=[a-z_]+":)', lambda one: one + "é".encode()),
    "another order": _at(
        rb'(?<={)"[a-z_]+":"[^"\\]*","[a-z_]+":"[^"\\]*"(?=[,}])',
        lambda one: b",".join(reversed(one.split(b",", 1))),
    ),
    "quotes of another kind": _at(rb'"(?=[a-z]+":)', lambda _: b"'"),
    "a comma before the end": _at(rb'(?<=")[}\]]', lambda one: b"," + one),
    "NaN": _at(NUMBER, lambda _: b"NaN"),
}


# ---- values and places


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values that are not containers."""
    if isinstance(value, dict | list):
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        for name, part in parts:
            yield from _places(part, (*path, name))
    else:
        yield path


OTHER_TYPES: tuple[Any, ...] = (None, True, 0, -1, "", "0", [], {}, ["x"], {"x": 1})


def _other(value: Any, rng: Random) -> Any:
    """Another value: mostly like this one, else of any type."""
    if rng.random() < 0.1:
        return rng.choice([one for one in OTHER_TYPES if (type(one), one) != (type(value), value)])
    return _like(value, rng)


def _like(value: Any, rng: Random) -> Any:
    """A value like this one, but another."""
    match value:
        case bool():
            return not value
        case int():
            return value + rng.choice((1, 1, 2, -1 if value > 1 else 1))
        case None:
            return rng.choice((0, "x"))
        case str() if re.fullmatch("[0-9a-f]{8,}", value):
            at = rng.randrange(len(value))
            return value[:at] + f"{(int(value[at], 16) + 1) % 16:x}" + value[at + 1 :]
        case str() if re.fullmatch(r"\d{4}-.*Z", value):
            return value[:-2] + f"{(int(value[-2]) + 1) % 10}Z"
        case _:
            return value + "x"


def _value_changed(bundle: Json, rng: Random) -> tuple[str, int]:
    """Change one value; its place in words, and the event that it belongs to."""
    area = rng.choice(("events", "events", "events", *bundle))
    path = (area, *_any(rng, list(_places(bundle[area]))))
    holder: Any = bundle
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = _other(holder[path[-1]], rng)
    seq = bundle["events"][path[1]]["seq"] if path[0] == "events" and path[2] != "seq" else 0
    return "/".join(map(str, path)), seq


def _event_removed(bundle: Json, rng: Random) -> tuple[str, int]:
    at = rng.randrange(len(bundle["events"]))
    del bundle["events"][at]
    if not bundle["events"]:
        raise Inapplicable
    return f"event {at + 1} removed", 0


def _event_added(bundle: Json, rng: Random) -> tuple[str, int]:
    at = rng.randrange(len(bundle["events"]))
    bundle["events"].insert(at, deepcopy(bundle["events"][at]))
    return f"event {at + 1} twice", 0


def _events_swapped(bundle: Json, rng: Random) -> tuple[str, int]:
    at = rng.randrange(max(len(bundle["events"]) - 1, 1))
    if at + 1 >= len(bundle["events"]):
        raise Inapplicable
    one, other = bundle["events"][at : at + 2]
    bundle["events"][at : at + 2] = [other, one]
    if rng.random() < 0.5:
        one["seq"], other["seq"] = other["seq"], one["seq"]
    return f"events {at + 1} and {at + 2} exchanged", 0


def _refusal_moved(bundle: Json, rng: Random) -> tuple[str, int]:
    refusal = _any(rng, bundle["refusals"])
    refusal["seq"] = max(1, refusal["seq"] + rng.choice((-1, 1)))
    return "a refusal moved", 0


def _refusal_removed(bundle: Json, rng: Random) -> tuple[str, int]:
    bundle["refusals"].remove(_any(rng, bundle["refusals"]))
    return "a refusal removed", 0


def _refusal_added(bundle: Json, rng: Random) -> tuple[str, int]:
    refusal = _any(rng, bundle["refusals"])
    at = bundle["refusals"].index(refusal)
    bundle["refusals"].insert(at + 1, deepcopy(refusal) | {"nth": refusal["nth"] + 1})
    return "a refusal added", 0


def _hidden_changed(bundle: Json, rng: Random) -> tuple[str, int]:
    event = _any(rng, [event for event in bundle["events"] if event["hidden"]])
    hidden = event["hidden"]
    path = rng.choice(list(hidden))
    del hidden[path]
    return f"{path} not hidden", event["seq"]


def _member_changed(bundle: Json, rng: Random) -> tuple[str, int]:
    """Remove a member of the file, an event or a row 1, or add one."""
    holder = rng.choice((bundle, bundle["head"], _any(rng, bundle["events"])))
    if rng.random() < 0.5:
        holder["another"] = None
        return "a member added", 0
    name = rng.choice(sorted(holder))
    del holder[name]
    return f"member {name} removed", 0


PLACES = (
    _event_removed,
    _event_added,
    _events_swapped,
    _refusal_moved,
    _refusal_removed,
    _refusal_added,
    _hidden_changed,
    _member_changed,
)


def _changed(bundle: Json, rng: Random) -> tuple[str, int]:
    if rng.random() < 0.75:
        return _value_changed(bundle, rng)
    return rng.choice(PLACES)(bundle, rng)


def _plain(_source: bytes, bundle: Json, rng: Random) -> Change:
    name, _ = _changed(bundle, rng)
    if name == ERASED:
        raise Inapplicable
    return Change(f"plain: {name}", sealer.canonical(bundle))


ERASED = "names/1/erased"
"""The time of an erasure: only a proof of the log shows another one."""

BESIDE_THE_SEALS = ("view", "signature")
"""Members that the holder of the key may change without a contradiction, or signs again."""


def _signed(_source: bytes, bundle: Json, rng: Random) -> Change:
    """A change of what is sealed, signed again: signatures do not show it."""
    before = {name: deepcopy(bundle[name]) for name in BESIDE_THE_SEALS}
    name, _ = _changed(bundle, rng)
    if any(name in bundle and bundle[name] != part for name, part in before.items()):
        raise Inapplicable
    # Without the seed, only a receipt, the log or another file shows another commitment.
    if name == ERASED or (name == "head/commitment" and bundle.get("seed") is None):
        raise Inapplicable
    if "head" in bundle:
        sealer.sign(bundle)
    return Change(f"signed: {name}", sealer.canonical(bundle), codes=SEALED_CODES)


SEALED_CODES = frozenset(
    {
        *("malformed", "format", "view", "setup", "seed", "edition", "name"),
        *("result", "inserted", "missing", "cut", "altered", "head", "hidden", "refusals"),
        *("actor", "time"),
    }
)
"""The codes of findings in a file whose signatures are right."""


# ---- seals of a changed game


def _sealed(_source: bytes, bundle: Json, rng: Random) -> Change:
    return change_game(bundle, rng.choice(list(GAMES)), rng)


def _sealed_anyhow(_source: bytes, bundle: Json, rng: Random) -> Change:
    """Any value of an event or a refusal, sealed again: what nothing contradicts is not found."""
    area = rng.choice(("events", "events", "events", "refusals", "names"))
    if not bundle[area]:
        raise Inapplicable
    path = (area, *_any(rng, list(_places(bundle[area]))))
    holder: Any = bundle
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = _other(holder[path[-1]], rng)
    try:
        sealer.seal(bundle)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        raise Inapplicable from None
    return Change("sealed: " + "/".join(map(str, path)), sealer.canonical(bundle), "")


def change_game(bundle: Json, name: str, rng: Random) -> Change:
    """A change of `GAMES`, sealed; raises Inapplicable if it has no place in this game."""
    question, named, make = GAMES[name]
    seq = make(bundle, rng) or 0
    sealer.seal(bundle, keep_hidden=name == "a part not hidden")
    codes = frozenset(named.split())
    is_sealed = question != SEALED
    return Change(f"sealed: {name}", sealer.canonical(bundle), question, codes, seq, is_sealed)


def _facts(bundle: Json, *kinds: str) -> list[tuple[Json, Json]]:
    return [
        (event, fact)
        for event in bundle["events"]
        for fact in event["facts"]
        if fact["fact"] in kinds
    ]


def _cards_dealt_otherwise(bundle: Json, rng: Random) -> int:
    """Exchange two cards that were drawn in different facts."""
    moved = [
        (event, fact)
        for event, fact in _facts(bundle, "cards-moved")
        if fact["source"].split(":")[0] in ("draw", "deck") and fact["cards"]
    ]
    _, fact = _any(rng, moved)
    _, other = _any(rng, moved)
    at, to = rng.randrange(len(fact["cards"])), rng.randrange(len(other["cards"]))
    if fact["cards"][at] == other["cards"][to]:
        raise Inapplicable
    fact["cards"][at], other["cards"][to] = other["cards"][to], fact["cards"][at]
    return 0


def _another_card(bundle: Json, rng: Random) -> int:
    event, fact = _any(rng, [one for one in _facts(bundle, "cards-moved") if one[1]["cards"]])
    at = rng.randrange(len(fact["cards"]))
    fact["cards"][at] += "-x"
    return int(event["seq"])


def _another_box(bundle: Json, rng: Random) -> int:
    event, fact = _any(rng, _facts(bundle, "cards-placed"))
    at = rng.randrange(len(fact["cards"]))
    fact["cards"][at] += "-x"
    return int(event["seq"])


def _a_card_less_in_the_box(bundle: Json, rng: Random) -> int:
    event, fact = _any(rng, _facts(bundle, "cards-placed"))
    fact["cards"].pop(rng.randrange(len(fact["cards"])))
    return int(event["seq"])


def _another_zone(bundle: Json, rng: Random) -> int:
    event, fact = _any(rng, _facts(bundle, "cards-moved"))
    end = rng.choice(("source", "target"))
    fact[end] = rng.choice(("hand:77", "table", "hand", "draw:0", "hand:00"))
    return int(event["seq"])


def _shown_otherwise(bundle: Json, rng: Random) -> int:
    event, fact = _any(rng, [one for one in _facts(bundle, "cards-shown") if one[1]["cards"]])
    fact["cards"][rng.randrange(len(fact["cards"]))] += "-x"
    return int(event["seq"])


def _another_edition(bundle: Json, rng: Random) -> int:
    edition = bundle["edition"]
    cards = [deck["cards"] for deck in edition.get("decks", [])]
    if cards:
        placed = {fact["zone"] for _, fact in _facts(bundle, "cards-placed")}
        heroes = {
            fact["cards"][0]
            for _, fact in _facts(bundle, "cards-placed")
            if fact["zone"].startswith("hero:")
        }
        decks = [deck for deck in edition["decks"] if deck["hero"] in heroes]
        if not placed or not decks:
            raise Inapplicable
        card = rng.choice(rng.choice(decks)["cards"])
        card["copies"] = card.get("copies", 1) + 1
    else:
        code = rng.choice(edition["cards"])["code"]
        edition["copies"][code] = edition["copies"].get(code, 1) + 1
    hashed = sha256(sealer.canonical(edition)).hexdigest()
    bundle["events"][0]["facts"][0]["setup"]["edition"] = hashed
    return 0


def _ordered_otherwise(bundle: Json, rng: Random) -> int:
    shuffles = [one for one in _facts(bundle, "shuffled") if len(set(one[1]["order"])) > 1]
    event, fact = _any(rng, shuffles)
    order = fact["order"]
    one, other = rng.sample(range(len(order)), 2)
    if order[one] == order[other]:
        raise Inapplicable
    order[one], order[other] = order[other], order[one]
    return int(event["seq"])


def _shuffled_others(bundle: Json, rng: Random) -> int:
    event, fact = _any(rng, [one for one in _facts(bundle, "shuffled") if one[1]["order"]])
    fact["order"].pop(rng.randrange(len(fact["order"])))
    return int(event["seq"])


def _another_lot(bundle: Json, rng: Random) -> int:
    event, fact = _any(rng, _facts(bundle, "lot-drawn"))
    fact["picked"] = (fact["picked"] + 1) % (fact["among"] + 1)
    return int(event["seq"])


def _another_number(bundle: Json, rng: Random) -> int:
    event, fact = _any(rng, _facts(bundle, "shuffled", "lot-drawn"))
    fact["nth"] += rng.choice((1, 5))
    return int(event["seq"])


def _has_chance(bundle: Json) -> None:
    if not [one for one in _facts(bundle, "shuffled") if len(set(one[1]["order"])) > 1]:
        raise Inapplicable


def _another_seed(bundle: Json, rng: Random) -> int:
    _has_chance(bundle)
    bundle["seed"] = rng.randbytes(32).hex()
    committed = sealer.seed_commitment(bundle["seed"])
    bundle["head"]["commitment"] = committed
    return 0


def _another_share(bundle: Json, rng: Random) -> int:
    _has_chance(bundle)
    chance = bundle["events"][0]["move"]["chance"]
    at = _any(rng, [at for at, share in enumerate(chance["shares"]) if share])
    share = rng.randbytes(32).hex()
    chance["shares"][at] = share
    chance["commitments"][at] = sealer.share_commitment(share)
    return 0


def _share_not_committed(bundle: Json, rng: Random) -> int:
    chance = bundle["events"][0]["move"]["chance"]
    at = _any(rng, [at for at, one in enumerate(chance["commitments"]) if one])
    kind = rng.choice(("commitments", "shares"))
    chance[kind][at] = rng.choice((None, rng.randbytes(32).hex()))
    return 1


def _chance_in_plain_mode(bundle: Json, rng: Random) -> int:
    chance = bundle["events"][0]["move"]["chance"]
    if chance["mode"] != "plain":
        raise Inapplicable
    kind = rng.choice(("commitments", "shares"))
    chance[kind][rng.randrange(len(chance[kind]))] = rng.randbytes(32).hex()
    return 1


def _share_of_a_bot(bundle: Json, rng: Random) -> int:
    start = bundle["events"][0]["move"]
    at = _any(rng, [at for at, one in enumerate(start["seats"]) if one["kind"] == "bot"])
    start["chance"]["shares"][at] = rng.randbytes(32).hex()
    return 1


def _signed_rows(bundle: Json, member: str) -> list[Json]:
    return [event for event in bundle["events"] if event["signed"] and member in event["signed"]]


def _another_move(bundle: Json, rng: Random) -> int:
    """Another move than the one that the player signed."""
    # What follows from calls for a judge shows without signatures too.
    rows = _signed_rows(bundle, "signature")
    event = _any(rng, [one for one in rows if not one["move"]["move"].endswith(("judge", "call"))])
    move = event["move"]
    if move["move"] == "play":
        move["uno"] = not move["uno"]
    else:
        move["move"] = "pass" if move["move"] != "pass" else "draw"
        for name in ("option", "target"):
            move.pop(name, None)
    return int(event["seq"])


def _another_signature(bundle: Json, rng: Random) -> int:
    event = _any(rng, _signed_rows(bundle, "signature"))
    event["signed"]["signature"] = _like(event["signed"]["signature"], rng)
    return int(event["seq"])


def _other_choices(bundle: Json, rng: Random) -> int:
    event = _any(rng, _signed_rows(bundle, "signature"))
    event["signed"]["choices"]["added"] = 1
    return int(event["seq"])


def _no_signature(bundle: Json, rng: Random) -> int:
    signed = _signed_rows(bundle, "signature") + _signed_rows(bundle, "by")
    event = _any(rng, signed)
    event["signed"] = None
    return int(event["seq"])


def _unsigned_act(bundle: Json, rng: Random) -> int:
    """No signatures of an act, or one of them missing."""
    event = _any(rng, _signed_rows(bundle, "organisers"))
    each = event["signed"]["organisers"]
    if rng.random() < 0.5:
        event["signed"] = None
    else:
        each[rng.randrange(len(each))] = None
    return int(event["seq"])


def _another_act(bundle: Json, rng: Random) -> int:
    """Another act than the one signed, or another signature."""
    event = _any(rng, _signed_rows(bundle, "organisers"))
    actor, each = event["actor"], event["signed"]["organisers"]
    match rng.randrange(5):
        case 0:
            actor["reason"] += "x"
        case 1:
            actor["reference"] = actor.get("reference", "") + "x"
        case 2:
            each[-1]["seq"] -= 1
        case 3:
            each[0]["seq"] = event["seq"]
        case _:
            each[0]["signature"] = _like(each[0]["signature"], rng)
    return int(event["seq"])


def _signature_of_a_third(bundle: Json, rng: Random) -> int:
    acts = _signed_rows(bundle, "organisers")
    event = _any(rng, [one for one in acts if "second" not in one["actor"]])
    event["signed"]["organisers"] *= 2
    return int(event["seq"])


def _invented_organiser(bundle: Json, rng: Random) -> int:
    event = _any(rng, _signed_rows(bundle, "organisers"))
    event["actor"][rng.choice(["player", "second"]) if "second" in event["actor"] else "player"] = (
        rng.choice(["staff-7", "6f8ce1d2-54f2-4f6b-9b1e-ffffffffffff"])
    )
    event["signed"] = None
    return int(event["seq"])


def _organiser_twice(bundle: Json, rng: Random) -> int:
    named = bundle["events"][0]["move"]["organisers"]
    named.append(rng.choice(named))
    return 1


def _signature_that_does_not_belong(bundle: Json, rng: Random) -> int:
    others = [event for event in bundle["events"][1:] if not event["signed"]]
    if not any(seat.get("key") for seat in bundle["events"][0]["move"]["seats"]):
        raise Inapplicable
    event = _any(rng, [one for one in others if one["actor"]["kind"] != "organiser"])
    event["signed"] = {"choices": {}, "signature": "0" * 128}
    return int(event["seq"])


def _another_answer(bundle: Json, rng: Random) -> int:
    event = _any(rng, _signed_rows(bundle, "by"))
    event["move"]["option"] += "x"
    return int(event["seq"])


def _another_by(bundle: Json, rng: Random) -> int:
    event = _any(rng, _signed_rows(bundle, "by"))
    match rng.randrange(3):
        case 0:
            event["signed"]["by"] += 1
        case 1:
            event["signed"]["choice"][1] += 1
        case _:
            event["signed"]["choice"][0] += "x"
    return int(event["seq"])


def _refusal_not_signed(bundle: Json, rng: Random) -> int:
    refusal = _any(rng, [one for one in bundle["refusals"] if one["signed"]])
    if rng.random() < 0.5:
        refusal["signed"] = None
    else:
        refusal["move"]["seat"] = 9
    return int(refusal["seq"])


def _earlier(bundle: Json, rng: Random) -> int:
    event = _any(rng, bundle["events"][1:])
    event["at"] = "2026-11-22T08:00:00.000Z"
    return int(event["seq"])


def _refusal_earlier(bundle: Json, rng: Random) -> int:
    refusal = _any(rng, bundle["refusals"])
    refusal["at"] = "2026-11-22T08:00:00.000Z"
    return int(refusal["seq"])


def _another_player(bundle: Json, rng: Random) -> int:
    rows = [event for event in bundle["events"][1:] if event["actor"]["kind"] == "player"]
    event = _any(rng, rows)
    event["actor"]["player"] = "6f8ce1d2-54f2-4f6b-9b1e-ffffffffffff"
    return int(event["seq"])


def _another_owner(bundle: Json, rng: Random) -> int:
    """Another player has a seat from the start, but not in the rows."""
    players = {e["seat"] for e in bundle["events"][1:] if e["actor"]["kind"] == "player"}
    seat = _any(rng, sorted(players))
    owner = bundle["events"][0]["move"]["seats"][seat]
    owner["player"] = "6f8ce1d2-54f2-4f6b-9b1e-ffffffffffff"
    return 0


def _refusal_of_another(bundle: Json, rng: Random) -> int:
    refusals = [one for one in bundle["refusals"] if one["actor"]["kind"] == "player"]
    refusal = _any(rng, refusals)
    refusal["actor"]["player"] = "6f8ce1d2-54f2-4f6b-9b1e-ffffffffffff"
    return int(refusal["seq"])


def _another_bot(bundle: Json, rng: Random) -> int:
    event = _any(rng, [one for one in bundle["events"] if one["actor"]["kind"] == "bot"])
    event["actor"]["name"] += "x"
    return int(event["seq"])


def _another_seat(bundle: Json, rng: Random) -> int:
    rows = [event for event in bundle["events"][1:] if event["seat"] is not None]
    event = _any(rng, rows)
    event["seat"] += 1
    return int(event["seq"])


def _move_of_the_clock(bundle: Json, rng: Random) -> int:
    rows = [
        event
        for event in bundle["events"][1:]
        if event["actor"]["kind"] in ("player", "bot") and not event["signed"]
    ]
    event = _any(rng, rows)
    event["actor"] = {"kind": "clock"}
    return int(event["seq"])


def _act_of_a_player(bundle: Json, rng: Random) -> int:
    rows = [event for event in bundle["events"] if event["actor"]["kind"] == "organiser"]
    event = _any(rng, rows)
    player = bundle["events"][0]["move"]["seats"][0]["player"]
    event["actor"], event["signed"] = {"kind": "player", "player": player}, None
    return int(event["seq"])


def _one_organiser(bundle: Json, rng: Random) -> int:
    event = _any(rng, [one for one in bundle["events"] if "second" in one["actor"]])
    if rng.random() < 0.5:
        del event["actor"]["second"]
    else:
        event["actor"]["second"] = event["actor"]["player"]
    return int(event["seq"])


def _another_winner(bundle: Json, rng: Random) -> int:
    """Another winner in the last fact, with the same places."""
    _, fact = _any(rng, _facts(bundle, "game-ended", "result-changed")[-1:])
    if fact["winner"] is None:
        raise Inapplicable
    fact["winner"] = (fact["winner"] + 1) % len(fact["places"])
    return 0


def _places_without_order(bundle: Json, rng: Random) -> int:
    _, fact = _any(rng, _facts(bundle, "game-ended", "result-changed")[-1:])
    if not fact["places"]:
        raise Inapplicable
    fact["places"][fact["places"].index(max(fact["places"]))] += 1
    return 0


def _another_name(bundle: Json, rng: Random) -> int:
    given = _any(rng, [one for one in bundle["names"] if one and "name" in one])
    member = rng.choice(("name", "salt"))
    given[member] = _like(given[member], rng)
    return 0


def _another_count_of_seats(bundle: Json, rng: Random) -> int:
    bundle["events"][0]["facts"][0]["setup"]["seats"] += 1
    return 1


def _second_start(bundle: Json, rng: Random) -> int:
    event = _any(rng, bundle["events"][1:])
    event["move"] = deepcopy(bundle["events"][0]["move"])
    return int(event["seq"])


def _another_commitment(bundle: Json, rng: Random) -> int:
    """A head with the commitment that was promised, for a game with another one."""
    bundle["head"]["commitment"] = rng.randbytes(32).hex()
    return 0


def _another_edition_beside(bundle: Json, rng: Random) -> int:
    bundle["edition"]["name"] += "x"
    return 0


def _renumbered(bundle: Json, rng: Random) -> int:
    """Numbers of the events that leave one out, sealed as if there had been none."""
    at = rng.randrange(len(bundle["events"]))
    for event in bundle["events"][at:]:
        event["seq"] += 1
    for refusal in bundle["refusals"]:
        refusal["seq"] += refusal["seq"] > at
    return 0


def _refusals_renumbered(bundle: Json, rng: Random) -> int:
    refusal = _any(rng, bundle["refusals"])
    after = [one for one in bundle["refusals"] if one["seq"] == refusal["seq"]]
    for one in after[after.index(refusal) :]:
        one["nth"] += 1
    return int(refusal["seq"])


def _refused_counted(bundle: Json, rng: Random) -> int:
    """The count is raised after the seal, which keeps the greater one."""
    seq = int(_any(rng, bundle["refusals"])["seq"])
    after = [event for event in bundle["events"] if event["seq"] == seq + 1]
    holder = after[0] if after else bundle["head"]
    stored = sum(refusal["seq"] == seq for refusal in bundle["refusals"])
    if stored >= 20:
        raise Inapplicable
    holder["refused"]["count"] = stored + rng.choice((1, 30))
    return seq


def _part_not_hidden(bundle: Json, rng: Random) -> int:
    return _hidden_changed(bundle, rng)[1]


Maker = Callable[[Json, Random], int]

GAMES: dict[str, tuple[str, str, Maker]] = {
    "cards dealt otherwise": (DEALT, "top absent shown", _cards_dealt_otherwise),
    "another card": (DEALT, "top absent", _another_card),
    "another card from the box": (DEALT, "box", _another_box),
    "a card less from the box": (DEALT, "box", _a_card_less_in_the_box),
    "another zone": (DEALT, "zone", _another_zone),
    "cards shown otherwise": (DEALT, "shown", _shown_otherwise),
    "an edition with another box": (DEALT, "box", _another_edition),
    "other cards shuffled": (DEALT, "pile", _shuffled_others),
    "another order": (FAIR, "shuffle", _ordered_otherwise),
    "another lot": (FAIR, "pick", _another_lot),
    "another number of a use of chance": (FAIR, "nth", _another_number),
    "another seed": (FAIR, "shuffle", _another_seed),
    "another share": (FAIR, "shuffle", _another_share),
    "a share that is not the one promised": (FAIR, "share", _share_not_committed),
    "a share in mode plain": (FAIR, "share", _chance_in_plain_mode),
    "a share of a bot": (FAIR, "share", _share_of_a_bot),
    "another move than signed": (AUTHENTIC, "move-signature", _another_move),
    "another signature": (AUTHENTIC, "move-signature", _another_signature),
    "other choices": (AUTHENTIC, "move-signature", _other_choices),
    "no signature": (AUTHENTIC, "unsigned-move", _no_signature),
    "a signature too many": (AUTHENTIC, "signed", _signature_that_does_not_belong),
    "an act without a signature": (AUTHENTIC, "unsigned-act", _unsigned_act),
    "another act than signed": (AUTHENTIC, "act-signature", _another_act),
    "a signature of a third organiser": (AUTHENTIC, "signed", _signature_of_a_third),
    "another answer": (AUTHENTIC, "choice", _another_answer),
    "another choice named": (AUTHENTIC, "choice", _another_by),
    "a refusal without its signature": (
        AUTHENTIC,
        "unsigned-move move-signature",
        _refusal_not_signed,
    ),
    "an earlier time": (SEALED, "time", _earlier),
    "an earlier time of a refusal": (SEALED, "time", _refusal_earlier),
    "another player": (SEALED, "actor", _another_player),
    "another owner of a seat": (SEALED, "actor", _another_owner),
    "a refusal of another player": (SEALED, "actor", _refusal_of_another),
    "another bot": (SEALED, "actor", _another_bot),
    "another seat": (SEALED, "actor", _another_seat),
    "a move of the clock": (SEALED, "actor", _move_of_the_clock),
    "an act of a player": (SEALED, "actor", _act_of_a_player),
    "an invented organiser": (SEALED, "actor", _invented_organiser),
    "an organiser twice": (SEALED, "setup", _organiser_twice),
    "one organiser of two": (SEALED, "actor", _one_organiser),
    "another winner": (SEALED, "result", _another_winner),
    "places without order": (SEALED, "result", _places_without_order),
    "another name": (SEALED, "name", _another_name),
    "another count of seats": (SEALED, "setup", _another_count_of_seats),
    "a second start": (SEALED, "setup", _second_start),
    "another commitment": (SEALED, "seed", _another_commitment),
    "another edition": (SEALED, "edition", _another_edition_beside),
    "other numbers": (SEALED, "missing", _renumbered),
    "other numbers of refusals": (SEALED, "refusals", _refusals_renumbered),
    "another count of refused moves": (SEALED, "refusals", _refused_counted),
    "a part not hidden": (SEALED, "hidden", _part_not_hidden),
}
"""The question, the codes and the maker of each change that is sealed again."""
