"""The index, the variants, the rules and the problem types."""

import re
import tomllib
from pathlib import Path

import msgspec
import pytest
from jsonschema import Draft202012Validator

from cards.models import CardSet
from games.wording.problems import PROBLEMS
from tests.api.client import ROOT, Caller, fits
from tests.cards.makers import change_card, publish
from tests.shipped import load_shipped

pytestmark = pytest.mark.django_db


def test_the_index_names_addresses_that_answer(editions: None) -> None:
    told = Caller().get("").json
    fits("Index", told)
    for path in told["resources"].values():
        assert Caller().client.get(path).status_code in (200, 401, 405), path


def test_one_release_is_named_everywhere() -> None:
    project = tomllib.loads(Path("pyproject.toml").read_text())["project"]
    release = project["version"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", release)
    assert Caller().get("").json["release"] == release
    assert Caller().get("schema/?format=json").json["info"]["version"] == release
    assert f"\n  version: {release}\n" in Path("docs/openapi.yaml").read_text()[:200]
    released = re.findall(r"^## \[(.+?)\]", Path("CHANGELOG.md").read_text(), re.MULTILINE)
    assert released[:2] == ["Unreleased", release]


def test_the_variants_report_their_options_as_json_schema() -> None:
    told = Caller().get("variants/").json
    fits("Variants", told)
    assert [one["code"] for one in told["results"]] == ["avengers", "xmen", "ultimate"]
    for one in told["results"]:
        Draft202012Validator.check_schema(one["options"])
        described = Caller().get(f"variants/{one['code']}/").json
        fits("DescribedVariant", described)
        assert {name: described[name] for name in one} == one


def test_a_variant_says_what_a_clock_is_made_of() -> None:
    schema = Caller().get("variants/xmen/").json["options"]
    clock = schema["properties"]["clock"]
    bounds = {"type": "integer", "minimum": 1, "maximum": 2_592_000}
    assert clock["properties"]["seconds"] == {"title": "Seconds for a move"} | bounds
    assert clock["required"] == ["seconds"]
    accepts = Draft202012Validator(schema).is_valid
    assert accepts({"clock": {"seconds": 30, "bank": 60, "increment": 5}})
    assert accepts({"clock": None})
    for wrong in ({}, {"bank": 5}, {"seconds": 0}, {"seconds": 5, "minutes": 1}):
        assert not accepts({"clock": wrong})


@pytest.mark.parametrize("language", ["en", "fr-CA"])
def test_what_players_read_beside_the_fields_of_a_table_is_plain(language: str) -> None:
    options = Caller(language=language).get("variants/xmen/").json["options"]["properties"]
    told = {name: one["description"] for name, one in options.items() if "properties" not in one}
    assert "absence" in told and not [name for name, one in told.items() if "`" in one]


def test_a_variant_is_rendered_in_french() -> None:
    english = Caller().get("variants/avengers/").json["options"]["properties"]["rounds"]
    french = Caller(language="fr-CA").get("variants/avengers/").json["options"]["properties"]
    assert french["rounds"]["description"] != english["description"]
    choices = [(one["const"], one["title"]) for one in french["scoring"]["oneOf"]]
    assert choices == [
        ("high", "le gagnant marque les points des autres mains"),
        ("low", "le total le plus bas gagne"),
    ]


def test_every_rule_can_be_looked_up_in_both_languages() -> None:
    told = Caller().get("rules/").json
    fits("Rules", told)
    assert len(told["results"]) > 50
    one = Caller().get("rules/common.uno.catch/").json
    fits("Rule", one)
    assert one["title"]["en"] != one["title"]["fr-CA"]


def test_the_type_of_every_problem_is_an_address_that_explains_it() -> None:
    told = Caller().get("problems/").json
    assert {one["code"] for one in told["results"]} == set(PROBLEMS)
    for one in told["results"]:
        fits("ProblemType", one)
        assert Caller().get(one["type"]).json == one


@pytest.mark.parametrize(
    "path", ["variants/uno/", "rules/no.such/", "problems/none/", "nothing/", "a/b/c"]
)
def test_what_is_not_there_is_404(path: str) -> None:
    reply = Caller().get(path)
    assert (reply.status, reply.code) == (404, "not_found")
    assert reply.json["type"] == f"{ROOT}problems/not_found/"


def test_every_problem_has_words_in_both_languages() -> None:
    for problem in PROBLEMS.values():
        assert problem.title.en != problem.title.to("fr-CA"), problem.code
        assert problem.detail.en != problem.detail.to("fr-CA"), problem.code


def test_a_rule_is_read_as_an_edition_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bots.playability.GAMES", 1)
    load_shipped()
    caller = Caller()
    cards = CardSet.objects.get(code="avengers")
    card = cards.cards.get(code="wild-draw-four")
    color, challenge = card.text().effects
    five = msgspec.structs.replace(challenge, count=5)
    change_card(card=card, effects=(color, five), rule="card.wild-draw-five")
    hash = publish(cards).hash
    printed = caller.get("rules/avengers.draw-four/").json
    assert "four cards" in printed["text"]["en"]
    for address in ("rules/card.wild-draw-five/", f"rules/card.wild-draw-five/?edition={hash}"):
        assert "five cards" in caller.get(address).json["text"]["en"]
    listed = caller.get(f"rules/?edition={hash}").json["results"]
    assert "card.wild-draw-five" in [rule["id"] for rule in listed]
    assert caller.get("rules/card.wild-draw-six/").status == 404
    assert caller.get(f"rules/?edition={'0' * 64}").code == "unknown_edition"
