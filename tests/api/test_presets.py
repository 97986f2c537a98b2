"""The presets of a variant: options that go together, which a table takes as they are."""

import pytest

from games.engine import VARIANTS
from tests.api.client import Caller

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_a_table_takes_each_preset_as_it_is(alice: Caller, variant: str) -> None:
    presets = alice.get(f"variants/{variant}/").json["presets"]
    assert [one["code"] for one in presets] == ["classic", "quick", "tournament"]
    defaults = {one.name: one.default for one in VARIANTS[variant].options}
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    for preset in presets:
        body = {"variant": variant, "seats": seats, "options": preset["options"], "start": True}
        made = alice.post("games/", body)
        assert made.status == 201
        assert made.json["options"] == defaults | preset["options"]


def test_the_preset_for_strangers_has_a_clock(alice: Caller) -> None:
    for variant in alice.get("variants/").json["results"]:
        (preset,) = [one for one in variant["presets"] if one["for_strangers"]]
        assert preset["options"]["clock"]["seconds"] == 20
        assert preset["options"].get("rounds") == (None if variant["code"] == "ultimate" else 1)


def test_names_and_sentences_are_in_the_language_of_the_request() -> None:
    told = Caller(language="fr-CA").get("variants/xmen/").json["presets"]
    assert [one["name"] for one in told] == ["Classique", "Rapide", "Tournoi"]
    english = Caller().get("variants/xmen/").json["presets"]
    assert [one["name"] for one in english] == ["Classic", "Quick", "Tournament"]
    for one, other in zip(told, english, strict=True):
        assert one["text"].endswith(".") and one["text"] != other["text"]
        assert one["options"] == other["options"]
