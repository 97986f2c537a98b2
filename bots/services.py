"""Taking a turn: look, choose, submit."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Final
from uuid import UUID

import msgspec
from django.conf import settings

from bots.players import PLAYERS, Budget, OutOfBudget
from games import selectors
from games.engine import IllegalMove, Move, Resign, Ruleset, View, observe
from games.errors import GameNotFound, NotStarted, StaleSeq
from games.ledger import sealing, store
from games.ledger.bot_seeds import FORMAT, seed_of_choice
from games.ledger.rows import Actor
from games.models import Seat
from games.services import submit_move

logger = logging.getLogger(__name__)

BUDGET: Final = 10_000
"""How many moves a bot may weigh for one choice."""


def versions() -> dict[str, str]:
    """The bots on offer, the weakest first, with their versions."""
    return {name: player.version for name, player in PLAYERS.items()}


STRENGTHS: Final = {
    "random": {
        "en": "Beginner: plays any card that fits, by lot",
        "fr-CA": "Débutant : joue au hasard n’importe quelle carte permise",
    },
    "greedy": {
        "en": "Fair: looks one move ahead, saves its Wilds, minds its deck and watches who is about"
        " to win",
        "fr-CA": "Moyen : prévoit un coup, garde ses cartes blanches, ménage son paquet, surveille"
        " qui va gagner",
    },
}
"""How well the bots play, in words."""


def on_offer() -> list[dict[str, object]]:
    """The bots on offer as the API tells them, the weakest first."""
    return [
        {"name": name, "strength": STRENGTHS[name], "version": version}
        for name, version in versions().items()
    ]


# ---- a choice, and how to make it again


@dataclass(frozen=True, slots=True)
class Choice:
    """What a bot does, and as whom."""

    move: Move
    actor: Actor


def digest_of_view(view: View) -> str:
    """What was seen, in short: SHA-256 over the canonical JSON of the whole view, hexadecimal."""
    seen = sealing.canonical(msgspec.to_builtins(view))
    return sha256(f"{FORMAT}/view/".encode() + seen).hexdigest()


def moves_for_bot(view: View) -> list[Move]:
    """Return what a bot may do: answer its question, call UNO or catch a player, but not resign."""
    return [*view.moves, *(move for move in view.open if not isinstance(move, Resign))]


def choose(*, name: str, ruleset: Ruleset, view: View, seed: bytes) -> Choice:
    """What a bot does with a view, given the seed of its choice.

    The same bot, version, view and seed give the same choice. The lots are those of
    ``random.Random`` seeded with the seed as a number (first byte highest), of which only
    ``random()`` is used. A bot that fails, that is out of budget or whose move is none makes the
    first legal move instead; the actor says so, and why: "failed", "budget" or "illegal".
    """
    moves = moves_for_bot(view)
    player = PLAYERS.get(name)
    move, reason = (None, "failed") if player is None else _asked(name, view, moves, ruleset, seed)
    actor = Actor(
        kind="bot",
        name=name,
        version="" if player is None else player.version,
        seed=seed.hex(),
        view=digest_of_view(view),
        fallback=move is None,
        reason=reason,
    )
    return Choice(moves[0] if move is None else move, actor)


def move_of(name: str, view: View, ruleset: Ruleset, lots: random.Random) -> Move:
    """What a bot does with a view, by lots that are drawn for it; raises what goes wrong."""
    return PLAYERS[name].choose(view, moves_for_bot(view), ruleset, lots, Budget(BUDGET))


def _asked(
    name: str, view: View, moves: Sequence[Move], ruleset: Ruleset, seed: bytes
) -> tuple[Move | None, str]:
    """What a player answers, or why it has no answer that counts."""
    lots = random.Random(int.from_bytes(seed, "big"))
    try:
        move = PLAYERS[name].choose(view, moves, ruleset, lots, Budget(BUDGET))
    except OutOfBudget:
        return None, "budget"
    except Exception:
        logger.exception("The bot %s failed.", name)
        return None, "failed"
    return (move, "") if move in moves else (None, "illegal")


# ---- turns of stored games


def take_turn(*, game_id: str, seq: int) -> int | None:
    """Let the bot that is asked after row ``seq`` make one move.

    Returns the number of the row to go on from while a bot is asked there, else None. A turn that
    was taken already, or a game that has moved on, is left as it is.
    """
    game = store.read(UUID(game_id))
    if game is None or game.seq != seq or not game.waits_for_bot or game.to_act is None:
        return None
    seat = game.to_act
    ruleset = selectors.ruleset_for(game)
    view = observe(ruleset, store.load(game), seat)
    seed = seed_of_choice(seed=bytes(game.seed), seq=seq, seat=seat)
    choice = choose(name=_name_on(game.pk, seat), ruleset=ruleset, view=view, seed=seed)
    try:
        outcome = submit_move(
            game_id=game.pk,
            seat=seat,
            move=choice.move,
            actor=choice.actor,
            expected=seq,
            seen=game,
        )
    except (StaleSeq, NotStarted, GameNotFound):
        return None
    except IllegalMove as error:
        if error.code == "game_over":
            return None
        raise
    return outcome.game.seq if outcome.game.waits_for_bot else None


def play_on(*, game_id: str, seq: int) -> int | None:
    """Take bots' turns one after the other until a person is asked, the game ends or time is up.

    Returns the number of the row to go on from when time was up.
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
def _name_on(game_id: UUID, seat: int) -> str:
    """The bot on a seat, which it never leaves."""
    return Seat.objects.values_list("bot", flat=True).get(game_id=game_id, number=seat)


_played: Final[ContextVar[str]] = ContextVar("played", default="")


@contextmanager
def _playing_on(game_id: str) -> Iterator[None]:
    token = _played.set(game_id)
    try:
        yield
    finally:
        _played.reset(token)


def is_played_on(game_id: str) -> bool:
    """Whether this task continues the game, so that no other has to be sent."""
    return _played.get() == game_id
