"""Cases: positions, moves and what must be true, read from YAML and run through the engine.

A case is in words of the game. ``read_cases`` is strict: a key or word that it does not know is a
``CaseError``. ``run_case`` tells what came out otherwise than the case says.
"""

from tests.case_runner.case_chance import SEED, CaseChance
from tests.case_runner.case_checks import run_case
from tests.case_runner.position import given_state, ruleset_for, setup_for
from tests.case_runner.reading import read_case, read_cases
from tests.case_runner.reporting import report
from tests.case_runner.running import Difference
from tests.case_runner.shape import AnyCards, Case, CaseError, Given

__all__ = [
    "SEED",
    "AnyCards",
    "Case",
    "CaseChance",
    "CaseError",
    "Difference",
    "Given",
    "given_state",
    "read_case",
    "read_cases",
    "report",
    "ruleset_for",
    "run_case",
    "setup_for",
]
