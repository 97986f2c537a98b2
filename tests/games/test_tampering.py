"""Every alteration of a finished game, in its file or in the database, is found."""

import copy
import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import connection, transaction

from games.audit.bundle import Bundle, MalformedBundle, encode_bundle
from games.audit.bundle_reading import read_bundle
from games.audit.examined import examine
from games.audit.findings import Verdict
from games.audit.sealed import sealed
from games.audit.verdict import audit, malformed
from games.json_pointers import changed
from games.ledger import sealing, signing
from games.ledger.heads import head_message
from games.ledger.packed_facts import pack_facts, unpack_facts
from games.ledger.sealing import GENESIS, canonical, digest
from games.models import Game, MoveEvent, Refusal, Seat
from games.play.erasure import erase_player
from games.proofs import bundle_making
from games.proofs import runs as auditing
from tests.games.finished import VARIANTS, running, short, taken_away
from tests.games.owner import owned
from tests.games.tables import fresh, guest, play_on, refuse
from tests.sweeps import part_of

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
        case str() if value and value[-1] in "0123456789abcdef":
            return value[:-1] + ("1" if value[-1] == "0" else "0")
        case str():
            return value + "x"
        case None:
            return 0
        case _:
            return ["red-5"]


def with_other(value: Json, path: tuple[str | int, ...]) -> Json:
    """The same value with another one in one place."""
    changed = copy.deepcopy(value)
    part: Any = changed
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = other(part[path[-1]])
    return changed


def parts_of(bundle: Bundle) -> Json:
    """A bundle as JSON values."""
    parts: Json = json.loads(encode_bundle(bundle))
    return parts


def verdict_of(parts: Json, *keys: str) -> Verdict:
    """The verdict on a file of these values."""
    try:
        return audit(read_bundle(canonical(parts)), keys or trusted())
    except MalformedBundle:
        return malformed()


MALFORMED = ("sealed", "malformed", 0)


@every_variant
def test_another_value_anywhere_in_an_event_is_an_alteration_of_that_event(variant: str) -> None:
    whole = parts_of(taken_away(short(variant)))
    for number, event in part_of([*enumerate(whole["events"], 1)], 3):
        for path in fields(event):
            events = [*whole["events"]]
            events[number - 1] = with_other(event, path)
            found = codes(verdict_of(whole | {"events": events}))
            if MALFORMED in found:
                continue
            if path == ("seq",):
                assert ("sealed", "missing", number) in found
            else:
                assert ("sealed", "altered", number) in found, (number, path)
                assert ("sealed", "altered", number + 1) not in found


Change = Callable[[list[Json]], None]


def cut(events: list[Json]) -> None:
    del events[-3:]


def add(events: list[Json]) -> None:
    events.append(events[-1] | {"seq": len(events) + 1})


# ---- by an owner of the key, who seals again


def resealed(parts: Json, secret: str = "11" * 32) -> Json:
    """A bundle whose chain, refusals, head and signatures fit its events again."""
    parts = copy.deepcopy(parts)
    previous, refused = GENESIS, None
    for number, event in enumerate(parts["events"], 1):
        event["seq"], event["refused"] = number, refused
        row = {"game": parts["head"]["game"], **event}
        del row["mark"], row["hidden"]

        def hide(path: str, value: Any, given: Json = event["hidden"]) -> Json:
            own = bytes.fromhex(given[path]["salt"])
            return {"commitment": sealing.commit(own, value)}

        previous = digest(previous, changed(row, event["hidden"], hide))
        event["mark"] = previous[:8]
        refused = linked(previous, [one for one in parts["refusals"] if one["seq"] == number])
    parts["head"] |= {"seq": len(parts["events"]), "digest": previous, "refused": refused}
    return signed_again(parts, secret)


def linked(previous: str, stored: list[Json]) -> Json | None:
    for nth, one in enumerate(stored, 1):
        one["nth"] = nth
        value = {name: part for name, part in one.items() if name != "salt"}
        previous = sealing.link(previous, sealing.commit(bytes.fromhex(one["salt"]), value))
    return {"count": len(stored), "head": previous} if stored else None


def signed_again(parts: Json, secret: str) -> Json:
    """A bundle signed by the key of a secret."""
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret))
    public = key.public_key().public_bytes_raw().hex()
    bundle = read_bundle(canonical(parts))
    parts["signature"] = {
        "public": public,
        "head": key.sign(head_message(bundle.head)).hex(),
    }
    return parts


