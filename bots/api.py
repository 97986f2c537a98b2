"""The bots on offer, over the API."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from bots import services
from cards.api import WordsSerializer
from games.api.http.base import ApiView, answer
from games.api.openapi.components import REF
from games.api.openapi.schema import ALWAYS, LANGUAGE

HOUR: Final = "public, max-age=3600"


class BotSerializer(serializers.Serializer[Any]):
    """A bot: the name to ask for, how well it plays, and the version of how it chooses."""

    name = serializers.CharField(help_text="What a seat of kind `bot` names.")
    strength = WordsSerializer(help_text="How well it plays.")
    version = serializers.CharField(help_text="Changes with how it chooses; its events cite it.")


class BotsSerializer(serializers.Serializer[Any]):
    """The bots on offer, the weakest first."""

    results = BotSerializer(many=True)


class BotList(ApiView):
    """The bots on offer."""

    @extend_schema(
        operation_id="bots_list",
        summary="The bots on offer",
        description="The weakest first. A bot sees exactly what a player in its seat sees.",
        tags=["bots"],
        parameters=[LANGUAGE],
        responses={
            (200, "application/json"): OpenApiResponse(BotsSerializer, "Done."),
            **{
                (status, "application/problem+json"): OpenApiResponse(
                    {"$ref": f"{REF}Problem{status}"}, "A problem."
                )
                for status in ALWAYS
            },
        },
        examples=[OpenApiExample("bots", {"results": services.on_offer()}, response_only=True)],
        auth=[],
    )
    def get(self, request: Request) -> HttpResponse:
        """All of them."""
        return answer({"results": services.on_offer()}, Cache_Control=HOUR)
