"""Write the index of finished games, which no move or proof depends on."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Final

import msgspec
from django.db import transaction

from games.engine import NOBODY
from games.engine.moves import Play
from games.engine.seen_facts import SeenCardsMoved
from games.ledger.seen_events import SeenEvent
from games.models import Game
from games.play import selectors
from games.search.models import SearchTerm
from games.search.selectors import ACT, CARD, REFUSED, RULE, unindexed_games

logger = logging.getLogger(__name__)

AT_ONCE: Final = 100
"""How many games are read from the list at once."""

SHOWN_BY: Final = frozenset({"play", "lay", "flip", "turn-up"})
"""The verbs that put a card on the table for all to see."""

UNREADABLE: Final = (msgspec.MsgspecError, LookupError, ValueError, TypeError, AttributeError)
"""The errors of reading altered rows."""

Term = tuple[str, int, int | None]
"""A term, the event that has it, and the seat that it is about."""


def index_finished() -> int:
    """Index every finished game that is not in the index as it is; return how many."""
    indexed = 0
    while games := list(unindexed_games()[:AT_ONCE]):
        for game in games:
            index_game(game)
        indexed += len(games)
    return indexed


@transaction.atomic
def index_game(game: Game) -> None:
    """Put a finished game in the index; repeated, it changes nothing."""
    found: dict[str, SearchTerm] = {}
    try:
        for name, seq, seat in _terms(game):
            term = found.setdefault(name, _new_term(game, name, seq))
            term.count += 1
            if seat is not None and str(seat) not in term.seats:
                term.seats += str(seat)
    except UNREADABLE:
        logger.warning("The rows of game %s cannot be read: it is not indexed.", game.pk)
        found = {}
    SearchTerm.objects.bulk_create(
        found.values(),
        update_conflicts=True,
        unique_fields=["term", "game"],
        update_fields=["first", "count", "seats"],
    )
    Game.objects.filter(pk=game.pk, seq=game.seq).update(is_indexed=True)


def _new_term(game: Game, name: str, first: int) -> SearchTerm:
    return SearchTerm(game=game, term=name, first=first, count=0, created_at=game.created_at)


def _terms(game: Game) -> Iterator[Term]:
    """Yield what the public may know of a finished game, once for each event and seat.

    Refused moves name hidden cards, so those of a game that stays closed are not in the index.
    """
    for event in selectors.events(game=game, viewer=NOBODY, limit=None):
        yield from dict.fromkeys(_terms_of(event))
    if game.is_opened:
        for refusal in selectors.seen_refusals(game=game, viewer=NOBODY):
            yield REFUSED, refusal.seq, refusal.seat
            yield f"{REFUSED}:{refusal.rule}", refusal.seq, refusal.seat


def _terms_of(event: SeenEvent) -> Iterator[Term]:
    for ruling in event.rulings:
        yield f"{RULE}:{ruling.rule}", event.seq, event.seat if ruling.seat is None else ruling.seat
    if isinstance(event.move, Play):
        yield f"{CARD}:{event.move.card}", event.seq, event.seat
    for fact in event.facts:
        if isinstance(fact, SeenCardsMoved) and fact.verb in SHOWN_BY:
            for card in fact.cards or ():
                yield f"{CARD}:{card}", event.seq, fact.seat
    if event.actor.kind == "organiser":
        yield ACT, event.seq, None
        yield f"{ACT}:{event.move.__struct_config__.tag}", event.seq, None
