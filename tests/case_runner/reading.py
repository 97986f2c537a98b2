"""Read cases: strict YAML, and the checks of each case."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import yaml

from games.engine import VARIANTS, Seat
from tests.case_runner.shape import Case, CaseError, Step

STEP_KEYS: Final = {
    "card": ("play",),
    "uno": ("play",),
    "kind": ("choose",),
    "choice": ("choose", "catch-uno"),
    "optional": ("choose",),
}


class _Loader(yaml.CSafeLoader):
    """A YAML loader that refuses a repeated key in a mapping."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        for key, times in Counter(map(repr, keys)).items():
            if times > 1:
                line = node.start_mark.line + 1
                raise CaseError(f"line {line}: the key {key} stands {times} times")
        return super().construct_mapping(node, deep=deep)


def read_cases(folder: Path) -> list[Case]:
    """Return the cases of a file, or of all YAML files of a folder; raises ``CaseError``."""
    if not folder.exists():
        raise CaseError(f"{folder}: there is no such folder")
    files = (
        sorted({*folder.rglob("*.yaml"), *folder.rglob("*.yml")}) if folder.is_dir() else [folder]
    )
    cases = [case for file in files for case in _read_file(file)]
    if not cases:
        raise CaseError(f"{folder}: there are no cases")
    for name, times in Counter(case.id for case in cases).items():
        if times > 1:
            raise CaseError(f"{name}: {times} cases have this id")
    return cases


def _read_file(file: Path) -> list[Case]:
    try:
        raw = yaml.load(file.read_text(encoding="utf-8"), Loader=_Loader)
    except (yaml.YAMLError, CaseError) as error:
        raise CaseError(f"{file.name}: {error}") from error
    if raw is not None and not isinstance(raw, list):
        raise CaseError(f"{file.name}: not a list of cases")
    return [read_case(one, file.name) for one in raw or []]


def read_case(raw: object, file: str = "") -> Case:
    """Return a case from plain values; raises ``CaseError`` for anything unknown."""
    name = raw.get("id", "a case without id") if isinstance(raw, dict) else "not a case"
    where = f"{file}: {name}" if file else str(name)
    try:
        case = msgspec.convert(raw, Case)
        _check(case)
    except (msgspec.ValidationError, CaseError) as error:
        raise CaseError(f"{where}: {error}") from error
    return case


def _check(case: Case) -> None:
    if case.variant not in VARIANTS:
        raise CaseError(f"unknown variant {case.variant}")
    if VARIANTS[case.variant].own_decks and len(set(case.heroes)) != case.players:
        raise CaseError("every seat has a hero of its own")
    for step in case.when:
        _check_step(step)
    for seat in _seats_named(case):
        if not 0 <= seat < case.players:
            raise CaseError(f"there is no seat {seat} at a table of {case.players}")


def _check_step(step: Step) -> None:
    for key, meant_for in STEP_KEYS.items():
        if getattr(step, key) not in ("", None, False) and step.do not in meant_for:
            raise CaseError(f"{step.do} has no {key}")
    if step.do == "play" and not step.card:
        raise CaseError(f"seat {step.seat} plays no card")
    if step.do == "choose" and (step.kind is None or step.choice is None):
        raise CaseError(f"seat {step.seat} chooses without kind or choice")
    if step.do == "catch-uno" and not isinstance(step.choice, int):
        raise CaseError(f"seat {step.seat} catches nobody")  # words: allow


def _seats_named(case: Case) -> Iterator[Seat]:
    given, then = case.given, case.then
    yield from (step.seat for step in case.when)
    yield given.current
    for part in (given, then):
        for name in part.__struct_fields__:
            value = getattr(part, name)
            if isinstance(value, dict):
                yield from value
    yield from (*given.skipped, *given.out_before, *given.exposed)
    yield from given.enemies_arrived_this_turn
