"""The addresses of bots and rehearsals, under /api/v1/."""

from django.urls import path

from bots.explanation_views import Why
from bots.rehearsal_views import RehearsalCancel, RehearsalList, RehearsalOne
from bots.views import BotList

REHEARSAL = "rehearsals/<int:rehearsal>/"

urlpatterns = [
    path("games/<id:game_id>/events/<int:seq>/why/", Why.as_view(), name="event-why"),
    path("bots/", BotList.as_view(), name="bots"),
    path("rehearsals/", RehearsalList.as_view(), name="rehearsals"),
    path(REHEARSAL, RehearsalOne.as_view(), name="rehearsal"),
    path(f"{REHEARSAL}cancel/", RehearsalCancel.as_view(), name="rehearsal-cancel"),
]
