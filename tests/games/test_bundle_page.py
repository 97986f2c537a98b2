"""docs/bundle.md is true: its vectors, its program, its tables."""

import copy
import json
import re
import runpy
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args

import pytest

from games.audit.bundle import MalformedBundle
from games.audit.bundle_reading import read_bundle
from games.audit.finding_texts import FINDINGS, REASONS
from games.audit.findings import Why
from games.audit.verdict import audit
from games.ledger.heads import head_message

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "bundle.md").read_text(encoding="utf-8")
VECTORS: dict[str, Any] = json.loads((DOCS / "bundle-vectors.json").read_bytes())
FILES = {name: (DOCS / vector["file"]).read_bytes() for name, vector in VECTORS.items()}

every_vector = pytest.mark.parametrize("name", VECTORS)

Json = dict[str, Any]


@pytest.fixture(scope="module")
def program() -> dict[str, Any]:
    """The program that the page names."""
    return runpy.run_path(str(DOCS / "verifier.py"))


@every_vector
def test_nothing_is_found_in_the_vectors(name: str) -> None:
    bundle = read_bundle(FILES[name])
    verdict = audit(bundle)
    assert [(one.code, one.path) for each in verdict.answers.values() for one in each.findings] == [
        ("erased-name", "/names/1")
    ]
    assert verdict.sealed.answer == "yes"
    for question in (verdict.fair, verdict.dealt, verdict.authentic):
        assert question.answer == ("yes" if name == "full" else "unanswered")
    assert sha256(FILES[name]).hexdigest() == VECTORS[name]["sha256"]
    assert sha256(head_message(bundle.head)).hexdigest() == VECTORS[name]["head_message_sha256"]


@every_vector
def test_the_program_of_the_page_finds_nothing_in_the_vectors(
    name: str, program: dict[str, Any]
) -> None:
    bundle = program["read"](FILES[name])
    assert program["sealed"](bundle, bundle["signature"]["public"]) == ""
    if name == "full":
        assert [program[one](bundle) for one in ("fair", "dealt", "authentic")] == [""] * 3


def shorten_a_deal(bundle: Json) -> None:
    deals = [one for one in bundle["events"][0]["facts"] if one.get("verb") == "deal"]
    deals[0]["cards"], deals[1]["cards"] = deals[1]["cards"], deals[0]["cards"]


def reverse_an_order(bundle: Json) -> None:
    facts = bundle["events"][0]["facts"]
    next(one for one in facts if one["fact"] == "shuffled")["order"].reverse()


def exchange_signatures(bundle: Json) -> None:
    signed = [one for one in bundle["events"] if one["signed"] and "signature" in one["signed"]]
    signed[0]["signed"], signed[1]["signed"] = signed[1]["signed"], signed[0]["signed"]


def act_of(bundle: Json) -> Json:
    """The last act, which two organisers signed."""
    act: Json = bundle["events"][-1]
    assert len(act["signed"]["organisers"]) == 2
    return act


def change_a_reason(bundle: Json) -> None:
    act_of(bundle)["actor"]["reason"] = "Another reason"


def invent_an_organiser(bundle: Json) -> None:
    act_of(bundle)["actor"]["second"] = "staff-1"


def drop_a_signature(bundle: Json) -> None:
    act_of(bundle)["signed"]["organisers"][0] = None


def sign_for_another(bundle: Json) -> None:
    act_of(bundle)["signed"]["organisers"].reverse()


@pytest.mark.parametrize(
    ("question", "change"),
    [
        ("fair", reverse_an_order),
        ("dealt", reverse_an_order),
        ("dealt", shorten_a_deal),
        ("authentic", exchange_signatures),
        ("sealed", exchange_signatures),
        ("authentic", change_a_reason),
        ("authentic", drop_a_signature),
        ("authentic", sign_for_another),
        ("sealed", invent_an_organiser),
    ],
)
def test_the_program_of_the_page_and_the_verifier_find_the_same_change(
    question: str, change: Callable[[Json], None], program: dict[str, Any]
) -> None:
    changed = json.loads(FILES["full"])
    change(changed)
    assert program[question](changed) != ""
    verdict = audit(read_bundle(program["canonical"](changed)))
    assert getattr(verdict, question).answer == "no"


@every_vector
def test_the_program_of_the_page_finds_what_is_changed(name: str, program: dict[str, Any]) -> None:
    whole = program["read"](FILES[name])
    for number, event in enumerate(whole["events"]):
        changed = copy.deepcopy(whole)
        changed["events"][number]["rules_version"] = event["rules_version"] + "1"
        assert program["sealed"](changed) == f"altered {number + 1}"
        assert audit(read_bundle(program["canonical"](changed))).sealed.answer == "no"


def malformed_texts() -> list[str]:
    vectors = json.loads((DOCS / "sealing-vectors.json").read_bytes())
    return list(vectors["malformed"])


@pytest.mark.parametrize("text", malformed_texts())
def test_a_malformed_part_of_a_file_is_found(text: str, program: dict[str, Any]) -> None:
    whole = FILES["full"]
    source = whole.replace(b'"edition":{', b'"edition":{"a":' + text.encode() + b",", 1)
    with pytest.raises(MalformedBundle):
        read_bundle(source)
    with pytest.raises(ValueError):
        program["read"](text.encode())


def test_every_finding_and_every_reason_is_on_the_page() -> None:
    assert {code for code in FINDINGS if f"`{code}`" not in PAGE} == set()
    assert set(REASONS) == set(get_args(Why)) - {""}
    assert {why for why in REASONS if f"`{why}`" not in PAGE} == set()


def test_every_finding_of_the_page_has_a_text() -> None:
    table = PAGE.partition("## Findings")[2].partition("\n## ")[0]
    rows = re.findall(r"^\|[^|]*\|([^|]*)\|", table, re.MULTILINE)
    assert {code for row in rows for code in re.findall(r"`([a-z-]+)`", row)} == set(FINDINGS)
