"""The index, the variants, the rulebook, and the list of problem types."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar

import msgspec
from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpResponse
from django.urls import resolve, reverse
from rest_framework.request import Request

from cards.language import EditionDef, set_name
from cards.models import Release
from cards.selectors import current_release, current_releases, editions, is_stopped, text_of
from games.api.http.api_view import ApiView, answer
from games.api.http.problem_documents import TYPES, RequestRefused
from games.api.openapi.operation import describe
from games.api.openapi.parameters import EDITION
from games.engine import VARIANTS, Variant, options_schema
from games.engine.rulebook import load_rulebook
from games.ledger.rows import stamp
from games.messages.catalog_messages import (
    CurrentEditionResponse,
    DescribedVariantResponse,
    OptionsSchemaResponse,
    RuleResponse,
    RulesResponse,
    VariantResponse,
    VariantsResponse,
)
from games.messages.problem_messages import IndexResponse, ProblemTypeResponse, ProblemTypesResponse
from games.players.scopes import PUBLIC
from games.wording.goals import glossary_of, goal_of
from games.wording.language import Language, in_all_languages, language_of
from games.wording.presets import presets_of
from games.wording.problems import PROBLEMS, Problem
from games.wording.rules import printed_rules, rule_in, rules_in
from games.wording.variant_texts import CHOICE_TEXTS, OPTION_TEXTS, OPTION_TITLES, VARIANT_NAMES

MINUTE = "public, max-age=60"
HOUR = "public, max-age=3600"


class Index(ApiView):
    """The index of the API."""

    scopes: ClassVar = {"GET": PUBLIC}

    @describe("index", IndexResponse)
    def get(self, request: Request) -> HttpResponse:
        """Describe the server.

        The release of the server (a semantic version), the version of the API, and the addresses of
        its resources.
        """
        catalog = ("variants", "editions", "rules", "bots", "keys")
        names = ("players", "session", "me", *catalog, "lobby", "games", "rulings", "problems")
        pages = ("schema", "docs", "redoc")
        return answer(
            IndexResponse(
                name="Fairdeal",
                version="v1",
                release=settings.RELEASE,
                resources={name: f"/api/v1/{name}/" for name in (*names, *pages)},
            ),
            Cache_Control=HOUR,
        )


class VariantList(ApiView):
    """The variants."""

    scopes: ClassVar = {"GET": PUBLIC}

    @describe("variants_list", VariantsResponse)
    def get(self, request: Request) -> HttpResponse:
        """List the games on offer.

        With their goals, their options as JSON Schema with presets, and their current editions.
        """
        language = language_of(request)
        releases = current_releases()
        response = VariantsResponse(
            [render_variant(one, releases.get(code), language) for code, one in VARIANTS.items()]
        )
        return answer(response, Cache_Control=MINUTE)


class VariantOne(ApiView):
    """A variant."""

    scopes: ClassVar = {"GET": PUBLIC}

    @describe("variants_retrieve", DescribedVariantResponse)
    def get(self, request: Request, code: str) -> HttpResponse:
        """Get one of the games on offer.

        Its goal in a few sentences, a glossary of its words, how many play it, its options as JSON
        Schema, presets of these, and its current edition.
        """
        variant = VARIANTS.get(code)
        if variant is None:
            raise RequestRefused("not_found")
        language = language_of(request)
        shown = render_variant(variant, current_release(code), language)
        members = {name: getattr(shown, name) for name in shown.__struct_fields__}
        response = DescribedVariantResponse(**members, glossary=glossary_of(code, language))
        return answer(response, Cache_Control=MINUTE)


def render_variant(
    variant: Variant, release: Release | None, language: Language
) -> VariantResponse:
    """Render a variant in a language."""
    schema = options_schema(variant)
    for option in variant.options:
        described = schema["properties"][option.name]
        described["title"] = OPTION_TITLES[option.name].to(language)
        described["description"] = OPTION_TEXTS[option.name].to(language)
        for term, member in described.get("properties", {}).items():
            member["title"] = OPTION_TITLES[f"{option.name}:{term}"].to(language)
        if option.kind == "seat":
            described["format"] = option.kind
        if option.choices:
            described["oneOf"] = [
                {"const": one, "title": CHOICE_TEXTS[f"{option.name}:{one}"].to(language)}
                for one in option.choices
            ]
    name = VARIANT_NAMES[variant.code].to(language)
    options = msgspec.convert(schema, OptionsSchemaResponse)
    is_offered = release is not None and not is_stopped(release.edition)
    edition = render_current_edition(release) if release and is_offered else None
    return VariantResponse(
        code=variant.code,
        name=name,
        goal=goal_of(variant.code, language),
        fewest=variant.fewest,
        most=variant.most,
        edition=edition,
        options=options,
        presets=presets_of(variant, language),
    )


def render_current_edition(release: Release) -> CurrentEditionResponse:
    """Render the edition of a release."""
    edition = release.edition
    return CurrentEditionResponse(
        hash=edition.hash,
        name=in_all_languages(partial(set_name, text_of(edition.hash))),
        since=stamp(release.at),
        href=reverse("edition", kwargs={"hash": edition.hash}),
    )


class RuleList(ApiView):
    """The rulebook."""

    scopes: ClassVar = {"GET": PUBLIC}

    @describe("rules_list", RulesResponse, parameters=(EDITION,))
    def get(self, request: Request) -> HttpResponse:
        """List rules.

        Every rule that an event or a refusal can cite, in both languages. With an edition, the
        rules as they hold in it: the text of a rule follows that edition's cards and decks, and the
        rules of its own cards are listed too.
        """
        book, edition = load_rulebook(), _read_edition(request)
        rules = rules_in(edition) if edition else printed_rules().values()
        response = RulesResponse(str(book.version), list(rules))
        return answer(response, Cache_Control=HOUR)


class RuleOne(ApiView):
    """A rule."""

    scopes: ClassVar = {"GET": PUBLIC}

    @describe("rules_retrieve", RuleResponse, parameters=(EDITION,))
    def get(self, request: Request, rule: str) -> HttpResponse:
        """Get a rule.

        What it says and where it comes from, in both languages. With an edition, as it holds in
        that edition; without one, the rule of a card that the rulebook lacks is taken from the
        newest edition that has it.
        """
        edition = _read_edition(request)
        found = rule_in(edition, rule) or (None if edition else _newest_rule(rule))
        if found is None:
            raise RequestRefused("not_found")
        return answer(found, Cache_Control=HOUR)


def _read_edition(request: Request) -> EditionDef | None:
    """Return the edition that the query names, None if it names none."""
    given = request.GET.get("edition")
    if given is None:
        return None
    try:
        return text_of(given)
    except ObjectDoesNotExist as error:
        raise RequestRefused("unknown_edition") from error


def _newest_rule(rule: str) -> RuleResponse | None:
    """Return the rule of a card outside the rulebook, from the newest edition with it."""
    hashes = editions().values_list("hash", flat=True)
    found = (rule_in(text_of(hash), rule) for hash in hashes)
    return next((one for one in found if one is not None), None)


class ProblemList(ApiView):
    """List problem types."""

    scopes: ClassVar = {"GET": PUBLIC}

    @describe("problems_list", ProblemTypesResponse)
    def get(self, request: Request) -> HttpResponse:
        """List problem types. The codes that a problem document can have."""
        response = ProblemTypesResponse([render_type(one) for one in PROBLEMS.values()])
        return answer(response, Cache_Control=HOUR)


class ProblemOne(ApiView):
    """A problem type: what the ``type`` of a problem document points at."""

    scopes: ClassVar = {"GET": PUBLIC}

    @describe("problems_retrieve", ProblemTypeResponse)
    def get(self, request: Request, code: str) -> HttpResponse:
        """Retrieve a problem type. What the type of a problem document points at."""
        problem = PROBLEMS.get(code)
        if problem is None:
            raise RequestRefused("not_found")
        return answer(render_type(problem), Cache_Control=HOUR)


def render_type(problem: Problem) -> ProblemTypeResponse:
    """Render a problem type in both languages."""
    return ProblemTypeResponse(
        code=problem.code,
        type=f"{TYPES}{problem.code}/",
        status=problem.status,
        title=in_all_languages(problem.title.to),
        detail=in_all_languages(problem.detail.to),
    )


class Nothing(ApiView):
    """Any other address: 404, which names the address with a slash if that is one.

    It is no redirect, because clients repeat a redirected POST as a GET without its body.
    """

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Respond 404 without any check."""
        self.check_throttles(request)
        meant = f"{request.path}/"
        if resolve(meant).url_name is None:
            raise RequestRefused("not_found")
        raise RequestRefused("slash_missing", {"address": meant})
