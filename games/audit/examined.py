"""A bundle with what all questions need: start, seed, digests, refusals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Final

import msgspec

from games.audit.bundle import (
    FULL,
    AnyRefusal,
    Bundle,
    BundledActor,
    BundledRefusal,
    CommittedRefusal,
    Event,
    OpenedRefusal,
    StartMove,
    StartSetup,
    refusals_of,
)
from games.engine import Ruling, State, commitment
from games.json_pointers import changed
from games.ledger import sealing
from games.ledger.heads import Refused
from games.ledger.sealing import GENESIS


@dataclass(slots=True)
class ChainBreak:
    """A break of the chain: ``code`` at the events ``first`` to ``last``."""

    code: str
    first: int
    last: int


@dataclass
class Examined:
    """A bundle with what follows from it.

    ``start`` and ``setup`` are None if the first event is not the start of a game. ``seed`` is the
    game's seed, None if the file does not open it or does not have the one committed to.
    ``digests`` are those of the rows up to the first break, after that before the first row.
    ``end_state`` is the state after the last row, which ``lawful`` folds; None if it could not.
    """

    bundle: Bundle
    start: StartMove | None
    setup: StartSetup | None
    seed: bytes | None
    refusals: dict[int, list[AnyRefusal]]
    digests: list[str] = field(default_factory=lambda: [GENESIS])
    breaks: list[ChainBreak] = field(default_factory=list)
    end_state: State | None = None

    @property
    def is_full(self) -> bool:
        """Whether nothing is hidden in the file."""
        return self.bundle.view == FULL

    @property
    def is_committed(self) -> bool:
        """Whether the seed in the file is the one committed to."""
        return is_committed(self.bundle)

    @cached_property
    def fact_kinds(self) -> list[frozenset[str]]:
        """Return the kinds of the facts of each event."""
        return [frozenset([fact["fact"] for fact in one.facts]) for one in self.bundle.events]

    @cached_property
    def links(self) -> dict[int, list[str]]:
        """Return the links of the refusals after each row whose digest is known."""
        found: dict[int, list[str]] = {}
        for seq, stored in self.refusals.items():
            if 0 < seq < len(self.digests):
                found[seq] = self._links(self.digests[seq], stored)
        return found

    def _links(self, previous: str, stored: Sequence[AnyRefusal]) -> list[str]:
        links = []
        for one in stored:
            committed = self.commitment_of(one)
            if committed is None:
                return []
            previous = sealing.link(previous, committed)
            links.append(previous)
        return links

    def commitment_of(self, refusal: AnyRefusal) -> str | None:
        """Return the commitment to a refusal; None if it cannot be computed."""
        if isinstance(refusal, CommittedRefusal):
            return refusal.commitment
        value = msgspec.to_builtins(refusal)
        if isinstance(refusal, OpenedRefusal):
            own = bytes.fromhex(value.pop("salt"))
        elif self.seed is None:
            return None
        else:
            own = sealing.salt(self.seed, refusal.seq, sealing.refusal_path(refusal.nth))
        return sealing.commit(own, value)


def is_committed(bundle: Bundle) -> bool:
    """Whether the server's seed in a file is the one committed to."""
    if bundle.seed is None:
        return False
    return commitment(bytes.fromhex(bundle.seed)) == bundle.head.commitment


def examine(bundle: Bundle) -> Examined:
    """Return a bundle with its chain followed as far as it goes."""
    refusals: defaultdict[int, list[AnyRefusal]] = defaultdict(list)
    for one in refusals_of(bundle):
        refusals[one.seq].append(one)
    seed = bundle.game_seed if is_committed(bundle) else None
    start, setup = bundle.start, bundle.setup
    if start is None or setup is None:
        start = setup = None
    found = Examined(bundle, start, setup, seed if start else None, dict(refusals))
    _follow(found)
    return found


def _follow(found: Examined) -> None:
    """Follow the chain to its first break, and the numbers of the events to the end."""
    bundle, expected = found.bundle, 1
    # Without the seed that was committed to, no hidden part can be sealed: another finding.
    is_followed = not found.is_full or found.is_committed
    for event in bundle.events:
        seq = event.seq
        if seq != expected:
            is_followed = False
            if seq < expected:
                found.breaks.append(ChainBreak("inserted", max(seq, 0), max(seq, 0)))
            else:
                found.breaks.append(ChainBreak("missing", expected, seq - 1))
        expected = seq + 1
        if not is_followed:
            continue
        digest = _digest(found.digests[-1], event, found)
        if digest is None or not digest.startswith(event.mark):
            is_followed = False
            found.breaks.append(ChainBreak("altered", seq, seq))
        else:
            found.digests.append(digest)
    last, length = max(expected - 1, 0), max(bundle.head.seq, 0)
    if last < length:
        found.breaks.append(ChainBreak("cut", last + 1, length))
    elif last > length:
        found.breaks.append(ChainBreak("inserted", length + 1, last))
    elif is_followed and not found.breaks and found.digests[-1] != bundle.head.digest:
        found.breaks.append(ChainBreak("head", last, last))


