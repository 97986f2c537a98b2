"""What can be played, by which rules, and what can go wrong."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpResponse
from django.urls import reverse
from rest_framework.request import Request

from cards.language import Edition
from cards.models import Release
from cards.selectors import current_release, current_releases, editions, text_of
from games.api.http.base import ApiView, answer
from games.api.http.errors import TYPES, Refused
from games.api.openapi.schema import EDITION, describe
from games.engine import VARIANTS, Variant, options_schema
from games.engine.rulebook import Rule, load_rulebook
from games.ledger.rows import stamp
from games.messages.game import (
    BothTold,
    CurrentEditionTold,
    IndexTold,
    OptionsSchemaTold,
    ProblemTypesTold,
    ProblemTypeTold,
    RulesTold,
    RuleTold,
    VariantsTold,
    VariantTold,
)
from games.wording.language import FRENCH, Language, Text, language_of
from games.wording.problems import PROBLEMS, Problem
from games.wording.rules import rule_in, rules_in, told_rule

MINUTE = "public, max-age=60"
HOUR = "public, max-age=3600"


class Index(ApiView):
    """The resources of the API."""

    @describe(
        "index",
        "Describe the server",
        "The release of the server (a semantic version), the version of the API, and the addresses"
        " of its resources.",
        tag="about",
        replies={200: IndexTold},
        tokenless=True,
    )
    def get(self, request: Request) -> HttpResponse:
        catalog = ("variants", "editions", "rules", "bots", "keys")
        names = ("players", "me", *catalog, "games", "rulings", "checkpoints", "problems")
        pages = ("schema", "docs", "redoc")
        return answer(
            IndexTold(
                name="Fairdeal",
                version="v1",
                release=settings.RELEASE,
                resources={name: f"/api/v1/{name}/" for name in (*names, *pages)},
            ),
            Cache_Control=HOUR,
        )


class VariantList(ApiView):
    """The games on offer."""

    @describe(
        "variants_list",
        "The games on offer",
        "With their options as JSON Schema, and their current editions.",
        tag="catalog",
        replies={200: VariantsTold},
        tokenless=True,
    )
    def get(self, request: Request) -> HttpResponse:
        """All of them."""
        language = language_of(request._request)
        releases = current_releases()
        told = VariantsTold(
            [told_variant(one, releases.get(code), language) for code, one in VARIANTS.items()]
        )
        return answer(told, Cache_Control=MINUTE)


class VariantOne(ApiView):
    """One of the games."""

    @describe(
        "variants_retrieve",
        "One of the games",
        "How many play it, its options as JSON Schema, and its current edition.",
        tag="catalog",
        replies={200: VariantTold},
        errors=(404,),
        tokenless=True,
    )
    def get(self, request: Request, code: str) -> HttpResponse:
        """One of them."""
        variant = VARIANTS.get(code)
        if variant is None:
            raise Refused("not_found")
        told = told_variant(variant, current_release(code), language_of(request._request))
        return answer(told, Cache_Control=MINUTE)


def told_variant(variant: Variant, release: Release | None, language: Language) -> VariantTold:
    """A variant in the language asked for."""
    schema = options_schema(variant)
    if language == FRENCH:
        for option in variant.options:
            schema["properties"][option.name]["description"] = option.text_fr
    name = variant.name_fr if language == FRENCH else variant.name
    options = msgspec.convert(schema, OptionsSchemaTold)
    edition = current_edition(release) if release else None
    return VariantTold(variant.code, name, variant.fewest, variant.most, edition, options)


def current_edition(release: Release) -> CurrentEditionTold:
    """The edition of a release."""
    edition = release.edition
    return CurrentEditionTold(
        hash=edition.hash,
        name=BothTold(edition.name, edition.name_fr or edition.name),
        since=stamp(release.at),
        href=reverse("edition", kwargs={"hash": edition.hash}),
    )


class RuleList(ApiView):
    """The rulebook."""

    queries: ClassVar = {"GET": frozenset({"edition"})}

    @describe(
        "rules_list",
        "The rulebook",
        "Every rule that an event or a refusal can cite, in both languages. With an edition, the"
        " rules as they hold in it: the text of a rule follows that edition's cards and decks, and"
        " the rules of its own cards are listed too.",
        tag="catalog",
        replies={200: RulesTold},
        errors=(400,),
        parameters=(EDITION,),
        tokenless=True,
    )
    def get(self, request: Request) -> HttpResponse:
        """All rules."""
        book, edition = load_rulebook(), _read_edition(request)
        rules = rules_in(edition) if edition else book
        told = RulesTold(str(book.version), [told_rule(rule) for rule in rules])
        return answer(told, Cache_Control=HOUR)


class RuleOne(ApiView):
    """A rule."""

    queries: ClassVar = {"GET": frozenset({"edition"})}

    @describe(
        "rules_retrieve",
        "A rule",
        "What it says and where it comes from, in both languages. With an edition, as it holds in"
        " that edition; without one, the rule of a card that the rulebook lacks is taken from the"
        " newest edition that has it.",
        tag="catalog",
        replies={200: RuleTold},
        errors=(400, 404),
        parameters=(EDITION,),
        tokenless=True,
    )
    def get(self, request: Request, rule: str) -> HttpResponse:
        """One rule."""
        edition = _read_edition(request)
        found = rule_in(edition, rule) or (None if edition else _newest_rule(rule))
        if found is None:
            raise Refused("not_found")
        return answer(told_rule(found), Cache_Control=HOUR)


def _read_edition(request: Request) -> Edition | None:
    """The edition that the query names, None if it names none."""
    given = request.GET.get("edition")
    if given is None:
        return None
    try:
        return text_of(given)
    except ObjectDoesNotExist as error:
        raise Refused("unknown_edition") from error


def _newest_rule(rule: str) -> Rule | None:
    """The rule of a card that is in no rulebook, from the newest edition that has it."""
    hashes = editions().values_list("hash", flat=True)
    found = (rule_in(text_of(hash), rule) for hash in hashes)
    return next((one for one in found if one is not None), None)


class ProblemList(ApiView):
    """List problem types."""

    @describe(
        "problems_list",
        "List problem types",
        "The codes that a problem document can have.",
        tag="about",
        replies={200: ProblemTypesTold},
        tokenless=True,
    )
    def get(self, request: Request) -> HttpResponse:
        """All sorts of problem."""
        told = ProblemTypesTold([told_type(one) for one in PROBLEMS.values()])
        return answer(told, Cache_Control=HOUR)


class ProblemOne(ApiView):
    """A sort of problem: what the ``type`` of a problem document points at."""

    @describe(
        "problems_retrieve",
        "A sort of problem",
        "What the type of a problem document points at.",
        tag="about",
        replies={200: ProblemTypeTold},
        errors=(404,),
        tokenless=True,
    )
    def get(self, request: Request, code: str) -> HttpResponse:
        """One sort of problem."""
        problem = PROBLEMS.get(code)
        if problem is None:
            raise Refused("not_found")
        return answer(told_type(problem), Cache_Control=HOUR)


def told_type(problem: Problem) -> ProblemTypeTold:
    """A sort of problem in both languages."""
    return ProblemTypeTold(
        code=problem.code,
        type=f"{TYPES}{problem.code}/",
        status=problem.status,
        title=_both(problem.title),
        detail=_both(problem.detail),
    )


def _both(text: Text) -> BothTold:
    return BothTold(text.en, text.fr)


class Nothing(ApiView):
    """Any other address."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """There is nothing to check either."""
        self.check_throttles(request)
        raise Refused("not_found")