def test_a_bundle_that_is_sealed_again_unchanged_passes() -> None:
    whole = parts_of(taken_away(short("avengers")))
    assert resealed(whole) == whole


# ---- the database


def forge(table: str, column: str, value: Any) -> None:
    """Change a column of all rows of a table."""
    with owned() as cursor:
        cursor.execute(f"UPDATE {table} SET {column} = %s", [value])


COLUMNS = (
    "seat", "actor", "move", "facts", "rulings", "rules_version", "refused", "signed", "digest",
    "created_at",
)  # fmt: skip


@every_variant
def test_every_column_of_every_row_is_guarded(variant: str) -> None:
    game = short(variant)
    whole = bundle_making.unsigned(game=game)
    rows = list(MoveEvent.objects.filter(game=game).order_by("seq"))
    with owned() as cursor:
        for row in part_of(rows, 3):
            for column in COLUMNS:
                write = f"UPDATE games_moveevent SET {column} = %s WHERE id = %s"
                stored, changed = stored_values(row, column)
                cursor.execute(write, [changed, row.pk])
                answer = sealed(examine(bundle_making.unsigned(game=game)), is_signed=False)
                found = {(one.code, one.first) for one in answer.findings}
                assert ("altered", row.seq) in found, (row.seq, column)
                cursor.execute(write, [stored, row.pk])
    assert bundle_making.unsigned(game=game) == whole


def stored_values(row: MoveEvent, column: str) -> tuple[Any, Any]:
    """What a column holds, and something else."""
    stored = getattr(row, column)
    if column == "facts":
        value = json.loads(unpack_facts(stored))
        return stored, pack_facts(json.dumps(with_other(value, next(leaves(value)))).encode())
    if column == "created_at":
        adapt = connection.ops.adapt_datetimefield_value
        return adapt(stored), adapt(stored + timedelta(seconds=1))
    if column == "digest":
        return stored, ("1" if stored[0] == "0" else "0") + stored[1:]
    if column in ("refused", "signed"):
        return stored, '{"count":1,"head":"' + "0" * 64 + '"}'
    if isinstance(stored, str) and stored[0] in "[{":
        value = json.loads(stored)
        return stored, json.dumps(with_other(value, next(leaves(value)))) if value else "[1]"
    return stored, other(stored)


def test_the_end_of_a_stored_digest_is_guarded_too() -> None:
    game = short("avengers")
    with owned() as cursor:
        cursor.execute(
            "UPDATE games_moveevent SET digest = substr(digest, 1, 63) || 'x' WHERE seq = 3"
        )
    assert ("sealed", "altered", 3) in codes(auditing.verdict_on(fresh(game)))


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


def test_a_game_without_any_row_is_cut() -> None:
    game = short("avengers")
    with owned() as cursor:
        cursor.execute("DELETE FROM games_moveevent")
    assert auditing.verdict_on(fresh(game)).word == "fail"


@every_variant
def test_a_text_that_is_no_row_is_an_alteration_too(variant: str) -> None:
    game = short(variant)
    with owned() as cursor:
        cursor.execute("UPDATE games_moveevent SET facts = '{' WHERE seq = 3")
    found = codes(auditing.verdict_on(fresh(game)))
    assert {("sealed", "altered", 3), ("lawful", "unreadable", 3)} <= found


LINE: dict[str, tuple[Any, str]] = {
    "variant": ("xmen", "line"),
    "options": ('{"rounds":2}', "line"),
    "heroes": ('["hulk"]', "line"),
    "seats": (3, "line"),
    "status": ("running", "line"),
    "seq": (9, "inserted"),
    "head": ("0" * 64, "head"),
    "seed": (b"\1" * 32, "line"),
    "server_seed": (b"\1" * 32, "seed"),
    "commitment": ("0" * 64, "seed"),
    "algorithm": ("none", "line"),
    "chance": ("shared", "line"),
    "reveal": ("seats", "line"),
    "directors": (2, "line"),
    "refused": (1, "refusals"),
    "result_seq": (3, "line"),
    "to_act": (1, "line"),
    "winner": (5, "line"),
    "why": ("target", "line"),
    "places": ("[2,1]", "line"),
    "started_at": ("2020-01-01 00:00:00", "line"),
    "changed_at": ("2020-01-01 00:00:00", "line"),
    "ended_at": ("2020-01-01 00:00:00", "line"),
}
"""What is found when the game's own line says otherwise."""


