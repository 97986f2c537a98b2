"""The examples of docs/research.md run, and its tables are complete."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bots.research.__main__ import main
from bots.research.offline_table import rules_of, spec_of
from games.engine import VARIANTS
from tests.research.random_tables import NO_EXTRAS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "research.md").read_text()
EXAMPLES = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
NEEDED = ("numpy", "pettingzoo", "pyspiel")


def section(heading: str) -> str:
    """Return the text under a heading."""
    return PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("at", range(len(EXAMPLES)))
def test_examples_run(at: int, capsys: pytest.CaptureFixture[str]) -> None:
    for module in NEEDED:
        if f"{module}_env" in EXAMPLES[at] or f"import {module}" in EXAMPLES[at]:
            pytest.importorskip(module, reason=f"{module} is {NO_EXTRAS}")
    exec(compile(EXAMPLES[at], f"example {at}", "exec"), {})
    assert capsys.readouterr().out or EXAMPLES[at].startswith("def ")


def test_there_is_an_example_for_each_way() -> None:
    assert len(EXAMPLES) == 4


def test_the_commands_are_taken(capsys: pytest.CaptureFixture[str]) -> None:
    commands = re.findall(r"python -m bots\.research( [^`\n]+)", PAGE)
    assert len(commands) == 3
    for command in commands:
        if "my_agents" not in command and "--list" not in command:
            words = command.replace("--games 100", "--games 2").split()
            assert main(words) == 0
    assert "greedy" in capsys.readouterr().out


def test_all_sections_and_questions_are_listed() -> None:
    pytest.importorskip("numpy", reason=f"NumPy is {NO_EXTRAS}")
    from bots.research.view_encoding import QUESTIONS, encoder_of

    text = section("Observations")
    for variant in VARIANTS:
        for one in encoder_of(rules_of(spec_of(variant, 2))).sections:
            assert f"`{one.name}`" in text
    for kind in QUESTIONS:
        assert f"`{kind}`" in text


def test_the_numbers_of_actions_are_true() -> None:
    text = section("Actions")
    for variant in VARIANTS.values():
        least, most = (
            len(rules_of(spec_of(variant.code, seats)).actions)
            for seats in (variant.fewest, variant.most)
        )
        assert f"{least} to {most} " in text.replace("\n", " ")


def test_all_kinds_of_action_are_listed() -> None:
    text = section("Actions")
    for variant in VARIANTS:
        for name in rules_of(spec_of(variant, 2)).actions.names:
            assert f"`{name.partition(' ')[0]}" in text
