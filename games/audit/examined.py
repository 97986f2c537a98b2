"""A bundle with what all questions need: start, seed, digests, refusals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

import msgspec

from games.audit.bundle import FULL, AnyRefusal, Bundle, CommittedRefusal, StartSetup
from games.audit.bundle_reading import refusals_of
from games.audit.chain import ChainBreak, follow_chain
from games.audit.event_parts import kinds_of
from games.engine import State, commitment
from games.ledger import sealing
from games.ledger.rows import Start


@dataclass
class Examined:
    """A bundle with what follows from it.

    ``start`` and ``setup`` are None if the first event is not the start of a game. ``seed`` is the
    game's seed, None if the file does not open it or does not have the one committed to.
    ``digests`` are those of the rows up to the first break, after that before the first row.
    ``end_state`` is the state after the last row, which ``lawful`` folds; None if it could not.
    """

    bundle: Bundle
    start: Start | None
    setup: StartSetup | None
    seed: bytes | None
    refusals: dict[int, list[AnyRefusal]]
    digests: list[str]
    breaks: list[ChainBreak]
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
    def has_edition(self) -> bool:
        """Whether the cards in the file are those of the edition that row 1 names."""
        named = "" if self.setup is None else self.setup.edition
        return sha256(self.bundle.edition_source).hexdigest() == named

    @cached_property
    def fact_kinds(self) -> list[frozenset[str]]:
        """Return the kinds of the facts of each event."""
        return [kinds_of(event) for event in self.bundle.events]

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
            previous = sealing.link(previous, _commitment_of(one))
            links.append(previous)
        return links


def _commitment_of(refusal: AnyRefusal) -> str:
    if isinstance(refusal, CommittedRefusal):
        return refusal.commitment
    value = msgspec.to_builtins(refusal)
    return sealing.commit(bytes.fromhex(value.pop("salt")), value)


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
    has_seed = is_committed(bundle)
    seed = bundle.game_seed if has_seed else None
    start, setup = bundle.start, bundle.setup
    if start is None or setup is None:
        start = setup = None
        seed = None
    return Examined(bundle, start, setup, seed, dict(refusals), *follow_chain(bundle))
