"""The functions that carry out effects, steps and intents."""

from games.engine.verbs.verb_table import OUTCOMES, VERBS, resolve_intent

__all__ = ["OUTCOMES", "VERBS", "resolve_intent"]
