"""The addresses of bots, under /api/v1/."""

from django.urls import path

from bots.explanation_views import Why
from bots.views import BotList

urlpatterns = [
    path("games/<id:game_id>/events/<int:seq>/why/", Why.as_view(), name="event-why"),
    path("bots/", BotList.as_view(), name="bots"),
]
