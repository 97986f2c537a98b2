"""The example of bots/research/README.md runs, and its tables are complete."""

from __future__ import annotations

import re
from pathlib import Path

from games.engine import VARIANTS
from tests.research.random_tables import raw_env

PAGE = (Path(__file__).resolve().parents[2] / "bots/research/README.md").read_text()


def section(heading: str) -> str:
    """Return the text under a heading."""
    return PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def test_the_example_runs(capsys: object) -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    exec(compile(example, "example", "exec"), {})


def test_all_sections_and_questions_are_listed() -> None:
    from bots.research.view_encoding import QUESTIONS

    text = section("Observations")
    for variant in VARIANTS:
        for name in raw_env(variant, 2).encoder.slices:
            assert f"`{name}`" in text
    for kind in QUESTIONS:
        assert f"`{kind}`" in text


def test_the_numbers_and_kinds_of_actions_are_true() -> None:
    text = section("Actions").replace("\n", " ")
    for variant in VARIANTS.values():
        least, most = (
            len(raw_env(variant.code, seats).actions) for seats in (variant.fewest, variant.most)
        )
        assert f"{least} to {most} " in text
        for name in raw_env(variant.code, 2).actions.names:
            assert f"`{name.partition(' ')[0]}" in text
