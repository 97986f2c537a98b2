"""The box, the seats, the heroes, the deal and the first turn."""

from collections import Counter

import pytest

from cards.language import EditionDef
from games.engine import VARIANTS, HeroError, RulesetError, Setup, compile_ruleset, read_heroes
from games.engine.facts import CardsMoved, CardsPlaced, LotDrawn, Shuffled
from games.engine.zones import DANGER, HERO
from tests.table import Table, edition, table

HEROES = ("black-widow", "captain-america", "hulk", "shuri")
COLORS = ("red", "yellow", "green", "blue")


def box() -> EditionDef:
    return edition("ultimate")


def dealt(heroes: str = "hulk shuri", **options: object) -> Table:
    return table("ultimate", heroes=heroes, **options).dealt()


# the box


@pytest.mark.rule("ultimate.box")
def test_the_danger_deck_is_made_of_the_danger_cards_of_the_heroes_in_play_alone() -> None:
    one = dealt("shuri captain-america")
    expected = {card.code for card in box().cards if card.hero in ("shuri", "captain-america")}
    assert set(one.dangers()) <= expected
    assert len(one.dangers()) == len(set(one.dangers())) == 16
    assert Shuffled(DANGER, one.dangers()[::-1], 2) in one.all_facts


# the seats and their heroes


@pytest.mark.rule("ultimate.seats")
def test_two_to_four_players() -> None:
    variant = VARIANTS["ultimate"]
    assert (variant.fewest, variant.most) == (2, 4)
    with pytest.raises(RulesetError):
        compile_ruleset(box(), Setup("ultimate", "", 5, {}, ("",) * 5))


@pytest.mark.rule("ultimate.heroes")
@pytest.mark.parametrize(
    ("heroes", "code"),
    [
        (("hulk", "hulk"), "hero_taken"),
        (("hulk", "wolverine"), "unknown_hero"),
        (("hulk", "red-5"), "unknown_hero"),
        (("hulk",), "hero_count"),
        (("hulk", "shuri", "black-widow"), "hero_count"),
    ],
)
def test_heroes_that_do_not_fit_the_table_are_refused(heroes: tuple[str, ...], code: str) -> None:
    with pytest.raises(HeroError) as refused:
        read_heroes(box(), heroes, 2)
    assert refused.value.code == code


@pytest.mark.rule("ultimate.heroes")
@pytest.mark.parametrize("heroes", [("hulk", "hulk"), ("hulk",), ()])
def test_no_rules_are_made_for_a_setup_whose_heroes_do_not_fit(heroes: tuple[str, ...]) -> None:
    with pytest.raises(RulesetError):
        compile_ruleset(box(), Setup("ultimate", "", 2, {}, heroes))


@pytest.mark.rule("ultimate.heroes")
def test_a_game_without_heroes_takes_none() -> None:
    with pytest.raises(HeroError, match="no_heroes"):
        read_heroes(edition("xmen"), ("hulk", ""), 2)


@pytest.mark.rule("ultimate.heroes")
def test_the_player_who_names_a_hero_has_that_one_and_the_others_get_one_of_those_left_by_lot() -> (
    None
):
    one = table("ultimate", 4, "shuri", first_seat=0)
    one.heroes = ("", "shuri", "", "")
    one.dealt()
    seated = [one.state.zones[HERO[seat]][0] for seat in range(4)]
    assert seated[1] == "shuri"
    assert sorted(seated) == sorted(HEROES)
    assert [fact.among for fact in one.of(LotDrawn)] == [3, 2, 1]
    assert one.cited.count("ultimate.heroes") == 3
    lots = [fact.picked for fact in one.of(LotDrawn)]
    left = ["black-widow", "captain-america", "hulk"]
    assert [left.pop(lot) for lot in lots] == [seated[0], seated[2], seated[3]]


@pytest.mark.rule("ultimate.heroes")
def test_a_table_of_two_leaves_the_other_heroes_in_the_box() -> None:
    one = table("ultimate", 2).dealt()
    seated = {one.state.zones[HERO[seat]][0] for seat in range(2)}
    cards = {card for zone in one.state.zones.values() for card in zone}
    absent = {card.code for card in box().cards if card.kind == "hero"} - seated
    assert len(absent) == 2
    assert not {card.code for card in box().cards if card.hero in absent} & cards


