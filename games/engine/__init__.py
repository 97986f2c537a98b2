"""The rules of the games, pure: a state and a move in, facts and the rules behind them out."""

from games.engine.chance import ALGORITHM, Chance, commitment
from games.engine.decide import Decision, decide, new_game
from games.engine.evolve import evolve, fold
from games.engine.facts import (
    Fact,
    Ruling,
    Setup,
    decode_facts,
    encode_facts,
    hidden_in_event,
    hidden_parts,
    redact,
)
from games.engine.foreseen import Foreseen, foresee
from games.engine.legality import IllegalMove, legal_moves, open_moves
from games.engine.moves import (
    ACTS,
    Act,
    CallUno,
    CatchUno,
    Choose,
    Correct,
    Draw,
    Expire,
    Move,
    Pass,
    Play,
    Remove,
    Resign,
    Void,
)
from games.engine.observe import View, observe
from games.engine.prompts import Bookmark, Intent, Prompt
from games.engine.resolution import EndlessEffect
from games.engine.ruleset import (
    HeroError,
    Ruleset,
    check_deal,
    compile_ruleset,
    read_heroes,
)
from games.engine.state import STATE_SHAPE, Result, State, decode_state, encode_state
from games.engine.support import RulesetError
from games.engine.variants import (
    VARIANTS,
    Option,
    OptionError,
    Variant,
    options_schema,
    read_options,
)
from games.engine.zones import NOBODY, Card, Color, Seat, Zone

__all__ = [
    "ACTS",
    "ALGORITHM",
    "NOBODY",
    "STATE_SHAPE",
    "VARIANTS",
    "Act",
    "Bookmark",
    "CallUno",
    "Card",
    "CatchUno",
    "Chance",
    "Choose",
    "Color",
    "Correct",
    "Decision",
    "Draw",
    "EndlessEffect",
    "Expire",
    "Fact",
    "Foreseen",
    "HeroError",
    "IllegalMove",
    "Intent",
    "Move",
    "Option",
    "OptionError",
    "Pass",
    "Play",
    "Prompt",
    "Remove",
    "Resign",
    "Result",
    "Ruleset",
    "RulesetError",
    "Ruling",
    "Seat",
    "Setup",
    "State",
    "Variant",
    "View",
    "Void",
    "Zone",
    "check_deal",
    "commitment",
    "compile_ruleset",
    "decide",
    "decode_facts",
    "decode_state",
    "encode_facts",
    "encode_state",
    "evolve",
    "fold",
    "foresee",
    "hidden_in_event",
    "hidden_parts",
    "legal_moves",
    "new_game",
    "observe",
    "open_moves",
    "options_schema",
    "read_heroes",
    "read_options",
    "redact",
]
