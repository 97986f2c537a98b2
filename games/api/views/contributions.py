"""What players contribute to a game, and the signed head that they store."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

import msgspec
from django.http import HttpResponse
from rest_framework.request import Request

from games.api.http.api_view import ApiView, answer, caller, player_of
from games.api.http.parsing import read_body
from games.api.openapi.operation import describe
from games.api.receipts import render_receipt, render_share
from games.api.replies import game_members
from games.ledger.heads import SignedHead
from games.messages.game_messages import ShareRequest, ShareResponse
from games.play import openings, selectors
from games.players.scopes import OPTIONAL, PLAY
from games.wording.language import language_of

_share = msgspec.json.Decoder(ShareRequest)


class GameShare(ApiView):
    """The share of the caller in the seed of a game."""

    scopes: ClassVar = {"POST": PLAY}

    @describe("games_share", ShareResponse, body=ShareRequest, errors=(409, 422), headers=("ETag",))
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Open your share of the seed.

        In a game with `chance` `shared` whose status is `opening`. With the last share the cards
        are dealt. Open it only with the receipt of the terms that have your commitment
        (fairness.md). `share_receipt` is signed: proof that you opened your share. If a share is
        missing when the time is over (`chance.until`), the game is void, and the first event names
        the seat. A repeat changes nothing.
        """
        body, player = read_body(request, _share), caller(request)
        game, seat = openings.open_share(game_id=game_id, player=player, share=body.share)
        members = game_members(game, player, language_of(request))
        opened = ShareResponse(**members, share_receipt=render_share(game, seat))
        return answer(opened, ETag=f'"{game.seq}"')


class GameReceipt(ApiView):
    """The signed head of a game."""

    scopes: ClassVar = {"GET": OPTIONAL}

    @describe("games_receipt", SignedHead)
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Get a receipt.

        The present head of the game, signed by the server. Who stores it can prove a change of any
        event up to it. It is the same for every viewer.
        """
        game = selectors.game_for(game_id=game_id, player=player_of(request))
        return answer(render_receipt(game), Cache_Control="no-store")
