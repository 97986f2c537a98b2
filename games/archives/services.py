"""Move the rows of a game that is over to a file, and restore them.

The line of the game stays, with its seats, its result, its entries in the log and its verdicts.
Rows are deleted only after the file was read back from the disk and verified, and in the
transaction that writes its digest into the line.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import msgspec
from django.db import models, transaction
from django.db.models import QuerySet

from cards.append_only import released
from games.archives.archive_file import (
    ArchiveFile,
    ArchiveRefused,
    put_in_place,
    read_archive,
    written_beside,
)
from games.audit.bundle import MalformedBundle, encode_bundle
from games.audit.bundle_reading import read_bundle
from games.audit.findings import Verdict
from games.audit.note import NoteError
from games.audit.own_evidence import OwnEvidence
from games.audit.proof import RESULTS, blinded, parse_proof
from games.audit.verdict import audit
from games.ledger import store
from games.ledger.rows import now
from games.models import Game, MoveEvent, MoveReceipt, Refusal, RefusalCount
from games.play.selectors import stored_game
from games.proofs.bundle_making import signed, unsigned
from games.proofs.runs import verdict_on
from games.proofs.selectors import NotInLog, log_keys, proof_of, signing_keys
from games.search.services import index_game

NO_END: Final = "the log is not signed with its end"

MOVED: Final[tuple[type[models.Model], ...]] = (MoveEvent, Refusal, RefusalCount)
"""The models whose rows are moved."""


def old_games(age: timedelta) -> QuerySet[Game, UUID]:
    """Return the ids of games that have been over for some time, oldest first."""
    over = Game.objects.filter(status=Game.Status.OVER, seq__gt=0, archive=None)
    old = over.filter(changed_at__lt=now() - age).order_by("changed_at", "pk")
    return old.values_list("pk", flat=True)


def path_of(folder: Path, game_id: UUID) -> Path:
    """Return where the file of a game is in a folder."""
    return folder / f"{game_id}.zip"


# ---- out


def archive_game(game_id: UUID, folder: Path) -> Path:
    """Move the rows of a game to a file; return its path.

    Raises ``ArchiveRefused``. Receipts of its moves are deleted: no move can be repeated in a game
    that is over.
    """
    game = stored_game(game_id)
    if game.status != Game.Status.OVER or game.archive:
        raise ArchiveRefused("it is not over, or has no rows here")
    _check_verdict(verdict_on(game))
    if not game.is_indexed:
        index_game(game)
    path = path_of(folder, game.pk)
    with written_beside(path, _contents(game)) as new:
        stored = read_archive(new)
        verify_archive(stored, game)
        with transaction.atomic():
            _check_unchanged(game, stored)
            # Another archive of the same game would have been seen under the lock.
            put_in_place(new, path)
            Game.objects.filter(pk=game.pk).update(archive=stored.sha256)
            _delete_rows(game)
    return path


def _check_unchanged(game: Game, stored: ArchiveFile) -> None:
    """Lock a game; raise ``ArchiveRefused`` unless the file has its present rows."""
    present = store.locked(game.pk)
    if present is None or present.archive or present.head != game.head:
        raise ArchiveRefused("it was changed meanwhile")
    if _rows(present) != stored.rows:
        raise ArchiveRefused("the file does not have its rows")


def _contents(game: Game) -> ArchiveFile:
    """Return what the file of a game has; ``ArchiveRefused`` if it is not in the log."""
    whole = unsigned(game=game)
    bundle = signed(msgspec.structs.replace(whole, names=None))
    try:
        proof = proof_of(game)
    except NotInLog as error:
        raise ArchiveRefused(NO_END) from error
    rows = _rows(game)
    return ArchiveFile(encode_bundle(bundle), proof.text.encode(), rows)


def _rows(game: Game) -> bytes:
    """Return the rows of a game as JSON: by table, with every column as it is stored."""
    found = {
        model._meta.db_table: [
            {name: _plain(value) for name, value in row.items()}
            for row in model._default_manager.filter(game=game.pk).order_by("pk").values()
        ]
        for model in MOVED
    }
    return msgspec.json.encode(found)


def _plain(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else value


def _delete_rows(game: Game) -> None:
    for model in (MoveEvent, Refusal):
        with released(model, game.pk) as rows:
            rows.delete()
    RefusalCount.objects.filter(game=game.pk).delete()
    MoveReceipt.objects.filter(game=game.pk).delete()


# ---- back


def restore_game(path: Path) -> Game:
    """Store the rows of a file again; return the game. Raises ``ArchiveRefused``."""
    stored = read_archive(path)
    rows: StoredRows = msgspec.json.decode(stored.rows)
    game_id = UUID(rows[MoveEvent._meta.db_table][0]["game_id"])
    with transaction.atomic():
        game = store.locked(game_id)
        if game is None or game.archive != stored.sha256:
            raise ArchiveRefused("it is not the file to which a game of this database was moved")
        for model in MOVED:
            model._default_manager.bulk_create(_models(model, rows[model._meta.db_table]))
        Game.objects.filter(pk=game.pk).update(archive=None)
        game.archive = None
        if not _are_stored(rows, msgspec.json.decode(_rows(game))):
            raise ArchiveRefused("the rows are not stored as they were")
        _check_verdict(verdict_on(game))
    return game


StoredRows = dict[str, list[dict[str, Any]]]
"""Rows by table, each with its columns as JSON values."""


def _models(model: type[models.Model], rows: list[dict[str, Any]]) -> list[models.Model]:
    """Return rows as objects; columns newer than the file have their default."""
    fields = {field.attname: field for field in model._meta.concrete_fields}
    return [
        model(**{name: fields[name].to_python(value) for name, value in row.items()})
        for row in rows
    ]


def _are_stored(rows: StoredRows, present: StoredRows) -> bool:
    """Whether these rows, and no others, are there with these columns."""
    return all(
        len(rows[table]) == len(present[table])
        and all(map(lambda row, now: row.items() <= now.items(), rows[table], present[table]))
        for table in rows
    )


# ---- verified


def missing_files(folder: Path) -> Iterator[tuple[Game, str]]:
    """Yield the archived games whose file is not in a folder as it was, and why."""
    for game in Game.objects.exclude(archive=None).order_by("pk").iterator():
        try:
            stored = read_archive(path_of(folder, game.pk))
            if stored.sha256 != game.archive:
                raise ArchiveRefused("it is another file")
            verify_archive(stored, game)
        except ArchiveRefused as error:
            yield game, str(error)


def verify_archive(stored: ArchiveFile, game: Game) -> None:
    """Verify the bundle and the proof of a file; raises ``ArchiveRefused``."""
    try:
        bundle = read_bundle(stored.bundle)
        proof = parse_proof(stored.proof)
    except (MalformedBundle, NoteError) as error:
        raise ArchiveRefused(f"the file cannot be read: {error}") from error
    if bundle.head != store.head_of(game):
        raise ArchiveRefused("the bundle is not that of its last row")
    trusted = [key.public for key in (*signing_keys(), *log_keys())]
    if not any(one.kind in RESULTS for _, one in proof.of_game(blinded(bundle.head.game))):
        raise ArchiveRefused(NO_END)
    _check_verdict(audit(bundle, trusted, evidence=OwnEvidence(log_files=(proof,))))


def _check_verdict(verdict: Verdict) -> None:
    """Raise ``ArchiveRefused`` unless a game is sealed, and nothing is against it.

    What cannot be judged, such as the rules of an older release, is no objection.
    """
    if verdict.sealed.answer != "yes" or verdict.word in ("fail", "error"):
        found = {one.code for answer in verdict.answers.values() for one in answer.findings}
        raise ArchiveRefused(f"its audit says {verdict.word}: {', '.join(sorted(found))}")
