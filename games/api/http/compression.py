"""Compression of replies."""

import re
from typing import Final

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

from games.wording.language import HasMeta

GZIP: Final = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")


def accepts_gzip(request: HasMeta) -> bool:
    """Whether Accept-Encoding names gzip, with another weight than 0."""
    return GZIP.search(request.META.get("HTTP_ACCEPT_ENCODING", "")) is not None


class Gzip(GZipMiddleware):
    """Compresses replies of 200 bytes and more for clients that accept gzip.

    A secret can be guessed from the lengths of compressed replies (BREACH) if an attacker makes a
    victim's browser ask for it again and again, with guesses in the request that the reply repeats.
    Here a browser sends no credentials by itself to the API, a new token differs in every reply,
    Django masks the CSRF token of each form differently, and pads every reply by a random length.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Compress, unless the client gives gzip the weight 0."""
        if accepts_gzip(request):
            return super().process_response(request, response)
        patch_vary_headers(response, ("Accept-Encoding",))
        return response
