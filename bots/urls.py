"""The address of the list of bots, under /api/v1/."""

from django.urls import path

from bots.views import BotList

urlpatterns = [path("bots/", BotList.as_view(), name="bots")]
