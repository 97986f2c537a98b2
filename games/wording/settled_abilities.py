"""Abilities of lasting effects, with what their players chose."""

from __future__ import annotations

from typing import Any

import msgspec

from cards.language.abilities import Ability
from games.engine.bindings import Bound, lookup


def settled(ability: Ability, bound: Bound) -> Ability:
    """Return an ability with its chosen names replaced by what was chosen."""
    if not bound:
        return ability
    rendered = _settled(msgspec.to_builtins(ability), bound)
    return msgspec.convert(rendered, type(ability))


def _settled(part: Any, bound: Bound) -> Any:
    if isinstance(part, list):
        return [_settled(one, bound) for one in part]
    if not isinstance(part, dict):
        return part
    made = {name: _settled(value, bound) for name, value in part.items()}
    for name in ("color", "symbol", "keyword"):
        chosen = lookup(bound, made.get(f"{name}_bound", ""))
        if chosen:
            del made[f"{name}_bound"]
            made[name] = chosen if name == "keyword" else [chosen]
    return made
