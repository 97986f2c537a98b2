"""The games of a search as files: a table of results, and an archive of bundles."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import IO, Final, cast
from uuid import UUID

from games.audit.bundle import encode_bundle
from games.errors import GameNotFound
from games.ledger.rows import stamp
from games.models import Game, Seat
from games.play.sight import Sight
from games.players.names import distinct_names
from games.proofs.bundle_making import bundle_of
from games.replica import read_settled
from games.written_files import BOM, StreamedFile, csv_row

MAX_RESULTS: Final = 1000
"""The most games in a table of results."""

MAX_BUNDLES: Final = 100
"""The most bundles in an archive."""

COLUMNS: Final = (
    "game",
    "variant",
    "status",
    "created_at",
    "started_at",
    "ended_at",
    "events",
    "why",
    "seat",
    "kind",
    "player",
    "name",
    "bot",
    "bot_version",
    "place",
    "winner",
)
"""The columns of a table of results, which has a row for each seat."""


def results_csv(games: Sequence[Game]) -> Iterator[bytes]:
    """Yield a row for each seat of some games; no cell is taken for a formula."""
    yield (BOM + csv_row(COLUMNS)).encode()
    seats: dict[UUID, list[Seat]] = {game.pk: [] for game in games}
    sitting = Seat.objects.filter(game__in=games).order_by("number").prefetch_related("player")
    for seat in sitting:
        seats[seat.game_id].append(seat)
    for game in games:
        names = distinct_names(seat.player for seat in seats[game.pk] if seat.player)
        for seat in seats[game.pk]:
            name = names.get(seat.player.pk, "") if seat.player else ""
            yield csv_row((*_game_cells(game), *_seat_cells(game, seat, name))).encode()


def _game_cells(game: Game) -> tuple[str, ...]:
    times = (game.created_at, game.started_at, game.ended_at)
    moments = (_stamped(moment) for moment in times)
    return (str(game.pk), game.variant, str(game.status), *moments, str(game.seq), game.why)


def _seat_cells(game: Game, seat: Seat, name: str) -> tuple[str, ...]:
    places = game.places_by_seat
    player = str(seat.player.pk) if seat.player else ""
    place = str(places[seat.number]) if places else ""
    is_winner = "yes" if game.winner == seat.number else "no"
    bot = (seat.bot, seat.bot_version)
    return (str(seat.number), seat.kind, player, name, *bot, place, is_winner)


def _stamped(moment: datetime | None) -> str:
    return stamp(moment) if moment else ""


def bundles_zip(games: Sequence[Game], sight_of: Callable[[UUID], Sight]) -> Iterator[bytes]:
    """Yield an archive of the results and the bundles of some games, as they are made.

    Each bundle is the one that its own address shows to the same caller (``sight_of``), and the
    look of an arbiter is recorded as there. Games that have not begun, and those whose bundle the
    caller may not see, have a row of results only.
    """
    written = StreamedFile()
    with zipfile.ZipFile(cast(IO[bytes], written), "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("results.csv", b"".join(results_csv(games)))
        for game in games:
            if not game.seq:
                continue
            try:
                sight = sight_of(game.pk)
            except GameNotFound:
                continue
            bundle = read_settled(sight.game, bundle_of, game=sight.game, viewer=sight.viewer)
            archive.writestr(f"bundles/fairdeal-{game.pk}.json", encode_bundle(bundle))
            sight.note("export", sight.game.seq)
            yield written.taken()
    yield written.taken()
