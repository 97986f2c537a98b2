"""What must be true after a load: no move lost or doubled, whole streams, clean audits."""

import asyncio
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

import psycopg

from tests.load.people import Acknowledged, Load, Stream, until
from tests.load.stack import ROOT, Stack


class Head(NamedTuple):
    """Where a game stands."""

    seq: int
    status: str
    waits_for_bot: bool


class StoredRow(NamedTuple):
    """A row of a game, without what it caused."""

    digest: str
    actor: dict[str, Any]
    move: dict[str, Any]


Rows = dict[tuple[str, int], StoredRow]


def heads(stack: Stack) -> dict[str, Head]:
    """Return where each dealt game stands."""
    with psycopg.connect(stack.database, connect_timeout=5) as session:
        found = session.execute(
            "SELECT id::text, seq, status, waits_for_bot FROM games_game WHERE seq > 0"
        )
        return {game: Head(seq, status, waits) for game, seq, status, waits in found}


def stored_rows(stack: Stack) -> Rows:
    """Return the rows of all games."""
    with psycopg.connect(stack.database, connect_timeout=5) as session:
        found = session.execute(
            "SELECT game_id::text, seq, digest, actor, move FROM games_moveevent"
        )
        return {
            (game, seq): StoredRow(digest, json.loads(actor), json.loads(move))
            for game, seq, digest, actor, move in found
        }


async def reachable_heads(stack: Stack, load: Load) -> dict[str, Head]:
    """Return where each game stands, as soon as the database answers."""

    def read() -> dict[str, Head]:
        try:
            return heads(stack)
        except psycopg.OperationalError:
            return {}

    return await until(lambda: read(), "the database does not answer", load)  # type: ignore[no-any-return]


async def seconds_until_all_move(stack: Stack, load: Load, since: float, limit: float) -> float:
    """Return how long after a moment each running game had a further move.

    Fails if one stands still for longer than the limit.
    """
    before = {
        game: head
        for game, head in (await reachable_heads(stack, load)).items()
        if head.status == "running" and game in load.games
    }
    assert before, "no game runs"
    still = set(before)
    while still:
        now = await reachable_heads(stack, load)
        still = {
            game
            for game in still
            if now[game].seq == before[game].seq and now[game].status == "running"
        }
        took = time.monotonic() - since
        if still and took > limit:
            stuck = {game: now[game] for game in still}
            raise AssertionError(f"after {took:.1f} s these games stand still: {stuck}")
        await asyncio.sleep(0.1)
    return time.monotonic() - since


async def settle(stack: Stack, load: Load) -> None:
    """Stop the load; wait until bots and streams have finished."""
    await load.stop()

    def bots_are_done() -> bool:
        now = heads(stack)
        return not any(one.waits_for_bot and one.status == "running" for one in now.values())

    await until(bots_are_done, "a bot does not move", load)
    last = heads(stack)

    def streams_are_there() -> bool:
        return all(has_all(one, last) for one in load.streams)

    await until(streams_are_there, "a stream does not reach the last event", load)
    await load.close()


def has_all(stream: Stream, last: dict[str, Head]) -> bool:
    """Whether a stream has the last event of its game."""
    return bool(stream.events) and stream.events[-1].seq >= last[stream.game].seq


def wrong_streams(streams: Iterable[Stream], rows: Rows) -> list[str]:
    """Return the streams that did not see exactly the events of their games, in order."""
    digests: dict[str, list[tuple[int, str]]] = {}
    for (game, seq), row in sorted(rows.items()):
        digests.setdefault(game, []).append((seq, row.digest))
    found = []
    for stream in streams:
        if [tuple(one) for one in stream.events] != digests.get(stream.game, []):
            seqs, stored = [one.seq for one in stream.events], len(digests.get(stream.game, []))
            found.append(f"a stream of {stream.game} saw {seqs} of {stored}")
        found += [f"a stream of {stream.game} got {one}" for one in stream.problems]
    return found


def wrong_moves(acknowledged: Iterable[Acknowledged], rows: Rows) -> list[str]:
    """Return the acknowledged moves that are not there once, and rows of people without one."""
    found = []
    times: Counter[tuple[str, int]] = Counter()
    for one in acknowledged:
        times.update((one.game, seq) for seq in one.seqs)
        first = rows.get((one.game, one.seqs[0]))
        if first is None or not is_of(first, one):
            found.append(f"lost: {one}, there is {first}")
    found += [f"acknowledged {count} times: {at}" for at, count in times.items() if count > 1]
    found += [f"lost: {at}" for at in times if at not in rows]
    for (game, seq), row in rows.items():
        if row.actor["kind"] == "player" and seq > 1 and not times[game, seq]:
            found.append(f"never acknowledged: {game} {seq} {row}")
    return found


def is_of(row: StoredRow, one: Acknowledged) -> bool:
    """Whether a row is the move of a player."""
    is_same = all(row.move.get(name) == one.body.get(name) for name in ("move", "card"))
    return is_same and row.actor.get("player") == one.player


def wrong_games(stack: Stack) -> list[str]:
    """Audit all games of a server; return those that fail."""
    command = [sys.executable, "-m", "tests.load.audit_games"]
    done = subprocess.run(command, env=stack.env, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["games"] == len(heads(stack)) > 0
    return [f"audit of {game}: {why}" for game, why in found["wrong"].items()]


BAD_GATEWAYS = {"502", "stream 502"}


async def wrong(stack: Stack, load: Load, *, cuts_web: bool = False) -> list[str]:
    """Stop a load and return all that is wrong with it; nothing should be.

    The audits follow when all loads of a server are over: ``wrong_games``. With ``cuts_web`` the
    proxy has met servers that had gone; else each 502 is wrong.
    """
    await settle(stack, load)
    own, findings = set(load.games), list[str]()
    rows = {at: row for at, row in stored_rows(stack).items() if at[0] in own}
    statuses = {"201", "200", "409", "412", "503", "lost", "stream 503"}
    statuses |= BAD_GATEWAYS if cuts_web else set()
    odd = {name: count for name, count in load.figures.replies.items() if name not in statuses}
    if odd:
        findings.append(f"responses of other kinds: {odd}")
    findings += load.figures.wrong
    findings += wrong_streams(load.streams, rows)
    findings += wrong_moves(load.figures.acknowledged, rows)
    return findings
