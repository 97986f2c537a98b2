"""The traits of each verb, which the linter, the engine and the texts read."""

import ast
import inspect
import json
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from cards.language import CardDef, Effect, decode_edition, lint_card
from cards.language.effects import EffectPart, Mode, Traits, Verb
from cards.language.walk import effects_of
from games.engine.verbs import VERBS
from tests.table import DATA

EFFECTS: tuple[type[Verb], ...] = get_args(Effect)
ANYTHING: dict[str, Any] = {
    "card": {},
    "kind": "item",
    "side": "item",
    "color": "red",
    "when": {},
    "ability": 0,
    "until": "used",
    "do": [{"effect": "skip"}],
    "otherwise": [{"effect": "reverse"}],
    "modes": [{"name": "one", "do": [{"effect": "draw"}]}, {"name": "two"}],
}

NONSENSE: dict[str, tuple[str, Any]] = {
    "who": ("unbound", "they"),
    "to": ("unbound", "they"),
    "of": ("unbound", "they"),
    "count": ("bad-number", 0),
    "bind": ("unread", "name"),
}
"""What the lint must find in a field, and the value that it must find it in."""

TESTS = Path(__file__).parents[1]
INVENTED = {"name": "invented", "kind": "wild", "symbol": "invented"}


def fields_of(verb: type[Verb]) -> set[str]:
    return set(verb.__struct_fields__)


def an_effect(verb: type[Verb]) -> Any:
    """Return an effect of a verb, with something inside where it may hold effects."""
    given = {name: value for name, value in ANYTHING.items() if name in fields_of(verb)}
    if verb.__struct_config__.tag == "show_hand":
        del given["card"]
    raw = {"effect": verb.__struct_config__.tag, **given}
    return msgspec.convert(raw, Effect)  # type: ignore[call-overload]


def named(verb: type[Verb]) -> str:
    return str(verb.__struct_config__.tag)


def test_the_union_holds_every_verb() -> None:
    assert set(EFFECTS) == set(Verb.__subclasses__())


@pytest.mark.parametrize("verb", EFFECTS, ids=named)
def test_a_verb_states_its_traits_and_parts_itself(verb: type[Verb]) -> None:
    assert isinstance(vars(verb)["traits"], Traits)
    assert "parts" in vars(verb)


@pytest.mark.parametrize("verb", EFFECTS, ids=named)
def test_a_verb_is_final_so_that_mypy_reports_what_it_does_not_state(verb: type[Verb]) -> None:
    assert getattr(verb, "__final__", False)
    assert vars(Verb)["traits"].__isabstractmethod__
    assert vars(Verb)["parts"].__isabstractmethod__


@pytest.mark.parametrize("verb", EFFECTS, ids=named)
def test_the_traits_of_a_verb_agree_with_its_fields(verb: type[Verb]) -> None:
    traits: Traits = vars(verb)["traits"]
    fields = fields_of(verb)
    if traits.actor in ("who", "of"):
        assert traits.actor in fields
        assert an_effect(verb).for_role("target").role == "target"
    assert ("bind" in fields) == bool(traits.binds)
    assert "count" in fields or not traits.repeats
    if traits.gain == "name":
        assert traits.asks
        assert traits.binds


@pytest.mark.parametrize("verb", EFFECTS, ids=named)
def test_the_parts_of_a_verb_are_all_effects_inside_it(verb: type[Verb]) -> None:
    effect = an_effect(verb)
    found = {part.path: part.do for part in effect.parts}
    expected = dict(inside(effect))
    assert found == expected
    assert all(isinstance(part, EffectPart) for part in effect.parts)


