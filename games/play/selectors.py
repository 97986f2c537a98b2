"""Read games, without locks, and without the parts hidden from a viewer.

A viewer is a seat, ``NOBODY`` (the public) or ``EVERYTHING``; ``games.play.sight`` decides which of
them a caller may be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Final, NamedTuple, TypeVar
from uuid import UUID

import msgspec
from django.db.models import QuerySet

from games.engine import (
    NOBODY,
    Prompt,
    Ruleset,
    Setup,
    State,
    View,
    fold,
    observe,
    redact_prompt,
)
from games.engine.moves import ANSWERS
from games.errors import GameNotFound, SeqOutOfRange
from games.ledger import rulesets, store
from games.ledger.recent import Recent
from games.ledger.rows import EVERYTHING, Row
from games.ledger.seen_events import SeenEvent, redact_row
from games.models import Game, MoveEvent, Refusal, RefusalCount, Rematch, Seat
from games.play.held_moves import known_to
from games.play.listed import directed_games
from games.players.models import Player
from games.players.selectors import players_of

PAGE = 200
"""How many events are read at once by default."""


# ---- games


def stored_game(game_id: UUID | str, *, lock: bool = False) -> Game:
    """Return a game, without regard to the viewer; raises ``GameNotFound``.

    ``lock``: until the transaction ends.
    """
    read = store.locked if lock else store.read
    try:
        game = read(game_id if isinstance(game_id, UUID) else UUID(game_id))
    except ValueError as error:
        raise GameNotFound from error
    if game is None:
        raise GameNotFound
    return game


def game_for(*, game_id: UUID | str, player: Player | None) -> Game:
    """Return the game if the player may see it; raises ``GameNotFound``."""
    game = stored_game(game_id)
    if not may_see(game, player):
        raise GameNotFound
    return game


def may_see(game: Game, player: Player | None, seats: Iterable[Seat] | None = None) -> bool:
    """Whether a player may see a game: all may see one that any player may join."""
    if game.access == Game.Admission.OPEN:
        return True
    if player is None:
        return False
    if player.pk in (game.creator_id, game.returns_to):
        return True
    if seats is None:
        is_seated = Seat.objects.filter(game_id=game.pk, player_id=player.pk).exists()
    else:
        is_seated = any(seat.player_id == player.pk for seat in seats)
    return is_seated or directed_games(player).games.filter(pk=game.pk).exists()


def seats_of(game: Game) -> list[Seat]:
    """Return the seats of a game in order, each with its player."""
    return list(Seat.objects.filter(game_id=game.pk).select_related("player").order_by("number"))


def rematch_of(game: Game) -> UUID | None:
    """Return the table that follows a finished game; None if there is none."""
    if game.status != Game.Status.OVER:
        return None
    # One statement for each game: a join would need both on one shard.
    for table_id in Rematch.objects.filter(game=game).values_list("table", flat=True):
        if Game.objects.filter(pk=table_id).exclude(why__in=Game.CANCELLED).exists():
            return table_id
    return None


class Sitting(NamedTuple):
    """A player's seat, and the public key of that seat ("" for none)."""

    seat: int
    key: str


def seat_of(game: Game, player: Player | None) -> int | None:
    """Return the seat of a player, None for all others."""
    sitting = sitting_of(game, player)
    return None if sitting is None else sitting.seat


def sitting_of(game: Game, player: Player | None) -> Sitting | None:
    """Return the seat of a player with its key, None for all others."""
    if player is None:
        return None
    if game.seq and _names.get(game.pk) is None:
        played_names(game)
    known = _sitting.get((game.pk, player.pk))
    if known is not None:
        return known
    seats = Seat.objects.filter(game_id=game.pk, player_id=player.pk, kind=Seat.Kind.PLAYER)
    found = seats.values_list("number", "key").first()
    if found is None:
        return None
    sitting = Sitting(*found)
    if game.seq:
        _sitting.put((game.pk, player.pk), sitting)
    return sitting


_sitting: Final[Recent[tuple[UUID, UUID], Sitting]] = Recent(5000)


NAME_SECONDS: Final = 60
"""How long names are cached in memory, and so how long an erased name may still appear."""


class PlayedName(NamedTuple):
    """The name under which a seat plays, the tag of its player, and the player.

    The name is "" if it was erased. A bot has the tag "" and no player.
    """

    name: str
    tag: str
    player: UUID | None = None


def played_names(game: Game, seats: Iterable[Seat] = ()) -> tuple[PlayedName, ...]:
    """Return the names at the table of a game that has begun, seat 0 first.

    ``seats`` are its seats with their players, if they have been read.
    """
    known = _names.get(game.pk)
    if known is not None and monotonic() < known[0] + NAME_SECONDS:
        return known[1]
    table = list(seats or seats_of(game))
    bots = bot_names(table)
    names = tuple(_played_name(seat, bots) for seat in table)
    _names.put(game.pk, (monotonic(), names))
    for seat in table if game.seq else ():
        if seat.player_id is not None and seat.kind == Seat.Kind.PLAYER:
            _sitting.put((game.pk, seat.player_id), Sitting(seat.number, seat.key))
    return names


