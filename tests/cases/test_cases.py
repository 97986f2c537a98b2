"""The cases in this folder, and the errors of invalid cases."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.case_runner import Case, CaseError, read_case, read_cases, report, run_case, running
from tests.case_runner.__main__ import main
from tests.cases.raw import HEROIC, PLAIN, changed, differences, given
from tests.table import edition

HERE = Path(__file__).parent
CASES = read_cases(HERE)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_case_comes_out_as_it_says(case: Case) -> None:
    assert run_case(case, edition(case.variant)) == []


def test_a_plain_case_passes() -> None:
    assert differences(PLAIN) == []


@pytest.mark.parametrize(
    "parts",
    [
        {"surprise": 1},
        {"given": PLAIN["given"] | {"surprise": 1}},
        {"when": [PLAIN["when"][0] | {"surprise": 1}]},
        {"then": {"surprise": 1}},
        {"then": {"prompt": {"seat": 0, "kind": "turn", "surprise": 1}}},
        {"when": [{"seat": 0, "do": "dance"}]},
        {"when": [{"seat": 0, "do": "choose", "kind": "dance", "choice": "red"}]},
        {"when": [{"seat": 0, "do": "choose", "kind": "color"}]},
        {"when": [{"seat": 0, "do": "play"}]},
        {"when": [{"seat": 0, "do": "draw", "card": "red-1"}]},
        {"when": [{"seat": 0, "do": "catch-uno"}]},
        {"when": [{"seat": 3, "do": "draw"}]},
        {"then": {"hand_size": {3: 1}}},
        {"then": {"direction": "sideways"}},
        {"given": PLAIN["given"] | {"burn": {0: []}}, "then": {"burn_size": {0: 0}}},
        {"given": PLAIN["given"] | {"enemies": {0: "viper"}}},
        {"given": PLAIN["given"] | {"discard_top": "red-15"}},
        {"given": PLAIN["given"] | {"discard_top": "none"}},
        {"given": PLAIN["given"] | {"color": "yellow"}},
        {"given": {"discard_top": "wild"}},
        {"given": PLAIN["given"] | {"exposed": [0]}},
        {"given": PLAIN["given"] | {"draw_top": ["red-0", "red-0"]}},
        {"given": PLAIN["given"] | {"draw_top": ["red-0"], "draw_size": 0}},
        {"given": PLAIN["given"] | {"draw_size": 112}},
        {"given": {"discard_top": "red-5", "hands": {0: "rest", 1: "rest"}}},
        {"given": PLAIN["given"] | {"out_before": [0]}},
        {"given": {"discard_top": "red-5", "turned_up": ["red-5"], "dealer": 0}},
        {"then": {"hand_has": {0: ["red-15"]}}},
        {"options": {"surprise": 1}},
        {"options": {"draw_four": "surprise"}},
        {"variant": "surprise"},
        {"heroes": ["hulk"]},
    ],
    ids=repr,
)
def test_what_it_does_not_know_stops_it(parts: dict[str, Any]) -> None:
    with pytest.raises(CaseError, match="plain"):
        differences(changed(**parts))


def test_what_is_no_case_stops_it() -> None:
    with pytest.raises(CaseError, match="not a case"):
        read_case([])


@pytest.mark.parametrize(
    "then",
    [
        {"current": 0},
        {"color": "blue"},
        {"direction": "counter"},
        {"dealer": 0},
        {"hand_size": {0: 3}},
        {"hand_has": {0: ["red-1"]}},
        {"hand_has": {0: ["red-2", "red-2"]}},
        {"hand_lacks": {0: ["red-2"]}},
        {"skipped": {1: True}},
        {"out": [1]},
        {"winner": 0},
        {"score": {0: 1}},
        {"prompt": {"seat": 0, "kind": "turn"}},
        {"prompt": {"seat": 1, "kind": "color"}},
        {"prompt": {"seat": 1, "kind": "turn", "offers": ["wild"]}},
        {"prompt": {"seat": 1, "kind": "turn", "offers_not": ["draw"]}},
        {"discard_top": "red-5"},
        {"discard_top_not": "red-1"},
        {"exposed": {0: True}},
        {"sees_hand": {"by": 1, "of": 0}},
        {"sees_hand": [{"by": 1, "of": 0}]},
        {"cites": ["common.skip"]},
        {"legal_has": {0: ["red-2"]}},
        {"legal_lacks": {1: ["draw"]}},
        {"refused": "common.match"},
    ],
    ids=repr,
)
def test_every_assertion_can_fail(then: dict[str, Any]) -> None:
    assert len(differences(changed(then=then))) == 1


@pytest.mark.parametrize(
    "then",
    [
        {"deck_size_change": {0: 1}},
        {"deck_bottom": {2: ["blue-1"]}},
        {"burn_size": {0: 1}},
        {"burn_top": {0: "red-1"}},
        {"burn_top": {2: None}},
        {"burn_has": {2: ["red-1"]}},
        {"burn_lacks": {2: ["green-1"]}},
        {"enemy": {0: "viper"}},
        {"enemy": {0: "any"}},
        {"enemy": {1: None}},
        {"items": {1: ["rubble"]}},
        {"items": {1: []}},
        {"danger_discard_has": ["rest"]},
        {"danger_discard_lacks": ["theft"]},
        {"prompt": {"seat": 1, "kind": "confirm"}},
    ],
    ids=repr,
)
def test_every_assertion_about_heroes_can_fail(then: dict[str, Any]) -> None:
    raw = given(
        HEROIC,
        burn={2: ["green-1"]},
        enemies={1: "maestro"},
        items={1: ["rubble", "gauntlets"]},
        danger_top=["rest"],
        danger_rest=["burnout", "defy"],
        skipped=[1],
    )
    assert differences(raw | {"then": {"current": 2}}) == []
    assert len(differences(raw | {"then": then})) == 1


def test_any_enemy_and_the_top_of_an_empty_pile_can_be_asserted() -> None:
    raw = given(HEROIC, enemies={2: "maestro"})
    then = {"enemy": {2: "any", 0: None}, "burn_top": {0: None}, "items": {0: []}}
    assert differences(raw | {"then": then}) == []


def test_assertions_about_heroes_mean_nothing_in_other_games() -> None:
    for key in ("burn_size", "deck_size_change"):
        with pytest.raises(CaseError, match=key):
            differences(changed(then={key: {0: 0}}))
    with pytest.raises(CaseError, match="unknown card"):
        differences(HEROIC | {"then": {"items": {0: ["hulk-trousers"]}}})


def test_a_difference_reports_the_expected_and_the_seen() -> None:
    assert differences(changed(then={"current": 2})) == ["current: expected 2, seen 1"]


def test_only_the_last_step_may_be_refused() -> None:
    bad = {"seat": 0, "do": "play", "card": "blue-9"}
    given = {"discard_top": "red-5", "hands": {0: ["blue-9", "red-2"]}}
    assert differences(changed(given=given, when=[bad], then={"refused": "common.match"})) == []
    assert differences(changed(given=given, when=[bad], then={"refused": "common.turn"}))
    assert differences(changed(given=given, when=[bad]))[0].startswith("play")
    then = {"refused": "common.match"}
    good = {"seat": 0, "do": "play", "card": "red-2"}
    assert "accepted" in differences(changed(given=given, when=[good], then=then))[0]


def folder(tmp_path: Path, *cases: dict[str, Any]) -> str:
    (tmp_path / "some.yaml").write_text(yaml.safe_dump(list(cases)))
    return str(tmp_path)


def test_the_command_prints_the_count(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([folder(tmp_path, PLAIN)]) == 0
    assert capsys.readouterr().out == "1 cases: 1 passed, 0 failed\n"


def test_the_command_prints_each_failure_and_exits_by_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([folder(tmp_path, changed(then={"current": 2}))]) == 1
    assert capsys.readouterr().out == (
        "plain: current: expected 2, seen 1\n1 cases: 0 passed, 1 failed\n"
    )


def test_the_command_stops_at_what_it_does_not_know(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([folder(tmp_path, changed(surprise=1))]) == 2
    assert "surprise" in capsys.readouterr().err


def test_the_command_runs_the_other_cases_where_one_cannot_be_created(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([folder(tmp_path, changed(id="no-top", given={}), changed(id="fine"))]) == 1
    assert capsys.readouterr().out == (
        "no-top: a position needs a discard_top (not run)\n2 cases: 1 passed, 1 failed\n"
    )


def test_a_case_on_which_the_engine_breaks_is_reported_and_the_others_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def breaks(*_: Any) -> None:
        raise KeyError("red-1")

    monkeypatch.setattr(running, "decide", breaks)
    told = report(
        [read_case(PLAIN), read_case(changed(when=[]))], {"avengers": edition("avengers")}
    )
    assert [*told] == [
        ["plain: the engine broke: KeyError('red-1')"],
        ["plain: current: expected 1, seen 0"],
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no cases"),
        ("a: 1", "not a list"),
        ("- [", "some.yaml"),
        ("- {id: a, id: b}", "stands 2 times"),
    ],
)
def test_a_file_that_is_no_list_of_cases_stops_it(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "some.yaml").write_text(text)
    with pytest.raises(CaseError, match=why):
        read_cases(tmp_path)


def test_no_folder_and_two_cases_of_one_id_stop_it(tmp_path: Path) -> None:
    with pytest.raises(CaseError, match="no such folder"):
        read_cases(tmp_path / "nowhere")
    with pytest.raises(CaseError, match="2 cases"):
        read_cases(Path(folder(tmp_path, PLAIN, PLAIN)))
