"""The page /verify/, which verifies bundles in the browser."""

from __future__ import annotations

from csp.constants import NONE
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.audit.finding_texts import FINDINGS
from games.wording.page_texts import page_language
from games.wording.verifier_texts import TEXTS


@csp_replace({"connect-src": [NONE]})
@require_safe
def verifier_page(request: HttpRequest) -> HttpResponse:
    """Return the page. It may not connect to any server, this one included."""
    language = page_language(request)
    findings = {f"code_{code}": text for code, text in FINDINGS.items()}
    words = {name: text.to(language) for name, text in {**TEXTS, **findings}.items()}
    context = {"v": words, "words": words.items()}
    return render(request, "audit/verify.html", context)
