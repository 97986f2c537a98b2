"""The rulebook: complete, and in both languages."""

import json
import re
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from string import Formatter

import msgspec
import pytest
import rfc8785

from cards.language import LANGUAGES
from games.engine.rulebook import (
    RULES_VERSION,
    UnknownRule,
    load_rulebook,
    read_rulebook,
    released_rulebooks,
)
from games.messages.catalog_messages import RuleResponse
from games.wording.rules import printed_rules, refusal_by
from tests.releases import last_release

FILE = Path(__file__).parents[2] / "games" / "engine" / "rulebook.json"
BOOK = load_rulebook()
RULES = printed_rules()
"""The rules in both languages."""

CARDS = [rule.id for rule in BOOK if rule.id.startswith("card.")]
GROUPS = ["common", "avengers", "xmen", "ultimate", "card"]
GUIDE = "Ultimate 2023 guide"
SHEETS = {"Avengers 2018", "X-Men 2026", "Ultimate 2023", GUIDE}
REFUSAL_PARAMETERS = {"card", "top", "color", "seat"}
OPTIONS = {
    "common.reverse-two": ("two_player_reverse", "skip", "as_printed"),
    "avengers.dealer": ("dealer",),
    "xmen.dealer": ("dealer",),
    "avengers.draw-four.legal": ("draw_four", "challenge", "strict"),
    "xmen.draw-four.legal": ("draw_four", "challenge", "strict"),
    "avengers.win": ("target_score", "rounds", "500"),
    "avengers.alternative": ("scoring", "low", "high", "target_score"),
    "xmen.score": ("target_score", "rounds", "500"),
    "ultimate.first": ("first_seat",),
    "common.clock": ("clock",),
    "common.uno.window": ("uno_window",),
    "common.clock.out": ("timeouts_out",),
    "common.absence": ("absence", "absent_seconds", "wait", "out", "bot"),
    "common.absence.bot": ("absence", "bot"),
}

each_rule = pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.id)


def test_the_rules_are_in_reading_order() -> None:
    assert [group for group, _ in groupby(rule.id.partition(".")[0] for rule in BOOK)] == GROUPS


def test_every_hero_has_a_power_four_wilds_and_eight_danger_cards() -> None:
    assert len(CARDS) == 4 * (1 + 4 + 8)


@each_rule
def test_an_id_is_dotted_words_of_a_game_or_a_card(rule: RuleResponse) -> None:
    assert re.fullmatch(r"(common|avengers|xmen|ultimate|card)(\.[a-z]+(-[a-z]+)*)+", rule.id)


@each_rule
def test_both_languages_say_something_and_not_the_same(rule: RuleResponse) -> None:
    assert len(rule.text.en.split()) >= 8
    assert len(rule.text.fr_ca.split()) >= 8
    assert rule.title.en.strip()
    assert rule.title.fr_ca.strip()
    assert rule.text.en != rule.text.fr_ca
    if rule.refusal is not None:
        assert rule.refusal.en != rule.refusal.fr_ca


def test_titles_differ_but_for_names_of_cards_and_the_same_word() -> None:
    rules = [rule for rule in RULES.values() if not rule.id.startswith("card.")]
    alike = {rule.title.en for rule in rules if rule.title.en == rule.title.fr_ca}
    names = {"Wild Draw Four", "Wild Infinity Gauntlet", "Wild Cerebro", "Options"}
    assert alike <= names


@pytest.mark.parametrize("rule_id", CARDS)
def test_the_title_of_a_card_is_its_name_which_is_english_in_both_languages(rule_id: str) -> None:
    title = RULES[rule_id].title
    assert title.en == title.fr_ca
    said = re.sub(r"[^a-z -]", "", title.en.lower())
    assert rule_id == f"card.{said.replace(' ', '-')}"


