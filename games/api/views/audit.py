"""What proves that a game was played fair."""

from __future__ import annotations

from django.http import HttpResponse
from rest_framework.request import Request

from games import signing
from games.api.base import ApiView, answer
from games.api.schema import describe
from games.api.serializers import KeysTold, KeyTold


class KeyList(ApiView):
    """The public keys of the server."""

    @describe(
        "keys_list",
        "Public keys",
        "What checks the server's signatures: the key that signs now, then those that did before.",
        tag="audit",
        replies={200: KeysTold},
        public=True,
    )
    def get(self, request: Request) -> HttpResponse:
        """All of them."""
        told = [
            KeyTold(key.id, "ed25519", key.public, key.retired) for key in signing.public_keys()
        ]
        return answer(KeysTold(told), Cache_Control="public, max-age=3600")
