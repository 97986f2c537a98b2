"""Cards in words, in both languages."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cards.language import (
    LANGUAGES,
    CardDef,
    ability_text,
    card_name,
    card_text,
    cost_text,
    effects,
)
from cards.language.effects import Effect, May, Verb
from cards.language.spoken.english import English
from cards.language.spoken.french import French, filled_in_french
from cards.services import shipped_editions
from tests.cards.makers import NAME_COLOR, ULTIMATE, WILD, card, item, wild

EDITIONS = shipped_editions()
BURN = {"effect": "burn"}
TEXTS: dict[str, list[str]] = json.loads(Path(__file__).with_name("card_texts.json").read_text())


def said(*of: dict[str, Any], abilities: list[dict[str, Any]] | None = None) -> tuple[str, str]:
    """What a Wild says that does only this."""
    made = card("own", **WILD, effects=list(of), abilities=abilities or [])
    return card_text(made, ULTIMATE, "en"), card_text(made, ULTIMATE, "fr-CA")


def ability(**fields: Any) -> tuple[str, str]:
    """What an Item says that has only this ability."""
    made = item(fields)
    return card_text(made, ULTIMATE, "en"), card_text(made, ULTIMATE, "fr-CA")


VERBS: list[tuple[dict[str, Any], str, str]] = [
    ({"effect": "add", "who": "next"}, "The next player adds one card.",
     "Le joueur suivant ajoute une carte."),
    ({"effect": "add", "count": 13}, "Add 13 cards.", "Ajoute 13 cartes."),
    ({"effect": "draw", "who": "others", "count": 2}, "Each other player draws two cards.",
     "Chaque autre joueur pige deux cartes."),
    ({"effect": "burn", "count": 2, "floor": 2}, "Burn two cards, never fewer.",
     "Brûle deux cartes, jamais moins."),
    ({"effect": "burn_until", "who": "target", "card": {"kind": ["skip"], "color": ["blue"]}},
     "That player burns cards until a blue Skip has been burned.",
     "Ce joueur brûle des cartes jusqu’à brûler une carte Passer bleue."),
    ({"effect": "burn_from_hand", "count": 2}, "Burn two cards from your hand.",
     "Brûle deux cartes de ta main."),
    ({"effect": "burn_from_hand", "who": "others", "count": "all", "card": {"kind": ["wild"]}},
     "Each other player burns all Wilds from their hand.",
     "Chaque autre joueur brûle toutes les Cartes blanches de sa main."),
    ({"effect": "burn_from_hand", "count": "all", "upto": True, "keep": 1},
     "Burn any number of cards from your hand, but keep at least one card there.",
     "Brûle n’importe quel nombre de cartes de ta main, mais gardes-y au moins une carte."),
    ({"effect": "burn_from_hand", "who": "next", "at_random": True},
     "The next player burns a card from their hand at random.",
     "Le joueur suivant brûle au hasard une carte de sa main."),
    ({"effect": "burn_from_hand", "count": 3, "upto": True, "card": {"color": ["red", "green"]}},
     "Burn up to three red or green cards from your hand.",
     "Brûle jusqu’à trois cartes rouges ou vertes de ta main."),
    ({"effect": "recover", "who": "all", "count": "others"},
     "Everyone recovers one card for each other player.",
     "Chaque joueur récupère une carte pour chaque autre joueur."),
    ({"effect": "recover", "who": "next", "chosen": True},
     "The next player recovers one card of their choice.",
     "Le joueur suivant récupère une carte de son choix."),
    ({"effect": "exchange", "who": "others"},
     "Each other player swaps a card in their hand with any card in their Burn Pile.",
     "Chaque autre joueur échange une carte de sa main contre n’importe quelle carte de sa "
     "Brûlure."),
    ({"effect": "show_hand"}, "That player shows you their hand.", "Ce joueur te montre sa main."),
    ({"effect": "show_hand", "of": "self", "to": "next", "card": [{"danger": True}]},
     "Show the next player a card with the Danger icon.",
     "Montre une carte avec une icône Danger au joueur suivant."),
    ({"effect": "skip"}, "The next player loses their turn.", "Le joueur suivant perd son tour."),
    ({"effect": "skip", "who": "self"}, "Lose your next turn.", "Perds ton prochain tour."),
    ({"effect": "reverse"}, "The direction of play turns round.", "Le sens du jeu est inversé."),
    ({"effect": "play_again"}, "You may play one more card at once.",
     "Tu peux jouer aussitôt une autre carte."),
    ({"effect": "may", "do": [{"effect": "play_again"}]}, "You may play one more card at once.",
     "Tu peux jouer aussitôt une autre carte."),
    ({"effect": "set_color", "color": "purple"}, "The color in play becomes purple.",
     "La couleur en jeu devient le violet."),
    ({"effect": "flip", "who": "they"}, "That player flips the top Danger card.",
     "Ce joueur retourne la carte sur le dessus du paquet de cartes Dangers."),
    ({"effect": "flip_until", "kind": "item"},
     "Flip Danger cards until an Item turns up, attach it to yourself and discard the others.",
     "Retourne des cartes Dangers jusqu’à trouver un Élément, attache-le à toi et mets les autres "
     "au talon Dangers."),
    ({"effect": "defeat"}, "Defeat it.", "Vaincs-le."),
    ({"effect": "defeat", "which": "this"}, "Defeat this Enemy.", "Vaincs cet Ennemi."),
    ({"effect": "defeat", "which": "all"}, "Defeat all Enemies.", "Vaincs tous les Ennemis."),
    ({"effect": "destroy"}, "Destroy it.", "Détruis-le."),
    ({"effect": "destroy", "which": "all"}, "Destroy all Items.", "Détruis tous les Éléments."),
    ({"effect": "take"}, "Take it.", "Prends-le."),
    ({"effect": "take", "to": "target"}, "Move it in front of that player.",
     "Déplace-le devant ce joueur."),
    ({"effect": "choose_color"}, "Choose the color in play.",
     "Choisis la couleur pour poursuivre le jeu."),
    ({"effect": "choose_color", "bind": "color", "who": "next"}, "The next player chooses a color.",
     "Le joueur suivant choisit une couleur."),
    ({"effect": "choose_player"}, "Choose another player.", "Choisis un autre joueur."),
    ({"effect": "choose_player", "among": "all"}, "Choose any player, yourself included.",
     "Choisis n’importe quel joueur, toi compris."),
    ({"effect": "choose_card", "side": "item"}, "Choose any Item in play.",
     "Choisis n’importe quel Élément en jeu."),
    ({"effect": "choose_card", "side": "enemy", "of": "others"},
     "Choose an Enemy in front of another player.",
     "Choisis un Ennemi devant un autre joueur."),
    ({"effect": "choose_mode", "modes": [{"name": "add"}, {"name": "burn"}]},
     "Name “add” or “burn”.", "Nomme « ajoute » ou « brûle »."),
    ({"effect": "choose_mode", "who": "next", "modes": [
        {"name": "add", "do": [{"effect": "add", "who": "next"}], "needs": {"has": "item"}},
        {"name": "pass"}, {"name": "hit", "do": [BURN]}]},
     "The next player chooses to add one card (only if you have an Item), to name “pass” or to "
     "name “hit” (burn one card).",
     "Le joueur suivant choisit d’ajouter une carte (seulement si tu as un Élément), de dire "
     "« pass » ou de dire « hit » (brûle une carte)."),
    ({"effect": "choose_mode", "modes": [{"name": "a", "do": [BURN]}, {"name": "b",
      "do": [{"effect": "exchange"}]}]},
     "Choose to burn one card or to swap a card in your hand with any card in your Burn Pile.",
     "Choisis de brûler une carte ou d’échanger une carte de ta main contre n’importe quelle "
     "carte de ta Brûlure."),
    ({"effect": "may", "do": [{"effect": "defeat"}]}, "You may defeat it.",
     "Tu peux le vaincre."),
    ({"effect": "may", "do": [{"effect": "flip_until", "kind": "enemy"}]},
     "You may flip Danger cards until an Enemy turns up, place it in front of you, do what it does "
     "when flipped, and discard the others.",
     "Tu peux retourner des cartes Dangers jusqu’à trouver un Ennemi, le placer devant toi, faire "
     "ce qu’il fait une fois retourné et mettre les autres au talon Dangers."),
    ({"effect": "may", "do": [{"effect": "skip"}]},
     "You may decide that the next player loses their turn.",
     "Tu peux décider que le joueur suivant perd son tour."),
    ({"effect": "may", "who": "next", "do": [{"effect": "burn", "who": "next"}, BURN]},
     "The next player may burn one card; if so, burn one card.",
     "Le joueur suivant peut brûler une carte; si c’est le cas, brûle une carte."),
    ({"effect": "may", "who": "others", "do": [{"effect": "burn", "who": "others"}]},
     "Each other player may burn one card.", "Chaque autre joueur peut brûler une carte."),
    ({"effect": "only_if", "when": {"has": "enemy"}, "do": [BURN],
      "otherwise": [{"effect": "add"}]},
     "If an Enemy is attacking you, burn one card. Otherwise, add one card.",
     "Si un Ennemi t’attaque, brûle une carte. Sinon, ajoute une carte."),
    ({"effect": "for_each", "who": "others", "do": [{"effect": "draw", "who": "they"}]},
     "For each other player in turn order: that player draws one card.",
     "Pour chaque autre joueur dans l’ordre des tours : ce joueur pige une carte."),
    ({"effect": "for_each", "who": "next", "do": [BURN]}, "For the next player: burn one card.",
     "Pour le joueur suivant : brûle une carte."),
    ({"effect": "for_each", "times": 3, "do": [BURN]}, "Three times: burn one card.",
     "Trois fois : brûle une carte."),
    ({"effect": "for_each", "times": "items", "do": [BURN]},
     "For each of your Items: burn one card.",
     "Pour chacun de tes Éléments : brûle une carte."),
    ({"effect": "burn", "who": "next", "count": "enemies"},
     "The next player burns one card for each Enemy in play.",
     "Le joueur suivant brûle une carte pour chaque Ennemi en jeu."),
    ({"effect": "lay_color"}, "Lay a colored card from your hand on top of this one.",
     "Pose une carte de couleur de ta main par-dessus celle-ci."),
    ({"effect": "name_character"}, "Name a character or its number.",
     "Nomme un personnage ou son nombre."),
    ({"effect": "challenge", "count": 2, "penalty": 3},
     "The next player draws two cards and loses their turn, or challenges you: if you hold a "
     "card of the color that was in play you draw two cards; if not, the challenger draws "
     "three cards and loses their turn.",
     "Le joueur suivant pige deux cartes et perd son tour, ou conteste : si tu as en main "
     "une carte de la couleur qui était en jeu, tu piges deux cartes; sinon, c’est le joueur qui "
     "conteste qui pige trois cartes et perd son tour."),
]  # fmt: skip


@pytest.mark.parametrize(("effect", "english", "french"), VERBS)
def test_a_verb_is_said(effect: dict[str, Any], english: str, french: str) -> None:
    assert said(effect) == (english, french)


def test_every_verb_is_said_in_some_example() -> None:
    verbs = {kind.__struct_config__.tag for kind in Verb.__subclasses__()}
    assert verbs - {effect["effect"] for effect, _, _ in VERBS} == {"grant"}
    assert verbs == {kind.__struct_config__.tag for kind in effects.Effect.__args__}


FORBID = {"ability": "restriction", "forbid": {"kind": ["number"]}}


@pytest.mark.parametrize(
    ("grant", "english", "french"),
    [
        ({"until": "turn_ends"}, "You may not play number cards this turn.",
         "Tu ne peux pas jouer de cartes numérotées jusqu’à la fin de ce tour."),
        ({"until": "used"}, "You may not play number cards.",
         "Tu ne peux pas jouer de cartes numérotées."),
    ],
)  # fmt: skip
def test_a_lasting_ability_is_reported_where_it_begins(
    grant: dict[str, Any], english: str, french: str
) -> None:
    effect = {"effect": "grant", "ability": 0} | grant
    assert said(effect, abilities=[FORBID]) == (english, french)


@pytest.mark.parametrize(
    "effect",
    [
        {"effect": "for_each", "times": 1, "do": [{"effect": "grant", "ability": 0,
                                                   "until": "used"}]},
        {"effect": "choose_mode", "modes": [{"name": "a", "do": [
            {"effect": "grant", "ability": 0, "until": "used"}]}, {"name": "b"}]},
        {"effect": "only_if", "when": {"has": "item"}, "do": [BURN], "otherwise": [
            {"effect": "grant", "ability": 0, "until": "used"}]},
    ],
)  # fmt: skip
def test_a_granted_ability_is_reported_once(effect: dict[str, Any]) -> None:
    for text in said(effect, abilities=[FORBID]):
        assert text.count("number cards") + text.count("numérotées") == 1


SENTENCES: list[tuple[list[dict[str, Any]], str, str]] = [
    ([{"effect": "add", "who": "all"}, {"effect": "burn", "who": "all"}],
     "if an Enemy is attacking you, everyone adds one card; everyone burns one card.",
     "si un Ennemi t’attaque, chaque joueur ajoute une carte; chaque joueur brûle une carte."),
    ([{"effect": "draw", "who": "next"}, {"effect": "draw"}, {"effect": "exchange"}],
     "if an Enemy is attacking you, the next player draws one card and you draw one card and swap "
     "a card in your hand with any card in your Burn Pile.",
     "si un Ennemi t’attaque, le joueur suivant pige une carte et tu piges une carte et échanges "
     "une carte de ta main contre n’importe quelle carte de ta Brûlure."),
    ([{"effect": "skip"}, {"effect": "skip", "who": "self"}, {"effect": "reverse"}],
     "if an Enemy is attacking you, the next player loses their turn; you lose your next turn; "
     "the direction of play turns round.",
     "si un Ennemi t’attaque, le joueur suivant perd son tour; tu perds ton prochain tour; le sens "
     "du jeu est inversé."),
    ([{"effect": "skip"}, {"effect": "play_again"}],
     "if an Enemy is attacking you, the next player loses their turn and you may play one more "
     "card at once.",
     "si un Ennemi t’attaque, le joueur suivant perd son tour et tu peux jouer aussitôt une autre "
     "carte."),
    ([{"effect": "skip"}, {"effect": "flip_until", "kind": "item"}],
     "if an Enemy is attacking you, the next player loses their turn and you flip Danger cards "
     "until an Item turns up, attach it to yourself and discard the others.",
     "si un Ennemi t’attaque, le joueur suivant perd son tour et tu retournes des cartes Dangers "
     "jusqu’à trouver un Élément, l’attaches à toi et mets les autres au talon Dangers."),
    ([{"effect": "skip"}, {"effect": "flip_until", "kind": "enemy"}],
     "if an Enemy is attacking you, the next player loses their turn and you flip Danger cards "
     "until an Enemy turns up, place it in front of you, do what it does when flipped, "
     "and discard the others.",
     "si un Ennemi t’attaque, le joueur suivant perd son tour et tu retournes des cartes Dangers "
     "jusqu’à trouver un Ennemi, le places devant toi, fais ce qu’il fait une fois retourné et "
     "mets les autres au talon Dangers."),
    ([{"effect": "choose_card", "side": "enemy", "of": "self"}, {"effect": "defeat"}],
     "if an Enemy is attacking you, choose the Enemy in front of you and defeat it.",
     "si un Ennemi t’attaque, choisis l’Ennemi devant toi et vaincs-le."),
    ([{"effect": "skip"}, {"effect": "defeat"}],
     "if an Enemy is attacking you, the next player loses their turn and you defeat it.",
     "si un Ennemi t’attaque, le joueur suivant perd son tour et tu le vaincs."),
]  # fmt: skip


@pytest.mark.parametrize(("effects", "english", "french"), SENTENCES)
def test_inside_a_sentence_it_is_clear_who_does_what(
    effects: list[dict[str, Any]], english: str, french: str
) -> None:
    told = said({"effect": "only_if", "when": {"has": "enemy"}, "do": effects})
    assert tuple(one[:1].lower() + one[1:] for one in told) == (english, french)


TRIGGERS: list[tuple[dict[str, Any], str, str]] = [
    ({"on": ["draw", "recover"]}, "Whenever you draw cards or you recover cards, burn one card.",
     "Chaque fois que tu piges ou que tu récupères des cartes, brûle une carte."),
    ({"on": ["skip"], "whose": "others"}, "Whenever another player loses a turn, burn one card.",
     "Chaque fois qu’un autre joueur perd son tour, brûle une carte."),
    ({"on": ["color"], "whose": "all"}, "Whenever anyone changes the color in play, burn one card.",
     "Chaque fois qu’un joueur change la couleur en jeu, brûle une carte."),
    ({"on": ["destroy"]}, "Whenever an Item of yours is destroyed, burn one card.",
     "Chaque fois qu’un de tes Éléments est détruit, brûle une carte."),
    ({"on": ["destroy"], "whose": "others", "when": {"card": {"not_this": True}}},
     "Whenever an Item of another player is destroyed, if it is a card other than this one, "
     "burn one card.",
     "Chaque fois qu’un Élément d’un autre joueur est détruit, si cette carte est une carte autre "
     "que celle-ci, brûle une carte."),
    ({"on": ["defeat"], "when": {"card": {"color": ["red"]}}},
     "Whenever an Enemy attacking you is defeated, if it is a red card, burn one card.",
     "Chaque fois qu’un Ennemi qui t’attaque est vaincu, si cette carte est une carte rouge, "
     "brûle une carte."),
    ({"on": ["turn_start", "turn_end"], "whose": "all"},
     "At the start of every turn and at the end of every turn, burn one card.",
     "Au début de chaque tour et à la fin de chaque tour, brûle une carte."),
    ({"on": ["turn_end"], "whose": "others"}, "At the end of another player's turn, burn one card.",
     "À la fin du tour d’un autre joueur, brûle une carte."),
    ({"on": ["add"], "when": {"cause": ["item", "hero"]}},
     "Whenever you add cards, if the cause is an Item or a Character power, burn one card.",
     "Chaque fois que tu ajoutes des cartes, si c’est à cause d’un Élément ou d’un pouvoir de "
     "personnage, brûle une carte."),
    ({"on": ["burn"], "when": {"count_at_least": 3, "cause": ["event"]}},
     "Whenever you burn cards, if the cause is an Event and it is three or more, burn one card.",
     "Chaque fois que tu brûles des cartes, si c’est à cause d’un Événement et il s’agit de trois "
     "cartes ou plus, brûle une carte."),
    ({"on": ["burn"], "when": {"count_at_least": 3}},
     "Whenever you burn cards, if it is three or more, burn one card.",
     "Chaque fois que tu brûles des cartes, s’il s’agit de trois cartes ou plus, brûle une carte."),
    ({"on": ["reveal"]}, "Whenever you reveal a Danger card, burn one card.",
     "Chaque fois que tu révèles une carte Danger, brûle une carte."),
    ({"on": ["reveal"], "whose": "others", "when": {"card": {"kind": ["event", "enemy"]}}},
     "Whenever another player reveals an Event or an Enemy, burn one card.",
     "Chaque fois qu’un autre joueur révèle un Événement ou un Ennemi, brûle une carte."),
    ({"on": ["reveal"], "when": {"card": {"not_kind": ["event"]}}},
     "Whenever you reveal a card other than an Event, burn one card.",
     "Chaque fois que tu révèles une carte autre qu’une carte Événement, brûle une carte."),
    ({"on": ["reveal", "defeat"], "when": {"card": {"kind": ["enemy"]}}},
     "Whenever you reveal an Enemy or an Enemy attacking you is defeated, burn one card.",
     "Chaque fois que tu révèles un Ennemi ou qu’un Ennemi qui t’attaque est vaincu, brûle une "
     "carte."),
    ({"on": ["skip"], "when": {"who": "others", "burned_at_least": 2, "has": "enemy",
                                 "holds": [{"symbol": ["7", "skip"]}]}},
     "Whenever you lose a turn, if each other player has two or more cards in their Burn Pile, "
     "an Enemy is attacking each other player and each other player holds a card with the "
     "symbol 7 or skip, burn one card.",
     "Chaque fois que tu perds ton tour, si chaque autre joueur a deux cartes ou plus dans sa "
     "Brûlure, un Ennemi attaque chaque autre joueur et chaque autre joueur a en main une "
     "carte avec le symbole 7 ou skip, brûle une carte."),
    ({"on": ["turn_start"], "when": {"who": "next", "has": "item", "burned_at_least": 20}},
     "At the start of your turn, if the next player has 20 or more cards in their Burn Pile "
     "and the next player has an Item, burn one card.",
     "Au début de ton tour, si le joueur suivant a 20 cartes ou plus dans sa Brûlure et le joueur "
     "suivant a un Élément, brûle une carte."),
    ({"on": ["burn"], "when": {"count_at_least": 1}},
     "Whenever you burn cards, if it is one or more, burn one card.",
     "Chaque fois que tu brûles des cartes, s’il s’agit d’une carte ou plus, brûle une carte."),
    ({"on": ["burn"], "when": {"count_at_least": 3}},
     "Whenever you burn cards, if it is three or more, burn one card.",
     "Chaque fois que tu brûles des cartes, s’il s’agit de trois cartes ou plus, brûle une carte."),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "english", "french"), TRIGGERS)
def test_a_trigger_is_said(fields: dict[str, Any], english: str, french: str) -> None:
    assert ability(ability="trigger", do=[BURN], **fields) == (english, french)


def test_a_trigger_with_several_uses_says_so() -> None:
    grant = {"effect": "grant", "ability": 0, "until": "used", "uses": 2}
    woken = {"ability": "trigger", "on": ["add"], "do": [BURN]}
    assert said(grant, abilities=[woken]) == (
        "The next two times you add cards, burn one card.",
        "Les deux prochaines fois que tu ajoutes des cartes, brûle une carte.",
    )


REPLACEMENTS: list[tuple[dict[str, Any], str, str]] = [
    ({"instead_of": ["draw"], "prevent": True},
     "Whenever you would draw cards because of a card, ignore it.",
     "Chaque fois que tu dois piger des cartes à cause d’une carte, ignore cet effet."),
    ({"instead_of": ["attack", "skip"], "whose": "others", "redirect": True},
     "Whenever another player would lose a turn or a new Enemy would attack another player, "
     "pass it on to another player.",
     "Chaque fois qu’un autre joueur doit perdre son tour ou qu’un nouvel Ennemi doit attaquer un "
     "autre joueur, passe cet effet à un autre joueur."),
    ({"instead_of": ["burn"], "increase": 2, "when": {"has": "item"}},
     "Whenever you would burn cards and you have an Item, make it two more.",
     "Chaque fois que tu dois brûler des cartes et que tu as un Élément, brûles-en deux de "
     "plus."),
    ({"instead_of": ["attack"], "prevent": True, "may": True},
     "Whenever a new Enemy would attack you, you may discard it without effect.",
     "Chaque fois qu’un nouvel Ennemi doit t’attaquer, tu peux défausser cet Ennemi sans effet."),
    ({"instead_of": ["add"], "reduce": 1, "when": {"by": "others"}},
     "Whenever you would add cards because of another player, make it one fewer.",
     "Chaque fois que tu dois ajouter des cartes à cause d’un autre joueur, ajoutes-en une de "
     "moins."),
    ({"instead_of": ["burn"], "whose": "others", "increase": 1},
     "Whenever another player would burn cards, make it one more.",
     "Chaque fois qu’un autre joueur doit brûler des cartes, fais-lui-en brûler une de plus."),
    ({"instead_of": ["add", "burn"], "whose": "all", "reduce": 1, "may": True,
      "when": {"count_at_least": 3}},
     "Whenever anyone would add three or more cards or burn three or more cards, you may make it "
     "one fewer.",
     "Chaque fois qu’un joueur doit ajouter trois cartes ou plus ou brûler trois cartes ou plus, "
     "tu peux en compter une de moins."),
    ({"instead_of": ["draw", "skip"], "reduce": 1},
     "Whenever you would draw cards or lose a turn because of a card, make it one fewer.",
     "Chaque fois que tu dois piger des cartes ou perdre ton tour à cause d’une carte, comptes-en "
     "une de moins."),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "english", "french"), REPLACEMENTS)
def test_a_replacement_is_said(fields: dict[str, Any], english: str, french: str) -> None:
    assert ability(ability="replacement", **fields) == (english, french)


def test_a_replacement_that_is_used_once_says_so() -> None:
    grant = {"effect": "grant", "ability": 0, "until": "used", "uses": 1}
    once = {"ability": "replacement", "instead_of": ["skip"], "prevent": True}
    assert said(grant, abilities=[once]) == (
        "The next time you would lose a turn, ignore it.",
        "La prochaine fois que tu dois perdre ton tour, ignore cet effet.",
    )


FILTERS: list[tuple[dict[str, Any], str, str]] = [
    ({"color": ["orange"]}, "orange cards", "de cartes de couleur orange"),
    ({"danger": False}, "cards without the Danger icon", "de cartes sans icône Danger"),
    ({"keyword": "add"}, "cards with the effect “add”", "de cartes ayant l’effet « ajoute »"),
    (
        {"keyword_bound": "verb"},
        "cards with that effect",
        "de cartes ayant cet effet",
    ),
    (
        {"danger": True, "not_kind": ["number"]},
        "cards with the Danger icon other than number cards",
        "de cartes avec une icône Danger autres que les cartes numérotées",
    ),
    ({"keyword": "rob"}, "cards with the effect “rob”", "de cartes ayant l’effet « rob »"),
    ({"kind": ["reverse"]}, "Reverse cards", "de cartes Inversion"),
    (
        {"kind": ["number"], "color": ["red", "blue"]},
        "red or blue number cards",
        "de cartes numérotées rouges ou bleues",
    ),
    ({"symbol": ["wild"]}, "plain Wilds", "de Cartes blanches ordinaires"),
    ({"kind": ["event", "item"]}, "Events or Items", "de cartes Événement ou cartes Élément"),
]


@pytest.mark.parametrize(("fields", "english", "french"), FILTERS)
def test_a_filter_is_said(fields: dict[str, Any], english: str, french: str) -> None:
    assert ability(ability="restriction", forbid=fields) == (
        f"You may not play {english}.",
        f"Tu ne peux pas jouer {french}.",
    )


def test_a_filter_of_one_card_is_said() -> None:
    until = {"effect": "burn_until", "card": {"color": ["red"], "not_kind": ["skip"]}}
    assert said(until) == (
        "Burn cards until a red card other than a Skip has been burned.",
        "Brûle des cartes jusqu’à brûler une carte rouge autre qu’une carte Passer.",
    )


@pytest.mark.parametrize(
    ("who", "done", "english", "french"),
    [
        ("all", {"effect": "burn", "who": "they"}, "Everyone may burn one card.",
         "Chaque joueur peut brûler une carte."),
        ("others", BURN, "Each other player may decide that you burn one card.",
         "Chaque autre joueur peut décider que tu brûles une carte."),
        ("next", {"effect": "burn", "who": "all"},
         "The next player may decide that everyone burns one card.",
         "Le joueur suivant peut décider que chaque joueur brûle une carte."),
    ],
)  # fmt: skip
def test_a_may_of_others_is_said(who: str, done: dict[str, Any], english: str, french: str) -> None:
    assert said({"effect": "may", "who": who, "do": [done]}) == (english, french)


def test_a_choice_of_many_is_said_of_each() -> None:
    modes = [{"name": one, "do": [{"effect": one, "who": "they"}]} for one in ("burn", "add")]
    assert said({"effect": "choose_mode", "who": "all", "modes": modes}) == (
        "Everyone chooses to burn one card or to add one card.",
        "Chaque joueur choisit de brûler une carte ou d’ajouter une carte.",
    )


def test_a_cost_of_several_symbols_is_said() -> None:
    foe = card("foe", kind="enemy", defeat=[{"color": ["red"]}, {"danger": True}])
    assert cost_text(foe, "en") == "a red card or a card with the Danger icon"
    assert cost_text(foe, "fr-CA") == "une carte rouge ou une carte avec une icône Danger"


def test_a_suppression_is_said() -> None:
    assert ability(ability="suppression", suppress=["enemy"]) == (
        "Your Enemies cannot be used.",
        "Tu ne peux pas utiliser tes cartes Ennemi.",
    )


@pytest.mark.parametrize("speech", [English, French])
def test_what_is_more_than_a_verb_is_no_verb(speech: type[English | French]) -> None:
    with pytest.raises(TypeError, match="more than a verb"):
        speech(wild()).verb(May(do=()), "you")


def named() -> list[tuple[str, CardDef]]:
    """One card of each text: all but the colors and the numbers, a number with an icon apart."""
    cards = [(edition.code, card) for edition in EDITIONS for card in edition.cards]
    return [
        (code, card)
        for code, card in cards
        if (not card.color or card.color == "red")
        and (card.kind != "number" or card.symbol == ("4" if card.danger else "3"))
    ]


@pytest.mark.parametrize(
    ("code", "one"), named(), ids=[f"{code}/{card.code}" for code, card in named()]
)
def test_the_text_of_a_card(code: str, one: CardDef) -> None:
    assert [card_text(one, ULTIMATE, each) for each in LANGUAGES] == TEXTS[f"{code}/{one.code}"]


def test_every_text_on_record_belongs_to_a_card() -> None:
    assert set(TEXTS) == {f"{code}/{card.code}" for code, card in named()}


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.code)
def test_every_text_is_whole_sentences(edition: Any) -> None:
    for one in edition.cards:
        for each in LANGUAGES:
            text = card_text(one, edition, each)
            assert text[0].isupper() and text.endswith("."), one.code
            assert "  " not in text and ".." not in text and " ." not in text, text
            assert "None" not in text and "{" not in text, text


def test_the_name_of_a_card() -> None:
    both = card(name="Red 1", name_fr="1 rouge")
    assert [card_name(both, each) for each in LANGUAGES] == ["Red 1", "1 rouge"]
    assert card_name(card(name="Rubble"), "fr-CA") == "Rubble"


def test_effects_are_decoded_as_they_are_tried_here() -> None:
    for effect, _, _ in VERBS:
        msgspec.convert(effect, Effect)  # type: ignore[call-overload]
    assert NAME_COLOR == {"effect": "choose_color"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_ability_of_a_card_is_a_sentence_of_its_text(language: Any) -> None:
    (edition,) = [one for one in shipped_editions() if one.variant == "ultimate"]
    for one in edition.cards:
        for number in range(len(one.abilities)):
            text = ability_text(one, number, language)
            assert text[0].isupper() and text.endswith(".")


@pytest.mark.parametrize(
    ("template", "value", "said"),
    [
        ("la main de {x}", "Élise", "la main d’Élise"),
        ("la main de {x}", "Yvon", "la main d’Yvon"),
        ("la main de {x}", "Yoda", "la main de Yoda"),
        ("la main de {x}", "Hulk", "la main de Hulk"),
        ("le nombre de {x}", "le talon", "le nombre du talon"),
        ("le nombre de {x}", "les cartes", "le nombre des cartes"),
        ("tu ne peux que {x}", "ajouter une carte", "tu ne peux qu’ajouter une carte"),
        ("tu ne peux que {x}", "le nommer", "tu ne peux que le nommer"),
        ("de {x} à {y}", 1, "de 1 à Ann"),
        ("de {x} et de {y}", "le {y}", "du {y} et d’Ann"),
    ],
)
def test_french_words_are_joined_with_what_is_filled_in(
    template: str, value: object, said: str
) -> None:
    assert filled_in_french(template, {"x": value, "y": "Ann"}) == said
