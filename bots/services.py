"""Play the turns of bots: observe, choose, submit."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, partial
from typing import Final
from uuid import UUID

from django.conf import settings
from django.core.cache import cache
from prometheus_client import Counter

from bots.choosing import budgets, choose, levels, moves_for_bot, versions
from games.engine import (
    IllegalMove,
    Ruleset,
    State,
    View,
    low_on_time_at,
    observe,
    on_server,
)
from games.errors import GameNotFound, NotStarted, StaleSeq
from games.ledger import store
from games.ledger.bot_seeds import seed_of_choice
from games.ledger.rows import milliseconds, now
from games.models import Game, Seat, TableTerms
from games.play import selectors
from games.play.bot_turns import bots_may_call
from games.play.commands import MoveCommand
from games.play.seating import BotTerms
from games.play.starting import read_terms
from games.play.submitting import submit_move, submit_moves
from games.wording.labels import CATALOG
from games.wording.language import Texts

__all__ = ["STRENGTHS", "is_played_on", "play_on", "take_turn", "terms", "versions"]

logger = logging.getLogger(__name__)

STRENGTHS: Final = Texts(
    CATALOG,
    "strength",
    {
        "random": "Beginner: plays any card that fits, by lot, and calls UNO",
        "casual": "Easy: plays half its moves like random and half like greedy, by lot",
        "greedy": "Fair: looks one move ahead, saves its Wilds, minds its deck and watches who is"
        " about to win",
        "skilled": "Good: plays half its moves like greedy and half like thinker, by lot",
        "thinker": "Strong: plays a thousand imagined games to their end for each move, and chooses"
        " the move that wins most of them",
    },
)
"""How well each bot plays, in words."""


def terms() -> dict[str, BotTerms]:
    """Return what a seat takes from each bot, by name, the weakest bot first."""
    plies, level = budgets(), levels()
    return {
        name: BotTerms(version, plies[name], level[name]) for name, version in versions().items()
    }


# ---- turns of stored games


LEASE_SECONDS: Final = 10
"""How long no other task takes a turn that a bot thinks about, in case its worker dies."""


def take_turn(*, game_id: str, seq: int) -> Game | None:
    """Make one move of the bot that is to move after row ``seq``.

    Returns the game if a bot is to move next, else None. Nothing is done if the turn was taken
    already, the game has moved on, or another task thinks about it.
    """
    game = _waiting(game_id, seq)
    return None if game is None else _take_one(game)


def _waiting(game_id: str, seq: int) -> Game | None:
    """Return a game in which a bot may move after row ``seq``; None if none may."""
    game = store.read(UUID(game_id))
    if game is None or game.seq != seq:
        return None
    return game if game.waits_for_bot or bots_may_call(game, store.load(game)) else None


def _take_one(game: Game) -> Game | None:
    if not game.waits_for_bot:
        _call_in_window(game)
        return None
    ruleset, state = selectors.ruleset_for(game), store.load(game)
    if game.waits_for_thinking and _has_time(ruleset, state) and not take_lease(game):
        return None
    command = command_of(game, ruleset, state)
    try:
        outcome = submit_move(game, command)
    except (StaleSeq, NotStarted, GameNotFound):
        return None
    except IllegalMove as error:
        if error.code in ("game_over", "time_is_up"):
            return None
        raise
    MOVES.inc()
    return outcome.game if outcome.game.waits_for_bot else None


def command_of(
    game: Game, ruleset: Ruleset, state: State, number: int | None = None
) -> MoveCommand:
    """Return the move of the bot that is to move in a state of a game.

    ``number`` is how many choices its seat has made before; None: as many as stored rows say. One
    that thinks gives its quick answer when a third of its time is left.
    """
    assert game.to_act is not None
    if number is None:
        number = store.count_choices(game, game.to_act)
    view = observe(ruleset, state, game.to_act)
    has_time = partial(_has_time, ruleset, state) if game.waits_for_thinking else None
    return _command(game, ruleset, view, number, has_time)


def _call_in_window(game: Game) -> None:
    """Let the bots of a game call UNO and catch in the window that is open.

    Each sees only what is held for itself. A task that runs twice finds that all is held already.
    """
    ruleset = selectors.ruleset_for(game)
    for seat in filter(game.is_bot, range(game.seats)):
        number = store.count_choices(game, seat)
        try:
            while moves_for_bot(view := selectors.position(game=game, viewer=seat)):
                submit_move(game, _command(game, ruleset, view, number))
                MOVES.inc()
        except IllegalMove:
            continue  # Another task has done the same.
        except StaleSeq:
            return


def _command(
    game: Game,
    ruleset: Ruleset,
    view: View,
    number: int,
    has_time: Callable[[], bool] | None = None,
) -> MoveCommand:
    """Return what the bot of a view chooses, after so many choices."""
    seed = seed_of_choice(seed=game.secret, number=number, seat=view.viewer)
    name, budget = _bot_on(game.pk, view.viewer)
    choice = choose(
        name=name, ruleset=ruleset, view=view, seed=seed, budget=budget, has_time=has_time
    )
    return MoveCommand(choice.move, choice.actor, expected=game.seq)


def _has_time(ruleset: Ruleset, state: State) -> bool:
    """Whether the bot to move may think: more than a third of its time is left."""
    low_at = on_server(state, low_on_time_at(ruleset, state))
    return low_at is None or milliseconds(now()) < low_at


def _take_several(game: Game, until: float) -> Game | None:
    """Make moves of a game of bots only until a time, in one transaction.

    A crash loses nothing: the choices follow from the seed, so the next task repeats them. The time
    is that of ``time.monotonic``. Returns the game if a bot is to move next, else None.
    """
    game_id, seq = str(game.pk), game.seq
    numbers: dict[int, int] = {}

    def next_command(game: Game, ruleset: Ruleset, state: State) -> MoveCommand | None:
        is_first = game.seq == seq
        if not game.waits_for_bot or game.waits_for_thinking:
            return None
        if game.to_act is None or (time.monotonic() >= until and not is_first):
            return None
        if game.to_act not in numbers:
            numbers[game.to_act] = store.count_choices(game, game.to_act)
        numbers[game.to_act] += 1
        return command_of(game, ruleset, state, numbers[game.to_act] - 1)

    outcome = submit_moves(game, next_command)
    if outcome is None:
        return take_turn(game_id=game_id, seq=seq)
    MOVES.inc(len(outcome.rows))
    return outcome.game if outcome.game.waits_for_bot else None


def take_lease(game: Game) -> bool:
    """Reserve the thinking about a turn; False if another task has it.

    Without a cache every task has it: what is decided twice is stored once.
    """
    try:
        return bool(cache.add(_lease_key(game), True, LEASE_SECONDS))
    except Exception:
        logger.warning("The cache did not reserve the turn of game %s.", game.pk, exc_info=True)
        return True


def is_leased(game: Game) -> bool:
    """Whether a task thinks about the turn of a game, or its worker has just died."""
    return bool(cache.get(_lease_key(game)))


def _lease_key(game: Game) -> str:
    return f"thinking:{game.pk}:{game.seq}"


def play_on(*, game_id: str, seq: int) -> Game | None:
    """Take turns of bots until a person is to move, the game ends or time is up.

    A bot that thinks makes one move in a task: its turn is only taken as the first. Where only
    bots play, the moves of a task are written together. Returns the game if bots have still to
    move in it.
    """
    until = time.monotonic() + settings.BOT_TASK_SECONDS
    at = seq
    with _playing_on(game_id):
        while (game := _waiting(game_id, at)) is not None:
            is_quick_table = game.is_all_bots and game.waits_for_bot and not game.waits_for_thinking
            game = _take_several(game, until) if is_quick_table else _take_one(game)
            if game is None or game.waits_for_thinking or time.monotonic() >= until:
                return game
            at = game.seq
    return None


MOVES: Final = Counter("fairdeal_bot_moves", "Moves that bots have made.")


@lru_cache(maxsize=4096)
def _bot_on(game_id: UUID, seat: int) -> tuple[str, int | None]:
    """Return the bot on a seat and its budget in plies, which never change.

    For the seat of a player it is the bot that stands in (common.absence.bot).
    """
    found: tuple[str, int | None]
    found = Seat.objects.values_list("bot", "bot_budget").get(game_id=game_id, number=seat)
    if found[0]:
        return found
    stand_in = read_terms(TableTerms.objects.get(game_id=game_id)).stand_in
    assert stand_in is not None
    return stand_in.bot, stand_in.budget


_played: Final[ContextVar[str]] = ContextVar("played", default="")


@contextmanager
def _playing_on(game_id: str) -> Iterator[None]:
    token = _played.set(game_id)
    try:
        yield
    finally:
        _played.reset(token)


def is_played_on(game_id: str) -> bool:
    """Whether the running task continues the game, so that no other must be sent."""
    return _played.get() == game_id
