"""Games, seats, positions and outcomes as structs of the API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.urls import reverse

from games.api.receipts import render_receipt, signed_terms
from games.api.screens import NOTHING, Included, screen_of
from games.engine import VARIANTS, Clue, View, observe
from games.ledger.rows import moment_of, stamp
from games.ledger.rulesets import read_stored_options
from games.messages.game_messages import (
    ChanceResponse,
    GameResponse,
    GameSummaryResponse,
    SaidResponse,
    SeatResponse,
    TableNoteResponse,
)
from games.messages.player_messages import PlayerResponse
from games.messages.prompt_messages import MoveResponse, SinceResponse
from games.messages.table_messages import (
    ClockResponse,
    ClueResponse,
    PositionResponse,
    ResultResponse,
    TableResponse,
)
from games.models import Game, Seat
from games.play import selectors
from games.play.commands import Outcome
from games.play.directing import notes_on
from games.play.seating import is_unseated, seats_away
from games.play.selectors import PlayedTable
from games.play.sight import view_name, viewer_of
from games.play.starting import missing_shares, organiser_ids
from games.play.table_news import SHOWN_SECONDS, Said
from games.players.models import Player
from games.players.selectors import players_of
from games.wording.board import render_board
from games.wording.language import Language
from games.wording.log import since_event
from games.wording.person_names import shown_name, viewpoint_at


def render_player(player: Player, language: Language) -> PlayerResponse:
    """Render the public part of a player."""
    name = shown_name(player, language)
    return PlayerResponse(player.pk, name, player.tag, player.is_guest)


def render_organisers(
    game: Game, players: Mapping[UUID, Player], language: Language
) -> list[PlayerResponse]:
    """Render the organisers whom a game names; ``players`` has all of them."""
    return [render_player(players[one], language) for one in organiser_ids(game)]


def organisers_of(game: Game, language: Language) -> list[PlayerResponse]:
    """Read and render the organisers whom the creator of a game named."""
    players = {one.pk: one for one in players_of(organiser_ids(game))}
    return render_organisers(game, players, language)


NOBODY_AWAY: Final[Mapping[int, datetime]] = {}


def render_seats(
    game: Game,
    seats: Sequence[Seat],
    player: Player | None,
    language: Language,
    away: Mapping[int, datetime] = NOBODY_AWAY,
) -> list[SeatResponse]:
    """Render the seats of a game, each player by the name used in this game.

    ``away`` has the seats whose players are away, and since when.
    """
    has_heroes = VARIANTS[game.variant].own_decks
    places = game.places_by_seat
    return [
        SeatResponse(
            seat=seat.number,
            kind=seat.kind,  # type: ignore[arg-type]
            player=_render_sitting(seat, seat.player, language) if seat.player else None,
            bot=seat.bot or None,
            bot_version=seat.bot_version or None,
            you=player is not None and seat.player_id == player.pk,
            away=seat.number in away,
            away_since=stamp(away[seat.number]) if seat.number in away else None,
            hero=seat.hero or None,
            look=(seat.look or "plain") if has_heroes else None,  # type: ignore[arg-type]
            picture=_picture(game, seat) if seat.hero else None,
            key=seat.key or None,
            unsigned_from=seat.unsigned_from,
            place=places[seat.number] if places else None,
        )
        for seat in seats
    ]


def render_said(said: Said) -> SaidResponse:
    """Render what was said at a table."""
    at = stamp(moment_of(said.at))
    return SaidResponse(said.seat, said.code, at, SHOWN_SECONDS)  # type: ignore[arg-type]


def _render_sitting(seat: Seat, player: Player, language: Language) -> PlayerResponse:
    name = seat.name or shown_name(player, language)
    return PlayerResponse(player.pk, name, player.tag, player.is_guest)


def _picture(game: Game, seat: Seat) -> str:
    """Return the address of the picture of a seat's Character card."""
    here = reverse("card-picture", kwargs={"hash": game.edition_id, "code": seat.hero})
    return f"{here}?look={seat.look}" if seat.look else here


def render_position(view: View, seq: int) -> PositionResponse:
    """Render a view of the state."""
    return PositionResponse(
        seq=seq,
        view=view_name(view.viewer),
        current=_seat(view.current),
        direction=1 if view.direction > 0 else -1,
        color=view.color or None,
        round=view.round,
        turn=view.turn,
        dealer=_seat(view.dealer),
        scores=view.scores,
        out=view.out,
        skipped=view.skipped,
        exposed=view.exposed,
        counts=view.counts,
        cards=view.cards,
        known={zone: tuple([card or None for card in cards]) for zone, cards in view.known.items()},
        clues=[_clue(clue) for clue in view.clues],
        lasting=view.lasting,
        paused=view.paused,
        clocks=_clocks_of(view),
        window_until=None if view.window is None else stamp(moment_of(view.window)),
        result=_result_of(view),
    )


def _clue(clue: Clue) -> ClueResponse:
    return ClueResponse(
        seat=clue.seat,
        what=clue.what,
        turn=clue.turn,
        color=clue.color or None,
        top=clue.top or None,
        held=clue.held,
        card=clue.card or None,
    )


def _clocks_of(view: View) -> list[ClockResponse] | None:
    if view.clock is None:
        return None
    by_seat = zip(view.clock.banks, view.clock.missed, strict=True)
    return [ClockResponse(seat, bank / 1000, missed) for seat, (bank, missed) in enumerate(by_seat)]


