"""The rules of the games, as pure functions of a state and a move.

Other packages import this module and the modules of plain values (``bindings``, ``facts``,
``moves``, ``packs``, ``prompts``, ``rulebook``, ``variants``, ``zones``), and no other module here.
"""

from games.engine.chance import (
    ALGORITHM,
    SEED_SIZE,
    Chance,
    commitment,
    mix_seed,
    share_commitment,
)
from games.engine.clocks import deadline_of, next_move_of_clock
from games.engine.decision import decide, new_game, void_start
from games.engine.facts import (
    Fact,
    OptionValue,
    Ruling,
    Setup,
    decode_facts,
    encode_facts,
    hidden_in_event,
    hidden_parts,
)
from games.engine.folds import evolve, fold
from games.engine.foreseen import Foreseen, PreparedAnswer, foresee
from games.engine.hidden_prompts import imagine_prompt, swap_hand_cards
from games.engine.kind import engine_kind
from games.engine.legality import check_move, legal_moves, open_moves
from games.engine.moves import (
    ACTS,
    Act,
    AdjustClock,
    CallUno,
    CatchUno,
    Choose,
    CloseWindow,
    Correct,
    Draw,
    Expire,
    Move,
    Pass,
    Pause,
    Penalize,
    Play,
    Remove,
    Resign,
    Resume,
    Stand,
    Void,
    Warn,
)
from games.engine.observation import observe, redact_prompt
from games.engine.places import are_places, final_places
from games.engine.prompts import Bookmark, Intent, Prompt
from games.engine.queries import asked_challenge, find_restriction
from games.engine.reasking import INTENT_VERBS, ask_drawn, ask_turn, reask
from games.engine.resolution import EndlessEffect
from games.engine.ruleset import (
    HeroError,
    Ruleset,
    check_deal,
    compile_ruleset,
    read_heroes,
)
from games.engine.seen_facts import SeenFact, SeenMove, redact, redact_move, reveal
from games.engine.state import STATE_SHAPE, State, decode_state, encode_state
from games.engine.state_parts import MAX_CLUES, Clock, Clue, Result, Window
from games.engine.support import RulesetError
from games.engine.tracing import Trace
from games.engine.values import Decision, IllegalMove, View
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
    "INTENT_VERBS",
    "MAX_CLUES",
    "NOBODY",
    "SEED_SIZE",
    "STATE_SHAPE",
    "VARIANTS",
    "Act",
    "AdjustClock",
    "Bookmark",
    "CallUno",
    "Card",
    "CatchUno",
    "Chance",
    "Choose",
    "Clock",
    "CloseWindow",
    "Clue",
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
    "OptionValue",
    "Pass",
    "Pause",
    "Penalize",
    "Play",
    "PreparedAnswer",
    "Prompt",
    "Remove",
    "Resign",
    "Result",
    "Resume",
    "Ruleset",
    "RulesetError",
    "Ruling",
    "Seat",
    "SeenFact",
    "SeenMove",
    "Setup",
    "Stand",
    "State",
    "Trace",
    "Variant",
    "View",
    "Void",
    "Warn",
    "Window",
    "Zone",
    "are_places",
    "ask_drawn",
    "ask_turn",
    "asked_challenge",
    "check_deal",
    "check_move",
    "commitment",
    "compile_ruleset",
    "deadline_of",
    "decide",
    "decode_facts",
    "decode_state",
    "encode_facts",
    "encode_state",
    "engine_kind",
    "evolve",
    "final_places",
    "find_restriction",
    "fold",
    "foresee",
    "hidden_in_event",
    "hidden_parts",
    "imagine_prompt",
    "legal_moves",
    "mix_seed",
    "new_game",
    "next_move_of_clock",
    "observe",
    "open_moves",
    "options_schema",
    "read_heroes",
    "read_options",
    "reask",
    "redact",
    "redact_move",
    "redact_prompt",
    "reveal",
    "share_commitment",
    "swap_hand_cards",
    "void_start",
]
