"""Start games, with the shares of their seeds (for seats see ``seating``).

The host starts a game when all its seats are filled, or it starts by itself. Once it runs, no
player leaves: resigning is a move.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction

from games.engine import Chance, Decision, Ruleset, State, new_game, share_commitment, void_start
from games.errors import GameNotFound, NotAllowed, NotOpening, SeatsEmpty, ShareWrong
from games.ledger import store
from games.ledger.rows import Actor, BotSeat, Row, Start, milliseconds, now
from games.models import Game, Seat, TableTerms
from games.play.bot_turns import announce
from games.play.commands import Outcome
from games.play.deciding import deadline_of
from games.play.seating import (
    EMPTY,
    STAND_IN_LEVEL,
    bot_named,
    bot_terms,
    check_playable,
    close_up,
    heroes_text,
    locked_game,
    open_table,
    save_heroes,
    save_seat,
)
from games.play.selectors import may_see, ruleset_for, seats_of, setup_of
from games.play.starting import fix_terms, missing_shares, mixed_seed, set_names, start_of
from games.play.submitting import CLOCK
from games.players.models import Player
from games.wakeups import after_commit, of_game

logger = logging.getLogger(__name__)

on_opening: Final[list[Callable[[TableTerms], None]]] = []
"""Listeners called in the transaction that closes a table whose shares are opened next."""


@dataclass(frozen=True, slots=True)
class ReadyTable:
    """A game that can start, with its seats in order, locked by the transaction."""

    game: Game
    seats: Sequence[Seat]


@transaction.atomic
def start_game(*, game_id: UUID | str, player: Player) -> Outcome:
    """Start a game: check that it is ready, and deal."""
    return deal_table(ready_table(game_id=game_id, player=player))


def ready_table(
    *, game_id: UUID | str, player: Player, without: Collection[int] = ()
) -> ReadyTable:
    """Lock a game that its creator may start, all seats taken, in a transaction.

    The seats of ``without`` are left out before, as by ``close_up``.
    """
    game, seats = open_table(game_id, player)
    if game.creator_id != player.pk:
        raise NotAllowed("creator")
    if without:
        seats = close_up(game, seats, without)
    empty = [one.number for one in seats if one.kind in EMPTY]
    if empty:
        raise SeatsEmpty({"seats": ", ".join(map(str, empty))})
    check_playable(game.variant, game.edition_id, game.seats, game.options)
    return ReadyTable(game, seats)


def full_table(game: Game) -> ReadyTable | None:
    """Return an open game that is full and starts by itself; None for any other.

    The transaction that took the last seat has locked it.
    """
    if game.status != Game.Status.OPEN or not game.start_when_full:
        return None
    if Seat.objects.filter(game=game, kind__in=EMPTY).exists():
        return None
    check_playable(game.variant, game.edition_id, game.seats, game.options)
    return ReadyTable(game, seats_of(game))


def deal_table(table: ReadyTable) -> Outcome:
    """Start a game, in the transaction that locked the table.

    The terms are fixed first. While shares are missing no card is dealt: the game waits for them,
    and the outcome has no rows.
    """
    game, seats, moment = table.game, table.seats, now()
    game.heroes = heroes_text(game, seats)
    set_names(seats)
    Seat.objects.filter(game=game).bulk_update(seats, ["name", "name_salt", "origin"])
    terms = fix_terms(game, setup_of(game), seats, _stand_in(ruleset_for(game)), moment)
    if not missing_shares(seats):
        return _deal(game, seats, terms)
    for listener in on_opening:
        listener(terms)
    game.status, game.changed_at = Game.Status.OPENING, moment
    game.opens_until = moment + timedelta(seconds=settings.SHARE_SECONDS)
    game.save(update_fields=["status", "changed_at", "opens_until", "heroes", "origin"])
    after_commit(of_game(game.pk))
    return Outcome(game, (), State(), ruleset_for(game))


def _stand_in(ruleset: Ruleset) -> BotSeat | None:
    """Return the bot that goes on for players who are away, by the options."""
    if ruleset.options.absence != "bot":
        return None
    bot = bot_named(STAND_IN_LEVEL) or ""
    return BotSeat(bot=bot, version=bot_terms[bot].version, budget=bot_terms[bot].budget)


def _deal(game: Game, seats: Sequence[Seat], terms: TableTerms) -> Outcome:
    """Mix the seed, deal by it, and write row 1."""
    ruleset, moment = ruleset_for(game), now()
    game.seed = mixed_seed(game, seats)
    chance = Chance(game.secret)
    decision = new_game(ruleset, setup_of(game), chance, at=milliseconds(moment))
    actor = Actor(kind="player", player=str(game.creator_id))
    game, row = _lay(game, start_of(terms, seats), actor, ruleset, decision, moment)
    save_heroes(game, seats, decision.state)
    announce(game, decision.state)
    return Outcome(game, (row,), decision.state, ruleset)


def _lay(
    game: Game,
    start: Start,
    actor: Actor,
    ruleset: Ruleset,
    decision: Decision,
    moment: datetime,
) -> tuple[Game, Row]:
    """Write row 1; return the game after it, and the row."""
    game.status, game.started_at, game.opens_until = Game.Status.RUNNING, moment, None
    game, row = store.next_row(
        game,
        seat=None,
        actor=actor,
        move=start,
        decision=decision,
        at=moment,
    )
    game.deadline = deadline_of(ruleset, decision.state)
    game.save(update_fields=["heroes", "origin", "seed", "started_at", "opens_until"])
    store.append(game, [row])
    return game, row


@transaction.atomic
def open_share(*, game_id: UUID | str, player: Player, share: str) -> tuple[Game, Seat]:
    """Open the share of a player's seat; return the game and the seat.

    With the last share the game is dealt. A share that is open already changes nothing.

    Raises ``NotOpening`` unless the game waits for shares, and ``ShareWrong``.
    """
    game = locked_game(game_id)
    seats = seats_of(game)
    if not may_see(game, player, seats):
        raise GameNotFound
    mine = next((seat for seat in seats if seat.player_id == player.pk), None)
    if mine is None:
        raise NotAllowed("seated")
    if mine.share == share:
        return game, mine
    if game.status != Game.Status.OPENING or game.opens_until is None or game.opens_until < now():
        raise NotOpening({"status": str(game.status)})
    if share_commitment(bytes.fromhex(share)) != mine.share_commitment:
        raise ShareWrong({"seat": mine.number})
    mine.share = share
    save_seat(mine, "share")
    if not missing_shares(seats):
        game = _deal(game, seats, game.terms).game
    return game, mine


def close_openings() -> int:
    """Void the games whose shares were not all opened in time; return how many."""
    opening, moment = Game.objects.filter(status=Game.Status.OPENING), now()
    # Later ones are of a time before the machine's clock was set back.
    latest = moment + timedelta(seconds=settings.SHARE_SECONDS)
    opening.filter(opens_until__gt=latest).update(opens_until=latest)
    late = opening.filter(opens_until__lt=moment)
    closed = 0
    for game_id in late.values_list("pk", flat=True):
        try:
            closed += _close_opening(game_id)
        except Exception:
            # An error in one game must not keep the others from being closed.
            logger.exception("The opening of game %s could not be closed.", game_id)
    return closed


@transaction.atomic
def _close_opening(game_id: UUID) -> bool:
    game = locked_game(game_id)
    if game.status != Game.Status.OPENING:
        return False
    seats = seats_of(game)
    game.seed = mixed_seed(game, seats)
    decision = void_start(setup_of(game), missing_shares(seats))
    start = start_of(game.terms, seats)
    game, _ = _lay(game, start, CLOCK, ruleset_for(game), decision, now())
    announce(game, decision.state)
    return True
