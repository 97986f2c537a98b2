"""The third question: does the seed that was committed to give all the luck of the game?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.audit.bundle import FULL, Bundle
from games.audit.findings import Answer, Finding, answer
from games.audit.sealed import is_committed
from games.engine import ALGORITHM, Chance
from games.ledger.bot_seeds import seed_of_choice


def fair(bundle: Bundle) -> Answer:
    """Whether the seed meets its commitment and gives every shuffle, lot and bot's choice."""
    if bundle.view != FULL or bundle.secret is None:
        return Answer("unanswered", "own_view" if bundle.view != FULL else "no_seed")
    if bundle.algorithm != ALGORITHM:
        return Answer("unanswered", "unknown_algorithm")
    if not is_committed(bundle):
        return answer([Finding("seed")])
    return answer(list(_unlike(bundle, bundle.secret)))


def _unlike(bundle: Bundle, seed: bytes) -> Iterator[Finding]:
    """The uses of chance that the seed does not give, or that were not next."""
    chance, uses = Chance(seed), 0
    for event in bundle.events:
        seq = event.get("seq")
        seq = seq if type(seq) is int else 0
        facts = event.get("facts")
        for at, fact in enumerate(facts if isinstance(facts, list) else ()):
            code = _code(chance, fact, uses)
            if code is None:
                continue
            uses += 1
            if code:
                yield Finding(code, seq, seq, "common.chance", f"/facts/{at}")
        if not _is_given(event, seed, seq):
            yield Finding("choice", seq, seq, "common.chance", "/actor/seed")


def _code(chance: Chance, fact: Any, uses: int) -> str | None:
    """The code of what is wrong with a use of chance, "" for one as it should be."""
    kind = fact.get("fact") if isinstance(fact, dict) else None
    if kind not in ("shuffled", "lot-drawn"):
        return None
    if type(fact.get("nth")) is not int or fact["nth"] != uses:
        return "nth"
    try:
        if kind == "shuffled":
            return "" if list(chance.shuffle(fact["order"], uses)) == fact["order"] else "shuffle"
        return "" if chance.pick(fact["among"], uses) == fact["picked"] else "pick"
    except (LookupError, TypeError, ValueError):
        return "shuffle" if kind == "shuffled" else "pick"


def _is_given(event: dict[str, Any], seed: bytes, seq: int) -> bool:
    """Whether a bot's choice had the seed that follows from the game's; true of all others."""
    actor, seat = event.get("actor"), event.get("seat")
    if not isinstance(actor, dict) or actor.get("kind") != "bot" or "seed" not in actor:
        return True
    if type(seat) is not int:
        return False
    return bool(actor["seed"] == seed_of_choice(seed=seed, seq=seq - 1, seat=seat).hex())
