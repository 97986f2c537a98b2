"""Whatever is altered in the record of a finished game, in its file or its database, is found."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.db.backends.utils import CursorWrapper

from cards.append_only import drop_statements, install
from games.audit import (
    Bundle,
    Signature,
    Verdict,
    audit,
    bundle_message,
    decode_bundle,
    encode_bundle,
    head_message,
)
from games.audit.sealed import sealed
from games.audits import bundles
from games.audits import runs as auditing
from games.ledger import signing
from games.ledger.sealing import GENESIS, digest, seal
from games.models import Game, MoveEvent
from tests.games.finished import VARIANTS, short, taken_away
from tests.games.tables import fresh

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

every_variant = pytest.mark.parametrize("variant", VARIANTS)

Json = dict[str, Any]


@pytest.fixture(autouse=True)
def _key(settings: Any, editions: None) -> None:
    settings.SIGNING_KEY = "11" * 32


def trusted() -> list[str]:
    return [signing.public_key().public]


def codes(verdict: Verdict) -> set[tuple[str, str, int]]:
    """What was found: question, code and event."""
    return {
        (question, finding.code, finding.first)
        for question, answer in verdict.answers.items()
        for finding in answer.findings
    }


# ---- the file


def leaves(part: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The ways to all values inside a JSON value that hold no others."""
    inside = part.items() if isinstance(part, dict) else enumerate(part)
    for key, value in inside:
        if isinstance(value, dict | list) and value:
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key)


def fields(event: Json) -> list[tuple[str | int, ...]]:
    """The way to one value of each field of an event, wherever it is in a list."""
    found: dict[tuple[str, ...], tuple[str | int, ...]] = {}
    for path in leaves(event):
        kinds = tuple(step if isinstance(step, str) else "*" for step in path)
        found.setdefault(kinds, path)
    return list(found.values())