@pytest.mark.parametrize("column", LINE)
def test_the_line_of_a_game_says_what_its_rows_say(column: str) -> None:
    game = short("avengers")
    value, code = LINE[column]
    if column == "places":
        value = str([3 - place for place in json.loads(game.places)])
    forge("games_game", column, value)
    verdict = auditing.verdict_on(fresh(game))
    assert code in {finding.code for finding in verdict.sealed.findings}
    assert not verdict.passed


SEAT: dict[str, tuple[Any, str]] = {
    "kind": ("bot", "line"),
    "bot": ("greedy", ""),
    "key": ("ab" * 32, "line"),
    "share": ("ab" * 32, "line"),
    "share_commitment": ("ab" * 32, "line"),
    "name": ("Mallory", "name"),
    "name_salt": ("ab" * 16, "name"),
}
"""What is found when a seat says otherwise; the bot of a player's seat means nothing."""


@pytest.mark.parametrize("column", SEAT)
def test_the_seats_of_a_game_are_those_of_its_first_row(column: str) -> None:
    game = short("avengers")
    value, code = SEAT[column]
    forge("games_seat", column, value)
    found = {finding.code for finding in auditing.verdict_on(fresh(game)).sealed.findings}
    assert found == ({code} if code else set())


def test_players_who_exchange_their_seats_are_found() -> None:
    game = short("avengers")
    one, two = Seat.objects.filter(game=game).order_by("number")
    with owned() as cursor:
        cursor.execute("UPDATE games_seat SET player_id = NULL WHERE id = %s", [one.pk])
        for seat, other_seat in ((two, one), (one, two)):
            cursor.execute(
                "UPDATE games_seat SET player_id = (SELECT id FROM players_player WHERE id = %s)"
                " WHERE id = %s",
                [raw_id(other_seat.player_id), seat.pk],
            )
    found = {(one.code, one.path) for one in auditing.verdict_on(fresh(game)).sealed.findings}
    assert {("line", "/seats/0"), ("line", "/seats/1")} <= found


def raw_id(value: Any) -> Any:
    return value if connection.features.has_native_uuid_field else value.hex


def test_a_name_is_gone_only_if_its_player_was_erased() -> None:
    game = short("avengers")
    Seat.objects.filter(game=game, number=0).update(name="", name_salt="")
    verdict = auditing.verdict_on(fresh(game))
    assert [one.code for one in verdict.sealed.findings] == ["name"]
    player = game.seat_set.get(number=0).player
    assert player is not None
    erase_player(player)
    verdict = auditing.verdict_on(fresh(game))
    assert verdict.passed
    assert [one.code for one in verdict.sealed.findings] == ["erased-name"]


def test_refused_moves_that_are_deleted_added_or_changed_are_found() -> None:
    game = running("avengers", guest("Ann"), guest("Bo"))
    for seat in (0, 1, 0):
        refuse(game, seat)
    game = play_on(fresh(game), 3)
    assert auditing.verdict_on(game).passed
    seq = Refusal.objects.filter(game=game).values_list("seq", flat=True)[0]
    changes = [
        "DELETE FROM games_refusal WHERE nth = 3",
        "DELETE FROM games_refusal WHERE nth = 1",
        "DELETE FROM games_refusal",
        "UPDATE games_refusal SET code = 'other' WHERE nth = 2",
        "UPDATE games_refusal SET seat = 1 - seat",
        "UPDATE games_refusal SET move = '{' WHERE nth = 2",
        "UPDATE games_refusal SET seq = seq + 1",
        "UPDATE games_refusal SET nth = nth + 10",
    ]
    for change in changes:
        with transaction.atomic():
            with owned() as cursor:
                cursor.execute(change)
            found = codes(auditing.verdict_on(fresh(game)))
            assert ("sealed", "refusals", seq) in found, change
            transaction.set_rollback(True)
    stored = Refusal.objects.get(game=game, nth=3)
    Refusal(**{**values_of(stored), "nth": 4}).save(force_insert=True)
    assert ("sealed", "refusals", seq) in codes(auditing.verdict_on(fresh(game)))


def values_of(refusal: Refusal) -> Json:
    fields = refusal._meta.concrete_fields
    return {one.attname: getattr(refusal, one.attname) for one in fields if one.name != "id"}


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
    forge("games_game", "server_seed", b"\2" * 32)
    verdict = auditing.verdict_on(Game.objects.get(pk=game.pk))
    assert codes(verdict) == {("sealed", "seed", 0), ("fair", "seed", 0)}
    assert verdict.lawful.answer == "yes"
