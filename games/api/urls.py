"""The addresses of the API."""

from __future__ import annotations

from importlib.util import find_spec

from django.urls import URLPattern, URLResolver, include, path, re_path

from games.api.views.acts import ActList
from games.api.views.audit import AuditOne, BundleOne, KeyList
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
from games.api.views.checkpoints import (
    CheckpointLatest,
    CheckpointList,
    CheckpointOne,
    Consistency,
    GameInclusion,
)
from games.api.views.docs import Description, Redoc, RedocScript, Swagger
from games.api.views.gamelog import GameLog
from games.api.views.games import GameList, GameOne, SeatList, SeatOne, Start
from games.api.views.history import EventList, EventOne, Position, PositionDiff
from games.api.views.play import MoveCheck, MoveList, Prompts
from games.api.views.players import Me, PlayerList, TokenList, TokenOne
from games.api.views.rulings import RulingList

GAME = "games/<uuid:game_id>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", Index.as_view(), name="index"),
    path("players/", PlayerList.as_view(), name="players"),
    path("me/", Me.as_view(), name="me"),
    path("me/tokens/", TokenList.as_view(), name="tokens"),
    path("me/tokens/<uuid:token_id>/", TokenOne.as_view(), name="token"),
    path("variants/", VariantList.as_view(), name="variants"),
    path("variants/<str:code>/", VariantOne.as_view(), name="variant"),
    path("rules/", RuleList.as_view(), name="rules"),
    path("rules/<str:rule>/", RuleOne.as_view(), name="rule"),
    path("keys/", KeyList.as_view(), name="keys"),
    path("problems/", ProblemList.as_view(), name="problems"),
    path("problems/<str:code>/", ProblemOne.as_view(), name="problem"),
    path("games/", GameList.as_view(), name="games"),
    path(GAME, GameOne.as_view(), name="game"),
    path(f"{GAME}seats/", SeatList.as_view(), name="seats"),
    path(f"{GAME}seats/<int:seat>/", SeatOne.as_view(), name="seat"),
    path(f"{GAME}start/", Start.as_view(), name="start"),
    path(f"{GAME}prompts/", Prompts.as_view(), name="prompts"),
    path(f"{GAME}moves/", MoveList.as_view(), name="moves"),
    path(f"{GAME}moves/check/", MoveCheck.as_view(), name="move-check"),
    path(f"{GAME}acts/", ActList.as_view(), name="acts"),
    path(f"{GAME}events/", EventList.as_view(), name="events"),
    path(f"{GAME}events/<int:seq>/", EventOne.as_view(), name="event"),
    path(f"{GAME}log/", GameLog.as_view(), name="log"),
    path(f"{GAME}position/", Position.as_view(), name="position"),
    path(f"{GAME}position/diff/", PositionDiff.as_view(), name="position-diff"),
    path(f"{GAME}audit/", AuditOne.as_view(), name="audit"),
    path(f"{GAME}audit/bundle/", BundleOne.as_view(), name="bundle"),
    path(f"{GAME}audit/inclusion/", GameInclusion.as_view(), name="inclusion"),
    path("rulings/", RulingList.as_view(), name="rulings"),
    path("checkpoints/", CheckpointList.as_view(), name="checkpoints"),
    path("checkpoints/latest/", CheckpointLatest.as_view(), name="latest-checkpoint"),
    path("checkpoints/consistency/", Consistency.as_view(), name="consistency"),
    path("checkpoints/<int:size>/", CheckpointOne.as_view(), name="checkpoint"),
    path("schema/", Description.as_view(), name="schema"),
    path("docs/", Swagger.as_view(url_name="schema"), name="docs"),
    path("redoc/redoc.js", RedocScript.as_view(), name="redoc-script"),
    path("redoc/", Redoc.as_view(url_name="schema"), name="redoc"),
]
if find_spec("cards.api_urls"):
    urlpatterns.append(path("", include("cards.api_urls")))

anything_else = [re_path("", Nothing.as_view())]
urlpatterns += anything_else
