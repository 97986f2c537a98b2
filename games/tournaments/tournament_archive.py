"""The archive of a tournament: its rows, its games and its results in one file.

The verifier judges it without a server: docs/tournaments.md is the specification.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, cast

import msgspec

from games.audit.archives import BUNDLES, RESULTS, TOURNAMENT
from games.audit.bundle import Bundle, Signature, encode_bundle
from games.audit.tournament_files import (
    FORMAT,
    DigestedRow,
    EntryName,
    TournamentFile,
    TournamentHead,
    encode_tournament,
    head_text,
)
from games.audit.tournament_results import results_of, scores_of
from games.ledger import signing
from games.models import Game
from games.play.sight import viewer_of
from games.proofs.bundle_making import bundle_of
from games.tournaments.models import Entrant, Tournament, TournamentEvent
from games.tournaments.rules.tournament_facts import TableOpened
from games.tournaments.rules.tournament_rows import Row
from games.tournaments.rules.tournament_state import State, evolve
from games.tournaments.tournament_ledger import rows_of, state_of
from games.written_files import StreamedFile


def archive_of(tournament: Tournament) -> Iterator[bytes]:
    """Yield the archive of a tournament, as it is made, up to the row that it has now.

    The seed is in it once the tournament is over, and each game as all may see it then.
    """
    rows = rows_of(tournament, until=tournament.seq)
    state = evolve(None, (one for row in rows for one in row.facts))
    names, scores = _names(tournament, state), dict[str, Sequence[int]]()
    written = StreamedFile()
    with zipfile.ZipFile(cast(IO[bytes], written), "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(TOURNAMENT, encode_tournament(_file(tournament, names)))
        for game in _games(rows):
            bundle = _bundle(game)
            scores[str(game.pk)] = scores_of(bundle)
            archive.writestr(f"{BUNDLES}/{game.pk}.json", encode_bundle(bundle))
            yield written.taken()
        shown = {one.entry: one.name for one in names}
        archive.writestr(RESULTS, results_of(state, shown, scores))
    yield written.taken()


def results_csv(tournament: Tournament) -> bytes:
    """Return the results of the rounds that have started, as CSV."""
    rows, state = rows_of(tournament), state_of(tournament)
    names = {one.entry: one.name for one in _names(tournament, state)}
    scores = {str(game.pk): scores_of(_bundle(game)) for game in _games(rows)}
    return results_of(state, names, scores)


def _bundle(game: Game) -> Bundle:
    """Return the bundle of a game as all may see it."""
    return bundle_of(game=game, viewer=viewer_of(game=game, player=None))


def _games(rows: Iterable[Row]) -> Iterator[Game]:
    """Yield the games of the tables that have begun."""
    for fact in (one for row in rows for one in row.facts):
        if isinstance(fact, TableOpened):
            yield from Game.objects.filter(pk=fact.game, seq__gt=0)


def _names(tournament: Tournament, state: State) -> list[EntryName]:
    """Return the names that are not erased."""
    found = Entrant.objects.filter(tournament=tournament, number__in=state.entries)
    return [
        EntryName(one.number, one.name, one.salt)
        for one in found.exclude(salt="").order_by("number")
    ]


def _file(tournament: Tournament, names: list[EntryName]) -> TournamentFile:
    """Return the file of a tournament, signed by the server."""
    head = TournamentHead(
        str(tournament.pk), tournament.code, tournament.name, tournament.seq, tournament.head
    )
    rows = TournamentEvent.objects.filter(tournament=tournament, seq__lte=tournament.seq)
    return TournamentFile(
        format=FORMAT,
        head=head,
        names=names,
        rows=[
            DigestedRow(digest, msgspec.json.decode(text))
            for text, digest in rows.order_by("seq").values_list("text", "digest")
        ],
        seed=bytes(tournament.seed).hex() if tournament.is_over else None,
        signature=Signature(signing.public_key().public, signing.sign(head_text(head))),
    )