def _played_name(seat: Seat, bots: dict[int, str]) -> PlayedName:
    player = seat.player
    if player is None:
        return PlayedName(bots.get(seat.number, ""), "")
    return PlayedName(seat.name or player.name, player.tag, player.pk)


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A game that has begun, with what the words about it need, read once.

    ``names`` are by seat. ``people`` are its players and its creator, ``bots`` the names of its
    bots by seat; both are there only if its seats have been read.
    """

    game: Game
    ruleset: Ruleset
    names: tuple[PlayedName, ...]
    people: Sequence[Player] = ()
    bots: Mapping[int, str] = field(default_factory=dict)


def table_of(game: Game, seats: Sequence[Seat] = ()) -> PlayedTable:
    """Return the table of a game that has begun; ``seats`` if they have been read."""
    names, people = played_names(game, seats), [seat.player for seat in seats if seat.player]
    if seats and game.creator_id not in {player.pk for player in people}:
        people += players_of([game.creator_id])
    return PlayedTable(game, ruleset_for(game), names, people, bot_names(seats))


def bot_names(seats: Sequence[Seat]) -> dict[int, str]:
    """Return the names of the bots at a table by seat, such as "Greedy 1".

    No player may have such a name: ``players.names`` reserves the names of bots with any number.
    """
    known: Counter[str] = Counter()
    names = {}
    for seat in seats:
        if seat.bot:
            known[seat.bot] += 1
            names[seat.number] = f"{seat.bot.capitalize()} {known[seat.bot]}"
    return names


def forget_names() -> None:
    """Drop the names cached in memory."""
    _names.clear()


_names: Final[Recent[UUID, tuple[float, tuple[PlayedName, ...]]]] = Recent(5000)


# ---- history


def events(*, game: Game, viewer: int, after: int = 0, limit: int | None = PAGE) -> list[SeenEvent]:
    """Return the events after ``after`` as a viewer may see them."""
    until = game.seq if limit is None else min(game.seq, after + limit)
    return [
        redacted_event(game, row, viewer) for row in store.history(game, after=after, until=until)
    ]


@dataclass(frozen=True, slots=True)
class PlayedEvent:
    """An event as a viewer may see it, with what it is about.

    ``asked`` is the question that its move answers, without what is hidden from the viewer.
    ``before`` and ``state`` are the whole states before and after it, for those who redact them.
    """

    event: SeenEvent
    asked: Prompt | None
    before: State
    state: State

    @property
    def question(self) -> str:
        """Return the kind of the question that its move answers, "" for none."""
        return self.asked.kind if self.asked else ""


def played_events(
    *, game: Game, viewer: int, after: int = 0, limit: int | None = PAGE
) -> Iterator[PlayedEvent]:
    """Yield the events after ``after`` with the answered prompt and the state after."""
    state = store.state_at(game, after) if 0 < after < game.seq else State()
    until = game.seq if limit is None else min(game.seq, after + limit)
    rows = store.history(game, after=after, until=until)
    yield from played_rows(game=game, rows=rows, state=state, viewer=viewer)


def played_rows(
    *, game: Game, rows: Iterable[Row], state: State, viewer: int
) -> Iterator[PlayedEvent]:
    """Yield the events of rows that follow a state."""
    for row in rows:
        before, state = state, fold(state, row.facts)
        yield played_row(game, before, row, state, viewer)


def played_row(game: Game, before: State, row: Row, after: State, viewer: int) -> PlayedEvent:
    """Return the event of a row between two states for a viewer."""
    asked = None
    if type(row.move) in ANSWERS and before.prompts:
        asked = before.prompts[-1]
        is_open = viewer == EVERYTHING or game.is_opened
        asked = asked if is_open else redact_prompt(asked, viewer)
    return PlayedEvent(redacted_event(game, row, viewer), asked, before, after)


@dataclass(frozen=True, slots=True)
class EventPage:
    """The events from ``after`` to ``until`` for a viewer, and the moves refused then.

    ``counts`` has the numbers of refused moves of the whole game.
    """

    viewer: int
    after: int
    until: int
    events: Iterable[PlayedEvent]
    counts: list[RefusalCount]
    refused: QuerySet[Refusal]


def page_after(*, game: Game, viewer: int, after: int, limit: int | None) -> EventPage:
    """Return the events after a seq, with what was refused after each."""
    until = game.seq if limit is None else after + limit
    events = played_events(game=game, viewer=viewer, after=after, limit=limit)
    counts = list(seen_refusal_counts(game=game, viewer=viewer))
    refused = seen_refusals(game=game, viewer=viewer, after=after, until=until)
    if not any(after < counted.seq <= until for counted in counts):
        refused = refused.none()
    return EventPage(viewer, after, until, events, counts, refused)


def last_move_of(*, game: Game, seat: int) -> int:
    """Return the seq of the latest move of who has a seat, 0 for none.

    What a bot has done for a player is none of the player's own moves.
    """
    made = MoveEvent.objects.filter(actor__contains=_BOT if game.bot_seats >> seat & 1 else _PLAYER)
    found = made.filter(game_id=game.pk, seat=seat, seq__lte=game.seq).order_by("-seq")
    return found.values_list("seq", flat=True).first() or 0


_PLAYER: Final = '"kind":"player"'
_BOT: Final = '"kind":"bot"'


def redacted_event(game: Game, row: Row, viewer: int) -> SeenEvent:
    """Return the event of a row for a viewer; all of it once the game is open."""
    return redact_row(row, EVERYTHING if game.is_opened else viewer)


# ---- positions


def setup_of(game: Game) -> Setup:
    """Return the setup of a game."""
    return Setup(
        variant=game.variant,
        edition=game.edition_id,
        seats=game.seats,
        options=rulesets.read_stored_options(game.options),
        heroes=rulesets.read_stored_heroes(game.heroes),
    )


def ruleset_for(game: Game) -> Ruleset:
    """Return the compiled ruleset of a game."""
    heroes = rulesets.read_stored_heroes(game.heroes)
    return rulesets.ruleset_of(game.variant, game.edition_id, game.seats, game.options, heroes)


def position(*, game: Game, viewer: int, at: int | None = None) -> View:
    """Return a viewer's position after row ``at``, by default the current one.

    Raises ``SeqOutOfRange``. ``EVERYTHING`` sees the cards of all zones and all questions. The
    current position of a seat has what is held for it.
    """
    state = state_after(game=game, at=at)
    if at is None:
        state = known_to(game, state, viewer)
    return view_of(ruleset_for(game), state, viewer)


def count_held(*, game: Game, viewer: int) -> int:
    """Return how many calls and catches are held for a seat now."""
    if not game.seq or not ruleset_for(game).options.uno_window:
        return 0
    window = known_to(game, store.load(game), viewer).window
    return 0 if window is None else len(window.held)


def check_seq(*, game: Game, at: int) -> None:
    """Raise ``SeqOutOfRange`` unless the game has a row ``at``."""
    if not 1 <= at <= game.seq:
        raise SeqOutOfRange(at, game.seq)


def state_after(*, game: Game, at: int | None = None) -> State:
    """Return the whole, unredacted state after row ``at``, or ``SeqOutOfRange``."""
    check_seq(game=game, at=game.seq if at is None else at)
    return store.load(game) if at in (None, game.seq) else store.state_at(game, at or 0)


def states_after(*, game: Game, first: int, second: int) -> tuple[State, State]:
    """Return the states after two rows, each row read once, or ``SeqOutOfRange``."""
    if first > second:
        return states_after(game=game, first=second, second=first)[::-1]
    earlier = state_after(game=game, at=first)
    check_seq(game=game, at=second)
    if second == game.seq:
        return earlier, store.load(game)
    return earlier, store.state_at(game, second, (first, earlier))


def view_of(ruleset: Ruleset, state: State, viewer: int) -> View:
    """Return a viewer's view of a state; ``EVERYTHING`` sees all zones and prompts."""
    view = observe(ruleset, state, viewer)
    if viewer == EVERYTHING:
        view = msgspec.structs.replace(
            view, cards=dict(state.zones), known={}, prompts=state.prompts
        )
    return view


