"""The rulings desk."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from django.http import HttpResponse
from rest_framework.request import Request

from games import selectors
from games.api.base import ApiView, answer
from games.api.catalogue import PROBLEMS, told
from games.api.errors import Flaw, Refused, refused_by
from games.api.labels import named_params
from games.api.parsing import read_body
from games.api.positions import told_table
from games.api.prompts import told_prompts
from games.api.rules import cited_rules, refusal_by
from games.api.schema import describe
from games.api.shapes import RulingAsked, VerdictTold
from games.api.views.play import choices_of, move_of
from games.api.words import Language, language_of
from games.engine import NOBODY, IllegalMove, Ruleset, observe
from games.rows import EVERYTHING
from games.rulings.desk import SEED, Case, Verdict, open_case, rule
from games.rulings.positions import PositionRefused

_asked = msgspec.json.Decoder(RulingAsked)


class RulingList(ApiView):
    """The desk at which anybody may ask what the rules say."""

    costs: ClassVar = {"POST": 2}

    @describe(
        "rulings_create",
        "Ask what the rules say",
        "Whether a move is legal in a position, by which rules, and what would follow. The position"
        " may be one that position/ gives, or a few lines written by hand: docs/rulings.md has"
        " both. Nothing is stored, and no game is touched.",
        tag="audit",
        body=RulingAsked,
        replies={200: VerdictTold},
        errors=(400, 413, 415, 422),
        public=True,
    )
    def post(self, request: Request) -> HttpResponse:
        """Rule on it."""
        asked = read_body(request, _asked)
        language = language_of(request._request)
        try:
            verdict, seat = _ruled(asked)
        except PositionRefused as error:
            raise _refused(error, language) from error
        return answer(told_verdict(verdict, seat, language), Cache_Control="no-store")


def _ruled(asked: RulingAsked) -> tuple[Verdict, int]:
    opened = open_case(
        Case(
            variant=asked.variant,
            seats=asked.seats,
            position=asked.position,
            edition=asked.edition,
            options=asked.options,
            heroes=tuple(asked.heroes),
            seed=SEED if asked.seed is None else bytes.fromhex(asked.seed),
        )
    )
    seat = opened.asked() if asked.seat is None else asked.seat
    return rule(opened, move_of(asked.move, seat), choices_of(asked.move)), seat


def told_verdict(verdict: Verdict, seat: int, language: Language) -> VerdictTold:
    """A verdict in a language."""
    refusal, state, ruleset = verdict.refusal, verdict.state, verdict.ruleset
    cited = [one.rule for one in verdict.rulings] if refusal is None else [refusal.rule]
    asked = state.prompts[-1].seat if state.prompts else NOBODY
    prompts = told_prompts(ruleset, observe(ruleset, state, asked), 0, language)
    after = told_table(selectors.view_of(ruleset, state, EVERYTHING), state, 0)
    return VerdictTold(
        legal=refusal is None,
        seat=seat,
        edition=verdict.edition,
        code=None if refusal is None else refusal.code,
        rule=None if refusal is None else refusal.rule,
        refusal=None if refusal is None else _sentence(refusal, ruleset, language),
        params={} if refusal is None else refusal.params,
        rules=cited_rules(cited, ruleset.edition, language),
        facts=list(verdict.facts),
        rulings=list(verdict.rulings),  # type: ignore[arg-type]
        position=after if refusal is None else None,
        prompts=prompts.prompts,
        filled=list(verdict.filled),
        unused=list(verdict.unused),
    )


def _sentence(refusal: IllegalMove, ruleset: Ruleset, language: Language) -> str:
    """Why a move is refused, in words."""
    code = refused_by(refusal).code
    params = named_params(ruleset.edition, refusal.params, language) | {"rule": refusal.rule}
    said = refusal_by(refusal.rule, language, params)
    return said or told(PROBLEMS[code].detail, language, params)


def _refused(error: PositionRefused, language: Language) -> Refused:
    """Everything that is wrong with a position; the first thing is the problem."""
    flaws = [
        Flaw(
            flaw.code,
            told(PROBLEMS[flaw.code].detail, language, flaw.params),
            pointer=f"/position{flaw.pointer}",
        )
        for flaw in error.flaws
    ]
    first = error.flaws[0]
    return Refused(first.code, first.params, flaws=flaws)
