"""Cases: positions, moves and what must be true, read from YAML and run through the engine.

A case is in words of the game. ``read_cases`` is strict: a key or word that it does not know is a
``CaseError``. ``run_case`` tells what came out otherwise than the case says.
"""

from games.cases.checking import run_case
from games.cases.luck import SEED, CaseChance
from games.cases.position import lay, ruleset_for, setup_for
from games.cases.reading import read_case, read_cases
from games.cases.reporting import report
from games.cases.running import Difference
from games.cases.shape import AnyCards, Case, CaseError, Given

__all__ = [
    "SEED",
    "AnyCards",
    "Case",
    "CaseChance",
    "CaseError",
    "Difference",
    "Given",
    "lay",
    "read_case",
    "read_cases",
    "report",
    "ruleset_for",
    "run_case",
    "setup_for",
]