R = TypeVar("R", Refusal, RefusalCount)


def seen_refusals(
    *, game: Game, viewer: int, after: int = 0, until: int | None = None
) -> QuerySet[Refusal]:
    """Return the refused moves after a seq that a viewer may see, in order.

    They name hidden cards: a seat sees its own, the public none, until the game opens to all.
    """
    later = refusals(game=game).filter(seq__gt=after, seq__lte=game.seq if until is None else until)
    return _seen_refused(later, game, viewer)


def seen_refusal_counts(*, game: Game, viewer: int) -> QuerySet[RefusalCount]:
    """Return the numbers of refused moves, to those who may see the moves."""
    return _seen_refused(RefusalCount.objects.filter(game_id=game.pk), game, viewer)


def _seen_refused(found: QuerySet[R], game: Game, viewer: int) -> QuerySet[R]:
    if game.is_opened or viewer == EVERYTHING:
        return found
    return found.none() if viewer == NOBODY else found.filter(seat=viewer)


def acts(*, game: Game) -> list[int]:
    """Return the events in which an organiser acted, in order; all may know them."""
    rows = MoveEvent.objects.filter(game_id=game.pk, actor__contains='"kind":"organiser"')
    return list(rows.order_by("seq").values_list("seq", flat=True))


def refusals(*, game: Game) -> QuerySet[Refusal]:
    """Return the refused moves of a game, in order; for its auditor."""
    return Refusal.objects.filter(game_id=game.pk).order_by("id")
