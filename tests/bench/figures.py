"""Print figures."""

import json
import time
from collections.abc import Callable

from games.engine import engine_kind


def report(figure: str, value: float, unit: str) -> None:
    """Print one figure as a line of JSON, with the engine that ran."""
    line = {"figure": figure, "value": round(value, 3), "unit": unit, "engine": engine_kind()}
    print(json.dumps(line), flush=True)


def best_rate(work: Callable[[], int], *, times: int = 7) -> float:
    """Things done a second of processor time, the best of some runs: noise only slows."""
    rates = []
    for _ in range(times):
        start = time.process_time()
        done = work()
        rates.append(done / (time.process_time() - start))
    return max(rates)
