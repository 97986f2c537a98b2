"""Answer all questions about a bundle.

A question that the verifier cannot answer because of an error of its own has the answer ``error``:
a fault of the program, or of its build, is never a finding about a game.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from traceback import format_tb
from typing import Final

from games.audit.authentic import authentic
from games.audit.bundle import Bundle
from games.audit.choices import Chooser, choices
from games.audit.dealt import dealt
from games.audit.examined import Examined
from games.audit.fair import fair
from games.audit.findings import QUESTIONS, Answer, AnswerWord, Question, Verdict, Why, answer
from games.audit.lawful import lawful
from games.audit.own_evidence import NO_EVIDENCE, OwnEvidence, check_evidence
from games.audit.sealed import sealed
from games.engine.rulebook import RULES_VERSION
from games.ledger.signatures import key_id

logger: Final = logging.getLogger(__name__)


def judge(
    examined: Examined,
    trusted: Collection[str] = (),
    *,
    is_signed: bool = True,
    evidence: OwnEvidence = NO_EVIDENCE,
    chooser: Chooser | None = None,
    keep: Callable[[Verdict], None] = lambda _: None,
) -> Verdict:
    """Return the verdict about an examined bundle: see ``games.audit.audit``.

    What takes long comes last. Before it, ``keep`` gets the verdict so far, in which the questions
    that are left have the answer ``limit``.
    """
    beyond = Answer("not_judged", "limit")

    def whole() -> Answer:
        known = evidence.follow(trusted).signing
        first = sealed(examined, known, is_signed=is_signed)
        return answer([*first.findings, *check_evidence(examined, evidence, trusted)])

    def chosen() -> Answer:
        try:
            return choices(examined, chooser)
        except MemoryError:
            raise
        except Exception:
            # Views of rows that the rules do not give may cause any error.
            if answers["lawful"].answer != "no":
                raise
            return Answer("unanswered", "unknown_views")

    answers: dict[Question, Answer] = dict.fromkeys(QUESTIONS, beyond)
    answers["sealed"] = _answered("sealed", whole)
    answers["fair"] = _answered("fair", lambda: fair(examined))
    answers["dealt"] = _answered("dealt", lambda: dealt(examined))
    answers["authentic"] = _answered("authentic", lambda: authentic(examined))
    if chooser is None:
        answers["choices"] = choices(examined, None)
    keep(_verdict(examined.bundle, answers))
    answers["lawful"] = _answered("lawful", lambda: lawful(examined))
    if chooser is not None:
        keep(_verdict(examined.bundle, answers))
        answers["choices"] = _answered("choices", chosen)
    return _verdict(examined.bundle, answers)


def unjudged(bundle: Bundle, why: Why) -> Verdict:
    """Return the verdict about a bundle of which an error prevents any answer."""
    word: AnswerWord = "not_judged" if why == "limit" else "error"
    return _verdict(bundle, dict.fromkeys(QUESTIONS, Answer(word, why)))


def _verdict(bundle: Bundle, answers: dict[Question, Answer]) -> Verdict:
    head, by = bundle.head, bundle.signature
    return Verdict(
        game=head.game,
        view=bundle.view,
        seq=head.seq,
        digest=head.digest,
        key=key_id(by.public) if by else "",
        public=by.public if by else "",
        rules_version=RULES_VERSION,
        over=bundle.is_over,
        **answers,
    )


def _answered(question: Question, ask: Callable[[], Answer]) -> Answer:
    try:
        return ask()
    except MemoryError:
        return Answer("not_judged", "limit")
    except Exception as error:
        log_error(question, error)
        return Answer("error", "verifier_failed")


def log_error(what: str, error: Exception) -> None:
    """Log an error of the verifier without its message, which may name hidden cards."""
    lines = "".join(format_tb(error.__traceback__))
    logger.error("The verifier failed (%s): %s\n%s", what, type(error).__name__, lines)