def other(value: Any) -> Any:
    """Another value of the same sort."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str() if value and value[0] in "0123456789abcdef":
            return ("1" if value[0] == "0" else "0") + value[1:]
        case str():
            return value + "x"
        case None:
            return 0
        case _:
            return ["red-5"]


def with_other(told: Json, path: tuple[str | int, ...]) -> Json:
    """The same file with another value in one place."""
    changed = copy.deepcopy(told)
    part: Any = changed
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = other(part[path[-1]])
    return changed


@every_variant
def test_another_value_anywhere_in_an_event_is_an_alteration_of_that_event(variant: str) -> None:
    bundle = taken_away(short(variant))
    for number, event in enumerate(bundle.events, 1):
        for path in fields(event):
            events = [*bundle.events]
            events[number - 1] = with_other(event, path)
            answer = sealed(msgspec.structs.replace(bundle, events=events), trusted())
            found = {(one.code, one.first) for one in answer.findings}
            assert answer.answer == "no", (number, path)
            assert ("bundle-signature", 0) in found, (number, path)
            if path == ("seq",):
                assert found & {("missing", number), ("inserted", number + 1), ("cut", number)}
            elif path == ("digest",):
                assert ("altered", number) in found, path
            else:
                assert ("altered", number) in found, (number, path)
                assert ("altered", number + 1) not in found


BESIDE = {
    "format": "format",
    "seal": "format",
    "algorithm": "algorithm",
    "view": "view",
    "head": "head-signature",
    "setup": "setup",
    "edition": "edition",
    "seed": "seed",
    "result": "result",
    "rules": "bundle-signature",
    "refusals": "bundle-signature",
}
"""What is found when something beside the events is altered, by the member of the file."""


@every_variant
def test_another_value_anywhere_beside_the_events_is_named(variant: str) -> None:
    bundle = taken_away(short(variant))
    told = json.loads(encode_bundle(bundle))
    del told["events"], told["signature"]
    for path in fields(told):
        whole = json.loads(encode_bundle(bundle))
        verdict = verdict_of(with_other(whole, path))
        assert verdict is None or not verdict.passed, path
        if verdict is not None:
            found = {finding.code for finding in verdict.sealed.findings}
            assert BESIDE[str(path[0])] in found, path


def verdict_of(told: Json) -> Verdict | None:
    """The verdict on a file; None if it is no bundle any more."""
    try:
        return audit(decode_bundle(json.dumps(told).encode()), trusted())
    except msgspec.ValidationError:
        return None


Change = Callable[[list[Json]], None]


def swap(events: list[Json]) -> None:
    events[4], events[5] = events[5], events[4]


def swap_with_their_numbers(events: list[Json]) -> None:
    swap(events)
    events[4]["seq"], events[5]["seq"] = 5, 6


def drop(events: list[Json]) -> None:
    del events[6]


def cut(events: list[Json]) -> None:
    del events[-3:]


def repeat(events: list[Json]) -> None:
    events.insert(6, copy.deepcopy(events[5]))


def add(events: list[Json]) -> None:
    events.append(events[-1] | {"seq": len(events) + 1})


def reorder(events: list[Json]) -> None:
    shuffled = next(f for event in events for f in event["facts"] if f["fact"] == "shuffled")
    shuffled["order"][0], shuffled["order"][-1] = shuffled["order"][-1], shuffled["order"][0]


CHANGES: dict[Change, tuple[str, int]] = {
    swap: ("out-of-place", 5),
    swap_with_their_numbers: ("altered", 5),
    drop: ("missing", 7),
    repeat: ("inserted", 6),
    reorder: ("altered", 1),
}


@every_variant
@pytest.mark.parametrize("change", [*CHANGES, cut, add])
def test_events_swapped_dropped_repeated_cut_off_or_added_are_told_apart(
    variant: str, change: Change
) -> None:
    bundle = taken_away(short(variant))
    events = copy.deepcopy(bundle.events)
    change(events)
    verdict = audit(msgspec.structs.replace(bundle, events=events), trusted())
    last = len(bundle.events)
    named = CHANGES | {cut: ("cut", last - 2), add: ("inserted", last + 1)}
    assert ("sealed", *named[change]) in codes(verdict)
    assert not verdict.passed


# ---- by an owner of the seed who rebuilds the chain


def forged(bundle: Bundle, events: list[Json], signing_key: str = "") -> Bundle:
    """A bundle whose chain fits its events again; with a key, signed by it."""
    assert bundle.secret is not None
    previous = GENESIS
    for event in events:
        row = {"game": bundle.head.game, **event}
        del row["digest"], row["hidden"]
        previous = digest(previous, seal(row, event["hidden"], bundle.secret))
        event["digest"] = previous
    head = msgspec.structs.replace(bundle.head, digest=previous, seq=len(events))
    return msgspec.structs.replace(bundle, events=events, head=head)


def signed_by(bundle: Bundle, secret: str, settings: Any) -> Bundle:
    """A bundle signed by the key of this secret."""
    settings.SIGNING_KEY = secret
    key = signing.public_key()
    by = Signature(
        "ed25519",
        key.id,
        key.public,
        signing.sign(head_message(bundle.head)),
        signing.sign(bundle_message(bundle)),
    )
    settings.SIGNING_KEY = "11" * 32
    return msgspec.structs.replace(bundle, signature=by)


def test_a_chain_made_anew_does_not_have_the_head_that_was_signed() -> None:
    bundle = taken_away(short("avengers"))
    events = copy.deepcopy(bundle.events)
    events[5]["at"] = "2026-01-01T00:00:00.000Z"
    verdict = audit(forged(bundle, events), trusted())
    assert ("sealed", "head-signature", 0) in codes(verdict)
    old_head = msgspec.structs.replace(forged(bundle, events), head=bundle.head)
    assert ("sealed", "head", len(events)) in codes(audit(old_head, trusted()))


def test_the_signature_of_another_key_is_told_to_whoever_names_the_keys(settings: Any) -> None:
    bundle = signed_by(taken_away(short("avengers")), "22" * 32, settings)
    assert codes(audit(bundle, trusted())) == {("sealed", "key", 0)}
    assert bundle.signature is not None
    renamed = msgspec.structs.replace(bundle.signature, public=trusted()[0])
    found = codes(audit(msgspec.structs.replace(bundle, signature=renamed)))
    assert {code for _, code, _ in found} == {"key", "head-signature", "bundle-signature"}


def test_a_bundle_without_a_signature_does_not_pass() -> None:
    bundle = msgspec.structs.replace(taken_away(short("avengers")), signature=None)
    assert codes(audit(bundle)) == {("sealed", "unsigned", 0)}


def drawn(events: list[Json]) -> tuple[int, Json]:
    """The first draw of the game, with the number of its event."""
    return next(
        (event["seq"], fact)
        for event in events[1:]
        for fact in event["facts"]
        if fact.get("verb") == "draw"
    )


def test_another_card_is_not_what_the_rules_give_even_if_chain_and_signature_fit(
    settings: Any,
) -> None:
    bundle = taken_away(short("avengers"))
    events = copy.deepcopy(bundle.events)
    seq, fact = drawn(events)
    fact["cards"] = ["wild" if fact["cards"] != ["wild"] else "red-5"]
    verdict = audit(signed_by(forged(bundle, events), "11" * 32, settings), trusted())
    assert verdict.sealed.answer == "yes"
    assert verdict.lawful.answer == "no"
    assert verdict.lawful.findings[0].first == seq
    assert verdict.lawful.findings[0].rule


def test_another_order_is_not_what_the_seed_gives_even_if_chain_and_signature_fit(
    settings: Any,
) -> None:
    bundle = taken_away(short("avengers"))
    events = copy.deepcopy(bundle.events)
    reorder(events)
    verdict = audit(signed_by(forged(bundle, events), "11" * 32, settings), trusted())
    assert verdict.sealed.answer == "yes"
    assert verdict.fair.findings[0].code == "shuffle"
    assert verdict.fair.findings[0].rule == "common.chance"


# ---- views


@every_variant
def test_another_value_in_the_view_of_a_seat_is_found_too(variant: str) -> None:
    bundle = taken_away(short(variant, reveal="seats"), 0)
    for number, event in enumerate(bundle.events, 1):
        for path in fields(event):
            events = [*bundle.events]
            events[number - 1] = with_other(event, path)
            answer = sealed(msgspec.structs.replace(bundle, events=events), trusted())
            found = {(one.code, one.first) for one in answer.findings}
            assert path == ("seq",) or ("altered", number) in found, (number, path)
            assert ("bundle-signature", 0) in found


# ---- the database


@contextmanager
def owned() -> Iterator[CursorWrapper]:
    """The database as its owner has it: nothing guards the rows."""
    connection.check_constraints()
    with connection.cursor() as cursor:
        for statement in drop_statements(connection):
            cursor.execute(statement)
        yield cursor
        connection.check_constraints()
    install(connection)


def forge(table: str, column: str, value: Any) -> None:
    """Change a column of all rows of a table."""
    with owned() as cursor:
        cursor.execute(f"UPDATE {table} SET {column} = %s", [value])


COLUMNS = (
    "seat", "actor", "move", "facts", "rulings", "rules_version", "fingerprint", "digest",
    "created_at",
)  # fmt: skip


@every_variant
def test_every_column_of_every_row_is_guarded(variant: str) -> None:
    game = short(variant)
    whole = bundles.unsigned(game=game)
    rows = list(MoveEvent.objects.filter(game=game).order_by("seq"))
    with owned() as cursor:
        for row in rows:
            for column in COLUMNS:
                write = f"UPDATE games_moveevent SET {column} = %s WHERE id = %s"
                kept, changed = stored_values(row, column)
                cursor.execute(write, [changed, row.pk])
                answer = sealed(bundles.unsigned(game=game), is_signed=False)
                found = {(one.code, one.first) for one in answer.findings}
                assert ("altered", row.seq) in found, (row.seq, column)
                cursor.execute(write, [kept, row.pk])
    assert bundles.unsigned(game=game) == whole


def stored_values(row: MoveEvent, column: str) -> tuple[Any, Any]:
    """What a column holds, and something else."""
    kept = getattr(row, column)
    if column == "created_at":
        adapt = connection.ops.adapt_datetimefield_value
        return adapt(kept), adapt(kept + timedelta(seconds=1))
    if isinstance(kept, str) and kept[0] in "[{":
        return kept, json.dumps(with_other(told := json.loads(kept), next(leaves(told))))
    return kept, other(kept)


@every_variant
def test_a_row_taken_out_of_the_database_is_missing_and_one_at_the_end_cut_off(
    variant: str,
) -> None:
    game = short(variant)
    with owned() as cursor:
        cursor.execute("DELETE FROM games_moveevent WHERE seq IN (7, %s)", [game.seq])
    found = codes(auditing.verdict_on(fresh(game)))
    assert ("sealed", "missing", 7) in found
    assert ("sealed", "cut", game.seq) in found


@every_variant
def test_a_text_that_is_no_row_is_an_alteration_too(variant: str) -> None:
    game = short(variant)
    with owned() as cursor:
        cursor.execute("UPDATE games_moveevent SET facts = '{' WHERE seq = 3")
    found = codes(auditing.verdict_on(fresh(game)))
    assert {("sealed", "altered", 3), ("lawful", "unreadable", 3)} <= found


LINE: dict[str, tuple[Any, str]] = {
    "variant": ("xmen", "setup"),
    "options": ('{"rounds":2}', "setup"),
    "seats": (3, "setup"),
    "status": ("running", "result"),
    "seq": (9, "inserted"),
    "head": ("0" * 64, "head"),
    "seed": (b"\1" * 32, "seed"),
    "commitment": ("0" * 64, "setup"),
    "algorithm": ("none", "setup"),
    "to_act": (1, "line"),
    "winner": (5, "result"),
    "why": ("target", "result"),
    "started_at": ("2020-01-01 00:00:00", "line"),
    "changed_at": ("2020-01-01 00:00:00", "line"),
    "ended_at": ("2020-01-01 00:00:00", "line"),
}
"""What is found when the game's own line says otherwise."""


