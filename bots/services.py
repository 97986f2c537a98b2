"""Play the turns of bots: observe, choose, submit."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Final
from uuid import UUID

from django.conf import settings

from bots.choosing import budgets, choose, versions
from games import selectors
from games.engine import IllegalMove, observe
from games.errors import GameNotFound, NotStarted, StaleSeq
from games.ledger import store
from games.ledger.bot_seeds import seed_of_choice
from games.models import Seat
from games.services import BotTerms, MoveCommand, submit_move
from games.wording.labels import CATALOG
from games.wording.language import Texts

__all__ = ["STRENGTHS", "is_played_on", "play_on", "take_turn", "terms", "versions"]

STRENGTHS: Final = Texts(
    CATALOG,
    "strength",
    {
        "random": "Beginner: plays any card that fits, by lot",
        "greedy": "Fair: looks one move ahead, saves its Wilds, minds its deck and watches who is"
        " about to win",
        "thinker": "Strong: plays a thousand imagined games to their end for each move, and chooses"
        " the move that wins most of them",
    },
)
"""How well each bot plays, in words."""


def terms() -> dict[str, BotTerms]:
    """Return what a seat takes from each bot, by name, the weakest bot first."""
    plies = budgets()
    return {name: BotTerms(version, plies[name]) for name, version in versions().items()}


# ---- turns of stored games


def take_turn(*, game_id: str, seq: int) -> int | None:
    """Make one move of the bot that is to move after row ``seq``.

    Returns the number of the new row if a bot is to move there, else None. Nothing is done if the
    turn was taken already or the game has moved on.
    """
    game = store.read(UUID(game_id))
    if game is None or game.seq != seq or not game.waits_for_bot or game.to_act is None:
        return None
    seat = game.to_act
    ruleset = selectors.ruleset_for(game)
    view = observe(ruleset, store.load(game), seat)
    seed = seed_of_choice(seed=bytes(game.seed), seq=seq, seat=seat)
    name, budget = _bot_on(game.pk, seat)
    choice = choose(name=name, ruleset=ruleset, view=view, seed=seed, budget=budget)
    try:
        outcome = submit_move(game, MoveCommand(choice.move, choice.actor, expected=seq))
    except (StaleSeq, NotStarted, GameNotFound):
        return None
    except IllegalMove as error:
        if error.code in ("game_over", "time_is_up"):
            return None
        raise
    return outcome.game.seq if outcome.game.waits_for_bot else None


def play_on(*, game_id: str, seq: int) -> int | None:
    """Take turns of bots until a person is to move, the game ends or time is up.

    Returns the number of the row from which to continue if time is up.
    """
    until = time.monotonic() + settings.BOT_TASK_SECONDS
    with _playing_on(game_id):
        at: int | None = seq
        while at is not None:
            at = take_turn(game_id=game_id, seq=at)
            if time.monotonic() >= until:
                break
    return at


@lru_cache(maxsize=4096)
def _bot_on(game_id: UUID, seat: int) -> tuple[str, int | None]:
    """Return the bot on a seat and its budget in plies, which never change."""
    found: tuple[str, int | None]
    found = Seat.objects.values_list("bot", "bot_budget").get(game_id=game_id, number=seat)
    return found


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