def test_the_refusals_of_cards_that_forbid_name_the_card_refused() -> None:
    forbidding = {"card.hide-in-plain-sight", "card.flash-bang", "card.abomination"}
    refusals = {rule.id: rule.refusal for rule in RULES.values() if rule.id.startswith("card.")}
    assert {rule_id for rule_id, refusal in refusals.items() if refusal} == forbidding
    for refusal in filter(None, refusals.values()):
        assert parameters(refusal.en) == {"card"}


@each_rule
def test_sentences_begin_and_end_as_sentences_do(rule: RuleResponse) -> None:
    sentences = [rule.text] if rule.refusal is None else [rule.text, rule.refusal]
    for words in sentences:
        for sentence in (words.en, words.fr_ca):
            assert sentence == sentence.strip()
            assert sentence.endswith(".")
            assert sentence[0].isupper() or sentence.startswith("{card}")
            assert "  " not in sentence


@each_rule
def test_texts_have_no_parameters_and_refusals_the_same_known_ones(rule: RuleResponse) -> None:
    for words in (rule.title, rule.text):
        assert not re.search(r"[{}]", words.en + words.fr_ca)
    if rule.refusal is not None:
        assert parameters(rule.refusal.en) == parameters(rule.refusal.fr_ca)
        assert parameters(rule.refusal.en) <= REFUSAL_PARAMETERS


@each_rule
def test_a_rule_names_its_sheet_and_section_unless_it_is_all_ruling(rule: RuleResponse) -> None:
    sheet, section = rule.sheet or "", rule.section or ""
    assert rule.basis
    assert len(set(rule.basis)) == len(rule.basis)
    assert len(sheet.split("; ")) == len(section.split("; "))
    assert bool(sheet) == bool(section)
    if rule.basis == ("ruling",):
        assert sheet == ""
    else:
        assert set(sheet.split("; ")) <= SHEETS
    assert ("guide" in rule.basis) == (GUIDE in sheet.split("; "))


@pytest.mark.parametrize("rule_id", OPTIONS)
def test_a_rule_with_an_option_names_it_and_its_values(rule_id: str) -> None:
    text = RULES[rule_id].text
    for word in OPTIONS[rule_id]:
        assert word in text.en
        assert word in text.fr_ca


SAID = {
    "common.absence": (
        "rests on the word of the server alone",
        "repose sur la seule parole du serveur",
    ),
    "common.memory": ("else: a hand shown at a challenge", "et de personne d’autre"),
    "common.circles": ("ten times the players still in", "dix fois le nombre de joueurs"),
    "common.endless": ("until it is mended", "avant qu’elle soit corrigée"),
    "common.forfeit": ("before naming a character", "avant de nommer un personnage"),
    "common.penalty": ("No card touches a penalty", "Aucune carte ne touche à une pénalité"),
    "common.clock.out": (
        "unless it let its own last question run out too",
        "sauf s’il a lui aussi laissé s’écouler le temps de sa dernière question",
    ),
    "common.clock.adjust": (
        "counts for the open question",
        "compte aussi pour la question ouverte",
    ),
}
"""What rules must say, in both languages."""


@pytest.mark.parametrize("rule_id", SAID)
def test_a_rule_says_what_it_decides(rule_id: str) -> None:
    english, french = SAID[rule_id]
    text = RULES[rule_id].text
    assert english in text.en
    assert french in text.fr_ca


@each_rule
def test_french_uses_the_words_of_the_french_sheet(rule: RuleResponse) -> None:
    texts = [rule.title, rule.text, *([rule.refusal] if rule.refusal else [])]
    for words in texts:
        assert not re.search(r"\b(pioche[rnz]|défausse|joker|retournement)\b", words.fr_ca, re.I)


@each_rule
def test_a_refusal_addresses_no_player_since_the_log_tells_it_to_all(rule: RuleResponse) -> None:
    if rule.refusal is not None:
        assert not re.search(r"\byou(r|rs)?\b", rule.refusal.en, re.I)
        assert not re.search(r"\b(tu|toi|ton|ta|tes|te)\b|\bt’", rule.refusal.fr_ca, re.I)


