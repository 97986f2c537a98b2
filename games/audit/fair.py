"""The third question: does the committed seed give every random result?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, Final

from games.audit.event_parts import is_list_of_text, is_void_start
from games.audit.examined import Examined
from games.audit.findings import Answer, Finding, answer
from games.engine import ALGORITHM, Chance, share_commitment
from games.ledger.rows import BotSeat, ChanceTerms, Start


def fair(examined: Examined) -> Answer:
    """Whether the seed matches its commitment and gives every shuffle and lot."""
    start = examined.start
    if not examined.is_full:
        return Answer("unanswered", "own_view")
    if start is None:
        return Answer("unanswered", "no_start")
    if start.chance.algorithm != ALGORITHM:
        return Answer("not_judged", "unknown_algorithm")
    if examined.seed is None:
        return answer([Finding("seed")])
    findings = [
        *_shares(start, is_void=is_void_start(examined.bundle.events[0])),
        *_unlike(examined, examined.seed),
    ]
    return answer(findings)


def _shares(start: Start, *, is_void: bool) -> Iterator[Finding]:
    """Yield the shares that are missing or are not those committed to."""
    chance = start.chance
    for at, (seat, share, bound) in enumerate(
        zip_longest(
            start.seats,
            chance.shares[: len(start.seats)],
            chance.commitments[: len(start.seats)],
        )
    ):
        if not _is_right(chance, share, bound, is_bot=isinstance(seat, BotSeat), is_void=is_void):
            yield Finding("share", 1, 1, "common.chance", f"/move/chance/shares/{at}")


def _is_right(
    chance: ChanceTerms, share: str | None, bound: str | None, *, is_bot: bool, is_void: bool
) -> bool:
    if is_bot or chance.mode == "plain":
        return share is None and bound is None
    if share is None:
        return is_void and bound is not None
    return bound is not None and share_commitment(bytes.fromhex(share)) == bound


def _unlike(examined: Examined, seed: bytes) -> Iterator[Finding]:
    """Yield the uses of chance that the seed does not give, or that are out of order."""
    chance, expected = Chance(seed), 0
    for event, kinds in zip(examined.bundle.events, examined.fact_kinds, strict=True):
        if kinds.isdisjoint(CODES):
            continue
        for at, fact in enumerate(event.facts):
            kind = fact["fact"]
            if kind not in CODES:
                continue
            nth = fact.get("nth")
            if type(nth) is not int or nth < 0:
                yield _finding("nth", event.seq, at)
                expected += 1
                continue
            if nth != expected:
                yield _finding("nth", event.seq, at)
            expected = nth + 1
            if not _is_given(chance, fact, nth):
                yield _finding(CODES[kind], event.seq, at)


CODES: Final = {"shuffled": "shuffle", "lot-drawn": "pick"}
"""The code of a finding about each use of chance."""


def _finding(code: str, seq: int, at: int) -> Finding:
    return Finding(code, seq, seq, "common.chance", f"/facts/{at}")


def _is_given(chance: Chance, fact: dict[str, Any], nth: int) -> bool:
    """Whether the seed gives the order or the lot of a use of chance."""
    try:
        if fact["fact"] == "shuffled":
            order = fact["order"]
            return is_list_of_text(order) and list(chance.shuffle(order, nth)) == order
        among, picked = fact["among"], fact["picked"]
        are_numbers = type(among) is int and type(picked) is int
        return are_numbers and chance.pick(among, nth) == picked
    except (LookupError, ValueError):
        return False