@pytest.mark.parametrize("column", LINE)
def test_the_line_of_a_game_says_what_its_rows_say(column: str) -> None:
    game = short("avengers")
    value, code = LINE[column]
    forge("games_game", column, value)
    verdict = auditing.verdict_on(fresh(game))
    assert code in {finding.code for finding in verdict.sealed.findings}
    assert not verdict.passed


def test_another_card_in_the_published_edition_is_found() -> None:
    game = short("avengers")
    with owned() as cursor:
        cursor.execute("SELECT canonical FROM cards_edition WHERE hash = %s", [game.edition_id])
        (text,) = cursor.fetchone()
        changed = text.replace('"points":20', '"points":21', 1)
        assert changed != text
        cursor.execute(
            "UPDATE cards_edition SET canonical = %s WHERE hash = %s", [changed, game.edition_id]
        )
    assert ("sealed", "edition", 0) in codes(auditing.verdict_on(fresh(game)))


def test_a_seed_that_was_exchanged_is_neither_sealed_nor_fair() -> None:
    game = short("avengers")
    forge("games_game", "seed", b"\2" * 32)
    verdict = auditing.verdict_on(Game.objects.get(pk=game.pk))
    assert codes(verdict) == {("sealed", "seed", 0), ("fair", "seed", 0)}
    assert verdict.lawful.answer == "yes"
