"""Audit all games of a database: `python -m tests.load.audit_games` prints those that fail."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.audit.findings import Verdict


def is_older(verdict: Verdict) -> bool:
    """Whether a game passes but for rows by the rules of another release."""
    unjudged = {one.why for one in verdict.answers.values() if one.answer == "not_judged"}
    return verdict.word == "not_judged" and unjudged == {"unknown_rules"}


def main() -> None:
    """Print the number of games, and the findings of each that does not pass."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from games.models import Game
    from games.proofs.runs import verdict_on

    wrong, count = {}, 0
    for game in Game.objects.exclude(seq=0).iterator():
        verdict = verdict_on(game)
        count += 1
        if not verdict.passed and not is_older(verdict):
            wrong[str(game.pk)] = repr(verdict)[:2000]
    print(json.dumps({"games": count, "wrong": wrong}))


if __name__ == "__main__":
    main()
