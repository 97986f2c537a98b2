"""The second question: do the rules give the recorded facts?"""

from __future__ import annotations

from games.audit.examined import Examined
from games.audit.findings import Answer, Finding, answer
from games.audit.judged_rows import are_known, rules_of
from games.audit.trial import RowTrial
from games.engine import decide


def lawful(examined: Examined) -> Answer:
    """Whether each move was legal and had the facts and rulings that the rules give."""
    if not examined.is_full:
        return Answer("unanswered", "own_view")
    start = examined.start
    if start is None:
        return Answer("unanswered", "no_start")
    if not are_known(start, examined.bundle.events):
        return Answer("not_judged", "unknown_rules")
    rules = rules_of(examined)
    if rules is None:
        return answer([Finding("unplayable")])
    ruleset, setup = rules
    return answer(list(RowTrial(examined, start, setup, ruleset, decide).findings()))
