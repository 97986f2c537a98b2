"""The problems of moves, with what was wrong and what can be done instead."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, get_args
from uuid import UUID

import msgspec
from msgspec import UNSET

from games.api.http.problem_documents import Flaw, RequestRefused, refused_by
from games.api.screens import NOTHING, Included, screen_of
from games.engine import NOBODY, observe
from games.errors import GameNotFound
from games.ledger.rows import EVERYTHING
from games.messages.move_messages import Choices, MoveRequest
from games.models import Game
from games.play import selectors
from games.play.commands import MoveRefused
from games.play.held_moves import known_to
from games.play.selectors import PlayedTable
from games.players.models import Player
from games.wording.labels import named_params
from games.wording.language import Language, Text
from games.wording.log import since_last_move, texts_of
from games.wording.person_names import viewpoint_at
from games.wording.refusal_texts import (
    MOST_EVENTS,
    instead_of,
    refusal_sentence,
    stale_sentence,
    unreadable_sentence,
)
from games.wording.viewpoint import Viewpoint

_BODIES: Final = get_args(MoveRequest)
MOVES: Final = tuple(str(body.__struct_config__.tag) for body in _BODIES)
"""The names of all moves."""

TOO_LATE: Final = "time_is_up"
"""The code of an answer after its time, which can be repaired by no other."""

_MEMBERS: Final = tuple(
    dict.fromkeys(("move", *(name for body in _BODIES for name in body.__struct_fields__)))
)


def refused_move(
    refused: MoveRefused, seat: int, language: Language, included: Included = NOTHING
) -> RequestRefused:
    """Return the problem of a refused move: why, what else is possible, the prompts."""
    problem, table = refused_by(refused), _table_of(refused)
    view = observe(table.ruleset, known_to(table.game, refused.state, seat), seat)
    seen = viewpoint_at(table, view, language)
    problem.words = named_params(table.ruleset.edition, problem.params, language)
    problem.sentence = refusal_sentence(refused, seen)
    problem = _with_prompts(problem, table, seen, included)
    if refused.code == TOO_LATE:
        del problem.more["instead"]
    return problem


def refused_act(refused: MoveRefused, viewer: int, language: Language) -> RequestRefused:
    """Return the problem of an organiser's act that the rules refuse."""
    problem, view = refused_by(refused), observe(refused.ruleset, refused.state, viewer)
    seen = viewpoint_at(_table_of(refused), view, language)
    problem.sentence = refusal_sentence(refused, seen)
    return problem


def _table_of(refused: MoveRefused) -> PlayedTable:
    return PlayedTable(refused.game, refused.ruleset, selectors.played_names(refused.game))


def unreadable_move(
    problem: RequestRefused,
    game_id: UUID,
    player: Player,
    language: Language,
    included: Included = NOTHING,
) -> RequestRefused:
    """Add to the problem of a body that is no move what its sender can do."""
    if problem.code not in ("malformed", "malformed_json"):
        return problem
    try:
        game = selectors.stored_game(game_id)
    except GameNotFound:
        return problem
    seat = selectors.seat_of(game, player)
    if seat is None:
        return problem
    flaw = problem.flaws[0] if problem.flaws else None
    said = _in_words(flaw, language) if flaw else ""
    given, known = _misspelt(flaw) if flaw else ("", ())
    is_missing = flaw is not None and flaw.code == "missing_field"
    problem.sentence = unreadable_sentence(
        said, given, known, MOVES, language, is_missing=is_missing
    )
    return _with_prompts_now(problem, game, seat, language, included) if game.seq else problem


def _in_words(flaw: Flaw, language: Language) -> str:
    """Return what is wrong, with its place unless that is named already."""
    said = flaw.detail.to(language) if isinstance(flaw.detail, Text) else flaw.detail
    place = (flaw.pointer or "").lstrip("/")
    params = flaw.detail.params if isinstance(flaw.detail, Text) else {}
    has_place = flaw.code != "invalid" or "member" in params or place in ("", "move")
    return said if has_place else f"{said} (`{place}`)"


def _misspelt(flaw: Flaw) -> tuple[str, Iterable[str]]:
    """Return the word of a body that may be misspelt, and the words for its place."""
    params = flaw.detail.params if isinstance(flaw.detail, Text) else {}
    path, _, _ = (flaw.pointer or "").rpartition("/")
    if "field" in params:
        given, known = str(params["field"]), _MEMBERS
        if path == "/choices":
            known = Choices.__struct_fields__
        return given, () if flaw.code == "missing_field" or given in known else known
    return str(params.get("given", "")).strip("'"), MOVES if flaw.pointer == "/move" else ()


def stale_move(
    game: Game,
    seat: int | None,
    expected: int,
    language: Language,
    included: Included = NOTHING,
) -> RequestRefused:
    """Return the problem of a move that builds on another seq.

    ``seat`` is that of the caller, None without one.
    """
    viewer = NOBODY if seat is None else seat
    problem = missed_by(game, EVERYTHING if game.is_opened else viewer, expected)
    if seat is None or not game.seq:
        return problem
    if not 0 < expected < game.seq:
        return _with_prompts_now(problem, game, seat, language, included)
    after = max(expected, game.seq - MOST_EVENTS)
    events = selectors.played_events(game=game, viewer=viewer, after=after)
    texts = texts_of(selectors.table_of(game), language, you=seat)
    said = [[one.text for one in texts.sentences(played)] for played in events]
    problem.sentence = stale_sentence(expected, game.seq, said, language)
    return _with_prompts_now(problem, game, seat, language, included)


def missed_by(game: Game, viewer: int, expected: int) -> RequestRefused:
    """Return the problem of a seq that is ahead, or behind (with the events since)."""
    seq, headers = game.seq, {"ETag": f'"{game.seq}"'}
    if expected > seq:
        params = {"expected": expected, "seq": seq}
        return RequestRefused("seq_ahead", params, more={"seq": seq}, headers=headers)
    missed = selectors.events(game=game, viewer=viewer, after=expected)
    more = {"seq": seq, "events": missed}
    return RequestRefused("stale_seq", {"seq": seq}, more=more, headers=headers)


def game_at(game: Game, seq: int) -> Game:
    """Return a game at a seq: as it was read, else as it is stored now."""
    return game if game.seq == seq else selectors.stored_game(game.pk)


def _with_prompts_now(
    problem: RequestRefused, game: Game, seat: int, language: Language, included: Included
) -> RequestRefused:
    view, table = selectors.position(game=game, viewer=seat), selectors.table_of(game)
    return _with_prompts(problem, table, viewpoint_at(table, view, language), included)


def _with_prompts(
    problem: RequestRefused, table: PlayedTable, seen: Viewpoint, included: Included
) -> RequestRefused:
    """Add what the game waits for, what can be done instead, and the parts to include."""
    since = None
    if "since" in included:
        since = since_last_move(table, seen.view.viewer, seen.language)
    screen = screen_of(seen, table.game, included, since)
    parts = msgspec.structs.asdict(screen)
    problem.more |= {name: part for name, part in parts.items() if part is not UNSET}
    problem.more["instead"] = instead_of(screen, seen.view, seen.language)
    return problem
