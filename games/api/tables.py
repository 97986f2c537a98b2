"""Games, seats and positions in the shapes of the API."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from games import selectors
from games.engine import NOBODY, VARIANTS, View, observe
from games.ledger.rows import stamp
from games.ledger.rulesets import read_stored_options
from games.messages.game import (
    GameLineTold,
    GameTold,
    PlayerTold,
    PositionTold,
    PromptsTold,
    ResultTold,
    SeatTold,
)
from games.models import Game, Seat
from games.players.models import Player
from games.services import Outcome
from games.viewers import view_name
from games.wording.board import told_board
from games.wording.language import Language
from games.wording.prompts import told_prompts


def told_player(player: Player) -> PlayerTold:
    """A player as anybody may see one."""
    return PlayerTold(player.pk, player.name, player.tag, player.is_guest)


def told_seats(game: Game, player: Player | None) -> list[SeatTold]:
    """The places at a table."""
    has_heroes = VARIANTS[game.variant].own_decks
    return [
        SeatTold(
            seat=seat.number,
            kind=seat.kind,  # type: ignore[arg-type]
            player=told_player(seat.player) if seat.player else None,
            bot=seat.bot or None,
            bot_version=seat.bot_version or None,
            you=player is not None and seat.player_id == player.pk,
            hero=seat.hero or None,
            look=(seat.look or "plain") if has_heroes else None,  # type: ignore[arg-type]
            picture=_picture(game, seat) if seat.hero else None,
        )
        for seat in selectors.seats_of(game)
    ]


def _picture(game: Game, seat: Seat) -> str:
    """Where the Character card of a seat is drawn, as its player wants it to look."""
    here = reverse("card-picture", kwargs={"hash": game.edition_id, "code": seat.hero})
    return f"{here}?look={seat.look}" if seat.look else here


def told_position(view: View, seq: int) -> PositionTold:
    """A view of the table."""
    return PositionTold(
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
        lasting=view.lasting,
        result=ResultTold(_seat(view.result.winner), view.result.why) if view.result else None,
    )


def _seat(number: int) -> int | None:
    return number if number >= 0 else None


def told_game(game: Game, player: Player | None, language: Language) -> GameTold:
    """A game as a player, or the public, may see it."""
    return GameTold(**game_members(game, player, language))


def game_members(game: Game, player: Player | None, language: Language) -> dict[str, Any]:
    """The members of a game."""
    seats = told_seats(game, player)
    mine = (seat.seat for seat in seats if seat.you and seat.kind == "player")
    position = table = None
    if game.seq:
        viewer = selectors.viewer_of(game=game, player=player)
        view = selectors.position(game=game, viewer=viewer)
        position = told_position(view, game.seq)
        table = told_board(selectors.ruleset_for(game), view, language)
    return {
        "id": game.pk,
        "variant": game.variant,
        "edition": game.edition_id,
        "status": game.status,
        "access": game.access,
        "reveal": game.reveal,
        "seq": game.seq,
        "you": next(mine, None),
        "seats": seats,
        "options": read_stored_options(game.options),
        "commitment": game.commitment or None,
        "algorithm": game.algorithm or None,
        "seed": bytes(game.seed).hex() if game.is_opened and game.seed else None,
        "created_at": stamp(game.created_at),
        "started_at": stamp(game.started_at) if game.started_at else None,
        "ended_at": stamp(game.ended_at) if game.ended_at else None,
        "result": ResultTold(game.winner, game.why) if game.why else None,
        "position": position,
        "table": table,
    }


def told_line(game: Game) -> GameLineTold:
    """A game in a list."""
    return GameLineTold(
        id=game.pk,
        variant=game.variant,
        edition=game.edition_id,
        status=game.status,  # type: ignore[arg-type]
        access=game.access,  # type: ignore[arg-type]
        seq=game.seq,
        seats=game.seats,
        winner=game.winner,
        why=game.why or None,
        created_at=stamp(game.created_at),
        started_at=stamp(game.started_at) if game.started_at else None,
        ended_at=stamp(game.ended_at) if game.ended_at else None,
    )


def prompts_now(game: Game, player: Player | None, language: Language) -> PromptsTold:
    """What a game waits for, as a player may see it; nothing before it begins."""
    if not game.seq:
        return PromptsTold(game.seq, [], [])
    seat = selectors.seat_of(game, player)
    view = selectors.position(game=game, viewer=NOBODY if seat is None else seat)
    return told_prompts(selectors.ruleset_for(game), view, game.seq, language)


def told_outcome(outcome: Outcome, viewer: int, language: Language) -> dict[str, Any]:
    """What a command caused, and where that leaves a viewer."""
    game = outcome.game
    view = observe(outcome.ruleset, outcome.state, viewer)
    asked = told_prompts(outcome.ruleset, view, game.seq, language)
    return {
        "seq": game.seq,
        "events": [selectors.told(game, row, viewer) for row in outcome.rows],
        "position": told_position(view, game.seq),
        "table": told_board(outcome.ruleset, view, language),
        "prompts": asked.prompts,
        "open": asked.open,
        "unused": outcome.unused,
    }
