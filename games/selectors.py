"""Reading games. Nothing here waits for a lock, and nothing hidden leaves it.

Who looks is a seat, ``NOBODY`` (the public), or ``EVERYTHING``; ``viewer_of`` says which of them a
player may be.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final
from uuid import UUID

import msgspec
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.engine import NOBODY, Fact, Ruleset, Setup, State, View, fold, observe, redact
from games.engine.moves import ANSWERS
from games.errors import GameNotFound, NoSuchSeat, NotAllowed, SeqOutOfRange
from games.ledger import rulesets, sealing, store
from games.ledger.recent import Recent
from games.ledger.rows import EVERYTHING, Row
from games.models import Game, Refusal, RefusalCount, Seat
from games.players.models import Player

PAGE = 200
"""How many events are read at once by default."""


# ---- games


def stored_game(game_id: UUID | str) -> Game:
    """Return a game, without regard to the viewer; raises ``GameNotFound``."""
    try:
        game = store.read(game_id if isinstance(game_id, UUID) else UUID(game_id))
    except ValueError as error:
        raise GameNotFound from error
    if game is None:
        raise GameNotFound
    return game


def game_for(*, game_id: UUID | str, player: Player | None) -> Game:
    """The game, if the player may see it; raises ``GameNotFound``."""
    game = stored_game(game_id)
    if not may_see(game, player):
        raise GameNotFound
    return game


def game_to_audit(*, game_id: UUID | str, player: Player | None, is_auditor: bool) -> Game:
    """The game, if the player may see it, or is an auditor and it is over."""
    game = stored_game(game_id)
    if not may_see(game, player) and not (is_auditor and game.status == Game.Status.OVER):
        raise GameNotFound
    return game


def may_see(game: Game, player: Player | None, seats: Iterable[Seat] | None = None) -> bool:
    """Whether a game is there for a player: an open one for all, else for those it concerns."""
    if game.access == Game.Access.OPEN:
        return True
    if player is None:
        return False
    if game.creator_id == player.pk:
        return True
    if seats is None:
        return Seat.objects.filter(game_id=game.pk, player_id=player.pk).exists()
    return any(seat.player_id == player.pk for seat in seats)


def games_list(
    *, player: Player | None, mine: bool = False, status: str = "", variant: str = ""
) -> QuerySet[Game]:
    """The games a player may see, newest first; ``mine`` are those it has a part in."""
    concerned = Q(pk__in=[])
    if player is not None:
        seated = Seat.objects.filter(game=OuterRef("pk"), player=player.pk)
        concerned = Q(creator=player.pk) | Q(Exists(seated))
    found = Game.objects.defer("seed").filter(
        concerned if mine else concerned | Q(access=Game.Access.OPEN)
    )
    if status:
        found = found.filter(status=status)
    return found.filter(variant=variant) if variant else found


def seats_of(game: Game) -> list[Seat]:
    """The seats of a game in order, each with its player."""
    return list(Seat.objects.filter(game_id=game.pk).select_related("player").order_by("number"))


def seat_of(game: Game, player: Player | None) -> int | None:
    """Return the seat of a player, None for all others."""
    if player is None:
        return None
    known = known_seat(game.pk, player)
    if known is not None:
        return known
    sitting = Seat.objects.filter(game_id=game.pk, player_id=player.pk, kind=Seat.Kind.PLAYER)
    seat = sitting.values_list("number", flat=True).first()
    if seat is not None and game.seq:
        _sitting.put((game.pk, player.pk), seat)
    return seat


def known_seat(game_id: UUID, player: Player) -> int | None:
    """The seat of a player who was seen on it in a game that had begun, where seats are kept."""
    return _sitting.get((game_id, player.pk))


_sitting: Final[Recent[tuple[UUID, UUID], int]] = Recent(5000)


def viewer_of(
    *, game: Game, player: Player | None, wanted: int | None = None, is_arbiter: bool = False
) -> int:
    """As whom a player looks at a game; ``wanted`` asks for a seat, NOBODY or EVERYTHING.

    Until a game is over and opens to all, players look from their own seat, others as the public.
    Raises ``NotAllowed`` for a look at more than that, unless by an arbiter.
    """
    if wanted is not None and not EVERYTHING <= wanted < game.seats:
        raise NoSuchSeat(wanted, game.seats)
    if is_arbiter or game.is_opened:
        return EVERYTHING if wanted is None else wanted
    seat = seat_of(game, player)
    own = NOBODY if seat is None else seat
    if wanted is not None and wanted not in (own, NOBODY):
        raise NotAllowed("seat")
    return own if wanted is None else wanted


def viewer_of_bundle(*, game: Game, player: Player | None, is_auditor: bool) -> int:
    """As whom a player takes a game away: at its end, an auditor without a seat gets all of it."""
    if is_auditor and game.status == Game.Status.OVER and seat_of(game, player) is None:
        return EVERYTHING
    return viewer_of(game=game, player=player)


# ---- history


def events(
    *, game: Game, viewer: int, after: int = 0, limit: int | None = PAGE
) -> list[dict[str, Any]]:
    """The rows after ``after`` as a viewer may know them, each shaped as ``told`` says."""
    until = game.seq if limit is None else min(game.seq, after + limit)
    return [told(game, row, viewer) for row in store.history(game, after=after, until=until)]


def answers(
    *, game: Game, viewer: int, after: int = 0, limit: int | None = PAGE
) -> Iterator[tuple[dict[str, Any], str]]:
    """The rows after ``after`` as ``events`` tells them, each with the kind of question that its
    move answers ("" for none)."""
    state = store.state_at(game, after) if 0 < after < game.seq else State()
    until = game.seq if limit is None else min(game.seq, after + limit)
    for row in store.history(game, after=after, until=until):
        is_answer = isinstance(row.move, ANSWERS) and bool(state.prompts)
        yield told(game, row, viewer), state.prompts[-1].kind if is_answer else ""
        state = fold(state, row.facts)


def told(game: Game, row: Row, viewer: int) -> dict[str, Any]:
    """One row as JSON values, as a viewer may know it; once the game opens to all, all of it.

    What the viewer may not see is null, and the facts tell how many cards they are about in
    ``count``, which is not part of the row. ``sealed`` has, by JSON pointer, the commitments that
    stand in the chain in the place of hidden parts; ``salts`` has the salts of those that the
    viewer sees. So each viewer can check the own history: leave out ``digest``, ``sealed``,
    ``salts`` and each ``count``, add ``game``, put ``{"commitment": …}`` at each pointer of
    ``sealed``; the digest of that after the digest before is ``digest``. And each part with a salt
    is the one that its commitment was made of.
    """
    if game.is_opened:
        viewer = EVERYTHING
    whole = row.told()
    sealed_parts = row.hidden()
    unseen = row.hidden(viewer)
    salts = {path: sealing.salt(game.secret, row.seq, path) for path in sealed_parts}
    sealed = {path: sealing.commit(salts[path], _part(whole, path)) for path in sealed_parts}
    del whole["game"]
    whole["facts"] = [_fact(fact, viewer) for fact in row.facts]
    for path in unseen:
        if not path.startswith("/facts/"):
            _blank(whole, path)
    return whole | {
        "digest": row.digest,
        "sealed": sealed,
        "salts": {path: salts[path].hex() for path in sealed_parts if path not in unseen},
    }


def _fact(fact: Fact, viewer: int) -> dict[str, Any]:
    if viewer == EVERYTHING:
        open_parts: dict[str, Any] = msgspec.to_builtins(fact)
        return redact(fact, NOBODY) | open_parts
    return redact(fact, viewer)


def _part(whole: dict[str, Any], path: str) -> Any:
    part: Any = whole
    for step in path[1:].split("/"):
        part = part[int(step)] if isinstance(part, list | tuple) else part[step]
    return part


def _blank(whole: dict[str, Any], path: str) -> None:
    *parents, last = path[1:].split("/")
    part = whole
    for step in parents:
        part = part[step]
    part[last] = None


# ---- positions


def setup_of(game: Game) -> Setup:
    """What a game starts from."""
    return Setup(
        variant=game.variant,
        edition=game.edition_id,
        seats=game.seats,
        options=rulesets.read_stored_options(game.options),
        heroes=rulesets.read_stored_heroes(game.heroes),
        commitment=game.commitment,
        algorithm=game.algorithm,
    )


def ruleset_for(game: Game) -> Ruleset:
    """The compiled ruleset of a game."""
    heroes = rulesets.read_stored_heroes(game.heroes)
    return rulesets.ruleset_of(game.variant, game.edition_id, game.seats, game.options, heroes)


def position(*, game: Game, viewer: int, at: int | None = None) -> View:
    """What a viewer may know of the position after row ``at``, without it of the one now.

    Raises ``SeqOutOfRange``. ``EVERYTHING`` sees the cards of all zones and all questions.
    """
    return view_of(ruleset_for(game), state_after(game=game, at=at), viewer)


def check_seq(*, game: Game, at: int) -> None:
    """Raise ``SeqOutOfRange`` unless the game has a row ``at``."""
    if not 1 <= at <= game.seq:
        raise SeqOutOfRange(at, game.seq)


def state_after(*, game: Game, at: int | None = None) -> State:
    """The whole state after row ``at``, for those who redact it; raises ``SeqOutOfRange``."""
    check_seq(game=game, at=game.seq if at is None else at)
    return store.load(game) if at in (None, game.seq) else store.state_at(game, at or 0)


def view_of(ruleset: Ruleset, state: State, viewer: int) -> View:
    """What a viewer may know of a state; ``EVERYTHING`` sees all zones and all questions."""
    view = observe(ruleset, state, viewer)
    if viewer == EVERYTHING:
        view = msgspec.structs.replace(view, cards=dict(state.zones), prompts=state.prompts)
    return view


def refusals(*, game: Game) -> QuerySet[Refusal]:
    """The moves that were refused in a game, in order; for its auditor."""
    return Refusal.objects.filter(game_id=game.pk).order_by("id")


def refusal_counts(*, game: Game) -> QuerySet[RefusalCount]:
    """The numbers of moves refused in a game, by seq and seat; for its auditor."""
    return RefusalCount.objects.filter(game_id=game.pk)
