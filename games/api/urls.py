"""The addresses of the API."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path, re_path
from django.views.decorators.csrf import ensure_csrf_cookie

from games.api.views.acts import ActList, GivenActs, OrganiserList
from games.api.views.browser import BrowserSession, CodeOwner, DeviceCodes
from games.api.views.catalog import (
    Index,
    Nothing,
    ProblemList,
    ProblemOne,
    RuleList,
    RuleOne,
    VariantList,
    VariantOne,
)
from games.api.views.comparisons import EditionComparison
from games.api.views.contributions import GameReceipt, GameShare
from games.api.views.docs import Description, Redoc, RedocScript, Swagger
from games.api.views.editions import (
    CardList,
    CardOne,
    CardPicture,
    CardSchema,
    EditionDefinition,
    EditionList,
    EditionOne,
    PictureList,
)
from games.api.views.exports import GameExport
from games.api.views.foreseen_acts import ActCheck, PossibleActs
from games.api.views.gamelog import GameLog
from games.api.views.games import GameList, GameOne, GameStart, SeatList, SeatOne
from games.api.views.history import EventList, EventOne, PositionDiff, PositionOne
from games.api.views.move_requests import MoveCheck, MoveList, Prompts
from games.api.views.open_tables import GameLinks, GameRematch, LinkOne, Lobby
from games.api.views.phrases import PhraseList
from games.api.views.player_streams import MyEvents, StreamTickets
from games.api.views.players import Me, PlayerList, TokenList, TokenOne
from games.api.views.proofs_of_play import AuditOne, BundleOne, GameInclusion, KeyList
from games.api.views.ruling_requests import RulingList
from games.api.views.share_pictures import SharePicture, SharePng
from games.api.views.tournament_requests import (
    ClaimList,
    EntryList,
    TournamentActCheck,
    TournamentActList,
)
from games.api.views.tournament_views import (
    RoundOne,
    RoundTable,
    Standings,
    TournamentEventList,
    TournamentList,
    TournamentOne,
)
from games.api.views.webhooks import (
    DeliveryAgain,
    DeliveryList,
    WebhookList,
    WebhookOne,
    WebhookRotation,
    WebhookTest,
)

GAME = "games/<id:game_id>/"
EDITION = "editions/<str:hash>/"
TOURNAMENT = "tournaments/<str:code>/"
WEBHOOK = "me/webhooks/<id:webhook_id>/"

urlpatterns: list[URLPattern | URLResolver] = [
    # Addresses are tried in this order: those of every turn come first.
    path(f"{GAME}prompts/", Prompts.as_view(), name="prompts"),
    path(f"{GAME}moves/", MoveList.as_view(), name="moves"),
    path("", Index.as_view(), name="index"),
    path("players/", PlayerList.as_view(), name="players"),
    path("session/", BrowserSession.as_view(), name="session"),
    path("session/code/", CodeOwner.as_view(), name="session-code"),
    path("me/", Me.as_view(), name="me"),
    path("me/codes/", DeviceCodes.as_view(), name="device-codes"),
    path("me/tokens/", TokenList.as_view(), name="tokens"),
    path("me/tokens/<id:token_id>/", TokenOne.as_view(), name="token"),
    path("me/webhooks/", WebhookList.as_view(), name="webhooks"),
    path(WEBHOOK, WebhookOne.as_view(), name="webhook"),
    path(f"{WEBHOOK}test/", WebhookTest.as_view(), name="webhook-test"),
    path(f"{WEBHOOK}rotate/", WebhookRotation.as_view(), name="webhook-rotation"),
    path(f"{WEBHOOK}deliveries/", DeliveryList.as_view(), name="deliveries"),
    path(
        f"{WEBHOOK}deliveries/<id:delivery_id>/redeliver/",
        DeliveryAgain.as_view(),
        name="delivery-again",
    ),
    path("me/events/", MyEvents.as_view(), name="my-events"),
    path("stream-tickets/", StreamTickets.as_view(), name="stream-tickets"),
    path("variants/", VariantList.as_view(), name="variants"),
    path("variants/<str:code>/", VariantOne.as_view(), name="variant"),
    path("editions/", EditionList.as_view(), name="editions"),
    path(EDITION, EditionOne.as_view(), name="edition"),
    path(f"{EDITION}definition.json", EditionDefinition.as_view(), name="edition-definition"),
    path(f"{EDITION}cards/", CardList.as_view(), name="edition-cards"),
    path(f"{EDITION}cards/<str:code>/", CardOne.as_view(), name="edition-card"),
    path(f"{EDITION}cards/<str:code>/picture.svg", CardPicture.as_view(), name="card-picture"),
    path(f"{EDITION}pictures/", PictureList.as_view(), name="edition-pictures"),
    path(f"{EDITION}compare/<str:other>/", EditionComparison.as_view(), name="compare"),
    path("schemas/card.json", CardSchema.as_view(), name="card-schema"),
    path("rules/", RuleList.as_view(), name="rules"),
    path("rules/<str:rule>/", RuleOne.as_view(), name="rule"),
    path("keys/", KeyList.as_view(), name="keys"),
    path("problems/", ProblemList.as_view(), name="problems"),
    path("problems/<str:code>/", ProblemOne.as_view(), name="problem"),
    path("acts/", GivenActs.as_view(), name="given-acts"),
    path("lobby/", Lobby.as_view(), name="lobby"),
    path("games/", GameList.as_view(), name="games"),
    path("games/export/", GameExport.as_view(), name="games-export"),
    path(GAME, GameOne.as_view(), name="game"),
    path(f"{GAME}seats/", SeatList.as_view(), name="seats"),
    path(f"{GAME}seats/<int:seat>/", SeatOne.as_view(), name="seat"),
    path(f"{GAME}start/", GameStart.as_view(), name="start"),
    path(f"{GAME}rematch/", GameRematch.as_view(), name="rematch"),
    path(f"{GAME}phrases/", PhraseList.as_view(), name="phrases"),
    path(f"{GAME}links/", GameLinks.as_view(), name="table-links"),
    path("links/<str:code>/", LinkOne.as_view(), name="link"),
    path(f"{GAME}share/", GameShare.as_view(), name="share"),
    path(f"{GAME}receipt/", GameReceipt.as_view(), name="receipt"),
    path(f"{GAME}moves/check/", MoveCheck.as_view(), name="move-check"),
    path(f"{GAME}acts/", ActList.as_view(), name="acts"),
    path(f"{GAME}acts/possible/", PossibleActs.as_view(), name="possible-acts"),
    path(f"{GAME}acts/check/", ActCheck.as_view(), name="act-check"),
    path(f"{GAME}organisers/", OrganiserList.as_view(), name="organisers"),
    path(f"{GAME}events/", EventList.as_view(), name="events"),
    path(f"{GAME}events/<int:seq>/", EventOne.as_view(), name="event"),
    path(f"{GAME}log/", GameLog.as_view(), name="log"),
    path(f"{GAME}position/", PositionOne.as_view(), name="position"),
    path(f"{GAME}position/diff/", PositionDiff.as_view(), name="position-diff"),
    path(f"{GAME}picture.svg", SharePicture.as_view(), name="share-picture"),
    path(f"{GAME}picture.png", SharePng.as_view(), name="share-png"),
    path(f"{GAME}audit/", AuditOne.as_view(), name="audit"),
    path(f"{GAME}audit/bundle/", BundleOne.as_view(), name="bundle"),
    path(f"{GAME}audit/inclusion/", GameInclusion.as_view(), name="inclusion"),
    path("tournaments/", TournamentList.as_view(), name="tournaments-list"),
    path("tournaments/claims/", ClaimList.as_view(), name="tournaments-claims"),
    path(TOURNAMENT, TournamentOne.as_view(), name="tournaments-one"),
    path(f"{TOURNAMENT}standings/", Standings.as_view(), name="tournaments-standings"),
    path(f"{TOURNAMENT}rounds/<int:nth>/", RoundOne.as_view(), name="tournaments-round"),
    path(
        f"{TOURNAMENT}rounds/<int:nth>/tables/<int:number>/",
        RoundTable.as_view(),
        name="tournaments-table",
    ),
    path(f"{TOURNAMENT}entries/", EntryList.as_view(), name="tournaments-entries"),
    path(f"{TOURNAMENT}acts/", TournamentActList.as_view(), name="tournaments-acts"),
    path(f"{TOURNAMENT}acts/check/", TournamentActCheck.as_view(), name="tournaments-act-check"),
    path(f"{TOURNAMENT}events/", TournamentEventList.as_view(), name="tournaments-events"),
    path("rulings/", RulingList.as_view(), name="rulings"),
    path("schema/", Description.as_view(), name="schema"),
    path("docs/", ensure_csrf_cookie(Swagger.as_view()), name="docs"),
    path("redoc/redoc.js", RedocScript.as_view(), name="redoc-script"),
    path("redoc/", Redoc.as_view(), name="redoc"),
]
anything_else = [re_path("", Nothing.as_view())]
urlpatterns += anything_else