def test_a_refusal_says_what_the_move_was() -> None:
    params: dict[str, str | int] = {"card": "red-5", "top": "blue-7", "color": "blue", "unused": 1}
    english, french = (refusal_by("common.match", one, params) for one in LANGUAGES)
    assert english == "Red-5 does not fit on blue-7 with blue in play."
    assert french.startswith("Red-5 ne convient pas sur blue-7")


def test_a_refusal_that_lacks_a_parameter_is_the_text_of_the_rule() -> None:
    text = RULES["common.match"].text
    assert refusal_by("common.match", "en", {"card": "red-5"}) == text.en
    assert refusal_by("common.match", "fr-CA", {}) == text.fr_ca


def test_a_rule_without_a_refusal_refuses_with_its_text() -> None:
    rule = RULES["common.skip"]
    assert rule.refusal is None
    assert refusal_by("common.skip", "fr-CA", {}) == rule.text.fr_ca


def test_a_rule_that_the_rulebook_lacks_has_no_refusal() -> None:
    assert refusal_by("common.nothing", "en", {}) == ""


def test_a_rule_that_is_not_there_is_named_in_the_error() -> None:
    with pytest.raises(UnknownRule) as error:
        BOOK["common.nothing"]
    assert str(error.value) == "the rulebook has no rule 'common.nothing'"
    assert isinstance(error.value, KeyError)


def test_the_rulebook_is_read_once_and_has_a_version() -> None:
    assert load_rulebook() is BOOK
    assert BOOK.version >= 1
    assert str(BOOK.version) == RULES_VERSION
    assert BOOK.rules == tuple(BOOK) == tuple(BOOK.by_id.values())
    assert len(BOOK) == len(BOOK.rules)
    assert "common.skip" in BOOK
    assert "common.nothing" not in BOOK


def test_the_digest_is_that_of_the_canonical_form() -> None:
    contents = json.loads(FILE.read_bytes())
    assert BOOK.digest == sha256(rfc8785.dumps(contents)).hexdigest()
    contents["rules"][0]["text"] += " More."
    assert read_rulebook(json.dumps(contents).encode()).digest != BOOK.digest


def test_released_rulebooks_stay_and_the_last_one_is_the_present_one() -> None:
    listed = json.loads(FILE.with_name("rulebooks.json").read_bytes())
    released = last_release()["rulebooks"]
    assert listed[: len(released)] == released, "games are judged by it: add an entry instead"
    assert len(listed) <= len(released) + 1, "an entry that no release had is replaced"
    present = {"version": RULES_VERSION, "digest": BOOK.digest}
    assert listed[-1] == present, "write this as the last entry of rulebooks.json"
    assert released_rulebooks() == {(one["version"], one["digest"]) for one in listed}


def test_an_id_that_is_there_twice_is_refused() -> None:
    contents = json.loads(FILE.read_bytes())
    contents["rules"].append(contents["rules"][0])
    with pytest.raises(ValueError, match="same id"):
        read_rulebook(json.dumps(contents).encode())


@pytest.mark.parametrize("basis", [["rumor"], "sheet", None])
def test_an_unknown_basis_is_refused(basis: object) -> None:
    contents = json.loads(FILE.read_bytes())
    contents["rules"][0]["basis"] = basis
    with pytest.raises(msgspec.ValidationError, match=r"\$\.rules\[0\]\.basis"):
        read_rulebook(json.dumps(contents).encode())


def parameters(sentence: str) -> set[str]:
    """The names in braces of a sentence."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def test_every_rule_that_the_engine_cites_is_in_the_rulebook() -> None:
    engine = "".join(path.read_text() for path in Path("games/engine").rglob("*.py"))
    cited = set(re.findall(r'(?:cite|point)\(\s*"([a-z.-]+)"', engine))
    assert cited <= {rule.id.partition(".")[2] for rule in BOOK}
