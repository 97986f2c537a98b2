"""How often processes that run for long look for reference cycles."""

import gc


def settle() -> None:
    """Look for cycles more rarely, and not in what exists by now: code, settings.

    Requests and moves make few cycles: by default Python would look for them several times a
    request. The processes that are forked later share the pages that are not looked at.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)
