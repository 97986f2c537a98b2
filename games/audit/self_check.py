"""The verifier's check of itself, before it judges anything.

The folder ``known_good`` has a bundle of each variant that must pass. If one does not, the verifier
or its build is at fault, and nothing that it would say about a game counts. The bundles are written
by ``python -m tests.proof.known_good``.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from games.audit.bundle_reading import read_bundle
from games.audit.choices import Chooser
from games.audit.examined import Examined, examine
from games.audit.findings import Answer, Question
from games.audit.judging import judge, log_error
from games.engine import VARIANTS
from games.engine.rulebook import RULES_VERSION, load_rulebook

FOLDER: Final = Path(__file__).parent / "known_good"

UNASKED: Final = Answer("unanswered", "not_asked")
UNKNOWN_BOT: Final = Answer("not_judged", "unknown_bot")


@lru_cache(maxsize=4)
def self_fault(chooser: Chooser | None = None) -> str:
    """Return what the verifier gets wrong about bundles that are good, "" if nothing.

    With ``chooser`` the choices of bots are among it. It runs once in a process.
    """
    for variant in sorted(VARIANTS):
        try:
            found = _wrong_answers(variant, chooser)
        except Exception as error:
            log_error("self-check", error)
            return f"{variant}: {type(error).__name__}"
        if found:
            told = (
                f"{question} is {one.answer} {one.why} {_codes(one)}"
                for question, one in found.items()
            )
            return f"{variant}: {', '.join(' '.join(each.split()) for each in told)}"
    return ""


def _wrong_answers(variant: str, chooser: Chooser | None) -> Mapping[Question, Answer]:
    """Return the wrong answers about the good bundle of a variant."""
    source = gzip.decompress((FOLDER / f"{variant}.json.gz").read_bytes())
    verdict = judge(_of_these_rules(examine(read_bundle(source))), chooser=chooser)
    allowed = (UNASKED,) if chooser is None else (UNKNOWN_BOT,)
    return {
        question: one
        for question, one in verdict.answers.items()
        if one.answer != "yes" and not (question == "choices" and one in allowed)
    }


def _of_these_rules(examined: Examined) -> Examined:
    """Return the bundle as one of the present rulebook.

    Its texts may have changed since the bundle was made, and the rules have not.
    """
    if examined.start is not None:
        rules = msgspec.structs.replace(
            examined.start.rules, version=RULES_VERSION, digest=load_rulebook().digest
        )
        examined.start = msgspec.structs.replace(examined.start, rules=rules)
    return examined


def _codes(one: Answer) -> str:
    return "/".join(dict.fromkeys(finding.code for finding in one.findings))