class SealedEvent(msgspec.Struct, frozen=True, kw_only=True):
    """A row as it was sealed, with commitments in the place of hidden parts."""

    actor: BundledActor
    at: str
    facts: list[Any]
    game: str
    move: dict[str, Any]
    refused: Refused | None
    rules_version: str
    rulings: list[Ruling]
    seat: int | None
    seq: int
    signed: dict[str, Any] | None


_encode: Final = msgspec.json.Encoder(order="sorted").encode


def _digest(previous: str, event: Event, found: Examined) -> str | None:
    """Return the digest of an event; None if it cannot be sealed."""
    parts: dict[str, Any] = {"facts": event.facts, "move": event.move, "signed": event.signed}
    hidden = event.hidden
    if hidden:
        try:
            parts = _seal(parts, hidden, found.seed, event.seq)
        except (LookupError, TypeError, ValueError):
            return None
    row = SealedEvent(
        actor=event.actor,
        at=event.at,
        game=found.bundle.head.game,
        refused=event.refused,
        rules_version=event.rules_version,
        rulings=event.rulings,
        seat=event.seat,
        seq=event.seq,
        **parts,
    )
    try:
        return sealing.digest_of_bytes(previous, _encode(row))
    except (TypeError, ValueError):
        return None


def _canonical(value: Any) -> bytes:
    """Return a part of a row, which was read from canonical JSON, in that form."""
    written = _encode(value)
    return written if written.isascii() else sealing.canonical(value)


def _seal(
    parts: dict[str, Any],
    hidden: list[str] | dict[str, dict[str, str]],
    seed: bytes | None,
    seq: int,
) -> dict[str, Any]:
    """Return parts of a row with commitments; ValueError if a path leads to nothing."""

    def hide(path: str, value: Any) -> dict[str, str]:
        if isinstance(hidden, dict):
            given = hidden[path]
            if "commitment" in given:
                return {"commitment": given["commitment"]}
            own = bytes.fromhex(given["salt"])
        elif seed is None:
            raise ValueError("without the seed no part can be sealed")
        else:
            own = sealing.salt(seed, seq, path)
        return {"commitment": sealing.commit_bytes(own, _canonical(value))}

    sealed: dict[str, Any] = changed(parts, hidden, hide)
    return sealed


# ---- what must be hidden

_OPEN_ZONES: Final = frozenset(
    ("discard", "danger-discard", "revealed", "burn", "enemy", "items", "hero")
)


def hidden_paths(event: Event) -> list[str]:
    """Return the paths of the hidden parts of a row.

    Facts of another form raise a LookupError, TypeError or AttributeError.
    """
    paths = []
    for at, fact in enumerate(event.facts):
        kind = fact["fact"]
        if kind == "cards-moved":
            # Both ends are read: a zone that is no text is an error.
            if not _is_open(fact["source"]) | _is_open(fact["target"]):
                paths.append(f"/facts/{at}/cards")
        elif kind == "shuffled":
            paths.append(f"/facts/{at}/order")
        elif kind == "prompted":
            prompt = fact["prompt"]
            if _is_marked(prompt):
                parts = ("default", "options", "resume")
                paths += [f"/facts/{at}/prompt/{part}" for part in parts if part in prompt]
        elif kind in ("answered", "taken"):
            if _is_marked(fact):
                paths.append(f"/facts/{at}/option")
        elif kind == "lot-drawn":
            if _is_marked(fact):
                paths.append(f"/facts/{at}/picked")
        elif kind == "cards-shown" and fact.get("to") is not None:
            paths.append(f"/facts/{at}/cards")
    if event.move.get("move") == "choose" and "/facts/0/option" in paths:
        paths.append("/move/option")
    if event.signed is not None or (isinstance(event.hidden, dict) and "/signed" in event.hidden):
        paths.append("/signed")
    return sorted(paths)


@lru_cache(maxsize=256)
def _is_open(zone: str) -> bool:
    return zone.partition(":")[0] in _OPEN_ZONES


def _is_marked(part: dict[str, Any]) -> bool:
    """Whether a fact or a prompt says that it is hidden; TypeError if it says neither."""
    hidden = part.get("hidden", False)
    if not isinstance(hidden, bool):
        raise TypeError("what is hidden is neither true nor false")
    return hidden


def is_shown(event: Event, path: str) -> bool:
    """Whether a view shows a hidden part."""
    return isinstance(event.hidden, list) or "salt" in event.hidden.get(path, ())


def own_refusals(found: Examined, seq: int) -> list[BundledRefusal]:
    """Return the refusals after a row that this view shows."""
    stored = found.refusals.get(seq, ())
    return [one for one in stored if isinstance(one, BundledRefusal)]


def is_list_of_text(value: object) -> bool:
    """Whether a value is an array of texts, as codes of cards are."""
    return isinstance(value, list) and all(type(one) is str for one in value)


def is_void_start(event: Event) -> bool:
    """Whether a row lays no table, because shares were not opened in time."""
    facts = event.facts
    is_ended = len(facts) == 2 and facts[1]["fact"] == "game-ended"
    return is_ended and facts[1].get("why") == "void"
