"""The page at /, with links to API, documentation, audit pages and admin."""

from base64 import b64encode
from hashlib import sha256
from typing import Final

from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

STYLE: Final = "body { font: 1rem/1.5 sans-serif; margin: 3rem auto; max-width: 40rem }"
STYLE_HASH: Final = f"'sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}'"
PAGE: Final = f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Fairdeal</title>
<style>{STYLE}</style>
<h1>Fairdeal</h1>
<p>A server for card games: rules, bots and proof, over an HTTP API.</p>
<ul>
<li><a href="/api/v1/">The API</a></li>
<li><a href="/api/v1/docs/">Its documentation (interactive)</a> ·
<a href="/api/v1/redoc/">reference</a> · <a href="/api/v1/schema/">the OpenAPI file</a></li>
<li><a href="/audit/">Games and audits</a></li>
<li><a href="/admin/">The admin</a></li>
<li>For operators: <a href="/healthz">health</a>, <a href="/readyz">readiness</a>,
<a href="/metrics">metrics</a></li>
</ul>
</html>
"""


@csp_update({"style-src": STYLE_HASH})
@require_safe
def home(_request: HttpRequest) -> HttpResponse:
    """Return the page."""
    return HttpResponse(PAGE)