def _result_of(view: View) -> ResultResponse | None:
    result = view.result
    if result is None:
        return None
    return ResultResponse(_seat(result.winner), result.why, result.places)


def _seat(number: int) -> int | None:
    return number if number >= 0 else None


def render_game(game: Game, player: Player | None, language: Language) -> GameResponse:
    """Render a game as a player, or the public, may see it."""
    return GameResponse(**game_members(game, player, language))


def game_members(game: Game, player: Player | None, language: Language) -> dict[str, Any]:
    """Return the members of the response about a game."""
    found = selectors.seats_of(game)
    seats = render_seats(game, found, player, language, seats_away(game, found))
    mine = next((seat.seat for seat in seats if seat.you and seat.kind == "player"), None)
    is_without_seat = mine is None and game.status == Game.Status.OPEN
    position = table = None
    if game.seq:
        viewer = viewer_of(game=game, player=player)
        view = selectors.position(game=game, viewer=viewer)
        position = render_position(view, game.seq)
        table = render_board(viewpoint_at(selectors.table_of(game), view, language))
    return {
        "id": game.pk,
        "variant": game.variant,
        "edition": game.edition_id,
        "status": game.status,
        "access": game.access,
        "reveal": game.reveal,
        "seq": game.seq,
        "you": mine,
        "unseated": is_without_seat and player is not None and is_unseated(game, player),
        "seats": seats,
        "host": game.creator_id,
        "organisers": organisers_of(game, language),
        "start_when_full": game.start_when_full,
        "phrases": game.phrases,
        "rematch": selectors.rematch_of(game),
        "notes": [
            TableNoteResponse(
                one.organiser, one.reason, one.reference or None, stamp(one.created_at)
            )
            for one in notes_on(game)
        ],
        "options": read_stored_options(game.options),
        "commitment": game.commitment,
        "algorithm": game.algorithm,
        "server_seed": _opened_seed(game, game.server_seed),
        "seed": _opened_seed(game, game.seed),
        "chance": _render_chance(game, found),
        "created_at": stamp(game.created_at),
        "started_at": stamp(game.started_at) if game.started_at else None,
        "ended_at": stamp(game.ended_at) if game.ended_at else None,
        "result": ResultResponse(game.winner, game.why, game.places_by_seat) if game.why else None,
        "position": position,
        "table": table,
        **(signed_terms(game) if game.status == Game.Status.OPENING else NOTHING_SIGNED),
    }


NOTHING_SIGNED: Final[dict[str, None]] = {"terms": None, "receipt": None}


def _opened_seed(game: Game, seed: bytes | memoryview) -> str | None:
    return bytes(seed).hex() if game.is_opened and seed else None


def _render_chance(game: Game, seats: Sequence[Seat]) -> ChanceResponse:
    is_opening = game.status == Game.Status.OPENING
    return ChanceResponse(
        mode=game.chance,  # type: ignore[arg-type]
        missing=missing_shares(seats) if is_opening else [],
        until=stamp(game.opens_until) if is_opening and game.opens_until else None,
    )


def render_summary(game: Game, you: int | None) -> GameSummaryResponse:
    """Render a game for a list; ``you`` is the seat of the reader."""
    return GameSummaryResponse(
        id=game.pk,
        variant=game.variant,
        edition=game.edition_id,
        you=you,
        status=game.status,  # type: ignore[arg-type]
        access=game.access,  # type: ignore[arg-type]
        seq=game.seq,
        seats=game.seats,
        winner=game.winner,
        why=game.why or None,
        places=game.places_by_seat,
        created_at=stamp(game.created_at),
        started_at=stamp(game.started_at) if game.started_at else None,
        ended_at=stamp(game.ended_at) if game.ended_at else None,
    )


def render_outcome(
    outcome: Outcome,
    viewer: int,
    language: Language,
    included: Included = NOTHING,
    *,
    has_receipt: bool = False,
) -> MoveResponse:
    """Render the events of a command, and the position after it, for a viewer."""
    game = outcome.game
    view = observe(outcome.ruleset, outcome.known or outcome.state, viewer)
    included |= {"table"}
    table = PlayedTable(game, outcome.ruleset, selectors.played_names(game))
    since = _since_own(table, outcome, viewer, language) if "since" in included else None
    screen = screen_of(viewpoint_at(table, view, language), game, included, since)
    assert isinstance(screen.table, TableResponse)
    return MoveResponse(
        seq=game.seq,
        digest=screen.digest,
        events=[selectors.redacted_event(game, row, viewer) for row in outcome.rows],
        position=render_position(view, game.seq),
        table=screen.table,
        prompts=screen.prompts,
        open=screen.open,
        window_until=screen.window_until,
        window_seconds_left=screen.window_seconds_left,
        held=screen.held,
        since=screen.since,
        cards=screen.cards,
        unused=outcome.unused,
        receipt=render_receipt(game) if has_receipt else None,
    )


def _since_own(
    table: PlayedTable, outcome: Outcome, viewer: int, language: Language
) -> SinceResponse:
    """Return what the last row of a player's own command did; it is not stored yet."""
    game, rows = outcome.game, outcome.rows
    played = selectors.played_rows(game=game, rows=rows, state=outcome.before, viewer=viewer)
    return since_event(table, viewer, language, game.seq, list(played)[-1:])