def inside(effect: Verb) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield each list of effects in the fields of an effect, with its path."""
    for name in effect.__struct_fields__:
        value = getattr(effect, name)
        for at, one in enumerate(value if isinstance(value, tuple) else ()):
            if isinstance(one, Mode):
                yield f"{name}[{at}].do", one.do
            elif isinstance(one, Verb):
                yield name, value


@pytest.mark.parametrize("verb", EFFECTS, ids=named)
def test_a_verb_asks_what_its_function_asks(verb: type[Verb]) -> None:
    kinds = asked_by(VERBS[verb])
    assert kinds == ({vars(verb)["traits"].asks} - {""})


def asked_by(function: Callable[..., Any]) -> set[str]:
    """Return the kinds of question in calls of ``choose``, also in helpers of the same module."""
    module = inspect.getmodule(function)
    assert module is not None
    kinds: set[str] = set()
    waiting, seen = [function], {function}
    while waiting:
        for call in calls_in(waiting.pop()):
            match call.func:
                case ast.Attribute(attr="choose"):
                    kind = call.args[2]
                    assert isinstance(kind, ast.Constant)
                    kinds.add(str(kind.value))
                case ast.Name(id=name) if helper := helper_of(module, name):
                    if helper not in seen:
                        seen.add(helper)
                        waiting.append(helper)
    return kinds


def calls_in(function: Callable[..., Any]) -> Iterator[ast.Call]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def helper_of(module: ModuleType, name: str) -> Callable[..., Any] | None:
    """Return a function of the module by its name; None for anything else."""
    found = getattr(module, name, None)
    return found if inspect.isfunction(found) and inspect.getmodule(found) is module else None


@pytest.mark.parametrize("verb", EFFECTS, ids=named)
def test_the_lint_reads_each_field_of_a_verb(verb: type[Verb]) -> None:
    """A role, a count, a filter and a name that make no sense are findings at their paths."""
    raw = msgspec.to_builtins(an_effect(verb))
    for name, kind in get_type_hints(verb).items():
        wrong = NONSENSE.get(name) if name != "of" or "they" in str(kind) else None
        if wrong is None or name not in fields_of(verb):
            continue
        code, value = wrong
        effect = msgspec.convert(raw | {name: value}, Effect)  # type: ignore[call-overload]
        card = CardDef(code="odd", name="odd", kind="event", effects=(effect,))
        found = [(one.path.split("[")[1], one.code) for one in lint_card(card, ("red",))]
        place = "0]" if name == "bind" else f"0].{name}"
        assert (place, code) in found, (name, found)


def test_each_verb_is_on_a_card_that_can_be_played() -> None:
    invented = json.loads((TESTS / "engine" / "invented.json").read_text())
    cards = [msgspec.convert(INVENTED | card, CardDef) for card in invented]
    for path in DATA.glob("*.json"):
        cards += decode_edition(path.read_bytes()).cards
    assert {type(effect) for card in cards for effect in effects_of(card)} == set(EFFECTS)


@pytest.mark.parametrize("variant", ["avengers", "xmen", "ultimate_marvel"])
def test_effects_of_a_game_with_one_pack_need_no_decks(variant: str) -> None:
    edition = decode_edition((DATA / f"{variant}.json").read_bytes())
    effects = [effect for card in edition.cards for effect in effects_of(card)]
    assert any(effect.traits.needs for effect in effects) == (variant == "ultimate_marvel")


@pytest.mark.parametrize(
    ("effect", "asks", "gain", "done"),
    [
        ({"effect": "burn_from_hand"}, "card", "always", "burn"),
        ({"effect": "burn_from_hand", "at_random": True, "upto": True}, "", "always", None),
        ({"effect": "recover"}, "", "burn_pile", "recover"),
        ({"effect": "recover", "chosen": True}, "card", "burn_pile", "recover"),
        ({"effect": "show_hand"}, "", "always", None),
        ({"effect": "show_hand", "card": [{}]}, "card", "always", None),
        ({"effect": "destroy", "which": "this"}, "", "cost", "destroy"),
        ({"effect": "destroy"}, "", "card", "destroy"),
        ({"effect": "defeat", "which": "all"}, "", "always", "defeat"),
        ({"effect": "take", "which": "this"}, "", "elsewhere", None),
        ({"effect": "grant", "ability": 0, "until": "used"}, "", "always", None),
        ({"effect": "grant", "ability": 0, "until": "your_next_turn"}, "", "ban", None),
    ],
    ids=str,
)
def test_an_effect_narrows_what_its_verb_says(
    effect: dict[str, Any], asks: str, gain: str, done: str | None
) -> None:
    one: Verb = msgspec.convert(effect, Effect)  # type: ignore[call-overload]
    assert (one.asks, one.gain) == (asks, gain)
    assert (one.done.moment if one.done else None) == done
