"""The address of the bots, under /api/v1/."""

from django.urls import path

from bots.api import BotList

urlpatterns = [path("bots/", BotList.as_view(), name="bots")]