# the deal


@pytest.mark.rule("common.deal", "ultimate.deck")
def test_everybody_is_dealt_seven_cards_of_the_own_deck() -> None:
    one = dealt("hulk shuri black-widow")
    assert one.sizes() == [7, 7, 7]
    assert one.decks() == [40, 40, 40]
    for seat, hero in enumerate(("hulk", "shuri", "black-widow")):
        held = Counter(one.cards_of(seat)) + Counter(one.deck_of(seat))
        assert held == Counter(one.ruleset.decks[hero])
    assert [(fact.verb, fact.source) for fact in one.of(CardsMoved)] == [
        ("deal", "deck:0"),
        ("deal", "deck:1"),
        ("deal", "deck:2"),
    ]


@pytest.mark.rule("common.deal", "common.chance")
def test_every_deck_is_laid_open_and_shuffled_before_the_deal() -> None:
    one = dealt("hulk shuri")
    placed = {fact.zone: fact.cards for fact in one.of(CardsPlaced)}
    assert placed["deck:0"] == one.ruleset.decks["hulk"]
    assert [(fact.zone, fact.nth) for fact in one.of(Shuffled)] == [
        ("deck:0", 0),
        ("deck:1", 1),
        ("danger", 2),
    ]


# the first turn


@pytest.mark.rule("ultimate.first")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_seat_that_the_option_names_plays_first(seat: int) -> None:
    one = dealt("hulk shuri black-widow", first_seat=seat)
    assert one.asked == (seat, "turn")
    assert one.of(LotDrawn) == []
    assert "ultimate.first" in one.cited


@pytest.mark.rule("ultimate.first")
def test_where_nobody_is_named_the_lot_decides_who_plays_first() -> None:
    one = dealt("hulk shuri black-widow")
    (lot,) = one.of(LotDrawn)
    assert (lot.among, lot.picked, lot.hidden) == (3, one.state.current, False)
    assert "ultimate.first" in one.cited


@pytest.mark.rule("ultimate.first")
def test_the_first_card_may_be_any_card() -> None:
    one = table("ultimate", heroes="hulk shuri").first_turn()
    one.hand(0, "red-1 blue-skip green-7 unstoppable")
    assert one.state.color == ""
    assert one.may(0) == {"red-1", "blue-skip", "green-7", "unstoppable", "draw"}


@pytest.mark.rule("ultimate.first", "common.draw")
def test_on_the_first_turn_any_card_drawn_may_be_played() -> None:
    one = table("ultimate", heroes="hulk shuri").first_turn().deck(0, "blue-2").draw(0)
    assert one.may(0) == {"blue-2", "pass"}
    one.play(0, "blue-2")
    assert (one.state.color, one.asked) == ("blue", (1, "turn"))


@pytest.mark.rule("ultimate.first", "common.match")
def test_until_a_card_has_been_played_the_next_player_may_play_any_as_well() -> None:
    one = table("ultimate", heroes="hulk shuri").first_turn().hand(1, "red-2 blue-1").expire(0)
    assert one.may(1) == {"red-2", "blue-1", "draw"}
    assert one.play(1, "red-2").state.color == "red"


@pytest.mark.rule("ultimate.first", "common.match")
def test_after_the_first_card_cards_have_to_match() -> None:
    one = table("ultimate", heroes="hulk shuri").first_turn().hand(0, "red-1 red-3 red-8")
    one.hand(1, "red-2 blue-1 blue-2 visionary").play(0, "red-1")
    assert one.may(1) == {"red-2", "blue-1", "visionary", "draw"}


@pytest.mark.rule("common.wild", "ultimate.first")
def test_any_card_may_follow_a_first_wild_whose_player_is_out_before_naming_a_color() -> None:
    one = table("ultimate", heroes="hulk shuri captain-america").first_turn()
    one.hand(0, "hulk-smash red-3 red-8").hand(1, "red-2 blue-1 visionary")
    one.play(0, "hulk-smash").resign(0)
    assert "common.wild" in one.cited
    assert (one.asked, one.state.color) == ((1, "turn"), "")
    assert one.may(1) == {"red-2", "blue-1", "visionary", "draw"}
    assert one.play(1, "blue-1").state.color == "blue"
